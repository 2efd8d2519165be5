"""Made-up card tables with known values: cards are really shuffled and dealt, and the truth is written down."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from made_up import CHUNK, MadeUpStudy, cell_row, games_table, study_of
from numpy.typing import NDArray

from tda_sim.measures.card_sums import OUTCOMES

PLAYERS, HAND = 4, 2
UNIT = 2**24
MEAN_GAIN, NOISE = 5.0, 15.0  # gold that any draw brings, and its standard deviation
SHARES = {"anted": 0.3, "played": 0.5, "triggered": 0.3, "idle": 0.1, "drawn": 0.4}

Floats = Sequence[float] | NDArray[np.float64]


def names_of(cards: int) -> list[str]:
    """Names of so many cards."""
    return [f"card-{k}" for k in range(cards)]


def printed_rows(cell: str, cards: int, **columns: Sequence[Any]) -> pl.DataFrame:
    """The cards of a cell as printed: red dragons of strength 5 with a power, in every game, unless said otherwise."""
    usual: dict[str, Any] = {"title": [f"Card {k}" for k in range(cards)], "strength": [5] * cards}
    usual |= {"colours": [["red"]] * cards, "tags": [["dragon"]] * cards, "has_power": [True] * cards}
    usual |= {"drawn": [False] * cards, "in_game": [1.0] * cards}
    usual |= {"deck_size": [cards] * cards, "opening_hand": [HAND] * cards, "start_gold": [50] * cards}
    rows = {"cell": [cell] * cards, "card": names_of(cards)} | usual | columns
    return pl.DataFrame(rows).with_columns(unseen="drawn")


def true_dealt(strengths: Floats) -> NDArray[np.float64]:
    """The dealt values, in points, in the world of `deal`: P(win | dealt) - 1/n is known there, see its formula.

    A seat wins with chance 1/n + Σ β (own - mean over the seats), where a card that one holds keeps each other one
    away. With Σ β = 0 that makes β (1 - 1/n) K / (K - 1) for its holder.
    """
    beta, cards = np.asarray(strengths, float), len(strengths)
    return 100 * beta * (1 - 1 / PLAYERS) * cards / (cards - 1) / (1 - HAND / cards)


def deal(generator: np.random.Generator, games: int, strengths: Floats) -> tuple[Any, Any]:
    """Deal a deck in so many games: counts and wins of holders, (games, cards); ``strengths`` have the sum zero."""
    beta, cards = np.asarray(strengths, float), len(strengths)
    order = generator.random((games, cards)).argsort(axis=1)
    holder = np.full((games, cards), PLAYERS)
    dealt = np.repeat(np.arange(PLAYERS), HAND)
    np.put_along_axis(holder, order[:, : len(dealt)], dealt[None, :].repeat(games, axis=0), axis=1)
    own = np.stack([(beta * (holder == seat)).sum(axis=1) for seat in range(PLAYERS)], axis=1)
    chance = 1 / PLAYERS + own - own.mean(axis=1, keepdims=True)
    winner = (generator.random((games, 1)) > chance.cumsum(axis=1)).sum(axis=1)
    return (holder < PLAYERS).astype(int), (holder == winner[:, None]).astype(int)


def by_chunk(values: NDArray[Any], chunk: int = CHUNK) -> NDArray[Any]:
    """Sums (B, K) over chunks of games (N, K)."""
    return np.add.reduceat(values, np.arange(0, len(values), chunk), axis=0)


def long(sums: dict[str, NDArray[Any]], **columns: str) -> pl.DataFrame:
    """Sums (B, K) by column as rows per chunk and card."""
    blocks, places = np.indices(next(iter(sums.values())).shape)
    cards = np.array(names_of(blocks.shape[1]))[places.ravel()]
    frame = pl.DataFrame({"chunk": blocks.ravel(), "card": cards} | {name: each.ravel() for name, each in sums.items()})
    return frame.with_columns(*(pl.lit(value).alias(name) for name, value in columns.items()))


def contact_rows(contact: str, count: NDArray[Any], won: NDArray[Any]) -> pl.DataFrame:
    """Rows of the table `cards`: every contact counts once per player and game."""
    return long({"times": count, "count": count, "win60_sum": 60 * won}, contact=contact, strategy="balanced")


def card_table(generator: np.random.Generator, games: int, strengths: Floats, chunk: int = CHUNK) -> pl.DataFrame:
    """The table `cards`: real deals; what becomes of the cards follows `SHARES`, and has nothing to do with winning."""
    count, won = (by_chunk(each, chunk) for each in deal(generator, games, strengths))
    held = 2 * count
    frames = [contact_rows("opening", count, won), contact_rows("held", held, generator.binomial(held, 1 / PLAYERS))]
    for contact, share in SHARES.items():
        met = (held * share).astype(int)
        frames.append(contact_rows(contact, met, generator.binomial(met, 1 / PLAYERS)))
    return pl.concat(frames)


def draw_table(
    generator: np.random.Generator, games: int, values: Floats, chunk: int = CHUNK, draws: int = 4
) -> pl.DataFrame:
    """The table `draws`: ``draws`` a game, each from a pile of all cards; a card is worth so much gold at any horizon.

    Its draw value is its worth less the mean of all: the random card of the same pile.
    """
    worth, cards = np.asarray(values, float), len(values)
    drawn = generator.integers(0, cards, games * draws)
    gain = (MEAN_GAIN + worth[drawn] + generator.normal(0, NOISE, len(drawn))).round().astype(np.int64)
    places = np.arange(len(drawn)) // (chunk * draws) * cards + drawn  # of a chunk and a card among the sums
    shape = (-(-games // chunk), cards)

    def by_card(each: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.bincount(places, each, shape[0] * cards).astype(np.int64).reshape(shape)

    own, pile = by_card(gain), by_chunk(gain[:, None], chunk * draws)
    reference = np.broadcast_to((pile * (UNIT // cards)), own.shape)
    sums: dict[str, NDArray[Any]] = {"draws": by_card(np.ones_like(gain))}
    for outcome in OUTCOMES:
        sums |= {outcome: own, f"{outcome}_reference": reference}
    return long(sums, strategy="balanced")


def tables_of(
    cell: str, seed: int, games: int, values: Floats, strengths: Floats
) -> dict[tuple[str, str], pl.DataFrame]:
    """The tables of one cell."""
    generator = np.random.default_rng(seed)
    return {
        (cell, "games"): games_table(games, unique_cards=0),
        (cell, "draws"): draw_table(generator, games, values),
        (cell, "cards"): card_table(generator, games, strengths),
    }


def cards_study(
    rows: Sequence[dict[str, Any]], tables: dict[tuple[str, str], pl.DataFrame], **columns: Any
) -> MadeUpStudy:
    """A study of these cells, whose cards are those of the first one's draws."""
    cards = next(frame for (_, name), frame in tables.items() if name != "games")["card"].n_unique()
    return study_of(rows, tables, printed=pl.concat([printed_rows(row["cell"], cards, **columns) for row in rows]))


def one_deck(seed: int, games: int, values: Floats, strengths: Floats) -> MadeUpStudy:
    """A study of one cell, "toy"."""
    return cards_study([cell_row("toy", games)], tables_of("toy", seed, games, values, strengths))
