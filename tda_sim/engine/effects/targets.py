"""The meaning of effects' parameters in a game: which players an effect concerns, and which cards."""

from tda_sim.engine import timing
from tda_sim.engine.choose import ask_seat
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import clockwise, flight_strength, in_group, left_of, right_of
from tda_sim.engine.vocabulary import Compare, Who

# --- which cards ------------------------------------------------------------------------------------------


@rule
def fits(t, f, card, group, compare):
    """Return whether a card belongs to a group and compares as asked with the card that carries the power."""
    if not in_group(t.cards, card, group):
        return False
    own, other = t.cards.strength[f.card], t.cards.strength[card]
    return compare == Compare.ANY or (other < own if compare == Compare.WEAKER else other > own)


# --- whom -------------------------------------------------------------------------------------------------


@rule
def whom(t, f, who, gold):
    """Write the players whom an effect concerns into ``f.whom``, in order, and return how many (with repetitions).

    If ``who`` means one opponent and several are tied, the player picks one.
    """
    if who == Who.YOU:
        f.whom[0] = f.seat
        return 1
    if who == Who.OPPONENTS or who == Who.EVERYONE:
        return all_clockwise(t, f, 1 if who == Who.OPPONENTS else 0)
    if who == Who.WEAKER_FLIGHTS or who == Who.STRONGER_FLIGHTS:
        return by_flight(t, f, who == Who.WEAKER_FLIGHTS)
    if who == Who.LEFT or who == Who.RIGHT or who == Who.NEIGHBOURS:
        f.whom[0] = right_of(t.table, f.seat) if who == Who.RIGHT else left_of(t.table, f.seat)
        f.whom[1] = right_of(t.table, f.seat)
        return 2 if who == Who.NEIGHBOURS else 1
    if who != Who.PICKED:
        f.picked = pick_one(t, f, who, gold)
    f.whom[0] = f.picked
    return 0 if f.picked == NONE else 1


@rule
def pick_one(t, f, who, gold):
    """Return the one opponent that ``who`` means, or NONE. The player picks among those tied."""
    seats = superlative(t, f.seat, who)
    return ask_seat(t, f.seat, f.card, seats, gold) if seats != 0 else NONE


@rule
def all_clockwise(t, f, first):
    """Write all players, clockwise from a number of places to the left."""
    for k in range(first, t.table.playing):
        f.whom[k - first] = clockwise(t.table, f.seat, k)
    return t.table.playing - first


@rule
def by_flight(t, f, weaker):
    """Write the opponents with a weaker (or stronger) flight, clockwise."""
    own = flight_strength(t.cards, t.table, f.seat)
    n = 0
    for k in range(1, t.table.playing):
        other = clockwise(t.table, f.seat, k)
        strength = flight_strength(t.cards, t.table, other)
        if (strength < own) if weaker else (strength > own):
            f.whom[n] = other
            n += 1
    return n


@rule
def superlative(t, seat, who):
    """Return the opponents with the strongest flight, the weakest flight, or the most cards in hand, as bits."""
    seats = 0
    best = 0
    left_out = 0
    if who == Who.STRONGEST_FLIGHT:
        left_out = timing.never_strongest(t, seat, 0)
    for k in range(1, t.table.playing):
        other = clockwise(t.table, seat, k)
        if (left_out >> other) & 1:
            continue
        value = t.table.hand_size[other]
        if who == Who.STRONGEST_FLIGHT:
            value = flight_strength(t.cards, t.table, other)
        elif who == Who.WEAKEST_FLIGHT:
            value = -flight_strength(t.cards, t.table, other)
        if seats == 0 or value > best:
            best = value
            seats = 1 << other
        elif value == best:
            seats |= 1 << other
    return seats
