"""The stack of powers being resolved: which powers may go on it, and how."""

from tda_sim.engine.blanks import BLANK_FRAME
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.copying import copier
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.layout import NUMBERS
from tda_sim.engine.moves import meet
from tda_sim.engine.queries import has_power
from tda_sim.engine.terms import Contact, Event

clear_numbers = copier(*NUMBERS)


@rule
def is_resolving(t, source):
    """Return whether the power of a card is being resolved."""
    for k in range(t.n_frames):
        if t.frame[k].source == source:
            return True
    return False


@rule
def can_trigger(t, source):
    """Return whether a card has a power that is not already being resolved."""
    return has_power(t.cards, source) and not is_resolving(t, source)


@rule
def push_power(t, seat, card, source):
    """Let a player use the power of ``source`` as that of ``card``: the two differ if a power is copied."""
    if not can_trigger(t, source):
        return
    frame = t.frame[t.n_frames]
    clear_numbers(frame, BLANK_FRAME[0])
    frame.seat = seat
    frame.card = card
    frame.source = source
    frame.step = t.cards.power[source]
    frame.end = t.cards.power_end[source]
    t.n_frames += 1
    t.tally.triggers += 1
    meet(t, Contact.TRIGGERED, seat, source)
    note(t, Event.TRIGGER, seat, card, source, 0)
