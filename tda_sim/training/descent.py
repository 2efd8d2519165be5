"""The loops that fit a network: forward and backward passes, and steps of descent.

They read labelled decisions from `training.labels`.
"""

import numpy as np

from tda_sim.engine.compiler.jit import kernel, rule, vectorised
from tda_sim.engine.layout import UNITS
from tda_sim.kit.buckets import BUCKETS
from tda_sim.kit.inputs import PLACES
from tda_sim.training.labels import CHOSEN, GOLD, HEADER, INPUT_BITS, INPUTS, OPTIONS, SET

UNIT = 4.0 * GOLD  # the unit of values: four gold pieces
ROWS = PLACES + 1  # of weights in a set: one for each input, and last that of the units
FEW = np.float32(1e-8)
DECAY_1, DECAY_2 = np.float32(0.9), np.float32(0.999)
TINY = np.float32(1e-30)  # less counts as 0: processors take a hundred times as long for the smallest numbers of all


@vectorised
def add_row(into, at, weights, first, amount):
    """Add a row of weights, times an amount, to a row of numbers."""
    for j in range(UNITS):
        into[at, j] += amount * weights[first + j]


@vectorised
def add_back(gradient, first, row, at, amount):
    """Add a row of numbers, times an amount, to a row of the gradient."""
    for j in range(UNITS):
        gradient[first + j] += amount * row[at, j]


@vectorised
def set_row(into, at, source, of):
    """Copy a row."""
    for j in range(UNITS):
        into[at, j] = source[of, j]


@rule
def amount_of(number):
    """Return the amount of an input."""
    return ((number & ((1 << INPUT_BITS) - 1)) ^ (1 << INPUT_BITS - 1)) - (1 << INPUT_BITS - 1)


@rule
def forward(numbers, at, of_set, weights, scale, layer, begins, value, answer):
    """Evaluate the options of the decision at a position with a set of weights. Returns the position of the next one.

    Row k of ``layer`` (options + 1, UNITS) gets the sums of option k, and the last row in use those of the state.
    """
    n, n_state = numbers[at + OPTIONS], numbers[at + INPUTS]
    first = of_set * ROWS
    outer = (first + PLACES) * UNITS
    for j in range(UNITS):
        layer[n, j] = 0
    for k in range(at + HEADER, at + HEADER + n_state):
        place = numbers[k] >> INPUT_BITS
        add_row(layer, n, weights, (first + place) * UNITS, scale[place] * np.float32(amount_of(numbers[k])))
    at += HEADER + n_state
    for option in range(n):
        set_row(layer, option, layer, n)
        value[option] = np.float32(numbers[at]) / np.float32(UNIT)
        begins[option] = at
        for k in range(at + 2, at + 2 + numbers[at + 1]):
            place = numbers[k] >> INPUT_BITS
            add_row(layer, option, weights, (first + place) * UNITS, scale[place] * np.float32(amount_of(numbers[k])))
        total = layer[option, UNITS - 1]
        for j in range(UNITS - 1):
            total += max(np.float32(0), layer[option, j]) * weights[outer + j]
        answer[option] = total
        at += 2 + numbers[at + 1]
    return at


@rule
def backward(numbers, at, n, of_set, weights, scale, gradient, layer, begins, slope):
    """Add the gradient of a decision, given the slope for each option's answer. Overwrites rows of ``layer``."""
    n_state = numbers[at + INPUTS]
    first = of_set * ROWS
    outer = (first + PLACES) * UNITS
    for j in range(UNITS):
        layer[n, j] = 0
    for option in range(n):
        for j in range(UNITS - 1):
            unit = layer[option, j]
            if unit > 0:
                gradient[outer + j] += slope[option] * unit
                layer[option, j] = slope[option] * weights[outer + j]
            else:
                layer[option, j] = 0
        layer[option, UNITS - 1] = slope[option]
        for j in range(UNITS):
            layer[n, j] += layer[option, j]
        begin = begins[option]
        for k in range(begin + 2, begin + 2 + numbers[begin + 1]):
            place = numbers[k] >> INPUT_BITS
            add_back(gradient, (first + place) * UNITS, layer, option, scale[place] * np.float32(amount_of(numbers[k])))
    for k in range(at + HEADER, at + HEADER + n_state):
        place = numbers[k] >> INPUT_BITS
        add_back(gradient, (first + place) * UNITS, layer, n, scale[place] * np.float32(amount_of(numbers[k])))


@vectorised
def adam(weights, gradient, moment, square, rate, size):
    """Take a step, and clear the gradient."""
    for k in range(len(weights)):
        slope = gradient[k] / size
        first = DECAY_1 * moment[k] + (np.float32(1) - DECAY_1) * slope
        second = DECAY_2 * square[k] + (np.float32(1) - DECAY_2) * slope * slope
        moment[k] = first if abs(first) > TINY else np.float32(0)
        square[k] = second if second > TINY else np.float32(0)
        weights[k] -= rate * moment[k] / (np.sqrt(square[k]) + FEW)
        gradient[k] = 0


@kernel
def descend(numbers, weights, scale, moment, square, steps, rate, batch, layer, begins, rows, gradient):
    """Process all decisions once, in order. Returns the steps taken so far, and the remaining mean square.

    If there are sets for several decks, the last ones learn from all decks.
    """
    value, answer, slope = rows[0], rows[1], rows[2]
    for_all = len(weights) // (ROWS * UNITS) - BUCKETS
    at, seen, left, decisions = 0, 0, 0.0, 0
    while at < len(numbers):
        n, own = numbers[at + OPTIONS], numbers[at + SET]
        following = at
        for again in range(2 if for_all > 0 else 1):
            of_set = for_all + own % BUCKETS if again else own
            following = forward(numbers, at, of_set, weights, scale, layer, begins, value, answer)
            mean_value, mean_answer = np.float32(0), np.float32(0)
            for k in range(n):
                mean_value += value[k] / np.float32(n)
                mean_answer += answer[k] / np.float32(n)
            for k in range(n):
                slope[k] = (answer[k] - mean_answer) - (value[k] - mean_value)
                left += 0 if again else slope[k] * slope[k]
            backward(numbers, at, n, of_set, weights, scale, gradient, layer, begins, slope)
        at, seen, decisions = following, seen + 1, decisions + 1
        if seen == batch or at == len(numbers):
            steps += 1
            corrected = rate * np.sqrt(1 - 0.999 ** float(steps)) / (1 - 0.9 ** float(steps))
            adam(weights, gradient, moment, square, np.float32(corrected), np.float32(batch))
            seen = 0
    return steps, left / max(1, decisions)


@kernel
def value_taken(numbers, weights, scale, layer, begins, rows):
    """Return the mean value of the network's choices and of the player's, minus that of all options, in `UNIT`."""
    value, answer = rows[0], rows[1]
    at, decisions, taken_, played = 0, 0, 0.0, 0.0
    while at < len(numbers):
        n, chosen = numbers[at + OPTIONS], numbers[at + CHOSEN]
        at = forward(numbers, at, numbers[at + SET], weights, scale, layer, begins, value, answer)
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
    """Count how often each input is not 0, and add up its squares, (PLACES,)."""
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
