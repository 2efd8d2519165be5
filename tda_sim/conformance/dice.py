"""Trials of a strategy of the dice game, where nothing is hidden and nobody holds cards."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tda_sim import agents
from tda_sim.agents.files import Strategy
from tda_sim.conformance.answering import Signal, play_everywhere, play_games, verdict_on_answers
from tda_sim.conformance.asking import ask
from tda_sim.conformance.deterministic import GAMES as GAMES_TWICE
from tda_sim.conformance.deterministic import Deterministic
from tda_sim.conformance.differential import Differential
from tda_sim.conformance.looking import look_at
from tda_sim.conformance.no_leakage import NoLeakage
from tda_sim.conformance.positions import KEPT, Decision, place
from tda_sim.conformance.tables import COMPANY, Seated
from tda_sim.conformance.trial import GIVEN, Verdict
from tda_sim.conformance.untouched import Untouched
from tda_sim.dice.terms import Question, Stop
from tda_sim.one_game.dice.driver import DiceDriver, new_game
from tda_sim.one_game.dice.record import FIELDS
from tda_sim.one_game.dice.words import DiceWords
from tda_sim.one_game.driver import drive
from tda_sim.runs.play import Work, plan_work

CLAIM = "it answers every question, at tables of every size"
LAID = (None, "gaming-set", "five-gambits")  # house rules that together bring up every question
GAMES = {"choose": 100, "score": 100, "decide": 3}  # at each table


class DiceDecision(Decision):
    """A question in a dice game. Its table shows everything."""

    kinds = Question

    @cached_property
    def words(self) -> Any:
        """The names of its numbers."""
        return DiceWords(self.work.tables)

    def option(self, value: int) -> str:
        """An option as text."""
        return str(self.words.option(self.kind, value, self.asked.card))

    def lines(self) -> list[str]:
        """Return what the seat sees, line by line."""
        values = FIELDS.position([{"table": self.table[0]}], self.work.tables)
        names = ("gambit", "round", "first", "stakes", "hoards", "flights", "out")
        return [f"{name}: {values[name]}" for name in names]


def dice_course(strategy: Strategy, named: Any, deck: str, n: int, seed: int, signal: Signal) -> Iterator[Verdict]:
    """Yield the verdicts on answers, then those of trials that take ``n`` decisions."""
    tables = list(_tables(named, deck, seed))
    trials = [Deterministic(tables[0].work, GAMES_TWICE[strategy.form]), Untouched(), Differential(strategy)]
    kinds = look_at(trials, tables, n, signal, decisions, even=False)
    yield _answering(strategy, tables, kinds, signal)
    signal("repeats")
    yield from (trial.verdict() for trial in trials)
    said = "nothing is hidden in this game: the table shows everything"
    yield Verdict(NoLeakage.name, NoLeakage.claim, GIVEN, said)


def _tables(named: Any, deck: str, seed: int) -> Iterator[Seated]:
    """Yield tables of every size under all of `LAID`: with company in every other seat, and alone."""
    limits = plan_work(deck, None, 2, COMPANY, seed, True).definition["deck"]["players"]
    for players in range(limits["min"], limits["max"] + 1):
        for laid in LAID:
            for own in (range(0, players, 2), range(players)):
                seated = [named if seat in own else COMPANY for seat in range(players)]
                yield Seated(plan_work(deck, laid, players, seated, seed, True), list(own))


def _answering(strategy: Strategy, tables: list[Seated], kinds: Counter[Any], signal: Signal) -> Verdict:
    """Play games at all tables. ``kinds`` counts the questions in the watched games."""
    games = GAMES[strategy.form]
    _, violations = play_everywhere(tables, lambda seated: play_games(seated.work, games), place, signal)
    known = [kind for kind in Question if kind != Question.ROLL]
    said = f"{games * len(tables):,} games at {len(tables)} tables"
    return verdict_on_answers(CLAIM, said, games * len(tables), kinds, known, violations)


def decisions(work: Work, number: int, own: list[int]) -> Iterator[DiceDecision]:
    """Yield every decision of these seats in a game, without changing the game."""
    config = work.config
    handle = agents.load(work.strategy(config.seated(number)[own[0]]))
    game = new_game(work.tables, config.players, config.seed, number)
    agents.sit_down(game, work.seated(number))
    drive(game, own)
    driver = DiceDriver(game)
    while not driver.over:
        while driver.next_question(Stop.STEP) is not None:
            names = ("cards", "asked_table", "asked_hand", "question")
            decision = DiceDecision(work, number, handle, *(driver.now[name].reshape(1).copy() for name in names))
            yield decision
            me = decision.me.copy()
            index = int(ask(handle, decision.cards, decision.table, me, decision.question))
            if not 0 <= index < len(decision.options):  # `_answering` reports it
                return
            for name in KEPT:
                driver.game["hand"][name][0, decision.seat] = me[name][0]
            driver.answer(index)
