"""One chunk of games: from a configuration to the numbers that the engine leaves behind.

Nothing here knows folders or terminals. A chunk is a function of the run's configuration and its own number,
whoever plays it, and whenever.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import definitions, seats
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.definitions.tables import card_facts, rule_facts
from tda_sim.engine import jit, kernel, layout
from tda_sim.errors import Problem, UserError
from tda_sim.runs.columns import Batch, Words
from tda_sim.runs.plan import Config, line_up

SLICE = 2_000 if jit.COMPILED else 100  # games between two looks at whether to stop


@dataclass(frozen=True)
class Work:
    """What all chunks of a run have in common."""

    config: Config
    words: Words
    definition: dict[str, Any]
    tables: definitions.Tables
    strategies: tuple[seats.Strategy, ...]  # in the order of `config.entrants`


def plan_work(
    deck: Reference | definitions.Deck,
    rules: Rules | None,
    players: int,
    strategies: Any,
    seed: int,
    fixed_seats: bool,
) -> Work:
    """Return a run's work, checked, with nothing compiled yet."""
    chosen = definitions.load_deck(deck, rules=rules)
    definitions.check_players(chosen, players)
    tables = definitions.build_tables(chosen)
    found = [seats.find(name).at(chosen.name, chosen.rules_name) for name in line_up(strategies, players)]
    _check_names(found)
    config = Config(
        deck=chosen.name,
        deck_digest=tables.deck_digest,
        rules=chosen.rules_name,
        rules_digest=tables.rules_digest,
        players=players,
        strategies=tuple(strategy.name for strategy in found),
        strategy_digests=tuple(strategy.digest for strategy in found),
        fixed_seats=fixed_seats,
        seed=int(seed),
        engine=jit.digest(),
    )
    entrants = {strategy.name: strategy for strategy in found}
    words = Words(config.entrants, tables.names, tables.drawn)
    return Work(config, words, _in_full(chosen), tables, tuple(entrants.values()))


def _check_names(found: Sequence[seats.Strategy]) -> None:
    """Results tell strategies apart by name."""
    by_name = {strategy.name: strategy for strategy in found}
    problems = [
        Problem(
            f"another strategy is called {strategy.name}, too", str(strategy.path), hint="give its file another name"
        )
        for strategy in found
        if by_name[strategy.name].digest != strategy.digest
    ]
    if problems:
        raise UserError(problems)


def _in_full(deck: definitions.Deck) -> dict[str, Any]:
    """Return the deck and its rules as they are kept with the results: for people, and as the engine reads them."""
    told = {name: value for name, value in definitions.describe(deck).items() if name != "file"}
    return {"deck": told, "facts": {**card_facts(deck), "rules": rule_facts(deck.rules)}}


class Table:
    """Where one thread plays: a record of a game, and arrays for what comes out."""

    def __init__(self, work: Work, entrants: NDArray[Any]) -> None:
        self.work = work
        self.game = kernel.new_game(work.tables.cards, work.tables.rules)
        self.game[0]["table"]["players"] = work.config.players
        self._entrants = entrants
        self._seatings = work.config.seatings()

    def play(self, chunk: int, first: int, n: int, go_on: Callable[[int], bool]) -> Batch | None:
        """Play games ``first`` .. ``first + n - 1``; None where ``go_on(games just played)`` says to stop.

        Raises UserError where a strategy makes a mistake.
        """
        tallies = np.zeros(n, layout.TALLY)
        sums = np.zeros((len(self._entrants), layout.N_CONTACTS, layout.MAX_CARDS, len(layout.SUMS)), np.int64)
        for done in range(0, n, SLICE):
            part = tallies[done : done + SLICE]
            self._play_slice(first + done, part, sums)
            if not go_on(len(part)):
                return None
        return Batch(chunk, self.work.config.players, self.work.words, tallies, sums)

    def _play_slice(self, first: int, tallies: NDArray[Any], sums: NDArray[np.int64]) -> None:
        seed, n = np.uint64(self.work.config.seed), len(tallies)
        played = kernel.play_games(self.game, self._entrants, self._seatings, seed, first, n, tallies, sums)
        if played != n:
            seated = self._seatings[(first + played) % len(self._seatings), : self.work.config.players]
            raise seats.explain_fault(self.game, [self.work.strategies[entrant] for entrant in seated])


def load_strategies(work: Work) -> NDArray[Any]:
    """Compile the strategies and return them as the engine takes them, in the order of `config.entrants`."""
    return seats.entrants(work.strategies)
