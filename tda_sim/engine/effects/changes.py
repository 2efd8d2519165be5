"""Changes by abilities: of an amount of gold, or of a card. Each function returns the new amount or card."""

from tda_sim.engine import moves
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects.gold import AMOUNT
from tda_sim.engine.layout import NONE
from tda_sim.engine.playing_ahead import pass_unseen
from tda_sim.engine.registry import change
from tda_sim.engine.terms import Event, When


@change(When.PAYING, When.ANTEING)
def pay_less(t, f, value, amount: AMOUNT = 1):
    """You pay this much less."""
    return max(0, value - amount)


@change(When.SPECIAL_FLIGHT_WORTH)
def count_more(t, f, value, amount: AMOUNT = 1):
    """The special flight brings this much more from each player who pays for it, or from the stakes."""
    return value + amount


@rule
def could_draw_another(t, f):
    """Return whether there is another card to draw."""
    return t.table.deck_size + t.table.discard_size > 0


@change(When.DRAWING_BY_POWER, could=could_draw_another)
def draw_another(t, f, value):
    """Discard the card, and draw another one."""
    moves.discard_from_hand(t, f.seat, moves.place_in_hand(t, f.seat, value))
    moves.draw(t, f.seat)
    return value


@rule
def could_take_another(t, f):
    """Return whether the other hand holds another card."""
    return t.hand[f.other].n > 0


@change(When.TAKING_RANDOM_CARD, could=could_take_another)
def take_another(t, f, value):
    """Give the card back, and take another random one from the same hand."""
    another = moves.from_hand(t, f.other, moves.random_place(t, f.other, NONE))
    moves.to_hand(t, f.other, value)
    pass_unseen(t, value, f.seat, f.other)
    note(t, Event.RETURN, f.seat, value, f.other, 0)
    return another


@change(When.PICKED_AS_STRONGEST)
def cannot_be_picked(t, f, value):
    """You cannot be picked as the opponent with the strongest flight."""
    return value | 1 << f.seat
