"""Blank records, as each is before anything has happened.

Code that clears a record, or a run of its fields, copies the blank over it, so that it forgets no field. Only this
module sets first values other than zero.
"""

import numpy as np

from tda_sim.engine import layout
from tda_sim.engine.compiler.copying import constant, run_of
from tda_sim.engine.layout import MAX_STRENGTH, NONE

NEVER = MAX_STRENGTH + 1  # stronger than any card


def blank(dtype: np.dtype, *none: str, run: tuple[str, str] | None = None) -> np.ndarray:
    """Return a record, shape (1,), or a run of its fields: all zero, except for those that hold NONE."""
    record = np.zeros(1, dtype if run is None else [(name, dtype[name]) for name in run_of(dtype, *run)])
    for name in none:
        record[name] = NONE
    return record


_TABLE = blank(layout.TABLE, "leader", "gambit_winner", "rich", "played", "anted", "next_leader", run=layout.THIS_GAME)
_TABLE["ante_triggers_from"] = NEVER
_DRAWS = blank(layout.TRAIL, "opener", "entered", run=layout.COUNTED)
_GAME = blank(layout.GAME, "ahead", "changed", run=layout.UNDER_WAY)  # the first check looks at all flights,
_GAME["emptied"] = 1  # and at all hands
_ENDS = "first_leader", "half_richest", "half_poorest", "behind", "deficit"

BLANK_TABLE = constant(_TABLE)
BLANK_SUMMARY = constant(blank(layout.SUMMARY))
BLANK_PRIVATE = constant(blank(layout.PRIVATE, run=layout.HELD_AND_NOTED))
BLANK_QUESTION = constant(blank(layout.QUESTION, "seat", "about", run=layout.DETAILS))
BLANK_LEANINGS = constant(blank(layout.QUESTION, run=layout.LEANINGS))
BLANK_FRAME = constant(blank(layout.FRAME, "picked", "waits", run=layout.NUMBERS))
BLANK_USE = constant(blank(layout.USE, "card", "ability", "other", "about", "picked", run=layout.USED))
BLANK_TALLY = constant(blank(layout.TALLY, *_ENDS))
BLANK_TRAIL = constant(_DRAWS)
BLANK_GAME = constant(_GAME)
