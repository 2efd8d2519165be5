"""Writes a scorer that was trained elsewhere as a strategy."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.engine.layout import NONE, UNITS
from tda_sim.errors import UserError, brief
from tda_sim.kit import network
from tda_sim.kit.inputs import MOST
from tda_sim.learners.observing import COLUMN, COLUMNS, VERSION
from tda_sim.store.files import write_document
from tda_sim.training.writing import strategy_file

LARGEST = np.iinfo(np.int16).max  # of a weight, in its parts
STORY = "Its weights were trained outside of tda_sim."


def write_strategy(path: str | Path, inputs: ArrayLike, units: ArrayLike, story: str = STORY) -> Path:
    """Write the strategy that takes the option with a scorer's highest score, and return its file.

    The scorer reads the ``COLUMNS`` numbers of an observation that are about an option: the state, and the option's
    row. With x for these, a score is ``units @ maximum(0, x @ inputs[:, :-1]) + x @ inputs[:, -1]``.

    Weights are kept as whole parts: of units in 2**-7, of inputs in 2**-13 of the largest power of two that fits, by
    which all are multiplied. That changes no choice, except between options that are equal up to rounding.

    Args:
        path: the file, which ends in ``.py``; strategies are named by it.
        inputs: weights of inputs, shape (COLUMNS, UNITS): 31 rectified units, and last the one that is added as it is.
        units: weights of the rectified units, shape (UNITS - 1,), none beyond 255.
        story: a sentence or two for the file, about where the weights come from.

    Raises:
        UserError: for a file of another kind, and for weights with other shapes, not finite or too large.
    """
    path = Path(path)
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise UserError.of("not a valid name for a strategy's file", str(path), hint="such as trained.py")
    if not isinstance(story, str):
        raise UserError.of(f"the story must be text, not {brief(story)}")
    own = _array(inputs, (COLUMNS, UNITS), "inputs")
    outer = _array(units, (UNITS - 1,), "units")
    most = LARGEST / 2**network.OUT_BITS
    if abs(outer).max() > most:
        hint = "multiply the weights of its inputs instead, which is equivalent for a rectified unit"
        raise UserError.of(f"a unit weighs {abs(outer).max():g}, and {most:.0f} is the most", hint=hint)
    story = f"{story.strip()} Version {VERSION} of what learners see."
    by_place = np.where(COLUMN[:, None] == NONE, 0, own[COLUMN])
    write_document(path, strategy_file(story, network.written(by_place * _scale(by_place), outer)))
    return path


def _array(weights: ArrayLike, shape: tuple[int, ...], name: str) -> NDArray[np.float64]:
    try:
        array: NDArray[Any] = np.asarray(weights, np.float64)
    except (TypeError, ValueError) as error:
        raise UserError.of(f"{name} are not numbers: {error}", hint=f"an array of shape {shape}") from error
    if array.shape != shape:
        raise UserError.of(f"{name} have the shape {array.shape}", hint=f"it must be {shape}")
    if not np.isfinite(array).all():
        raise UserError.of(f"{name} are not all finite", hint="the training has diverged: check its steps")
    return array


def _scale(inputs: NDArray[np.float64]) -> float:
    """Return the largest power of two that can multiply all weights of inputs: it scales all scores alike."""
    parts = abs(inputs) * 2**network.PART_BITS
    if not parts.any():
        return 1.0
    room = network.MOST_SUM / MOST - len(inputs)  # rounding adds half a part to each at most
    return float(2.0 ** np.floor(np.log2(min(LARGEST / parts.max(), room / parts.sum(axis=0).max()))))
