"""All trials of one strategy."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tda_sim import seats
from tda_sim.bounds import check_numbers
from tda_sim.errors import UserError
from tda_sim.runs.play import plan_work
from tda_sim.seats.files import Strategy
from tda_sim.trials.answering import answering
from tda_sim.trials.handling import handling
from tda_sim.trials.hiding import Hiding
from tda_sim.trials.measuring import compiling, speed
from tda_sim.trials.moving import Moving
from tda_sim.trials.positions import Decision, decisions
from tda_sim.trials.reordering import Reordering
from tda_sim.trials.repeating import Repeating
from tda_sim.trials.tables import Seated, Tables
from tda_sim.trials.verdict import FAILED, Verdict

PART_OF_A_KIND = 5  # no kind of question is more than one in so many of the decisions, while others come up
ROUNDS = 20  # games at each table, at most
SEARCHED = 20  # one decision of a search for so many of another strategy
REPEATED = {"choose": 400, "score": 400, "decide": 20, "search": 2}  # games
WATCHED = {"choose": 300, "score": 300, "decide": 150, "search": 10}  # games


def check(named: Any, deck: str = "original", n: int = 1000, seed: int = 1) -> dict[str, Any]:
    """Try a strategy; returns the verdicts as plain data.

    ``named`` is a name, a path, or a Python function, class or object; ``n`` how many decisions are asked about,
    and ``deck`` the one whose cards are looked at. ``passed`` is False if any trial has failed. Raises UserError
    where there is no such strategy or deck.
    """
    check_numbers(decisions=n, seed=seed)
    strategy = seats.find(named)
    plan_work(deck, None, 4, "random", seed, True)  # is there such a deck?
    verdicts = [compiling(strategy)]
    if verdicts[0].status != FAILED:
        verdicts += _trials(strategy, named, deck, n, seed)
    return {
        "strategy": strategy.name,
        "text": strategy.text,
        "form": strategy.form,
        "path": str(strategy.path),
        "seed": seed,
        "passed": all(verdict.status != FAILED for verdict in verdicts),
        "trials": [verdict.as_data() for verdict in verdicts],
    }


def _trials(strategy: Strategy, named: Any, deck: str, n: int, seed: int) -> list[Verdict]:
    form = strategy.form
    tables = Tables(named, seed)
    answers = answering(strategy, tables)
    work = tables.at("original", 4).work
    trials: list[Any] = [
        Repeating(work, REPEATED[form]),
        Hiding(form, seed),
        Reordering(form, seed),
        Moving(form, seed),
    ]
    look_at(trials, tables, max(1, n // SEARCHED) if form == "search" else n)
    verdicts = [answers, *(trial.verdict() for trial in trials)]
    if answers.status != FAILED:
        verdicts += [speed(deck, named, seed), handling(deck, named, WATCHED[form], seed)]
    return verdicts


def look_at(trials: list[Any], tables: Tables, n: int) -> None:
    """Show ``n`` decisions, or all of many games, to all trials."""
    kinds: Counter[int] = Counter()
    for decision in _sampled(tables, n, kinds):
        for trial in trials:
            trial.look(decision)
        if kinds.total() == n:
            return


def _sampled(tables: Tables, n: int, kinds: Counter[int]) -> Iterator[Decision]:
    """Decisions of games at all tables in turn."""
    places = list(tables.everywhere())
    most = max(1, 2 * n // len(places))
    for number in range(ROUNDS):
        for place in places:
            seated = tables.at(*place)
            wanted = (d for d in _of_game(seated, number) if _is_wanted(d, n, kinds))
            for decision in itertools.islice(wanted, most):
                kinds[decision.kind] += 1
                yield decision


def _of_game(seated: Seated, number: int) -> Iterator[Decision]:
    try:
        yield from decisions(seated.work, number, seated.own)
    except UserError:
        return  # `answering` tells


def _is_wanted(decision: Decision, n: int, kinds: Counter[int]) -> bool:
    """Rare kinds always, common ones up to their part, and a search's only kind always."""
    return decision.game is not None or kinds[decision.kind] * PART_OF_A_KIND < n
