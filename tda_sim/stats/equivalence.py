"""Does a difference matter? Intervals and tests against a margin that is fixed beforehand.

A difference smaller than ``smallest`` in size does not matter. Absence of evidence is no evidence of absence: *same*
has to be shown, as *more* and *less* have to be.
"""

from math import ceil, inf, isnan
from typing import Literal

from tda_sim.stats.intervals import student_below

Verdict = Literal["same", "more", "less", "unclear"]
VERDICTS: tuple[Verdict, ...] = ("same", "more", "less", "unclear")  # by number
SAME, MORE, LESS, UNCLEAR = range(4)


def verdict(low: float, high: float, smallest: float) -> Verdict:
    """Return what an interval says of a difference: all of it matters, none of it does, or the question is open.

    ``more`` and ``less``: the whole interval lies beyond the margin, on that side. ``same``: it lies within -smallest
    .. smallest. ``unclear``: it contains an end of the margin. With an interval of level 1 - 2a each of the first
    three is wrong with probability a at most (for ``same``: Schuirmann 1987, Journal of Pharmacokinetics and
    Biopharmaceutics 15, p. 657). A missing interval (NaN) is ``unclear``.
    """
    return VERDICTS[verdict_number(low, high, smallest)]


def verdict_number(low: float, high: float, smallest: float) -> int:
    """Return a `verdict` as its place among `VERDICTS`."""
    if isnan(low) or isnan(high):
        return UNCLEAR
    if -smallest < low and high < smallest:
        return SAME
    if low > smallest:
        return MORE
    return LESS if high < -smallest else UNCLEAR


def tost(estimate: float, error: float, freedom: float, smallest: float) -> float:
    """Return the p-value of two one-sided tests: how well do the data fit a difference that matters?

    It is small where the difference is shown to lie within -smallest .. smallest (Schuirmann 1987). ``freedom``: the
    standard error's degrees of freedom in Student's distribution; infinite for a normal one.
    """
    if not error > 0:
        return 0.0 if error == 0 and abs(estimate) < smallest else 1.0
    return student_below((abs(estimate) - smallest) / error, freedom)


def games_needed(half_width: float, games: int, wanted: float) -> float:
    """Return about how many games give an interval of half width ``wanted``, if ``games`` games gave ``half_width``.

    Widths shrink with the square root of the number of games. A whole number; infinite where ``wanted`` is zero or
    where there is no interval yet.
    """
    if isnan(half_width) or wanted <= 0:
        return inf if half_width != 0 else games
    return ceil(games * (half_width / wanted) ** 2)
