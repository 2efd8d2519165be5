"""Which of these things is worth most? Values with intervals that hold jointly, places, tied sets; new games.

A thing is a card, an ability, a dragon or whatever else has a value. Each group of numbers has a row for each, with
`estimate`, `low`, `high`, `n` and `error`, and intervals that hold jointly for all of them. All groups together are the
table of estimates, where each stands under its name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from math import nan
from typing import Any

import numpy as np
import polars as pl
import polars.selectors as numbers
from numpy.typing import NDArray

from tda_sim.measures.compare import games_to_tell
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.robustness import holding
from tda_sim.measures.study import SAME, labelled
from tda_sim.measures.table import ACROSS, AGAIN, AGREEMENTS, COUNTS, VALUES, filled, where_of
from tda_sim.stats.agreement import RankAgreement, rank_agreement
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, mean_scale, ratio_influences
from tda_sim.stats.random_effects import random_effects
from tda_sim.stats.replications import replications, same_top, stays_ahead
from tda_sim.stats.simultaneous import simultaneous, tied_sets

Array = NDArray[np.float64]

MOST_GAMES = 10**12  # the largest number of games to recommend
POOLED = ("estimate", "low", "high", "n", "prediction_low", "prediction_high", "i2")
REPEATED = {"measure": pl.String, "subject": pl.String, "reference": pl.String, "estimate": pl.Float64, "n": pl.Int64}
ESTIMATES = "estimates"
FACTS = ("cells", "list", "flags")  # tables beside the estimates
KINDS = {
    "again": AGAIN,
    "agreement": AGREEMENTS,
    "horizons": AGREEMENTS,
    "robust": ACROSS,
    "games": COUNTS,
}  # of groups that are no values

Tables = dict[str, pl.DataFrame]
Named = tuple[str, pl.DataFrame]  # a table, or a group of estimates, with its name
Cell = dict[str, Any]  # a row of `Study.cells`


@dataclass(frozen=True)
class Measure:
    """Something that is measured of each thing: what people call it, its unit, and what it means.

    Attributes:
        short: its title where space is tight.
        places: the decimals that its numbers are written with.
        scale: what one of it counts for in the unit.
    """

    name: str
    title: str
    unit: str
    meaning: str = ""
    short: str = ""
    places: int = 1
    scale: float = 1.0


@dataclass(frozen=True)
class Values:
    """A number for each of K things, with what each of B blocks adds to its error.

    The squared standard error of thing k is Σ shifts[:, k]², as blocks are independent; Σ shifts[:, j] shifts[:, k]
    is the covariance of two. ``n`` are the observations behind each number, ``blocks`` the blocks that have any.
    """

    names: tuple[str, ...]
    estimate: Array
    shifts: Array
    n: NDArray[np.int64]
    blocks: NDArray[np.int64]

    @property
    def error(self) -> Array:
        """Standard errors; NaN where fewer than two blocks have observations."""
        error = np.sqrt((self.shifts**2).sum(axis=0))
        return np.where(self.blocks > 1, error, np.nan)

    @property
    def influences(self) -> Influences:
        """The values on the scale of `tda_sim.stats.jackknife`."""
        return Influences(self.estimate, self.rows, self.blocks, self.estimate)

    @property
    def rows(self) -> Array:
        """Influences of the blocks, (B, K), see `tda_sim.stats.jackknife`."""
        return np.asarray(self.shifts * mean_scale(len(self.shifts)))

    def of(self, name: str) -> int:
        """Return the place of a thing."""
        return self.names.index(name)

    def only(self, chosen: NDArray[np.bool_]) -> "Values":
        """Return the numbers of some of the things."""
        return self.at(np.flatnonzero(chosen).tolist())

    def in_order(self, names: Sequence[str]) -> "Values":
        """Return the numbers of some of the things, in this order."""
        return self.at([self.of(name) for name in names])

    def at(self, places: Sequence[int]) -> "Values":
        """Return the numbers at some places, in this order."""
        names, places = tuple(self.names[place] for place in places), list(places)
        return Values(names, self.estimate[places], self.shifts[:, places], self.n[places], self.blocks[places])


OfCell = Callable[[Cell], tuple[Mapping[str, Values], Iterable[Named]]]  # values, by measure, and all that is found


def ratios(names: tuple[str, ...], top: Array, bottom: Array, n: Array | None = None) -> Values:
    """Return Σ top / Σ bottom over the blocks, both (B, K); ``n`` (B, K) counts observations if ``bottom`` does not."""
    estimates = ratio_influences(top, bottom)
    shifts = estimates.influence / mean_scale(len(estimates.influence))
    held = (bottom if n is None else n).sum(axis=0).round().astype(np.int64)
    return Values(names, estimates.estimate, shifts, held, estimates.blocks)


def difference(first: Values, second: Values, independent: bool = False) -> Values:
    """Return first minus second, of the same things; ``independent``: from games of other seeds, not of the same."""
    rows = max(len(first.shifts), len(second.shifts))
    if independent:
        shifts = np.concatenate([first.shifts, -second.shifts])
    else:
        shifts = padded(first.shifts, rows) - padded(second.shifts, rows)
    blocks = np.minimum(first.blocks, second.blocks)
    return Values(first.names, first.estimate - second.estimate, shifts, first.n, blocks)


def side_by_side(values: Iterable[Values]) -> Values:
    """Return the values of several cells as one; rows of the same number hold games of the same seeds."""
    each = list(values)
    rows = max(len(value.shifts) for value in each)
    return Values(
        tuple(name for value in each for name in value.names),
        np.concatenate([value.estimate for value in each]),
        np.concatenate([padded(value.shifts, rows) for value in each], axis=1),
        np.concatenate([value.n for value in each]),
        np.concatenate([value.blocks for value in each]),
    )


def padded(shifts: Array, blocks: int) -> Array:
    """Return shifts with rows of zeros at the end, so that cells of different length fit side by side."""
    return np.pad(shifts, ((0, blocks - len(shifts)), *[(0, 0)] * (shifts.ndim - 1)))


# --- tables -----------------------------------------------------------------------------------------------


def estimated(values: Values, measure: str, unit: str = "", level: float = LEVEL) -> pl.DataFrame:
    """Return a row per thing, its `subject`: `measure`, `unit`, and the estimate."""
    low, high = joint_ends(values, level)
    about = {"subject": values.names, "measure": measure, "unit": unit}
    columns = about | {"estimate": values.estimate, "low": low, "high": high, "n": values.n, "error": values.error}
    return pl.DataFrame(columns, schema_overrides={"subject": pl.String}).with_columns(numbers.float().fill_nan(None))


def ranked(values: Values, measure: str, unit: str = "", level: float = LEVEL) -> pl.DataFrame:
    """Return the rows of `estimated` with the places of each thing.

    ``best`` and ``worst`` are the places that it may hold, ``tied`` is its tied set: the data cannot rank the things
    of a set against its first. All are missing for things without a number.
    """
    return estimated(values, measure, unit, level).with_columns(places(values, level))


def joint_ends(values: Values, level: float = LEVEL) -> tuple[Array, Array]:
    """Return the ends of intervals that hold jointly for all things (max-t); NaN where there are too few data."""
    joint = simultaneous(values.influences, level)
    return _known(values, joint.low), _known(values, joint.high)


def alone(values: Values, level: float = LEVEL) -> pl.DataFrame:
    """Return ``alone_low`` and ``alone_high``: the ends of intervals that hold for each thing by itself."""
    each = simultaneous(values.influences, level)
    ends = {"alone_low": _known(values, each.pointwise_low), "alone_high": _known(values, each.pointwise_high)}
    return pl.DataFrame(ends).fill_nan(None)


def _known(values: Values, ends: Array) -> Array:
    return np.where(values.error > 0, ends, np.nan)


def places(values: Values, level: float = LEVEL) -> pl.DataFrame:
    """Return the columns ``best``, ``worst`` and ``tied``: see `ranked`."""
    usable = np.flatnonzero(np.isfinite(values.estimate) & np.isfinite(values.error))
    columns = {name: pl.Series([None] * len(values.names), dtype=pl.Int64) for name in ("best", "worst", "tied")}
    if usable.size:
        chosen = values.at(usable.tolist())
        tied = tied_sets(chosen.estimate, chosen.rows, level)
        for name, found in zip(columns, (tied.best, tied.worst, tied.tier), strict=True):
            columns[name] = columns[name].scatter(usable, found)
    return pl.DataFrame(columns)


def judged(frame: pl.DataFrame, margin: float, games: int, most: int = MOST_GAMES) -> pl.DataFrame:
    """Return estimates with `margin`, the smallest difference that matters, and a `verdict`: is it beyond, or within?

    Where it is "unclear", `games_needed` is about how many games, in place of ``games``, would settle it; missing for
    more than ``most``.
    """
    ends = [tuple(nan if end is None else end for end in row) for row in frame.select("low", "high").iter_rows()]
    words = [verdict(low, high, margin) for low, high in ends]
    needed = [
        games_to_tell(low, high, margin, games) if word == "unclear" else None
        for (low, high), word in zip(ends, words, strict=True)
    ]
    wanted = [None if each is None or each > most else each for each in needed]
    return frame.with_columns(
        margin=pl.lit(margin),
        verdict=pl.Series(words, dtype=pl.String),
        games_needed=pl.Series(wanted, dtype=pl.Int64),
    )


def with_bounds(frame: pl.DataFrame, low: Any, high: Any, where: pl.Expr | pl.Series) -> pl.DataFrame:
    """Return rows with other ends for some of them, such as those that did not vary."""
    ends = {"low": low, "high": high}
    return frame.with_columns(pl.when(where).then(end).otherwise(name).alias(name) for name, end in ends.items())


def with_exact_ends(rows: pl.DataFrame, most: float | None, level: float = LEVEL) -> pl.DataFrame:
    """Return rows in which rates without an error, of none or all, have the bound that holds jointly for all things.

    The bound is exact for independent events (Clopper and Pearson 1934, Biometrika 26, p. 404). It is one-sided for
    rates of none and of the highest possible, two-sided where a power is used exactly once per play.
    """
    share = 1 - (1 - level) / max(rows.height, 1)  # of each thing, by Bonferroni
    reach = PERCENT * (1 - (1 - share) ** (1 / pl.col("n").clip(lower_bound=1)))
    always = pl.col("estimate").is_in([0.0, PERCENT]) & (pl.col("n") > 0)
    alike = always & (pl.col("error").is_null() | (pl.col("error") < 1e-9))
    low, high = (pl.col("estimate") - reach).clip(lower_bound=0.0), (pl.col("estimate") + reach).clip(upper_bound=most)
    return with_bounds(rows, low, high, alike)


def shares(values: Values, measure: str, most: float | None = PERCENT, level: float = LEVEL) -> pl.DataFrame:
    """Return the rows of `estimated` for rates in percent, with exact ends, which lie between none and ``most``."""
    rows = with_exact_ends(estimated(values, measure, "%", level), most, level)
    return rows.with_columns(pl.col("low").clip(lower_bound=0.0), pl.col("high").clip(upper_bound=most))


# --- again, and elsewhere ---------------------------------------------------------------------------------


def again(values: Values, ends: int) -> pl.DataFrame:
    """Return the chances that a list would keep its order if as many other games were played.

    Rows have `measure` ("top": the same ``ends`` things at the top, in any order; "bottom"; "ahead": `subject` stays
    ahead of `reference`, the next one), `estimate` from 0 to 1, and `n` things.
    """
    known = values.only(np.isfinite(values.error))
    size, rows = len(known.names), []
    if size > 2 * ends:
        others, order = replications(known.estimate, known.shifts), np.argsort(-known.estimate, kind="stable")
        for same, sign in (("top", 1), ("bottom", -1)):
            rows.append((same, None, None, same_top(sign * known.estimate, sign * others, ends), size))
        for a, b in pairwise(order.tolist()):
            rows.append(("ahead", known.names[a], known.names[b], stays_ahead(others, a, b), size))
    return pl.DataFrame(rows, REPEATED, orient="row")


def agreement(first: Values, second: Values, chosen: np.ndarray | slice = slice(None)) -> RankAgreement:
    """Return how similarly two lists of values order some of the things."""
    return rank_agreement(
        first.estimate[chosen], first.shifts[:, chosen], second.estimate[chosen], second.shifts[:, chosen]
    )


def agreement_row(first: Values, second: Values, chosen: np.ndarray | slice = slice(None)) -> dict[str, Any]:
    """Return the rank correlation of two values of the same things, or of the ``chosen`` ones, as columns.

    `estimate`, `ceiling` (the highest that noise allows), `corrected` (for noise, see `stats.agreement.rank_agreement`;
    NaN where there are too few games), `n` (things).
    """
    found = agreement(first, second, chosen)
    things = len(first.estimate[chosen])
    return {"estimate": found.observed, "ceiling": found.ceiling, "corrected": found.corrected, "n": things}


def correlations(values: Mapping[str, Values], measure: str) -> pl.DataFrame:
    """Return Spearman's rank correlation of the things' values between every two tables, in both directions.

    Columns `measure`, `table`, `reference`, and those of `agreement_row`.
    """
    usable = np.asarray(np.isfinite(np.stack([each.error for each in values.values()])).all(axis=0))
    known, rows = {table: each.only(usable) for table, each in values.items()}, []
    for a, b in combinations(known, 2):
        row = agreement_row(known[a], known[b])
        rows += [{"measure": measure, "table": table, "reference": other} | row for table, other in ((a, b), (b, a))]
    return pl.DataFrame(rows).with_columns(numbers.float().fill_nan(None))


def robustness(values: Mapping[str, Values], measure: str, level: float = LEVEL) -> pl.DataFrame:
    """Return a row per thing: its mean value over the tables, with an interval and a prediction for one more table.

    Columns `subject`, `measure`, `estimate`, `low`, `high`, `n` (tables), `prediction_low`, `prediction_high`, `i2`,
    `least`, `most`, `agree` (share of the tables with its sign), `holds`: is it on the same side of zero at all tables,
    by intervals that hold jointly for all things of a table? See `measures.robustness.holding`. A random-effects
    summary: `tda_sim.stats.random_effects`.
    """
    rows, tables = [], list(values.values())
    ends = [joint_ends(each, level) for each in tables]
    for k, each in enumerate(tables[0].names):
        estimates, errors = [v.estimate[k] for v in tables], [v.error[k] for v in tables]
        pooled = asdict(random_effects(estimates, errors, level))
        row = {"subject": each, "measure": measure} | {name: pooled[name] for name in POOLED}
        row |= {"least": min(estimates), "most": max(estimates), "agree": pooled["sign_agreement"]}
        rows.append(row | {"holds": holding([verdict(low[k], high[k], 0.0) for low, high in ends])})
    return pl.DataFrame(rows).with_columns(numbers.float().fill_nan(None))


def over_tables(
    every: Mapping[str, Mapping[str, Values]], able: Sequence[str], measures: Iterable[str], level: float = LEVEL
) -> Iterator[Named]:
    """Yield the groups `agreement` and `robust` of some values, which are given by table; none for a single table.

    ``able``: the tables over which `robust` looks.
    """
    for measure in measures if len(every) > 1 else ():
        columns = {table: values[measure] for table, values in every.items()}
        yield "agreement", correlations(columns, measure)
        if len(able) > 1:
            yield "robust", robustness({table: columns[table] for table in able}, measure, level)


def _able(world: pl.DataFrame) -> list[str]:
    """Return the tables where all seats play one able strategy; all tables if nobody is able."""
    alike = world.filter((pl.col("kind") == SAME) & pl.col("able").fill_null(True))
    return (alike if len(alike) else world)["table"].to_list()


def placed(found: Iterable[Named], cell: Mapping[str, Any], main: bool = False) -> Iterator[Named]:
    """Yield what was found in a cell: `FACTS` with its deck, players and table, and all else as its `ESTIMATES`.

    ``cell``: its row in `Study.cells`; ``main``: whether the answer is about it.
    """
    for name, frame in found:
        if name in FACTS:
            yield name, labelled(frame, cell)
        else:
            yield ESTIMATES, filled(frame, **where_of(cell, main), group=name, kind=KINDS.get(name, VALUES))


def ranking(
    worlds: Iterable[pl.DataFrame], of_cell: OfCell, compared: Sequence[str] = (), level: float = LEVEL
) -> Tables:
    """Return the facts and the table of estimates of lists: of each cell, and over the tables of each world.

    ``worlds``: the cells of each deck; ``compared``: the values that are compared between tables, by default all.
    """

    def of_world(world: pl.DataFrame) -> Iterator[Named]:
        every: dict[str, Mapping[str, Values]] = {}
        for row in world.iter_rows(named=True):
            every[row["table"]], found = of_cell(row)
            yield from placed(found, row, main=len(every) == 1)
        here = world.select("deck", "variant", "players", table=pl.lit("")).row(0, named=True)
        yield from placed(over_tables(every, _able(world), compared or next(iter(every.values())), level), here)

    return gathered(worlds, of_world)


def ranking_and_others(cells: pl.DataFrame, of_cell: OfCell, level: float = LEVEL) -> Tables:
    """Return the `ranking` of the tables of a deck where all play alike, and below it what is found at all others."""
    alike = pl.col("kind") == SAME
    tables = ranking([cells.filter(alike)], of_cell, level=level)
    others = [placed(of_cell(row)[1], row) for row in cells.filter(~alike).iter_rows(named=True)]
    frames = [frame for found in others for _, frame in found]
    return tables | {ESTIMATES: pl.concat([tables[ESTIMATES], *frames], how="diagonal_relaxed")}


def gathered(worlds: Iterable[pl.DataFrame], of_world: Callable[[pl.DataFrame], Iterable[Named]]) -> Tables:
    """Return the tables of all decks by name, one below the other; `of_world` yields those of one deck's cells."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for world in worlds:
        for name, frame in of_world(world):
            frames.setdefault(name, []).append(frame)
    return {name: pl.concat(each, how="diagonal_relaxed") for name, each in frames.items()}
