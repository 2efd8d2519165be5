"""Why a house rule changes nothing at a table: three reasons, distinguished by records instead of guesses.

The deck may have the rule already: then no fact of its definition differs. Otherwise games on the same shuffles are
compared one by one, in every column. Whatever a rule does to gold, cards or turns leaves a trace there. If no game
differs in anything, such a rule never came up. Three kinds of rules come up without a trace: rules that ask for a
decision and always get the answer that changes nothing (the number of decisions differs), rules that change what a card
does without any effect (the card was used), and rules that change what players know.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import polars as pl

from tda_sim.measures.pairs import Pair
from tda_sim.measures.study import Study
from tda_sim.measures.table import DIFFERENCES
from tda_sim.stats.intervals import wilson

DECISIONS = "decisions"
USES = {"power": {"triggered"}, "ante": {"anted"}, "print": {"anted", "played"}}  # contacts in which a fact comes up
KNOWLEDGE = ("draw", "shown", "")  # the fact that changes only what players know


class Why(Enum):
    """Why nothing changes: the deck has the rule already; it never came up; or it did, but the strategies ignore it."""

    ALREADY = "already"
    NEVER = "never"
    UNNOTICED = "unnoticed"


@dataclass(frozen=True)
class Quiet:
    """A rule that changes nothing at a table: why, and how that is known.

    Of ``games`` on the same shuffles, players had other choices in ``asked``; or ``cards`` that it changes were used.
    """

    why: Why
    games: int = 0
    asked: int = 0
    cards: tuple[str, ...] = ()

    @property
    def row(self) -> dict[str, Any]:
        """Its columns; ``often``: a game in this many may have the rule, with 95 % confidence, though none had it."""
        often = 1 / wilson(0, self.games).high if self.why is Why.NEVER else None
        return {"why": self.why.value, "games": self.games, "asked": self.asked, "cards": [*self.cards], "often": often}


def quiet(study: Study, pair: Pair) -> Quiet | None:
    """Return why a rule changes nothing at a table; None where it changes something, or where the reason is unclear."""
    facts = changed_facts(study, pair)
    if facts.is_empty():
        return Quiet(Why.ALREADY)
    games, other, asked = _differing(study, pair)
    if not pair.paired or not games or other:
        return None
    cards = () if asked else _used(study, pair, facts)
    noticed = asked or cards or set(facts.iter_rows()) == {KNOWLEDGE}
    return Quiet(Why.UNNOTICED if noticed else Why.NEVER, games, asked, cards)


def quiet_tables(study: Study, pairs: Iterable[Pair], rows: pl.DataFrame) -> dict[str, Quiet]:
    """Return why a rule changes nothing, at the tables where all its differences among ``rows`` are zero."""
    there = rows.filter(kind=DIFFERENCES)
    idle = [pair for pair in pairs if (there.filter(table=pair.table)["estimate"] == 0).all()]
    return {pair.table: why for pair in idle if (why := quiet(study, pair)) is not None}


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


def _used(study: Study, pair: Pair, facts: pl.DataFrame) -> tuple[str, ...]:
    """Return the cards the rule changes that were used."""
    wanted = {
        (name, use) for name, about in facts.filter(part="card")["name", "about"].iter_rows() for use in USES[about]
    }
    if not wanted:
        return ()
    contacts = study.read(pair.changed, "cards").filter(pl.col("times") > 0)
    met = set(
        contacts.select(pl.col("card", "contact").cast(pl.String)).unique().collect(engine="streaming").iter_rows()
    )
    return tuple(sorted({card for card, _ in wanted & met}))
