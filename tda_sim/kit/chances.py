"""The chance of winning the gambit. Chances, odds and fractional strengths are whole numbers of parts."""

from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import clockwise, flight_strength, is_barred, weakest_wins
from tda_sim.engine.terms import Blind
from tda_sim.kit.features import Feature
from tda_sim.kit.outlook import strength_seen, strength_so_far
from tda_sim.kit.weighing import rounds_left
from tda_sim.kit.weights import GOLD, SHIFT, times, weight, whose

NEVER = -(1 << 40)
CERTAIN = GOLD
SURE = 4 * GOLD  # log odds beyond which the chance stays the same

# --- flights ----------------------------------------------------------------------------------------------


@helper
def average(me, weakest):
    """Return the strength that an unknown card adds: negative where the weakest flight wins, so that more is better."""
    return -weight(me, Feature.AVERAGE_REVERSED) if weakest else weight(me, Feature.AVERAGE)


@helper
def best_rival(cards, table, me, weakest):
    """Return the greatest strength that an opponent's flight is expected to reach; ``weakest`` changes all signs."""
    best, unit, each = -1000 * GOLD, -GOLD if weakest else GOLD, average(me, weakest)
    later = each * rounds_left(table)
    plain = table.n_lasting == 0 and me.blind & Blind.FLIGHTS == 0  # then flights count as they lie, for all alike
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if not is_barred(cards, table, seat):
            strength = flight_strength(cards, table, seat) if plain else strength_seen(cards, table, me, seat)
            best = max(best, strength * unit + (later + each if table.played[seat] == NONE else later))
    return best


@helper
def best_in_hand(cards, me, n, weakest):
    """Return the total strengths of the ``n - 1`` and of the ``n`` best cards in hand; ``weakest`` changes the sign.

    Average cards stand in for missing ones, and for all after the third.
    """
    return total_of_best(me, three_best(cards, me, weakest), n, weakest)


@helper
def three_best(cards, me, weakest):
    """Return the strengths of the three best cards in hand, NEVER for missing ones; ``weakest`` changes the sign."""
    first, second, third = NEVER, NEVER, NEVER
    for k in range(me.n):
        strength = -cards.strength[me.card[k]] if weakest else cards.strength[me.card[k]]
        third = max(third, min(second, strength))
        second = max(second, min(first, strength))
        first = max(first, strength)
    return first, second, third


@helper
def total_of_best(me, best, n, weakest):
    """Return the same as `best_in_hand`, given the three best cards."""
    usual = average(me, weakest)
    first, second, third = best
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
    """Return the strength that ``n`` more cards should add to a flight, if the best ones in hand add ``best``."""
    hope = weight(me, Feature.HOPE)
    return times(hope, best) + times(GOLD - hope, n * average(me, weakest))


# --- odds -------------------------------------------------------------------------------------------------


@helper
def steepness(table, me):
    """Return by how much a point of strength changes the log odds: most at the end of the gambit."""
    rounds, after = rounds_left(table), table.playing - 1 - table.turns
    if rounds > 0:
        return weight(me, Feature.STEEP_ONE) if rounds == 1 else weight(me, Feature.STEEP_MORE)
    if after > 0:
        return weight(me, Feature.STEEP_OPEN) + weight(me, Feature.STEEP_SHARE) // after
    return weight(me, Feature.STEEP_LAST)


@helper
def odds_at_par(table, me):
    """Return the log odds of a flight level with its best rival: the more is still to come, the lower."""
    rounds, after = rounds_left(table), max(0, table.playing - 1 - table.turns)
    if rounds > 0:
        par = weight(me, Feature.PAR_LEFT) + weight(me, Feature.PAR_ROUND) * rounds
        return par + weight(me, Feature.PAR_PLAYER) * table.playing + weight(me, Feature.PAR_AFTER) * after
    return weight(me, Feature.PAR_LAST) + weight(me, Feature.PAR_AFTER) * after if after > 0 else 0


@helper
def chance_of(odds):
    """Return the chance at log odds, from 1/64 to 63/64: close to a logistic curve."""
    short = max(0, SURE - abs(odds)) & (2 * SURE - 1)  # the mask only tells LLVM that it has few bits
    lean = 31 * (SURE * SURE - short * short) >> SHIFT + 10
    return CERTAIN // 2 + lean if odds > 0 else CERTAIN // 2 - lean


@helper
def chance_if(cards, table, me, weakest, gain):
    """Return the chance of winning if the player's flight gains strength, in parts."""
    n = rounds_left(table) + (1 if table.played[me.seat] == NONE else 0)
    own = (strength_so_far(cards, table, me.seat) << SHIFT) + gain
    own = (-own if weakest else own) + hoped_for(me, best_in_hand(cards, me, n, weakest)[1], n, weakest)
    lead = own - best_rival(cards, table, me, weakest)
    return chance_of(odds_at_par(table, me) + times(steepness(table, me), lead))


@helper
def chance_now(cards, table, me):
    """Return the player's chance of winning the gambit as things stand, in parts."""
    cards, table, me = opened(cards), opened(table), opened(me)
    if me.thinks == 1 and me.chance_of == whose():
        return me.chance
    chance = 0 if is_barred(cards, table, me.seat) else chance_if(cards, table, me, weakest_wins(table), 0)
    if me.thinks == 1:
        me.chance_of = whose()
        me.chance = chance
    return chance


# --- the worth of a chance of the stakes ------------------------------------------------------------------


@helper
def stakes_won(table, me, chance):
    """Return the worth of the stakes at a chance of winning them."""
    return table.stakes * times(weight(me, Feature.STAKES), chance)


@helper
def point(table, me, chance):
    """Return the worth of a point of strength in the player's flight: negative where the weakest flight wins."""
    gain = times(steepness(table, me), times(chance, CERTAIN - chance))
    value = table.stakes * times(weight(me, Feature.FLIGHT_GAIN), gain)
    return -value if weakest_wins(table) else value


@helper
def reversal_worth(cards, table, me, chance, stakes):
    """Return the worth of reversing the gambit, so that the weakest flight wins."""
    if weakest_wins(table) or is_barred(cards, table, me.seat):
        return 0
    return stakes * times(weight(me, Feature.REVERSAL), chance_if(cards, table, me, True, 0) - chance)
