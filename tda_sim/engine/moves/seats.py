"""Who sits where."""

from tda_sim.engine.jit import rule
from tda_sim.engine.looks import is_in


@rule
def wind_clock(table):
    """Write down who sits so many places clockwise from each seat, now that somebody has come or left."""
    for seat in range(table.players):
        table.clock[seat, 0] = seat
        other, steps = seat, 0
        while steps < table.players:
            other = other + 1 if other + 1 < table.players else 0
            if is_in(table, other):
                steps += 1
                table.clock[seat, steps] = other
