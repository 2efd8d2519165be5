"""Decks by chance: what their parts do, decks that are predicted from it, and what these are like when played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.definitions import load_deck
from tda_sim.definitions.cards import copy_of
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import measured
from tda_sim.measures.composition import (
    ADDED,
    BESIDE,
    BLOCKS,
    DEALT,
    EFFECTS,
    ONE_MORE,
    PAIRS,
    PRESENCE,
    Fit,
    Sums,
    discoveries,
    fit,
    outcomes_of,
    pairs,
    presence,
    sums,
)
from tda_sim.measures.drawn import Drawn, drawn
from tda_sim.measures.metrics import Metric
from tda_sim.measures.ranking import ESTIMATES, Cell, Named, Tables, Values, estimated, judged, placed, ranking
from tda_sim.measures.study import SAME, pieces
from tda_sim.stats.intervals import LEVEL, normal_quantile
from tda_sim.studies.card_study import dealt
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.results import StudyResults

Array = NDArray[np.float64]

CHECKED, PREDICTED, PLAYED = "checked", "predicted", "played"  # of decks: played minus predicted, and both
EXCHANGED = 10  # one in so many cards of a fixed deck is out, and as many are there twice
EXTREME = 10  # decks of extreme prediction, before those that are drawn by chance
LEVEL_OF = "level"  # the group of the measures themselves


@dataclass(frozen=True)
class Outcome:
    """A measure of decks: its level and the fit of its parts at the main table.

    ``mean`` (P,): the share of games with each part, ``covariance`` (P, P). ``together`` (P, P): what pairs add,
    pooled, and ``doubt`` (P, P), its standard deviations. ``error``: that of the level.
    """

    metric: Metric
    level: float
    error: float
    fit: Fit
    mean: Array
    covariance: Array
    together: Array
    doubt: Array

    def predicted(self, inside: NDArray[np.bool_]) -> tuple[Array, Array]:
        """Return what is expected of decks with these parts (D, P), and the standard errors: both (D,)."""
        single = self.fit.predicted(inside, self.mean)
        off = inside - self.mean
        both = np.triu(off[:, :, None] * off[:, None, :] - self.covariance, 1)
        estimate = self.level + single.estimate + (both * self.together).sum(axis=(1, 2))
        doubt = ((both * self.doubt) ** 2).sum(axis=(1, 2))
        return estimate, np.sqrt(self.error**2 + single.error**2 + doubt)


@dataclass(frozen=True)
class Fits:
    """What predicts decks: what games draw, and each measure. ``titles``: of parts and cards, by name."""

    found: Drawn
    outcomes: Mapping[str, Outcome]
    titles: Mapping[str, str]


def estimate(plan: StudyPlan, study: StudyResults, level: float = LEVEL) -> tuple[Tables, Fits]:
    """Return the table of estimates, and what predicts decks. The first cell is the main table.

    Groups: `EFFECTS` of parts, `ADDED`, `ONE_MORE`, and at the main table `PAIRS`, `PRESENCE` and the levels.
    """
    first = study.cells.row(0, named=True)
    found = drawn(study, first["cell"])
    outcomes: dict[str, Outcome] = {}

    def of_cell(row: Cell) -> tuple[Mapping[str, Values], list[Named]]:
        is_main = row["cell"] == first["cell"]
        values, named, fitted = _of_cell(study, row, found, is_main, level)
        outcomes.update(fitted)
        return values, [*named, *([(PRESENCE, _presence(plan, study, found, level))] if is_main else [])]

    same = study.cells.filter(pl.col("kind") == SAME)
    tables = ranking([same], of_cell, level=level)
    for row in study.cells.filter(pl.col("kind") != SAME).iter_rows(named=True):
        named = _of_cell(study, row, found, False, level)[1]
        more = [frame for _, frame in placed(named, row)]
        tables[ESTIMATES] = pl.concat([tables[ESTIMATES], *more], how="diagonal_relaxed")
    return tables, Fits(found, outcomes, titles(study, first["cell"], found))


def titles(study: StudyResults, cell: str, found: Drawn) -> dict[str, str]:
    """Return the titles of all cards and parts by name."""
    cards = study.printed.filter(pl.col("cell") == cell)
    names = dict(zip(cards["card"].cast(pl.String), cards["title"], strict=True))
    return {part: part.replace("-", " ").capitalize() for part in found.parts} | names


def _of_cell(
    study: StudyResults, row: Cell, found: Drawn, is_main: bool, level: float
) -> tuple[dict[str, Values], list[Named], dict[str, Outcome]]:
    """Return the effects of parts in a cell by measure, all groups, and at the main table what predicts decks."""
    every = sums(study, row["cell"], found)
    together = pairs(study, row["cell"], found, every) if is_main else {}
    metrics = {metric.name: metric for metric in outcomes_of(study, row["cell"])}
    values: dict[str, Values] = {}
    named: list[Named] = []
    outcomes: dict[str, Outcome] = {}
    for name in every.outcomes:
        metric, fitted = metrics[name], fit(found, every, name)
        unit = "points" if metric.is_share else metric.unit
        margin = metric.smallest.of(every.levels[name])
        groups = {EFFECTS: fitted.against_others(), ADDED: fitted.added(), ONE_MORE: fitted.one_more()}
        values[name] = groups[EFFECTS]
        about = {"title": pl.lit(metric.title)}
        for group, of_group in groups.items():
            if of_group.names:
                rows = judged(estimated(of_group, name, unit, level), margin, int(row["games"]))
                named.append((group, rows.with_columns(**about)))
        if is_main:
            of_pairs = discoveries(together[name], name, unit, _kinds(found, together[name].names), level)
            named.append((PAIRS, of_pairs.with_columns(**about)))
            outcomes[name] = outcome_of(found, every, fitted, metric, of_pairs)
    shown = [
        {"subject": "", "measure": name, "unit": metrics[name].unit, "estimate": estimate}
        for name, estimate in every.levels.items()
    ]
    named.append((LEVEL_OF, pl.DataFrame(shown).with_columns(n=pl.lit(int(row["games"])))))
    return values, named, outcomes


def _kinds(found: Drawn, names: Sequence[str]) -> list[str]:
    """Return which kinds of parts stand beside each other in a pair."""
    kinds = {part: lot.kind for lot in found.lots for part in lot.parts}
    return [" ".join(sorted(kinds.get(name, "") for name in both.split(BESIDE))) for both in names]


def outcome_of(found: Drawn, every: Sums, fitted: Fit, metric: Metric, of_pairs: pl.DataFrame) -> Outcome:
    """Return what predicts a measure of decks from its fit and the pooled pairs."""
    n, k = every.games.sum(), every.outcomes.index(metric.name)
    mean = every.alone.sum(axis=0) / n
    covariance = every.inside.sum(axis=0) / n - np.outer(mean, mean)
    together, doubt = np.zeros((2, len(mean), len(mean)))
    columns = ("subject", "reference", "estimate", "low", "high")
    for one, other, number, low, high in of_pairs.select(columns).iter_rows():
        place = tuple(sorted((found.places[one], found.places[other])))
        together[place], doubt[place] = number, (high - low) / 2 / normal_quantile(LEVEL)
    blocks = every.total[:, k]
    error = float(np.sqrt((blocks**2).sum())) / n
    return Outcome(metric, every.levels[metric.name], error, fitted, mean, covariance, together, doubt)


def _presence(plan: StudyPlan, study: StudyResults, found: Drawn, level: float) -> pl.DataFrame:
    """Return how the worth of cards depends on what else is in the game."""
    cell = study.cells.row(0, named=True)
    columns = sorted({column for column, _ in found.columns})
    size = max(1, -(-int(cell["games"]) // BLOCKS))
    games = study.read(cell["cell"], "games").select("game", *columns)

    def blocks() -> Iterator[tuple[Any, Any, Any]]:
        for block, (holder, _, share) in enumerate(dealt(plan, study, BLOCKS)):
            rows = games.slice(block * size, size).collect(engine="streaming").sort("game")
            yield found.inside(rows), holder, share

    values = presence(found, blocks())
    return discoveries(values, DEALT, "points", [""] * len(values.names), level)


# --- decks that are built ---------------------------------------------------------------------------------


def chosen(fits: Fits, decks: int, seed: int) -> list[set[str]]:
    """Return the parts of decks to build: the first `EXTREME` of extreme prediction, the others by chance."""
    generator = np.random.default_rng(seed)
    found, picked = fits.found, []
    for k in range(EXTREME):
        outcome = list(fits.outcomes.values())[k // 2 % len(fits.outcomes)]
        picked.append(_extreme(found, outcome.fit.coefficients * (1 if k % 2 == 0 else -1)))
    for _ in range(decks - EXTREME):
        inside: set[str] = set()
        for lot in found.lots:
            number = int(generator.integers(lot.least, lot.most + 1))
            inside |= {str(part) for part in generator.choice(lot.parts, number, replace=False)}
        picked.append(inside)
    return picked


def _extreme(found: Drawn, worth: Array) -> set[str]:
    """Return the parts with the largest sum that games can have."""
    inside: set[str] = set()
    for lot, span in found.spans():
        own = worth[span]
        order = np.argsort(-own, kind="stable")
        number = min(lot.most, max(lot.least, int((own > 0).sum()))) if lot.varies else lot.least
        inside |= {lot.parts[place] for place in order[:number]}
    return inside


def checked(study: StudyResults, further: StudyResults, fits: Fits, level: float = LEVEL) -> pl.DataFrame:
    """Return what was predicted of decks, what was played, and the difference, as estimates, by measure.

    ``further``: decks whose `variant` is a name; the games without one draw their decks. Intervals stand alone.
    """
    reach, rows = normal_quantile(level), []
    cells = further.cells.filter(pl.col("variant") != "")
    inside = np.zeros((len(cells), len(fits.found.parts)), bool)
    sums_of = []
    for k, row in enumerate(cells.iter_rows(named=True)):
        inside[k] = _inside(further, row["cell"], fits.found)
        sums_of.append(block_sums(further, row["cell"]))
    for name, outcome in fits.outcomes.items():
        expected, error = outcome.predicted(inside)
        for k, row in enumerate(cells.iter_rows(named=True)):
            found = measured(sums_of[k], outcome.metric)
            played, own = float(found.estimate), float(found.error)
            numbers = {
                PREDICTED: (expected[k], error[k]),
                PLAYED: (played, own),
                CHECKED: (played - expected[k], float(np.hypot(error[k], own))),
            }
            for kind, (number, doubt) in numbers.items():
                rows.append(
                    {"subject": row["variant"], "measure": name, "unit": outcome.metric.unit, "reference": kind}
                    | {"estimate": number, "low": number - reach * doubt, "high": number + reach * doubt}
                    | {"error": doubt, "n": int(row["games"])}
                )
    frame = pl.DataFrame(rows)
    first = study.cells.row(0, named=True)
    return dict(placed([(CHECKED, frame)], first, main=True))[ESTIMATES]


def _inside(further: StudyResults, cell: str, found: Drawn) -> NDArray[np.bool_]:
    """Return which parts a deck that was built has, (P,): from its first game."""
    there = drawn(further, cell)
    columns = sorted({column for column, _ in there.columns})
    if columns:
        rows = next(pieces(further.read(cell, "games").select(columns).head(1)))
        inside = dict(zip(there.parts, there.inside(rows)[0], strict=True))
    else:
        inside = {}
    cards = further.printed.filter(pl.col("cell") == cell)
    names = set(cards["card"].cast(pl.String))
    return np.array([inside.get(part, part in names) for part in found.parts], bool)


@dataclass(frozen=True)
class Agreement:
    """How decks that were built agree with their predictions, for one measure.

    Attributes:
        held: how many of the ``decks`` have an interval of played minus predicted that contains zero.
        off: by how much predictions are off, as a standard deviation, beyond what the errors say; 0 if that is not
            known to be more than nothing.
        explained: of how decks differ, the share that predictions account for; None where they do not differ.
        least: what was played in the decks, at least, and ``most``, at most.
    """

    measure: str
    unit: str
    held: int
    decks: int
    off: float
    explained: float | None
    least: float
    most: float


def agreements(estimates: pl.DataFrame) -> list[Agreement]:
    """Return how decks that were built agree with predictions: one for each measure of `checked`."""
    built = estimates.filter(group=CHECKED)
    return [_agreement(rows) for _, rows in built.group_by("measure", maintain_order=True)]


def _agreement(built: pl.DataFrame) -> Agreement:
    gap, played = (built.filter(reference=kind) for kind in (CHECKED, PLAYED))
    misses, values = gap["estimate"].to_numpy() ** 2, played["estimate"].to_numpy()
    beyond = float(misses.mean() - (gap["error"].to_numpy() ** 2).mean())
    doubt = float(misses.std(ddof=1) / np.sqrt(len(misses))) if len(misses) > 1 else 0.0
    spread = float(values.var() - (played["error"].to_numpy() ** 2).mean())
    return Agreement(
        measure=str(built["measure"][0]),
        unit=str(built["unit"][0]),
        held=gap.filter(pl.col("low") <= 0, pl.col("high") >= 0).height,
        decks=gap.height,
        off=float(np.sqrt(beyond)) if beyond > 2 * doubt else 0.0,
        explained=max(0.0, 1 - max(beyond, 0.0) / spread) if spread > 0 else None,
        least=float(values.min()),
        most=float(values.max()),
    )


def pool_of(deck: Any, rules: Any) -> Any:
    """Return a deck whose games differ: itself, or, where all games have the same cards, with an exchange.

    That leaves one in `EXCHANGED` cards out of each game, and has as many twice. Raises UserError for mistakes.
    """
    loaded = load_deck(deck, rules)
    if loaded.drawn or loaded.draws.lots:
        return deck
    names = [card.name for card in loaded.cards]
    out = max(1, round(len(names) / EXCHANGED))
    copies = {"cards": [copy_of(name) for name in names], "number": out}
    draw = [{"cards": names, "number": len(names) - out}, copies]
    return {"base": deck, "second_copies": "all", "draw": draw}
