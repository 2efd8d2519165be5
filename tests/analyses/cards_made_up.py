"""Made-up card tables with known values: chance decides who holds what, the truth is written down."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from made_up import CHUNK, MadeUpStudy, cell_row, study_of

PLAYERS, HAND, DECK = 4, 6, 40
UNIT = 2**24
CONTACTS = ("opening", "drawn", "taken", "anted", "played", "triggered", "discarded", "held", "placed", "idle")


def printed_rows(cell: str, cards: Sequence[str], **columns: Sequence[Any]) -> pl.DataFrame:
    """The cards of a cell as printed: red dragons of strength 5 with a power, in every game, unless said otherwise."""
    usual: dict[str, Any] = {
        "title": [card.title() for card in cards],
        "strength": [5] * len(cards),
        "colours": [["red"]] * len(cards),
        "tags": [[]] * len(cards),
        "has_power": [True] * len(cards),
        "drawn": [False] * len(cards),
        "in_game": [1.0] * len(cards),
    }
    frame = pl.DataFrame({"cell": [cell] * len(cards), "card": cards} | usual | columns)
    return frame.with_columns(
        pl.lit(DECK).alias("deck_size"), pl.lit(HAND).alias("opening_hand"), pl.lit(50).alias("start_gold")
    ).cast({"tags": pl.List(pl.String)})


def card_rows(counts: Mapping[str, np.ndarray], wins: Mapping[str, np.ndarray], cards: Sequence[str]) -> pl.DataFrame:
    """The table `cards` from counts and wins (B, K) by contact; every contact counts once per game."""
    frames = []
    for contact, count in counts.items():
        blocks, places = np.indices(count.shape)
        won = wins.get(contact, np.zeros_like(count))
        frames.append(
            pl.DataFrame(
                {
                    "chunk": blocks.ravel(),
                    "card": np.array(cards)[places.ravel()],
                    "strategy": ["balanced"] * count.size,
                    "contact": [contact] * count.size,
                    "times": count.ravel(),
                    "count": count.ravel(),
                    "win60_sum": 60 * won.ravel(),
                }
            )
        )
    return pl.concat(frames)


def draw_rows(
    generator: np.random.Generator, blocks: int, values: Sequence[float], cards: Sequence[str], noise: float = 20.0
) -> pl.DataFrame:
    """The table `draws`: some 100 a block, each worth its card's value in gold above 7, whatever the horizon."""
    shape = blocks, len(cards)
    draws = generator.poisson(100, shape)
    row = {
        "chunk": np.indices(shape)[0].ravel(),
        "card": np.array(cards)[np.indices(shape)[1].ravel()],
        "draws": draws.ravel(),
    }
    row |= {"strategy": ["balanced"] * draws.size, "expected": draws.ravel() * UNIT}
    for outcome in ("gold1", "gold2", "gold3", "win60"):
        total = generator.normal((7 + np.array(values)) * draws, noise * np.sqrt(draws))
        row |= {outcome: total.round().astype(np.int64).ravel(), f"{outcome}_reference": (7 * draws * UNIT).ravel()}
    return pl.DataFrame(row)


def deals(
    generator: np.random.Generator,
    blocks: int,
    values: Sequence[float],
    cards: Sequence[str],
    in_game: Sequence[float] | None = None,
    forced: bool = False,
) -> pl.DataFrame:
    """The table `cards` of deals where being dealt a card is worth so many points of win share."""
    shape, chance = blocks, len(cards)
    dealt = np.ones(chance) if forced else np.array(in_game or [1.0] * chance) * PLAYERS * HAND / DECK
    opening = generator.binomial(CHUNK, dealt, (shape, chance))
    effect = np.array(values) / 100 * (1 - HAND / DECK)
    won = generator.binomial(opening, 1 / PLAYERS + effect)
    held = generator.binomial(2 * CHUNK, 0.5, opening.shape)
    played = generator.binomial(held, 0.5)
    counts = {
        "opening": opening,
        "held": held,
        "played": played,
        "anted": generator.binomial(held - played, 0.4),
        "triggered": generator.binomial(played, 0.6),
        "idle": generator.binomial(held, 0.1),
        "drawn": generator.binomial(held, 0.4),
    }
    wins = {"opening": won, **{name: generator.binomial(counts[name], 0.25) for name in ("held", "played", "drawn")}}
    return card_rows(counts, wins, cards)


def game_rows(generator: np.random.Generator, games: int, drawn: int = 0, longer: Sequence[float] = ()) -> pl.DataFrame:
    """The table `games`: half of the drawn cards are in each game, and make it longer by so many gambits."""
    inside = generator.random((games, drawn)).argsort(axis=1) < drawn // 2 if drawn else np.zeros((games, 0), bool)
    bits = (inside * (1 << np.arange(drawn))).sum(axis=1).astype(np.uint64) if drawn else np.zeros(games, np.uint64)
    extra = inside @ np.array(longer) if drawn else np.zeros(games)
    gambits = (20 + generator.normal(0, 4, games) + extra).round().astype(np.int64)
    others = ("max_stakes", "lead_changes", "power_gold", "triggers", "colour_flights", "strength_flights", "purchases")
    row: dict[str, Any] = {name: generator.poisson(3, games) for name in others}
    row |= {"game": np.arange(games), "gambits": gambits, "tie": generator.random(games) < 0.02, "unique_cards": bits}
    return pl.DataFrame(row | {"unfinished": np.zeros(games, bool)})


def made_cell(
    cell: str,
    seed: int,
    games: int,
    draw: Sequence[float],
    dealt: Sequence[float] | None = None,
    cards: Sequence[str] | None = None,
    forced: str | None = None,
) -> dict[tuple[str, str], pl.DataFrame]:
    """The tables of one cell in which cards are worth so much gold when drawn, and so many points when dealt."""
    generator, blocks = np.random.default_rng(seed), games // CHUNK
    names = cards or [f"card-{k}" for k in range(len(draw))]
    return {
        (cell, "games"): game_rows(generator, games),
        (cell, "draws"): draw_rows(generator, blocks, draw, names),
        (cell, "cards"): deals(generator, blocks, dealt or [0.0] * len(draw), names, forced=forced is not None),
    }


def made_study(
    cells: Sequence[dict[str, Any]],
    tables: dict[tuple[str, str], pl.DataFrame],
    cards: Sequence[str],
    **columns: Sequence[Any],
) -> MadeUpStudy:
    """A study of these cells, all of them with these cards."""
    frames = [printed_rows(row["cell"], cards, **columns) for row in cells]
    return study_of(cells, tables, printed=pl.concat(frames))


__all__ = ["CHUNK", "cell_row", "deals", "draw_rows", "game_rows", "made_cell", "made_study", "printed_rows"]
