"""The tables of house rules: at a glance, what each rule changes, and every measure, card and strategy."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tda_sim.analyses.house_rules.questions import ONLY_CHANGED, ONLY_PRINTED
from tda_sim.answers.headlines import (
    HEADLINES,
    bar,
    matters_from,
    meaning,
    percent_bars,
    settled_by,
    starting_gold,
)
from tda_sim.answers.house_rules_rows import Rule
from tda_sim.answers.house_rules_words import answered, elsewhere_of, left_out, reach, verdict, why_nothing
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Cell, Column
from tda_sim.documents.numbers import Estimate, places, rank, rough
from tda_sim.documents.words import capital, counted, listed, with_unit
from tda_sim.measures.difference import CardChange, Difference, MetricChange, StrategyChange
from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.metrics import EVERY, Metric

MOST_CARDS = 5  # that gain, and that lose
PRINTED = "as printed"


# --- at a glance ------------------------------------------------------------------------------------------


def changes(rule: Rule) -> doc.Bars:
    """Return the headline measures by how many percent a rule changes them."""
    bars = {
        each.name: bar(each, Estimate(change.printed), under_rule(change), change.estimate, change.show)
        for each in HEADLINES
        if (change := rule.change(each.name))
    }
    return percent_bars(f"{rule.title} compared with {baseline([rule])}", bars, _headlines([rule]))


def _headlines(rules: Sequence[Rule]) -> str:
    """Return what the headline measures mean in the deck as printed."""
    played, shown = rules[0].played, (change.metric for rule in rules for change in _headline(rule))
    return meaning(played.players, starting_gold([played.deck], played.players), shown)


def thresholds(rules: Sequence[Rule]) -> str:
    """Return the smallest differences of headline measures that matter, in a sentence."""
    return matters_from(
        {change.metric: rough(change.margin) for rule in rules for change in _headline(rule) if change.margin}
    )


def under_rule(change: Difference) -> Estimate:
    """Return the number under the rule, in coins of the printed game."""
    return Estimate(change.changed, change.changed_low, change.changed_high).times(change.scale)


def glance(rules: Sequence[Rule]) -> doc.Table:
    """Return a line for the deck as printed, and one for each rule with its differences from that."""
    shown = [each for each in HEADLINES if any(rule.change(each.name) for rule in rules)]

    def cell(metric: Metric) -> Callable[[Rule | None], Cell | None]:
        def made(rule: Rule | None) -> Cell | None:
            if rule is None:
                change = next(change for each in rules if (change := each.change(metric.name)))
                return doc.number(Estimate(change.printed, change.printed_low, change.printed_high), places(1))
            own = rule.change(metric.name)
            return None if own is None else doc.number(own.estimate, places(1), with_sign=True)

        return made

    columns = [
        Column(words.heading, cell(each), short=words.column, detail=words.spare, interval="")
        for each in shown
        for words in [each.words]
    ]
    heads = doc.text("rule", lambda rule: capital(PRINTED) if rule is None else rule.title)
    return doc.table(
        "", [None, *rules], [heads, *columns], f"Rules: differences from the deck as printed. {_headlines(rules)}"
    )


def by_rule(rules: Sequence[Rule]) -> Iterator[doc.Block]:
    """Yield a line for each rule that changes something, the largest change first, and lines on the others."""
    clear = [rule for rule in rules if rule.quiet is None and rule.clear]
    clear.sort(key=lambda rule: -max(each.weight for each in rule.clear))
    yield doc.table("", clear, [doc.text("rule", lambda rule: rule.title), doc.text("what it changes", verdict)])
    others = [rule for rule in rules if rule.quiet is None and not rule.clear]
    same = [rule for rule in others if all(each.estimate.verdict == "same" for each in _headline(rule))]
    unclear = [rule for rule in others if rule not in same]
    needed = [each.games_needed for rule in unclear for each in _headline(rule) if each.estimate.verdict == "unclear"]
    yield doc.Words(
        [
            f"No difference that matters: {_titles(same)}." if same else "",
            f"No clear change yet: {_titles(unclear)}{settled_by(needed)}." if unclear else "",
            *(f"{rule.title} {why_nothing(rule.quiet)}." for rule in rules if rule.quiet is not None),
        ]
    )


def _headline(rule: Rule) -> list[MetricChange]:
    return [change for each in HEADLINES if (change := rule.change(each.name))]


def _titles(rules: Sequence[Rule]) -> str:
    return listed([rule.title for rule in rules])


# --- one rule ---------------------------------------------------------------------------------------------


def what_changes(rule: Rule) -> Iterator[doc.Block]:
    """Yield a table of the measures that change by enough to matter, and a line each on what does not and is open."""
    if rule.clear:
        columns = [*_columns("measure", _head, with_reach=False), _elsewhere(rule)]
        yield doc.table("", rule.clear, columns, _rescaled(rule), meaning=_meaning)
    yield doc.Words(left_out(rule))


def measures(rule: Rule) -> doc.Table:
    """Return all measures, by group."""
    note = " ".join(filter(None, [reach(rule), _rescaled(rule)]))
    return doc.table(
        f"All players use {strategy_title(rule.main)}; differences of percentages are in points",
        rule.changes,
        [*_columns("measure", _head), _elsewhere(rule)],
        note,
        group=lambda each: each.group,
        meaning=_meaning,
    )


def _elsewhere(rule: Rule) -> Column:
    holds = {row.metric: row.verdict for row in rule.conclusions if row.verdict != ONE_TABLE}
    explained = "Whether that holds where other able strategies play."
    return doc.text("with other strategies", lambda each: holds.get(each.metric, ""), explained, detail=True)


def _head(each: MetricChange) -> str:
    return with_unit(each.title, each.unit, each.group)


def _meaning(each: MetricChange) -> str:
    metric = EVERY.get(each.metric)
    definition = f"{capital(metric.meaning)}. {metric.formula}. " if metric else ""
    return f"{definition}Differences matter from {each.matters}."


def _rescaled(rule: Rule) -> str:
    """Return what a * means, where there is one."""
    return "* in coins of the printed game." if any(each.scale != 1 for each in rule.changes) else ""


def questions(rule: Rule) -> doc.Table:
    """Return the verdict on each question, and whether it holds where others play."""
    elsewhere = "Whether the same shows where other able strategies play."
    check = "What shows where nobody plays well: what the cards do by themselves."
    columns = [
        doc.text("question", lambda row: capital(row.question)),
        doc.text("verdict", lambda row: answered(rule, row)),
        doc.text("with other strategies", lambda row: elsewhere_of(rule, row).sentence, elsewhere),
        doc.text("with weak players", lambda row: elsewhere_of(rule, row).check, check),
    ]
    return doc.table("", rule.answers, columns)


def cards(rule: Rule, titles: Mapping[str, str], full: bool) -> doc.Table:
    """Return the cards that come and go, and those that gain or lose most; with ``full`` the others as well."""
    clear = sorted(
        (each for each in rule.cards if each.estimate.sign()), key=lambda each: -(each.estimate.value or 0.0)
    )
    ends = clear if len(clear) <= 2 * MOST_CARDS else clear[:MOST_CARDS] + clear[-MOST_CARDS:]
    main = [*(each for each in rule.cards if each.estimate.value is None), *ends]
    names = {each.card for each in main}
    rest = [each for each in rule.cards if each.card not in names]
    more = f"{counted(len(rest), 'more card')}: the change is within error, or smaller than those above."
    note = "The intervals hold for all cards at once. Differences matter from half a point: 5 wins in 1,000 games."
    return doc.table(
        "Value of drawing a card instead of a random card of the pile, in points of win rate",
        main + rest if full else main,
        _columns("card", lambda each: titles.get(each.card, each.card), _come_or_gone),
        note if full or not rest else f"{more} {note}",
        more if full and rest else "",
        detail=lambda each: each.card not in names,
    )


def _come_or_gone(change: CardChange) -> Cell:
    """Return what a card gains, or in which of the two decks it is."""
    if change.estimate.value is not None:
        return difference(change)
    return doc.plain(ONLY_PRINTED if change.is_gone else ONLY_CHANGED)


def strategies(rule: Rule) -> doc.Table:
    """Return win rates where able strategies meet, and the ranks that each strategy may hold."""

    def ranks(when: str) -> Callable[[StrategyChange], str]:
        return lambda each: rank(getattr(each, f"{when}_best"), getattr(each, f"{when}_worst"))

    explained = "The ranks that it may hold, given the intervals."
    columns = [
        *_columns("strategy", lambda each: strategy_title(each.strategy)),
        Column("rank as printed", ranks("printed"), explained, short="rank"),
        Column("rank with the rule", ranks("changed"), short="with rule"),
    ]
    return doc.table("Win rate per seat where able strategies meet, in %", rule.strategies, columns)


# --- cells ------------------------------------------------------------------------------------------------


def _columns(
    title: str, head: Callable[[Any], str], change: Callable[[Any], Cell] | None = None, with_reach: bool = True
) -> list[Column]:
    explained = "With the rule minus as printed, on the same shuffles, with its 95 % interval."
    return [
        doc.text(title, head),
        Column(PRINTED, lambda each: _level(each, "printed", with_reach), short="printed", interval=""),
        Column("with the rule", lambda each: _level(each, "changed", with_reach), short="rule", interval=""),
        Column("difference (95 % interval)", change or difference, explained, short="difference", interval=ENDS),
    ]


def _level(change: Difference, name: str, with_reach: bool = False) -> Cell:
    """Return the number as ``printed``, or ``changed``, perhaps with its range over able players; * if rescaled."""
    scale = change.scale if name == "changed" else 1.0
    low, high = (getattr(change, f"{name}_{end}") for end in ("low", "high"))
    estimate = Estimate(getattr(change, name), low, high, change.estimate.n).times(scale)
    ends = [getattr(change, f"{name}_{end}") for end in ("least", "most")]
    beside = (
        f" ({' to '.join(change.show(scale * value) for value in ends)})" if with_reach and None not in ends else ""
    )
    return doc.number(estimate, change.show, remark=f"{'' if scale == 1 else '*'}{beside}".strip())


def difference(change: Difference) -> Cell:
    """Return a difference with its verdict."""
    return doc.number(change.estimate, change.show, with_sign=True)


def baseline(rules: Sequence[Rule]) -> str:
    """Return the title of the deck that the rules are laid over."""
    return f"{deck_title(rules[0].played.deck)} as printed"
