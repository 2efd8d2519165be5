"""What hangs on which number of a deck? Many numbers vary at once, by chance, and measures are regressed on them.

Every point of the design gives each number its printed value, one step less or one step more, each at a third of the
points, in an order drawn by chance. All points play the same shuffles. A measure y of the points is regressed on the
steps x_k, and on x_k² - mean(x_k²) for numbers that go both ways (least squares):

- the *effect* of a number: the coefficient of x_k, what one step more adds on average;
- how it *bends*: the coefficient of x_k², by which a step up adds more than one to the printed value does;
- a *pair*: the coefficient of x_j x_k, added to all of these by itself: what a step of both adds to those of each.

Since the design is drawn by chance, what the model lacks is noise of the points, as that of their games is. Errors are
those of MacKinnon and White (1985, Journal of Econometrics 29, p. 305, HC3): each point's residual, divided by one
minus its leverage. They are on the safe side: with eight points for each number, intervals of 95 % hold in 98 %.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import measured
from tda_sim.measures.composition import EFFECTS, PAIRS
from tda_sim.measures.discoveries import BESIDE, discovered, discoveries
from tda_sim.measures.metrics import Metric
from tda_sim.measures.outcomes import SKILL, measured_games, outcomes_of
from tda_sim.measures.ranking import Array, Cell, Named, Tables, Values, estimated, judged, ranking_and_others
from tda_sim.measures.study import Study
from tda_sim.stats.intervals import LEVEL

BENDS = "bends"  # the group of coefficients of squares


@dataclass(frozen=True)
class Design:
    """Which number has which value where: ``steps`` (N, K) of N points, whose variants have these ``points`` as names.

    Steps are -1, 0 and 1, or only two of these for numbers that go one way.
    """

    names: tuple[str, ...]
    points: tuple[str, ...]
    steps: NDArray[np.int64]

    @property
    def both_ways(self) -> list[int]:
        """The places of numbers that go up and down."""
        return [k for k in range(len(self.names)) if {-1, 1} <= set(self.steps[:, k].tolist())]


def drawn(ways: Mapping[str, Sequence[int]], points: int, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return the steps (``points``, K) of numbers that may take these ``ways``, each as often as the others."""
    columns = [generator.permutation(np.resize(each, points)) for each in ways.values()]
    return np.stack(columns, axis=1).astype(np.int64)


def fit(design: Design, y: Array) -> dict[str, Values]:
    """Return the least squares of a measure at the points (N,), by group: `EFFECTS`, `BENDS` and `PAIRS`."""
    x = design.steps - design.steps.mean(axis=0)
    squares = design.steps[:, design.both_ways].astype(float) ** 2
    model = np.hstack([np.ones((len(y), 1)), x, squares - squares.mean(axis=0)])
    inverse = np.linalg.pinv(model)
    hat = model @ inverse
    rest = (np.eye(len(y)) - hat) @ y
    shifts = (inverse * (rest / _room(np.diagonal(hat)))).T
    coefficients = inverse @ y
    end = 1 + len(design.names)
    bending = tuple(design.names[k] for k in design.both_ways)
    return {
        EFFECTS: _values(design.names, coefficients[1:end], shifts[:, 1:end]),
        BENDS: _values(bending, coefficients[end:], shifts[:, end:]),
        PAIRS: _pairs(design, x, hat, rest),
    }


def _pairs(design: Design, x: Array, hat: Array, rest: Array) -> Values:
    """Return what each two numbers do together: of each, the coefficient of its product, added to the model alone."""
    both = list(combinations(range(len(design.names)), 2))
    products = np.stack([x[:, a] * x[:, b] for a, b in both], axis=1) if both else np.zeros((len(x), 0))
    own = products - hat @ products
    size = (own**2).sum(axis=0)
    usable = size > 1e-9 * len(x)
    size = np.where(usable, size, 1.0)
    estimate = own.T @ rest / size
    leverage = np.diagonal(hat)[:, None] + own**2 / size
    shifts = own * (rest[:, None] - own * estimate) / _room(leverage) / size
    names = tuple(f"{design.names[a]}{BESIDE}{design.names[b]}" for a, b in both)
    return _values(names, estimate, np.where(usable, shifts, 0.0))


def _room(leverage: Array) -> Array:
    """Return by what residuals are too small; at least a little, since a point may stand alone."""
    return np.maximum(1 - leverage, 1e-3)


def _values(names: tuple[str, ...], estimate: Array, shifts: Array) -> Values:
    count = np.full(len(names), len(shifts))
    return Values(names, estimate, shifts, count, count)


# --- tables -----------------------------------------------------------------------------------------------


def analyse(study: Study, design: Design, level: float = LEVEL) -> Tables:
    """Return the table of estimates. The first table is the main one.

    Groups: `EFFECTS`, with intervals that hold for all numbers at once, and verdicts; `BENDS` and, at the main table,
    `PAIRS`, with verdicts at a rate of false discoveries of `FALSE`.
    """
    cells = study.cells.filter(pl.col("variant") == design.points[0])
    main = cells.row(0, named=True)["table"]

    def of_cell(row: Cell) -> tuple[Mapping[str, Values], list[Named]]:
        found = [*_of_table(study, row, design, row["table"] == main, level)]
        return {name: values for name, values, _ in found}, [each for *_, named in found for each in named]

    return ranking_and_others(cells, of_cell, level)


def _of_table(
    study: Study, row: Cell, design: Design, is_main: bool, level: float
) -> Iterator[tuple[str, Values, list[Named]]]:
    """Yield each measure at a table: its name, the effects, and all groups of estimates."""
    there = {cell["variant"]: cell for cell in study.cells.filter(table=row["table"]).iter_rows(named=True)}
    cells = [there[point] for point in design.points]
    metrics = outcomes_of(study, row["cell"])
    levels = np.array([_levels(study, cell, metrics) for cell in cells])
    games = sum(cell["games"] for cell in cells)
    for metric, y in zip(metrics, levels.T, strict=True):
        if not np.isfinite(y).all():
            continue
        groups = fit(design, y)
        unit, margin = metric.gap_unit, metric.smallest.of(float(y.mean()))
        effects = judged(estimated(groups[EFFECTS], metric.name, unit, level), margin, games)
        named = [(EFFECTS, effects), (BENDS, _told(groups[BENDS], metric.name, unit, level))]
        if is_main:
            named.append((PAIRS, discoveries(groups[PAIRS], metric.name, unit, level=level)))
        yield (
            metric.name,
            groups[EFFECTS],
            [(name, rows.with_columns(title=pl.lit(metric.title))) for name, rows in named],
        )


def _levels(study: Study, cell: Cell, metrics: Sequence[Metric]) -> list[float]:
    """Return the measures of a cell."""
    if [metric.name for metric in metrics] == [SKILL]:
        return [*measured_games(study, cell["cell"])[0].values()]
    sums = block_sums(study, cell["cell"])
    return [float(measured(sums, metric).estimate) for metric in metrics]


def _told(values: Values, measure: str, unit: str, level: float) -> pl.DataFrame:
    """Return estimates with a verdict: "more" or "less" for discoveries, or "unclear"."""
    return estimated(values, measure, unit, level).with_columns(verdict=pl.Series(discovered(values), dtype=pl.String))
