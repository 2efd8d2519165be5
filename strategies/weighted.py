"""Adds up weighted features of every option, such as gold, cards and the chance of the stakes, and takes the best.

The weights are its parameters: `tda_sim.kit.features` says what each one multiplies. As they stand here they play
about as well as `balanced`; the files in the folder beside this one come from `tda tune`.
"""

from tda_sim.kit import (
    NONE,
    Question,
    Word,
    ante_effect_code,
    below,
    card_played,
    clockwise,
    colours_of,
    flight_strength,
    has_power,
    helper,
    is_barred,
    is_barred_with,
    owner_in_flights,
    rounds_left,
    share_worth,
    special_flight_possible,
    special_flight_with,
    strength_so_far,
    strength_that_triggers,
    weakest_wins,
)
from tda_sim.kit.chances import (
    NEVER,
    best_in_hand,
    best_rival,
    chance_if,
    chance_now,
    chance_of,
    future,
    hoped_for,
    odds_at_par,
    reversal_worth,
    steepness,
    worth,
)
from tda_sim.kit.features import Feature
from tda_sim.kit.gains import (
    COLLECT,
    DRAW,
    GIVE_OR_PAY,
    REPLACE_TOP,
    STEAL,
    TAKE_RANDOM,
    TAKE_WEAKEST,
    choice_worth,
    payment_worth,
    power_worth,
    worth_now,
)

PARAMETERS = {
    # chance
    "steep_last": 2.0,
    "steep_open": 0.5,
    "steep_share": 0.375,
    "steep_one": 0.375,
    "steep_more": 0.25,
    "par_last": -0.875,
    "par_left": -0.125,
    "par_after": -0.1875,
    "par_round": -0.375,
    "par_player": -0.1875,
    "average": 7.0,
    "average_reversed": 4.0,
    "hope": 0.625,
    # cards in hand
    "hand_card": 0.625,
    "hand_strong": 0.25,
    "hand_power": 0.875,
    "hand_weak": 0.125,
    "fresh_card": 2.375,
    "short_hand": 0.25,
    "late": 2.0,
    # playing a card
    "stakes": 1.0,
    "follow": -0.1875,
    "lead": 0.5,
    "special": 1.0,
    "colour_reach": 5.0,
    "strength_reach": 1.0,
    "triggers": 0.25,
    # what powers bring
    "stolen": 1.0,
    "stolen_won": -0.5,
    "collected": 1.0,
    "drawn": 2.375,
    "others_drawn": -0.375,
    "demanded": 0.5,
    "ante_taken": 2.375,
    "card_robbed": 2.375,
    "others_pay": 0.25,
    "others_pay_won": 0.5,
    "own_pay": -1.0,
    "own_pay_won": 1.0,
    "power": 2.5,
    "flight_gain": 1.0,
    "reversal": 1.0,
    "free_trigger": 2.5,
    "spent": -1.1875,
    "exchanged": 1.0,
    "kept_look": 3.0,
    "hit": 2.5,
    "lead_power": 1.0,
    "extra_round": 0.125,
    "gift": -1.0,
    "shared": 0.5,
    "prices": 4.0,
    # the ante
    "ante_strong": -0.25,
    "ante_weak": 0.0625,
    "ante_robs": -0.75,
    "ante_draws": -0.75,
    "ante_power": -0.25,
    "ante_hand": 0.02,
    "ante_triggers": 1.0,
    # whom to hit
    "seat_gold": 1.0,
    "seat_cards": 2.0,
    "target_flight": 1.0,
}

ANTE_REVERSES, ANTE_TRIGGERS = ante_effect_code("weakest_flight_wins"), ante_effect_code("strong_cards_trigger")
ANTE_SHARES, ANTE_PRICE = ante_effect_code("winner_shares"), ante_effect_code("everyone_pays_weakest")
GREATEST = 13.0  # strength of the strongest cards
USUAL_ANTE = 5  # strength of a middling card for the ante, and gold of what all pay for it

# --- playing a card ---------------------------------------------------------------------------------------


@helper
def choose_play(cards, table, me, question):
    """The card whose play is worth most: chance of the stakes, power, special flights, less its worth in hand."""
    w = me.parameter
    trigger_limit = strength_that_triggers(cards, table, me)
    colours, strengths = within_reach(cards, table, me)
    groups, bars = table.summary[me.seat].groups, table.summary[me.seat].bars
    weakest, left = weakest_wins(table), rounds_left(table)
    ahead = strength_so_far(cards, table, me.seat)
    ahead = (-ahead if weakest else ahead) - best_rival(cards, table, me, weakest)
    few, more = best_in_hand(cards, me, left + 1, weakest) if left > 0 else (0.0, 0.0)
    par, steep, keeps = odds_at_par(table, me), steepness(table, me), future(table, me)
    shown, others = strongest_shown(cards, table), table.playing - 1 - table.turns
    special = special_flight_possible(table, me.seat)
    chosen, tied, best = 0, 1, NEVER
    for k in range(question.n):
        card = question.option[k]
        strength = cards.strength[card]
        counts = -strength if weakest else strength
        bar = 1 << cards.bars[card] if cards.bars[card] != NONE else 0
        chance = 0.0
        if (groups | cards.groups[card]) & (bars | bar) == 0:
            hope = hoped_for(me, min(few, more - counts), left, weakest) if left > 0 else 0.0
            chance = chance_of(par + steep * (ahead + counts + hope))
        value = w[Feature.STAKES] * table.stakes * chance - keeps * worth(cards, me, card)
        if others > 0:
            value += w[Feature.FOLLOW] * strength
        if left > 0 and strength > shown:
            value += w[Feature.LEAD] * chance_to_lead(strength, others)
        if strength <= trigger_limit or strength >= table.ante_triggers_from:
            value += power_worth(cards, table, me, cards.power[card], cards.power_end[card], card, chance)
            value += w[Feature.TRIGGERS]
        if special:
            value += w[Feature.SPECIAL] * special_flight_with(cards, table, me.seat, card)
        if colours_of(cards, table, card) & colours:
            value += w[Feature.COLOUR_REACH]
        if (strengths >> strength) & 1:
            value += w[Feature.STRENGTH_REACH]
        chosen, tied, best = take_better(me, k, value, chosen, tied, best)
    return chosen


@helper
def take_better(me, k, value, chosen, tied, best):
    """The better one of an option and the best so far; ties go to each of the tied options with the same chance."""
    if value > best:
        return k, 1, value
    if value == best:
        tied += 1
        if below(me.stream, tied) == 0:
            chosen = k
    return chosen, tied, best


@helper
def within_reach(cards, table, me):
    """The colours and the strengths of which flight and hand together hold three cards, as bits; none at the end."""
    own = table.summary[me.seat]
    once, twice, thrice = own.colours, own.twice_coloured, 0
    one, two, three = own.strengths, own.twice_strong, 0
    for k in range(me.n if rounds_left(table) > 0 else 0):
        colours, strength = colours_of(cards, table, me.card[k]), 1 << cards.strength[me.card[k]]
        thrice, three = thrice | twice & colours, three | two & strength
        twice, two = twice | once & colours, two | one & strength
        once, one = once | colours, one | strength
    return thrice, three


@helper
def strongest_shown(cards, table):
    """The strength to beat for the next lead, taking ties for beaten: the strongest card of the round so far."""
    best = 0
    for k in range(1, table.playing):
        card = card_played(table, clockwise(table, table.turn, k))
        if card != NONE:
            best = max(best, cards.strength[card])
    return best


@helper
def chance_to_lead(strength, others):
    """The chance that nobody still to play beats a card: roughly, as if they played any strength as often."""
    chance = 1.0
    for _ in range(others):
        chance *= min(1.0, strength / GREATEST)
    return chance


# --- the ante ---------------------------------------------------------------------------------------------


@helper
def ante_value(cards, table, me, card):
    """What anteing a card is worth: middling cards can be spared, strong ones make the gambit dear."""
    w, over = me.parameter, cards.strength[card] - USUAL_ANTE
    value = w[Feature.ANTE_STRONG] * over if over > 0 else w[Feature.ANTE_WEAK] * over
    if has_power(cards, card) and cards.strength[card] <= 7:
        value += w[Feature.ANTE_POWER]
    value += w[Feature.ANTE_HAND] * cards.strength[card] * strong_hand(cards, table, me, card)
    for at in range(cards.power[card], cards.power_end[card]):
        op = cards.op[at]
        if op == COLLECT or op == GIVE_OR_PAY or op == TAKE_RANDOM or op == TAKE_WEAKEST:
            value += w[Feature.ANTE_ROBS]
        elif op == DRAW and cards.arg[at, 1] >= 0:
            value += w[Feature.ANTE_DRAWS]
    if cards.ante_end[card] > cards.ante[card]:
        value += ante_effect_worth(cards, table, me, card, table.stakes + USUAL_ANTE * table.playing)
    return value


@helper
def strong_hand(cards, table, me, card):
    """What the three best cards in hand but one are stronger each than an average card, in points of strength."""
    first, second, third = 0, 0, 0
    for k in range(me.n):
        strength = cards.strength[me.card[k]] if me.card[k] != card else 0
        if strength > third:
            third = min(strength, second)
            second = max(second, min(strength, first))
            first = max(first, strength)
    return (first + second + third) / 3 - me.parameter[Feature.AVERAGE]


@helper
def ante_effect_worth(cards, table, me, card, stakes):
    """What it is worth that a card lies in the ante; ``stakes`` is what the gambit is about."""
    value, w = 0.0, me.parameter
    for at in range(cards.ante[card], cards.ante_end[card]):
        op, chance = cards.op[at], chance_now(cards, table, me)
        if op == ANTE_REVERSES:
            value += reversal_worth(cards, table, me, chance, stakes)
        elif op == ANTE_TRIGGERS:
            for k in range(me.n):
                if me.card[k] != card and cards.strength[me.card[k]] >= cards.arg[at, 0]:
                    value += w[Feature.ANTE_TRIGGERS]
        elif op == ANTE_PRICE:
            value += payment_worth(me, table.playing - 1, 1, chance) * cards.strength[card] / 2
        elif op == ANTE_SHARES and table.colours_paid[me.seat] | table.strengths_paid[me.seat] != 0:
            value += w[Feature.SHARED] * stakes * (0.25 - chance) / 2
    return value


# --- a card in place of another one -----------------------------------------------------------------------


@helper
def place_value(cards, table, me, card, old, gained):
    """What the own flight is worth with a card in place of another one, if that gains so much strength."""
    if is_barred_with(cards, table, me.seat, card, old):
        return 0.0
    chance = chance_if(cards, table, me, weakest_wins(table), gained)
    return me.parameter[Feature.STAKES] * table.stakes * chance


@helper
def replacement_value(cards, table, me, card, old, swaps):
    """The same with the power of the new card, and special flights; for NO, what it is worth to leave all as it is."""
    if card == Word.NO:
        return place_value(cards, table, me, old, old, 0.0)
    gained = (cards.strength[card] - cards.strength[old]) * (1.5 if swaps else 1.0)
    special = me.parameter[Feature.SPECIAL] * special_flight_with(cards, table, me.seat, card)
    return place_value(cards, table, me, card, old, gained) + worth_now(cards, table, me, card, card) + special


@helper
def renewed_value(cards, table, me, card):
    """What it is worth to have an unknown card in place of one in the own flight."""
    asked_by = table.flight[me.seat, 0] if table.flight[me.seat, 0] != card else table.flight[me.seat, 1]
    frees = is_barred(cards, table, me.seat) and not is_barred_with(cards, table, me.seat, asked_by, card)
    return (cards.strength[card] if weakest_wins(table) else -cards.strength[card]) + (100.0 if frees else 0.0)


@helper
def target_value(cards, table, me, card):
    """What it is worth that a card leaves its flight: the strongest rival's loss, an own one for want of others."""
    owner, strength = owner_in_flights(table, card), cards.strength[card]
    if weakest_wins(table):
        return 2.0 * strength if owner == me.seat else -1.0 * strength
    if owner == me.seat:
        return -1000.0 - strength
    return strength + me.parameter[Feature.TARGET_FLIGHT] * flight_strength(cards, table, owner)


# --- the questions ----------------------------------------------------------------------------------------


@helper
def word_value(cards, table, me, question, word):
    """What an option is worth that is neither a card nor a seat."""
    if word == Word.PAY:
        return me.parameter[Feature.OWN_PAY] * question.gold
    if word == Word.TAKE or word == Word.STAKES:
        return choice_worth(cards, table, me, question.card, word == Word.TAKE)
    if word == Word.YES:
        return worth_now(cards, table, me, question.about, question.about)
    if word == Word.ALL:
        value = 0.0
        for k in range(me.n):
            value += me.parameter[Feature.FRESH_CARD] - worth(cards, me, me.card[k])
        return value
    if question.kind == Question.REPLACE_FROM_HAND or question.kind == Question.SWAP:
        return replacement_value(cards, table, me, word, question.card, False)
    return 0.0  # no more exchanges, no use of a power


@helper
def order_value(cards, table, me, card):
    """How early a power should be used: first what is worth most, last what ends the gambit or is replaced."""
    value = worth_now(cards, table, me, card, card)
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == REPLACE_TOP:
            value -= 1e7
        elif cards.op[at] == STEAL and cards.arg[at, 0] >= table.stakes:
            value -= 1e5
    return value


@helper
def card_value(cards, table, me, question, card):
    """What an option that is a card is worth, for every question but which one to play."""
    kind = question.kind
    if kind == Question.ANTE:
        return ante_value(cards, table, me, card)
    if kind == Question.GIVE_OR_PAY or kind == Question.DISCARD_FROM_HAND:
        return -worth(cards, me, card)
    if kind == Question.TAKE_FROM_ANTE:
        return worth(cards, me, card) - ante_effect_worth(cards, table, me, card, table.stakes)
    if kind == Question.PUT_INTO_ANTE or kind == Question.ANTE_FIRST:
        return ante_effect_worth(cards, table, me, card, table.stakes) - worth(cards, me, card)
    if kind == Question.DISCARD_FROM_FLIGHT:
        return target_value(cards, table, me, card)
    if kind == Question.EXCHANGE or kind == Question.ONE_OR_ALL:
        return me.parameter[Feature.FRESH_CARD] - worth(cards, me, card)
    if kind == Question.REPLACE_FROM_HAND:
        return replacement_value(cards, table, me, card, question.card, False) - worth(cards, me, card)
    if kind == Question.PLAY_LOOKED or kind == Question.SWAP:
        return replacement_value(cards, table, me, card, question.card, kind == Question.SWAP)
    if kind == Question.REPLACE_IN_FLIGHT:
        return renewed_value(cards, table, me, card)
    if kind == Question.KEEP_LOOKED or kind == Question.PICK_UNIQUE:
        return worth(cards, me, card)
    if kind == Question.TRIGGER_NEXT:
        return order_value(cards, table, me, card)
    return worth_now(cards, table, me, card, question.card)  # a power to copy


@helper
def value_of(cards, table, me, question, option):
    """What an option is worth, for every question but which card to play."""
    if question.kind == Question.PICK_SEAT:
        seat_cards = me.parameter[Feature.SEAT_CARDS] * table.hand_size[option]
        return me.parameter[Feature.SEAT_GOLD] * table.hoard[option] + seat_cards
    if question.kind == Question.SHARE:
        return 1.0 * share_worth(table, me.seat, option)
    if option < 0:
        return word_value(cards, table, me, question, option)
    return 1.0 * card_value(cards, table, me, question, option)


@helper
def choose_other(cards, table, me, question):
    """The option that is worth most."""
    chosen, tied, best = 0, 1, value_of(cards, table, me, question, question.option[0])
    for k in range(1, question.n):
        value = value_of(cards, table, me, question, question.option[k])
        chosen, tied, best = take_better(me, k, value, chosen, tied, best)
    return chosen


def choose(cards, table, me, question):
    if question.kind == Question.PLAY:
        return choose_play(cards, table, me, question)
    return choose_other(cards, table, me, question)
