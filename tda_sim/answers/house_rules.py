"""`tda house-rule`: what house rules change. Verdicts first, then the numbers behind them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from tda_sim.analyses import house_rules as analysis
from tda_sim.analyses.house_rules.verdicts import ONLY_CHANGED, ONLY_PRINTED
from tda_sim.answers.house_rules_rows import MAIN_METRICS, Played, Rule, Rules
from tda_sim.answers.house_rules_words import left_out, luck, of_many, of_one, reach, silence, sureness
from tda_sim.answers.players import strength
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import Estimate, rank
from tda_sim.documents.words import capital, counted, with_unit
from tda_sim.measures.difference import CHANGED, CardChange, Difference, MetricChange, StrategyChange
from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.metrics import EVERY
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Figures = Callable[[], "Mapping[str, Figure]"]

FEW = 3  # rules of which everything is shown
MOST_CARDS = 5  # that gain, and that lose


def house_rules(results: StudyResults, rules: Mapping[str, str], seed: int) -> doc.Document:
    """Return what house rules change; ``rules``: what each says. Raises UserError where something is missing."""
    tables = analysis.analyse(results)
    return changed(Rules(Played.of(results, rules, seed), tables), cache(lambda: analysis.figures(tables)))


def changed(known: Rules, figures: Figures) -> doc.Document:
    """Return what house rules change as a document: the verdicts first, then rule by rule."""
    rules, played = known.each(), known.played
    own = {rule.name: rule for rule in rules}

    def drawn(name: str = "") -> Figures:
        """Return the figure of one rule, or those that all have in common."""
        return lambda: {key: figure for key, figure in figures().items() if (key == name if name else key not in own)}

    sections = [
        Section("All rules at a glance", [_overview(rules)] if len(rules) > 1 else []),
        Section("Pictures", [doc.Figures(drawn(), "house-rules", "What the rules change")]),
        *(_section(rule, drawn(rule.name), len(rules) <= FEW) for rule in rules),
    ]
    found = of_one(rules[0]) if len(rules) == 1 else of_many(rules)
    return doc.Document(
        played.study,
        [*found, *luck(rules), strength(rules[0].main, [played.deck], played.players, played.own, played.game)],
        sections,
        about=_about(played),
        kept=f"The games: {played.out}",
        picture=lambda: figures()["differences"],
        data=known.data(),
    )


def _about(played: Played) -> str:
    fewer = "".join(f" ({count:,} where all play {name})" for name, count in played.slow_games.items())
    games = f"{played.games:,} games at each table{fewer}, as printed and under each rule"
    return f"{games}; {played.players} players, seed {played.seed}"


def _overview(rules: Sequence[Rule]) -> doc.Table:
    """Return a line for each rule: what it says, and what it changes."""
    longer = "How many more cards are played in a game under the rule, at the main table."
    columns = [
        doc.text("rule", lambda rule: rule.name),
        Column("length, cards", lambda rule: rule.length and _cell(rule.length), longer),
        doc.text("what it changes", lambda rule: rule.sentence),
        doc.text("what it says", lambda rule: rule.text, detail=True),
    ]
    return doc.table("", rules, columns)


# --- one rule ---------------------------------------------------------------------------------------------


def _section(rule: Rule, figure: Figures, full: bool) -> Section:
    """Return a rule with its verdicts and numbers; ``full``: with all measures and cards."""
    elsewhere = "Whether the same is found where other able strategies play."
    check = "What is found where somebody cannot play: what the cards do by themselves."
    verdicts = [
        doc.text("question", lambda row: row.title),
        doc.text("verdict", lambda row: row.sentence),
        doc.text("where others play", lambda row: row.holds, elsewhere),
        doc.text("as a check", lambda row: row.check, check),
    ]
    blocks: list[doc.Block] = [
        doc.Words([rule.text, *silence(rule)]),
        doc.table("Verdicts", rule.answers, verdicts),
        doc.Figures(figure, "house-rule", rule.name),
        _measures(rule, full),
        _cards(rule, full),
        _strategies(rule),
    ]
    return Section(rule.name, blocks, [Section("How sure", [doc.Words(sureness(rule), listed=True)])])


def _mean(change: Difference, name: str) -> doc.Cell:
    """Return the number that is printed, or changed, with its range over able players; a * for other coins."""
    scale = change.scale if name == "changed" else 1.0
    low, high = (getattr(change, f"{name}_{end}") for end in ("low", "high"))
    found = Estimate(getattr(change, name), low, high, change.found.n).times(scale)
    reach = [getattr(change, f"{name}_{end}") for end in ("least", "most")]
    beside = "" if None in reach else f" ({' to '.join(change.show(scale * value) for value in reach)})"
    return doc.number(found, change.show, remark=f"{'' if scale == 1 else '*'}{beside}".strip())


def _cell(change: Difference) -> doc.Cell:
    """Return a difference."""
    return doc.number(change.found, change.show, with_sign=True)


def _columns(title: str, head: Callable[[Any], str], difference: Callable[[Any], doc.Cell] = _cell) -> list[Column]:
    less = "With the rule less as printed, on the same shuffles."
    return [
        doc.text(title, head),
        Column("as printed", lambda each: _mean(each, "printed"), short="printed", interval=""),
        Column("with the rule", lambda each: _mean(each, "changed"), short="rule", interval=""),
        Column("difference", difference, less, interval=ENDS),
    ]


def _measures(rule: Rule, full: bool) -> doc.Table:
    """Return the length, what has changed, and the main figures of each question; the other measures as details."""
    holds = {row.metric: row.verdict for row in rule.conclusions if row.verdict != ONE_TABLE}
    rest = {
        each.metric: each.found.verdict
        for each in rule.changes
        if each.metric not in MAIN_METRICS and each.found.verdict not in CHANGED
    }
    more = left_out(rule, rest)
    return doc.table(
        f"What changes where every seat plays {rule.main}: differences of percentages in points",
        [each for each in rule.changes if full or each.metric not in rest],
        [
            *_columns("measure", lambda each: with_unit(each.title, each.unit, each.group)),
            doc.text("elsewhere", lambda each: holds.get(each.metric, ""), "Whether that holds at other tables."),
        ],
        note=" ".join(filter(None, [reach(rule), "" if full else more])),
        more=more if full else "",
        group=lambda each: each.group,
        meaning=_meaning,
        detail=lambda each: each.metric in rest,
    )


def _meaning(each: MetricChange) -> str:
    metric = EVERY.get(each.metric)
    told = f"{capital(metric.meaning)}. {metric.formula}. " if metric else ""
    return f"{told}A difference of {each.matters} would matter."


def _cards(rule: Rule, full: bool) -> doc.Table:
    """Return the cards that come and go, and those that gain and lose most for certain; the others as details."""
    rows = rule.cards
    certain = sorted((each for each in rows if each.found.sign()), key=lambda each: -(each.found.value or 0.0))
    ends = certain if len(certain) <= 2 * MOST_CARDS else certain[:MOST_CARDS] + certain[-MOST_CARDS:]
    main = [*(each for each in rows if each.found.value is None), *ends]
    names = {each.card for each in main}
    rest = [each for each in rows if each.card not in names]
    more = f"{counted(len(rest), 'more card')}: what they gain or lose is within error, or less than above."
    note = "Intervals hold for all cards at once. A difference of half a point, 5 wins in 1,000 games, would matter."
    return doc.table(
        "Cards: win share that drawing one brings, in points, against a random card of the pile",
        main + rest if full else main,
        _columns("card", lambda each: each.card, _come_or_gone),
        note if full or not rest else f"{more} {note}",
        more if full and rest else "",
        detail=lambda each: each.card not in names,
    )


def _come_or_gone(change: CardChange) -> doc.Cell:
    """Return what a card gains; where it is in one of the two decks only, in which."""
    if change.found.value is not None:
        return _cell(change)
    return doc.plain(ONLY_PRINTED if change.is_gone else ONLY_CHANGED)


def _strategies(rule: Rule) -> doc.Table:
    def place(when: str) -> Callable[[StrategyChange], str]:
        return lambda each: rank(getattr(each, f"{when}_best"), getattr(each, f"{when}_worst"))

    may_hold = "The places that it may hold, given who is told apart."
    columns = [
        *_columns("strategy", lambda each: each.strategy),
        Column("place as printed", place("printed"), may_hold, short="place"),
        Column("place with the rule", place("changed"), short="with rule"),
    ]
    return doc.table(
        "Win share per seat where able strategies meet, in %; differences in points", rule.strategies, columns
    )
