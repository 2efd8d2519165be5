"""The loops of fitting a network: judging options, going back from errors to weights, and steps of descent.

They read labelled decisions as `learn.labels` writes them.
"""

import numpy as np

from tda_sim.engine.jit import kernel, rule, wide
from tda_sim.engine.layout import UNITS
from tda_sim.kit.inputs import PLACES
from tda_sim.learn.labels import CHOSEN, GOLD, HEADER, INPUT_BITS, INPUTS, OPTIONS

UNIT = 4.0 * GOLD  # values are counted in four gold pieces
FEW = np.float32(1e-8)
DECAY_1, DECAY_2 = np.float32(0.9), np.float32(0.999)


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
    n, n_state = numbers[at + OPTIONS], numbers[at + INPUTS]
    for j in range(UNITS):
        layer[n, j] = 0
    for k in range(at + HEADER, at + HEADER + n_state):
        place = numbers[k] >> INPUT_BITS
        add_row(layer, n, weights, place * UNITS, scale[place] * np.float32(amount_of(numbers[k])))
    at += HEADER + n_state
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
    n_state = numbers[at + INPUTS]
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
    for k in range(at + HEADER, at + HEADER + n_state):
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
def descend(numbers, weights, scale, moment, square, steps, rate, batch, layer, begins, rows, gradient):
    """Go through all decisions once, in their order; returns the steps taken so far, and the mean square left."""
    value, answer, slope = rows[0], rows[1], rows[2]
    at, seen, left, decisions = 0, 0, 0.0, 0
    while at < len(numbers):
        n = numbers[at + OPTIONS]
        following = forward(numbers, at, weights, scale, layer, begins, value, answer)
        mean_value, mean_answer = np.float32(0), np.float32(0)
        for k in range(n):
            mean_value += value[k] / np.float32(n)
            mean_answer += answer[k] / np.float32(n)
        for k in range(n):
            slope[k] = (answer[k] - mean_answer) - (value[k] - mean_value)
            left += slope[k] * slope[k]
        backward(numbers, at, n, weights, scale, gradient, layer, begins, slope)
        at, seen, decisions = following, seen + 1, decisions + 1
        if seen == batch or at == len(numbers):
            steps += 1
            corrected = rate * np.sqrt(1 - 0.999 ** float(steps)) / (1 - 0.9 ** float(steps))
            adam(weights, gradient, moment, square, np.float32(corrected), np.float32(batch))
            seen = 0
    return steps, left / max(1, decisions)


@kernel
def value_taken(numbers, weights, scale, layer, begins, rows):
    """What the network's choices come to more than any option, on average, and what the player's did; in `UNIT`."""
    value, answer = rows[0], rows[1]
    at, decisions, taken_, played = 0, 0, 0.0, 0.0
    while at < len(numbers):
        n, chosen = numbers[at + OPTIONS], numbers[at + CHOSEN]
        at = forward(numbers, at, weights, scale, layer, begins, value, answer)
        mean, best = 0.0, 0
        for k in range(n):
            mean += value[k] / n
            if answer[k] > answer[best]:
                best = k
        taken_ += value[best] - mean
        played += value[chosen] - mean
        decisions += 1
    return taken_ / max(1, decisions), played / max(1, decisions)


@kernel
def count_inputs(numbers, times, squares):
    """How often each input is not 0, and the sum of its squares, (PLACES,)."""
    at = 0
    while at < len(numbers):
        n, n_state = numbers[at + OPTIONS], numbers[at + INPUTS]
        begin, end = at + HEADER, at + HEADER + n_state
        for option in range(-1, n):
            if option >= 0:
                begin, end = end + 2, end + 2 + numbers[end + 1]
            for k in range(begin, end):
                amount = amount_of(numbers[k])
                times[numbers[k] >> INPUT_BITS] += 1
                squares[numbers[k] >> INPUT_BITS] += amount * amount
        at = end
