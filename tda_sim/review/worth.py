"""The values of options, from their results deal by deal, and the loss of an answer.

Most of the luck of a game comes after the gambit, and has nothing to do with the option. So if the game continues, the
share of the win is the one expected for the gold gained by the end of the gambit, from a line fitted to all deals and
options of the decision. If the game ends with the gambit, the share itself counts. The same deals then carry several
times the information, at a price: effects of an option on later gambits count only as far as they show in gold and in
cards in hand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tda_sim.review.weighing import Weighed
from tda_sim.stats.intervals import student_quantile

Array = NDArray[np.float64]
Z = 1.959963984540054  # of an interval of 95 %
FOLDS = 8  # of the deals of a decision: the others choose the option that each of them measures
PARTS = 3  # of the deals: one chooses an option, the others test it
ALARM = 0.05  # of decisions that are said to have a better option, or none, wrongly: at most


@dataclass(frozen=True)
class Mean:
    """A mean over deals and its standard error."""

    value: float
    error: float

    @property
    def half(self) -> float:
        """Half the width of its 95 % interval."""
        return Z * self.error

    @property
    def is_certain(self) -> bool:
        """Whether it is above 0, beyond its error."""
        return self.value > self.half


@dataclass(frozen=True)
class Shares:
    """The share of the win by deal and option, as described above.

    Attributes:
        values: shape (deals, options).
        goes_on: whether the game continues after the gambit; ``lead``: the gold gained by then, minus its mean.
        level_error, slope_error: standard errors of the line's level, and of its slope.
    """

    values: Array
    goes_on: NDArray[np.bool_]
    lead: Array
    level_error: float
    slope_error: float

    def means(self) -> list[Mean]:
        """Return the mean of each option."""
        return [
            Mean(one.value, self._with_line(one.error, self.goes_on[:, k].mean(), self.lead[:, k].mean()))
            for k, one in enumerate(means(self.values))
        ]

    def apart(self, one: int, other: int) -> Mean:
        """Return the value of an option minus that of another, on the same deals."""
        (gap,) = means(self.values[:, [one]] - self.values[:, [other]])
        return self._between(gap, one, other)

    def loss(self, taken: int) -> Mean:
        """Return the value of the best option minus that of the one taken: see `loss`."""
        return self._between(loss(self.values, self.values, taken), best_of(self.values, taken), taken)

    def _between(self, gap: Mean, one: int, other: int) -> Mean:
        goes_on, lead = (part[:, one].mean() - part[:, other].mean() for part in (self.goes_on, self.lead))
        return Mean(gap.value, self._with_line(gap.error, goes_on, lead))

    def _with_line(self, error: float, goes_on: float, lead: float) -> float:
        return float(np.sqrt(error**2 + (self.level_error * goes_on) ** 2 + (self.slope_error * lead) ** 2))


def shares(it: Weighed) -> Shares:
    """Return the share of the win by deal and option."""
    goes_on = ~it.over
    gold, wins, n = it.gold[goes_on], it.wins[goes_on], int(goes_on.sum())
    level, middle = (float(wins.mean()), float(gold.mean())) if n else (0.0, 0.0)
    lead = np.where(goes_on, it.gold - middle, 0.0)
    squares, free = float((lead**2).sum()), max(n - 2, 1)
    slope = float((lead * (it.wins - level)).sum()) / squares if squares else 0.0
    values = np.where(goes_on, level + slope * lead, it.wins)
    left = float(((it.wins - values) ** 2).sum()) / free
    return Shares(values, goes_on, lead, (left / max(n, 1)) ** 0.5, (left / squares) ** 0.5 if squares else 0.0)


def means(values: Array) -> list[Mean]:
    """Return the mean of each option over the deals, values of shape (deals, options)."""
    errors = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return [Mean(float(mean), float(error)) for mean, error in zip(values.mean(axis=0), errors, strict=True)]


def loss(values: Array, by: Array, taken: int) -> Mean:
    """Return the value of the best option minus that of the one taken.

    Each half of the deals measures the option that is best by ``by``, shape (deals, options), in the other half: so
    luck in the choice does not count, and the loss is not overstated. An option as good as the best loses nothing.
    """
    half = np.arange(len(values)) % 2 == 0
    first, second = _lost(values[half], by[~half], taken), _lost(values[~half], by[half], taken)
    return Mean((first.value + second.value) / 2, float(np.hypot(first.error, second.error)) / 2)


@dataclass(frozen=True)
class Bounds:
    """What an answer loses on average, from below and from above.

    Attributes:
        least: the option that is best on most of the deals is measured on the others, fold by fold. Luck in the choice
            does not count, and a wrong choice makes it smaller: the mean over decisions is too low, if anything.
        most: the option that is best on all deals is measured on the same deals, which luck has helped to choose it:
            too high, if anything.
        folds: how many there are.
    """

    least: float
    most: float
    folds: int

    @property
    def corrected(self) -> float:
        """Between the two, where both errors cancel out.

        Let x be a normal estimate, with error s, of how much better an option is, d. Over decisions whose d is spread
        evenly near 0, as far as s reaches, ``most`` is too high by ∫ (E max(x, 0) - max(d, 0)) = s²/2 times the density
        of d, and a choice by as many other deals too low by ∫ |d| P(x has the wrong sign) = s²/2 times that density.
        With F folds the choice has (F - 1) / F of the deals, and is off by F / (F - 1) as much.
        """
        return ((self.folds - 1) * self.least + self.folds * self.most) / (2 * self.folds - 1)


def bounds(values: Array, by: Array, taken: int) -> Bounds:
    """Return bounds of what an answer loses, in values that ``by`` chooses the best option by: (deals, options)."""
    folds = min(FOLDS, len(values))
    fold, lost = np.arange(len(values)) % folds, 0.0
    for k in range(folds):
        own = values[fold == k]
        lost += float((own[:, best_of(by[fold != k], taken)] - own[:, taken]).sum())
    best = best_of(by, taken)
    return Bounds(lost / len(values), float(values[:, best].mean() - values[:, taken].mean()), folds)


def confirmed(values: Array, taken: int, margin: float) -> float:
    """Return how often an option that some deals choose proves better by more than a margin on the others.

    Each third of the deals chooses the option that is best there, and the other two test it: Student's t, one-sided.
    So an answer that no option beats by more than the margin has a value of `ALARM` at most, on average.
    """
    third, count = np.arange(len(values)) % PARTS, 0
    for k in range(PARTS):
        best = best_of(values[third == k], taken)
        count += best != taken and _least_of(_gaps(values[third != k], taken)[:, [best]])[0] > margin
    return count / PARTS


def ruled_out(values: Array, taken: int, margin: float) -> bool:
    """Whether each other option is proved not to be better by more than a margin.

    Each is tested by itself, with a chance of `ALARM` to be wrong; all tests together are wrong no more often (Berger
    1982, Technometrics 24, p. 295).
    """
    most = -_least_of(-_gaps(values, taken))
    return bool((np.delete(most, taken) <= margin).all())


def _gaps(values: Array, taken: int) -> Array:
    return np.asarray(values - values[:, [taken]])


def _least_of(gaps: Array) -> Array:
    """Return the lower ends of one-sided intervals of means, at a confidence of 1 - `ALARM`."""
    deals = len(gaps)
    reach = student_quantile(1 - 2 * ALARM, deals - 1) / np.sqrt(deals)
    return np.asarray(gaps.mean(axis=0) - reach * gaps.std(axis=0, ddof=1))


def _lost(values: Array, by: Array, taken: int) -> Mean:
    best = best_of(by, taken)
    lost = values[:, best] - values[:, taken]
    return Mean(float(lost.mean()), float(lost.std(ddof=1) / np.sqrt(len(lost))))


def best_of(values: Array, taken: int) -> int:
    """Return the index of the best option; of several, the one taken."""
    mean = values.mean(axis=0)
    best = int(np.argmax(mean))
    return taken if mean[taken] == mean[best] else best
