"""The chance of winning the gambit, and what cards in hand are worth, as the weights in ``me.parameter`` have it.

Gold and chances are plain numbers; the names of the weights are in `kit.features`.
"""

from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.looks import clockwise, has_power, is_barred, is_in, room_in_hand, weakest_wins
from tda_sim.kit.features import Feature
from tda_sim.kit.outlook import strength_so_far
from tda_sim.kit.weighing import rounds_left

NEVER = -1e9
STRONG = 7  # cards above it are kept for their strength, others for their power
FULL = 4.0  # cards in a hand that is not short

# --- cards in hand ----------------------------------------------------------------------------------------


@helper
def worth(cards, me, card):
    """What a card in hand is worth later: strength wins stakes, and what is weak triggers."""
    w, strength = me.parameter, cards.strength[card]
    if strength > STRONG or not has_power(cards, card):
        return w[Feature.HAND_CARD] + w[Feature.HAND_STRONG] * strength
    return w[Feature.HAND_CARD] + w[Feature.HAND_POWER] + w[Feature.HAND_WEAK] * strength


@helper
def future(table, me):
    """How much of what a card in hand is worth will be got before the game ends, from 0 to 1."""
    late = me.parameter[Feature.LATE]
    if late <= 0:
        return 1.0
    poorest = 1_000_000
    for seat in range(table.players):
        if is_in(table, seat):
            poorest = min(poorest, max(table.hoard[seat], 1))
    return poorest / (poorest + late)


@helper
def cards_gained(table, me, n, value):
    """What ``n`` cards that come into hand are worth, at a value each: more in a short hand, and only if they fit."""
    n = min(n, room_in_hand(table, me.seat) + 1)
    short = max(0.0, FULL - table.hand_size[me.seat]) / FULL
    return n * (value + me.parameter[Feature.SHORT_HAND] * short)


@helper
def exchange_worth(cards, me, card):
    """What it is worth to exchange the hand cards that are worth less than unknown ones, ``card`` aside."""
    value = 0.0
    for k in range(me.n):
        if me.card[k] != card:
            value += max(0.0, me.parameter[Feature.FRESH_CARD] - worth(cards, me, me.card[k]))
    return value


# --- flights ----------------------------------------------------------------------------------------------


@helper
def average(me, weakest):
    """The strength that an unknown card adds, where more is better: below nought where the weakest flight wins."""
    return -me.parameter[Feature.AVERAGE_REVERSED] if weakest else me.parameter[Feature.AVERAGE]


@helper
def best_rival(cards, table, me, weakest):
    """The best flight that an opponent is expected to reach; with ``weakest`` the best is the least below nought."""
    best, left, each = -1000.0, rounds_left(table), average(me, weakest)
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if not is_barred(cards, table, seat):
            to_come = left + 1 if table.played[seat] == NONE else left
            strength = strength_so_far(cards, table, seat)
            best = max(best, (-strength if weakest else strength) + each * to_come)
    return best


@helper
def best_in_hand(cards, me, n, weakest):
    """Total strength of the ``n - 1`` and of the ``n`` best cards in hand; with ``weakest`` the weakest, below nought.

    In the place of cards that the hand does not hold, and of all after the third, stand average ones.
    """
    usual = average(me, weakest)
    first, second, third = NEVER, NEVER, NEVER
    for k in range(me.n):
        strength = cards.strength[me.card[k]] * (-1.0 if weakest else 1.0)
        if strength > third:
            third = min(strength, second)
            second = max(second, min(strength, first))
            first = max(first, strength)
    first = first if first != NEVER else usual
    second = second if second != NEVER else usual
    third = third if third != NEVER else usual
    if n <= 1:
        return 0.0, first if n == 1 else 0.0
    if n == 2:
        return first, first + second
    total = first + second + (n - 3) * usual
    return total if n == 3 else total - usual + third, total + third


@helper
def hoped_for(me, best, n, weakest):
    """What ``n`` cards to come are expected to add to the own flight, given the best ones in hand."""
    hope = me.parameter[Feature.HOPE]
    return hope * best + (1 - hope) * n * average(me, weakest)


# --- odds -------------------------------------------------------------------------------------------------


@helper
def steepness(table, me):
    """How much a point of strength weighs in the log odds: most at the end."""
    w, left, after = me.parameter, rounds_left(table), table.playing - 1 - table.turns
    if left > 0:
        return w[Feature.STEEP_ONE] if left == 1 else w[Feature.STEEP_MORE]
    return w[Feature.STEEP_OPEN] + w[Feature.STEEP_SHARE] / after if after > 0 else w[Feature.STEEP_LAST]


@helper
def odds_at_par(table, me):
    """The log odds of a flight that is level with its best rival: the worse, the more is still to come."""
    w, left, after = me.parameter, rounds_left(table), max(0, table.playing - 1 - table.turns)
    if left > 0:
        par = w[Feature.PAR_LEFT] + w[Feature.PAR_ROUND] * left + w[Feature.PAR_PLAYER] * table.playing
        return par + w[Feature.PAR_AFTER] * after
    return w[Feature.PAR_LAST] + w[Feature.PAR_AFTER] * after if after > 0 else 0.0


@helper
def chance_of(odds):
    """The chance at these log odds: close to a logistic curve, and the same number on every machine."""
    size = min(abs(odds), 4.0) / 4
    lean = 0.484375 * size * (2 - size)
    return 0.5 + lean if odds > 0 else 0.5 - lean


@helper
def chance_if(cards, table, me, weakest, gained):
    """Chance of winning if the own flight gains so much strength."""
    n = rounds_left(table) + (1 if table.played[me.seat] == NONE else 0)
    own = strength_so_far(cards, table, me.seat) + gained
    own = (-own if weakest else own) + hoped_for(me, best_in_hand(cards, me, n, weakest)[1], n, weakest)
    return chance_of(odds_at_par(table, me) + steepness(table, me) * (own - best_rival(cards, table, me, weakest)))


@helper
def chance_now(cards, table, me):
    """Chance of winning as things stand."""
    return 0.0 if is_barred(cards, table, me.seat) else chance_if(cards, table, me, weakest_wins(table), 0.0)


@helper
def point(table, me, chance):
    """Gold that a point of strength in the own flight is worth: below nothing where the weakest flight wins."""
    value = me.parameter[Feature.FLIGHT_GAIN] * table.stakes * steepness(table, me) * chance * (1 - chance)
    return -value if weakest_wins(table) else value


@helper
def reversal_worth(cards, table, me, chance, stakes):
    """What it is worth that the weakest flight wins."""
    if weakest_wins(table) or is_barred(cards, table, me.seat):
        return 0.0
    return me.parameter[Feature.REVERSAL] * stakes * (chance_if(cards, table, me, True, 0.0) - chance)
