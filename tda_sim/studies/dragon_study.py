"""The study behind ``tda cards`` of a dice game: the values of dragons and of a gaming set."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.bounds import check_numbers
from tda_sim.definitions import DiceDeck, library, load_game
from tda_sim.measures.dragons import dragon_values, seat_advantage
from tda_sim.measures.ranking import Named, gathered, placed
from tda_sim.runs.play import plan_work
from tda_sim.runs.results import Results
from tda_sim.runs.simulate import play_run
from tda_sim.runs.watch import Scheduler
from tda_sim.studies.asked import Asked
from tda_sim.studies.cells import study_chunk

GAMES = 1_000_000
ONE_GAMBIT: dict[str, Any] = {"rules": {"gambits": 1, "gaming_sets": []}}
OWNER = 0  # the seat that gets a gaming set
WITH_SET: dict[str, Any] = {"rules": {"gambits": 1, "gaming_sets": [OWNER]}}


@dataclass(frozen=True)
class DragonResults:
    """What was asked, where the games are, and what they show.

    ``list``: the dragons; ``cells``: what was played. The groups of ``estimates`` are ``values`` of dragons and
    ``gaming_set``, what a gaming set is worth: see `measures.dragons`.
    """

    asked: Asked
    tables: dict[str, pl.DataFrame]
    out: Path


def usual_dragons_folder(asked: Asked) -> Path:
    """Return the study's folder if the user names none."""
    return Path("results") / f"cards-{library.name_of(asked.deck)}-{asked.players}p-{asked.games}-{asked.seed}"


def play_dragons(
    asked: Asked, out: Path | None, workers: int | None = None, cluster: Scheduler | str | None = None
) -> DragonResults:
    """Play a single gambit many times at tables of each strategy, as printed and with a gaming set for a seat."""
    check_numbers(players=asked.players, games=asked.games, seed=asked.seed)
    folder = out or usual_dragons_folder(asked)
    deck = load_game(asked.deck)
    assert isinstance(deck, DiceDeck)
    dragons = pl.DataFrame([{"subject": name, "title": dragon.title} for name, dragon in deck.dragons.items()])

    def tables(world: pl.DataFrame) -> Iterator[Named]:
        cell = world.row(0, named=True)
        name = cell["table"]
        results = _run(asked, name, ONE_GAMBIT, folder / f"{_file(name)}", workers, cluster)
        with_set = _run(asked, name, WITH_SET, folder / f"{_file(name)}-with-set", workers, cluster)
        advantage = seat_advantage(with_set.seats, OWNER, asked.players, deck.rules.starting_gold)
        frames = {"cells": world, "list": dragons, "values": dragon_values(results.cards), "gaming_set": advantage}
        yield from placed(frames.items(), cell, main=name == asked.strategies[0])

    world = {"deck": asked.deck, "variant": "", "players": asked.players}
    worlds = (pl.DataFrame({**world, "table": name, "games": asked.games}) for name in asked.strategies)
    return DragonResults(asked, gathered(worlds, tables), folder)


def _file(strategy: str) -> str:
    name, colon, settings = strategy.partition(":")
    return re.sub("[:/]", "-", f"{library.name_of(name)}{colon}{settings}")


def _run(
    asked: Asked,
    name: str,
    rule: dict[str, Any],
    out: Path,
    workers: int | None,
    cluster: Scheduler | str | None,
) -> Results:
    work = plan_work(asked.deck, rule, asked.players, name, asked.seed, True)
    return play_run(work, out, asked.games, workers, study_chunk([asked.games]), cluster=cluster)
