"""Moves of cards into flights, out of them and between them."""

from tda_sim.engine import lasting
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.derived import add_up, sum_up_flight
from tda_sim.engine.layout import NONE
from tda_sim.engine.moves.cards import from_hand, meet, renew_deck, take_top, to_discard
from tda_sim.engine.terms import Contact, Event


@rule
def play_from_hand(t, seat, place):
    """Let a player play a hand card to the right end of the flight."""
    card = from_hand(t, seat, place)
    end = t.table.flight_size[seat]
    t.table.flight[seat, end] = card
    t.table.flight_size[seat] = end + 1
    t.table.played[seat] = end
    t.table.play[seat, t.table.plays[seat]] = card
    t.table.plays[seat] += 1
    add_up(t, t.table.summary[seat], seat, card)
    t.changed |= 1 << seat
    t.tally.plays += 1
    meet(t, Contact.PLAYED, seat, card)
    note(t, Event.PLAY, seat, card, NONE, 0)


@rule
def sweep_flight(t, seat):
    """Put a player's whole flight on the discard pile."""
    for place in range(t.table.flight_size[seat]):
        to_discard(t, t.table.flight[seat, place])
    t.table.flight_size[seat] = 0
    sum_up_flight(t, seat)


@cold
def remove_from_flight(t, seat, owner, place):
    """Let a player discard the card at a place of a flight. If it was played this round, no card counts as played."""
    card = t.table.flight[owner, place]
    t.table.flight_size[owner] -= 1
    for k in range(place, t.table.flight_size[owner]):
        t.table.flight[owner, k] = t.table.flight[owner, k + 1]
    if t.table.played[owner] == place:
        t.table.played[owner] = NONE
    elif t.table.played[owner] > place:
        t.table.played[owner] -= 1
    lasting.leave_flight(t, card)
    sum_up_flight(t, owner)
    to_discard(t, card)
    meet(t, Contact.DISCARDED, owner, card)
    note(t, Event.REMOVE, seat, card, owner, 0)


@cold
def replace_by_top(t, seat, place):
    """Discard the card at a place of the player's flight, put the deck's top card there, and return that card.

    It is the same card if there is no other one.
    """
    old = t.table.flight[seat, place]
    to_discard(t, old)
    new = take_top(t)
    t.table.flight[seat, place] = new
    lasting.leave_flight(t, old)
    sum_up_flight(t, seat)
    renew_deck(t)
    if new != old:
        note_replacement(t, seat, new, old)
    return new


@cold
def replace_by(t, seat, place, new):
    """Discard the card at a place of the player's flight, and put a card there that lies nowhere yet."""
    old = t.table.flight[seat, place]
    to_discard(t, old)
    t.table.flight[seat, place] = new
    lasting.leave_flight(t, old)
    sum_up_flight(t, seat)
    note_replacement(t, seat, new, old)


@rule
def note_replacement(t, seat, new, old):
    """Count and log that a card replaced another one."""
    meet(t, Contact.DISCARDED, seat, old)
    meet(t, Contact.PLACED, seat, new)
    note(t, Event.REPLACE, seat, new, old, 0)


@cold
def swap(t, seat, place, other, other_place):
    """Let a player swap a card of their flight with one of an opponent's: each takes the other's place."""
    card, other_card = t.table.flight[seat, place], t.table.flight[other, other_place]
    t.table.flight[seat, place] = other_card
    t.table.flight[other, other_place] = card
    lasting.leave_flight(t, card)
    lasting.leave_flight(t, other_card)
    lasting.be_taken(t, card, other)
    lasting.be_taken(t, other_card, seat)
    sum_up_flight(t, seat)
    sum_up_flight(t, other)
    meet(t, Contact.PLACED, seat, other_card)
    note(t, Event.SWAP, seat, card, other_card, 0)
