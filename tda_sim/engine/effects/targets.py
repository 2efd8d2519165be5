"""Whom an effect concerns, how much, and which cards: what the parameters of effects mean in a game."""

from tda_sim.engine.choose import ask_seat
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import FIRST_OWN_GROUP, NONE, Group
from tda_sim.engine.looks import (
    clockwise,
    count_in_ante,
    count_in_flight,
    count_in_flights,
    flight_strength,
    in_group,
    left_of,
    right_of,
    stronger_flights,
)
from tda_sim.engine.vocabulary import Compare, Per, Who, Zone

# --- how much ---------------------------------------------------------------------------------------------


@rule
def count_in_zone(t, seat, group, where):
    """How many cards of a group lie in a zone, as seen by a player."""
    if where == Zone.FLIGHT:
        return count_in_flight(t.cards, t.table, seat, group)
    count = 0
    if where == Zone.ANTE or where == Zone.FLIGHTS_AND_ANTE:
        count += count_in_ante(t.cards, t.table, group)
    if where == Zone.FLIGHTS or where == Zone.FLIGHTS_AND_ANTE:
        count += count_in_flights(t.cards, t.table, group)
    return count


@rule
def groups_in_flight(t, seat, group):
    """The groups that a player's cards of a group belong to by nature, as bits."""
    groups = 0
    for place in range(t.table.flight_size[seat]):
        card = t.table.flight[seat, place]
        if in_group(t.cards, card, group):
            groups |= t.cards.groups[card]
    return groups


@rule
def groups_in_zone(t, seat, group, where):
    """The groups that the cards of a group in a zone belong to by nature, as bits."""
    if where == Zone.FLIGHT:
        return groups_in_flight(t, seat, group)
    groups = 0
    if where == Zone.ANTE or where == Zone.FLIGHTS_AND_ANTE:
        for k in range(t.table.ante_size):
            if in_group(t.cards, t.table.ante[k], group):
                groups |= t.cards.groups[t.table.ante[k]]
    if where == Zone.FLIGHTS or where == Zone.FLIGHTS_AND_ANTE:
        for other in range(t.table.players):
            groups |= groups_in_flight(t, other, group)
    return groups


@rule
def count_colours(t, seat, group, where):
    """How many different colours there are among the cards of a group in a zone."""
    groups = groups_in_zone(t, seat, group, where)
    count = 0
    for colour in range(t.cards.n_colours):
        count += (groups >> (FIRST_OWN_GROUP + colour)) & 1
    return count


@rule
def measure(t, seat, amount, per, where):
    """An amount: as it is, per player, per stronger flight, per colour, or per card of a group in a zone."""
    if per == Per.ONE:
        return amount
    if per == Per.PLAYER:
        return amount * t.table.playing
    if per == Per.STRONGER_FLIGHT:
        return amount * stronger_flights(t.cards, t.table, seat)
    if per == Per.GOOD_COLOUR:
        return amount * count_colours(t, seat, Group.GOOD_DRAGON, where)
    if per == Per.EVIL_COLOUR:
        return amount * count_colours(t, seat, Group.EVIL_DRAGON, where)
    return amount * count_in_zone(t, seat, per, where)


# --- which cards ------------------------------------------------------------------------------------------


@rule
def fits(t, f, card, group, compare):
    """Whether a card belongs to a group and compares as asked with the card that carries the power."""
    if not in_group(t.cards, card, group):
        return False
    own, other = t.cards.strength[f.card], t.cards.strength[card]
    return compare == Compare.ANY or (other < own if compare == Compare.WEAKER else other > own)


# --- whom -------------------------------------------------------------------------------------------------


@rule
def whom(t, f, who, gold):
    """Write the players whom an effect concerns into ``f.whom``, in their order; returns how many (with repetitions).

    Where ``who`` means one opponent among several that are tied, the player picks that one.
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
        f.picked = ask_seat(t, f.seat, f.card, superlative(t, f.seat, who), gold)
    f.whom[0] = f.picked
    return 0 if f.picked == NONE else 1


@rule
def all_clockwise(t, f, first):
    """Everyone from so many places to the left on, clockwise."""
    for k in range(first, t.table.playing):
        f.whom[k - first] = clockwise(t.table, f.seat, k)
    return t.table.playing - first


@rule
def by_flight(t, f, weaker):
    """The opponents with a weaker (or stronger) flight, clockwise."""
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
    """The opponents with the strongest flight, the weakest flight, or most cards in hand, as bits."""
    seats = 0
    best = 0
    for k in range(1, t.table.playing):
        other = clockwise(t.table, seat, k)
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
