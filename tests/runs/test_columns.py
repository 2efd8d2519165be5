from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tda_sim.engine.layout import ABILITY_SUMS, DRAW_SUMS, DRAW_UNIT, GAMBIT, MAX_CARDS, NONE, SUMS, TALLY
from tda_sim.engine.terms import Contact, End
from tda_sim.runs.columns import COLUMNS, Batch, Names, columns_markdown, empty, frame

WORDS = Names(
    strategies=("random", "balanced"), cards=("black-1", "gold-2", "thief"), players=(("random",), ("balanced",))
)


@pytest.fixture
def batch() -> Batch:
    tallies = np.zeros(3, TALLY)
    tallies["game"] = [40, 41, 42]
    tallies["end"] = [End.OUT_OF_GOLD, End.OUT_OF_GOLD, End.UNFINISHED]
    tallies["winners"], tallies["n_winners"] = [0b10, 0b11, 0], [1, 2, 0]
    tallies["entrant"][:, :2] = [[0, 1], [1, 0], [0, 1]]
    tallies["purchases"][:, :2] = [[1, 2], [0, 0], [5, 0]]
    sums = np.zeros((2, 10, MAX_CARDS, len(SUMS)), np.int64)
    sums[1, 4, 2] = [3, 2, 60, 3600, 90, 8100]
    draws = np.zeros((2, MAX_CARDS, len(DRAW_SUMS)), np.int64)
    for name, value in {"draws": 3, "expected": 2 * DRAW_UNIT, "gold1": 40, "gold1_reference": 25 * DRAW_UNIT}.items():
        draws[1, 2, DRAW_SUMS.index(name)] = value
    gambits = np.zeros(2, GAMBIT)
    gambits["game"], gambits["gambit"], gambits["winner"] = 40, [1, 2], [1, NONE]
    gambits["gold"][:, :2] = [[52, 48], [60, 40]]
    counts = {"sums": sums, "draws": draws, "gambits": gambits, "uses": np.zeros((2, 0, len(ABILITY_SUMS)), np.int64)}
    return Batch(chunk=5, players=2, words=WORDS, tallies=tallies, **counts)


def row(table: pl.DataFrame, **values: Any) -> dict[str, Any]:
    return table.filter(**values).row(0, named=True)


def test_the_winner_is_a_seat_only_where_it_won_alone(batch: Batch) -> None:
    games = frame("games", batch)
    assert games["winner"].to_list() == [1, None, None]
    assert games["tie"].to_list() == [False, True, False]
    assert games["winners"].to_list() == [2, 3, 0]


def test_unfinished_games_are_there_and_won_by_nobody(batch: Batch) -> None:
    game = row(frame("games", batch), game=42)
    assert game["unfinished"] and game["end"] == "unfinished"
    assert frame("seats", batch).filter(game=42)["win_share"].to_list() == [0.0, 0.0]


def test_winners_share_the_win(batch: Batch) -> None:
    assert frame("seats", batch)["win_share"].to_list() == [0.0, 1.0, 0.5, 0.5, 0.0, 0.0]


def test_seats_are_named_by_their_strategy(batch: Batch) -> None:
    expected = ["random", "balanced", "balanced", "random", "random", "balanced"]
    assert frame("seats", batch)["strategy"].to_list() == expected


def test_purchases_of_a_game_are_those_of_its_seats(batch: Batch) -> None:
    assert frame("games", batch)["purchases"].to_list() == [3, 0, 5]


def test_cards_have_a_row_for_every_strategy_contact_and_card(batch: Batch) -> None:
    cards = frame("cards", batch)
    assert cards.height == 2 * 10 * 3
    met = row(cards, card="thief", strategy="balanced", contact="played")
    assert met == {
        "chunk": 5,
        "card": "thief",
        "strategy": "balanced",
        "contact": "played",
        "times": 3,
        "count": 2,
        "win60_sum": 60,
        "win60_sumsq": 3600,
        "gold_sum": 90,
        "gold_sumsq": 8100,
    }
    assert cards["times"].sum() == 3


def test_draws_have_a_row_for_every_strategy_and_card(batch: Batch) -> None:
    draws = frame("draws", batch)
    assert draws.height == 2 * 3
    drawn = row(draws, card="thief", strategy="balanced")
    assert (drawn["draws"], drawn["expected"] / DRAW_UNIT) == (3, 2)
    assert (drawn["gold1"], drawn["gold1_reference"] / DRAW_UNIT) == (40, 25)


def test_gambits_have_hoards_of_the_seats_that_exist(batch: Batch) -> None:
    first, second = frame("gambits", batch).iter_rows(named=True)
    assert (first["winner"], first["gold_0"], first["gold_1"], first["gold_2"]) == (1, 52, 48, None)
    assert (second["winner"], second["gold_0"]) == (None, 60)


@pytest.mark.parametrize("table", COLUMNS)
def test_a_table_without_rows_has_the_same_types(batch: Batch, table: str) -> None:
    assert empty(table, WORDS).schema == frame(table, batch).schema


@pytest.mark.parametrize("table", COLUMNS)
def test_words_survive_the_disk(batch: Batch, table: str, tmp_path: Path) -> None:
    frame(table, batch).write_parquet(tmp_path / "part.parquet")
    assert pl.read_parquet(tmp_path / "part.parquet").equals(frame(table, batch))


def test_every_column_is_documented_once() -> None:
    text = columns_markdown()
    for table, columns in COLUMNS.items():
        section = text.split(f"### `{table}`")[1].split("###")[0]
        for column in columns:
            assert section.count(f"| `{column.name}` | ") == 1
            assert column.meaning in section
        assert len({column.name for column in columns}) == len(columns)


def test_contacts_in_the_tables_are_those_that_the_engine_counts() -> None:
    assert len(Contact) == len(COLUMNS["cards"][3].words(WORDS))  # type: ignore[misc]
