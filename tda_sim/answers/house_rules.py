"""`tda house-rule`: what house rules change. Verdicts first, then the numbers behind them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.analyses import house_rules as analysis
from tda_sim.analyses.house_rules.words import CHANGED
from tda_sim.answers.house_rules_rows import MAIN_METRICS, Effect, Rule
from tda_sim.answers.house_rules_words import of_many, of_one, sureness
from tda_sim.answers.tables import plain_rows
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import rank
from tda_sim.documents.words import capital, counted, with_unit
from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.metrics import EVERY
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = dict[str, Any]
Figures = Callable[[], "Mapping[str, Figure]"]

FEW = 3  # rules of which everything is shown
MOST_CARDS = 5  # that gain, and that lose


def house_rules_data(
    results: StudyResults, tables: Mapping[str, pl.DataFrame], rules: Mapping[str, str], seed: int, level: float = LEVEL
) -> Data:
    """Return what `tda house-rule --json` prints: what was played, what the rules say, and the analysis's tables."""
    cell = results.cells.row(0, named=True)
    return {
        "study": results.title,
        "out": str(results.path),
        **{name: cell[name] for name in ("deck", "players", "games")},
        "seed": seed,
        "level": level,
        "rules": dict(rules),
        "tables": {name: plain_rows(frame) for name, frame in tables.items()},
    }


def house_rules(results: StudyResults, rules: Mapping[str, str], seed: int) -> doc.Document:
    """Return what house rules change; ``rules``: what each says. Raises UserError where something is missing."""
    tables = analysis.analyse(results)
    return changed(house_rules_data(results, tables, rules, seed), cache(lambda: analysis.figures(tables)))


def changed(data: Data, figures: Figures) -> doc.Document:
    """Return the object that `house_rules_data` returns as a document: the verdicts first, then rule by rule."""
    rules = [Rule(data, row["rule"], row["sentence"]) for row in data["tables"]["overview"]]
    own = {rule.name: rule for rule in rules}

    def drawn(name: str = "") -> Figures:
        """Return the figure of one rule, or those that all have in common."""
        return lambda: {key: figure for key, figure in figures().items() if (key == name if name else key not in own)}

    sections = [
        Section("All rules at a glance", [_overview(rules)] if len(rules) > 1 else []),
        Section("Pictures", [doc.Figures(drawn(), "house-rules", "What the rules change")]),
        *(_section(rule, drawn(rule.name), len(rules) <= FEW) for rule in rules),
    ]
    return doc.Document(
        data["study"],
        of_one(rules[0]) if len(rules) == 1 else of_many(rules),
        sections,
        about=f"{data['games']:,} games at each table, as printed and under each rule; {data['players']} players, seed"
        f" {data['seed']}",
        kept=f"The games: {data['out']}",
        picture=lambda: figures()["differences"],
        data=data,
    )


def _overview(rules: Sequence[Rule]) -> doc.Table:
    """Return a line for each rule: what it says, and what it changes."""
    longer = "How many more cards are played in a game under the rule, at the main table."
    columns = [
        doc.text("rule", lambda rule: rule.name),
        Column("length, cards", lambda rule: rule.length and rule.length.cell(), longer),
        doc.text("what it changes", lambda rule: rule.sentence),
        doc.text("what it says", lambda rule: rule.text, detail=True),
    ]
    return doc.table("", rules, columns)


# --- one rule ---------------------------------------------------------------------------------------------


def _section(rule: Rule, figure: Figures, full: bool) -> Section:
    """Return a rule with its verdicts and numbers; ``full``: with all measures and cards."""
    elsewhere = "Whether the same is found where other strategies play."
    verdicts = [
        doc.text("question", lambda row: row["title"]),
        doc.text("verdict", lambda row: row["sentence"]),
        doc.text("at other tables", lambda row: row["holds"] or "", elsewhere),
    ]
    blocks: list[doc.Block] = [
        doc.Words([rule.text]),
        doc.table("Verdicts", rule.answers, verdicts),
        doc.Figures(figure, "house-rule", rule.name),
        _measures(rule, full),
        _cards(rule, full),
        _strategies(rule),
    ]
    return Section(rule.name, blocks, [Section("How sure", [doc.Words(sureness(rule), listed=True)])])


def _columns(title: str, head: Callable[[Effect], str]) -> list[Column]:
    less = "With the rule less as printed, on the same shuffles."
    return [
        doc.text(title, head),
        Column("as printed", lambda each: each.mean("printed"), short="printed", interval=""),
        Column("with the rule", lambda each: each.mean("changed"), short="rule", interval=""),
        Column("difference", lambda each: each.cell(), less, interval=ENDS),
    ]


def _measures(rule: Rule, full: bool) -> doc.Table:
    """Return the length, what has changed, and the main figures of each question; the other measures as details."""
    holds = {row["metric"]: row["verdict"] for row in rule.tables["conclusions"] if row["verdict"] != ONE_TABLE}
    rest = {
        each.row["metric"]: each.found.verdict
        for each in rule.effects
        if each.row["metric"] not in MAIN_METRICS and each.found.verdict not in CHANGED
    }
    same, unclear = (list(rest.values()).count(word) for word in ("same", "unclear"))
    more = [f"{counted(same, 'more metric')}: no difference that matters."] if same else []
    more += [f"{unclear} more: cannot tell yet."] if unclear else []
    return doc.table(
        f"What changes where every seat plays {rule.main}: differences of percentages in points",
        [each for each in rule.effects if full or each.row["metric"] not in rest],
        [
            *_columns("measure", lambda each: with_unit(each.row["title"], each.row["unit"], each.row["group"])),
            doc.text(
                "elsewhere", lambda each: holds.get(each.row["metric"], ""), "Whether that holds at other tables."
            ),
        ],
        note="" if full else " ".join(more),
        more=" ".join(more) if full else "",
        group=lambda each: each.row["group"],
        meaning=_meaning,
        detail=lambda each: each.row["metric"] in rest,
    )


def _meaning(each: Effect) -> str:
    metric = EVERY.get(each.row["metric"])
    told = f"{capital(metric.meaning)}. {metric.formula}. " if metric else ""
    return f"{told}A difference of {each.row['margin']:g} would matter."


def _cards(rule: Rule, full: bool) -> doc.Table:
    """Return the cards that come and go, and those that gain and lose most for certain; the others as details."""
    rows = [Effect(row | {"unit": "points"}) for row in rule.tables["cards"]]
    certain = sorted((each for each in rows if each.found.sign()), key=lambda each: -(each.found.value or 0.0))
    ends = certain if len(certain) <= 2 * MOST_CARDS else certain[:MOST_CARDS] + certain[-MOST_CARDS:]
    main = [*(each for each in rows if each.found.value is None), *ends]
    names = {each.row["card"] for each in main}
    rest = [each for each in rows if each.row["card"] not in names]
    more = f"{counted(len(rest), 'more card')}: what they gain or lose is within error, or less than above."
    note = "Intervals hold for all cards at once. A difference of half a point, 5 wins in 1,000 games, would matter."
    return doc.table(
        "Cards: win share that drawing one brings, in points, against a random card of the pile",
        main + rest if full else main,
        _columns("card", lambda each: each.row["card"]),
        note if full or not rest else f"{more} {note}",
        more if full and rest else "",
        detail=lambda each: each.row["card"] not in names,
    )


def _strategies(rule: Rule) -> doc.Table:
    def place(when: str) -> Callable[[Effect], str]:
        return lambda each: rank(each.row[f"{when}_best"], each.row[f"{when}_worst"])

    may_hold = "The places that it may hold, given who is told apart."
    columns = [
        *_columns("strategy", lambda each: each.row["strategy"]),
        Column("place as printed", place("printed"), may_hold, short="place"),
        Column("place with the rule", place("changed"), short="with rule"),
    ]
    title = "Win share per seat at the mixed table, in %; differences in points"
    return doc.table(title, [Effect(row | {"unit": "%"}) for row in rule.tables.get("strategies", [])], columns)
