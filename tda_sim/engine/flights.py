"""Special flights: when they pay, and how much."""

from tda_sim.engine import moves, timing
from tda_sim.engine.choose import add_option, begin_question, choose, note
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.history import income
from tda_sim.engine.layout import NONE, WORD_BITS, WORD_MASK
from tda_sim.engine.queries import (
    clockwise,
    colour_flight_due,
    colour_flight_worth,
    room_in_hand,
    strength_flight_due,
)
from tda_sim.engine.terms import Event, Question


@rule
def pay_special_flights(t):
    """Pay completed flights, those of the player whose turn it is first, then clockwise."""
    k = 0
    while t.changed != 0 and k < t.table.playing:
        seat = clockwise(t.table, t.table.turn, k)
        if (t.changed >> seat) & 1:
            t.changed &= ~(1 << seat)
            pay_flights_of(t, seat)
        k += 1


@rule
def pay_flights_of(t, seat):
    """Pay a player's completed flights."""
    summary, size = t.table.summary[seat], t.table.flight_size[seat]
    if size >= t.table.rules.colour_flight and summary.twice_coloured & ~t.table.colours_paid[seat]:
        pay_colour_flights(t, seat)
    if size >= t.table.rules.strength_flight and summary.twice_strong & ~t.table.strengths_paid[seat]:
        pay_strength_flights(t, seat)


@rule
def pay_colour_flights(t, seat):
    """Pay each colour flight that a player has completed, once in a gambit."""
    for colour in range(t.cards.n_colours + 1):
        if t.table.stakes_ran_out == 0 and colour_flight_due(t.cards, t.table, seat, colour):
            pay_colour_flight(t, seat, colour, colour_flight_worth(t.cards, t.table, seat, colour))


@cold
def pay_colour_flight(t, seat, colour, worth):
    """Pay a colour flight: each opponent pays ``worth``, the strength of its second-strongest card."""
    worth = timing.special_flight_worth(t, seat, t.table.playing - 1, worth)
    t.table.colours_paid[seat] |= 1 << colour
    t.tally.colour_flights += 1
    t.tally.special_flights[seat] += 1
    note(t, Event.COLOUR_FLIGHT, seat, NONE, colour, worth)
    timing.flight_completed(t, seat, colour, NONE)
    before = income(t.tally, seat)
    for k in range(1, t.table.playing):
        moves.pay(t, clockwise(t.table, seat, k), seat, worth)
    t.tally.flight_gold[seat] += income(t.tally, seat) - before
    timing.flight_paid(t, seat)


@cold
def pay_with_stand_in(t, seat, card, colour):
    """Pay a colour flight in which a card stands in for the third dragon, and return what it brings."""
    word, bit = card >> WORD_BITS, 1 << (card & WORD_MASK)
    wild, powers = t.table.wild[word], t.table.colour_powers
    t.table.wild[word] |= bit
    t.table.colour_powers = 1
    worth = colour_flight_worth(t.cards, t.table, seat, colour)
    t.table.wild[word] = wild
    t.table.colour_powers = powers
    before = t.table.hoard[seat]
    pay_colour_flight(t, seat, colour, worth)
    return t.table.hoard[seat] - before


@rule
def pay_strength_flights(t, seat):
    """Pay each strength flight that a player has completed, once in a gambit."""
    for place in range(t.table.flight_size[seat]):
        strength = t.cards.strength[t.table.flight[seat, place]]
        if t.table.stakes_ran_out == 0 and strength_flight_due(t.cards, t.table, seat, strength):
            pay_strength_flight(t, seat, strength)


@cold
def pay_strength_flight(t, seat, strength):
    """Steal the strength from the stakes; then, if the gambit still goes on, take ante cards."""
    t.table.strengths_paid[seat] |= 1 << strength
    t.tally.strength_flights += 1
    t.tally.special_flights[seat] += 1
    note(t, Event.STRENGTH_FLIGHT, seat, NONE, NONE, strength)
    timing.flight_completed(t, seat, NONE, strength)
    worth = timing.special_flight_worth(t, seat, 1, strength)
    before = income(t.tally, seat)
    if not timing.strength_flight_pays(t, seat, worth, False):
        timing.stolen_by_flight(t, seat, moves.steal(t, seat, worth))
    t.tally.flight_gold[seat] += income(t.tally, seat) - before
    if t.table.stakes_ran_out == 0:
        take_ante_cards(t, seat)
    timing.flight_paid(t, seat)


@cold
def take_ante_cards(t, seat):
    """Take the ante cards that a strength flight allows, chosen one at a time unless all may be taken."""
    count = t.table.ante_size
    if t.table.rules.strength_flight_takes != NONE:
        count = min(count, t.table.rules.strength_flight_takes)
    count = min(count, room_in_hand(t.table, seat))
    if count == t.table.ante_size:
        for _ in range(count):
            moves.take_from_ante(t, seat, 0)
    else:
        for _ in range(count):
            begin_question(t, Question.TAKE_FROM_ANTE, NONE)
            for k in range(t.table.ante_size):
                add_option(t, t.table.ante[k])
            moves.take_from_ante(t, seat, choose(t, seat))
