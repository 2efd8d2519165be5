"""Why a house rule changes nothing at a table: three reasons, distinguished by records instead of guesses.

The deck may have the rule already: then no fact of its definition differs. Otherwise games on the same shuffles are
compared one by one, in every column. Whatever a rule does to gold, cards or turns leaves a trace there. If no game
differs in anything, such a rule never came up. Three kinds of rules come up without a trace: rules that ask for a
decision and always get the answer that changes nothing (the number of decisions differs), rules that change what a card
does without any effect (the card was used), and rules that change what players know.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import polars as pl

from tda_sim.documents.numbers import short
from tda_sim.documents.words import listed
from tda_sim.measures.pairs import Pair
from tda_sim.measures.study import Study
from tda_sim.stats.intervals import wilson

DECISIONS = "decisions"
USES = {"power": {"triggered"}, "ante": {"anted"}, "print": {"anted", "played"}}  # contacts in which a fact comes up
KNOWLEDGE = ("draw", "shown", "")  # the fact that changes only what players know
MOST_NAMED = 3


class Why(Enum):
    """Why nothing changes."""

    ALREADY = "the deck has this rule already"
    NEVER = "it never came up"
    UNNOTICED = "it came up, but the strategies ignore it"


@dataclass(frozen=True)
class Quiet:
    """A rule that changes nothing at a table: why, and how that is known."""

    why: Why
    table: str
    known: str

    @property
    def sentence(self) -> str:
        """The reason as a sentence."""
        if self.why is Why.UNNOTICED:
            return f"cannot be tested with {self.table}: {self.known}, but every game went as before"
        return f"changes nothing: {self.known}"


def quiet(study: Study, pair: Pair) -> Quiet | None:
    """Return why a rule changes nothing at a table; None where it changes something, or where the reason is unclear."""
    facts = changed_facts(study, pair)
    if facts.is_empty():
        return Quiet(Why.ALREADY, pair.table, f"{pair.deck} has this rule already")
    games, other, with_questions = _differing(study, pair)
    if not pair.paired or not games or other:
        return None
    if evidence := _asked(with_questions, games) or _used(study, pair, facts) or _shown(facts, games):
        return Quiet(Why.UNNOTICED, pair.table, evidence)
    often = 1 / wilson(0, games).high
    rarely = f"fewer than one game in {short(often)} would have it, with 95 % confidence"
    return Quiet(Why.NEVER, pair.table, f"it never came up in {games:,} games ({rarely})")


def changed_facts(study: Study, pair: Pair) -> pl.DataFrame:
    """Return `part`, `name` and `about` of the facts that differ between the decks of a pair, or that one lacks."""
    own = [study.facts.filter(cell=cell).drop("cell") for cell in (pair.printed, pair.changed)]
    both = own[0].join(own[1], on=own[0].columns, how="semi")
    return pl.concat(own).join(both, on=both.columns, how="anti").drop("says").unique(maintain_order=True)


def _differing(study: Study, pair: Pair) -> tuple[int, int, int]:
    """Return how many games both cells have, how many differ in any outcome, and how many differ in decisions."""
    printed, changed = (study.read(cell, "games") for cell in (pair.printed, pair.changed))
    columns = [name for name in printed.collect_schema().names() if name in changed.collect_schema().names()]
    beside = changed.select(pl.col(columns).name.suffix("_changed"))
    both = pl.concat([printed.select(columns), beside], how="horizontal")  # a join would hold all games in memory
    both = both.filter(pl.col("game") == pl.col("game_changed"))  # unless one cell has more of them than the other
    outcomes = [name for name in columns if name not in ("game", DECISIONS)]
    differs: Callable[[str], pl.Expr] = lambda name: pl.col(name).ne_missing(pl.col(f"{name}_changed"))  # noqa: E731
    decided = differs(DECISIONS) if DECISIONS in columns else pl.lit(value=False)
    counts = both.select(pl.len(), pl.any_horizontal(map(differs, outcomes)).sum(), decided.sum().alias("asked"))
    games, other, decisions = counts.collect(engine="streaming").row(0)
    return int(games), int(other), int(decisions)


def _asked(changed: int, games: int) -> str:
    if not changed:
        return ""
    return f"in {changed:,} of {games:,} games players had other choices"


def _used(study: Study, pair: Pair, facts: pl.DataFrame) -> str:
    """Name the cards the rule changes that were used; empty if none was."""
    wanted = {
        (name, use) for name, about in facts.filter(part="card")["name", "about"].iter_rows() for use in USES[about]
    }
    if not wanted:
        return ""
    contacts = study.read(pair.changed, "cards").filter(pl.col("times") > 0)
    met = set(
        contacts.select(pl.col("card", "contact").cast(pl.String)).unique().collect(engine="streaming").iter_rows()
    )
    used = sorted({card for card, _ in wanted & met})
    return f"its change to {listed(used[:MOST_NAMED])} came up" if used else ""


def _shown(facts: pl.DataFrame, games: int) -> str:
    """Say that players know more; empty if the rule is about anything else."""
    if set(facts.iter_rows()) != {KNOWLEDGE}:
        return ""
    return f"in all {games:,} games players knew what it reveals"
