"""The chance of winning the gambit. Chances, odds, and strengths that may be fractions are numbers of parts."""

from tda_sim.engine.guards import opened
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.looks import clockwise, is_barred, weakest_wins
from tda_sim.kit.features import Feature
from tda_sim.kit.outlook import strength_so_far
from tda_sim.kit.weighing import rounds_left
from tda_sim.kit.weights import GOLD, SHIFT, times, weight, whose

NEVER = -(1 << 40)
CERTAIN = GOLD
SURE = 4 * GOLD  # log odds from which on more of them change nothing

# --- flights ----------------------------------------------------------------------------------------------


@helper
def average(me, weakest):
    """The strength that an unknown card adds, where more is better: below nought where the weakest flight wins."""
    return -weight(me, Feature.AVERAGE_REVERSED) if weakest else weight(me, Feature.AVERAGE)


@helper
def best_rival(cards, table, me, weakest):
    """The best flight that an opponent is expected to reach; with ``weakest`` the best is the least below nought."""
    best, left, each = -1000 * GOLD, rounds_left(table), average(me, weakest)
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if not is_barred(cards, table, seat):
            to_come = left + 1 if table.played[seat] == NONE else left
            strength = strength_so_far(cards, table, seat) << SHIFT
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
        strength = -cards.strength[me.card[k]] if weakest else cards.strength[me.card[k]]
        third = max(third, min(second, strength))
        second = max(second, min(first, strength))
        first = max(first, strength)
    first = first << SHIFT if first != NEVER else usual
    second = second << SHIFT if second != NEVER else usual
    third = third << SHIFT if third != NEVER else usual
    if n <= 1:
        return 0, first if n == 1 else 0
    if n == 2:
        return first, first + second
    total = first + second + (n - 3) * usual
    return total if n == 3 else total - usual + third, total + third


@helper
def hoped_for(me, best, n, weakest):
    """What ``n`` cards to come are expected to add to the own flight, given the best ones in hand."""
    hope = weight(me, Feature.HOPE)
    return times(hope, best) + times(GOLD - hope, n * average(me, weakest))


# --- odds -------------------------------------------------------------------------------------------------


@helper
def steepness(table, me):
    """How much a point of strength weighs in the log odds: most at the end."""
    left, after = rounds_left(table), table.playing - 1 - table.turns
    if left > 0:
        return weight(me, Feature.STEEP_ONE) if left == 1 else weight(me, Feature.STEEP_MORE)
    if after > 0:
        return weight(me, Feature.STEEP_OPEN) + weight(me, Feature.STEEP_SHARE) // after
    return weight(me, Feature.STEEP_LAST)


@helper
def odds_at_par(table, me):
    """The log odds of a flight that is level with its best rival: the worse, the more is still to come."""
    left, after = rounds_left(table), max(0, table.playing - 1 - table.turns)
    if left > 0:
        par = weight(me, Feature.PAR_LEFT) + weight(me, Feature.PAR_ROUND) * left
        return par + weight(me, Feature.PAR_PLAYER) * table.playing + weight(me, Feature.PAR_AFTER) * after
    return weight(me, Feature.PAR_LAST) + weight(me, Feature.PAR_AFTER) * after if after > 0 else 0


@helper
def chance_of(odds):
    """The chance at these log odds: close to a logistic curve, from 1/64 to 63/64."""
    size = min(abs(odds), SURE)
    lean = 31 * size * (2 * SURE - size) >> SHIFT + 10
    return CERTAIN // 2 + lean if odds > 0 else CERTAIN // 2 - lean


@helper
def chance_if(cards, table, me, weakest, gained):
    """Chance of winning if the own flight gains so much strength."""
    n = rounds_left(table) + (1 if table.played[me.seat] == NONE else 0)
    own = (strength_so_far(cards, table, me.seat) << SHIFT) + gained
    own = (-own if weakest else own) + hoped_for(me, best_in_hand(cards, me, n, weakest)[1], n, weakest)
    lead = own - best_rival(cards, table, me, weakest)
    return chance_of(odds_at_par(table, me) + times(steepness(table, me), lead))


@helper
def chance_now(cards, table, me):
    """Chance of winning as things stand."""
    cards, table, me = opened(cards), opened(table), opened(me)
    if me.thinks == 1 and me.chance_of == whose():
        return me.chance
    chance = 0 if is_barred(cards, table, me.seat) else chance_if(cards, table, me, weakest_wins(table), 0)
    if me.thinks == 1:
        me.chance_of = whose()
        me.chance = chance
    return chance


# --- what a chance of the stakes is worth -----------------------------------------------------------------


@helper
def stakes_won(table, me, chance):
    """What the stakes are worth at a chance of winning them."""
    return table.stakes * times(weight(me, Feature.STAKES), chance)


@helper
def point(table, me, chance):
    """What a point of strength in the own flight is worth: less than nothing where the weakest flight wins."""
    gain = times(steepness(table, me), times(chance, CERTAIN - chance))
    value = table.stakes * times(weight(me, Feature.FLIGHT_GAIN), gain)
    return -value if weakest_wins(table) else value


@helper
def reversal_worth(cards, table, me, chance, stakes):
    """What it is worth that the weakest flight wins."""
    if weakest_wins(table) or is_barred(cards, table, me.seat):
        return 0
    return stakes * times(weight(me, Feature.REVERSAL), chance_if(cards, table, me, True, 0) - chance)
