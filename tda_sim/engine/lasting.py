"""Powers in force: what was triggered earlier in the gambit and acts later, or for as long as the gambit lasts."""

from tda_sim.engine import timing
from tda_sim.engine.choose import note
from tda_sim.engine.copying import copy_record
from tda_sim.engine.derived import start_from_rules, sum_up_lasting
from tda_sim.engine.jit import rule, seldom
from tda_sim.engine.layout import MAX_LASTING, NONE
from tda_sim.engine.terms import Event, Tie


@seldom
def put_in_force(t, f, kind, tie):
    """Write down that the effect being carried out stays in force; triggered again, it counts once more."""
    step, times = f.step - 1, 1
    k = place_of(t, kind, step, f.seat, f.card)
    if k != NONE:
        times += t.table.lasting[k].times
        strike(t, k)
    append(t, kind, step, f.seat, f.card, tie, times)
    note(t, Event.LASTS, f.seat, f.card, NONE, 0)


@rule
def place_of(t, kind, step, seat, card):
    """Where an entry stands in the list, or NONE."""
    for k in range(t.table.n_lasting):
        entry = t.table.lasting[k]
        if entry.kind == kind and entry.step == step and entry.seat == seat and entry.card == card:
            return k
    return NONE


@rule
def append(t, kind, step, seat, card, tie, times):
    """Add an entry to the list; from a full one the oldest is struck."""
    if t.table.n_lasting == MAX_LASTING:
        strike(t, 0)
        sum_up_lasting(t)
    entry = t.table.lasting[t.table.n_lasting]
    entry.kind = kind
    entry.step = step
    entry.seat = seat
    entry.card = card
    entry.tie = tie
    entry.times = times
    t.table.n_lasting += 1
    timing.comes_into_force(t, entry)


@rule
def strike(t, k):
    """Take an entry off the list."""
    for i in range(k, t.table.n_lasting - 1):
        copy_record(t.table.lasting[i], t.table.lasting[i + 1])
    t.table.n_lasting -= 1


@rule
def clear(t):
    """Forget all powers in force. (No flight is left that they could concern.)"""
    t.table.n_lasting = 0
    start_from_rules(t.table)


@seldom
def leave_flight(t, card):
    """A card leaves its flight: what hangs on it ends."""
    n = t.table.n_lasting
    if n == 0:
        return
    for back in range(1, n + 1):
        entry = t.table.lasting[n - back]
        if entry.card == card and entry.tie == Tie.CARD:
            note(t, Event.ENDS, entry.seat, card, NONE, 0)
            strike(t, n - back)
    if t.table.n_lasting < n:
        sum_up_lasting(t)


@seldom
def be_taken(t, card, seat):
    """A player has taken a card in a swap: some powers in force go with it, others are shared."""
    if t.table.n_lasting == 0:
        return
    for k in range(t.table.n_lasting):
        entry = t.table.lasting[k]
        if entry.card == card and entry.tie == Tie.TAKEN:
            entry.seat = seat
        elif entry.card == card and entry.tie == Tie.SHARED and place_of(t, entry.kind, entry.step, seat, card) == NONE:
            append(t, entry.kind, entry.step, seat, card, Tie.SHARED, 1)
    sum_up_lasting(t)


@seldom
def end_all(t, kind):
    """Strike all entries of a kind."""
    n = t.table.n_lasting
    for back in range(1, n + 1):
        if t.table.lasting[n - back].kind == kind:
            strike(t, n - back)
    if t.table.n_lasting < n:
        sum_up_lasting(t)


@rule
def is_in_force(t, kind):
    """Whether a power of a kind is in force for anybody."""
    for k in range(t.table.n_lasting):
        if t.table.lasting[k].kind == kind:
            return True
    return False
