"""The map of `tda design`: what can be had of two goals together, as a table and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tda_sim.answers.design_known import Found, Mapped, called, shown
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR
from tda_sim.rendering import model as doc
from tda_sim.rendering import style
from tda_sim.rendering.style import Picture
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.studies.in_memory import BLOCKS
from tda_sim.wording.numbers import Estimate, Show
from tda_sim.wording.words import capital, listed

BINS = 6  # of each side
NOTE, COLOURS = "In each cell, the fewest changes of a design", "blue: all other goals are met, in fresh games"


def map_data(it: Found) -> list[dict[str, Any]]:
    """Return the designs of a map in JSON's types: their changes, and a number for each goal."""
    return [
        {"changes": [*each.changes]}
        | {
            goal.name: {"estimate": number, "error": error}
            for goal, number, error in zip(it.first_goals, each.numbers, each.errors, strict=True)
        }
        for each in it.map
    ]


def map_table(it: Found) -> doc.Table:
    """Return the designs of a map, from little to much of the first goal."""
    assert it.axes is not None
    goals, first = it.first_goals, it.axes[0]

    def column(k: int) -> doc.Column:
        goal = goals[k]

        def cell(each: Mapped) -> doc.Cell:
            reach = student_quantile(LEVEL, BLOCKS - 1) * each.errors[k]
            ends = each.numbers[k] - reach, each.numbers[k] + reach
            remark = {HOLDS: " ✓", NOT: " ✗", UNCLEAR: " ?"}[goal.verdict(*ends)] if goal.is_whole else ""
            return doc.number(Estimate(each.numbers[k], *ends), shown(goal), remark=remark)

        return doc.Column(goal.title, cell, goal.unit)

    order = [*it.axes, *(k for k in range(len(goals)) if k not in it.axes)]
    rows = sorted(it.map, key=lambda each: each.numbers[first])
    changes = doc.text("changes", lambda each: capital(listed([*each.changes])) if each.changes else capital(it.before))
    note = "Fresh games, fewer than those of the designs above; each row comes nearest to all other goals there."
    return doc.table("", rows, [changes, *map(column, order)], note)


@style.context()
def map_picture(it: Found, title: str) -> Picture:
    """Return the map: how many changes it takes to have so much of both, and whether all other goals are met."""
    assert it.axes is not None
    goals, axes = it.first_goals, it.axes
    across, down = (_Bins.of_all([each.numbers[k] for each in it.map], shown(goals[k])) for k in axes)
    fewest: dict[tuple[int, int], tuple[bool, int]] = {}  # of each cell: whether another goal is missed, and changes
    for each in it.map:
        cell = across.of(each.numbers[axes[0]]), down.of(each.numbers[axes[1]])
        missed = any(goal.miss(each.numbers[k]) > 0 for k, goal in enumerate(goals) if k not in axes)
        fewest[cell] = min(fewest.get(cell, (True, len(each.changes))), (missed, len(each.changes)))
    cells = [[fewest.get((column, row)) for column in range(BINS)] for row in reversed(range(BINS))]
    values = [[None if cell is None else float(not cell[0]) for cell in line] for line in cells]
    words = [["" if cell is None else f"{cell[1]}" for cell in line] for line in cells]
    alt = f"{title}: a map of {len(it.map)} designs by {goals[axes[0]].title} and {goals[axes[1]].title}."
    note = "; ".join([NOTE, *[COLOURS] * (len(goals) > len(axes))])
    made = style.picture(f"{title}: what can be had of both", alt, 0.5 * BINS + 1.5, note=f"{note}.")
    drawing = made.subplots()
    style.heat_map(drawing, values, words, (across.titles, down.titles[::-1]), (-1.0, 1.0))
    drawing.set_xlabel(called(goals[axes[0]]))
    drawing.set_ylabel(called(goals[axes[1]]))
    return made


@dataclass(frozen=True)
class _Bins:
    """Ranges of the same width, from the least to the greatest of some numbers."""

    low: float
    width: float
    titles: Sequence[str]

    @classmethod
    def of_all(cls, numbers: Sequence[float], show: Show) -> "_Bins":
        """Return those of numbers; ``show`` writes their ends."""
        low, width = min(numbers), (max(numbers) - min(numbers)) / BINS or 1.0
        ends = [low + k * width for k in range(BINS + 1)]
        return cls(low, width, [f"{show(a)} to {show(b)}" for a, b in pairwise(ends)])

    def of(self, number: float) -> int:
        """Return the bin of a number."""
        return min(BINS - 1, int((number - self.low) / self.width))
