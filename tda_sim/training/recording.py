"""Games in which a player records the values of the options of some decisions, on any number of threads."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents
from tda_sim.agents.files import Strategy, read_inner
from tda_sim.definitions.tables import Tables
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_PLAYERS, TALLY
from tda_sim.errors import UserError
from tda_sim.kit.buckets import BUCKETS
from tda_sim.runs.play import Work, check_deals_none
from tda_sim.training import labels

Numbers = NDArray[np.int32]


def check_games(work: Work, what: str) -> None:
    """Raise a UserError for games without cards, with abilities, and series.

    ``what`` starts the message, such as "values are learned from".
    """
    check_single_games_of_cards(work, what)
    check_deals_none(work.assignment, work.config.deck, what)


def check_single_games_of_cards(work: Work, what: str) -> None:
    """Raise a UserError for games without cards, and series."""
    if not isinstance(work.tables, Tables):
        raise UserError.of(f"{work.config.deck} has no cards", hint="name a deck: tda decks")
    if int(work.tables.rules["series"][0]) > 1:
        raise UserError.of(f"{what} single games", hint="leave out the rules of a series")


class Recorder:
    """Plays games of a strategy at some tables, and returns its records. Each thread has its own arrays.

    ``writer`` is the module of the strategy that records, and answers like ``player``. ``given`` are its parameters,
    except for the array's address and length. ``kept`` is the value of keeping each card of each deck, in gold.
    ``room`` is the space for one call, in numbers.
    """

    def __init__(
        self,
        works: Sequence[Work],
        player: Strategy,
        writer: ModuleType,
        given: Mapping[str, float],
        kept: Mapping[str, Sequence[float]],
        room: int,
    ) -> None:
        self._works, self._player, self._given, self._room = works, player, given, room
        self._writer = read_inner(writer)
        self._kept = {deck: np.rint(labels.GOLD * np.array(worth)).astype(np.int32) for deck, worth in kept.items()}
        self._own = threading.local()

    def play(self, table: int, first: int, games: int, rival: Strategy | None = None) -> Numbers:
        """Return the records of some games at a table; with a rival in all seats but one, if one is given."""
        work, numbers = self._works[table], self.numbers()
        kept = self._kept[work.config.deck]
        numbers[labels.USED] = labels.FIRST
        numbers[labels.KEPT : labels.KEPT + len(kept)] = kept
        game, entrants = self.seated(table, rival)
        players = work.config.players
        seatings = _rows(players) if rival else np.zeros((1, MAX_PLAYERS), np.int16)
        tallies = np.zeros(games, TALLY)
        played = kernel.play_games(
            game, entrants, seatings, np.uint64(work.config.seed), first, games, tallies,
            kernel.no_sums(), kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop(),
        )  # fmt: skip
        if played < games:
            at = seatings[int(game[0]["tally"]["game"]) % len(seatings)]
            raise agents.explain_fault(game, [(self._player, rival or self._player)[at[k]] for k in range(players)])
        return numbers[labels.FIRST : numbers[labels.USED]].copy()

    def numbers(self) -> Numbers:
        """Return the array into which this thread's players write."""
        if not hasattr(self._own, "numbers"):
            self._own.numbers, self._own.seated = np.zeros(self._room, np.int32), {}
        return self._own.numbers  # type: ignore[no-any-return]

    def seated(self, table: int, rival: Strategy | None = None) -> tuple[Any, Any]:
        """Return this thread's record for games at a table, and who plays: the recording player, and a rival if any."""
        numbers, key = self.numbers(), (table, rival and rival.name)
        if key not in self._own.seated:
            work = self._works[table]
            game = kernel.new_game(work.tables.cards, work.tables.rules)
            game[0]["table"]["players"] = work.config.players
            game[0]["deal"], game[0]["deal_each"] = work.assignment.deal, work.assignment.each
            player = self._player.at(work.config.deck, work.config.rules)
            decks = list(dict.fromkeys(each.config.deck for each in self._works))
            here = numbers.ctypes.data, len(numbers), BUCKETS * decks.index(work.config.deck)
            given = {**self._given, **dict(zip(("numbers", "room", "first_set"), map(float, here), strict=True))}
            rivals = [] if rival is None else [rival.at(work.config.deck, work.config.rules)]
            self._own.seated[key] = game, agents.entrants([replace(self._writer, fast=player, given=given), *rivals])
        return self._own.seated[key]  # type: ignore[no-any-return]


def _rows(players: int) -> NDArray[np.int16]:
    """Return who sits where, (players, MAX_PLAYERS): the first of two in each seat in turn, and the other elsewhere."""
    rows = np.ones((players, MAX_PLAYERS), np.int16)
    np.fill_diagonal(rows, 0)
    return rows
