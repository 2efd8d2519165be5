"""A game played again: its answers, which are everything that chance does not decide, and the flights it led to."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents
from tda_sim.engine import kernel
from tda_sim.engine.layout import CHANCE, NONE
from tda_sim.engine.terms import Event, Halt, Phase, Stop
from tda_sim.runs.play import Table, Work, load_strategies

Record = NDArray[np.void]  # one game: shape (1,), dtype GAME


class Gambit(NamedTuple):
    """A gambit as it was scored: who won it, each seat's flight, each seat's gain, (n,), and the cards of the game.

    Cards are numbers.
    """

    winner: int
    flights: list[NDArray[np.int64]]
    gains: NDArray[np.int64]
    present: NDArray[np.int64]


def dealt(work: Work, number: int, entrants: NDArray[Any]) -> Record:
    """Return game ``number`` of a run, just dealt; ``entrants`` play the run's roles, in order."""
    game: Record = Table(work, entrants).game
    rows = work.rows(number, entrants)
    game[0]["entrant"][: len(rows)] = entrants[rows]
    kernel.start(game, number, np.uint64(work.config.seed), work.config.players)
    return game


def answers_of(work: Work, number: int, entrants: NDArray[Any]) -> list[int]:
    """Play a game of a run and return every answer, as an index of the options, in the order of the decisions.

    ``entrants`` are those of `runs.play.load_strategies`. Raises UserError if a strategy makes a mistake.
    """
    return [answer for _, answers in steps_of(work, number, entrants) for answer in answers]


def steps_of(work: Work, number: int, entrants: NDArray[Any]) -> Iterator[tuple[Record, list[int]]]:
    """Play a game of a run, and yield it wherever it rests, with the answers since the last rest; as `answers_of`."""
    game = dealt(work, number, entrants)
    game["watched"] = 1
    while game[0]["table"]["phase"] != Phase.OVER:
        game[0]["n_log"] = 0
        _advance(game, _rest(int(game[0]["table"]["phase"])), work, number)
        if game[0]["lost_events"]:
            raise RuntimeError(f"{game[0]['lost_events']} events of a step did not fit into the log")
        yield game, answers_in(game[0]["log"][: game[0]["n_log"]])


def gambits_of(work: Work, number: int, entrants: NDArray[Any]) -> Iterator[Gambit]:
    """Play a game of a run, and yield the gambits that somebody won, in order. Otherwise as `answers_of`.

    A flight is empty if its player has just left the game. The last gambit's gains include a share of the hole.
    """
    game = dealt(work, number, entrants)
    table, players = game[0]["table"], work.config.players
    before = np.full(players, table["rules"]["gold_each"] + table["rules"]["gold_per_player"] * players)
    while table["phase"] != Phase.OVER:
        _advance(game, Stop.GAMBIT, work, number)
        if table["gambit_winner"] != NONE:
            flights = [table["flight"][seat, : table["flight_size"][seat]].copy() for seat in range(players)]
            present = game[0]["stock"][: game[0]["n_stock"]].copy()
            yield Gambit(int(table["gambit_winner"]), flights, table["hoard"][:players] - before, present)
        _advance(game, Stop.NEXT, work, number)
        before = table["hoard"][:players].copy()


def blocks_of_gambits(work: Work, games: int, blocks: int) -> Iterator[list[Gambit]]:
    """Play a run's first ``games`` games, and yield the gambits of each of ``blocks`` blocks of them, or fewer."""
    entrants, size = load_strategies(work), -(-games // blocks)
    for first in range(0, games, size):
        numbers = range(first, min(first + size, games))
        yield [gambit for number in numbers for gambit in gambits_of(work, number, entrants)]


def _advance(game: Record, stop: Stop, work: Work, number: int) -> None:
    kernel.advance(game, int(stop))
    if game[0]["halt"] == Halt.FAULT:
        raise agents.explain_fault(game, work.seated(number))


def answers_in(log: NDArray[np.void]) -> list[int]:
    """Return the players' answers in a part of a game's log."""
    given_answers = log[(log["kind"] == Event.ANSWER) & (log["seat"] != CHANCE)]
    return [int(index) for index in given_answers["gold"]]


def _rest(phase: int) -> Stop:
    """Return the next stop from which a game can continue: the log has room for its events."""
    if phase == Phase.TURN:
        return Stop.TURN
    return Stop.ANTE if phase in (Phase.ANTE, Phase.SET_UP) else Stop.NEXT
