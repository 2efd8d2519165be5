"""What a learner sees of a question: rows of whole numbers, of which each has a meaning of its own.

They are the inputs of our own networks (`tda_sim.kit.inputs`), with one change. There, a card that is an option has
its facts at other places for each thing that may become of it (played, anted, given away and so on). Here the facts
have one place each, and beside them stands what becomes of the card: a tenth of the numbers say the same.

So an observation is a vector: the state, ``STATE`` numbers, and then a row of ``OPTION`` numbers for each option that
is shown. Rows past the last option are zero.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import MAX_HAND
from tda_sim.kit.inputs import CARD, MOST, N_FACTS, N_USES, PLACES, STATE, USES

VERSION = 1  # of the layout: another one means that what was learned before reads other numbers
OPTION = USES - STATE + N_USES + N_FACTS - 1  # numbers of an option
COLUMNS = STATE + OPTION  # of what a scorer reads: the state, and one option
OPTIONS = 16  # options that are shown, unless it is said otherwise
HIGHEST = MAX_HAND * MOST  # what a number is at most, and less than nothing at least: the facts of a hand are added up

_USE = USES  # columns from here on: what becomes of the card, and then its facts
_FACT = _USE + N_USES - (CARD + 1)


def _column(place: int) -> int:
    if place < USES:
        return place
    use, fact = divmod(place - USES, N_FACTS)
    return _USE + use if fact == CARD else _FACT + fact


COLUMN = np.array([_column(place) for place in range(PLACES)], np.int32)  # of each place of `tda_sim.kit.inputs`


def parts(observation: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return views of an observation's state (..., STATE) and options (..., n, OPTION); its shape is (..., numbers)."""
    options = observation[..., STATE:]
    return observation[..., :STATE], options.reshape(*options.shape[:-1], -1, OPTION)
