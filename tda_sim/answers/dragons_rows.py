"""The dragons of a dice game as typed rows, best first, with their tiers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from tda_sim.documents.numbers import NOTHING, Estimate
from tda_sim.measures.card_tiers import Tied, tiers_of
from tda_sim.studies.dragon_study import DragonResults

POINTS = 100  # in a whole win


@dataclass(frozen=True)
class Rolled:
    """What a dragon is worth: ``win`` in points of win rate, ``gold``; ``place`` counts from 1, the best.

    ``tier``: S to D; a dash without an interval.
    """

    name: str
    title: str
    rolls: int
    win: Estimate
    gold: Estimate
    place: int = 0
    tier: str = NOTHING


class Rolls:
    """The dragons rolled in one part of the gambit where all play one strategy, best first."""

    def __init__(self, results: DragonResults, strategy: str, rolled: str) -> None:
        self.strategy = strategy
        table = results.values[strategy].filter(rolled=rolled).to_dicts()
        worth = [
            Rolled(
                row["dragon"],
                results.titles[row["dragon"]],
                row["rolls"],
                estimate(row, "win", POINTS),
                estimate(row, "gold"),
            )
            for row in table
        ]
        order = sorted(worth, key=lambda row: (not row.win.has_interval, -(row.win.value or 0.0)))
        known = [row.win for row in order if row.win.has_interval]
        tiers = tiers_of([Tied(row.win.low, row.win.high, *_ties(row.win, known)) for row in order])
        self.rows = [
            replace(row, place=place, tier=tier or NOTHING)
            for place, (row, tier) in enumerate(zip(order, tiers, strict=True), 1)
        ]
        self.by_name = {row.name: row for row in self.rows}

    @property
    def ranked(self) -> list[Rolled]:
        """The dragons with an interval: a single block of games has none."""
        return [row for row in self.rows if row.win.has_interval]


def _ties(value: Estimate, ranked: list[Estimate]) -> tuple[bool, bool]:
    """Return whether an interval overlaps that of the best and that of the worst value, all holding at once."""
    if value.low is None or value.high is None:
        return False, False
    best, worst = ranked[0], ranked[-1]
    return value.high >= (best.low or 0.0), value.low <= (worst.high or 0.0)


def estimate(row: Mapping[str, Any], name: str, factor: float = 1.0) -> Estimate:
    """Return a number of a row with its interval; without a value where there is no interval."""
    value, low, high = (row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return Estimate(value, low, high).times(factor) if isfinite(low) and isfinite(high) else Estimate()


def set_value(row: Mapping[str, Any], name: str) -> Estimate:
    """Return what a gaming set is worth: "win" in points of win rate, or "gold"."""
    return estimate(row, name, POINTS if name == "win" else 1.0)
