"""Amounts in powers, and the strength of flights when they are scored, for rules and strategies.

The functions read only the printed cards and the public table, and change nothing.
"""

from tda_sim.engine import timing
from tda_sim.engine.compiler.jit import noinline, rule
from tda_sim.engine.layout import FIRST_OWN_GROUP
from tda_sim.engine.queries import (
    count_in_ante,
    count_in_flight,
    count_in_flights,
    flight_strength,
    in_group,
    some_in_flight,
    stronger_flights,
)
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import Per, Zone


@rule
def groups_in_flight(cards, table, seat, group):
    """Return the printed groups of a player's cards of one group, as bits."""
    groups = 0
    for place in range(table.flight_size[seat]):
        card = table.flight[seat, place]
        if in_group(cards, card, group):
            groups |= cards.groups[card]
    return groups


@rule
def groups_in_zone(cards, table, seat, group, where):
    """Return the printed groups of the cards of one group in a zone, as bits."""
    if where == Zone.FLIGHT:
        return groups_in_flight(cards, table, seat, group)
    groups = 0
    if where != Zone.FLIGHTS:
        for k in range(table.ante_size):
            if in_group(cards, table.ante[k], group):
                groups |= cards.groups[table.ante[k]]
    if where != Zone.ANTE:
        for other in range(table.players):
            groups |= groups_in_flight(cards, table, other, group)
    return groups


@rule
def n_colours_among(cards, groups):
    """Return how many colours there are among groups (bits)."""
    count = 0
    for colour in range(cards.n_colours):
        count += (groups >> (FIRST_OWN_GROUP + colour)) & 1
    return count


@rule
def count_in_zone(cards, table, seat, group, where):
    """Return how many cards of a group lie in a zone, as seen by a player."""
    if where == Zone.FLIGHT:
        return count_in_flight(cards, table, seat, group)
    count = 0
    if where != Zone.FLIGHTS:
        count += count_in_ante(cards, table, group)
    if where != Zone.ANTE:
        count += count_in_flights(cards, table, group)
    return count


@rule
def some_in_zone(cards, table, seat, group, where):
    """Return whether some card of a group lies in a zone, as seen by a player."""
    if where == Zone.FLIGHT:
        return some_in_flight(table, seat, group)
    if where != Zone.FLIGHTS and count_in_ante(cards, table, group) > 0:
        return True
    if where != Zone.ANTE:
        for other in range(table.players):
            if some_in_flight(table, other, group):
                return True
    return False


@rule
def measure(cards, table, seat, amount, per, where):
    """Return an amount: fixed, per player, per stronger flight, per colour, or per card of a group in a zone."""
    if per == Per.ONE:
        return amount
    if per == Per.PLAYER:
        return amount * table.playing
    if per == Per.STRONGER_FLIGHT:
        return amount * stronger_flights(cards, table, seat)
    if per == Per.GOOD_COLOUR or per == Per.EVIL_COLOUR:
        group = Group.GOOD_DRAGON if per == Per.GOOD_COLOUR else Group.EVIL_DRAGON
        return amount * n_colours_among(cards, groups_in_zone(cards, table, seat, group, where))
    return amount * count_in_zone(cards, table, seat, per, where)


@rule
def weakest_in_flight(cards, table, seat, group):
    """Return the strength of the weakest card of a group in a player's flight, or 0 if there is none."""
    weakest = 0
    for place in range(table.flight_size[seat]):
        card = table.flight[seat, place]
        if in_group(cards, card, group) and (weakest == 0 or cards.strength[card] < weakest):
            weakest = cards.strength[card]
    return weakest


@rule
def final_strength(cards, table, seat):
    """Return the strength of a player's flight if scored now, with the changes by powers in force."""
    return flight_strength(cards, table, seat) if table.n_lasting == 0 else strength_in_force(cards, table, seat)


@noinline
def strength_in_force(cards, table, seat):
    """Return the strength of a player's flight if scored now, at a table with powers in force."""
    strength = flight_strength(cards, table, seat)
    for k in range(table.n_lasting):
        if table.lasting[k].seat == seat:
            strength = timing.when_scored(cards, table, table.lasting[k], strength)
    return strength
