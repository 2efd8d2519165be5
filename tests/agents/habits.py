"""What a strategy does in the first gambit of many games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from at_table import Games, tables
from scipy import stats

from tda_sim import agents
from tda_sim.engine import kernel
from tda_sim.engine.terms import Event, Stop


@dataclass(frozen=True)
class Gambit:
    """A gambit that has been played: what seat 0 did, the table at its end, and the cards' strengths."""

    log: np.ndarray  # events
    table: np.ndarray
    strength: np.ndarray

    def cards(self, kind: Event) -> np.ndarray:
        """Strengths of the cards of seat 0's events of a kind."""
        return self.strength[self.events(kind)["card"]]

    def events(self, kind: Event, seat: int = 0) -> np.ndarray:
        """A seat's events of a kind."""
        return self.log[(self.log["kind"] == kind) & (self.log["seat"] == seat)]


def first_gambits(
    strategy: str, n: int = 1000, deck: str = "original", hoards: Sequence[int] | None = None, others: str = "random"
) -> list[Gambit]:
    """The first gambits of ``n`` independent games of a strategy in seat 0 against three ``others``."""
    games = Games([agents.find(name) for name in (strategy, others, others, others)], deck)
    strength = tables(deck).cards["strength"].reshape(-1)
    result = []
    for number in range(n):
        game = games.game[0]
        game["watched"], game["n_log"] = 1, 0
        game["entrant"][:4] = games.entrants
        kernel.start(games.game, number, np.uint64(1), 4)
        if hoards is not None:
            game["table"]["hoard"][:4] = hoards
        kernel.advance(games.game, int(Stop.GAMBIT))
        result.append(Gambit(game["log"][: game["n_log"]].copy(), game["table"].copy(), strength))
    return result


def is_more(one: Sequence[float], other: Sequence[float], false_alarm: float = 1e-6) -> bool:
    """Whether the mean of one sample is greater than that of another one; if it is not, True is that rare."""
    return bool(stats.ttest_ind(one, other, equal_var=False, alternative="greater").pvalue < false_alarm)


def does_more(habit: Callable[[Gambit], float], one: str, other: str, **settings: object) -> bool:
    """Whether a strategy has more of a habit than another one."""
    samples = [[habit(gambit) for gambit in first_gambits(name, **settings)] for name in (one, other)]
    return is_more(*samples)
