"""What a trial is: something about a strategy's decisions is changed, and its answers are compared."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from tda_sim.conformance.positions import Answer, Decision

PASSED, FAILED, GIVEN, UNTRIED, MEASURED = "passed", "failed", "by construction", "not tried", "measured"
FALSE_ALARM = 1e-6  # probability that a sound strategy fails a trial that compares numbers of answers
SHOWN = 3  # violations that are listed in full


class Told(TypedDict):
    """A verdict, in JSON's types."""

    name: str
    claim: str
    status: str
    said: str  # the summary
    figures: dict[str, Any]
    violations: list[dict[str, Any]]  # the first ones
    n_violations: int


@dataclass
class Verdict:
    """A trial's outcome: its name, the claim, whether it holds, a summary, the figures, and the violations."""

    name: str
    claim: str
    status: str
    summary: str
    figures: dict[str, Any] = field(default_factory=dict)
    violations: list[dict[str, Any]] = field(default_factory=list)

    def as_data(self) -> Told:
        """Return the verdict in JSON's types."""
        return {
            "name": self.name,
            "claim": self.claim,
            "status": self.status,
            "said": self.summary,
            "figures": self.figures,
            "violations": self.violations[:SHOWN],
            "n_violations": len(self.violations),
        }


class Trial(ABC):
    """A trial of decisions: `look` shows it one after another, and `verdict` says what came of them.

    A trial defines what it asks `instead`, and its `report`. ``told`` joins the number of violations to the summary;
    ``status`` is set where not the violations decide.
    """

    name: ClassVar[str]
    claim: ClassVar[str]
    told = "differ of"
    status: str | None = None

    def __init__(self) -> None:
        self.tried = 0  # decisions
        self.violations: list[dict[str, Any]] = []

    def look(self, decision: Decision) -> None:
        """Try a decision, if the trial is for it."""
        if self.is_for(decision):
            self.tried += 1
            first = self.answer(decision)
            self.violations += [{**decision.in_words(first), "instead": each} for each in self.instead(decision, first)]

    def is_for(self, decision: Decision) -> bool:
        """Whether the trial is for a decision."""
        return True

    def answer(self, decision: Decision) -> Answer:
        """Return the answer with which others are compared."""
        return decision.answer()

    def instead(self, decision: Decision, first: Answer) -> Iterator[str]:
        """Yield, in words, each answer that differs from the first one and should not."""
        return iter(())

    @abstractmethod
    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Return what was tried, the figures, and what else there is to say."""

    def verdict(self) -> Verdict:
        """Return the verdict."""
        summary, figures, more = self.report()
        if self.violations and self.told:
            summary = f"{len(self.violations):,} {self.told} {summary}"
        status = self.status or (FAILED if self.violations else PASSED)
        return Verdict(self.name, self.claim, status, "; ".join([summary, *more]), figures, self.violations)


# --- numbers of answers -----------------------------------------------------------------------------------


def chance(statistic: float, df: int) -> float:
    """Return the probability that a chi-square variable is at least as large; 1 for 0 degrees of freedom."""
    from scipy.special import chdtrc  # scipy takes longer to import than a strategy to load

    return float(chdtrc(df, statistic)) if df else 1.0


def unevenness(counts: ArrayLike) -> tuple[float, int]:
    """Return the chi-square statistic of counts that should be even, and its degrees of freedom."""
    observed = np.asarray(counts, float)
    expected = observed.sum() / len(observed)
    return float(((observed - expected) ** 2).sum() / expected), len(observed) - 1


def unlikeness(one: ArrayLike, other: ArrayLike) -> tuple[float, int]:
    """Return the chi-square statistic of two equal-sized samples that should be alike, and its degrees of freedom."""
    a, b = np.asarray(one, float), np.asarray(other, float)
    some = a + b > 0
    return float(((a - b)[some] ** 2 / (a + b)[some]).sum()), max(int(some.sum()) - 1, 0)


def frequencies(decision: Decision, draws: int, rng: np.random.Generator, shuffled: Any = lambda it: it) -> Any:
    """Return how often each place is taken, asked with other random numbers each time."""
    counts = np.zeros(len(decision.options), int)
    for _ in range(draws):
        number = int(rng.integers(1 << 62))
        index = shuffled(decision).with_stream(number).answer().index
        if 0 <= index < len(counts):
            counts[index] += 1
    return counts
