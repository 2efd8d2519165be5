"""Decks, games of them, and scenarios written on the spot."""

import functools
import json
import sys
import textwrap
from pathlib import Path

import pytest

from tda_sim import agents
from tda_sim.definitions import build_tables, load_deck
from tda_sim.one_game.setup import new_game

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)


@pytest.fixture(scope="session")
def tables():
    return build_tables(load_deck("original"))


@pytest.fixture(scope="session")
def tables_of():
    """A function: the tables of a deck, with changed rules if wanted; each deck is built once."""

    @functools.cache
    def build(deck, rules):
        return build_tables(load_deck(deck, json.loads(rules)))

    return lambda deck, rules=None: build(deck, json.dumps(rules))


@pytest.fixture(scope="session")
def dealt(tables):
    """A function: a game just dealt, with a strategy in every seat."""

    def deal(*strategies, seed=1, number=0, tables=tables):
        game = new_game(tables, len(strategies), seed, number)
        agents.sit_down(game, [agents.find(name) for name in strategies])
        return game

    return deal


@pytest.fixture
def scenario(tmp_path):
    """A function: the path of a scenario file with these texts, one after another."""

    def write(*texts, name="scenario.yaml"):
        path = tmp_path / name
        path.write_text("\n".join(textwrap.dedent(text).strip() for text in texts) + "\n")
        return path

    return write
