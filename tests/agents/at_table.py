"""Games with any strategies in their seats."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from tda_sim import agents, definitions
from tda_sim.definitions.abilities import assign
from tda_sim.engine import kernel
from tda_sim.engine.layout import EVENT, MAX_CARDS, N_CONTACTS, SUMS, TALLY
from tda_sim.engine.terms import Phase, Stop


@cache
def tables(deck: str) -> definitions.Tables:
    return definitions.build_tables(definitions.load_deck(deck))


@dataclass
class Games:
    """Games of a deck, with these strategies in their seats."""

    strategies: list[agents.Strategy]
    deck: str = "original"
    abilities: str = ""  # how they are dealt

    def __post_init__(self) -> None:
        self.players = len(self.strategies)
        self.entrants = agents.entrants(self.strategies)
        self.game = kernel.new_game(tables(self.deck).cards, tables(self.deck).rules)
        self.game[0]["table"]["players"] = self.players
        dealt = assign(self.abilities, definitions.load_deck(self.deck).abilities, self.players)
        self.game["deal"], self.game["deal_each"] = dealt.deal, dealt.each

    def play(self, n: int, seed: int = 1, first: int = 0) -> np.ndarray:
        """Tallies of the games played: fewer than ``n`` after a fault."""
        tallies = np.zeros(n, TALLY)
        sums = np.zeros((self.players, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
        seatings = np.arange(6, dtype=np.int16)[None, :] % self.players
        unasked = kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop()
        arguments = (self.game, self.entrants, seatings, np.uint64(seed), first, n, tallies, sums, *unasked)
        return tallies[: kernel.play_games(*arguments)]

    def watch(self, number: int, seed: int = 1, until: Stop = Stop.GAME) -> np.ndarray:
        """All events of a game; with ``until``, those up to the first such stop."""
        game, logs = self.game, [np.empty(0, EVENT)]
        game[0]["watched"] = 1
        game[0]["entrant"][: self.players] = self.entrants
        game[0]["n_log"] = 0
        kernel.start(game, number, np.uint64(seed), self.players)
        while game[0]["table"]["phase"] != Phase.OVER:
            kernel.advance(game, int(Stop.TURN if until == Stop.GAME else until))
            logs.append(game[0]["log"][: game[0]["n_log"]].copy())
            game[0]["n_log"] = 0
            if until != Stop.GAME:
                break
        return np.concatenate(logs)


def quick(strategy: agents.Strategy) -> str:
    """What to call a strategy by where many games are played: one that searches tries few games ahead."""
    return f"{strategy.name}:playouts=2" if strategy.form == "search" else strategy.name


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays of records agree in every field: the bytes between fields mean nothing."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)
