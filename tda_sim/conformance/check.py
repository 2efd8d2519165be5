"""All trials of one strategy."""

import hashlib
from collections.abc import Iterator
from typing import Any, TypedDict

from tda_sim import agents
from tda_sim.agents.files import Strategy, check_single
from tda_sim.agents.games import CARDS, DICE, SORTS
from tda_sim.bounds import check_numbers
from tda_sim.conformance.answering import Signal, answering
from tda_sim.conformance.deterministic import GAMES, Deterministic
from tda_sim.conformance.dice import dice_course
from tda_sim.conformance.differential import Differential
from tda_sim.conformance.handling import handling
from tda_sim.conformance.looking import look_at
from tda_sim.conformance.measuring import compiling, speed
from tda_sim.conformance.no_leakage import NoLeakage
from tda_sim.conformance.option_invariance import OptionInvariance
from tda_sim.conformance.positions import decisions_in_game, reference
from tda_sim.conformance.sandbox import PATIENCE, Say, verdicts_apart
from tda_sim.conformance.seat_invariance import SeatInvariance
from tda_sim.conformance.stateless import Stateless
from tda_sim.conformance.tables import TrialTables
from tda_sim.conformance.trial import FAILED, Told, Trial, Verdict
from tda_sim.conformance.untouched import Untouched
from tda_sim.definitions import library
from tda_sim.definitions.games import plays_dice
from tda_sim.runs.play import plan_work

DECK, DICE_DECK, PLAYERS = "original", "dice-gambit", 4
SEARCHED = 20  # decisions of another strategy for each one of a search
IN_GAMES = 5  # decisions for each one in its place among all cards
WATCHED = {"choose": 300, "score": 300, "decide": 150, "search": 10}  # games


class Checked(TypedDict):
    """The result of a check, in JSON's types; ``passed`` is False if any trial failed."""

    strategy: str
    text: str
    form: str
    path: str
    seed: int
    passed: bool
    trials: list[Told]


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
    strategy = agents.find(named, DICE if plays_dice(deck) else CARDS)
    check_single(strategy, "a check")
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
    seed, is_of_dice = unguessed(seed), plays_dice(deck)
    signal("compiles")
    strategy = agents.find(named, DICE if is_of_dice else CARDS)
    compiles = compiling(strategy)
    yield compiles
    if compiles.status == FAILED:
        return
    stateless = Stateless(strategy)
    course = (dice_course if is_of_dice else card_course)(strategy, named, deck, n, seed, signal)
    answers = next(course)
    yield answers
    yield from course
    yield stateless.verdict()
    if answers.status != FAILED:
        signal("speed")
        yield speed(deck, named, seed)
    if answers.status != FAILED and not is_of_dice:
        signal("cards")
        yield handling(deck, named, WATCHED[strategy.form], seed)


def card_course(strategy: Strategy, named: Any, deck: str, n: int, seed: int, signal: Signal) -> Iterator[Verdict]:
    """Yield the verdicts on answers, then those of trials that take ``n`` decisions, of all decks."""
    tables, form = TrialTables(named, seed), strategy.form
    yield answering(strategy, tables, signal)
    signal("repeats")
    deterministic = Deterministic(tables.at("original", 4).work, GAMES[form])
    hidden, untouched = NoLeakage(seed), Untouched()
    trials: list[Trial] = [deterministic, hidden, OptionInvariance(form, seed), SeatInvariance(form, seed), untouched]
    trials.append(Differential(strategy))
    everywhere = [tables.at(*place) for place in tables.everywhere()]
    look_at(trials, everywhere, max(1, n // SEARCHED) if form == "search" else n, signal)
    if form != "search":
        look_at([hidden, untouched], everywhere, max(1, n // IN_GAMES), signal, decisions_in_game)
    for trial in trials:
        signal("repeats")
        yield trial.verdict()


def unguessed(seed: int) -> int:
    """Return a large seed for the games, which nobody hits by trying small ones."""
    return int.from_bytes(hashlib.sha256(f"trials {seed}".encode()).digest()[:8])
