"""Fits a network to labelled decisions: stochastic gradient descent with Adam (Kingma and Ba 2015, arXiv 1412.6980).

A network must distinguish the options of a decision, so it is fitted to the difference between each option and their
mean, by least squares. Values of single decisions are noisy, because they depend on hidden cards and a few deals. The
network learns their mean, given what it sees.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import MAX_OPTIONS, UNITS
from tda_sim.kit.buckets import BUCKETS
from tda_sim.kit.inputs import PLACES
from tda_sim.training.descent import ROWS, count_inputs, descend, value_taken

Floats = NDArray[np.float32]


@dataclass
class Learner:
    """A network in training: weights of scaled inputs and of units, in sets for each deck and bucket.

    If there are several decks, a last one stands for all of them together, for the sake of decks that are like none.

    ``moment`` and ``square`` are Adam's running means of gradients and their squares, for all weights in a row.
    """

    weights: Floats  # in a row: (decks, BUCKETS, ROWS, UNITS)
    scale: Floats  # (PLACES,) factors of inputs, which bring all of them to about 1
    moment: Floats
    square: Floats
    steps: int = 0

    @classmethod
    def new(cls, decks: int, scale: Floats, seed: int) -> "Learner":
        """Return a learner with random weights (He et al. 2015), equal in all sets; those of the last unit are 0."""
        rng = np.random.default_rng(seed)
        inputs = rng.normal(0, 0.15, (PLACES, UNITS)).astype(np.float32)
        inputs[:, -1] = 0
        units = rng.normal(0, (2 / UNITS) ** 0.5, UNITS).astype(np.float32)
        return cls.of(np.tile(inputs, (decks, BUCKETS, 1, 1)), np.tile(units, (decks, BUCKETS, 1)), scale)

    @classmethod
    def of(cls, inputs: Floats, units: Floats, scale: Floats) -> "Learner":
        """Return a learner with weights of scaled inputs (decks, BUCKETS, PLACES, UNITS) and of units (decks, BUCKETS,
        UNITS). The last unit's weights are ignored.
        """
        weights = np.concatenate([inputs, units[:, :, None]], axis=2).astype(np.float32).ravel()
        return cls(weights, scale, np.zeros_like(weights), np.zeros_like(weights))

    @classmethod
    def of_bytes(cls, numbers: bytes, steps: int) -> "Learner":
        """Return the learner of `to_bytes`. Raises ValueError for anything else."""
        row = np.frombuffer(numbers, "<f4").astype(np.float32)
        n, rest = divmod(len(row) - PLACES, 3)
        if n <= 0 or n % (BUCKETS * ROWS * UNITS) != 0 or rest != 0 or not np.isfinite(row).all():
            raise ValueError("these are not the numbers of a learner")
        weights, moment, square, scale = np.split(row, [n, 2 * n, 3 * n])
        return cls(weights, scale, moment, square, steps)

    def to_bytes(self) -> bytes:
        """Return all arrays."""
        return np.concatenate([self.weights, self.moment, self.square, self.scale]).astype("<f4").tobytes()

    def copy(self) -> "Learner":
        """Return a learner that goes on by itself."""
        weights, moment, square = self.weights.copy(), self.moment.copy(), self.square.copy()
        return replace(self, weights=weights, moment=moment, square=square)

    @property
    def sets(self) -> Floats:
        """The weights by deck, bucket and row, (decks, BUCKETS, ROWS, UNITS)."""
        return self.weights.reshape(-1, BUCKETS, ROWS, UNITS)

    @property
    def inputs(self) -> Floats:
        """Weights of the unscaled inputs, (decks, BUCKETS, PLACES, UNITS)."""
        return self.sets[:, :, :PLACES] * self.scale[:, None]

    @property
    def units(self) -> Floats:
        """Weights of the units, (decks, BUCKETS, UNITS - 1)."""
        return self.sets[:, :, PLACES, :-1]


def scales(numbers: NDArray[np.int32]) -> Floats:
    """Return the factor that brings each input to about 1 where it is not 0, (PLACES,)."""
    times, squares = np.zeros(PLACES), np.zeros(PLACES)
    count_inputs(numbers, times, squares)
    return (1 / np.sqrt(np.maximum(1, squares / np.maximum(1, times)))).astype(np.float32)


class Room:
    """Scratch space for fitting."""

    def __init__(self) -> None:
        self.layer = np.zeros((MAX_OPTIONS + 1, UNITS), np.float32)
        self.begins = np.zeros(MAX_OPTIONS, np.int64)
        self.rows = np.zeros((3, MAX_OPTIONS), np.float32)
        self.gradient = np.zeros(0, np.float32)

    def for_gradient(self, learner: Learner) -> Floats:
        """Return zeros, as many as a learner has weights."""
        if len(self.gradient) != len(learner.weights):
            self.gradient = np.zeros_like(learner.weights)
        return self.gradient


def fit(learner: Learner, numbers: NDArray[np.int32], rate: float, batch: int, room: Room) -> float:
    """Process labelled decisions once, and return the remaining mean square."""
    learner.steps, left = descend(
        numbers, learner.weights, learner.scale, learner.moment, learner.square, learner.steps, rate, batch,
        room.layer, room.begins, room.rows, room.for_gradient(learner),
    )  # fmt: skip
    return float(left)


def taken(learner: Learner, numbers: NDArray[np.int32], room: Room) -> tuple[float, float]:
    """Return the mean value of a network's choices and of the player's, minus that of all options, in `UNIT`."""
    own, played = value_taken(numbers, learner.weights, learner.scale, room.layer, room.begins, room.rows)
    return float(own), float(played)
