"""`tda house-rule`: what house rules change. Verdicts first, then what matters, then every number."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.analyses import house_rules as analysis
from tda_sim.answers.columns import COLUMNS, OF_START, difference, headlines, listing, star, starred
from tda_sim.answers.contrast_words import also_played, definition, legend, ranges, thresholds
from tda_sim.answers.contrasts import Entry, Played
from tda_sim.answers.headlines import among, percent_bars, settled_by
from tda_sim.answers.house_rules_words import (
    ONLY_CHANGED,
    ONLY_PRINTED,
    answered,
    best_wins,
    elsewhere_of,
    holds,
    left_out,
    of_many,
    of_one,
    silence,
    sureness,
    verdict,
    why_nothing,
)
from tda_sim.answers.players import every_seat
from tda_sim.answers.rules_known import Rule, Rules
from tda_sim.answers.titles import deck_title, strategy_title, titled
from tda_sim.measures.metrics import Metric
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Cell, Section
from tda_sim.studies import StudyResults
from tda_sim.studies.house_rule import RuleWords
from tda_sim.wording.numbers import places
from tda_sim.wording.words import capital, counted, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Figures = Callable[[], "Mapping[str, Figure]"]

FEW = 3  # rules that are shown in full
MOST_CARDS = 5  # that gain, and that lose
OF_ALL = "differences"  # the figure of all rules
PROFILE = "profile"
CARD_NOTE = "The intervals hold for all cards at once. Differences matter from half a point: 5 wins in 1,000 games."


def house_rules(
    results: StudyResults, rules: Mapping[str, RuleWords], seed: int, tables: dict[str, Any] | None = None
) -> doc.Document:
    """Return what house rules change; ``rules``: their words. Raises UserError where games or columns are missing.

    ``tables``: those of `analyses.house_rules`, if they are at hand.
    """
    tables = analysis.analyse(results) if tables is None else tables
    titles = dict(results.printed.select("card", "title").unique().iter_rows())
    return changed(Rules(Played.of(results, seed), tables, rules, titles), drawn(tables, rules))


def drawn(tables: Mapping[str, pl.DataFrame], rules: Mapping[str, RuleWords]) -> Figures:
    """Return what draws the figures of `analyses.house_rules`, with titles in place of names, by the rules' names."""
    names = {words.title: name for name, words in rules.items()}

    def figures() -> "Mapping[str, Figure]":
        made = analysis.figures(titled(tables, rule=lambda name: rules[name].title if name else ""))
        return {names.get(key, key): figure for key, figure in made.items()}

    return doc.drawn_once(figures)


def changed(known: Rules, figures: Figures) -> doc.Document:
    """Return what house rules change as a document; ``figures`` draws those of `analyses.house_rules`, see `drawn`."""
    rules, played = known.each(), known.played
    title = _title(rules)
    first: Figures = doc.drawn_once(lambda: {PROFILE: _profile(rules, title)})
    overview = doc.Figures(first if len(rules) <= FEW else _only(figures, OF_ALL), "house-rules", title)
    is_one = len(rules) == 1
    players = every_seat(rules[0].main, [played.deck], played.players, played.own, played.game, as_printed=False)
    return doc.Document(
        title,
        [*(of_one(rules[0]) if is_one else of_many(rules)), players],
        [
            Section("", [changes(rules[0])] if is_one else [overview]),
            *([] if is_one else [Section("At a glance", [glance(rules)])]),
            *(_one(rules[0], figures) if is_one else _many(rules, figures)),
        ],
        about=f"{played.players} players; {played.games:,} games as printed and under each rule; seed {played.seed}",
        text=_texts(rules),
        matters=thresholds(played, (row.measure for rule in rules for row in among(rule.changes))),
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
    return f"{what} on {deck_title(rules[0].deck)}"


def _texts(rules: Sequence[Rule]) -> str:
    """Return what a few rules say, each after its title if there are several."""
    if len(rules) == 1:
        return rules[0].text
    return " ".join(f"{rule.title}: {rule.text}" for rule in rules) if len(rules) <= FEW else ""


# --- sections ---------------------------------------------------------------------------------------------


def _one(rule: Rule, figures: Figures) -> list[Section]:
    """Return the sections on a single rule."""
    return [
        Section("What changes", _what_changes(rule)),
        Section("How sure is that?", [_sure([rule])]),
        *_details(rule, _only(figures, OF_ALL), full=True),
    ]


def _many(rules: Sequence[Rule], figures: Figures) -> list[Section]:
    """Return an overview, and a section for each rule; if there are more than a few, these are folded and shorter."""
    full = len(rules) <= FEW
    return [
        Section("Rule by rule", [] if full else _by_rule(rules)),
        Section("How sure is that?", [_sure(rules)]),
        *(
            Section(
                rule.title,
                [
                    doc.Words([*silence(rule), *([] if full else [rule.text, *_verdict(rule)])]),
                    *_what_changes(rule),
                    doc.Words(holds([rule])),
                ],
                _details(rule, _only(figures, rule.name), full),
                folded=not full,
            )
            for rule in rules
        ),
    ]


def _sure(rules: Sequence[Rule]) -> doc.Words:
    return doc.Words([*also_played(rules[0].known.played), *holds(rules), *best_wins(rules)])


def _verdict(rule: Rule) -> list[str]:
    return [] if rule.quiet is not None else [f"{capital(verdict(rule))}."]


def _details(rule: Rule, figures: Figures, full: bool) -> list[Section]:
    """Return folded sections; ``full``: with all measures, all cards and every question."""
    return [
        Section("All measures", [_measures(rule)] if full else [], folded=True),
        Section("Question by question", [_questions(rule)] if full else [], folded=True),
        Section("Figure", [doc.Figures(figures, "house-rule", rule.title)], folded=True),
        Section("Cards", [_cards(rule, full)], folded=True),
        Section("Strategies", [_strategies(rule)], folded=True),
        Section("Intervals and verdicts", [doc.Words(sureness(rule), listed=True)], folded=True),
    ]


# --- at a glance ------------------------------------------------------------------------------------------


def changes(rule: Rule) -> doc.Bars:
    """Return the headline measures by how many percent a rule changes them."""
    title, rows = f"{rule.title} compared with {_baseline(rule)}", among(rule.changes)
    return percent_bars(title, rows, _meaning_of([rule]), lambda row: row.show)


def _meaning_of(rules: Sequence[Rule]) -> str:
    """Return what the headline measures mean in the deck as printed."""
    return legend(rules[0].known, (row.measure for rule in rules for row in among(rule.changes)))


def _baseline(rule: Rule) -> str:
    """Return the title of the deck that a rule is laid over."""
    return f"{deck_title(rule.deck)} as printed"


def glance(rules: Sequence[Rule]) -> doc.Table:
    """Return a line for the deck as printed, and one for each rule with its differences from that."""
    first = {row.measure: row for row in among(row for rule in reversed(rules) for row in rule.changes)}

    def cell(rule: Rule | None, metric: Metric) -> Cell | None:
        if rule is None:
            return doc.number(first[metric.name].before, places(1))
        own = rule.change(metric.name)
        return None if own is None else doc.number(own.estimate, places(1), with_sign=True, remark=star(own))

    heads = doc.text("rule", lambda rule: "As printed" if rule is None else rule.title)
    marks = starred(row for rule in rules for row in among(rule.changes))
    note = f"Rules: differences from the deck as printed. {_meaning_of(rules)} {marks}".rstrip()
    shown = [row.metric for row in first.values()]
    return listing("", [None, *rules], [heads, *headlines(shown, cell)], note)


def _by_rule(rules: Sequence[Rule]) -> Iterator[doc.Block]:
    """Yield a line for each rule that changes something, the largest change first, and lines on the others."""
    tested = [rule for rule in rules if rule.quiet is None]
    clear = sorted((rule for rule in tested if rule.clear), key=lambda it: -max(row.weight for row in it.clear))
    yield listing("", clear, [doc.text("rule", lambda it: it.title), doc.text("what it changes", verdict)])
    others = [rule for rule in tested if not rule.clear]
    same = [rule for rule in others if all(row.verdict == "same" for row in among(rule.changes))]
    unclear = [rule for rule in others if rule not in same]
    needed = [row.games_needed for rule in unclear for row in among(rule.changes) if row.verdict == "unclear"]
    yield doc.Words(
        [
            f"No difference that matters: {_titles(same)}." if same else "",
            f"No clear change yet: {_titles(unclear)}{settled_by(needed, len(unclear))}." if unclear else "",
            *(f"{rule.title} {why_nothing(rule.quiet)}." for rule in rules if rule.quiet is not None),
        ]
    )


def _titles(rules: Sequence[Rule]) -> str:
    return listed([rule.title for rule in rules])


# --- one rule ---------------------------------------------------------------------------------------------


def _what_changes(rule: Rule) -> Iterator[doc.Block]:
    """Yield a table of the measures that change by enough to matter, and a line each on what does not and is open."""
    if rule.clear:
        yield listing(
            "", rule.clear, ["measure", "before", "after", "difference", "elsewhere"], _shares(rule), meaning=_meaning
        )
    yield doc.Words(left_out(rule))


def _measures(rule: Rule) -> doc.Table:
    """Return all measures, by group."""
    return listing(
        f"All players use {strategy_title(rule.main)}; differences of percentages are in points",
        rule.changes,
        ["measure", "before, with range", "after, with range", "difference", "elsewhere"],
        ranges(rule.known.played),
        group=lambda row: row.group,
        meaning=_meaning,
    )


def _meaning(row: Entry) -> str:
    return definition(row.measure, row.matters)


def _shares(rule: Rule) -> str:
    """Return what brackets mean, where there are some."""
    return OF_START if any(row.shares for row in rule.changes) else ""


def _questions(rule: Rule) -> doc.Table:
    """Return the verdict on each question, and whether it holds where others play."""
    same = "Whether the same shows where other able strategies play."
    check = "What shows where nobody plays well: what the cards do by themselves."
    columns = [
        doc.text("question", lambda row: capital(row.question)),
        doc.text("verdict", lambda row: answered(rule, row.question, row.verdict)),
        doc.text("with other strategies", lambda row: elsewhere_of(rule, row.question)[0], same),
        doc.text("with weak players", lambda row: elsewhere_of(rule, row.question)[1], check),
    ]
    return listing("", rule.answers, columns)


def _cards(rule: Rule, full: bool) -> doc.Table:
    """Return the cards that come and go, and those that gain or lose most; with ``full`` the others as well."""
    clear = sorted((row for row in rule.cards if row.estimate.sign()), key=lambda row: -(row.estimate.value or 0.0))
    ends = clear if len(clear) <= 2 * MOST_CARDS else clear[:MOST_CARDS] + clear[-MOST_CARDS:]
    main = [*(row for row in rule.cards if row.estimate.value is None), *ends]
    names = {row.subject for row in main}
    rest = [row for row in rule.cards if row.subject not in names]
    more = f"{counted(len(rest), 'more card')}: the change is within error, or smaller than those above."
    title = doc.text("card", lambda row: rule.known.cards.get(row.subject, row.subject))
    return listing(
        "Value of drawing a card instead of a random card of the pile, in points of win rate",
        main + rest if full else main,
        [title, "before, with range", "after, with range", replace(COLUMNS["difference"], of=_come_or_gone)],
        CARD_NOTE if full or not rest else f"{more} {CARD_NOTE}",
        more=more if full and rest else "",
        detail=lambda row: row.subject not in names,
    )


def _come_or_gone(row: Entry) -> Cell:
    """Return what a card gains, or in which of the two decks it is."""
    if row.estimate.value is not None:
        return difference(row)
    return doc.plain(ONLY_PRINTED if row.after.value is None else ONLY_CHANGED)


def _strategies(rule: Rule) -> doc.Table:
    """Return win rates where able strategies meet, and the ranks that each strategy may hold."""
    names = ["strategy", "before", "after", "difference", "rank before", "rank after"]
    return listing("Win rate per seat where able strategies meet, in %", rule.strategies, names)


# --- the profile ------------------------------------------------------------------------------------------


def _profile(rules: Sequence[Rule], title: str) -> "Figure":
    from tda_sim.answers.profile import draw  # matplotlib takes long to import

    profiles = {rule.title: among(rule.changes) for rule in rules}
    return draw(title, "the game under a rule" if len(rules) > 1 else "the game", _baseline(rules[0]), profiles)
