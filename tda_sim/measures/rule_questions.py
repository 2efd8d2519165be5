"""The verdict on each question about a house rule, from those on its metrics, cards and strategies."""

from collections.abc import Iterator, Sequence

import polars as pl

from tda_sim.measures.card_changes import CARDS
from tda_sim.measures.metrics import DRAMA, ENDS, EVENTS, GOLD, LEAD, LENGTH, SKILL, STRUCTURE, TURNS
from tda_sim.measures.no_effect import Quiet, Why
from tda_sim.measures.skill import STRATEGIES

CHANGED = ("more", "less")
QUESTIONS = {  # the groups of measures that answer each
    "length": (LENGTH,),
    "structure": (STRUCTURE,),
    "fairness": (TURNS,),
    "skill": (SKILL,),
    "drama": (DRAMA, LEAD),
    "stakes": (GOLD,),
    "events": (EVENTS,),
    "ends": (ENDS,),
    "cards": (CARDS,),
    "strategies": (STRATEGIES,),
}


def answers(differences: pl.DataFrame, orders: pl.DataFrame, quiet: Quiet | None) -> Iterator[dict[str, str]]:
    """Yield `question` and `verdict`: "changed", "same", "unclear" or "untested"; questions without numbers drop out.

    ``differences``: those that verdicts are about; ``quiet``: why the rule changes nothing there, where it does not.
    """
    for question, groups in QUESTIONS.items():
        verdicts = differences.filter(pl.col("group").is_in(groups))["verdict"].to_list()
        if STRATEGIES in groups:
            verdicts += _ranks(orders)
        if verdicts or CARDS in groups:
            yield {"question": question, "verdict": _verdict(verdicts) if quiet is None else _in_quiet(quiet)}


def _verdict(verdicts: Sequence[str | None]) -> str:
    """Return the verdict on a question: one change that matters is enough, and so is one that is open."""
    if any(word in CHANGED for word in verdicts):
        return "changed"
    if "unclear" in verdicts:
        return "unclear"
    return "untested" if verdicts and not any(verdicts) else "same"


def _ranks(orders: pl.DataFrame) -> Iterator[str]:
    """Yield a verdict where the order of two strategies has changed, or is no longer clear."""
    for row in orders.iter_rows(named=True):
        if row["reversed"]:
            yield CHANGED[0]
        elif row["ahead_printed"] is not None and row["ahead_changed"] is None:
            yield "unclear"


def _in_quiet(why: Quiet) -> str:
    return "same" if why.why is Why.ALREADY else "untested"
