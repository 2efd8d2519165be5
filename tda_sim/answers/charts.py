"""`tda charts`: what is certain of options that were forced, and a chart for each kind of decision."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.answers.ranking_tables import number
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.composition import EFFECTS
from tda_sim.measures.robustness import HOLDS
from tda_sim.measures.table import plain_rows
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section
from tda_sim.review.charts import ADVISING, ANY, CARDS, CHECK, MARGIN, PAIRS, SORTS, TAKEN, Chart, Pair
from tda_sim.review.forced import DEALS
from tda_sim.review.forced_games import ForcedPlan
from tda_sim.wording.numbers import Estimate, plus_minus
from tda_sim.wording.phrases import book, say

Cells = dict[Pair, Estimate]  # by the better option and the worse, or a row and a column
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
        about = {"chart": self.chart, "row": self.row, "shuns": self.shuns, "option": option, "other": other}
        return say("charts.advice", **about, points=plus_minus(self.by, 1).lstrip("+-"))


# --- what is certain --------------------------------------------------------------------------------------


def compared(table: pl.DataFrame) -> Compared:
    """Return the rows that compare two options, in either order: by chart, table, row, and the two."""
    rows = table.filter(table["group"].str.ends_with(PAIRS)).with_columns(pl.col("group").str.strip_suffix(PAIRS))
    estimate, low, high, verdict = map(pl.col, ("estimate", "low", "high", "verdict"))
    other: Any = {"measure": "reference", "reference": "measure", "estimate": -estimate, "low": -high, "high": -low}
    every = pl.concat([rows, rows.with_columns(verdict.replace({"more": "less", "less": "more"}), **other)])
    names = ("group", "table", "subject", "measure", "reference")
    return dict(zip(every.select(names).iter_rows(), every.to_dicts(), strict=True))


def advice_of(chart: Chart, found: Compared) -> list[Advice]:
    """Return what a chart is certain of: in any position, and in rows where it is something else."""
    by_row: dict[str, Cells] = {}
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


def _certain(chart: Chart, row: str, gaps: Cells) -> Advice | None:
    """Return the option that is certainly better than all others, or worse; None if there is none."""
    sure = {pair for pair, gap in gaps.items() if (gap.low or 0) > 0 and gap.verdict != "same"}
    if chart.name == "buy":
        cheap, *_, dear = chart.columns
        return Advice(chart.name, row, cheap, dear, gaps[cheap, dear], True) if (cheap, dear) in sure else None
    known = [column for column in chart.columns if any(column in pair for pair in gaps)]
    for shuns in (False, True):
        for one in known:
            pairs = [(other, one) if shuns else (one, other) for other in known if other != one]
            if len(pairs) > shuns and sure.issuperset(pairs):
                clearest = max(pairs, key=lambda pair: gaps[pair].size)
                return Advice(chart.name, row, *clearest, gaps[clearest], shuns)
    return None


def _headline(advice: Sequence[Advice], found: Compared, others: Sequence[str]) -> list[str]:
    """Return all advice, how much is certain at the other players' tables as well, and what is refuted there."""
    refuted = [(name, each) for each in advice for name in others if each.at(found, name).sign() < 0]
    against = "; ".join(f"{strategy_title(name)}: not “{each.short}”" for name, each in refuted)
    sure = sum(each.held(found) == HOLDS for each in advice)
    named = {"others": ", ".join(map(strategy_title, others)), "against": against}
    return [*(each.sentence for each in advice), say("charts.held", sure=sure, count=len(advice), **named)]


# --- the charts -------------------------------------------------------------------------------------------


def charts(title: str, plan: ForcedPlan, table: pl.DataFrame, positions: int, folder: Path) -> doc.Document:
    """Return what is certain, all charts, what sorts of cards are worth, all advice by who plays, and how it is done.

    ``table``: that of `review.charts`; ``positions``: how many it is about.
    """
    found, players = compared(table), [work.config.strategies[0] for work in plan.works]
    advice = [each for chart in ADVISING for each in advice_of(chart, found)]
    counted = doc.Words([*WORDS["counted"].values(), _check(table)], listed=True)
    config = plan.works[0].config
    return doc.Document(
        f"{title}: charts for players",
        _headline(advice, found, players[1:]),
        [
            *(Section(WORDS["headings"][chart.name], _chart(chart, table)) for chart in ADVISING),
            Section("Which cards", _by_card(table)),
            Section("By who plays", _elsewhere(advice, players, found), folded=True),
            Section("How it is counted", [counted], folded=True),
        ],
        about=f"{strategy_title(players[0])}; {config.players} players; {plan.games:,} games of each strategy, "
        f"{positions:,} positions, {DEALS} deals for each option; seed {config.seed}",
        kept=f"Data: {folder}. --html FILE writes a page to print, --json every number.",
        sheet=True,
        matters=f"A difference matters from {MARGIN:g} point of win rate on.",
        data={"games": plan.games, "positions": positions, "estimates": plain_rows(table)},
    )


def effects(table: pl.DataFrame) -> pl.DataFrame:
    """Return the cells of charts as effects, which facets lay side by side: each under what its chart is about."""
    heads = WORDS["headings"] | {f"{CARDS}{kind}": f"Which cards {words}" for kind, words in WORDS["sorts"].items()}
    row, column, group = map(pl.col, ("subject", "measure", "group"))
    cells = table.filter(group.is_in([*heads]) & ~(group.str.starts_with(CARDS) & (column == TAKEN)))
    what = column + pl.when(row == ANY).then(pl.lit("")).otherwise(", " + row)
    shown = {"subject": what, "reference": "against " + pl.col("reference"), "title": group.replace(heads)}
    return cells.with_columns(measure="group", group=pl.lit(EFFECTS), **shown)


def _chart(chart: Chart, table: pl.DataFrame) -> list[doc.Table]:
    """Return a chart: a line for each class of positions, a column for each class of options."""
    found = table.filter("main", group=chart.name).to_dicts()
    cells = {(row["subject"], row["measure"]): Estimate.of(row) for row in found}
    return _worths(chart.name, cells, chart.rows, {column: column for column, _ in chart.shown})


def _by_card(table: pl.DataFrame) -> list[doc.Table]:
    """Return what sorts of cards are worth, in each decision."""
    found = table.filter("main", table["group"].str.starts_with(CARDS)).to_dicts()
    cells = {(row["measure"], row["group"].removeprefix(CARDS)): Estimate.of(row) for row in found}
    return _worths(CARDS, cells, SORTS, WORDS["sorts"])


def _worths(chart: str, cells: Cells, rows: Iterable[str], titles: Mapping[str, str]) -> list[doc.Table]:
    """Return a table of what is known, shaded by size, apart from what players do; ``titles``: of the columns."""
    shade = doc.shades(it for (_, name), it in cells.items() if name != TAKEN)

    def column(name: str) -> doc.Column:
        how: Any = {"spare": True} if name == TAKEN else {"shade": shade}
        return number(titles[name], lambda row: cells.get((row, name)), **how)

    head = doc.text("", lambda row: say("charts.everything", chart=chart) if row == ANY else row)
    known = [row for row in rows if any((row, name) in cells for name in titles)]
    return [doc.table("", known, [head, *map(column, titles)], say("charts.note", chart=chart))] if known else []


def _elsewhere(advice: Sequence[Advice], players: Sequence[str], found: Compared) -> list[doc.Table]:
    """Return all advice at the tables of each strategy."""

    def about(each: Advice) -> str:
        return f"{WORDS['headings'][each.chart]}; {'any position' if each.row == ANY else each.row}: {each.short}"

    def column(player: str) -> doc.Column:
        return number(strategy_title(player), lambda each: each.at(found, player))

    columns = [doc.text("", about), *map(column, players), doc.text("over them", lambda each: each.held(found))]
    return [doc.table("", advice, columns, WORDS["elsewhere"])] if len(players) > 1 else []


def _check(table: pl.DataFrame) -> str:
    """Return how far another count of the numbers is from them."""
    checks = table.filter("main", table["group"].str.ends_with(CHECK)).drop_nulls(["low", "high"]).to_dicts()
    every = [Estimate.of(row) for row in checks]
    if not every:
        return ""
    apart, worst = sum(it.sign() != 0 for it in every), max(every, key=lambda it: it.size)
    return say("charts.check", apart=apart, count=len(every), most=plus_minus(worst, 1))
