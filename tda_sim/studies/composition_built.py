"""Decks that are built: what the effects of their parts predict of them, and what they are like when played."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import block_sums
from tda_sim.measures.card_sums import names
from tda_sim.measures.compare import measured
from tda_sim.measures.composition import PAIRS
from tda_sim.measures.drawn import Drawn, drawn
from tda_sim.measures.ranking import ESTIMATES, Array, placed
from tda_sim.stats.intervals import LEVEL, normal_quantile
from tda_sim.studies.composition import Parts
from tda_sim.studies.results import StudyResults

CHECKED, PREDICTED, PLAYED = "checked", "predicted", "played"  # of decks: played minus predicted, and both
EXTREME = 10  # decks of extreme prediction, before those that are drawn by chance


def chosen(parts: Parts, decks: int, seed: int) -> list[set[str]]:
    """Return the parts of decks to build: the first `EXTREME` of extreme prediction, the others by chance."""
    generator = np.random.default_rng(seed)
    found, fits, picked = parts.found, [*parts.fits.values()], []
    for k in range(EXTREME):
        picked.append(_extreme(found, fits[k // 2 % len(fits)].coefficients * (1 if k % 2 == 0 else -1)))
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


def predicted(parts: Parts, measure: str, of_pairs: pl.DataFrame, inside: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return what is expected of decks with these parts (D, P), and the standard errors: both (D,).

    The level of all games, and what single parts and the pooled pairs (``of_pairs``) add to it.
    """
    every, places = parts.sums, parts.found.places
    n, blocks = every.games.sum(), every.total[:, every.outcomes.index(measure)]
    mean = every.alone.sum(axis=0) / n
    single = parts.fits[measure].predicted(inside, mean)
    together, doubt = np.zeros((2, len(mean), len(mean)))
    for one, other, number, low, high in of_pairs.select("subject", "reference", "estimate", "low", "high").iter_rows():
        place = places[one], places[other]
        together[place], doubt[place] = number, (high - low) / 2 / normal_quantile(LEVEL)
    off, covariance = inside - mean, every.inside.sum(axis=0) / n - np.outer(mean, mean)
    both = off[:, :, None] * off[:, None, :] - covariance
    estimate = every.levels[measure] + single.estimate + (both * together).sum(axis=(1, 2))
    error = float(np.sqrt((blocks**2).sum())) / n
    return estimate, np.sqrt(error**2 + single.error**2 + ((both * doubt) ** 2).sum(axis=(1, 2)))


def checked(
    study: StudyResults, further: StudyResults, parts: Parts, estimates: pl.DataFrame, level: float = LEVEL
) -> pl.DataFrame:
    """Return what was predicted of decks, what was played, and the difference, as estimates, by measure.

    ``further``: decks whose `variant` is a name; the games without one draw their decks. ``estimates``: of the parts.
    Intervals stand alone.
    """
    reach, rows = normal_quantile(level), []
    cells = further.cells.filter(pl.col("variant") != "").rows(named=True)
    inside = np.array([_inside(further, row["cell"], parts.found) for row in cells])
    sums = [block_sums(further, row["cell"]) for row in cells]
    for metric in parts.metrics:
        of_pairs = estimates.filter("main", group=PAIRS, measure=metric.name)
        decks = zip(cells, sums, *predicted(parts, metric.name, of_pairs, inside), strict=True)
        for row, of_deck, expected, error in decks:
            found = measured(of_deck, metric)
            played, own = float(found.estimate), float(found.error)
            for kind, number, doubt in (
                (PREDICTED, expected, error),
                (PLAYED, played, own),
                (CHECKED, played - expected, float(np.hypot(error, own))),
            ):
                rows.append(
                    {"subject": row["variant"], "measure": metric.name, "unit": metric.unit, "reference": kind}
                    | {"estimate": number, "low": number - reach * doubt, "high": number + reach * doubt}
                    | {"error": doubt, "n": int(row["games"])}
                )
    first = study.cells.row(0, named=True)
    return dict(placed([(CHECKED, pl.DataFrame(rows))], first, main=True))[ESTIMATES]


def _inside(further: StudyResults, cell: str, found: Drawn) -> NDArray[np.bool_]:
    """Return which parts a deck that was built has, (P,): from its first game."""
    there, cards = drawn(further, cell), names(further, cell)
    first = further.read(cell, "games").head(1).collect(engine="streaming")
    inside = dict(zip(there.parts, there.inside(first)[0], strict=True))
    return np.array([inside.get(part, part in cards) for part in found.parts], bool)


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
