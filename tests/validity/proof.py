"""Scores the intervals of many replications against the truth: how often do they hold?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import isfinite, sqrt
from typing import Any

import numpy as np
from intervals import Estimator, Interval
from registry import POINTS, promise_of

from tda_sim.stats.exact import clopper_pearson
from tda_sim.stats.intervals import normal_quantile

LEVEL = 0.95
LEAST, MOST = 0.94, 0.97  # of intervals that are neither too narrow nor too wide: a tolerance of a point, and of two
TESTS, ALARM = 1000, 0.01  # so many tests, at most, raise any false alarm with this probability (Bonferroni)
FOUND = 0.9  # how likely it is that a test finds what it is said to find
ALL = "*"  # in place of a measure: all of a table
FEWEST = 5  # replications that tell a correlation or a chance: of fewer nothing is said
UNBIASED = 0.02  # of a correlation or a chance, on average

Truths = dict[tuple[Estimator, tuple[Any, ...]], Interval]


class NoTruthError(LookupError):
    """An interval whose truth is not known, or that cannot be told from another one of its estimator."""


def truths_of(found: Iterable[Interval]) -> Truths:
    """What an experiment of many games says, by estimator and subject."""
    known: Truths = {}
    for each in found:
        if (each.estimator, each.subject) in known:
            raise NoTruthError(f"two intervals of {each.estimator} about {each.subject}: name a column in SUBJECTS")
        known[each.estimator, each.subject] = each
    return known


@dataclass
class Score:
    """What one replication says about an estimator.

    Intervals, and how many hold; groups that are to hold all at once, and how many do; verdicts, and how many are
    wrong. Estimates without an interval, and by how much they are off in all. ``missing``: intervals without a truth.
    """

    intervals: int = 0
    holding: int = 0
    groups: int = 0
    groups_holding: int = 0
    told: int = 0
    wrong: int = 0
    points: int = 0
    off: float = 0.0
    missing: int = 0


NONE = Score()


def scores(found: Iterable[Interval], truths: Truths | None, stretch: float) -> dict[str, Score]:
    """Return what a replication says about each estimator, by name.

    ``truths``: None where the intervals know their own. ``stretch``: by how much the noise of the truth widens the
    distance between it and an estimate.
    """
    by_name: dict[str, Score] = {}
    groups: dict[tuple[Any, ...], bool] = {}
    for each in found:
        score = by_name.setdefault("|".join(each.estimator), Score())
        truth = _truth(each, truths)
        if truth is None:
            score.missing += 1
            continue
        if not each.is_known:
            score.points += 1
            score.off += each.estimate - truth
            continue
        holds = _holds(each, truth, stretch)
        score.intervals += 1
        score.holding += holds
        promise = promise_of(each.estimator)
        if promise is not None and promise.together is not None:
            group = (each.estimator, each.of(promise.together))
            groups[group] = groups.get(group, True) and holds
        _judge(score, each, truth)
    for (estimator, *_), all_hold in groups.items():
        score = by_name["|".join(estimator)]
        score.groups += 1
        score.groups_holding += all_hold
    return by_name


def _truth(each: Interval, truths: Truths | None) -> float | None:
    """The truth behind an estimate; None where there is none, or where it is certain and nothing is estimated."""
    if not each.is_known and (each.estimator[:2] not in POINTS or not isfinite(each.estimate)):
        return None
    if truths is None:
        return each.truth if isfinite(each.truth) else None
    known = truths.get((each.estimator, each.subject))
    certain = known is not None and known.width == 0 and not any(name == "q" for name, _ in known.subject)
    return None if known is None or certain or not isfinite(known.estimate) else known.estimate


def _holds(each: Interval, truth: float, stretch: float) -> bool:
    low = each.estimate - stretch * (each.estimate - each.low)
    high = each.estimate + stretch * (each.high - each.estimate)
    slack = 1e-9 * max(1.0, abs(truth))
    return low - slack <= truth <= high + slack


def _judge(score: Score, each: Interval, truth: float) -> None:
    """Count a verdict, and whether it is wrong."""
    if each.verdict not in ("more", "less", "same") or not isfinite(each.margin):
        return
    apart = truth - each.par
    right = {"more": apart > each.margin, "less": apart < -each.margin, "same": abs(apart) < each.margin}
    score.told += 1
    score.wrong += not right[each.verdict]


# --- all replications -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Share:
    """A share over replications, with its standard error."""

    value: float
    error: float
    n: int

    @classmethod
    def of(cls, hits: Sequence[int], tries: Sequence[int]) -> "Share | None":
        """The share of hits; replications are independent, what lies within one is not."""
        result = cls.mean(hits, tries)
        return result and replace(result, error=max(result.error, sqrt(LEVEL * (1 - LEVEL) / result.n)))

    @classmethod
    def mean(cls, totals: Sequence[float], counts: Sequence[int]) -> "Share | None":
        """The mean of what each replication has totals and counts of."""
        total, count = np.asarray(totals, float), np.asarray(counts, float)
        if not count.any():
            return None
        value = float(total.sum() / count.sum())
        between = sqrt(float(((total - value * count) ** 2).sum())) / float(count.sum())
        return cls(value, between, int(count.sum()))

    @property
    def independent(self) -> float:
        """As many independent intervals would tell as much."""
        return min(self.n, max(self.value * (1 - self.value), LEVEL * (1 - LEVEL)) / self.error**2)

    @property
    def ends(self) -> tuple[float, float]:
        """Exact bounds, each of which is wrong with a chance of `ALARM` in `TESTS`."""
        return clopper_pearson(self.value * self.independent, self.independent, 1 - 2 * ALARM / TESTS)

    @property
    def finds(self) -> float:
        """The share of intervals that hold that would be found to be below `LEAST`, with probability `FOUND`."""
        n, found, beyond = self.independent, 0.0, LEAST
        while beyond - found > 1e-6:  # the largest share that is found, by bisection
            middle = (found + beyond) / 2
            is_found = clopper_pearson(middle * n, n, 1 - 2 * ALARM / TESTS)[1] < LEAST
            found, beyond = (middle, beyond) if is_found else (found, middle)
        return clopper_pearson(found * n, n, 1 - 2 * (1 - FOUND))[0]

    def lies_beyond(self, bound: float) -> bool:
        """Whether a mean that is no share is further from zero, by more than noise."""
        return abs(self.value) - normal_quantile(1 - 2 * ALARM / TESTS) * self.error > bound


@dataclass(frozen=True)
class Proof:
    """How often the intervals of an estimator hold in a world of games; ``sources``: digest of what made them."""

    world: str
    estimator: Estimator
    replications: int
    games: int
    each: Share | None
    together: Share | None
    wrong: Share | None
    bias: Share | None = None
    sources: str = ""

    @property
    def verdict(self) -> str:
        """Whether they hold as often as they promise: "holds", "too wide" (more often), "too narrow", or "biased"."""
        if self.each is None:
            return "biased" if self.bias is not None and self.bias.lies_beyond(UNBIASED) else "holds"
        low, high = self.judged.ends if self.judged else (LEAST, LEAST)
        if high < LEAST:
            return "too narrow"
        return "too wide" if low > MOST and self.judged is self.each else "holds"

    @property
    def judged(self) -> Share | None:
        """How often what is promised holds: each interval, or all of a list at once."""
        promise = promise_of(self.estimator)
        return self.each if promise is None or promise.together is None else self.together

    @property
    def summary(self) -> str:
        """How often they hold, in percent."""
        shares = {"each": self.each, "all at once": self.together, "wrong verdicts": self.wrong}
        if self.bias is not None:
            return f"off by {self.bias.value:+.3f} ± {self.bias.error:.3f} on average of {self.bias.n:,}"
        return ", ".join(
            f"{name} {100 * share.value:.1f} ± {100 * share.error:.1f} of {share.n:,}"
            for name, share in shares.items()
            if share is not None
        )

    def to_dict(self) -> dict[str, Any]:
        """It as a line of the file."""
        shares = {name: _rounded(getattr(self, name)) for name in ("each", "together", "wrong", "bias")}
        head = {"world": self.world, **self.estimator._asdict(), "replications": self.replications, "games": self.games}
        return {**head, **shares, "verdict": self.verdict, "sources": self.sources}

    @classmethod
    def from_dict(cls, line: Mapping[str, Any]) -> "Proof":
        """A line of the file, read."""
        estimator = Estimator(line["answer"], line["table"], line["measure"])
        shares = (Share(*line[name]) if line[name] else None for name in ("each", "together", "wrong", "bias"))
        return cls(line["world"], estimator, line["replications"], line["games"], *shares, line["sources"])


def _rounded(share: Share | None) -> list[float] | None:
    return None if share is None else [round(share.value, 4), round(share.error, 4), share.n]


def proofs(world: str, games: int, replications: Sequence[Mapping[str, Score]]) -> list[Proof]:
    """Return what the replications of an experiment prove, for each estimator that it has a truth for."""
    result = []
    for name, rows in _by_name(replications).items():
        columns = {field.name: [getattr(row, field.name) for row in rows] for field in fields(Score)}
        each = Share.of(columns["holding"], columns["intervals"])
        tells = sum(points > 0 for points in columns["points"])
        bias = Share.mean(columns["off"], columns["points"]) if tells >= FEWEST else None
        if each is None and bias is None:
            continue
        together = Share.of(columns["groups_holding"], columns["groups"])
        wrong = Share.of(columns["wrong"], columns["told"])
        result.append(Proof(world, Estimator(*name.split("|")), len(rows), games, each, together, wrong, bias))
    return result


def _by_name(replications: Sequence[Mapping[str, Score]]) -> dict[str, list[Score]]:
    """Return the scores of all replications, by estimator; and those of tables of several measures, all of them."""
    names = sorted({name for each in replications for name in each})
    found = {name: [each.get(name, NONE) for each in replications] for name in names}
    tables: dict[str, list[str]] = {}
    for name in names:
        estimator = Estimator(*name.split("|"))
        promise = promise_of(estimator)
        if promise is not None and promise.together is None and any(row.intervals for row in found[name]):
            tables.setdefault("|".join(estimator._replace(measure=ALL)), []).append(name)
    pooled = {table: _added([found[name] for name in those]) for table, those in tables.items() if len(those) > 1}
    return found | pooled


def _added(scores: Sequence[Sequence[Score]]) -> list[Score]:
    """Return the sums of several measures, replication by replication; there are no estimates without an interval."""
    columns = [field.name for field in fields(Score)]
    return [
        Score(*(sum(getattr(one, column) for one in row) for column in columns)) for row in zip(*scores, strict=True)
    ]
