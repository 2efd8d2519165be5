"""Weighs gold now against the chance of the stakes: triggers, special flights, dragon gods, debts and going broke.

Everything is reckoned in sixteenths of a gold piece, and chances in 256ths, in whole numbers, so that no rounding
decides.
"""

from tda_sim.kit import (
    NONE,
    Question,
    Who,
    Word,
    Zone,
    ante_effect_code,
    clockwise,
    colours_of,
    count_with,
    effect_code,
    flight_strength,
    gold_collected,
    gold_of_every_colour,
    has,
    has_power,
    helper,
    in_group,
    is_barred,
    is_barred_with,
    measured,
    n_about_to_buy,
    n_concerned,
    n_having,
    owner_in_flights,
    pays_too,
    room_in_hand,
    rounds_left,
    some_fit,
    some_fit_in_flight,
    special_flight_possible,
    special_flight_with,
    strength_so_far,
    strength_that_triggers,
    weakest_in_flight,
    weakest_wins,
)

GOLD = 16  # one gold piece
CARD = 38  # what another card in hand is worth
POWER = 40  # what a power is worth that is not known yet
AVERAGE = 7  # strength of the cards that others are going to play
AVERAGE_REVERSED = 4  # the same where the weakest flight wins
NEVER = -(1 << 40)

STEAL, PAY_STAKES, COLLECT = effect_code("steal"), effect_code("pay_stakes"), effect_code("collect")
DRAW, GIVE_OR_PAY, KEEP_ONE = effect_code("draw"), effect_code("give_or_pay"), effect_code("keep_one_of_top")
TAKE_WEAKEST, TAKE_RANDOM = effect_code("take_weakest_ante"), effect_code("take_random_card")
TAKE_ANTE, PUT_ANTE = effect_code("take_from_ante"), effect_code("put_into_ante")
DISCARD_HAND, DISCARD_FLIGHT = effect_code("discard_from_hand"), effect_code("discard_from_flight")
EXCHANGE_ANY, ONE_OR_ALL = effect_code("exchange_any"), effect_code("exchange_one_or_all")
REPLACE_TOP, REPLACE_RANDOM = effect_code("replace_with_top_card"), effect_code("replace_with_random_card")
REPLACE_ONE_OF, REPLACE_OTHER = effect_code("replace_with_one_of_top"), effect_code("replace_another")
REPLACE_HAND, SWAP = effect_code("replace_from_hand"), effect_code("swap")
COPY, COPY_HAND, TRIGGER_EACH = effect_code("copy_power"), effect_code("copy_from_hand"), effect_code("trigger_each")
REVERSE, LEAD = effect_code("weakest_flight_wins"), effect_code("lead_next_round")
ALL_TRIGGER, EXTRA_ROUND = effect_code("every_card_triggers"), effect_code("another_round_unless_winning")
ADD_TO_FLIGHT, AS_WEAKEST = effect_code("add_to_flight"), effect_code("count_as_weakest")
EVERY_COLOUR, PRICES = effect_code("count_as_every_colour"), effect_code("take_prices")
GIFT, SHARED_STAKES = effect_code("pay_if_winning"), effect_code("share_stakes_with_left")
CHOOSE, UNLESS = effect_code("choose_branch"), effect_code("unless_some")
GO_TO, FOR_EACH = effect_code("go_to"), effect_code("for_each")
FIRST_JUMP = min(CHOOSE, UNLESS, GO_TO, FOR_EACH)  # the instructions from here on are no effects

ANTE_REVERSES, ANTE_TRIGGERS = ante_effect_code("weakest_flight_wins"), ante_effect_code("strong_cards_trigger")
ANTE_SHARES, ANTE_PRICE = ante_effect_code("winner_shares"), ante_effect_code("everyone_pays_weakest")


# --- what a card in hand is worth -------------------------------------------------------------------------


@helper
def worth(cards, card):
    """What a card in hand is worth later: strength wins stakes, and what is weak triggers."""
    strength = cards.strength[card]
    return 10 + (4 * strength if strength > 7 or not has_power(cards, card) else 14 + 2 * strength)


@helper
def exchange_worth(cards, me, card):
    """What it is worth to exchange the hand cards that are below the average, ``card`` aside."""
    value = 0
    for k in range(me.n):
        if me.card[k] != card:
            value += max(0, CARD - worth(cards, me.card[k]))
    return value


@helper
def best_in_ante(cards, table, group):
    """What the best ante card of a group is worth in hand; 0 if there is none."""
    best = 0
    for k in range(table.ante_size):
        if in_group(cards, table.ante[k], group):
            best = max(best, worth(cards, table.ante[k]))
    return best


# --- the chance of winning the gambit ---------------------------------------------------------------------


@helper
def best_rival(cards, table, me, weakest):
    """The best flight that an opponent is expected to reach; with ``weakest`` the best is the least below nought."""
    best, left = -1000, rounds_left(table)
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if not is_barred(cards, table, seat):
            to_come = left + 1 if table.played[seat] == NONE else left
            strength = strength_so_far(cards, table, seat)
            best = max(best, -strength - AVERAGE_REVERSED * to_come if weakest else strength + AVERAGE * to_come)
    return best


@helper
def best_in_hand(cards, me, n, weakest):
    """Total strength of the ``n - 1`` and of the ``n`` best cards in hand; with ``weakest`` the weakest, below nought.

    In the place of cards that the hand does not hold, and of all after the third, stand average ones.
    """
    average = -AVERAGE_REVERSED if weakest else AVERAGE
    first, second, third = NEVER, NEVER, NEVER
    for k in range(me.n):
        strength = -cards.strength[me.card[k]] if weakest else cards.strength[me.card[k]]
        if strength > third:
            third = min(strength, second)
            second = max(second, min(strength, first))
            first = max(first, strength)
    first = first if first != NEVER else average
    second = second if second != NEVER else average
    third = third if third != NEVER else average
    if n <= 1:
        return 0, first if n == 1 else 0
    if n == 2:
        return first, first + second
    total = first + second + (n - 3) * average
    return total if n == 3 else total - average + third, total + third


@helper
def hoped_for(best, n, weakest):
    """What ``n`` cards to come are expected to add to the own flight, given the best ones in hand."""
    return (5 * best + 3 * n * (-AVERAGE_REVERSED if weakest else AVERAGE)) >> 3


@helper
def steepness(table):
    """How much a point of strength weighs, in sixteenths of a natural logarithm of the odds: most at the end."""
    left, after = rounds_left(table), table.playing - 1 - table.turns
    if left > 0:
        return 6 if left == 1 else 4
    return 8 + 6 // after if after > 0 else 32


@helper
def odds_at_par(table):
    """The odds of a flight that is level with its best rival: the worse, the more is still to come."""
    left, after = rounds_left(table), max(0, table.playing - 1 - table.turns)
    if left > 0:
        return -2 - 3 * after - 6 * left - 3 * table.playing
    return -14 - 3 * after if after > 0 else 0


@helper
def chance_of(odds):
    """The chance at these odds: close to a logistic curve."""
    size = min(abs(odds), 64)
    lean = 124 * size * (128 - size) >> 12
    return 128 + lean if odds > 0 else 128 - lean


@helper
def chance_if(cards, table, me, weakest, gained):
    """Chance of winning if the own flight gains so much strength."""
    n = rounds_left(table) + (1 if table.played[me.seat] == NONE else 0)
    own = strength_so_far(cards, table, me.seat) + gained
    own = (-own if weakest else own) + hoped_for(best_in_hand(cards, me, n, weakest)[1], n, weakest)
    return chance_of(odds_at_par(table) + steepness(table) * (own - best_rival(cards, table, me, weakest)))


@helper
def chance_now(cards, table, me):
    """Chance of winning as things stand."""
    return 0 if is_barred(cards, table, me.seat) else chance_if(cards, table, me, weakest_wins(table), 0)


@helper
def point(table, chance):
    """What a point of strength in the own flight is worth: less than nothing where the weakest flight wins."""
    value = table.stakes * steepness(table) * chance * (256 - chance) >> 16
    return -value if weakest_wins(table) else value


@helper
def reversal_worth(cards, table, me, chance, stakes):
    """What it is worth that the weakest flight wins."""
    if weakest_wins(table) or is_barred(cards, table, me.seat):
        return 0
    return GOLD * stakes * (chance_if(cards, table, me, True, 0) - chance) // 256


# --- what a power is worth --------------------------------------------------------------------------------
# `card` carries the power; it is reckoned to lie in the own flight.


@helper
def power_worth(cards, table, me, at, end, card, chance):
    """What the instructions from ``at`` on are worth; of two lists to choose from, the first one is."""
    value, times = 0, 1
    while at < end:
        op = cards.op[at]
        if op < FIRST_JUMP:
            value += times * effect_worth(cards, table, me, at, card, chance)
            at += 1
        elif op == UNLESS:
            there = count_with(cards, table, me.seat, card, cards.arg[at, 0], cards.arg[at, 1])
            at = at + 1 if there > 0 else cards.arg[at, 2]
        elif op == GO_TO:
            times = 1  # a jump back ends a list that is carried out for each of some players
            at = max(at + 1, cards.arg[at, 0])
        else:
            if op == FOR_EACH:
                times = n_having(cards, table, me.seat, cards.arg[at, 1], cards.arg[at, 2])
            at += 1
    return value


@helper
def effect_worth(cards, table, me, at, card, chance):
    """What an effect is worth, the instruction ``at``."""
    op = cards.op[at]
    a, b, c = cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    if op == STEAL:
        return min(measured(cards, table, me, card, a, b, c), table.stakes) * (GOLD - (GOLD * chance >> 9))
    if op == COLLECT:
        return GOLD * gold_collected(cards, table, me.seat, card, at)
    if op == DRAW:
        return draw_worth(cards, table, me, at, card)
    if op == GIVE_OR_PAY:
        return GOLD // 2 * (c + 3) * (2 if a == Who.NEIGHBOURS else 1)
    if op == TAKE_WEAKEST:
        return CARD * min(min(a, table.ante_size), room(table, me))
    if op == TAKE_RANDOM:
        return CARD
    if op == PAY_STAKES:
        gold = measured(cards, table, me, card, a, c, cards.arg[at, 3])
        return gold * payment_worth(n_concerned(cards, table, me.seat, card, b), pays_too(b), chance)
    if op == REPLACE_TOP:
        return POWER + (AVERAGE - 1 - cards.strength[card]) * point(table, chance)
    return rare_worth(cards, table, me, at, card, chance)


@helper
def room(table, me):
    """How many cards there is room for in hand, once one has been played."""
    return room_in_hand(table, me.seat) + 1


@helper
def payment_worth(n_others, own, chance):
    """What a gold piece into the stakes from each is worth: those of others may be won, an own one is half lost."""
    return n_others * (4 + (GOLD * chance >> 9)) - own * (GOLD - (GOLD * chance >> 8))


@helper
def draw_worth(cards, table, me, at, card):
    """What a drawing power is worth: own cards as far as there is room, less what others get."""
    n = measured(cards, table, me, card, cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2])
    value = CARD * min(n, room(table, me))
    if cards.arg[at, 3] == Who.YOU:
        return value
    having, hand_at_most = cards.arg[at, 4], cards.arg[at, 5]
    if room(table, me) < table.rules.hand_limit - hand_at_most:
        value = 0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if has(cards, table, seat, having) and table.hand_size[seat] <= hand_at_most:
            value -= 6 * n
    return value


@helper
def rare_worth(cards, table, me, at, card, chance):
    """What an effect is worth that few cards have."""
    op, a, b, c = cards.op[at], cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    if op == TAKE_ANTE:
        return best_in_ante(cards, table, a) if room(table, me) > 0 else 0
    if op == PUT_ANTE:
        return -CARD // 2 if a == Who.YOU else CARD // 8
    if op == DISCARD_HAND:
        return -CARD // 2
    if op == DISCARD_FLIGHT:
        return hit_worth(cards, table, me, card, a, b)
    if op == EXCHANGE_ANY or op == ONE_OR_ALL:
        return exchange_worth(cards, me, card)
    if op == KEEP_ONE:
        return CARD + CARD // 4 if room(table, me) > 0 else 0
    if op == COPY:
        return POWER if some_fit(cards, table, me.seat, card, a, b, c) else 0
    if op == TRIGGER_EACH:
        return POWER * (count_with(cards, table, me.seat, card, a, Zone.FLIGHT) - in_group(cards, card, a))
    if op == COPY_HAND or op == REPLACE_HAND:
        return best_use_of_hand(cards, table, me, card, a, op == REPLACE_HAND, chance)
    if op == SWAP:
        return swap_worth(cards, table, me, card, a, chance)
    if op == REPLACE_OTHER:
        return renewal_worth(cards, table, me, card, chance)
    if op == REPLACE_RANDOM or op == REPLACE_ONE_OF:
        return POWER + (AVERAGE - cards.strength[card]) * point(table, chance) // 2
    return later_worth(cards, table, me, at, card, chance)


@helper
def hit_worth(cards, table, me, card, group, compare):
    """What it is worth to have to discard such a card from a flight, if need be from the own one."""
    for k in range(1, table.playing):
        if some_fit_in_flight(cards, table, clockwise(table, me.seat, k), card, group, compare):
            return POWER
    return -POWER if some_fit_in_flight(cards, table, me.seat, card, group, compare) else 0


@helper
def best_use_of_hand(cards, table, me, card, group, replaces, chance):
    """What it is worth to use the power of a card in hand, or to have the card take this one's place."""
    best = 0
    for k in range(me.n):
        other = me.card[k]
        if other != card and in_group(cards, other, group):
            gain = (cards.strength[other] - cards.strength[card]) * point(table, chance) - worth(cards, other)
            best = max(best, POWER + gain if replaces else POWER)
    return best


@helper
def swap_worth(cards, table, me, card, group, chance):
    """What it is worth to swap a card with one of an opponent's flight and use the power of that."""
    best = 0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        for place in range(table.flight_size[seat]):
            other = table.flight[seat, place]
            if in_group(cards, other, group):
                best = max(best, POWER + (cards.strength[other] - cards.strength[card]) * point(table, chance) * 3 // 2)
    return best


@helper
def renewal_worth(cards, table, me, card, chance):
    """What it is worth to replace the worst other card of the own flight by an unknown one; you must if you can."""
    best = NEVER
    for place in range(table.flight_size[me.seat]):
        other = table.flight[me.seat, place]
        if other != card:
            best = max(best, POWER // 2 + (AVERAGE - cards.strength[other]) * point(table, chance))
    return 0 if best == NEVER else best


@helper
def later_worth(cards, table, me, at, card, chance):
    """What an effect is worth that acts later in the gambit."""
    op, a, b, c = cards.op[at], cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    if op == REVERSE:
        return reversal_worth(cards, table, me, chance, table.stakes)
    if op == LEAD:
        return GOLD
    if op == ALL_TRIGGER:
        return 0 if (table.all_trigger >> me.seat) & 1 else POWER * rounds_left(table)
    if op == ADD_TO_FLIGHT:
        return point(table, chance) * measured(cards, table, me, card, a, b, c)
    if op == AS_WEAKEST:
        weakest = weakest_in_flight(cards, table, me.seat, a)
        expected = 4 if weakest == 0 and rounds_left(table) > 0 else weakest
        return point(table, chance) * (expected - cards.strength[card])
    if op == EVERY_COLOUR:
        return GOLD * (rounds_left(table) + gold_of_every_colour(cards, table, me, card))
    if op == EXTRA_ROUND:
        return GOLD * table.stakes * (256 - chance) // 2048
    if op == GIFT:
        return -GOLD * a * (table.playing - 1) * chance // 256
    if op == SHARED_STAKES:
        return GOLD * table.stakes * ((256 - chance) // (table.playing - 1) - chance) // 512
    if op == PRICES:
        return GOLD * 4 * n_about_to_buy(table)
    return 0


@helper
def worth_now(cards, table, me, source, card):
    """What it is worth as things stand that a card uses the power of ``source``."""
    chance = chance_now(cards, table, me)
    return power_worth(cards, table, me, cards.power[source], cards.power_end[source], card, chance)


# --- playing a card ---------------------------------------------------------------------------------------


@helper
def choose_play(cards, table, me, question):
    """The card whose play is worth most: chance of the stakes, power, special flights, less its worth in hand."""
    trigger_limit = strength_that_triggers(cards, table, me)
    promising = colours_within_reach(cards, table, me)
    groups, bars = table.summary[me.seat].groups, table.summary[me.seat].bars
    weakest, left = weakest_wins(table), rounds_left(table)
    ahead = strength_so_far(cards, table, me.seat)
    ahead = (-ahead if weakest else ahead) - best_rival(cards, table, me, weakest)
    few, more = best_in_hand(cards, me, left + 1, weakest) if left > 0 else (0, 0)
    par, steep = odds_at_par(table), steepness(table)
    others_follow = table.turns < table.playing - 1
    special = special_flight_possible(table, me.seat)
    chosen, best = 0, NEVER
    for k in range(question.n):
        card = question.option[k]
        strength = cards.strength[card]
        counts = -strength if weakest else strength
        bar = 1 << cards.bars[card] if cards.bars[card] != NONE else 0
        chance = 0
        if (groups | cards.groups[card]) & (bars | bar) == 0:
            hope = hoped_for(min(few, more - counts), left, weakest) if left > 0 else 0
            chance = chance_of(par + steep * (ahead + counts + hope))
        value = (GOLD * table.stakes * chance >> 8) - worth(cards, card)
        if others_follow:
            value -= 3 * strength  # what the next player plays triggers the easier
        if strength <= trigger_limit or strength >= table.ante_triggers_from:
            value += power_worth(cards, table, me, cards.power[card], cards.power_end[card], card, chance)
        if special:
            value += GOLD * special_flight_with(cards, table, me.seat, card)
        if colours_of(cards, table, card) & promising:
            value += GOLD * 5
        if value > best:
            chosen, best = k, value
    return chosen


@helper
def colours_within_reach(cards, table, me):
    """The colours of which flight and hand together hold three cards, as bits; none in the last round."""
    once, twice, thrice = table.summary[me.seat].colours, table.summary[me.seat].twice_coloured, 0
    for k in range(me.n if rounds_left(table) > 0 else 0):
        colours = colours_of(cards, table, me.card[k])
        thrice |= twice & colours
        twice |= once & colours
        once |= colours
    return thrice


# --- the ante ---------------------------------------------------------------------------------------------


@helper
def ante_value(cards, table, me, card):
    """What anteing a card is worth: middling cards can be spared, strong ones make the gambit dear."""
    over = cards.strength[card] - 5
    value = -4 * over if over > 0 else over
    for at in range(cards.power[card], cards.power_end[card]):
        op = cards.op[at]
        if op == COLLECT or op == GIVE_OR_PAY or op == TAKE_RANDOM or op == TAKE_WEAKEST:
            value -= 12
        elif op == DRAW and cards.arg[at, 1] >= 0:
            value -= 12
    if cards.ante_end[card] > cards.ante[card]:
        value += ante_effect_worth(cards, table, me, card, table.stakes + 5 * table.playing)
    return value


@helper
def ante_effect_worth(cards, table, me, card, stakes):
    """What it is worth that a card lies in the ante; ``stakes`` is what the gambit is about."""
    value = 0
    for at in range(cards.ante[card], cards.ante_end[card]):
        op, chance = cards.op[at], chance_now(cards, table, me)
        if op == ANTE_REVERSES:
            value += reversal_worth(cards, table, me, chance, stakes)
        elif op == ANTE_TRIGGERS:
            for k in range(me.n):
                if me.card[k] != card and cards.strength[me.card[k]] >= cards.arg[at, 0]:
                    value += GOLD
        elif op == ANTE_PRICE:
            value += payment_worth(table.playing - 1, 1, chance) * cards.strength[card] // 2
        elif op == ANTE_SHARES and table.colours_paid[me.seat] | table.strengths_paid[me.seat] != 0:
            value += GOLD * stakes * (64 - chance) // 1024
    return value


# --- a card in place of another one -----------------------------------------------------------------------


@helper
def place_value(cards, table, me, card, old, gained):
    """What the own flight is worth with a card in place of another one, if that gains so much strength."""
    if is_barred_with(cards, table, me.seat, card, old):
        return 0
    return GOLD * table.stakes * chance_if(cards, table, me, weakest_wins(table), gained) // 256


@helper
def replacement_value(cards, table, me, card, old, swaps):
    """The same with the power of the new card, and special flights; for NO, what it is worth to leave all as it is."""
    if card == Word.NO:
        return place_value(cards, table, me, old, old, 0)
    gained = cards.strength[card] - cards.strength[old]
    value = place_value(cards, table, me, card, old, gained * 3 // 2 if swaps else gained)
    return value + worth_now(cards, table, me, card, card) + GOLD * special_flight_with(cards, table, me.seat, card)


@helper
def renewed_value(cards, table, me, card):
    """What it is worth to have an unknown card in place of one in the own flight."""
    asked_by = table.flight[me.seat, 0] if table.flight[me.seat, 0] != card else table.flight[me.seat, 1]
    frees = is_barred(cards, table, me.seat) and not is_barred_with(cards, table, me.seat, asked_by, card)
    return (cards.strength[card] if weakest_wins(table) else -cards.strength[card]) + (100 if frees else 0)


@helper
def target_value(cards, table, me, card):
    """What it is worth that a card leaves its flight: the strongest rival's loss, an own one for want of others."""
    owner, strength = owner_in_flights(table, card), cards.strength[card]
    if weakest_wins(table):
        return 16 * strength if owner == me.seat else -8 * strength
    return -10_000 - strength if owner == me.seat else 8 * (strength + flight_strength(cards, table, owner))


# --- the questions ----------------------------------------------------------------------------------------


@helper
def word_value(cards, table, me, question, word):
    """What an option is worth that is neither a card nor a seat."""
    if word == Word.PAY:
        return -GOLD * question.gold
    if word == Word.TAKE or word == Word.STAKES:
        return choice_value(cards, table, me, question.card, word)
    if word == Word.YES:
        return worth_now(cards, table, me, question.about, question.about)
    if word == Word.ALL:
        value = 0
        for k in range(me.n):
            value += CARD - worth(cards, me.card[k])
        return value
    if question.kind == Question.REPLACE_FROM_HAND or question.kind == Question.SWAP:
        return replacement_value(cards, table, me, word, question.card, False)
    return 0  # no more exchanges, no use of a power


@helper
def choice_value(cards, table, me, card, word):
    """What one of the two lists of a choice is worth; where the power is a copied one, at one gold from each."""
    chance = chance_now(cards, table, me)
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == CHOOSE:
            first = at + 1 if word == Word.TAKE else cards.arg[at, 0]
            return power_worth(cards, table, me, first, cards.power_end[card], card, chance)
    return payment_worth(table.playing - 1, 0, chance) if word == Word.STAKES else GOLD - 3


@helper
def order_value(cards, table, me, card):
    """How early a power should be used: first what is worth most, last what ends the gambit or is replaced."""
    value = worth_now(cards, table, me, card, card)
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == REPLACE_TOP:
            value -= 1 << 30
        elif cards.op[at] == STEAL and cards.arg[at, 0] >= table.stakes:
            value -= 1 << 20
    return value


@helper
def card_value(cards, table, me, question, card):
    """What an option that is a card is worth, for every question but which one to play."""
    kind = question.kind
    if kind == Question.ANTE:
        return ante_value(cards, table, me, card)
    if kind == Question.GIVE_OR_PAY or kind == Question.DISCARD_FROM_HAND:
        return -worth(cards, card)
    if kind == Question.TAKE_FROM_ANTE:
        return worth(cards, card) - ante_effect_worth(cards, table, me, card, table.stakes)
    if kind == Question.PUT_INTO_ANTE or kind == Question.ANTE_FIRST:
        return ante_effect_worth(cards, table, me, card, table.stakes) - worth(cards, card)
    if kind == Question.DISCARD_FROM_FLIGHT:
        return target_value(cards, table, me, card)
    if kind == Question.EXCHANGE or kind == Question.ONE_OR_ALL:
        return CARD - worth(cards, card)
    if kind == Question.REPLACE_FROM_HAND:
        return replacement_value(cards, table, me, card, question.card, False) - worth(cards, card)
    if kind == Question.PLAY_LOOKED or kind == Question.SWAP:
        return replacement_value(cards, table, me, card, question.card, kind == Question.SWAP)
    if kind == Question.REPLACE_IN_FLIGHT:
        return renewed_value(cards, table, me, card)
    if kind == Question.KEEP_LOOKED or kind == Question.PICK_UNIQUE:
        return worth(cards, card)
    if kind == Question.TRIGGER_NEXT:
        return order_value(cards, table, me, card)
    return worth_now(cards, table, me, card, question.card)  # a power to copy


@helper
def value_of(cards, table, me, question, option):
    """What an option is worth, for every question but which card to play."""
    if question.kind == Question.PICK_SEAT:
        return table.hoard[option] + 2 * table.hand_size[option]
    if question.kind == Question.SHARE:
        return 1 << 40 if option == me.seat else -table.hoard[option]
    if option < 0:
        return word_value(cards, table, me, question, option)
    return card_value(cards, table, me, question, option)


@helper
def choose_other(cards, table, me, question):
    """The option that is worth most; ties go to the first."""
    chosen, best = 0, value_of(cards, table, me, question, question.option[0])
    for k in range(1, question.n):
        value = value_of(cards, table, me, question, question.option[k])
        if value > best:
            chosen, best = k, value
    return chosen


def choose(cards, table, me, question):
    if question.kind == Question.PLAY:
        return choose_play(cards, table, me, question)
    return choose_other(cards, table, me, question)
