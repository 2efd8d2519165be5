"""`tda house-rule`: what house rules change. Verdicts first, then what matters, then every number."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.analyses import house_rules as analysis
from tda_sim.answers.headlines import HEADLINES
from tda_sim.answers.house_rules_rows import Played, Rule, Rules
from tda_sim.answers.house_rules_tables import (
    baseline,
    by_rule,
    cards,
    changes,
    glance,
    measures,
    questions,
    strategies,
    thresholds,
    under_rule,
    what_changes,
)
from tda_sim.answers.house_rules_words import also_played, holding, luck, of_many, of_one, silence, sureness, verdict
from tda_sim.answers.players import every_seat
from tda_sim.answers.titles import deck_title, titled
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.documents.numbers import Estimate
from tda_sim.documents.words import capital, counted, listed
from tda_sim.measures.difference import MetricChange
from tda_sim.studies import StudyResults
from tda_sim.studies.house_rule import RuleWords

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tda_sim.answers.profile import Profile, Value

Figures = Callable[[], "Mapping[str, Figure]"]

FEW = 3  # rules that are shown in full
OF_ALL = "differences"  # the figure of all rules
PROFILE = "profile"


def house_rules(
    results: StudyResults, rules: Mapping[str, RuleWords], seed: int, tables: dict[str, Any] | None = None
) -> doc.Document:
    """Return what house rules change; ``rules``: their words. Raises UserError where games or columns are missing.

    ``tables``: those of `analyses.house_rules`, if they are at hand.
    """
    tables = analysis.analyse(results) if tables is None else tables
    titles = dict(results.printed.select("card", "title").unique().iter_rows())
    return changed(Rules(Played.of(results, rules, seed), tables, titles), drawn(tables, rules))


def drawn(tables: Mapping[str, pl.DataFrame], rules: Mapping[str, RuleWords]) -> Figures:
    """Return what draws the figures of `analyses.house_rules`, with titles in place of names, by the rules' names."""
    names = {words.title: name for name, words in rules.items()}

    def figures() -> "Mapping[str, Figure]":
        made = analysis.figures(titled(tables, rule=lambda name: rules[name].title))
        return {names.get(key, key): figure for key, figure in made.items()}

    return doc.drawn_once(figures)


def changed(known: Rules, figures: Figures) -> doc.Document:
    """Return what house rules change as a document; ``figures`` draws those of `analyses.house_rules`, see `drawn`."""
    rules, played = known.each(), known.played
    title = _title(rules)
    first: Figures = doc.drawn_once(lambda: {PROFILE: _profile(rules, title)})
    overview = doc.Figures(first if len(rules) <= FEW else _only(figures, OF_ALL), "house-rules", title)
    is_one = len(rules) == 1
    players = every_seat(rules[0].main, [played.deck], played.players, played.own, played.game)
    return doc.Document(
        title,
        [*(of_one(rules[0]) if is_one else of_many(rules)), players],
        [
            Section("", [changes(rules[0])] if is_one else [overview]),
            *([] if is_one else [Section("At a glance", [glance(rules)])]),
            *(_one(known, rules[0], figures) if is_one else _many(known, rules, figures)),
        ],
        about=_about(played),
        text=_texts(rules),
        matters=thresholds(rules),
        kept=f"Data: {played.out}. --markdown FILE writes every table, --json every number.",
        picture=lambda: first()[PROFILE] if len(rules) <= FEW else figures()[OF_ALL],
        data=known.data(),
    )


def _only(figures: Figures, name: str) -> Figures:
    return lambda: {key: figure for key, figure in figures().items() if key == name}


def _title(rules: Sequence[Rule]) -> str:
    """Return the title of the answer: the rules, or how many there are, and the deck."""
    titles = [rule.title for rule in rules]
    what = listed(titles) if len(titles) <= FEW else counted(len(titles), "house rule")
    return f"{what} on {deck_title(rules[0].played.deck)}"


def _about(played: Played) -> str:
    """Return how many games were played at the main table."""
    return f"{played.players} players; {played.games:,} games as printed and under each rule; seed {played.seed}"


def _texts(rules: Sequence[Rule]) -> str:
    """Return what a few rules say, each after its title if there are several."""
    if len(rules) == 1:
        return rules[0].text
    return " ".join(f"{rule.title}: {rule.text}" for rule in rules) if len(rules) <= FEW else ""


# --- sections ---------------------------------------------------------------------------------------------


def _one(known: Rules, rule: Rule, figures: Figures) -> list[Section]:
    """Return the sections on a single rule."""
    return [
        Section("What changes", what_changes(rule)),
        Section("How sure is that?", [doc.Words([*also_played(rule), *holding([rule]), *luck([rule])])]),
        *_details(known, rule, _only(figures, OF_ALL), full=True),
    ]


def _many(known: Rules, rules: Sequence[Rule], figures: Figures) -> list[Section]:
    """Return an overview, and a section for each rule; if there are more than a few, these are folded and shorter."""
    full = len(rules) <= FEW
    return [
        Section("Rule by rule", [] if full else by_rule(rules)),
        Section("How sure is that?", [doc.Words([*also_played(rules[0]), *holding(rules), *luck(rules)])]),
        *(
            Section(
                rule.title,
                [
                    doc.Words([*silence(rule), *([] if full else [rule.text, *_verdict(rule)])]),
                    *what_changes(rule),
                    doc.Words(holding([rule])),
                ],
                _details(known, rule, _only(figures, rule.name), full),
                folded=not full,
            )
            for rule in rules
        ),
    ]


def _verdict(rule: Rule) -> list[str]:
    return [] if rule.quiet is not None else [f"{capital(verdict(rule))}."]


def _details(known: Rules, rule: Rule, figures: Figures, full: bool) -> list[Section]:
    """Return folded sections; ``full``: with all measures, all cards and every question."""
    return [
        Section("All measures", [measures(rule)] if full else [], folded=True),
        Section("Question by question", [questions(rule)] if full else [], folded=True),
        Section("Figure", [doc.Figures(figures, "house-rule", rule.title)], folded=True),
        Section("Cards", [cards(rule, known.cards, full)], folded=True),
        Section("Strategies", [strategies(rule)], folded=True),
        Section("Intervals and verdicts", [doc.Words(sureness(rule), listed=True)], folded=True),
    ]


# --- the profile ------------------------------------------------------------------------------------------


def _profile(rules: Sequence[Rule], title: str) -> "Figure":
    from tda_sim.answers.profile import draw  # matplotlib takes long to import

    return draw(title, "the game under a rule" if len(rules) > 1 else "the game", baseline(rules), _profiles(rules))


def _profiles(rules: Sequence[Rule]) -> "list[Profile]":
    from tda_sim.answers.profile import Profile

    made = [Profile(rule.title, [_value(change) for change in _headline(rule)]) for rule in rules]
    return [profile for profile in made if profile.values]


def _headline(rule: Rule) -> list[MetricChange]:
    return [change for each in HEADLINES if (change := rule.change(each.name))]


def _value(change: MetricChange) -> "Value":
    from tda_sim.answers.profile import Value

    printed = Estimate(change.printed, change.printed_low, change.printed_high)
    return Value(change.metric, printed, under_rule(change).judged(change.estimate.verdict))
