"""All trials of one strategy."""

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypedDict

from tda_sim import seats
from tda_sim.bounds import check_numbers
from tda_sim.definitions import library
from tda_sim.definitions.games import plays_dice
from tda_sim.errors import UserError
from tda_sim.proof.agreeing import Agreeing
from tda_sim.proof.answering import answering
from tda_sim.proof.apart import PATIENCE, Say, verdicts_apart
from tda_sim.proof.dice import dice_verdicts
from tda_sim.proof.handling import handling
from tda_sim.proof.hiding import Hiding
from tda_sim.proof.keeping import Keeping
from tda_sim.proof.measuring import compiling, speed
from tda_sim.proof.moving import Moving
from tda_sim.proof.positions import Decision, decisions, decisions_in_game, reference
from tda_sim.proof.reordering import Reordering
from tda_sim.proof.repeating import Repeating
from tda_sim.proof.tables import Seated, TrialTables
from tda_sim.proof.untouched import Untouched
from tda_sim.proof.verdict import FAILED, Trial, Verdict
from tda_sim.runs.play import plan_work
from tda_sim.seats.files import Strategy
from tda_sim.seats.games import CARDS, DICE, SORTS

DECK, DICE_DECK, PLAYERS = "original", "dice-gambit", 4
PART_OF_A_KIND = 5  # no kind of question is more than one in 5 decisions, while others come up
ROUNDS = 20  # the most games per table
SEARCHED = 20  # decisions of another strategy for each one of a search
IN_GAMES = 5  # decisions for each one in its place among all cards
REPEATED = {"choose": 400, "score": 400, "decide": 20, "search": 2}  # games
WATCHED = {"choose": 300, "score": 300, "decide": 150, "search": 10}  # games

Signal = Callable[[str], None]  # is called with a trial's name during the trial


class Checked(TypedDict):
    """The result of a check, in JSON's types; ``passed`` is False if any trial failed."""

    strategy: str
    text: str
    form: str
    path: str
    seed: int
    passed: bool
    trials: list[Trial]


def check(
    named: Any,
    deck: str | None = None,
    n: int = 1000,
    seed: int = 1,
    patience: float = PATIENCE,
    say: Say = lambda text: None,
) -> Checked:
    """Try a strategy.

    ``named`` is a name, a path, or a Python function, class or object; ``n`` is the number of decisions; ``deck`` is
    the deck whose cards are watched, or the dice game to play (by default `usual_deck`). A file is tried in a separate
    process, which gets up to ``patience`` seconds without progress, and ``say`` a line when that takes long; a Python
    object is tried in this process. Raises UserError if there is no such strategy or deck.
    """
    check_numbers(decisions=n, seed=seed, patience=patience)
    deck = deck or usual_deck(named)
    strategy = seats.find(named, DICE if plays_dice(deck) else CARDS)
    plan_work(deck, None, PLAYERS, "random", seed, True)  # raises UserError if there is no such deck
    if strategy.thing is None:
        trials = verdicts_apart(strategy, (reference(strategy), deck, n, seed), patience, say)
    else:
        trials = [verdict.as_data() for verdict in verdicts(named, deck, n, seed, lambda trial: None)]
    return {
        "strategy": strategy.name,
        "text": strategy.text,
        "form": strategy.form,
        "path": str(strategy.path),
        "seed": seed,
        "passed": all(trial["status"] != FAILED for trial in trials),
        "trials": trials,
    }


def usual_deck(named: Any) -> str:
    """Return the default deck for a strategy: `DICE_DECK` if only the dice game has it.

    >>> usual_deck("exact"), usual_deck("balanced")
    ('dice-gambit', 'original')
    """
    name = str(named).partition(":")[0]
    is_for_dice = name in library.available(SORTS[DICE].kind) and name not in library.available(SORTS[CARDS].kind)
    return DICE_DECK if is_for_dice else DECK


def verdicts(named: Any, deck: str, n: int, seed: int, signal: Signal) -> Iterator[Verdict]:
    """Yield the verdict of each trial."""
    seed = unguessed(seed)
    yield from (dice_verdicts if plays_dice(deck) else _card_verdicts)(named, deck, n, seed, signal)


def _card_verdicts(named: Any, deck: str, n: int, seed: int, signal: Signal) -> Iterator[Verdict]:
    signal("compiles")
    strategy = seats.find(named)
    compiles = compiling(strategy)
    yield compiles
    if compiles.status == FAILED:
        return
    keeping, tables = Keeping(strategy), TrialTables(named, seed)
    answers = answering(strategy, tables, signal)
    yield answers
    signal("repeats")
    yield from _verdicts_on_decisions(strategy, tables, n, seed, signal)
    yield keeping.verdict()
    if answers.status != FAILED:
        signal("speed")
        yield speed(deck, named, seed)
        signal("cards")
        yield handling(deck, named, WATCHED[strategy.form], seed)


def unguessed(seed: int) -> int:
    """Return a large seed for the games, which nobody hits by trying small ones."""
    return int.from_bytes(hashlib.sha256(f"trials {seed}".encode()).digest()[:8])


def _verdicts_on_decisions(
    strategy: Strategy, tables: TrialTables, n: int, seed: int, signal: Signal
) -> Iterator[Verdict]:
    """Yield the verdicts of trials that examine decisions."""
    form = strategy.form
    repeating = Repeating(tables.at("original", 4).work, REPEATED[form])
    hiding, untouched = Hiding(seed), Untouched()
    trials: list[Any] = [repeating, hiding, Reordering(form, seed), Moving(form, seed), untouched, Agreeing(strategy)]
    n = max(1, n // SEARCHED) if form == "search" else n
    look_at(trials, tables, n, signal)
    if form != "search":
        look_at([hiding, untouched], tables, max(1, n // IN_GAMES), signal, decisions_in_game)
    for trial in trials:
        signal("repeats")
        yield trial.verdict()


def look_at(
    trials: list[Any], tables: TrialTables, n: int, signal: Signal = lambda trial: None, source: Any = decisions
) -> None:
    """Show ``n`` decisions, or all of many games, to all trials."""
    kinds: Counter[int] = Counter()
    for decision in _sampled(tables, n, kinds, source):
        signal("repeats")
        for trial in trials:
            trial.look(decision)
        if kinds.total() == n:
            return


def _sampled(tables: TrialTables, n: int, kinds: Counter[int], source: Any) -> Iterator[Decision]:
    """Yield decisions of games at all tables in turn."""
    places = list(tables.everywhere())
    most = max(1, 2 * n // len(places))
    for number in range(ROUNDS):
        for place in places:
            seated = tables.at(*place)
            wanted = (d for d in _of_game(seated, number, source) if _is_wanted(d, n, kinds))
            for decision in itertools.islice(wanted, most):
                kinds[decision.kind] += 1
                yield decision


def _of_game(seated: Seated, number: int, source: Any) -> Iterator[Decision]:
    try:
        yield from source(seated.work, number, seated.own)
    except UserError:
        return  # `answering` reports it


def _is_wanted(decision: Decision, n: int, kinds: Counter[int]) -> bool:
    """Whether to take a decision: always of rare kinds or a single kind, of common ones up to their share."""
    return decision.game is not None or kinds[decision.kind] * PART_OF_A_KIND < n
