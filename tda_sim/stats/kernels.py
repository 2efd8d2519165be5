"""Intervals and differences of numbers over blocks of games, also where what they count is rare; and joint verdicts.

The commands and the page in the browser compute these alike: they are plain numbers, functions and arrays in the part
of Python that Numba compiles, and so is all that they call. Commands call them as they are; `tda_sim.lab.code` compiles
them for the page.
"""

from math import hypot, isfinite, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tda_sim.stats.equivalence import SAME, UNCLEAR, tost
from tda_sim.stats.exact import Ends, clopper_pearson, difference_ends, effective, freedom_of, poisson
from tda_sim.stats.false_discovery import adjusted, p_value
from tda_sim.stats.intervals import student_quantile
from tda_sim.stats.jackknife import half_width

Array = NDArray[np.float64]

AMOUNT, COUNT, SHARE = range(3)  # of gold or time; of n, any number each; of n, yes or no each
FEW = 100  # events: with more, blocks show well enough how far a number may be off
SEEN = 20  # events and blocks: with fewer, a correlation is a guess
FAR = 0.999  # the level of intervals that tests of many differences need


class Number(NamedTuple):
    """A number over blocks of games, and the count behind it: ``unit`` times ``events`` in ``n``, minus par.

    ``error`` is its standard error, NaN for fewer than two blocks. Where nothing is counted, ``n`` is 0.

    Where there are few events, or few cases without one, the bounds follow from the distribution of a count: Clopper
    and Pearson's for a `SHARE`, Garwood's for a `COUNT`. Correlated events of one game amount to fewer independent ones
    (Korn and Graubard 1998). A number that is the same in all blocks has no error that blocks could show: one case in n
    may still differ by one unit, as seldom as an event that never happened in n tries.
    """

    estimate: float
    error: float
    blocks: int
    games: int
    kind: int = AMOUNT
    events: float = 0.0
    n: float = 0.0
    unit: float = 1.0
    par: float = 0.0  # subtracted from events / n


# --- intervals --------------------------------------------------------------------------------------------


def ends(number: Number, level: float) -> Ends:
    """Return low and high; NaN for fewer than two blocks, or where all blocks are alike and nothing is counted."""
    if is_rare(number):
        low, high = _counted_ends(number, level)
        return number.unit * (low - number.par), number.unit * (high - number.par)
    if number.error == 0:
        return nan, nan
    half = half_width(number.error, number.blocks, level)
    return number.estimate - half, number.estimate + half


def is_rare(number: Number) -> bool:
    """Whether bounds follow from the count behind a number, rather than from how much blocks differ."""
    return number.n > 0 and (number.error == 0 or (number.kind != AMOUNT and 0 <= seldom(number) < FEW))


def seldom(number: Number) -> float:
    """Return the number of events or, for a share, of cases without one, whichever is smaller."""
    return min(number.events, number.n - number.events) if number.kind == SHARE else number.events


def _counted_ends(number: Number, level: float) -> Ends:
    """Return the bounds of events / n."""
    if number.kind == SHARE:
        return _share_ends(number, level)
    if number.error == 0 and number.events != 0:
        once = poisson(0, level)[1]
        return (number.events - once) / number.n, (number.events + once) / number.n
    n = _effective(number, number.events / number.n**2, level)
    low, high = poisson(number.events * n / number.n, level)
    return low / n, high / n


def _share_ends(number: Number, level: float) -> Ends:
    share = number.events / number.n
    n = _effective(number, share * (1 - share) / number.n, level)
    low, high = clopper_pearson(share * n, n, level)
    return min(low, share), max(high, share)


def _effective(number: Number, plain: float, level: float) -> float:
    return effective(number.n, plain, (number.error / number.unit) ** 2, freedom_of(number.blocks), level)


def level_apart(level: float, joint: float, numbers: int) -> float:
    """Return the level for counts among numbers that hold at once, as blocks cannot show their correlation (Šidák)."""
    return max(joint, float(level ** (1 / numbers)))


# --- differences ------------------------------------------------------------------------------------------


def difference_within(
    a: Number, b: Number, error: float, freedom: float, correlation: float, level: float
) -> tuple[float, float, float]:
    """Return low and high of b - a, and the error to test it with, from its own error and the correlation of the two.

    Where either is rare, the bounds of both make those of the difference. The error is then the one with which
    Student's tails reach equally far at `FAR`, so tests with it are conservative.
    """
    estimate = b.estimate - a.estimate
    if error != 0 and not is_rare(a) and not is_rare(b):
        half = half_width(error, freedom + 1, level)
        return estimate - half, estimate + half, error
    down, up = _reach(a, b, error, correlation, level)
    far_down, far_up = _reach(a, b, error, correlation, FAR)
    return estimate - down, estimate + up, max(far_down, far_up) / student_quantile(FAR, freedom)


def _reach(a: Number, b: Number, error: float, correlation: float, level: float) -> Ends:
    """Return how far the interval of b - a reaches down and up."""
    if error == 0:
        unseen = _unseen(a, b, level)
        return unseen, unseen
    related = correlation if isfinite(correlation) and _shows_pairing(a) and _shows_pairing(b) else 0.0
    (low_a, high_a), (low_b, high_b) = ends(a, level), ends(b, level)
    low, high = difference_ends((b.estimate, low_b, high_b), (a.estimate, low_a, high_a), related)
    estimate = b.estimate - a.estimate
    return estimate - low, high - estimate


def _shows_pairing(number: Number) -> bool:
    """Whether there are enough events and blocks to estimate a correlation with another number."""
    return (number.n == 0 or seldom(number) >= SEEN) and number.blocks >= SEEN


def _unseen(a: Number, b: Number, level: float) -> float:
    """Return how far two cells may differ if all their blocks are alike, or differ by the same amount.

    No game out of N went differently, so the rate of such games is below the `poisson` bound of zero in N. A game that
    does is taken to be as far off as two games are from each other, or by one event.
    """
    one = max(_of_one_event(a), _of_one_event(b))
    return poisson(0, level)[1] * max(one, hypot(a.error, b.error) / sqrt(min(a.games, b.games)))


def _of_one_event(number: Number) -> float:
    return abs(number.unit / number.n) if number.n > 0 else 0.0


# --- many at once -----------------------------------------------------------------------------------------


def standing(
    estimate: Array, error: Array, freedom: Array, margin: Array, verdict: NDArray[np.int64], level: float
) -> NDArray[np.int64]:
    """Return the verdicts on K differences that also hold among all others, by number; the rest become unclear.

    Of those that are more or less, and of those that are the same, at most a share of 1 - level is expected to be wrong
    (Benjamini and Hochberg 1995).
    """
    count = len(estimate)
    beyond, within = np.empty(count), np.empty(count)
    for k in range(count):
        beyond[k] = p_value(estimate[k], error[k], margin[k], freedom[k])
        known = isfinite(estimate[k] + error[k] + freedom[k] + margin[k])
        within[k] = tost(estimate[k], error[k], freedom[k], margin[k]) if known else 1.0
    beyond, within = adjusted(beyond), adjusted(within)
    stands = np.empty(count, np.int64)
    for k in range(count):
        certain = error[k] == 0 and abs(estimate[k]) > margin[k]  # nothing varies
        limit = within[k] if verdict[k] == SAME else 0.0 if certain else beyond[k]
        stands[k] = verdict[k] if limit <= 1 - level else UNCLEAR
    return stands
