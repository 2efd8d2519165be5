"""Fitting a network to labelled decisions: stochastic gradient descent with Adam (Kingma and Ba 2015, arXiv 1412.6980).

A network is to tell the options of a decision apart, so that it is fitted to how much better each is than their mean:
least squares of these differences. Values of single decisions are noisy, as they hang on cards that nobody can know and
on a few deals; the network learns their mean, given what it sees.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import MAX_OPTIONS, UNITS
from tda_sim.kit.inputs import PLACES
from tda_sim.learn.descent import count_inputs, descend, value_taken

Floats = NDArray[np.float32]


@dataclass
class Learner:
    """A network that is being fitted: weights of scaled inputs (PLACES, UNITS) and of units (UNITS - 1,).

    ``moment``, ``square``: Adam's running means of gradients and their squares, of all weights in a row.
    """

    weights: Floats
    scale: Floats  # (PLACES,) what inputs are multiplied by, so that all are about 1
    moment: Floats
    square: Floats
    steps: int = 0

    @classmethod
    def new(cls, scale: Floats, seed: int) -> "Learner":
        """Weights drawn at random (He et al. 2015), those of the last unit 0."""
        rng = np.random.default_rng(seed)
        inputs = rng.normal(0, 0.15, (PLACES, UNITS)).astype(np.float32)
        inputs[:, -1] = 0
        units = rng.normal(0, (2 / UNITS) ** 0.5, UNITS).astype(np.float32)
        return cls.of(inputs, units, scale)

    @classmethod
    def of(cls, inputs: Floats, units: Floats, scale: Floats) -> "Learner":
        """These weights, of scaled inputs (PLACES, UNITS) and of units (UNITS,), whose last one does not count."""
        weights = np.concatenate([inputs.ravel(), units]).astype(np.float32)
        return cls(weights, scale, np.zeros_like(weights), np.zeros_like(weights))

    @property
    def inputs(self) -> Floats:
        """Weights of the inputs as they are counted, (PLACES, UNITS)."""
        return self.weights[: PLACES * UNITS].reshape(PLACES, UNITS) * self.scale[:, None]

    @property
    def units(self) -> Floats:
        """Weights of the units, (UNITS - 1,)."""
        return self.weights[PLACES * UNITS : -1]


def scales(numbers: NDArray[np.int32]) -> Floats:
    """What to multiply each input by, so that it is about 1 where it is not 0, (PLACES,)."""
    times, squares = np.zeros(PLACES), np.zeros(PLACES)
    count_inputs(numbers, times, squares)
    return (1 / np.sqrt(np.maximum(1, squares / np.maximum(1, times)))).astype(np.float32)


class Room:
    """Scratch space for fitting."""

    def __init__(self) -> None:
        self.layer = np.zeros((MAX_OPTIONS + 1, UNITS), np.float32)
        self.begins = np.zeros(MAX_OPTIONS, np.int64)
        self.rows = np.zeros((3, MAX_OPTIONS), np.float32)
        self.gradient = np.zeros(PLACES * UNITS + UNITS, np.float32)


def fit(learner: Learner, numbers: NDArray[np.int32], rate: float, batch: int, room: Room) -> float:
    """Go through labelled decisions once; returns the mean square that was left."""
    learner.steps, left = descend(
        numbers, learner.weights, learner.scale, learner.moment, learner.square, learner.steps, rate, batch,
        room.layer, room.begins, room.rows, room.gradient,
    )  # fmt: skip
    return float(left)


def taken(learner: Learner, numbers: NDArray[np.int32], room: Room) -> tuple[float, float]:
    """What the choices of a network and of the player come to more than any option, on average; in `UNIT`."""
    own, played = value_taken(numbers, learner.weights, learner.scale, room.layer, room.begins, room.rows)
    return float(own), float(played)
