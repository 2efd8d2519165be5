"""Trials of a strategy of the dice game, where nothing is hidden and nobody holds cards."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from tda_sim import seats
from tda_sim.dice.terms import Question, Stop
from tda_sim.errors import UserError
from tda_sim.one_game.dice.driver import DiceDriver, new_game
from tda_sim.one_game.dice.record import FIELDS
from tda_sim.one_game.dice.words import DiceWords
from tda_sim.one_game.driver import drive
from tda_sim.proof.agreeing import Agreeing
from tda_sim.proof.asking import ask
from tda_sim.proof.hiding import CLAIM as HIDDEN
from tda_sim.proof.keeping import Keeping
from tda_sim.proof.measuring import compiling, speed
from tda_sim.proof.positions import KEPT, Decision, place
from tda_sim.proof.repeating import Repeating
from tda_sim.proof.tables import COMPANY, Seated
from tda_sim.proof.untouched import Untouched
from tda_sim.proof.verdict import FAILED, GIVEN, PASSED, Verdict
from tda_sim.runs.play import Table, Work, load_strategies, plan_work
from tda_sim.seats.files import Strategy
from tda_sim.seats.games import DICE

CLAIM = "it answers every question, at tables of every size"
LAID = (None, "gaming-set", "five-gambits")  # house rules that together bring up every question
GAMES = {"choose": 100, "score": 100, "decide": 3}  # at each table
REPEATED = {"choose": 400, "score": 400, "decide": 20}
ROUNDS = 20  # the most games per table from which decisions are taken

Signal = Callable[[str], None]


class DiceDecision(Decision):
    """A question in a dice game. Its table shows everything."""

    @property
    def kind(self) -> Any:
        """The kind of question."""
        return Question(int(self.question[0]["kind"]))

    @cached_property
    def words(self) -> Any:
        """The names of its numbers."""
        return DiceWords(self.work.tables)

    def option(self, value: int) -> str:
        """An option as text."""
        return str(self.words.option(self.asked, value))

    def lines(self) -> list[str]:
        """Return what the seat sees, line by line."""
        values = FIELDS.position([{"table": self.table[0]}], self.work.tables)
        names = ("gambit", "round", "first", "stakes", "hoards", "flights", "out")
        return [f"{name}: {values[name]}" for name in names]


def dice_verdicts(named: Any, deck: str, n: int, seed: int, signal: Signal) -> Iterator[Verdict]:
    """Yield the verdict of each trial, from ``n`` decisions."""
    signal("compiles")
    strategy = seats.find(named, DICE)
    compiles = compiling(strategy)
    yield compiles
    if compiles.status == FAILED:
        return
    keeping, tables = Keeping(strategy), list(_tables(named, deck, seed))
    trials: list[Any] = [Repeating(tables[0].work, REPEATED[strategy.form]), Untouched(), Agreeing(strategy)]
    kinds = _look_at(trials, tables, n, signal)
    answers = _answering(strategy, tables, kinds, signal)
    yield answers
    signal("repeats")
    yield from (trial.verdict() for trial in trials)
    yield Verdict("hidden", HIDDEN, GIVEN, "nothing is hidden in this game: the table shows everything")
    yield keeping.verdict()
    if answers.status != FAILED:
        signal("speed")
        yield speed(deck, named, seed)


def _tables(named: Any, deck: str, seed: int) -> Iterator[Seated]:
    """Yield tables of every size under all of `LAID`: with company in every other seat, and alone."""
    limits = plan_work(deck, None, 2, COMPANY, seed, True).definition["deck"]["players"]
    for players in range(limits["min"], limits["max"] + 1):
        for laid in LAID:
            for own in (range(0, players, 2), range(players)):
                seated = [named if seat in own else COMPANY for seat in range(players)]
                yield Seated(plan_work(deck, laid, players, seated, seed, True), list(own))


def _answering(strategy: Strategy, tables: list[Seated], kinds: Counter[int], signal: Signal) -> Verdict:
    """Play games at all tables. ``kinds`` counts the questions in the watched games."""
    violations: list[dict[str, Any]] = []
    for seated in tables:
        signal("answers")
        try:
            Table(seated.work, load_strategies(seated.work)).play(0, 0, GAMES[strategy.form])
        except UserError as error:
            words = str(error).partition(" in game ")[2].partition(",")[0]
            number = int(words) if words.isdigit() else 0
            violations.append({"error": str(error), **place(seated.work, number)})
    games = len(tables) * GAMES[strategy.form]
    never = [kind.name.lower() for kind in Question if kind != Question.ROLL and not kinds[kind]]
    asked = {Question(kind).name.lower(): count for kind, count in sorted(kinds.items())}
    summary = f"{games:,} games at {len(tables)} tables; {len(kinds)} kinds of questions in the watched games"
    summary += f" (none of {', '.join(never)})" if never else ""
    if violations:
        summary = f"{len(violations)} tables ended in a mistake; {summary}"
    figures = {"games": games, "questions": asked, "never_asked": never}
    return Verdict("answers", CLAIM, FAILED if violations else PASSED, summary, figures, violations)


def _look_at(trials: list[Any], tables: list[Seated], n: int, signal: Signal) -> Counter[int]:
    """Show ``n`` decisions to all trials, and return the number of each kind."""
    kinds: Counter[int] = Counter()
    most = max(1, 2 * n // len(tables))
    for number in range(ROUNDS):
        for seated in tables:
            for decision in islice(decisions(seated.work, number, seated.own), min(most, n - kinds.total())):
                signal("repeats")
                kinds[decision.kind] += 1
                for trial in trials:
                    trial.look(decision)
    return kinds


def decisions(work: Work, number: int, own: list[int]) -> Iterator[DiceDecision]:
    """Yield every decision of these seats in a game, without changing the game."""
    config = work.config
    handle = seats.load(work.strategy(config.seated(number)[own[0]]))
    game = new_game(work.tables, config.players, config.seed, number)
    seats.sit_down(game, [work.strategy(name) for name in config.seated(number)])
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
