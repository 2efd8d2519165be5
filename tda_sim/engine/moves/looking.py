"""Cards looked at. The power that looks holds them, and they lie nowhere else until it puts them somewhere."""

from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import NONE
from tda_sim.engine.moves.cards import meet, renew_deck, take_top, to_discard, to_hand
from tda_sim.engine.queries import room_in_hand
from tda_sim.engine.terms import Contact, Event


@rule
def hold_top(t, f, amount, event):
    """Hold the deck's top cards, which a player looks at or shows to all."""
    for _ in range(amount):
        card = take_top(t)
        if card == NONE:
            return
        f.held[f.n_held] = card
        f.n_held += 1
        note(t, event, f.seat, card, NONE, 0)
        renew_deck(t)


@rule
def let_go(f, k):
    """Release a held card, and return it."""
    card = f.held[k]
    f.n_held -= 1
    for i in range(k, f.n_held):
        f.held[i] = f.held[i + 1]
    return card


@cold
def discard_held(t, f):
    """Put all held cards on the discard pile."""
    for k in range(f.n_held):
        to_discard(t, f.held[k])
        note(t, Event.THROW, f.seat, f.held[k], NONE, 0)
    f.n_held = 0


@rule
def keep(t, seat, card):
    """Let a player take a held card into hand. With a full hand, it goes back on the deck."""
    t.known_to[card] = 1 << seat
    if room_in_hand(t.table, seat) > 0:
        to_hand(t, seat, card)
        meet(t, Contact.DRAWN, seat, card)
        note(t, Event.KEEP, seat, card, NONE, 0)
    else:
        t.deck[t.table.deck_size] = card
        t.table.deck_size += 1
        note(t, Event.PUT_BACK, seat, card, NONE, 0)
