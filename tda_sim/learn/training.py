"""Fitting a network to labelled decisions: stochastic gradient descent with Adam (Kingma and Ba 2015, arXiv 1412.6980).

A network is to tell the options of a decision apart, so that it is fitted to how much better each is than their mean:
least squares of these differences. Values of single decisions are noisy, as they hang on cards that nobody can know and
on a few deals; the network learns their mean, given what it sees.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.jit import kernel, rule, wide
from tda_sim.engine.layout import UNITS
from tda_sim.kit.inputs import PLACES
from tda_sim.learn.labels import GOLD, INPUT_BITS

Floats = NDArray[np.float32]

UNIT = 4.0 * GOLD  # values are counted in four gold pieces
FEW = np.float32(1e-8)
MOST_OPTIONS = 256
DECAY_1, DECAY_2 = np.float32(0.9), np.float32(0.999)


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
        weights = np.concatenate([inputs.ravel(), units])
        return cls(weights, scale, np.zeros_like(weights), np.zeros_like(weights))

    @property
    def inputs(self) -> Floats:
        """Weights of the inputs as they are counted, (PLACES, UNITS)."""
        return self.weights[: PLACES * UNITS].reshape(PLACES, UNITS) * self.scale[:, None]

    @property
    def units(self) -> Floats:
        """Weights of the units, (UNITS - 1,)."""
        return self.weights[PLACES * UNITS : -1]


@wide
def add_row(into, at, weights, first, amount):
    """Add a row of weights, times an amount, to a row of numbers."""
    for j in range(UNITS):
        into[at, j] += amount * weights[first + j]


@wide
def add_back(gradient, first, row, at, amount):
    """Add a row of numbers, times an amount, to a row of the gradient."""
    for j in range(UNITS):
        gradient[first + j] += amount * row[at, j]


@wide
def set_row(into, at, source, of):
    """Copy a row."""
    for j in range(UNITS):
        into[at, j] = source[of, j]


@rule
def amount_of(number):
    """What an input counts."""
    return ((number & ((1 << INPUT_BITS) - 1)) ^ (1 << INPUT_BITS - 1)) - (1 << INPUT_BITS - 1)


@rule
def forward(numbers, at, weights, scale, layer, begins, value, answer):
    """Judge the options of the decision at a place; returns where the next one begins.

    Row k of ``layer`` (options + 1, UNITS) becomes the sums of option k, and the last one in use those of the state.
    """
    n, n_state = numbers[at], numbers[at + 2]
    for j in range(UNITS):
        layer[n, j] = 0
    for k in range(at + 3, at + 3 + n_state):
        place = numbers[k] >> INPUT_BITS
        add_row(layer, n, weights, place * UNITS, scale[place] * np.float32(amount_of(numbers[k])))
    at += 3 + n_state
    for option in range(n):
        set_row(layer, option, layer, n)
        value[option] = np.float32(numbers[at]) / np.float32(UNIT)
        begins[option] = at
        for k in range(at + 2, at + 2 + numbers[at + 1]):
            place = numbers[k] >> INPUT_BITS
            add_row(layer, option, weights, place * UNITS, scale[place] * np.float32(amount_of(numbers[k])))
        total = layer[option, UNITS - 1]
        for j in range(UNITS - 1):
            total += max(np.float32(0), layer[option, j]) * weights[PLACES * UNITS + j]
        answer[option] = total
        at += 2 + numbers[at + 1]
    return at


@rule
def backward(numbers, at, n, weights, scale, gradient, layer, begins, slope):
    """Add the gradient of one decision, given the slope by each option's answer; rows of ``layer`` are used up."""
    n_state = numbers[at + 2]
    for j in range(UNITS):
        layer[n, j] = 0
    for option in range(n):
        for j in range(UNITS - 1):
            unit = layer[option, j]
            if unit > 0:
                gradient[PLACES * UNITS + j] += slope[option] * unit
                layer[option, j] = slope[option] * weights[PLACES * UNITS + j]
            else:
                layer[option, j] = 0
        layer[option, UNITS - 1] = slope[option]
        for j in range(UNITS):
            layer[n, j] += layer[option, j]
        begin = begins[option]
        for k in range(begin + 2, begin + 2 + numbers[begin + 1]):
            place = numbers[k] >> INPUT_BITS
            add_back(gradient, place * UNITS, layer, option, scale[place] * np.float32(amount_of(numbers[k])))
    for k in range(at + 3, at + 3 + n_state):
        place = numbers[k] >> INPUT_BITS
        add_back(gradient, place * UNITS, layer, n, scale[place] * np.float32(amount_of(numbers[k])))


@wide
def adam(weights, gradient, moment, square, rate, size):
    """Take a step, and clear the gradient."""
    for k in range(len(weights)):
        slope = gradient[k] / size
        moment[k] = DECAY_1 * moment[k] + (np.float32(1) - DECAY_1) * slope
        square[k] = DECAY_2 * square[k] + (np.float32(1) - DECAY_2) * slope * slope
        weights[k] -= rate * moment[k] / (np.sqrt(square[k]) + FEW)
        gradient[k] = 0


@kernel
def descend(numbers, weights, scale, moment, square, steps, rate, batch, keen, layer, begins, rows, gradient):
    """Go through all decisions once, in their order; returns the steps taken so far, and the mean square left.

    ``keen``: 0 for least squares; else the slope is that of the value of what a chance player takes, who prefers
    what is judged better by so many times the log odds.
    """
    value, answer, slope = rows[0], rows[1], rows[2]
    at, seen, left, decisions = 0, 0, 0.0, 0
    while at < len(numbers):
        n = numbers[at]
        following = forward(numbers, at, weights, scale, layer, begins, value, answer)
        mean_value, mean_answer = np.float32(0), np.float32(0)
        for k in range(n):
            mean_value += value[k] / np.float32(n)
            mean_answer += answer[k] / np.float32(n)
        if keen == 0:
            for k in range(n):
                slope[k] = (answer[k] - mean_answer) - (value[k] - mean_value)
                left += slope[k] * slope[k]
        else:
            best, total, expected = answer[0], np.float32(0), np.float32(0)
            for k in range(n):
                best = max(best, answer[k])
            for k in range(n):
                slope[k] = np.exp(keen * (answer[k] - best))
                total += slope[k]
            for k in range(n):
                slope[k] /= total
                expected += slope[k] * value[k]
            for k in range(n):
                slope[k] *= keen * (expected - value[k])
            left -= expected - mean_value
        backward(numbers, at, n, weights, scale, gradient, layer, begins, slope)
        at, seen, decisions = following, seen + 1, decisions + 1
        if seen == batch:
            steps += 1
            corrected = rate * np.sqrt(1 - 0.999 ** float(steps)) / (1 - 0.9 ** float(steps))
            adam(weights, gradient, moment, square, np.float32(corrected), np.float32(seen))
            seen = 0
    return steps, left / max(1, decisions)


@kernel
def value_taken(numbers, weights, scale, layer, begins, rows, worth):
    """What the network's choices come to more than any option, on average, and what those of a plain player do.

    In parts of a gold piece; ``worth`` is the place of what options are worth to a plain player.
    """
    value, answer = rows[0], rows[1]
    at, decisions, taken, plain = 0, 0, 0.0, 0.0
    while at < len(numbers):
        n = numbers[at]
        following = forward(numbers, at, weights, scale, layer, begins, value, answer)
        mean, best, first, most = 0.0, 0, 0, -1_000_000
        for k in range(n):
            mean += value[k] / n
            if answer[k] > answer[best]:
                best = k
            begin, amount = begins[k], 0
            for i in range(begin + 2, begin + 2 + numbers[begin + 1]):
                if numbers[i] >> INPUT_BITS == worth:
                    amount = amount_of(numbers[i])
            if amount > most:
                first, most = k, amount
        taken += value[best] - mean
        plain += value[first] - mean
        decisions += 1
        at = following
    return taken / max(1, decisions), plain / max(1, decisions), decisions


@kernel
def count_inputs(numbers, times, squares):
    """How often each input is not 0, and the sum of its squares, (PLACES,)."""
    at = 0
    while at < len(numbers):
        n, n_state = numbers[at], numbers[at + 2]
        begin, end = at + 3, at + 3 + n_state
        for option in range(-1, n):
            if option >= 0:
                begin, end = end + 2, end + 2 + numbers[end + 1]
            for k in range(begin, end):
                amount = amount_of(numbers[k])
                times[numbers[k] >> INPUT_BITS] += 1
                squares[numbers[k] >> INPUT_BITS] += amount * amount
        at = end


def scales(numbers: NDArray[np.int32]) -> Floats:
    """What to multiply each input by, so that it is about 1 where it is not 0, (PLACES,)."""
    times, squares = np.zeros(PLACES), np.zeros(PLACES)
    count_inputs(numbers, times, squares)
    return (1 / np.sqrt(np.maximum(1, squares / np.maximum(1, times)))).astype(np.float32)


class Room:
    """Scratch space for fitting."""

    def __init__(self) -> None:
        self.layer = np.zeros((MOST_OPTIONS + 1, UNITS), np.float32)
        self.begins = np.zeros(MOST_OPTIONS, np.int64)
        self.rows = np.zeros((3, MOST_OPTIONS), np.float32)
        self.gradient = np.zeros(PLACES * UNITS + UNITS, np.float32)


def fit(learner: Learner, numbers: NDArray[np.int32], rate: float, batch: int, keen: float, room: Room) -> float:
    """Go through labelled decisions once; returns the mean square that was left (or less than what was taken)."""
    learner.steps, left = descend(
        numbers, learner.weights, learner.scale, learner.moment, learner.square, learner.steps, rate, batch,
        np.float32(keen), room.layer, room.begins, room.rows, room.gradient,
    )  # fmt: skip
    return float(left)


def taken(learner: Learner, numbers: NDArray[np.int32], worth: int, room: Room) -> tuple[float, float]:
    """What the choices of a network and of a plain player come to more than any option, on average; in `UNIT`."""
    own, plain, _ = value_taken(
        numbers, learner.weights, learner.scale, room.layer, room.begins, room.rows, worth
    )  # fmt: skip
    return float(own), float(plain)
