"""A game is a function of deck, rules, strategies, seed and its number, however it comes to be played."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from cells import DECKS
from digests import feed
from polars.testing import assert_frame_equal

import tda_sim
from tda_sim import agents, definitions
from tda_sim.engine import kernel
from tda_sim.engine.layout import DRAW_SUMS, GAMBIT, MAX_CARDS, MAX_TRAIL, N_CONTACTS, SUMS, TALLY
from tda_sim.engine.terms import Halt, Phase, Stop

LINE_UP = ("random", "balanced", "robber", "thrifty")
HOUSE = {
    "base": "original",
    "rules": {
        "base": "original",
        "debt": "hole",
        "special_flights": {"ante_cards": 2},
        "end": {"players_left": 2},
        "series": 2,
    },
}


class Batch:
    """Where games are played in bulk."""

    def __init__(self, line_up: tuple[str, ...] = LINE_UP, deck: Any = "original") -> None:
        tables = definitions.build_tables(definitions.load_deck(deck))
        self.game = kernel.new_game(tables.cards, tables.rules)
        self.game[0]["table"]["players"] = self.n = len(line_up)
        self.entrants = agents.entrants([agents.find(name) for name in line_up])
        self.seatings = np.array([np.roll(np.arange(6) % self.n, k) for k in range(self.n)], np.int16)
        self.seatings[:, self.n :] = 0
        self.sums = np.zeros((self.n, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
        self.draws = np.zeros((self.n, MAX_CARDS, len(DRAW_SUMS)), np.int64)

    def play(self, first: int, n: int, seed: int = 1) -> list[str]:
        """Play games; return a digest of each one's tally."""
        tallies = np.zeros(n, TALLY)
        arguments = (self.game, self.entrants, self.seatings, np.uint64(seed))
        gambits = np.zeros(n * MAX_TRAIL, GAMBIT)
        counts = tallies, self.sums, self.draws, gambits, kernel.no_uses(), kernel.no_stop()
        assert kernel.play_games(*arguments, first, n, *counts) == n
        return [digest(tallies[k : k + 1]) for k in range(n)]

    def play_one(self, number: int, stop: Stop, seed: int = 1) -> str:
        """Play one game to its end, from stop to stop."""
        game = self.game.copy()
        kernel.start(game, number, np.uint64(seed), self.n)
        seating = self.seatings[number % len(self.seatings)][: self.n]
        game[0]["entrant"][: self.n] = self.entrants[seating]
        game[0]["tally"]["entrant"][: self.n] = seating
        while game[0]["table"]["phase"] != Phase.OVER:
            kernel.advance(game, int(stop))
            assert game[0]["halt"] == Halt.STOPPED
        return digest(game["tally"])


def digest(cells: Any) -> str:
    state = sha256()
    feed(state, cells)
    return state.hexdigest()


@pytest.mark.both(full=True)
@pytest.mark.sample(3)
@pytest.mark.parametrize("deck", [*DECKS, HOUSE], ids=[*DECKS, "house rules"])
def test_games_are_the_same_in_one_batch_and_in_many(plain: bool, deck: Any) -> None:
    n = 4 if plain else 400
    one, other = Batch(deck=deck), Batch(deck=deck)
    whole = one.play(0, n)
    cuts = [0, 1, n // 2, n - 1, n]
    assert whole == [game for a, b in pairwise(cuts) for game in other.play(a, b - a)]
    assert np.array_equal(one.sums, other.sums)
    assert np.array_equal(one.draws, other.draws)


@pytest.mark.both(full=True)
@pytest.mark.parametrize("stop", [Stop.TURN, Stop.GAMBIT, Stop.GAME])
@pytest.mark.parametrize("deck", ["original", "pick-em", HOUSE], ids=["original", "pick-em", "house rules"])
def test_a_game_is_the_same_in_a_batch_and_alone_step_by_step(plain: bool, deck: Any, stop: Stop) -> None:
    batch = Batch(deck=deck)
    first, n = 2**33, 2 if plain else 60
    games = batch.play(first, n)
    assert games == [batch.play_one(first + k, stop) for k in range(n)]


@pytest.mark.both(full=True)
@pytest.mark.parametrize("deck", ["original", "legendary", HOUSE], ids=["original", "legendary", "house rules"])
def test_a_record_that_other_games_were_played_in_is_as_good_as_new(plain: bool, deck: Any) -> None:
    used = Batch(deck=deck)
    used.play(1000, 3 if plain else 50)
    used.game["hand"]["memory"] = 77
    assert used.play(0, 4) == Batch(deck=deck).play(0, 4)


def test_threads_side_by_side_play_the_same_games() -> None:
    decks = ["original", "emperors-gambit", "legendary", "pick-em"]
    batches = [Batch(deck=deck) for deck in decks for _ in range(2)]
    with ThreadPoolExecutor(len(batches)) as threads:
        result = list(threads.map(lambda k: batches[k].play(300 * (k % 2), 300), range(len(batches))))
    for k, deck in enumerate(decks):
        assert result[2 * k] + result[2 * k + 1] == Batch(deck=deck).play(0, 600)


@pytest.mark.both(full=True)
def test_another_seed_or_another_number_is_another_game() -> None:
    batch = Batch(("random", "random"))
    keys = [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2**63), (2**40, 1), (1, 2**32)]
    games = {tuple(batch.play(number, 2, seed)) for number, seed in keys}
    assert len(games) == len(keys)


@pytest.mark.both(full=True)
def test_deals_are_distinct(plain: bool) -> None:
    game, deals = Batch().game, set()
    n = 300 if plain else 20_000
    for number in range(n):
        kernel.start(game, number, np.uint64(3), 4)
        deals.add(game[0]["hand"]["card"][:4, :6].tobytes())
    assert len(deals) == n


# --- through `simulate` -----------------------------------------------------------------------------------


def run(games: int, **settings: Any) -> tda_sim.Results:
    return tda_sim.simulate(HOUSE, players=4, games=games, strategies=list(LINE_UP), progress=False, **settings)


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*.*") if path.name != "timing.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_the_same_seed_writes_the_same_files_whatever_the_threads(tmp_path: Path) -> None:
    for workers in (1, 2, 3):
        run(1200, out=tmp_path / str(workers), workers=workers, chunk=250, seed=5)
    one = files(tmp_path / "1")
    assert len(one) > 10 and one == files(tmp_path / "2") == files(tmp_path / "3")
    run(1200, out=tmp_path / "other", workers=1, chunk=250, seed=6)
    assert not any(one[name] == data for name, data in files(tmp_path / "other").items() if name.startswith("games"))


def test_tables_do_not_depend_on_how_a_run_is_cut() -> None:
    one, other = run(900, chunk=900, workers=1), run(900, chunk=77, workers=3)
    assert_frame_equal(one.games.collect(), other.games.collect())
    assert_frame_equal(one.seats.collect(), other.seats.collect())
    keys = ["card", "strategy", "contact"]
    sums = [
        results.cards.drop("chunk").group_by(keys).agg(pl.all().sum()).sort(keys).collect() for results in (one, other)
    ]
    assert_frame_equal(*sums)


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    long, short = run(500, chunk=100).games.collect(), run(200, chunk=90).games.collect()
    assert_frame_equal(long.head(200), short)
