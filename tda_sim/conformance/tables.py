"""Tables for trials: every deck with few, some and many players, and who sits there."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tda_sim.definitions import library
from tda_sim.runs.play import Work, plan_work

PLAYERS = (2, 4, 6)
COMPANY = "random"  # sits between, so that odd positions come up
WITH = ("none", "random:2", "draft:1")  # abilities, deck by deck
BOTH = 4  # players, enough for the strategy and its company


@dataclass(frozen=True)
class Seated:
    """A run in which the strategy sits in some seats, and company in the others, if any."""

    work: Work
    own: list[int]


class TrialTables:
    """All tables at which a strategy is tried. Each deck is read once."""

    def __init__(self, named: Any, seed: int) -> None:
        self._decks = [
            plan_work(deck, None, BOTH, [named, COMPANY] * (BOTH // 2), seed, True, abilities=WITH[k % len(WITH)])
            for k, deck in enumerate(library.available("deck"))
        ]

    @property
    def decks(self) -> list[str]:
        """The decks' names."""
        return [work.config.deck for work in self._decks]

    def at(self, deck: str, players: int, company: bool = True) -> Seated:
        """Return a table with the strategy in every other seat, or in all."""
        work = next(work for work in self._decks if work.config.deck == deck)
        own = list(range(0, players, 2 if company else 1))
        return Seated(_reseated(work, [work.strategies[0 if seat in own else -1] for seat in range(players)]), own)

    def everywhere(self) -> Iterator[tuple[str, int]]:
        """Yield all pairs of a deck and a number of players."""
        for work in self._decks:
            limits = work.definition["deck"]["players"]
            for players in PLAYERS:
                if limits["min"] <= players <= limits["max"]:
                    yield work.config.deck, players


def _reseated(work: Work, seated: list[Any]) -> Work:
    """Return a run with these strategies, seat by seat."""
    config = replace(
        work.config,
        players=len(seated),
        strategies=tuple(strategy.name for strategy in seated),
        strategy_digests=tuple(strategy.digest for strategy in seated),
    )
    by_name = {strategy.name: strategy for strategy in seated}
    words = replace(work.words, strategies=config.entrants)
    return replace(work, config=config, words=words, strategies=tuple(by_name[name] for name in config.entrants))
