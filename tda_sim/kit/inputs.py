"""What a network sees of a decision: whole numbers that describe the table and each option.

Cards are described by what is printed on them: strength, kind and effects, and not by name. So a network that learned
with some cards plays others sensibly. Each number has a place. Most are 0, and only the others call `add`. Before it
has learned anything, a network values options as a plain player does (`kit.answers`).
"""

from tda_sim.engine.compiler.jit import cold
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.layout import MAX_HAND, NONE
from tda_sim.engine.queries import (
    card_played,
    clockwise,
    colours_of,
    in_group,
    is_barred,
    left_of,
    right_of,
    special_flight_with,
    weakest_wins,
)
from tda_sim.engine.registry import ABILITY_EFFECTS
from tda_sim.engine.terms import Group, Question, When
from tda_sim.kit.answers import other_worth
from tda_sim.kit.chances import chance_now
from tda_sim.kit.outlook import strength_seen, strength_so_far, strength_that_triggers
from tda_sim.kit.playing import worth_besides, worth_of_anteing
from tda_sim.kit.sight import KINDS, kinds_among, n_as_strong, n_as_strong_in_sight, n_of_kind
from tda_sim.kit.using import CHANGES, is_of_abilities, names_seats
from tda_sim.kit.weighing import is_exchanged, is_spent, rounds_left
from tda_sim.kit.weights import SHIFT

# --- the facts of a card ----------------------------------------------------------------------------------

STRENGTHS = 15  # 0 to 13, and more
CARD, STRENGTH, EACH_STRENGTH = 0, 1, 2
GOOD, EVIL, MORTAL, GOD = range(EACH_STRENGTH + STRENGTHS, EACH_STRENGTH + STRENGTHS + len(KINDS))
IN_ANTE = GOD + 1
EFFECT = IN_ANTE + 1
N_FACTS = EFFECT + len(EFFECTS)

# --- places of the state ----------------------------------------------------------------------------------

MOST_ROUNDS = 3  # rounds to come that a network distinguishes; more count as this many
MOST_POOR = 10  # gold up to which a poor player's hoard is counted apart
(
    ALWAYS,
    PLAYERS,
    OTHERS,
    LAST,
    STAKES,
    HOARD,
    POOR,
    POOREST,
    POOREST_POOR,
    RICHEST,
    OTHERS_GOLD,
    LEFT_CARDS,
    RIGHT_CARDS,
    MOST_CARDS,
    OTHERS_CARDS,
    FLIGHT,
    LEAD,
    RIVAL,
    SECOND,
    LEFT_FLIGHT,
    REVERSED,
    TRIGGERS_UP_TO,
    NOTHING_TRIGGERS,
    ALL_TRIGGERS,
    LEADER,
    STRONGEST_PLAYED,
    LEFT_HAS_PLAYED,
    LEFT_GOLD,
    BARRED,
    RIVALS_BARRED,
    DEBTS,
    PAIR_OF_COLOUR,
    PAIR_OF_STRENGTH,
    RIVALS_PAIRS,
    ANTE_CARDS,
    FIRST_STRENGTH,
    SECOND_STRENGTH,
    THIRD_STRENGTH,
    LEAST_STRENGTH,
    CHANCE,
) = range(40)
OWN_KINDS = CHANCE + 1  # whether the player's flight has such cards,
RIVALS_KINDS = OWN_KINDS + len(KINDS)  # and how many others do
KIND = RIVALS_KINDS + len(KINDS)  # which question it is
ROUNDS = KIND + len(Question)
CARDS = ROUNDS + MOST_ROUNDS + 1
HAND = CARDS + MAX_HAND + 1
STATE = HAND + N_FACTS  # number of places

# --- places of an option ----------------------------------------------------------------------------------

(
    WORTH,  # to a plain player, in quarters of a gold piece
    WINS,  # the chance of winning the gambit with the card, in 64ths
    WINS_STAKES,  # that chance times the stakes, in gold
    SPECIAL,
    ABOVE_SHOWN,
    EQUALS_SHOWN,
    LEADS,
    COLOUR_REACH,
    STRENGTH_REACH,
    IS_BARRED,
    NEW_LEAD,
    IN_LEAD,
    STRONGEST_IN_HAND,
    WEAKEST_IN_HAND,
    SAME_IN_HAND,
    SEAT_GOLD,
    SEAT_CARDS,
    SEAT_FLIGHT,
    SEAT_IS_LEFT,
    SEAT_LEADS,
    SEAT_IS_POOR,
) = range(STATE, STATE + 21)
WORDS = SEAT_IS_POOR + 1
N_WORDS = 8
MOMENTS = WORDS + N_WORDS  # of an ability that is an option: when it is used, and its effects
ABILITY = MOMENTS + len(When)
USES = ABILITY + len(ABILITY_EFFECTS)  # the facts of a card that is an option, by what happens to it:
PLAYED, TRIGGERED, ANTED, LEAVES, COMES, PLACED, USED, HIT, OTHERWISE = range(9)
N_USES = OTHERWISE + 1
PLACES = USES + N_USES * N_FACTS

MOST = 255  # the greatest number in a place; -MOST is the least
WORTH_SHIFT = SHIFT - 2
CHANCE_SHIFT = SHIFT - 6


@helper
def add(me, layer, place, amount):
    """Count ``amount`` at a place. A network replaces this function by its own, and so does a recording."""


@helper
def put(me, layer, place, amount):
    """Count an amount, limited to -MOST .. MOST, at a place that every state or most options have: see `kit.rows`."""
    put_seldom(me, layer, place, amount)


@helper
def put_seldom(me, layer, place, amount):
    """Count an amount, limited to -MOST .. MOST, at any other place."""
    if amount != 0:
        add(me, layer, place, min(MOST, max(-MOST, amount)))


@helper
def put_flag(me, layer, place, is_so):
    """Count 1 at a place if something is so."""
    if is_so:
        add(me, layer, place, 1)


@helper
def put_choice(me, layer, first, which):
    """Count 1 at one of the places from ``first`` on."""
    add(me, layer, first + which, 1)


@helper
def put_kinds(me, layer, own, rivals):
    """Count which kinds of cards are in the player's flight, and in how many others: results of `kinds_among`."""
    for k in range(len(KINDS)):
        put(me, layer, OWN_KINDS + k, n_of_kind(own, k))
        put(me, layer, RIVALS_KINDS + k, n_of_kind(rivals, k))


@helper
def put_card(cards, me, layer, place, card):
    """Count the facts of a card from a place on."""
    strength = cards.strength[card]
    add(me, layer, place + CARD, 1)
    put_seldom(me, layer, place + STRENGTH, strength)
    add(me, layer, place + EACH_STRENGTH + min(STRENGTHS - 1, strength), 1)
    if in_group(cards, card, Group.GOOD_DRAGON):
        add(me, layer, place + GOOD, 1)
    if in_group(cards, card, Group.EVIL_DRAGON):
        add(me, layer, place + EVIL, 1)
    if in_group(cards, card, Group.MORTAL):
        add(me, layer, place + MORTAL, 1)
    if in_group(cards, card, Group.DRAGON_GOD):
        add(me, layer, place + GOD, 1)
    if cards.ante_end[card] > cards.ante[card]:
        add(me, layer, place + IN_ANTE, 1)
    for at in range(cards.power[card], cards.power_end[card]):
        add(me, layer, place + EFFECT + cards.op[at], 1)


# --- the state --------------------------------------------------------------------------------------------


@helper
def put_state(cards, table, me, question, layer, sight):
    """Count how the table stands for a player who is asked a question."""
    rounds = rounds_left(table)
    put_flag(me, layer, ALWAYS, True)
    put_choice(me, layer, KIND, question.kind)
    put_choice(me, layer, ROUNDS, min(MOST_ROUNDS, rounds))
    put_choice(me, layer, CARDS, min(MAX_HAND, me.n))
    put(me, layer, PLAYERS, table.playing)
    put(me, layer, OTHERS, table.playing - 1 - table.turns)
    put_flag(me, layer, LAST, table.turns >= table.playing - 1)
    put(me, layer, STAKES, table.stakes)
    put_flag(me, layer, REVERSED, weakest_wins(table))
    put_flag(me, layer, LEADER, table.leader == me.seat)
    put(me, layer, DEBTS, table.n_debts)
    put(me, layer, ANTE_CARDS, table.ante_size)
    put(me, layer, STRONGEST_PLAYED, sight.strongest)
    put(me, layer, CHANCE, chance_now(cards, table, me) >> CHANCE_SHIFT)
    limit = strength_that_triggers(cards, table, me)
    put(me, layer, TRIGGERS_UP_TO, min(limit, STRENGTHS))
    put_flag(me, layer, NOTHING_TRIGGERS, limit == 0)
    put_flag(me, layer, ALL_TRIGGERS, limit >= STRENGTHS)
    put_gold(table, me, layer)
    put_flights(cards, table, me, layer)
    put_hand(cards, me, layer, sight)


@helper
def put_gold(table, me, layer):
    """Count hoards and hands."""
    poorest, richest, gold, most, n_cards = 1 << 30, 0, 0, 0, 0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        hoard, size = table.hoard[seat], table.hand_size[seat]
        poorest, richest, gold = min(poorest, hoard), max(richest, hoard), gold + hoard
        most, n_cards = max(most, size), n_cards + size
    after = left_of(table, me.seat)
    put(me, layer, HOARD, table.hoard[me.seat])
    put(me, layer, POOR, min(MOST_POOR, table.hoard[me.seat]))
    put(me, layer, POOREST, poorest)
    put(me, layer, POOREST_POOR, min(MOST_POOR, poorest))
    put(me, layer, RICHEST, richest)
    put(me, layer, OTHERS_GOLD, gold // max(1, table.playing - 1))
    put(me, layer, LEFT_GOLD, table.hoard[after])
    put(me, layer, LEFT_CARDS, table.hand_size[after])
    put(me, layer, RIGHT_CARDS, table.hand_size[right_of(table, me.seat)])
    put(me, layer, MOST_CARDS, most)
    put(me, layer, OTHERS_CARDS, n_cards)


@helper
def put_flights(cards, table, me, layer):
    """Count what lies in the flights."""
    own, first, second, barred, pairs = strength_so_far(cards, table, me.seat), -MOST, -MOST, 0, 0
    sign = -1 if weakest_wins(table) else 1
    kinds = 0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        groups = table.summary[seat].groups
        kinds += kinds_among(groups)
        pairs += 1 if table.summary[seat].twice_coloured | table.summary[seat].twice_strong != 0 else 0
        if is_barred(cards, table, seat):
            barred += 1
        else:
            strength = sign * strength_seen(cards, table, me, seat)
            second = max(second, min(first, strength))
            first = max(first, strength)
    after, summary = left_of(table, me.seat), table.summary[me.seat]
    put(me, layer, FLIGHT, own)
    put(me, layer, LEAD, sign * own - first)
    put(me, layer, RIVAL, first)
    put(me, layer, SECOND, max(second, -STRENGTHS * 4))
    put(me, layer, LEFT_FLIGHT, strength_seen(cards, table, me, after))
    put_flag(me, layer, LEFT_HAS_PLAYED, card_played(table, after) != NONE)
    put_flag(me, layer, BARRED, is_barred(cards, table, me.seat))
    put(me, layer, RIVALS_BARRED, barred)
    put(me, layer, RIVALS_PAIRS, pairs)
    put_flag(me, layer, PAIR_OF_COLOUR, summary.twice_coloured != 0)
    put_flag(me, layer, PAIR_OF_STRENGTH, summary.twice_strong != 0)
    put_kinds(me, layer, kinds_among(summary.groups), kinds)


@helper
def put_hand(cards, me, layer, sight):
    """Count the facts of all cards in hand, and its strongest and weakest cards."""
    for k in range(me.n):
        put_card(cards, me, layer, HAND, me.card[k])
    first, second, third, _ = sight.greatest
    put(me, layer, FIRST_STRENGTH, first)
    put(me, layer, SECOND_STRENGTH, second)
    put(me, layer, THIRD_STRENGTH, third)
    put(me, layer, LEAST_STRENGTH, min(STRENGTHS, sight.least))


# --- the options ------------------------------------------------------------------------------------------


@helper
def use_of(kind):
    """Return what happens to a card that answers a question of this kind: one of the places after USES."""
    if is_spent(kind) or is_exchanged(kind):
        return LEAVES
    if kind == Question.TAKE_FROM_ANTE or kind == Question.KEEP_LOOKED or kind == Question.PICK_UNIQUE:
        return COMES
    if kind == Question.REPLACE_FROM_HAND or kind == Question.SWAP or kind == Question.PLAY_LOOKED:
        return PLACED
    if kind == Question.COPY_POWER or kind == Question.COPY_FROM_HAND or kind == Question.TRIGGER_NEXT:
        return USED
    if kind == Question.DISCARD_FROM_FLIGHT or kind == Question.REPLACE_IN_FLIGHT:
        return HIT
    return OTHERWISE


@helper
def put_worth(me, layer, worth):
    """Count what an option is worth to a plain player. That it comes last takes more than 32 bits."""
    put(me, layer, WORTH, min(MOST, max(-MOST, worth >> WORTH_SHIFT)))


@helper
def put_seat(cards, table, me, layer, seat):
    """Count what all players see of a seat."""
    put_seldom(me, layer, SEAT_GOLD, table.hoard[seat])
    put_seldom(me, layer, SEAT_CARDS, table.hand_size[seat])
    put_seldom(me, layer, SEAT_FLIGHT, strength_so_far(cards, table, seat))
    put_seldom(me, layer, SEAT_IS_LEFT, 1 if seat == left_of(table, me.seat) else 0)
    put_seldom(me, layer, SEAT_LEADS, 1 if seat == table.leader else 0)
    put_seldom(me, layer, SEAT_IS_POOR, min(MOST_POOR, table.hoard[seat]))


@helper
def put_option(cards, table, me, question, kind, layer, sight, k):
    """Count the facts of the ``k``-th option of a question of this kind."""
    if kind == Question.PLAY:
        put_play(cards, table, me, layer, sight, k, question.option[k])
    elif kind == Question.ANTE:
        put_ante(cards, table, me, layer, sight, question.option[k])
    else:
        put_answer(cards, table, me, question, layer, sight, question.option[k])


@helper
def put_answer(cards, table, me, question, layer, sight, option):
    """Count an answer to any question except which card to play or to ante."""
    kind = question.kind
    put_worth(me, layer, other_worth(cards, table, me, question, option))
    if names_seats(kind):
        put_seat(cards, table, me, layer, option)
    elif option < 0:
        add(me, layer, WORDS + min(N_WORDS - 1, -option), 1)
    elif is_of_abilities(kind) and kind == Question.USE_ABILITY:
        put_ability(cards, me, layer, option)
    elif not is_of_abilities(kind) or kind == Question.REVEAL_CARD or kind == Question.SWAP_ANTE:
        put_card(cards, me, layer, USES + use_of(kind) * N_FACTS, option)
        put_beside_hand(me, layer, sight, cards.strength[option], n_as_strong(cards, me, option))


@cold
def put_ability(cards, me, layer, k):
    """Count the facts of an ability."""
    ability = cards.ability[k]
    add(me, layer, MOMENTS + ability.when, 1)
    if (CHANGES >> ability.when) & 1 == 0:
        for step in range(ability.step, ability.end):
            add(me, layer, ABILITY + cards.op[step], 1)


@helper
def put_beside_hand(me, layer, sight, strength, same):
    """Count how a card compares with those in hand, of which ``same`` others are as strong."""
    put_flag(me, layer, STRONGEST_IN_HAND, strength >= sight.greatest[0])
    put_flag(me, layer, WEAKEST_IN_HAND, strength <= sight.least)
    put(me, layer, SAME_IN_HAND, same)


@helper
def put_from_hand(cards, me, layer, sight, use, card):
    """Count the facts of a card in hand, and how it compares with the others."""
    put_card(cards, me, layer, USES + use * N_FACTS, card)
    put_beside_hand(me, layer, sight, cards.strength[card], n_as_strong_in_sight(cards, me, sight, card))


@helper
def put_ante(cards, table, me, layer, sight, card):
    """Count the ante of a card in hand."""
    put_worth(me, layer, worth_of_anteing(cards, table, me, card, sight.greatest, cards.strength[card]))
    put_from_hand(cards, me, layer, sight, ANTED, card)


@helper
def put_play(cards, table, me, layer, sight, k, card):
    """Count the play of a card, the ``k``-th in hand."""
    outlook, strongest = sight.outlook, sight.strongest
    strength, chance = cards.strength[card], me.chances[k]
    worth = me.worths[k] + worth_besides(cards, table, me, outlook, card, chance)
    triggers = strength <= outlook.trigger_limit or strength >= table.ante_triggers_from
    put(me, layer, WORTH, worth >> WORTH_SHIFT)
    put(me, layer, WINS, chance >> CHANCE_SHIFT)
    put(me, layer, WINS_STAKES, table.stakes * chance >> SHIFT)
    put(me, layer, NEW_LEAD, (outlook.lead >> SHIFT) + (-strength if outlook.weakest == 1 else strength))
    put_flag(me, layer, IN_LEAD, (outlook.lead >> SHIFT) + (-strength if outlook.weakest == 1 else strength) > 0)
    put(me, layer, ABOVE_SHOWN, max(0, strength - strongest))
    put_flag(me, layer, EQUALS_SHOWN, strength == strongest)
    put_flag(me, layer, LEADS, strength > strongest)
    put_flag(me, layer, IS_BARRED, chance == 0)
    reaches = sight.colours != 0 and colours_of(cards, table, me.seat, card) & sight.colours != 0
    put_flag(me, layer, COLOUR_REACH, reaches)
    put_flag(me, layer, STRENGTH_REACH, (sight.strengths >> strength) & 1 != 0)
    put(me, layer, SPECIAL, special_flight_with(cards, table, me.seat, card) if outlook.special == 1 else 0)
    put_from_hand(cards, me, layer, sight, TRIGGERED if triggers else PLAYED, card)
