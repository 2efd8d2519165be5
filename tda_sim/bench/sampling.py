"""Interleaved repetitions: every case once, then every case again, so that a slow minute affects all alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from tda_sim.bench.counters import EVENTS, Counts

Sample = TypeVar("Sample")
Say = Callable[[str], None]


@dataclass(frozen=True)
class Played:
    """One sample: games, decisions, seconds, and the processor's counts, if any."""

    games: int
    decisions: int
    seconds: float
    counts: Counts | None = None

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds

    @property
    def nanoseconds(self) -> float:
        """Nanoseconds per decision."""
        return 1e9 / self.rate


def interleave(
    cases: Mapping[str, Callable[[], Sample]], repetitions: int, say: Say = lambda text: None
) -> dict[str, list[Sample]]:
    """Run all cases in turn, ``repetitions`` times, and return what each returned."""
    samples: dict[str, list[Sample]] = {name: [] for name in cases}
    for repetition in range(repetitions):
        for name, case in cases.items():
            say(f"{name} ({repetition + 1} of {repetitions})")
            samples[name].append(case())
    return samples


def median_counts(samples: Sequence[Played]) -> Counts | None:
    """Return the median counts per decision; None unless all samples have counts."""
    each = [sample.counts.per(sample.decisions) for sample in samples if sample.counts is not None]
    if len(each) < len(samples):
        return None
    return Counts(*(median(getattr(counts, name) for counts in each) for name in EVENTS))


def median_ratio(above: list[float], below: list[float]) -> float:
    """Return the median of the ratios within each repetition, in which both saw about the same machine.

    >>> median_ratio([2.0, 3.0, 8.0], [1.0, 2.0, 2.0])
    2.0
    """
    return median(a / b for a, b in zip(above, below, strict=True))
