"""Measures of points of a design that hang on its numbers in a known way."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.measures.sensitivity import Design, drawn

UP, BOTH = (0, 1), (-1, 0, 1)
WAYS = {f"number-{k}": UP if k % 4 == 3 else BOTH for k in range(12)}
NAMES = tuple(WAYS)
STEEP = {"number-0": 6.0, "number-1": -3.0, "number-3": 2.0}  # what one step does; others do nothing
BENT = {"number-2": 4.0}  # what the square of a step does
PAIR, BONUS = ("number-4", "number-5"), 3.0  # what a step of both does beside
BASE, NOISE = 100.0, 2.0  # the measure at printed values, and the standard deviation of its luck


def design(seed: Any, points: int) -> Design:
    """A design of so many points."""
    steps = drawn(WAYS, points, np.random.default_rng(seed))
    return Design(NAMES, tuple(f"point-{k + 1}" for k in range(points)), steps)


def centred(of: Design) -> NDArray[np.float64]:
    """The steps of each number, minus their means: an effect is about average values of all others."""
    return np.asarray(of.steps - of.steps.mean(axis=0))


def measured(seed: Any, of: Design) -> NDArray[np.float64]:
    """The measure at each point."""
    columns = dict(zip(NAMES, centred(of).T, strict=True))
    y = BASE + NOISE * np.random.default_rng(seed).normal(size=len(of.points))
    y += sum(step * columns[name] for name, step in STEEP.items())
    y += sum(square * of.steps[:, NAMES.index(name)] ** 2 for name, square in BENT.items())
    return np.asarray(y + BONUS * columns[PAIR[0]] * columns[PAIR[1]])
