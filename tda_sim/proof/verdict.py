"""The outcome of a trial."""

from dataclasses import dataclass, field
from typing import Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike

PASSED, FAILED, GIVEN, UNTRIED, MEASURED = "passed", "failed", "by construction", "not tried", "measured"
FALSE_ALARM = 1e-6  # probability that a sound strategy fails a trial that compares numbers of answers
SHOWN = 3  # violations that are listed in full


class Trial(TypedDict):
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

    def as_data(self) -> Trial:
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


def chance(statistic: float, freedom: int) -> float:
    """Return the probability that a chi-square variable is at least as large; 1 for 0 degrees of freedom."""
    from scipy.special import chdtrc  # scipy takes longer to import than a strategy to load

    return float(chdtrc(freedom, statistic)) if freedom else 1.0


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
