"""Whom an effect concerns, how much, and which cards: what the parameters of effects mean in a game."""

from tda_sim.engine.choose import ask_seat
from tda_sim.engine.effects.vocabulary import Compare, Per, Who, Zone
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import NONE
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


@rule
def count_in_zone(t, seat, group, where):
    """How many cards of a group lie in a zone, as seen by a player."""
    if where == Zone.ANTE:
        return count_in_ante(t.cards, t.table, group)
    if where == Zone.FLIGHTS:
        return count_in_flights(t.cards, t.table, group)
    return count_in_flight(t.cards, t.table, seat, group)


@rule
def measure(t, f, amount, per, where):
    """An amount: as it is, per player, per stronger flight, or per card of a group in a zone."""
    if per == Per.ONE:
        return amount
    if per == Per.PLAYER:
        return amount * t.table.players
    if per == Per.STRONGER_FLIGHT:
        return amount * stronger_flights(t.cards, t.table, f.seat)
    return amount * count_in_zone(t, f.seat, per, where)


@rule
def fits(t, f, card, group, compare):
    """Whether a card belongs to a group and compares as asked with the card that carries the power."""
    if not in_group(t.cards, card, group):
        return False
    own, other = t.cards.strength[f.card], t.cards.strength[card]
    return compare == Compare.ANY or (other < own if compare == Compare.WEAKER else other > own)


@rule
def extreme_flights(t, seat, weakest):
    """The opponents with the strongest (or weakest) flight, as bits."""
    seats = 0
    best = 0
    for k in range(1, t.table.players):
        other = clockwise(t.table, seat, k)
        strength = flight_strength(t.cards, t.table, other)
        if weakest:
            strength = -strength
        if seats == 0 or strength > best:
            best = strength
            seats = 1 << other
        elif strength == best:
            seats |= 1 << other
    return seats


@rule
def settle_who(t, f, who, gold):
    """Before an effect's first step: have the player pick an opponent where ``who`` asks for one."""
    if who == Who.STRONGEST_FLIGHT or who == Who.WEAKEST_FLIGHT:
        seats = extreme_flights(t, f.seat, who == Who.WEAKEST_FLIGHT)
        f.picked = ask_seat(t, f.seat, f.card, seats, gold)


@rule
def n_targets(t, f, who):
    """How many players (with repetitions) an effect concerns."""
    if who == Who.OPPONENTS:
        return t.table.players - 1
    if who == Who.EVERYONE:
        return t.table.players
    if who == Who.NEIGHBOURS:
        return 2
    if who == Who.YOU or who == Who.LEFT or who == Who.RIGHT:
        return 1
    return 0 if f.picked == NONE else 1


@rule
def target(t, f, who, k):
    """The k-th player that an effect concerns, in the order in which it is carried out."""
    if who == Who.YOU:
        return f.seat
    if who == Who.LEFT or (who == Who.NEIGHBOURS and k == 0):
        return left_of(t.table, f.seat)
    if who == Who.RIGHT or who == Who.NEIGHBOURS:
        return right_of(t.table, f.seat)
    if who == Who.OPPONENTS:
        return clockwise(t.table, f.seat, k + 1)
    if who == Who.EVERYONE:
        return clockwise(t.table, f.seat, k)
    return f.picked
