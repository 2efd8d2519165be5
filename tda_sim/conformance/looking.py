"""The loop of all trials that take decisions: games at all tables in turn, whose decisions each trial is shown."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from tda_sim.conformance.answering import Signal
from tda_sim.conformance.positions import Decision, decisions
from tda_sim.conformance.tables import Seated
from tda_sim.conformance.trial import Trial
from tda_sim.errors import UserError

PART_OF_A_KIND = 5  # no kind of question is more than one in 5 decisions, while others come up
ROUNDS = 20  # the most games per table

Source = Callable[..., Iterator[Decision]]


def look_at(
    trials: Sequence[Trial],
    tables: Sequence[Seated],
    n: int,
    signal: Signal = lambda trial: None,
    source: Source = decisions,
    even: bool = True,
) -> Counter[Any]:
    """Show ``n`` decisions, or all of many games, to all trials, and return how many there were of each kind.

    ``even``: whether of common kinds of questions only their share is shown, so that rare ones come up.
    """
    kinds: Counter[Any] = Counter()
    most = max(1, 2 * n // len(tables))
    for number in range(ROUNDS):
        for seated in tables:
            wanted = (it for it in _of_game(source, seated, number) if not even or _is_wanted(it, n, kinds))
            for decision in islice(wanted, min(most, n - kinds.total())):
                signal("repeats")
                kinds[decision.kind] += 1
                for trial in trials:
                    trial.look(decision)
    return kinds


def _of_game(source: Source, seated: Seated, number: int) -> Iterator[Decision]:
    try:
        yield from source(seated.work, number, seated.own)
    except UserError:
        return  # the trial of its answers reports it


def _is_wanted(decision: Decision, n: int, kinds: Counter[Any]) -> bool:
    """Whether to take a decision: always of rare kinds or a single kind, of common ones up to their share."""
    return decision.game is not None or kinds[decision.kind] * PART_OF_A_KIND < n
