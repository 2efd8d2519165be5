"""What a learner sees of a question: rows of whole numbers, each with its own meaning.

They are the inputs of our networks (`tda_sim.kit.inputs`), with one change. There, the facts of a card that is an
option have different places for each use of the card (play it, ante it, give it away and so on). Here each fact has one
place, and the use stands beside the facts, which takes a tenth of the numbers. Learners play without abilities, so
facts of abilities are left out.

An observation is a vector: ``STATE`` numbers for the state, then a row of ``OPTION`` numbers for each option shown.
Rows after the last option are zero.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import MAX_HAND, NONE
from tda_sim.kit.inputs import CARD, MOMENTS, MOST, N_FACTS, N_USES, PLACES, STATE, USES

VERSION = 1  # of the layout: a change makes older trained weights invalid
OPTION = MOMENTS - STATE + N_USES + N_FACTS - 1  # numbers of an option
COLUMNS = STATE + OPTION  # numbers that a scorer reads: the state, and one option
OPTIONS = 16  # options that are shown, by default
HIGHEST = MAX_HAND * MOST  # the largest absolute value of a number: the facts of a hand are added up

_USE = MOMENTS  # from this column on: the use of the card, then its facts
_FACT = _USE + N_USES - (CARD + 1)


def _column(place: int) -> int:
    if place < USES:
        return place if place < MOMENTS else NONE
    use, fact = divmod(place - USES, N_FACTS)
    return _USE + use if fact == CARD else _FACT + fact


# Of each place of `tda_sim.kit.inputs`, or NONE.
COLUMN = np.array([_column(place) for place in range(PLACES)], np.int32)


def parts(observation: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return views of an observation's state (..., STATE) and options (..., n, OPTION); its shape is (..., numbers)."""
    options = observation[..., STATE:]
    return observation[..., :STATE], options.reshape(*options.shape[:-1], -1, OPTION)
