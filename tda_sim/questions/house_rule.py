"""What does a house rule change? A deck as printed and under house rules, on the same shuffles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from tda_sim.errors import UserError
from tda_sim.questions.question import Found, Measured
from tda_sim.questions.settings import Deck, Players, Search, Seed, Setting, Strategies, names

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

ALL = "all"  # stands for all house rules that can be found by name
MOST_NAMED = 4  # in a title
LEVELS = {  # columns of levels, as the summary calls them
    f"{side}_{column}": f"{name}{end}"
    for side, name in (("before", "printed"), ("after", "changed"))
    for column, end in (("estimate", ""), ("low", "_low"), ("high", "_high"))
}


@dataclass(frozen=True, kw_only=True)
class HouseRule(Measured):
    """Show what a house rule changes, and how sure that is.

    Length, fairness, skill, drama, stakes, cards, and how strategies rank.

    The same shuffles are played as printed and under each rule. The rows of ``summary()`` are the measures under each
    rule at the main table: ``printed`` without it, ``changed`` with it, ``estimate`` the difference, all with 95 %
    intervals, and the ``verdict``.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.house_rule("original", "four-rounds", games=100, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(measure="plays").select("rule", "rule_title", "unit").row(0)
    ('four-rounds', 'Four rounds', 'cards')
    """

    command: ClassVar = "house-rule"
    example: ClassVar = "tda house-rule original four-rounds -n 20_000"
    kind: ClassVar = "house-rules"
    about: ClassVar = "what rules change"
    parts: ClassVar = ("deck", "rules", "together")
    drawn: ClassVar = "Draw the differences"

    deck: Deck
    rules: Annotated[
        tuple[str, ...],
        Setting(
            "House rules or rule sets: names or paths; all for every house rule that fits the deck.",
            argument="RULE...",
            several=True,
            read=names,
            alternative=True,
        ),
    ]
    together: Annotated[bool, Setting("Apply all of them at once.")] = False
    games: Annotated[int, Setting("Games per table, as printed and under each rule.", "games")] = 200_000
    players: Players = 4
    strategies: Strategies = None
    search: Search = False
    seed: Seed = 1

    @classmethod
    def of_part(cls, **said: Any) -> Self:
        """Return the question of a report's part, where ``all`` is a word beside a list."""
        return super().of_part(**{**said, "rules": [ALL] if said["rules"] == ALL else said["rules"]})

    @cached_property
    def named(self) -> Sequence[str]:
        """The rules: those that are named, or all house rules that fit the deck."""
        from tda_sim.definitions.games import plays_dice
        from tda_sim.definitions.library import available

        if self.rules != (ALL,):
            return self.rules
        every = available("dice-house-rule" if plays_dice(self.deck) else "house-rule")
        return [rule for rule in every if rule not in self.left_out]

    @cached_property
    def left_out(self) -> Sequence[str]:
        """The house rules that do not fit the deck, where all are asked for."""
        from tda_sim.definitions.fitting import misfits
        from tda_sim.definitions.games import plays_dice

        return [] if self.rules != (ALL,) or plays_dice(self.deck) else misfits(self.deck)

    @property
    def under(self) -> list[Any]:
        """No rules: those that are named are compared with the deck as printed."""
        return []

    def study(self) -> dict[str, Any]:
        """Return the study: each rule, or all of them together, beside the deck as printed."""
        if not self.named:
            hint = 'house_rule("original", "four-rounds"); tda decks lists them'
            raise UserError.of("no house rule is named", hint=hint)
        twice = sorted({rule for rule in self.named if self.named.count(rule) > 1})
        if twice:
            raise UserError.of(f"{', '.join(twice)} is listed twice", hint="list each house rule once")
        variants = [list(self.named)] if self.together else [[rule] for rule in self.named]
        early = self.stopping_early(len(variants))
        return self.at_tables(f"{self._all()} on {_name(self.deck)}", variants=variants, **early)

    def _all(self) -> str:
        """Return the rules by name, or how many there are."""
        if len(self.named) > MOST_NAMED:
            return f"{len(self.named)} house rules{' together' if self.together else ''}"
        return (" and " if self.together else ", ").join(map(_name, self.named))

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the tables of `analyses.house_rules`, and what people read of the rules."""
        from tda_sim.analyses.house_rules import analyse
        from tda_sim.definitions.games import plays_dice
        from tda_sim.studies.house_rule import rule_words

        return Found(study, analyse(study), rule_words(self.named, self.together, plays_dice(self.deck)))

    def document(self, found: Found) -> "Document":
        """Return what the rules change, and which were left out."""
        from tda_sim.answers.house_rules import house_rules
        from tda_sim.wording.words import agree, listed

        page = house_rules(found.study, found.more, self.seed, found.tables)
        if not self.left_out:
            return page
        verb = agree(len(self.left_out), "does", "do")
        return replace(page, about=f"{page.about}; {listed(self.left_out)} {verb} not fit the deck")

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per rule and measure at the main table."""
        from tda_sim.measures.table import DIFFERENCES, with_levels

        estimates = found.tables["estimates"]
        rows = estimates.filter("main", kind=DIFFERENCES, subject="")
        rows = with_levels(rows, estimates, ["estimate", "low", "high"]).rename(LEVELS)
        titles = rows["rule"].replace({rule: title for rule, (title, _) in found.more.items()}).alias("rule_title")
        numbers = ["estimate", "low", "high", "n", "margin", "verdict"]
        about = ["players", "measure", "title", "unit"]
        return rows.select("deck", "rule", titles, *about, *LEVELS.values(), *numbers)


def _name(reference: str) -> str:
    from tda_sim.definitions.library import name_of

    return name_of(reference)
