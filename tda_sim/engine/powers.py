"""Powers being resolved: a stack of frames in the record, and one loop that works through them.

A power that triggers another one pushes a frame above its own, and continues after the upper one is done. A card's
power is never resolved twice at a time, which ends every loop and limits the stack to the number of cards.
"""

from tda_sim.engine.choose import running
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects import carry_out
from tda_sim.engine.layout import NONE
from tda_sim.engine.moves import buy_at_once, discard_held


@rule
def resolve_powers(t):
    """Carry out the triggered powers, the innermost first, until none is left.

    After the stakes have run empty, only effects marked ``always`` happen.
    """
    while t.n_frames > 0 and running(t):
        frame = t.frame[t.n_frames - 1]
        step = frame.step
        if step >= frame.end:
            finish(t, frame)
        else:
            frame.step = step + 1
            if t.table.stakes_ran_out == 0 or t.cards.always[step] == 1:
                carry_out(t, frame, step)
                buy_at_once(t)


@rule
def finish(t, frame):
    """Finish a power: discard the cards that it still holds if the stakes ran empty, and let a waiting player buy."""
    t.n_frames -= 1
    if frame.n_held > 0:
        discard_held(t, frame)
    if frame.waits != NONE:
        t.waiting &= ~(1 << frame.waits)
        buy_at_once(t)
