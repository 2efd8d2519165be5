"""What a card does to the game when it is in the deck, for cards that are drawn game by game.

Chance decides which of them are in a game. So the mean of an outcome over the games with a card, minus the mean over
the games without it, is the effect of the card, compared with others drawn at random in its place.
"""

from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_sums import block_count, chunks_per_block, names
from tda_sim.measures.drawn import drawn
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.ranking import Array, Measure, Values, difference, estimated, ratios, with_bounds
from tda_sim.measures.study import Study, cell_of, check_columns, pieces
from tda_sim.stats.exact import clopper_pearson, difference_ends, poisson
from tda_sim.stats.intervals import LEVEL

OUTCOMES = (  # columns of `games`, whose means a card may change; points are those of a share of games
    Measure("plays", "length", "cards"),
    Measure("max_stakes", "biggest stakes", "gold"),
    Measure("lead_changes", "lead changes", "changes"),
    Measure("power_gold", "gold moved by powers", "gold"),
    Measure("triggers", "powers used", "powers"),
    Measure("special_flights", "special flights", "flights"),
    Measure("purchases", "purchases", "times"),
    Measure("tie", "tied games", "points", scale=PERCENT),
)

_READ = {outcome.name for outcome in OUTCOMES} - {"special_flights"} | {"colour_flights", "strength_flights"}
_COLUMNS = [
    (
        pl.col("colour_flights") + pl.col("strength_flights")
        if outcome.name == "special_flights"
        else pl.col(outcome.name)
    )
    .cast(pl.Int32)
    .alias(outcome.name)
    for outcome in OUTCOMES
]


def drawn_cards(study: Study, cell: str) -> tuple[str, ...]:
    """Return the cards that are in some games only, in their order."""
    return tuple(name for name, parts in drawn(study, cell).cards.items() if parts)


def inclusion_sums(study: Study, cell: str) -> dict[str, Array]:
    """Return sums over blocks: `games` (B,), `with` (B, D), and for each outcome `name` (B,) and `name_with` (B, D)."""
    found = drawn(study, cell)
    columns = found.bits
    games = check_columns(study, cell, "games", {"game", *columns, *_READ})
    size = int(cell_of(study, cell)["chunk"]) * chunks_per_block(study)
    some_only = [bool(parts) for parts in found.cards.values()]
    sums = np.zeros((block_count(study, cell), 1 + len(OUTCOMES), 1 + sum(some_only)))
    for some in pieces(games.select(*columns, pl.col("game") // size, *_COLUMNS)):
        for (block,), rows in some.partition_by("game", as_dict=True, include_key=False).items():
            inside = found.with_cards(found.inside(rows))[:, some_only]
            sums[block] += _with_one(rows.drop(columns).to_numpy()).T @ _with_one(inside)
    named = {"games": sums[:, 0, 0], "with": sums[:, 0, 1:]}
    for k, outcome in enumerate(OUTCOMES):
        named |= {outcome.name: sums[:, 1 + k, 0], f"{outcome.name}_with": sums[:, 1 + k, 1:]}
    return named


def _with_one(columns: NDArray[Any]) -> Array:
    """Put a column of ones first: its products are counts and sums. Sums of whole numbers are exact."""
    return np.column_stack([np.ones(len(columns)), columns.astype(float)])


def games_with(study: Study, cell: str, sums: dict[str, Array]) -> Array:
    """Return in how many games of each block every card of a cell was in the deck, (B, K)."""
    drawn = drawn_cards(study, cell)
    everywhere = [
        sums["games"] if card not in drawn else sums["with"][:, drawn.index(card)] for card in names(study, cell)
    ]
    return np.stack(everywhere, axis=1)


@dataclass(frozen=True)
class Effects:
    """What K cards do to an outcome: its mean over the games with each, minus that over the games without.

    ``n`` counts the games with a card, ``without`` (K,) the others; ``means`` (2, K) are the two means.
    """

    values: Values
    without: NDArray[np.int64]
    means: Array


def inclusion_effects(cards: tuple[str, ...], sums: dict[str, Array]) -> dict[str, Effects]:
    """Return what each card drawn game by game does to each of the `OUTCOMES`."""
    return {outcome.name: _effect(cards, sums, outcome) for outcome in OUTCOMES}


def _effect(cards: tuple[str, ...], sums: dict[str, Array], outcome: Measure) -> Effects:
    top, count = outcome.scale * sums[f"{outcome.name}_with"], sums["with"]
    total, games = outcome.scale * sums[outcome.name][:, None], sums["games"][:, None]
    inside, outside = ratios(cards, top, count), ratios(cards, total - top, games - count)
    return Effects(difference(inside, outside), outside.n, np.array([inside.estimate, outside.estimate]))


def inclusion_rows(effects: dict[str, Effects], level: float = LEVEL) -> pl.DataFrame:
    """Return a row per card and outcome: `subject`, `measure`, `unit`, `estimate`, `low`, `high`, `n`, `error`.

    The intervals of an outcome hold jointly for all cards. Where all games are alike, for example because something
    never happened, the bounds are those of a count of zero: the next game may still differ by one. A share of games
    gets exact bounds, as it may be rare.
    """
    frames = []
    for outcome in OUTCOMES:
        effect = effects[outcome.name]
        rows = estimated(effect.values, outcome.name, outcome.unit, level)
        of_each = 1 - (1 - level) / max(rows.height, 1)  # for all cards, by Bonferroni
        seldom = outcome.scale * poisson(0, of_each)[1]
        alike = (pl.col("error") == 0) & (pl.col("n") > 0) & pl.Series(effect.without > 0)
        low = pl.col("estimate") - seldom / pl.Series(effect.without)
        bounded = with_bounds(rows, low, pl.col("estimate") + seldom / pl.col("n"), alike)
        frames.append(
            _with_exact_ends(bounded, effect, outcome.scale, of_each) if outcome.unit == "points" else bounded
        )
    return pl.concat(frames)


def _with_exact_ends(rows: pl.DataFrame, effect: Effects, scale: float, level: float) -> pl.DataFrame:
    """Return rows of differences of shares, with ends computed from the exact bounds of both shares."""
    ends = [
        difference_ends(_exact(inside, n, level), _exact(outside, without, level))
        for inside, outside, n, without in zip(*effect.means / scale, effect.values.n, effect.without, strict=True)
    ]
    low, high = (pl.Series(scale * each).fill_nan(None) for each in np.array(ends).reshape(-1, 2).T)
    return rows.with_columns(low.alias("low"), high.alias("high"))


def _exact(share: float, n: int, level: float) -> tuple[float, float, float]:
    """Return a share of n games with its exact bounds; NaN without games."""
    return (share, *clopper_pearson(share * n, n, level)) if n > 0 else (nan, nan, nan)
