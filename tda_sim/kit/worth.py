"""What cards, stakes and powers are worth, by a plain player's guesses: the parts that styles of play are made of.

Everything is reckoned in sixteenths of a gold piece, in whole numbers, so that no rounding decides.
"""

from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.looks import (
    card_played,
    colours_of,
    count_strength,
    counts_for_strength,
    flight_strength,
    has_power,
    is_barred,
    is_in,
    room_in_hand,
    weakest_wins,
    would_trigger,
)
from tda_sim.engine.vocabulary import Who
from tda_sim.kit.weighing import (
    count_with,
    gold_collected,
    is_barred_with,
    measure_with,
    n_concerned,
    n_having,
    rounds_left,
)

GOLD = 16  # one gold piece
CARD = 38  # one more card in hand
POWER = 32  # a power that moves neither gold nor cards into hands
AVERAGE, AVERAGE_REVERSED = 7, 4  # strength of a card still to come, and where the weakest flight wins
CERTAIN = 256  # a chance of one
EVERY_EFFECT = -1

CHOOSE, UNLESS = EFFECTS["choose_branch"].code, EFFECTS["unless_some"].code
GO_TO, FOR_EACH = EFFECTS["go_to"].code, EFFECTS["for_each"].code
STEAL, COLLECT, PAY_STAKES = EFFECTS["steal"].code, EFFECTS["collect"].code, EFFECTS["pay_stakes"].code
DRAW, GIVE_OR_PAY = EFFECTS["draw"].code, EFFECTS["give_or_pay"].code
TAKE_WEAKEST, TAKE_RANDOM = EFFECTS["take_weakest_ante"].code, EFFECTS["take_random_card"].code
REPLACE_TOP, GIFT = EFFECTS["replace_with_top_card"].code, EFFECTS["pay_if_winning"].code
REVERSE, ADD_TO_FLIGHT = EFFECTS["weakest_flight_wins"].code, EFFECTS["add_to_flight"].code


# --- cards ------------------------------------------------------------------------------------------------


@helper
def card_worth(cards, card):
    """What a card in hand is worth later: strength wins stakes, and what is weak triggers."""
    strength = cards.strength[card]
    return 10 + (4 * strength if strength > 7 or not has_power(cards, card) else 14 + 2 * strength)


@helper
def strength_that_counts(cards, table, card):
    """A card's strength as it counts for winning: below nought where the weakest flight wins."""
    return -cards.strength[card] if weakest_wins(table) else cards.strength[card]


@helper
def strongest_played(cards, table):
    """The greatest strength played in this round so far; 0 before its first card."""
    strongest = 0
    for seat in range(table.players):
        card = card_played(table, seat)
        if card != NONE:
            strongest = max(strongest, cards.strength[card])
    return strongest


@helper
def gathered_colour(cards, table, me, card):
    """How many cards of one of a card's colours flight and hand hold, the card itself among them; 0 without colour."""
    most, colour, colours = 0, 0, colours_of(cards, table, card)
    while colours >> colour:
        if (colours >> colour) & 1:
            count = 0
            for place in range(table.flight_size[me.seat]):
                count += (colours_of(cards, table, table.flight[me.seat, place]) >> colour) & 1
            for k in range(me.n):
                count += (colours_of(cards, table, me.card[k]) >> colour) & 1
            most = max(most, count)
        colour += 1
    return most


@helper
def gathered_strength(cards, table, me, card):
    """How many cards of a card's strength flight and hand hold, as far as they count for a strength flight."""
    strength = cards.strength[card]
    count = count_strength(cards, table, me.seat, strength)
    for k in range(me.n):
        count += 1 if counts_for_strength(cards, table, me.card[k], strength) else 0
    return count if counts_for_strength(cards, table, card, strength) else 0


@helper
def has_effect(cards, card, effect):
    """Whether an effect is part of a card's power."""
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == effect:
            return True
    return False


# --- winning the stakes -----------------------------------------------------------------------------------


@helper
def rival_strength(cards, table, me):
    """What the best rival flight is expected to come to, as it counts for winning."""
    sign, average = (-1, AVERAGE_REVERSED) if weakest_wins(table) else (1, AVERAGE)
    best, left = -1000, rounds_left(table)
    for seat in range(table.players):
        if seat != me.seat and is_in(table, seat) and not is_barred(cards, table, seat):
            to_come = left + 1 if table.played[seat] == NONE else left
            best = max(best, sign * (flight_strength(cards, table, seat) + average * to_come))
    return best


@helper
def still_to_play(cards, table, me, card):
    """What the rounds after this one are expected to add to the own flight, a hand card aside."""
    left = rounds_left(table)
    if left == 0:
        return 0
    average = -AVERAGE_REVERSED if weakest_wins(table) else AVERAGE
    first, second = -1000, -1000
    for k in range(me.n):
        if me.card[k] != card:
            counts = strength_that_counts(cards, table, me.card[k])
            second = max(second, min(first, counts))
            first = max(first, counts)
    best = first if first > -1000 else average
    if left > 1:
        best += (second if second > -1000 else average) + (left - 2) * average
    return (5 * best + 3 * left * average) >> 3


@helper
def chance_of_lead(table, lead):
    """The chance, in 256ths, of winning with a flight that is expected to lead by so much: the surer the later."""
    after, left = max(0, table.playing - 1 - table.turns), rounds_left(table)
    if left > 0:
        odds = (6 if left == 1 else 4) * lead - 2 - 3 * after - 6 * left - 3 * table.playing
    else:
        odds = (8 + 6 // after) * lead - 14 - 3 * after if after > 0 else 32 * lead
    size = min(abs(odds), 64)
    lean = 124 * size * (CERTAIN // 2 - size) >> 12  # close to a logistic curve
    return CERTAIN // 2 + (lean if odds > 0 else -lean)


@helper
def stakes_with(cards, table, me, card):
    """The stakes, times the chance of winning them once a hand card is played."""
    if is_barred_with(cards, table, me.seat, card, NONE):
        return 0
    own = flight_strength(cards, table, me.seat)
    lead = (-own if weakest_wins(table) else own) + strength_that_counts(cards, table, card)
    lead += still_to_play(cards, table, me, card) - rival_strength(cards, table, me)
    return GOLD * table.stakes * chance_of_lead(table, lead) // CERTAIN


@helper
def stakes_if(cards, table, me, gained, reversed_):
    """The stakes, times the chance of winning them if the own flight gains strength, or if the gambit is reversed."""
    own = flight_strength(cards, table, me.seat) + gained
    weakest = weakest_wins(table) != reversed_
    best = -1000
    for seat in range(table.players):
        if seat != me.seat and is_in(table, seat) and not is_barred(cards, table, seat):
            best = max(best, (-1 if weakest else 1) * flight_strength(cards, table, seat))
    return GOLD * table.stakes * chance_of_lead(table, (-own if weakest else own) - best) // CERTAIN


# --- powers -----------------------------------------------------------------------------------------------


@helper
def power_worth(cards, table, me, source, card):
    """What it is worth that a card uses the power of ``source``, which is mostly the card itself."""
    return worth_of_steps(cards, table, me, cards.power[source], cards.power_end[source], card, EVERY_EFFECT)


@helper
def part_worth(cards, table, me, card, effect):
    """What one kind of effect in a card's power is worth, such as what it steals."""
    return worth_of_steps(cards, table, me, cards.power[card], cards.power_end[card], card, effect)


@helper
def triggered_worth(cards, table, me, card):
    """What a card's power is worth if the card is played now: nothing if it would not trigger."""
    return power_worth(cards, table, me, card, card) if would_trigger(cards, table, me.seat, card) else 0


@helper
def worth_of_steps(cards, table, me, at, end, card, only):
    """What the instructions from ``at`` on are worth, or those with one effect; of a choice, its first list."""
    value, times = 0, 1
    while at < end:
        op, following = cards.op[at], at + 1
        if op == UNLESS and count_with(cards, table, me.seat, card, cards.arg[at, 0], cards.arg[at, 1]) == 0:
            following = cards.arg[at, 2]
        elif op == GO_TO:
            times, following = 1, max(following, cards.arg[at, 0])  # a jump back ends what is done for each of some
        elif op == FOR_EACH:
            times = n_having(cards, table, me.seat, cards.arg[at, 1], cards.arg[at, 2])
        elif op != UNLESS and op != CHOOSE and (only == EVERY_EFFECT or only == op):
            value += times * effect_worth(cards, table, me, at, card)
        at = following
    return value


@helper
def effect_worth(cards, table, me, at, card):
    """What the effect of the instruction ``at`` is worth: gold, cards, strength, or a round sum."""
    op, a, b, c, d = cards.op[at], cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2], cards.arg[at, 3]
    if op == STEAL:
        return GOLD * 3 // 4 * min(measure_with(cards, table, me.seat, card, a, b, c), table.stakes)
    if op == COLLECT:
        return GOLD * gold_collected(cards, table, me.seat, card, at)
    if op == DRAW:
        n = min(measure_with(cards, table, me.seat, card, a, b, c), room_in_hand(table, me.seat) + 1)
        return (CARD if d == Who.YOU else CARD // 2) * n
    if op == PAY_STAKES:
        gold = measure_with(cards, table, me.seat, card, a, c, d)
        own = gold if b == Who.YOU or b == Who.EVERYONE else 0
        return GOLD // 2 * (gold * n_concerned(cards, table, me.seat, card, b) * (b != Who.YOU) - own)
    if op == GIVE_OR_PAY:
        return GOLD // 2 * (c + 3) * (2 if a == Who.NEIGHBOURS else 1)
    if op == TAKE_RANDOM:
        return CARD
    if op == TAKE_WEAKEST:
        return CARD * min(a, table.ante_size, room_in_hand(table, me.seat) + 1)
    if op == REPLACE_TOP:
        return POWER + GOLD * table.stakes * (AVERAGE - 1 - cards.strength[card]) // 64
    if op == REVERSE:
        as_it_is = stakes_if(cards, table, me, 0, False)
        return 0 if weakest_wins(table) else stakes_if(cards, table, me, 0, True) - as_it_is
    if op == ADD_TO_FLIGHT:
        gained = measure_with(cards, table, me.seat, card, a, b, c)
        return GOLD * table.stakes * (-gained if weakest_wins(table) else gained) // 32
    return -GOLD * a if op == GIFT else POWER
