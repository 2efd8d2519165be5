"""What a card does to the game when it is in the deck, for cards that are drawn game by game.

Which of them are in a game is chance, so the mean of an outcome over the games with a card, less the mean over the
games without it, is the effect of the card, in company of others drawn at random in its place.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from tda_sim.stats.intervals import LEVEL

from .card_sums import Array, Values, block_count, chunks_per_block, names, printed, ratios
from .card_values import value_rows
from .metrics import PERCENT
from .study import Study, cell_of, check_columns


@dataclass(frozen=True)
class Outcome:
    """Something about a game that a card may change: the mean of a column of `games`, times ``scale``."""

    name: str
    title: str
    unit: str
    scale: float = 1.0


OUTCOMES = (
    Outcome("gambits", "length", "gambits"),
    Outcome("max_stakes", "biggest stakes", "gold"),
    Outcome("lead_changes", "lead changes", "changes"),
    Outcome("power_gold", "gold moved by powers", "gold"),
    Outcome("triggers", "powers used", "powers"),
    Outcome("special_flights", "special flights", "flights"),
    Outcome("purchases", "purchases", "times"),
    Outcome("tie", "tied games", "points", PERCENT),
)
_COLUMNS = ("colour_flights", "strength_flights")


def drawn_cards(study: Study, cell: str) -> tuple[str, ...]:
    """Return the cards that are drawn game by game, in the order of their bits in `unique_cards`."""
    return tuple(printed(study, cell).filter(pl.col("drawn"))["card"].cast(pl.String))


def inclusion_sums(study: Study, cell: str) -> dict[str, Array]:
    """Return sums over blocks: `games` (B,), `with` (B, D), and for each outcome `name` (B,) and `name_with` (B, D)."""
    cards, wanted = drawn_cards(study, cell), {outcome.name for outcome in OUTCOMES} - {"special_flights"}
    games = check_columns(study, cell, "games", {"game", "unique_cards", *wanted, *_COLUMNS})
    flights = (pl.col(_COLUMNS[0]) + pl.col(_COLUMNS[1])).alias("special_flights")
    bits = [
        (pl.col("unique_cards") // pl.lit(1 << bit, pl.UInt64) % 2 == 1).alias(f"bit{bit}") for bit in range(len(cards))
    ]
    size = int(cell_of(study, cell)["chunk"]) * chunks_per_block(study)
    sums = games.with_columns(flights, *bits, (pl.col("game") // size).alias("block")).group_by("block")
    found = sums.agg(pl.len().alias("games"), *_totals(len(cards))).sort("block").collect(engine="streaming")
    return _arrays(found, block_count(study, cell), len(cards))


def _totals(cards: int) -> list[pl.Expr]:
    bits = [pl.col(f"bit{bit}") for bit in range(cards)]
    counts = [bit.sum().cast(pl.Int64).alias(f"with:{k}") for k, bit in enumerate(bits)]
    columns = {outcome.name: pl.col(outcome.name).cast(pl.Int64) for outcome in OUTCOMES}
    totals = [column.sum().alias(name) for name, column in columns.items()]
    return (
        counts
        + totals
        + [
            column.filter(bit).sum().alias(f"{name}_with:{k}")
            for name, column in columns.items()
            for k, bit in enumerate(bits)
        ]
    )


def _arrays(found: pl.DataFrame, blocks: int, cards: int) -> dict[str, Array]:
    rows = found["block"].to_numpy()

    def column(name: str) -> Array:
        filled = np.zeros(blocks)
        filled[rows] = found[name].to_numpy()
        return filled

    def columns(name: str) -> Array:
        return np.stack([column(f"{name}:{k}") for k in range(cards)], axis=1) if cards else np.zeros((blocks, 0))

    sums = {"games": column("games"), "with": columns("with")}
    for outcome in OUTCOMES:
        sums |= {outcome.name: column(outcome.name), f"{outcome.name}_with": columns(f"{outcome.name}_with")}
    return sums


def games_with(study: Study, cell: str, sums: dict[str, Array]) -> Array:
    """Return in how many games of each block every card of a cell was in the deck, (B, K)."""
    drawn = drawn_cards(study, cell)
    everywhere = [
        sums["games"] if card not in drawn else sums["with"][:, drawn.index(card)] for card in names(study, cell)
    ]
    return np.stack(everywhere, axis=1)


def inclusion_effects(cards: tuple[str, ...], sums: dict[str, Array]) -> dict[str, Values]:
    """Return what each card drawn game by game does to each of the `OUTCOMES`; n counts the games with it."""
    return {outcome.name: _effect(cards, sums, outcome) for outcome in OUTCOMES}


def _effect(cards: tuple[str, ...], sums: dict[str, Array], outcome: Outcome) -> Values:
    top, count = outcome.scale * sums[f"{outcome.name}_with"], sums["with"]
    total, games = outcome.scale * sums[outcome.name][:, None], sums["games"][:, None]
    inside, outside = ratios(cards, top, count), ratios(cards, total - top, games - count)
    return Values(
        cards,
        inside.estimate - outside.estimate,
        inside.shifts - outside.shifts,
        inside.n,
        np.minimum(inside.blocks, outside.blocks),
    )


def inclusion_rows(effects: dict[str, Values], level: float = LEVEL) -> pl.DataFrame:
    """Return a row per card and outcome: `card`, `outcome`, `unit`, `estimate`, `low`, `high`, `n`, `error`.

    The intervals of an outcome hold for all cards at once.
    """
    frames = []
    for outcome in OUTCOMES:
        rows = value_rows(effects[outcome.name], outcome.name, level, places=False).rename({"value": "outcome"})
        frames.append(rows.with_columns(pl.lit(outcome.unit).alias("unit")))
    return pl.concat(frames)
