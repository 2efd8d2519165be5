"""The columns of the tables of a run, each declared once.

These declarations define the tables, how they are read from the engine's arrays, and the documentation's tables
(`columns_markdown`).

Everything is a whole number, so that sums do not depend, to the last bit, on how the games were cut into chunks.
Columns that are likely to be added up have 64 bits, because polars adds up 32-bit columns in 32 bits. The one
exception, ``win_share``, is 1/k for k winners and is computed from whole numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.engine.layout import (
    ABILITY_SUMS,
    DRAW_SUMS,
    DRAW_UNIT,
    HORIZON,
    MAX_PLAYERS,
    NONE,
    PART_WORDS,
    PARTS_IN_WORD,
    SUMS,
    WIN_UNIT,
)
from tda_sim.engine.terms import Contact, End

Array = NDArray[Any]

TABLES = ("games", "seats", "cards", "draws", "gambits", "abilities")
ENDS = tuple(end.name.lower() for end in End)
CONTACTS = tuple(contact.name.lower() for contact in Contact)


@dataclass(frozen=True)
class Names:
    """The names behind the numbers of strategies and cards in one run."""

    strategies: tuple[str, ...]
    cards: tuple[str, ...]
    parts: tuple[str, ...] = ()  # the parts of the deck that are drawn for each game, in the order of their bits
    drawn: tuple[str, ...] = ()  # the cards that are drawn for each game, in the order of their bits
    abilities: tuple[str, ...] = ()  # the list of abilities that players may have, in the order of their bits
    ability_titles: tuple[str, ...] = ()
    players: tuple[tuple[str, ...], ...] = ()  # who may play for each of the strategies: the members of a level

    @property
    def bits(self) -> list[tuple[str, str, int]]:
        """What games draw: the name of each part or card, and the column of `games` and the bit that say it was in."""
        parts = [(part, f"parts_{1 + k // PARTS_IN_WORD}", k % PARTS_IN_WORD) for k, part in enumerate(self.parts)]
        return [*parts, *((card, "unique_cards", k) for k, card in enumerate(self.drawn))]

    @property
    def everyone(self) -> tuple[str, ...]:
        """All players, each once."""
        return tuple(dict.fromkeys(name for each in self.players for name in each))


@dataclass(frozen=True)
class Batch:
    """One chunk of games in the engine's arrays."""

    chunk: int
    players: int
    words: Names
    tallies: Array  # (games,) of layout.TALLY
    sums: Array  # (strategies, contacts, layout.MAX_CARDS, len(layout.SUMS)), int64
    draws: Array  # (strategies, layout.MAX_CARDS, len(layout.DRAW_SUMS)), int64
    gambits: Array  # (recorded gambits,) of layout.GAMBIT
    uses: Array  # (strategies, abilities, len(layout.ABILITY_SUMS)), int64

    @property
    def shape(self) -> tuple[int, int, int]:
        """Rows of the table `cards`: strategies, contacts, cards that the deck names."""
        return len(self.words.strategies), len(CONTACTS), len(self.words.cards)


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    name: str
    dtype: type[pl.DataType]
    unit: str
    meaning: str
    read: Callable[[Batch], Array]
    words: Callable[[Names], Sequence[str]] | None = None  # if set, `read` gives positions in this list
    missing: int | None = None  # what `read` gives if there is no value

    def polars_type(self, words: Names) -> pl.DataType:
        """The column's type in a run with these words."""
        return pl.Enum(self.words(words)) if self.words else self.dtype()

    def series(self, batch: Batch) -> pl.Series:
        """The column's values for a chunk."""
        values = np.ascontiguousarray(self.read(batch))
        if self.words:
            return _every_word(self.name, tuple(self.words(batch.words))).gather(values.astype(np.int64))
        series = pl.Series(self.name, values).cast(self.dtype)
        return series if self.missing is None else series.set(series == self.missing, None)


# --- parts that are the same in every chunk of a run, made once --------------------------------------------------


@lru_cache(maxsize=64)
def _every_word(column: str, words: tuple[str, ...]) -> pl.Series:
    return pl.Series(column, words, dtype=pl.Enum(words))


@lru_cache(maxsize=64)
def _places(shape: tuple[int, ...], axis: int) -> Array:
    places: Array = np.indices(shape)[axis].ravel()
    places.flags.writeable = False
    return places


# --- columns that the engine has under the same name --------------------------------------------


def _game(name: str, dtype: type[pl.DataType], unit: str, meaning: str, **how: Any) -> Column:
    return Column(name, dtype, unit, meaning, lambda batch: batch.tallies[name], **how)


def _parts(word: int) -> Column:
    first = word * PARTS_IN_WORD
    return Column(
        f"parts_{word + 1}",
        pl.UInt64,
        "bit mask",
        f"bit k is set where part {first} + k of the deck (`words.parts` in the manifest, from 0) was in the game",
        lambda batch: batch.tallies["parts"][:, word],
    )


def _seat(name: str, dtype: type[pl.DataType], unit: str, meaning: str) -> Column:
    return Column(name, dtype, unit, meaning, lambda batch: batch.tallies[name][:, : batch.players].ravel())


def _draw(name: str, dtype: type[pl.DataType], unit: str, meaning: str) -> Column:
    place = DRAW_SUMS.index(name)
    return Column(name, dtype, unit, meaning, lambda batch: batch.draws[:, : len(batch.words.cards), place].ravel())


def _gambit(name: str, dtype: type[pl.DataType], unit: str, meaning: str, **how: Any) -> Column:
    return Column(name, dtype, unit, meaning, lambda batch: batch.gambits[name], **how)


def _ability(field: str, unit: str, meaning: str) -> Column:
    place = ABILITY_SUMS.index(field)
    return Column(_ABILITY_COLUMNS.get(field, field), pl.Int64, unit, meaning, lambda b: b.uses[:, :, place].ravel())


_ABILITY_COLUMNS = {
    "win": "win60_sum",
    "win2": "win60_sumsq",
    "hoard": "gold_sum",
    "hoard2": "gold_sumsq",
}


# --- how other columns are read ---------------------------------------------------------------------------


def _all_seats(field: str) -> Callable[[Batch], Array]:
    return lambda batch: batch.tallies[field][:, : batch.players].sum(axis=1)


def _entrant(batch: Batch) -> Array:
    return np.asarray(batch.tallies["entrant"][:, : batch.players].ravel())


def _player(batch: Batch) -> Array:
    words = batch.words
    numbers = {name: number for number, name in enumerate(words.everyone)}
    table = np.zeros((len(words.players), max(map(len, words.players))), np.int64)
    for row, names in zip(table, words.players, strict=True):
        row[: len(names)] = [numbers[name] for name in names]
    member = np.asarray(batch.tallies["member"][:, : batch.players].ravel())
    return np.asarray(table[_entrant(batch), member])


def _sum(field: str) -> Callable[[Batch], Array]:
    return lambda batch: batch.sums[:, :, : len(batch.words.cards), SUMS.index(field)].ravel()


def _gold_after(seat: int) -> Callable[[Batch], Array]:
    return lambda batch: batch.gambits["gold"][:, seat] if seat < batch.players else np.full(len(batch.gambits), NONE)


def _place(axis: int) -> Callable[[Batch], Array]:
    return lambda batch: _places(batch.shape, axis)


def _chunk(batch: Batch) -> Array:
    return np.full(np.prod(batch.shape), batch.chunk)


def _place_of_draws(axis: int) -> Callable[[Batch], Array]:
    return lambda batch: _places((batch.shape[0], batch.shape[2]), axis)


def _chunk_of_draws(batch: Batch) -> Array:
    return np.full(batch.shape[0] * batch.shape[2], batch.chunk)


def _place_of_uses(axis: int) -> Callable[[Batch], Array]:
    return lambda batch: _places(batch.uses.shape[:2], axis)


def _chunk_of_uses(batch: Batch) -> Array:
    return np.full(np.prod(batch.uses.shape[:2]), batch.chunk)


def _game_of_seat(batch: Batch) -> Array:
    return np.repeat(batch.tallies["game"], batch.players)


def _seat_number(batch: Batch) -> Array:
    return np.tile(np.arange(batch.players), len(batch.tallies))


def _sole_winner(batch: Batch) -> Array:
    seat = np.log2(np.maximum(batch.tallies["winners"], 1)).astype(np.int64)  # the mask has one bit
    return np.where(batch.tallies["n_winners"] == 1, seat, NONE)


def _tied(batch: Batch) -> Array:
    return np.asarray(batch.tallies["n_winners"] > 1)


def _unfinished(batch: Batch) -> Array:
    return np.asarray(batch.tallies["end"] == End.UNFINISHED)


def _win_share(batch: Batch) -> Array:
    won = batch.tallies["winners"][:, None] >> np.arange(batch.players) & 1
    return np.asarray((won / np.maximum(batch.tallies["n_winners"], 1)[:, None]).ravel())


# --- the tables -------------------------------------------------------------------------------------------

GAMES = (
    _game("game", pl.Int64, "number", "the game's number in the run, from 0"),
    _game("gambits", pl.Int64, "gambits", "gambits played"),
    _game("rounds", pl.Int64, "rounds", "rounds played, over all gambits"),
    _game("plays", pl.Int64, "cards", "cards played from hand into a flight"),
    _game("decisions", pl.Int64, "questions", "questions with two or more options"),
    Column("winner", pl.Int8, "seat", "who won alone; missing if tied or unfinished", _sole_winner, missing=NONE),
    _game("winners", pl.UInt8, "bit mask", "bit s is set where seat s won, alone or tied"),
    Column("tie", pl.Boolean, "yes or no", "two or more players share the win", _tied),
    _game("end", pl.Enum, "word", "why the game ended", words=lambda _: ENDS),
    Column("unfinished", pl.Boolean, "yes or no", "stopped at the cap on gambits, without a winner", _unfinished),
    _game("max_stakes", pl.Int64, "gold", "the most gold in the stakes at any time"),
    Column("stakes_won", pl.Int64, "gold", "gold won with the stakes in all gambits", _all_seats("stakes_won")),
    _game("first_leader", pl.Int8, "seat", "who led the first round; missing if nobody anted", missing=NONE),
    _game("openers_won", pl.Int64, "gambits", "gambits won by the leader of their first round"),
    _game(
        "half_richest",
        pl.Int8,
        "seat",
        "who alone was richest after half of the gambits (rounded down); missing if tied, or after a single gambit",
        missing=NONE,
    ),
    _game(
        "half_poorest",
        pl.Int8,
        "seat",
        "who alone was poorest after half of the gambits; missing if tied, or after a single gambit",
        missing=NONE,
    ),
    _game(
        "behind",
        pl.Int64,
        "gambits",
        "gambits after which the winner was not the richest; missing unless one seat won alone",
        missing=NONE,
    ),
    _game(
        "deficit",
        pl.Int64,
        "gold",
        "the most gold by which the winner trailed the richest after a gambit; missing unless one seat won alone",
        missing=NONE,
    ),
    _game("lead_changes", pl.Int64, "gambits", "gambits after which another seat was richest"),
    _game("reshuffles", pl.Int64, "times", "times the discard pile became the deck"),
    Column("purchases", pl.Int64, "times", "times that somebody bought cards", _all_seats("purchases")),
    _game("debts", pl.Int64, "times", "times that somebody could not pay in full"),
    _game("triggers", pl.Int64, "powers", "powers used, whatever their trigger"),
    _game("colour_flights", pl.Int64, "flights", "colour flights that paid out"),
    _game("strength_flights", pl.Int64, "flights", "strength flights that paid out"),
    _game("power_gold", pl.Int64, "gold", "gold moved while powers were carried out"),
    _game("drawn_gambits", pl.Int64, "gambits", "gambits that nobody won"),
    _game("emptied", pl.Int64, "gambits", "gambits cut short because the stakes ran empty"),
    _game(
        "unique_cards",
        pl.UInt64,
        "bit mask",
        "bit k is set where the k-th of the cards drawn for each game (`words.drawn` in the manifest) was in the game",
    ),
    *(_parts(word) for word in range(PART_WORDS)),
)

SEATS = (
    Column("game", pl.Int64, "number", "the game's number in the run", _game_of_seat),
    Column("seat", pl.UInt8, "seat", "the seat, clockwise from 0", _seat_number),
    Column("strategy", pl.Enum, "word", "the strategy in that seat", _entrant, words=lambda words: words.strategies),
    Column(
        "player",
        pl.Enum,
        "word",
        "who played for it: a player of the level drawn for this game, or the strategy itself",
        _player,
        words=lambda words: words.everyone,
    ),
    Column("win_share", pl.Float64, "share", "1/k if the seat is one of k winners, otherwise 0", _win_share),
    _seat("gold", pl.Int64, "gold", "hoard at the end"),
    _seat("gambits_won", pl.Int64, "gambits", "gambits won"),
    _seat("stakes_won", pl.Int64, "gold", "gold won with the stakes"),
    _seat("stolen", pl.Int64, "gold", "gold stolen from the stakes"),
    _seat("paid_stakes", pl.Int64, "gold", "paid into the stakes: antes, powers, purchases, debts"),
    _seat("paid_players", pl.Int64, "gold", "paid to other players"),
    _seat("received", pl.Int64, "gold", "received from other players, and from the hole"),
    _seat("paid_hole", pl.Int64, "gold", "paid into the hole"),
    _seat("purchases", pl.Int64, "times", "times that the seat bought cards"),
    _seat("special_flights", pl.Int64, "flights", "colour and strength flights paid out"),
    _seat("flight_gold", pl.Int64, "gold", "gold that special flights brought: part of `stolen` and `received`"),
    _seat("repaid", pl.Int64, "gold", "gold that debtors repaid to the seat: part of `received`"),
    _seat("leads", pl.Int64, "rounds", "rounds led"),
    _seat(
        "abilities",
        pl.UInt64,
        "bit mask",
        "bit k is set where the seat had the k-th ability of the list (`words.abilities` in the manifest)",
    ),
    _seat("ability_uses", pl.Int64, "times", "times that one of its abilities was used, or happened by itself"),
)

_PAIR = "(game, seat) pairs with one contact or more"

CARDS = (
    Column("chunk", pl.Int32, "number", "the chunk of games that the row sums over", _chunk),
    Column("card", pl.Enum, "word", "the card", _place(2), words=lambda words: words.cards),
    Column("strategy", pl.Enum, "word", "who met it", _place(0), words=lambda words: words.strategies),
    Column("contact", pl.Enum, "word", f"how: {', '.join(CONTACTS)}", _place(1), words=lambda _: CONTACTS),
    Column("times", pl.Int64, "times", "how often", _sum("times")),
    Column("count", pl.Int64, "pairs", _PAIR, _sum("count")),
    Column(
        "win60_sum",
        pl.Int64,
        f"share/{WIN_UNIT}",
        f"sum of wins, in sixtieths, over {_PAIR}",
        _sum("win"),
    ),
    Column("win60_sumsq", pl.Int64, f"share²/{WIN_UNIT**2}", "sum of their squares", _sum("win2")),
    Column("gold_sum", pl.Int64, "gold", f"sum of hoards at the end, over {_PAIR}", _sum("gold")),
    Column("gold_sumsq", pl.Int64, "gold²", "sum of their squares", _sum("gold2")),
)

_REFERENCE = f"gold/{DRAW_UNIT}"
_GAINS = {"gold1": "the next gambit"} | {f"gold{h}": f"the next {h} gambits" for h in range(2, HORIZON + 1)}

DRAWS = (
    Column("chunk", pl.Int32, "number", "the chunk of games that the row sums over", _chunk_of_draws),
    Column("card", pl.Enum, "word", "the card", _place_of_draws(1), words=lambda words: words.cards),
    Column("strategy", pl.Enum, "word", "who drew", _place_of_draws(0), words=lambda words: words.strategies),
    _draw("draws", pl.Int64, "times", "times the card was drawn at the end of a gambit"),
    _draw("expected", pl.Int64, f"times/{DRAW_UNIT}", "sum of 1/pile over all draws while it was in the pile"),
    *(
        column
        for name, time in (_GAINS | {"gold_end": "the rest of the game"}).items()
        for column in (
            _draw(
                name,
                pl.Int64,
                "gold",
                f"what the drawer's hoard gained over {time}, summed over its draws",
            ),
            _draw(
                f"{name}_reference",
                pl.Int64,
                _REFERENCE,
                "that gain times 1/pile, summed over all draws while it was in the pile",
            ),
        )
    ),
    _draw("win60", pl.Int64, f"share/{WIN_UNIT}", "the drawer's wins, in sixtieths, summed over its draws"),
    _draw(
        "win60_reference",
        pl.Int64,
        f"share/{WIN_UNIT * DRAW_UNIT}",
        "that gain times 1/pile, summed over all draws while it was in the pile",
    ),
)

GAMBITS = (
    _gambit("game", pl.Int64, "number", "the game's number in the run"),
    _gambit("gambit", pl.Int64, "number", "from 1; continues from game to game in a series"),
    _gambit("series_game", pl.Int16, "number", "the game of the series, from 1"),
    _gambit("rounds", pl.Int16, "rounds", "rounds played"),
    _gambit("opener", pl.Int8, "seat", "the leader of its first round"),
    _gambit("winner", pl.Int8, "seat", "who won it; missing if nobody did", missing=NONE),
    _gambit("stakes", pl.Int64, "gold", "gold in the stakes when it was scored"),
    *(
        Column(
            f"gold_{seat}",
            pl.Int64,
            "gold",
            f"hoard of seat {seat} after it; missing if there is no such seat",
            _gold_after(seat),
            missing=NONE,
        )
        for seat in range(MAX_PLAYERS)
    ),
)

_HELD = "(game, seat) pairs that had the ability"

ABILITIES = (
    Column("chunk", pl.Int32, "number", "the chunk of games that the row sums over", _chunk_of_uses),
    Column("ability", pl.Enum, "word", "the ability", _place_of_uses(1), words=lambda words: words.abilities),
    Column("strategy", pl.Enum, "word", "who had it", _place_of_uses(0), words=lambda words: words.strategies),
    _ability("held", "pairs", _HELD),
    _ability("used", "pairs", "pairs that had the ability and used it once or more"),
    _ability("uses", "times", "how often it was used, or happened by itself"),
    _ability("gold", "gold", "gold that its player gained by using it, or did not have to pay"),
    _ability("cards", "cards", "cards that its player gained by using it"),
    _ability("win", f"share/{WIN_UNIT}", f"sum of wins, in sixtieths, over {_HELD}"),
    _ability("win2", f"share²/{WIN_UNIT**2}", "sum of their squares"),
    _ability("hoard", "gold", f"sum of hoards at the end, over {_HELD}"),
    _ability("hoard2", "gold²", "sum of their squares"),
)

COLUMNS: dict[str, tuple[Column, ...]] = {
    "games": GAMES,
    "seats": SEATS,
    "cards": CARDS,
    "draws": DRAWS,
    "gambits": GAMBITS,
    "abilities": ABILITIES,
}


def frame(table: str, batch: Batch) -> pl.DataFrame:
    """The rows that a chunk adds to a table."""
    return pl.DataFrame([column.series(batch) for column in COLUMNS[table]])


def empty(table: str, words: Names) -> pl.DataFrame:
    """A table without rows."""
    return pl.DataFrame(schema={column.name: column.polars_type(words) for column in COLUMNS[table]})


def columns_markdown() -> str:
    """The documentation of all columns, as Markdown tables."""
    return "\n".join(_table_markdown(table) for table in TABLES)


def _table_markdown(table: str) -> str:
    lines = [f"### `{table}`", "", "| column | type | unit | meaning |", "| --- | --- | --- | --- |"]
    lines += [f"| `{c.name}` | {c.dtype.__name__} | {c.unit} | {c.meaning} |" for c in COLUMNS[table]]
    return "\n".join([*lines, ""])
