"""A replay tells the game that was played: every deck and every shipped strategy, against the rows of the results."""

from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import polars as pl
import pytest

from tda_sim import agents
from tda_sim.definitions import library
from tda_sim.engine import kernel
from tda_sim.engine.layout import TALLY
from tda_sim.engine.terms import Phase, Stop
from tda_sim.one_game.driver import next_stop
from tda_sim.one_game.replay import replay_record, seated_game
from tda_sim.runs.columns import Batch, frame
from tda_sim.runs.play import Table, Work, load_strategies, plan_work

pytestmark = pytest.mark.both(full=True)

DECKS = tuple(library.available("deck"))
NAMES = [strategy.name for strategy in agents.available()]
SEARCHING = [name for name in NAMES if agents.find(name).form == "search"]
SIMPLE = [name for name in NAMES if name not in SEARCHING]

COUNTED = {  # columns of `games`, and the events that they count
    "rounds": ("round",),
    "plays": ("play",),
    "decisions": ("question",),
    "triggers": ("trigger",),
    "purchases": ("buy",),
    "debts": ("owe",),
    "colour_flights": ("colour_flight",),
    "strength_flights": ("strength_flight",),
    "drawn_gambits": ("no_winner",),
    "emptied": ("stakes_empty",),
}
COUNTED_OF_SEATS = {  # columns of `seats`
    "gambits_won": ("award",),
    "purchases": ("buy",),
    "special_flights": ("colour_flight", "strength_flight"),
    "leads": ("leader",),
}
GOLD_OF_SEATS = {"stakes_won": ("award", "share"), "stolen": ("steal",), "paid_hole": ("hole",)}


def work(deck: Any, players: int, strategies: str, seed: int = 11) -> Work:
    return plan_work(deck, None, players, strategies, seed, fixed_seats=False)


def play(run: Work, first: int, games: int) -> Batch:
    batch = Table(run, load_strategies(run)).play(0, first, games, lambda played: True)
    assert batch is not None
    return batch


def check_record(run: Work, batch: Batch, k: int) -> None:
    """Compare what a replay tells with the rows of a game: ``k`` is its place in the batch."""
    (row,) = frame("games", batch)[k : k + 1].rows(named=True)
    of_seats = frame("seats", batch).filter(pl.col("game") == row["game"]).rows(named=True)
    record = replay_record(run, row["game"])
    steps = [step for gambit in record["gambits"] for step in gambit["steps"]]
    events = [*record["dealt"], *(event for step in steps for event in step["events"])]
    result = Counter(event["event"] for event in events)
    assert record["result"]["winners"] == [seat for seat in range(run.config.players) if row["winners"] >> seat & 1]
    assert record["result"]["gold"] == [seat["gold"] for seat in of_seats]
    assert record["strategies"] == [seat["strategy"] for seat in of_seats]
    assert (record["result"]["end"], record["result"]["gambits"]) == (row["end"], row["gambits"])
    assert {name: row[name] for name in COUNTED} == counts(result, COUNTED)
    for seat in of_seats:
        own = [event for event in events if event.get("seat") == seat["seat"]]
        assert {name: seat[name] for name in COUNTED_OF_SEATS} == counts(kinds(own), COUNTED_OF_SEATS)
        gold = {name: sum(e["gold"] for e in own if e["event"] in of) for name, of in GOLD_OF_SEATS.items()}
        assert {name: seat[name] for name in gold} == gold


def kinds(events: list[dict[str, Any]]) -> Counter[str]:
    return Counter(event["event"] for event in events)


def counts(found: Counter[str], columns: dict[str, tuple[str, ...]]) -> dict[str, int]:
    return {name: sum(found[event] for event in events) for name, events in columns.items()}


def step_by_step(run: Work, game: int) -> np.ndarray:
    """The counters of a game that is played from stop to stop, as replays are."""
    record = seated_game(run, game)
    record["watched"] = 0
    while record[0]["table"]["phase"] != Phase.OVER:
        kernel.advance(record, int(next_stop(record, Stop.GAME)))
    return record["tally"]


def differing(run: Work, batch: Batch) -> list[tuple[int, str]]:
    """The games of a batch that are others step by step, each with a field in which they differ."""
    result = []
    for tally in batch.tallies:
        alone = step_by_step(run, int(tally["game"]))[0]
        result += [
            (int(tally["game"]), name) for name in TALLY.names or () if not np.array_equal(tally[name], alone[name])
        ]
    return result


def test_the_game_that_was_told_otherwise(plain: bool) -> None:
    """Mortals that were a colour for one player only were counted as one for others, until the game was stopped."""
    run = work("age-of-mortals", 6, "balanced", seed=4005)
    batch = play(run, 1, 1)
    check_record(run, batch, 0)
    assert differing(run, batch) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("deck", DECKS)
def test_games_of_every_deck(deck: str, plain: bool) -> None:
    """Six players in most, so that as much as possible goes on; other strategies in each deck, and `balanced`."""
    k = DECKS.index(deck)
    players = 6 - k % 2 * (k % 5)
    others = islice(SIMPLE * players, 5 * k, 5 * k + players - 1)
    run = work(deck, players, ",".join([*others, "balanced"]))
    batch = play(run, k, 2 if plain else 150)
    assert differing(run, batch) == []
    check_record(run, batch, 0)


@pytest.mark.sample(4)
@pytest.mark.parametrize("strategy", SIMPLE)
def test_games_of_every_strategy(strategy: str, plain: bool) -> None:
    """In the two decks in which most is in force at a time."""
    for k, deck in enumerate(("age-of-mortals", "legendary")):
        run = work(deck, 5 + k, strategy)
        batch = play(run, NAMES.index(strategy), 1 if plain else 100)
        assert differing(run, batch) == []
        check_record(run, batch, 0)


@pytest.mark.parametrize("strategy", SEARCHING)
def test_games_of_strategies_that_search(strategy: str) -> None:
    run = work("emperors-gambit", 3, f"{strategy}:playouts=2,random,random")
    batch = play(run, 4, 1)
    assert differing(run, batch) == []
    check_record(run, batch, 0)
