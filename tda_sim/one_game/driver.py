"""Driven seats: a game whose questions are answered from outside.

The engine's rules run straight through and cannot wait for a person. A `Driver` therefore keeps the record of
the last boundary (the end of a turn, say) and the answers given since. To continue, it plays a copy of that record with
those answers; at the first question without an answer, it hands out the question and drops the copy. Games that need no
log, trail or contacts can be driven many at once, at a tenth of the cost: see `engine.batched`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tda_sim.engine import kernel
from tda_sim.engine.compiler import jit
from tda_sim.engine.layout import CHANCE, EVENT, MAX_ANSWERS, MAX_FLIGHT, NONE
from tda_sim.engine.terms import Fault, Halt, Phase, Question, Stop
from tda_sim.runs.compiling import COMPILING
from tda_sim.streams import echo

Record = npt.NDArray[np.void]  # one game: shape (1,), dtype GAME
Log = npt.NDArray[np.void]  # events: dtype EVENT

RESUMABLE = frozenset({Stop.TURN, Stop.ANTE, Stop.GAMBIT, Stop.NEXT, Stop.GAME})


@dataclass(frozen=True)
class Asked:
    """An open question, with what its seat may see.

    ``seat`` is `CHANCE` for a random pick. ``options`` are the engine's numbers (see `one_game.words` for their text);
    the answer is an index into them. ``table`` and ``hand`` are copies; ``hand`` is None for `CHANCE`.
    """

    seat: int
    kind: Any  # a `Question` of the game
    card: int
    gold: int
    payee: int
    about: int
    options: tuple[int, ...]
    cards: Any
    table: Any
    hand: Any

    @classmethod
    def of(cls, question: Any, seat: int, kinds: Any, cards: Any, table: Any, hand: Any) -> "Asked":
        """Return the question that a record holds, of one of these kinds, with what its seat may see."""
        kind, options = kinds(int(question["kind"])), tuple(question["option"][: question["n"]].tolist())
        card, gold, payee, about = (int(question[name]) for name in ("card", "gold", "seat", "about"))
        return cls(seat, kind, card, gold, payee, about, options, cards, table, hand)


Answerer = Callable[[Asked], int]


class FaultyGameError(Exception):
    """A strategy has made a mistake; ``game`` is the record that the engine has left (see `seats.explain_fault`)."""

    def __init__(self, game: Record) -> None:
        fault = Fault(int(game[0]["fault"]))
        super().__init__(f"seat {game[0]['asked_seat']}: {fault.name.lower().replace('_', ' ')}")
        self.game = game


class Driver:
    """A game played up to stops, some of whose questions are answered from outside.

    ``game`` is the record at the last boundary, ``now`` the state of play: at the open question or at the stop
    reached. Neither array is ever replaced. A `Stop` from which the engine cannot continue (START, PLAY) moves neither
    the boundary nor the answers, so the next call plays on from the same boundary.
    """

    # what another game replaces
    advance = staticmethod(kernel.advance)
    go_back = staticmethod(kernel.go_back)
    over_at: Any = Phase.OVER
    end: Any = Stop.GAME
    questions: Any = Question
    resumable: Any = RESUMABLE

    def __init__(self, game: Record) -> None:
        self.game: Record = copied(game)
        self.now: Record = copied(game)
        self.asked: Asked | None = None
        self._answers: list[int] = []
        self._n_noted = 0  # events of the current log that are in `_fresh` or were fetched
        self._fresh: list[Log] = []
        self._note_events()
        self._empty_log()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.now[0]["table"]["phase"] == self.over_at)

    @property
    def has_room(self) -> bool:
        """Whether every player may play one more card."""
        table = self.game[0]["table"]
        return all((table[name] < MAX_FLIGHT).all() for name in ("flight_size", "plays"))

    def next_question(self, stop: Any) -> Asked | None:
        """Return the first open question on the way to ``stop``; None once the stop (or the end) is reached."""
        self.go_back(self.now, self.game)
        self._replay(self.now, stop)
        self._note_events()
        if int(self.now[0]["halt"]) == Halt.QUESTION:
            self.asked = open_question(self.now, self.questions)
        else:
            self.asked = None
            self._pass_boundary(stop)
        return self.asked

    def answer(self, index: int) -> None:
        """Answer the open question with the option of this index (NONE leaves a random pick to chance)."""
        if self.asked is None:
            raise ValueError("no question is open")
        lowest = NONE if self.asked.seat == CHANCE else 0
        if not lowest <= index < len(self.asked.options):
            raise ValueError(f"the question has {len(self.asked.options)} options, not an option {index}")
        if len(self._answers) == MAX_ANSWERS:
            raise ValueError(f"more than {MAX_ANSWERS} answers between two boundaries")
        self._answers.append(index)

    def run(self, stop: Any, answer: Answerer) -> None:
        """Play on to ``stop``, with ``answer`` giving an option's index for every question."""
        while (asked := self.next_question(stop)) is not None:
            self.answer(answer(asked))

    def peek(self, stop: Any, index: int) -> Log:
        """Return the events that would follow this answer to the open question; the game does not change."""
        ahead = copied(self.game)
        self._replay(ahead, stop, index)
        log: Log = ahead[0]["log"][self._n_noted : ahead[0]["n_log"]]
        return log.copy()

    def new_events(self) -> Log:
        """Return the events since the last call; none in a game that is not watched."""
        fresh, self._fresh = self._fresh, []
        return np.concatenate([np.empty(0, EVENT), *fresh])

    def _replay(self, game: Record, stop: Any, *further: int) -> None:
        record, answers = game[0], [*self._answers, *further]
        record["answer"][: len(answers)] = answers
        record["n_answers"], record["n_answered"] = len(answers), 0
        self.advance(game, int(stop))
        if int(record["halt"]) == Halt.FAULT:
            raise FaultyGameError(game)

    def _note_events(self) -> None:
        log, end = self.now[0]["log"], int(self.now[0]["n_log"])
        self._fresh.append(log[self._n_noted : end].copy())
        self._n_noted = end

    def _pass_boundary(self, stop: Any) -> None:
        if stop in self.resumable or self.over:
            self.go_back(self.game, self.now)
            self._answers = []
            self._empty_log()

    def next_stop(self, goal: Any) -> Any:
        """Return the first stop on the way to ``goal``."""
        return next_stop(self.game, goal)

    def _empty_log(self) -> None:
        self.game[0]["n_log"], self._n_noted = 0, 0


def copied(record: Record) -> Record:
    """Return a copy of a record, shape (1,), byte by byte: NumPy goes field by field, which is twenty times slower."""
    return np.ndarray(1, record.dtype, bytearray(record.tobytes()))


def open_question(game: Record, kinds: Any = Question) -> Asked:
    """Return the question at which an engine has halted; ``kinds``: the engine's kinds of questions."""
    record = game[0]
    seat = int(record["asked_seat"])
    table = copied(game["asked_table"])[0]  # not `table`: after the question the scratch game has gone on
    hand = None if seat == CHANCE else copied(game["asked_hand"])[0]
    return Asked.of(record["question"], seat, kinds, record["cards"], table, hand)


def drive(game: Record, seats: Iterable[int], *, chance: bool = False) -> None:
    """Mark ``seats`` (and, with ``chance``, random picks of cards) as answered from outside."""
    game[0]["driven"][list(seats)] = 1
    game[0]["chance_driven"] = int(chance)


def next_stop(game: Record, goal: Stop) -> Stop:
    """Return the first stop on the way to ``goal``; frequent stops keep answers and events between them few."""
    if goal <= Stop.START:
        return goal
    match int(game[0]["table"]["phase"]):
        case Phase.TURN:
            return Stop.TURN
        case Phase.ANTE | Phase.SET_UP:
            return Stop.ANTE
        case _:
            return goal if goal in (Stop.GAMBIT, Stop.NEXT) else Stop.NEXT


def go(driver: Driver, goal: Any, answer: Answerer) -> None:
    """Play on to ``goal``, or to the game's end, in steps."""
    while not driver.over:
        stop = driver.next_stop(goal)
        driver.run(stop, answer)
        if stop == goal:
            return


def play_game(game: Record, answerers: Mapping[int, Answerer]) -> Record:
    """Play a game to its end, the seats in ``answerers`` answered by Python functions; return the final record."""
    driver = Driver(game)
    drive(driver.game, answerers)
    go(driver, Stop.GAME, lambda asked: answerers[asked.seat](asked))
    return driver.now


def say_compiling(driver: type[Driver] = Driver) -> None:
    """Say on standard error that the engine of a game has to be compiled first, if it does."""
    if not jit.is_cached(driver.advance.__name__):
        echo(COMPILING, err=True)
