"""What is known of designs that a search proposed: their changes, their goals, and what fresh games showed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from tda_sim.measures.goals import GOALS, Goal
from tda_sim.measures.robustness import HOLDS
from tda_sim.wording.numbers import Show, places
from tda_sim.wording.words import capital

Row = Mapping[str, Any]
PRINTED = "printed"


@dataclass(frozen=True)
class Designed:
    """A design: its name, its changes by factor, what the search believed of its goals, and how it is played.

    ``believed``: a number for each number of players and goal. ``changes``: what each is called, by its factor's name.
    """

    name: str
    changes: Mapping[str, str]
    believed: Mapping[tuple[int, str], float]
    commands: Sequence[str] = ()

    @property
    def title(self) -> str:
        """What it is called."""
        return capital(self.name.replace("-", " "))


@dataclass(frozen=True)
class Mapped:
    """A design of a map: its changes, and what fresh games showed for each goal, with standard errors."""

    changes: Sequence[str]
    numbers: Sequence[float]
    errors: Sequence[float]


@dataclass(frozen=True)
class Found:
    """All that was found: the table of `measures.goals.checked`, and the goals by number of players.

    ``way``: the goals without each of which the search would have met all others, if it did not meet all. ``before``:
    what the game without changes is called. ``map``: designs all over two goals, those at the places ``axes``.
    """

    every: pl.DataFrame
    goals: Mapping[int, Sequence[Goal]]
    designs: Sequence[Designed]
    way: Sequence[str] = ()
    before: str = "as printed"
    map: Sequence[Mapped] = ()
    axes: tuple[int, int] | None = None
    several: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "several", len(self.goals) > 1)

    @property
    def first_goals(self) -> Sequence[Goal]:
        """The goals for the smallest number of players."""
        return self.goals[min(self.goals)]

    def rows(self, group: str, **where: Any) -> list[dict[str, Any]]:
        """Return rows of a group."""
        return self.every.filter(group=group, **where).to_dicts()

    def goal(self, row: Row) -> Goal:
        """Return the goal that a row is about."""
        return next(goal for goal in self.goals[row["players"]] if goal.name == row["measure"])

    def misses(self, name: str, **where: Any) -> list[dict[str, Any]]:
        """Return the goals that a design does not certainly meet at the main table."""
        rows = self.rows(GOALS, subject=name, **{"main": True, **where})
        return [row for row in rows if self.goal(row).is_whole and row["verdict"] != HOLDS]

    def among(self, row: Row) -> str:
        """Return for how many players a row holds, where that differs."""
        return f" with {row['players']} players" if self.several else ""


def called(goal: Goal) -> str:
    """Return what sentences call a goal, with its unit."""
    unit = f", {goal.unit}" if goal.unit and goal.unit not in goal.title else ""
    return goal.title[:1].lower() + goal.title[1:] + unit


def shown(goal: Goal) -> Show:
    """Return how its numbers are written."""
    return places(2 if goal.scale < 0.5 else 1)
