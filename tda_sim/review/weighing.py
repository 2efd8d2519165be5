"""The values of a decision's options to a player who does not see the others' cards, measured by playing ahead.

It serves games of a run, games that a person has played, and the coach.
"""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents, training
from tda_sim.agents.files import read_inner
from tda_sim.definitions.tables import Tables
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_OPTIONS, NONE, WIN_UNIT
from tda_sim.engine.terms import Fault, Halt, Question, Stop
from tda_sim.errors import UserError
from tda_sim.one_game.script import Record, dealt
from tda_sim.review import losses, reviewer
from tda_sim.runs.play import Work
from tda_sim.training import labels
from tda_sim.training.values import PREFIX, printed

JUDGE = "master"  # the player of games played ahead: the strongest fast strategy
AT_ONCE = 1 << 22  # the room for numbers
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Weighed:
    """A decision, and the results of each of its options on each deal.

    Attributes:
        game: its number in the run; ``decision``: the place of the decision among all of the game.
        gambit, round: its time; round 0 is the ante.
        seat, kind, card: who was asked what; ``card`` is the card that asks, or NONE.
        options: the engine's numbers for them.
        taken: the index of the answer, or NONE if there is none yet.
        judge: what the judge would answer.
        gold: the gain over the others' mean by the end of the gambit, with the value of cards in hand; shape (deals,
            options).
        wins: the share of the game's win, shape (deals, options).
        over: whether the game ended with the gambit, shape (deals, options).
    """

    game: int
    decision: int
    gambit: int
    round: int
    seat: int
    kind: Question
    card: int
    options: tuple[int, ...]
    taken: int
    judge: int
    gold: Array
    wins: Array
    over: NDArray[np.bool_]


class Weigher:
    """Weighs decisions of a run's games, on any number of threads, each with its own records."""

    writer: Any = reviewer  # the strategy that answers and writes

    def __init__(self, work: Work, judge: str = JUDGE) -> None:
        check_games(work)
        self.work, self.judge = work, judge
        deck, rules = work.config.deck, work.config.rules
        writer = read_inner(self.writer, training)
        rows = agents.entrants([replace(writer, fast=agents.find(judge).at(deck, rules))])
        self._entrants = np.repeat(rows, len(work.config.roles))
        self._entrants["abilities"] = work.role_masks
        self._kept = kept_values(work.tables, deck, rules)
        self._own = threading.local()

    def of_game(
        self, number: int, answers: Sequence[int], picked: Collection[int], deals: int, first: int = 0
    ) -> list[Weighed]:
        """Weigh decisions of a game of the run, by their places among its ``answers``; see `at`."""
        return self.at(dealt(self.work, number, self._entrants), answers, picked, deals, first)

    def at(
        self, game: Record, answers: Sequence[int], picked: Collection[int], deals: int, first: int = 0
    ) -> list[Weighed]:
        """Weigh decisions of a game that continues from a record at rest. The record is overwritten.

        ``answers`` are those since the rest; ``picked`` are places among them, or the place after the last, for the
        open question. Deals ``first`` to ``first + deals - 1`` are played. Decisions that cannot be tried are left out:
        those after hundreds of others in the same turn.
        """
        if not picked:
            return []
        number, before = int(game[0]["tally"]["game"]), int(game[0]["tally"]["decisions"])
        written = self._written(game, answers, picked, len(losses.HEADER) + MAX_OPTIONS * (1 + 2 * deals), first, deals)
        return _read(written, number, before, answers, deals)

    def _written(
        self, game: Record, answers: Sequence[int], picked: Collection[int], room: int, first: int, deals: int
    ) -> NDArray[np.int32]:
        """Play a game on, and return what is written about the picked decisions, ``room`` numbers at most for each."""
        record, number = game[0], int(game[0]["tally"]["game"])
        head = (max(picked) + 1, record["tally"]["decisions"], *deal_seeds(self.work.config.seed, number), first, deals)
        entries = [
            (answers[k] if k < len(answers) else NONE) << 1 | (k in picked) for k in range(max(picked) + 1)
        ]  # fmt: skip
        script = np.array([*head, *entries], np.int32)
        numbers = self._numbers(len(picked) * room)
        rows = self._entrants[self.work.config.row(number)]
        rows["parameter"][:, : len(losses.PARAMETERS)] = script.ctypes.data, 0, numbers.ctypes.data, len(numbers)
        record["entrant"][: len(rows)] = rows
        record["hand"]["parameter"][: len(rows)] = rows["parameter"]
        record["watched"], record["driven"] = 0, 0
        kernel.advance(game, int(Stop.GAME))
        self._check(game)
        return numbers[labels.FIRST : numbers[labels.USED]]

    def _numbers(self, room: int) -> NDArray[np.int32]:
        """Return the array into which this thread's players write."""
        room = min(room, AT_ONCE) + labels.FIRST
        if len(getattr(self._own, "numbers", ())) < room:
            self._own.numbers = np.zeros(room, np.int32)
        numbers: NDArray[np.int32] = self._own.numbers
        numbers[labels.USED] = labels.FIRST
        numbers[labels.KEPT : labels.KEPT + len(self._kept)] = self._kept
        return numbers

    def _check(self, game: Record) -> None:
        """Raise an error for a fault, except for the one at the end of the answers: then the game is complete."""
        record = game[0]
        if record["halt"] != Halt.FAULT or (record["fault"], record["bad_answer"]) == (Fault.BAD_OPTION, NONE):
            return
        if record["fault"] == Fault.BAD_OPTION:
            raise BadScriptError(int(record["tally"]["decisions"]))
        raise UserError.of(f"{self.judge} failed in a game that it played ahead")


def kept_values(tables: Tables, deck: str, rules: str) -> NDArray[np.int32]:
    """Return the value of each card in hand at the end of a gambit, in `labels.GOLD` parts of a gold piece."""
    keep = agents.find("lookahead").at(deck, rules).values
    worth = printed(tables) @ [value for name, value in keep.items() if name.startswith(PREFIX)]
    return np.rint(labels.GOLD * worth).astype(np.int32)


class BadScriptError(Exception):
    """An answer of a script is not an option: the game was played by other rules."""


def check_games(work: Work) -> None:
    """Raise a UserError for games whose decisions cannot be weighed."""
    if not isinstance(work.tables, Tables):
        raise UserError.of(f"{work.config.deck} has no cards", hint="name a deck: tda decks")
    if int(work.tables.rules["series"][0]) > 1:
        raise UserError.of("only decisions of single games can be reviewed", hint="leave out the rules of a series")


def deal_seeds(seed: int, game: int) -> list[int]:
    """Return the two numbers that seed all deals of a game."""
    state = np.random.SeedSequence([seed, game]).generate_state(2)
    return [int(number) >> (32 - losses.SEED_BITS) for number in state]


def _read(numbers: NDArray[np.int32], game: int, before: int, answers: Sequence[int], deals: int) -> list[Weighed]:
    weighed, at = [], 0
    while at < len(numbers):
        each, at = read_decision(numbers, at, game, before, answers, deals)
        weighed.append(each)
    return weighed


def read_decision(
    numbers: NDArray[np.int32], at: int, game: int, before: int, answers: Sequence[int], deals: int
) -> tuple[Weighed, int]:
    """Return the decision that is written from a place on, and the place after it."""
    decision, gambit, turn, seat, kind, card, judge, n = numbers[at : at + len(losses.HEADER)].tolist()
    at += len(losses.HEADER)
    options = tuple(numbers[at : at + n].tolist())
    at += n
    values = numbers[at : at + len(losses.VALUES) * n * deals].reshape(deals, n, len(losses.VALUES))
    place = decision - before
    taken = answers[place] if place < len(answers) else NONE
    weighed = Weighed(
        game,
        decision,
        gambit,
        turn,
        seat,
        Question(kind),
        card,
        options,
        taken,
        judge,
        values[..., 0] / labels.GOLD,
        values[..., 1] % losses.OVER / WIN_UNIT,
        values[..., 1] >= losses.OVER,
    )
    return weighed, at + values.size


def joined(parts: Sequence[Weighed]) -> Weighed:
    """Return a decision that was weighed in parts, each on some of the deals."""
    gold, wins, over = (np.concatenate([getattr(part, name) for part in parts]) for name in ("gold", "wins", "over"))
    return replace(parts[0], gold=gold, wins=wins, over=over)
