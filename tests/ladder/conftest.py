"""A made-up engine whose games are won by Luce's model, with strengths that a test chooses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tda_sim import agents
from tda_sim.agents import loading
from tda_sim.engine import kernel
from tda_sim.engine.compiler import jit
from tda_sim.errors import UserError


@dataclass
class MadeUpEngine:
    """Games in which a seat wins with a probability that grows with its strategy's strength against each opponent.

    ``strength[name]`` is a strategy's own; ``edge[a, b]`` adds to one of ``a`` at tables where it meets ``b``.
    """

    strength: dict[str, float] = field(default_factory=dict)
    edge: Mapping[tuple[str, str], float] = field(default_factory=dict)
    tied: float = 0.0  # share of games that all seats win together
    fault_in: str | None = None  # the strategy that makes a mistake in its first game
    names: list[str] = field(default_factory=list)
    games_played: int = 0
    after_block: list[Callable[[], None]] = field(default_factory=list)

    def load(self, strategy: agents.Strategy) -> int:
        if strategy.name not in self.names:
            self.names.append(strategy.name)
        return self.names.index(strategy.name)

    def play_games(self, game, entrants, seatings, seed, first, n, tallies, sums, draws, gambits, uses, stop):  # type: ignore[no-untyped-def]
        players = int(game[0]["table"]["players"])
        seated = seatings[(first + np.arange(n)) % len(seatings), :players]
        if any(self.names[entrants[entrant]["strategy"]] == self.fault_in for entrant in np.unique(seated)):
            return 0
        tallies["game"] = first + np.arange(n)
        tallies["entrant"][:, :players] = seated
        weights = np.exp(self._strengths(entrants)[seated])
        draws = np.random.default_rng([int(seed), first]).random((n, 2))  # blocks are always played as a whole
        below = np.cumsum(weights, axis=1) / weights.sum(axis=1, keepdims=True)
        winner = (draws[:, :1] > below).sum(axis=1)
        tie = draws[:, 1] < self.tied
        tallies["winners"] = np.where(tie, 2**players - 1, 1 << winner)
        tallies["n_winners"] = np.where(tie, players, 1)
        self.games_played += n
        for action in list(self.after_block):
            action()
        return n

    def _strengths(self, entrants: Any) -> Any:
        here = [self.names[handle] for handle in entrants["strategy"]]
        return np.array(
            [self.strength.get(a, 0.0) + sum(self.edge.get((a, b), 0.0) for b in here if b != a) for a in here]
        )


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> MadeUpEngine:
    """Put the made-up engine in the place of the real one."""
    made_up = MadeUpEngine()
    monkeypatch.setattr(kernel, "play_games", made_up.play_games)
    monkeypatch.setattr(loading, "load", made_up.load)
    monkeypatch.setattr(agents, "explain_fault", lambda game, seated: UserError.of("a strategy failed"))
    monkeypatch.setattr(jit, "is_cached", lambda kernel: True)
    return made_up


@pytest.fixture
def strategies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Write strategies of these names where they are found by name; return the names."""
    monkeypatch.chdir(tmp_path)

    def write(*names: str) -> list[str]:
        (tmp_path / "strategies").mkdir(exist_ok=True)
        for name in names:
            text = f'"""The first option, by {name}."""\n\n\ndef choose(cards, table, me, question):\n    return 0\n'
            (tmp_path / "strategies" / f"{name}.py").write_text(text)
        return list(names)

    return write
