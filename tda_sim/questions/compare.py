"""How do decks differ? Decks at the same tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.errors import UserError
from tda_sim.questions.question import Found, Measured
from tda_sim.questions.settings import Players, Search, Seed, Setting, Strategies, names

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

MOST_NAMED = 8  # decks in a title
CHANGES = {"change": "estimate", "change_low": "low", "change_high": "high", "margin": "margin", "verdict": "verdict"}


@dataclass(frozen=True, kw_only=True)
class Compare(Measured):
    """Compare decks: length, drama, stakes, fairness, skill.

    Also comebacks, and which strategies win.

    All other decks are compared with the first. The rows of ``summary()`` are the measures of each deck at the main
    table, with their 95 % intervals; ``change`` is the difference to the first deck, and ``verdict`` says whether it is
    by more than what matters.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.compare("original", "legendary", games=100, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(measure="plays")["deck"].to_list()
    ['original', 'legendary']
    """

    command: ClassVar = "compare"
    example: ClassVar = "tda compare original legendary -n 20_000"
    kind: ClassVar = "compare"
    about: ClassVar = "decks side by side"
    parts: ClassVar = ("decks",)
    drawn: ClassVar = "Draw the comparison"

    decks: Annotated[
        tuple[str, ...],
        Setting("Decks: names, or paths of their files.", argument="DECK DECK...", several=True, read=names, least=2),
    ]
    games: Annotated[int, Setting("Games of each deck at each table.", "games")] = 100_000
    players: Players = 4
    strategies: Strategies = None
    search: Search = False
    rules: Annotated[
        tuple[str, ...],
        Setting(
            "Also compare the decks under this house rule or rule set: name or path; repeat for several.",
            typed=list[str] | None,
            given="Sequence[str | Path]",
            read=names,
        ),
    ] = ()
    seed: Seed = 1

    name: ClassVar = "compare"

    @property
    def played(self) -> tuple[str, ...]:
        """The decks, by name or path."""
        return self.decks

    def study(self) -> dict[str, Any]:
        """Return the study: the decks, and each of them under each of the rules as a further deck."""
        from tda_sim.definitions.library import name_of

        twice = sorted({deck for deck in self.decks if self.decks.count(deck) > 1})
        if twice:
            raise UserError.of(f"{', '.join(twice)} is listed twice", hint="list each deck once")
        pairs = [(deck, rule) for rule in dict.fromkeys(self.rules) for deck in self.decks]
        if len(self.decks) + len(pairs) < 2:
            hint = "name another deck, or a house rule with --rules; tda decks lists both"
            raise UserError.of("a comparison needs two decks", hint=hint)
        named = [*map(name_of, self.decks), *(f"{name_of(deck)} + {name_of(rule)}" for deck, rule in pairs)]
        under = [{"deck": deck, "rules": [rule]} for deck, rule in pairs]
        twins = [{"deck": self.decks[0], "rules": [_gold_rule(gold)]} for gold in self._by_gold()]
        decks = [*self.decks, *under, *twins]
        return self.at_tables(f"{_title(named)} compared", decks=decks, **self.stopping_early(len(decks) - 1))

    def _by_gold(self) -> dict[int, list[str]]:
        """Return the decks that start with other gold than the first one, by their gold, as labels."""
        from tda_sim.definitions.library import name_of

        start = _start_gold(self.decks[0], (), self.players)
        decks: dict[int, list[str]] = {}
        for rules in ((), *((rule,) for rule in dict.fromkeys(self.rules))):
            for deck in self.decks:
                gold = _start_gold(deck, rules, self.players)
                if gold is not None and start is not None and gold != start:
                    decks.setdefault(gold, []).append(" + ".join(map(name_of, (deck, *rules))))
        return decks

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the tables of `analyses.decks`."""
        from tda_sim.analyses.decks import analyse
        from tda_sim.definitions.library import name_of

        first = name_of(self.decks[0])
        return Found(
            study,
            analyse(
                study,
                equal_gold={f"{first} + {_gold_rule(gold)['title']}": decks for gold, decks in self._by_gold().items()},
            ),
        )

    def document(self, found: Found) -> "Document":
        """Return what differs between the decks."""
        from tda_sim.answers.compare import compare

        return compare(found.study, self.seed, found.tables)

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per deck and measure, with the difference to the first deck beside it."""
        from tda_sim.answers.decks_known import label_title
        from tda_sim.measures.table import LEVELS, labels, marked

        main = found.tables["estimates"].filter("main", subject="")
        levels = main.filter(kind=LEVELS).drop("margin", "verdict")
        rows = marked(levels, main, **CHANGES).with_columns(deck=labels())
        titles = rows["deck"].replace({deck: label_title(deck) for deck in rows["deck"].unique()}).alias("deck_title")
        about = ["players", "measure", "title", "unit"]
        return rows.select("deck", titles, *about, "estimate", "low", "high", "n", *CHANGES)


def _gold_rule(gold: int) -> dict[str, Any]:
    return {"title": f"{gold} gold each", "rules": {"starting_gold": {"each": gold, "per_player": 0}}}


def _start_gold(deck: str, rules: Sequence[str], players: int) -> int | None:
    """Return everybody's gold at the start; None for dice games, and for files that cannot be read."""
    from tda_sim.definitions import load_deck
    from tda_sim.definitions.games import plays_dice

    try:
        if plays_dice(deck):
            return None
        gold = load_deck(deck, list(rules) or None).rules.starting_gold
    except UserError:
        return None
    return gold.each + gold.per_player * players


def _title(named: Sequence[str]) -> str:
    return f"{', '.join(named[:-1])} and {named[-1]}" if len(named) <= MOST_NAMED else f"{len(named)} decks"
