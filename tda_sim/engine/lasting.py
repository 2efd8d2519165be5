"""Powers in force: they were triggered earlier in the gambit and act later, or until the gambit ends."""

from tda_sim.engine import timing
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.copying import copy_record
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.derived import start_from_rules, sum_up_lasting
from tda_sim.engine.layout import MAX_LASTING, NONE
from tda_sim.engine.terms import Event, Tie


@cold
def put_in_force(t, f, kind, tie):
    """Record that the current effect stays in force. If it is triggered again, it counts once more."""
    step, times = f.step - 1, 1
    k = place_of(t, kind, step, f.seat, f.card)
    if k != NONE:
        times += t.table.lasting[k].times
        strike(t, k)
    append(t, kind, step, f.seat, f.card, tie, times)
    note(t, Event.LASTS, f.seat, f.card, NONE, 0)


@rule
def place_of(t, kind, step, seat, card):
    """Return the place of an entry in the list, or NONE."""
    for k in range(t.table.n_lasting):
        entry = t.table.lasting[k]
        if entry.kind == kind and entry.step == step and entry.seat == seat and entry.card == card:
            return k
    return NONE


@rule
def append(t, kind, step, seat, card, tie, times):
    """Add an entry to the list. A full list loses its oldest entry."""
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
    """Remove an entry from the list."""
    for i in range(k, t.table.n_lasting - 1):
        copy_record(t.table.lasting[i], t.table.lasting[i + 1])
    t.table.n_lasting -= 1


@rule
def clear(t):
    """End all powers in force. (There are no flights left that they concern.)"""
    t.table.n_lasting = 0
    start_from_rules(t.table)


@cold
def leave_flight(t, card):
    """End the powers that depend on a card, when it leaves its flight."""
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


@cold
def be_taken(t, card, seat):
    """Move or share the powers in force of a card that a player took in a swap."""
    if t.table.n_lasting == 0:
        return
    for k in range(t.table.n_lasting):
        entry = t.table.lasting[k]
        if entry.card == card and entry.tie == Tie.TAKEN:
            entry.seat = seat
        elif entry.card == card and entry.tie == Tie.SHARED and place_of(t, entry.kind, entry.step, seat, card) == NONE:
            append(t, entry.kind, entry.step, seat, card, Tie.SHARED, 1)
    sum_up_lasting(t)


@cold
def end_all(t, kind):
    """Remove all entries of a kind."""
    n = t.table.n_lasting
    for back in range(1, n + 1):
        if t.table.lasting[n - back].kind == kind:
            strike(t, n - back)
    if t.table.n_lasting < n:
        sum_up_lasting(t)


@rule
def is_in_force(t, kind):
    """Return whether a power of a kind is in force for any player."""
    for k in range(t.table.n_lasting):
        if t.table.lasting[k].kind == kind:
            return True
    return False
