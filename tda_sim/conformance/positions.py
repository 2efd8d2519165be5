"""Decisions of real games: what a seat is asked, what it sees, and how to return to that position."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from tda_sim import agents
from tda_sim.agents.files import Strategy
from tda_sim.agents.games import SORTS
from tda_sim.agents.plain_form import on_trial
from tda_sim.conformance.asking import ask, ask_anew, ask_in_game
from tda_sim.definitions import library
from tda_sim.engine import batched, kernel
from tda_sim.engine.layout import ASKED, LEAN, POSITION
from tda_sim.engine.terms import Halt, Phase, Question, Stop
from tda_sim.one_game.driver import Asked, copied, drive, next_stop, open_question
from tda_sim.one_game.replay import seated_game
from tda_sim.one_game.words import Words, numbered
from tda_sim.runs.play import Work

Record = Any  # a structured array of shape (1,)
KEPT = ("memory", "parameter", "stream")  # the fields of a player's own part that last from question to question


@dataclass(frozen=True)
class Answer:
    """A strategy's answer: the index, the option, and its own part afterwards."""

    index: int
    option: int | None  # None if there is no such option
    me: Record
    drew: bool  # whether it drew random numbers

    def agrees(self, other: "Answer") -> bool:
        """Whether two answers are the same, to the last note and the last random number."""
        fields = ("memory", "stream")
        return self.index == other.index and all(np.array_equal(self.me[name], other.me[name]) for name in fields)


@dataclass(frozen=True)
class Decision:
    """A question in a game of a run, as a seat sees it; ``game`` has its place among all cards."""

    work: Work
    number: int  # of the game
    handle: int
    cards: Record
    table: Record
    me: Record
    question: Record
    game: Record | None = field(default=None, repr=False)

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self.me[0]["seat"])

    @property
    def strategy(self) -> Strategy:
        """The strategy that is asked, with its parameters for this deck."""
        return self.work.strategy(self.work.config.seated(self.number)[self.seat])

    @property
    def kind(self) -> Any:
        """The kind of question."""
        return self.kinds(int(self.question[0]["kind"]))

    @property
    def options(self) -> tuple[int, ...]:
        """The options, in their order."""
        return tuple(numbered(self.question[0]["option"], int(self.question[0]["n"])))

    def answer(self) -> Answer:
        """Return the answer, without keeping any changes."""
        if self.game is not None:
            return self.answer_in(self.game.copy())
        me = self.me.copy()
        return self.answer_on(self.cards, self.table, me, self.question)

    def answer_on(self, cards: Record, table: Record, me: Record, question: Record) -> Answer:
        """Return the answer to these records. May change ``me``."""
        on_trial(me[0])
        return self._answer(int(ask(self.handle, cards, table, me, question)), me)

    def answer_in(self, game: Record) -> Answer:
        """Return the answer in this game."""
        on_trial(game[0]["hand"][self.seat])
        index = int(ask_in_game(game, self.seat))
        return self._answer(index, game["hand"][:, self.seat].copy())

    def _answer(self, index: int, me: Record) -> Answer:
        drew = bool(me[0]["stream"]["index"] != self.me[0]["stream"]["index"])
        return Answer(index, self.options[index] if 0 <= index < len(self.options) else None, me, drew)

    def with_stream(self, number: int) -> "Decision":
        """Return this decision with other random numbers."""
        me = self.me.copy()
        me["stream"]["game"], me["stream"]["index"] = number, 0
        if self.game is None:
            return replace(self, me=me)
        game = self.game.copy()
        game["hand"]["stream"][:, self.seat] = me["stream"]
        return replace(self, me=me, game=game)

    @property
    def asked(self) -> Asked:
        """The question, for people."""
        return Asked.of(self.question[0], self.seat, self.kinds, self.cards[0], self.table[0], self.me[0])

    def in_words(self, answer: Answer | None = None) -> dict[str, Any]:
        """Return the decision in words, and the command that shows it."""
        words, asked = self.words, self.asked
        facts = {
            **place(self.work, self.number),
            "seat": self.seat,
            "question": words.question(asked),
            "kind": self.kind.name.lower(),
            "options": words.options(asked),
            "table": self.lines(),
        }
        return facts if answer is None else {**facts, "answer": option_text(self, answer)}

    # --- what differs in another game ---

    kinds: ClassVar[Any] = Question

    @property
    def words(self) -> Any:
        """The names of its numbers."""
        return Words(self.work.tables)

    def option(self, value: int) -> str:
        """An option as text."""
        return str(self.words.option(self.kind, value))

    def lines(self) -> list[str]:
        """Return what the seat sees, line by line."""
        return _table(self, self.words)


def option_text(decision: Decision, answer: Answer) -> str:
    """Return an answer as text: the option's name, or the invalid number."""
    if answer.option is None:
        return "an exception" if answer.index < -(2**61) else str(answer.index)
    return decision.option(answer.option)


def place(work: Work, number: int) -> dict[str, Any]:
    """Return the run and number of a game, and the command that shows it."""
    config = work.config
    names = ",".join(reference(work.strategy(name)) for name in config.strategies)
    rules = "".join(f" --rules {rule}" for rule in config.rules.split(" + ")[1:])
    command = f"tda replay {config.deck}{rules} --players {config.players} --strategies {names} --seed {config.seed}"
    return {
        "deck": config.deck,
        "players": config.players,
        "strategies": list(config.strategies),
        "seed": config.seed,
        "game": number,
        "command": f"{command} --game {number} --fixed-seats --decisions",
    }


def reference(strategy: Strategy) -> str:
    """Return a strategy's name for the command line, or its path if the name is not enough."""
    bare, colon, settings = strategy.name.partition(":")
    known = library.available(SORTS[strategy.game].kind).get(bare)
    is_known = known is not None and known.resolve() == strategy.path.resolve()
    return strategy.name if is_known else f"{strategy.path}{colon}{settings}"


def _table(decision: Decision, words: Words) -> list[str]:
    """Return what the seat sees, line by line."""
    table, me, names = decision.table[0], decision.me[0], words.names["card"]
    lines = [f"gambit {table['gambit']}, round {table['round']}; stakes {table['stakes']}"]
    ante = [names[card] for card in numbered(table["ante"], table["ante_size"])]
    lines += [f"ante: {', '.join(ante)}"] if ante else []
    for seat in range(int(table["players"])):
        flight = [names[card] for card in numbered(table["flight"][seat], table["flight_size"][seat])]
        hand = [names[card] for card in numbered(me["card"], me["n"])] if seat == me["seat"] else []
        size = f"holds {', '.join(hand)}" if hand else f"{table['hand_size'][seat]} cards in hand"
        lines.append(f"seat {seat}: {table['hoard'][seat]} gold; flight {', '.join(flight) or 'empty'}; {size}")
    return lines


# --- sources of decisions ---------------------------------------------------------------------------------


def decisions(work: Work, number: int, own: list[int]) -> Iterator[Decision]:
    """Yield every decision of these seats in a game, without changing the game."""
    strategy = work.strategy(work.config.seated(number)[own[0]])
    if strategy.form == "search":
        yield from decisions_in_game(work, number, own)
    else:
        yield from _driven(work, number, own, agents.load(strategy))


def left_open(work: Work, number: int, game: Record) -> Decision:
    """Return the question at which a game has stopped."""
    names = ("cards", "asked_table", "asked_hand", "question")
    return Decision(work, number, 0, *(game[name].reshape(1).copy() for name in names))


def _driven(work: Work, number: int, own: list[int], handle: int) -> Iterator[Decision]:
    game, games, asked = seated_game(work, number), np.zeros(1, LEAN), np.zeros(1, ASKED)
    cards = game["cards"].copy()
    drive(game, own)
    batched.keep_game(game, games, 0)
    batched.play_to_questions(game, games, asked)
    while asked[0]["halt"] == Halt.QUESTION:
        copy = copied(asked)
        decision = Decision(work, number, handle, cards, copy["table"], copy["hand"], copy["question"])
        yield decision
        me = decision.me.copy()
        index = int(ask(handle, cards, decision.table, me, decision.question))
        for name in KEPT:
            games["hand"][name][0, decision.seat] = me[name][0]
        batched.answer_questions(game, games, np.array([index]), asked)  # a fault ends the game: `answering` reports it


def decisions_in_game(work: Work, number: int, own: list[int]) -> Iterator[Decision]:
    """Yield plays at the start of a turn: such a position can be taken out of its game and restored."""
    game = seated_game(work, number)
    while game[0]["table"]["phase"] != Phase.OVER and game[0]["halt"] != Halt.FAULT:
        if game[0]["table"]["phase"] == Phase.TURN and game[0]["table"]["turn"] in own:
            ahead = game.copy()
            for name in POSITION.names or ():
                ahead[0]["before"][name] = game[0][name]
            drive(ahead, [int(game[0]["table"]["turn"])])
            kernel.advance(ahead, int(Stop.TURN))
            if ahead[0]["halt"] == Halt.QUESTION and _is_first(ahead):
                ask_anew(ahead)
                yield _of_game(work, number, ahead)
        kernel.advance(game, int(next_stop(game, Stop.GAME)))
        game[0]["n_log"] = 0


def _is_first(game: Record) -> bool:
    """Whether the question is which card to play, and nothing hidden has moved since the turn began."""
    asked, before = open_question(game), game[0]["before"]["table"]
    same = all(np.array_equal(before[name], asked.table[name]) for name in ("hand_size", "deck_size", "reshuffles"))
    return asked.kind == Question.PLAY and game[0]["n_said"] == 0 and same


def _of_game(work: Work, number: int, game: Record) -> Decision:
    seat = int(game[0]["asked_seat"])
    return Decision(
        work, number, 0, game["cards"], game["table"].copy(), game["hand"][:, seat].copy(), game["asking"].copy(), game
    )
