"""`tda charts`: what is certain of options that were forced, and a chart for each kind of decision."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from tda_sim.answers.columns import spread
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.robustness import HOLDS
from tda_sim.measures.table import VALUES
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Section
from tda_sim.review.charts import ADVISING, ANY, CARDS, CHECK, PAIRS, SORTS, TAKEN, Chart
from tda_sim.wording.numbers import Estimate, half, plus_minus, tenths
from tda_sim.wording.phrases import book, say

Pair = tuple[str, str]  # the better option and the worse, or a row and a column
Gaps = dict[Pair, Estimate]
Compared = Mapping[tuple[str, str, str, str, str], Mapping[str, Any]]

WORDS = book("charts")


@dataclass(frozen=True)
class Advice:
    """What a chart is certain of in a row: an option that is better than all others, or worse than all.

    ``by``: how much better, at the main table; ``shuns``: whether it is about the worse one.
    """

    chart: str
    row: str
    better: str
    worse: str
    by: Estimate
    shuns: bool

    def at(self, found: Compared, table: str) -> Estimate:
        """Return the same difference at a table."""
        return Estimate.of(found.get((self.chart, table, self.row, self.better, self.worse)))

    def held(self, found: Compared) -> str:
        """Return whether it holds over all able players; empty where that is not known."""
        return str(found.get((self.chart, "", self.row, self.better, self.worse), {}).get("holds") or "")

    @property
    def short(self) -> str:
        """What is compared, without a verdict."""
        return f"{self.better} rather than {self.worse}"

    @property
    def sentence(self) -> str:
        """The advice, with the difference in points."""
        option, other = (self.worse, self.better) if self.shuns else (self.better, self.worse)
        points = f"{tenths(self.by.size)} ±{half(self.by, tenths)}"
        about = {"chart": self.chart, "row": self.row, "shuns": self.shuns}
        return say("charts.advice", **about, option=option, other=other, points=points)


# --- what is certain --------------------------------------------------------------------------------------


def compared(table: pl.DataFrame) -> Compared:
    """Return the rows that compare two options, in either order: by chart, table, row, and the two."""
    rows = table.filter(table["group"].str.ends_with(PAIRS)).with_columns(pl.col("group").str.strip_suffix(PAIRS))
    turned = rows.with_columns(
        pl.col("verdict").replace({"more": "less", "less": "more"}),
        measure="reference",
        reference="measure",
        estimate=-pl.col("estimate"),
        low=-pl.col("high"),
        high=-pl.col("low"),
    )
    names = ("group", "table", "subject", "measure", "reference")
    every = pl.concat([rows, turned])
    return dict(zip(every.select(names).iter_rows(), every.to_dicts(), strict=True))


def advice_of(chart: Chart, found: Compared) -> list[Advice]:
    """Return what a chart is certain of: in any position, and in rows where it is something else."""
    by_row: dict[str, Gaps] = {}
    for (name, _, row, one, other), numbers in found.items():
        if numbers["main"] and name == chart.name:
            by_row.setdefault(row, {})[one, other] = Estimate.of(numbers)
    sure = {row: each for row, gaps in by_row.items() if (each := _certain(chart, row, gaps)) is not None}
    usual = sure.get(ANY)
    return [each for each in sure.values() if each is usual or usual is None or _differs(each, usual)]


def _differs(one: Advice, usual: Advice) -> bool:
    """Whether the advice of a row is not what is said of any position: other options, or another size of a price."""
    if one.chart == "buy":
        return (one.by.low or 0) > (usual.by.high or 0) or (one.by.high or 0) < (usual.by.low or 0)
    if one.chart == "give":
        return (one.better, one.worse) != (usual.better, usual.worse)
    return one.better != usual.better and one.worse != usual.worse


def _certain(chart: Chart, row: str, gaps: Gaps) -> Advice | None:
    """Return the option that is certainly better than all others, or worse; None if there is none."""
    sure = {pair for pair, gap in gaps.items() if (gap.low or 0) > 0 and gap.verdict != "same"}
    known = [column for column in chart.columns if any(column in pair for pair in gaps)]
    if chart.name == "buy":
        columns = [*chart.columns]
        ends = columns[0], columns[-1]
        return Advice(chart.name, row, *ends, gaps[ends], True) if ends in sure else None
    for shuns in (False, True):
        for one in known:
            pairs = [(other, one) if shuns else (one, other) for other in known if other != one]
            if len(pairs) > shuns and sure.issuperset(pairs):
                clearest = max(pairs, key=lambda pair: gaps[pair].size)
                return Advice(chart.name, row, *clearest, gaps[clearest], shuns)
    return None


def headline(advice: Sequence[Advice], found: Compared, others: Sequence[str]) -> list[str]:
    """Return all advice, how much is certain at the other players' tables as well, and what is refuted there."""
    against = [
        f"{strategy_title(name)}: not “{each.short}”"
        for each in advice
        for name in others
        if each.at(found, name).sign() < 0
    ]
    sure = sum(each.held(found) == HOLDS for each in advice)
    named = {"others": ", ".join(map(strategy_title, others)), "against": "; ".join(against)}
    return [*(each.sentence for each in advice), say("charts.held", sure=sure, count=len(advice), **named)]


# --- the charts -------------------------------------------------------------------------------------------


def sections(table: pl.DataFrame, advice: Sequence[Advice], found: Compared) -> list[Section]:
    """Return all charts, what sorts of cards are worth, all advice by who plays, and how the numbers are counted."""
    counted = doc.Words([*WORDS["counted"].values(), _check(table)], listed=True)
    return [
        *(Section(WORDS["headings"][chart.name], _chart(chart, table)) for chart in ADVISING),
        Section("Which cards", _by_card(table)),
        Section("By who plays", _elsewhere(advice, table, found), folded=True),
        Section("How it is counted", [counted], folded=True),
    ]


def _chart(chart: Chart, table: pl.DataFrame) -> list[doc.Table]:
    """Return a chart: a line for each class of positions, a column for each class of options."""
    found = table.filter("main", group=chart.name).to_dicts()
    cells = {(row["subject"], row["measure"]): Estimate.of(row) for row in found}
    shaded = [it for (_, column), it in cells.items() if column != TAKEN]
    return _worths(cells, (ANY, *chart.rows), {column: column for column, _ in chart.shown}, shaded, chart.name)


def _by_card(table: pl.DataFrame) -> list[doc.Table]:
    """Return what sorts of cards are worth, in each decision."""
    found = table.filter("main", table["group"].str.starts_with(CARDS)).to_dicts()
    cells = {(row["measure"], row["group"].removeprefix(CARDS)): Estimate.of(row) for row in found}
    return _worths(cells, SORTS, WORDS["sorts"], cells.values(), CARDS)


def _worths(
    cells: Mapping[Pair, Estimate],
    rows: Iterable[str],
    titles: Mapping[str, str],
    shaded: Iterable[Estimate],
    chart: str,
) -> list[doc.Table]:
    """Return a table of what is known, shaded by size; ``titles``: of the columns."""
    shade = doc.shades(shaded)

    def cell(row: str, column: str) -> doc.Cell:
        it = cells.get((row, column))
        return doc.number(it, tenths, with_sign=True, shade=0.0 if column == TAKEN else shade(it))

    columns = [
        doc.text("", lambda row: say("charts.everything", chart=chart) if row == ANY else row),
        *spread(titles, lambda column: Column(titles[column], spare=column == TAKEN), cell),
    ]
    known = [row for row in rows if any((row, column) in cells for column in titles)]
    return [doc.table("", known, columns, say("charts.note", chart=chart))] if known else []


def _elsewhere(advice: Sequence[Advice], table: pl.DataFrame, found: Compared) -> list[doc.Table]:
    """Return all advice at the tables of each strategy."""
    players = table.filter(kind=VALUES)["table"].unique(maintain_order=True).to_list()

    def about(each: Advice) -> str:
        return f"{WORDS['headings'][each.chart]}; {'any position' if each.row == ANY else each.row}: {each.short}"

    def cell(each: Advice, player: str) -> doc.Cell:
        return doc.number(each.at(found, player), tenths, with_sign=True)

    over_them = doc.text("over them", lambda each: each.held(found))
    columns = [doc.text("", about), *spread(players, strategy_title, cell), over_them]
    return [doc.table("", advice, columns, WORDS["elsewhere"])] if len(players) > 1 else []


def _check(table: pl.DataFrame) -> str:
    """Return how far another count of the numbers is from them."""
    checks = table.filter("main", table["group"].str.ends_with(CHECK)).drop_nulls(["low", "high"]).to_dicts()
    every = [Estimate.of(row) for row in checks]
    if not every:
        return ""
    apart, worst = sum(it.sign() != 0 for it in every), max(every, key=lambda it: it.size)
    return say("charts.check", apart=apart, count=len(every), most=plus_minus(worst, 1))
