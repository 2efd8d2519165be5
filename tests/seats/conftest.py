"""Strategies written on the spot, and games of the original deck with them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from tda_sim import definitions, seats
from tda_sim.engine import kernel
from tda_sim.engine.layout import EVENT, MAX_CARDS, N_CONTACTS, PARAMETERS, SUMS, TALLY, Phase, Stop

TABLES = definitions.build_tables(definitions.load_deck("original"))


@dataclass
class Games:
    """Games of the original deck, with these strategies in their seats."""

    strategies: list[seats.Strategy]

    def __post_init__(self) -> None:
        self.players = len(self.strategies)
        self.handles = np.array([seats.load(strategy) for strategy in self.strategies], np.int64)
        self.parameters = np.zeros((self.players, PARAMETERS))
        self.game = kernel.new_game(TABLES.cards, TABLES.rules)
        self.game[0]["table"]["players"] = self.players

    def play(self, n: int, seed: int = 1, first: int = 0) -> np.ndarray:
        """Tallies of the games played: fewer than ``n`` after a fault."""
        tallies = np.zeros(n, TALLY)
        sums = np.zeros((self.players, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
        seatings = np.arange(6, dtype=np.int16)[None, :] % self.players
        arguments = (self.game, self.handles, self.parameters, seatings, np.uint64(seed), first, n, tallies, sums)
        return tallies[: kernel.play_games(*arguments)]

    def watch(self, number: int, seed: int = 1) -> np.ndarray:
        """All events of a game."""
        game, logs = self.game, [np.empty(0, EVENT)]
        game[0]["watched"] = 1
        game[0]["strategy"][: self.players] = self.handles
        game[0]["hand"]["parameter"][: self.players] = self.parameters
        game[0]["n_log"] = 0
        kernel.start(game, number, np.uint64(seed), self.players)
        while game[0]["table"]["phase"] != Phase.OVER:
            kernel.advance(game, int(Stop.TURN))
            logs.append(game[0]["log"][: game[0]["n_log"]].copy())
            game[0]["n_log"] = 0
        return np.concatenate(logs)


@pytest.fixture
def strategy(tmp_path: Path) -> Callable[..., seats.Strategy]:
    """A function: a strategy whose function has this body."""

    def write(body: str, form: str = "choose", name: str = "mine", imports: str = "") -> seats.Strategy:
        arguments = "cards, table, me, question" + (", option" if form == "score" else "")
        lines = ['"""Plays somehow."""', "", imports, "", f"def {form}({arguments}):"]
        lines += [f"    {line}".rstrip() for line in dedent(body).strip().splitlines()]
        path = tmp_path / f"{name}.py"
        path.write_text("\n".join(lines) + "\n")
        return seats.find(path)

    return write


@pytest.fixture
def table() -> Callable[..., Games]:
    """A function: games with these strategies, by name or as they are."""

    def sit_down(*strategies: Any) -> Games:
        return Games([each if isinstance(each, seats.Strategy) else seats.find(each) for each in strategies])

    return sit_down
