"""A made-up engine for tests of everything around it: quick, without a compiler, and faulty on demand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from tda_sim import agents
from tda_sim.agents import loading
from tda_sim.engine import kernel
from tda_sim.engine.compiler import jit
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import End
from tda_sim.errors import UserError

COUNTS = ("rounds", "plays", "decisions", "triggers", "max_stakes", "power_gold", "lead_changes", "drawn_gambits")


def draw(seed: int, game: int, name: str, bound: int) -> int:
    """A number below ``bound`` that depends on seed, game and name only."""
    return int.from_bytes(blake2b(f"{seed} {game} {name}".encode(), digest_size=6).digest()) % bound


@dataclass
class MadeUpEngine:
    """Games whose every number is drawn from (seed, game)."""

    fault_in: int = NONE  # a strategy fails in this game
    games_played: int = 0
    after_slice: list[Callable[[], None]] = field(default_factory=list)

    def play_games(self, game, entrants, seatings, seed, first, n, tallies, sums, draws, gambits, uses, stop):  # type: ignore[no-untyped-def]
        players = int(game[0]["table"]["players"])
        for k in range(n):
            if stop[0]:
                return k
            if first + k == self.fault_in:
                return k
            play_game(tallies[k], sums, seatings[(first + k) % len(seatings)], players, int(seed), first + k)
        self.games_played += n
        for action in self.after_slice:
            action()
        return n


def play_game(tally: Any, sums: Any, seated: Any, players: int, seed: int, number: int) -> None:
    tally["game"], tally["players"], tally["end"], tally["entrant"] = number, players, End.OUT_OF_GOLD, seated
    tally["winners"] = winners = 1 + draw(seed, number, "winners", 2**players - 1)
    tally["n_winners"] = winners.bit_count()
    tally["gambits"] = 1 + draw(seed, number, "gambits", 9)
    for name in COUNTS:
        tally[name] = draw(seed, number, name, 50)
    for seat in range(players):
        gold = tally["gold"][seat] = draw(seed, number, f"gold {seat}", 200)
        tally["purchases"][seat] = draw(seed, number, f"purchases {seat}", 4)
        win = 60 // winners.bit_count() if winners >> seat & 1 else 0
        card = draw(seed, number, f"card {seat}", 70)
        sums[seated[seat], 0, card] += [1, 1, win, win * win, gold, gold * gold]


def fault(game: Any, strategies: list[agents.Strategy]) -> UserError:
    return UserError.of(f"a strategy failed; seated were {','.join(strategy.name for strategy in strategies)}")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> MadeUpEngine:
    """Put the made-up engine in the place of the real one."""
    made_up = MadeUpEngine()
    monkeypatch.setattr(kernel, "play_games", made_up.play_games)
    monkeypatch.setattr(loading, "load", lambda strategy: 0)
    monkeypatch.setattr(agents, "explain_fault", fault)
    monkeypatch.setattr(jit, "is_cached", lambda kernel: True)
    return made_up


@pytest.fixture
def files() -> Callable[[Path], dict[str, bytes]]:
    """The files of a run's folder that must not depend on how it came about."""

    def read(folder: Path) -> dict[str, bytes]:
        paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "timing.json")
        return {str(path.relative_to(folder)): path.read_bytes() for path in paths}

    return read
