"""Answers to small questions, asked from Python once for all tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import tda_sim
from tda_sim.rendering.shown import Shown

WHO = "balanced,random"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which everything is asked: results go below it, where the commands keep theirs."""
    folder, before = tmp_path_factory.mktemp("questions"), Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(before)


@pytest.fixture(scope="module")
def compared(place: Path) -> tda_sim.Answer:
    return tda_sim.compare("original", "legendary", games=200, strategies=WHO)


@pytest.fixture(scope="module")
def answers(place: Path, compared: tda_sim.Answer) -> dict[str, Shown]:
    """One answer to each question."""
    return {
        "compare": compared,
        "house_rule": tda_sim.house_rule("original", "four-rounds", games=200, strategies=WHO),
        "composition": tda_sim.composition("legendary", games=400, strategies="balanced", built=False),
        "evening": tda_sim.evening("original", minutes=90, games=200, strategies=WHO),
        "wins": tda_sim.wins("original", games=200, strategies=WHO),
        "sweep": tda_sim.sweep("original", "rules.rounds=2,3", targets={"plays": 60}, games=100, strategies=WHO),
        "sensitivity": tda_sim.sensitivity("original", "rules.rounds", "dragons", games=20, strategies=WHO),
        "design": tda_sim.design("twenty-minutes", games=50, budget=4_000, strategies=WHO),
        "cards": tda_sim.cards("original", games=1_000, strategies=WHO, screen=True),
        "pairs": tda_sim.cards("original", games=400, strategies="balanced", synergy=True),
        "by_players": tda_sim.evening("original", games=200, strategies="balanced", by="players=2,3"),
        "dragons": tda_sim.cards("dice-gambit", games=200, strategies="balanced"),
        "abilities": tda_sim.abilities("original", games=400, strategies="balanced"),
        "charts": tda_sim.charts("original", games=20, strategies=WHO),
        "ladder": tda_sim.ladder("balanced", "random", games=200, width=5),
        "study": tda_sim.study({"title": "Mine <b>&", "decks": ["original"], "tables": ["random"], "games": 50}),
        "simulate": tda_sim.simulate("original", games=200, strategies="balanced,random,thrifty,robber"),
    }
