"""Which sayings hold: a glance at all of them, and for each its source, how it was tried, and what came out."""

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from tda_sim.answers.speech import with_whom
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.claims import ALIKE, DEPENDS, KNOWN, LESS, VERDICTS, Claim, Saying, at_tables
from tda_sim.measures.metrics import one_of
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR
from tda_sim.measures.study import Study
from tda_sim.measures.table import ACROSS, DIFFERENCES, plain_rows
from tda_sim.rendering import model as doc
from tda_sim.wording.numbers import Estimate, Show, decimals, signed, span, tenths, whole
from tda_sim.wording.words import capital, counted, listed

COUNTED = {  # what one saying does, and what several do; {who} stands for "whoever plays"
    HOLDS: ("holds {who}", "hold {who}"),
    DEPENDS: ("depends on who plays", "depend on who plays"),
    NOT: ("holds with none of these players", "hold with none of these players"),
    UNCLEAR: ("is open for some players or for all", "are open for some players or for all"),
}
WHOSE = {HOLDS: "it holds", NOT: "it does not hold", UNCLEAR: "we cannot tell"}
SIGNS = {HOLDS: "yes", NOT: "no", UNCLEAR: "?"}
TENTHS_BELOW = 30  # levels are written with tenths
READING = (
    "Numbers come with 95 % intervals. A verdict needs more: all intervals of a saying, over its claims and players,"
    " hold jointly. A saying with several claims holds where all of them do."
)


def claimed(
    study: Study, rows: pl.DataFrame, title: str, text: str, sayings: Sequence[Saying], seed: int
) -> doc.Document:
    """Return the answer to sayings; ``rows``: those of `measures.claims.tried`."""
    found = [_Tried(saying, rows.filter(group=saying.saying)) for saying in sayings]
    games = study.cells["games"].to_list()
    return doc.Document(
        title,
        list(_headline(found)),
        [_glance(found), *(each.section() for each in found)],
        about=f"{span(games, whole)} games of each world at each table; {len(study.cells):,} cells; seed {seed}",
        text=text,
        kept="--markdown FILE writes everything, --json every number.",
        data={
            "sayings": [each.data for each in found],
            "estimates": plain_rows(rows),
        },
    )


class _Tried:
    """A saying with what was found."""

    def __init__(self, saying: Saying, rows: pl.DataFrame) -> None:
        self.saying = saying
        (self.whole,) = rows.filter(kind=ACROSS).iter_rows(named=True)
        self.at: dict[tuple[str, str], dict[str, Any]] = {}
        self.levels: dict[tuple[str, str], list[float]] = {}  # behind a difference, which they follow
        for row in rows.filter(pl.col("kind") != ACROSS).iter_rows(named=True):
            if row["verdict"]:
                self.at[about := (row["subject"], row["table"])] = row
            else:
                self.levels.setdefault(about, []).append(row["estimate"])
        self.tables = list(dict.fromkeys(table for _, table in self.at))

    @property
    def verdict(self) -> str:
        """Whether it holds, over all able players."""
        return str(self.whole["holds"])

    @property
    def data(self) -> dict[str, Any]:
        """What programs read of it."""
        saying, tables = self.saying, at_tables(self.whole)
        words = {"saying": saying.saying, "source": saying.source, "experiment": saying.experiment}
        return words | {"limits": saying.limits, "verdict": self.verdict, "tables": tables}

    def number(self, claim: Claim, table: str) -> doc.Cell:
        """Return a claim's number at a table."""
        row = self.at[claim.name, table]
        show = self.show(claim)
        is_difference = row["kind"] == DIFFERENCES
        estimate, remark = Estimate.of(row, ""), self.remark(claim, table)
        return doc.number(estimate, show, with_sign=is_difference, unit=_unit(claim), remark=remark)

    def remark(self, claim: Claim, table: str) -> str:
        """Return the two levels behind a difference."""
        levels = self.levels.get((claim.name, table), [])
        if len(levels) < 2:
            return ""
        show = tenths if max(map(abs, levels)) < TENTHS_BELOW else whole
        return f" from {show(levels[0])} to {show(levels[1])}"

    def show(self, claim: Claim) -> Show:
        """Return how the numbers of a claim are written."""
        numbers = (Estimate.of(row, "") for (name, _), row in self.at.items() if name == claim.name)
        return decimals(numbers, least=int(claim.unit == "points"), most=1)

    def whose(self) -> str:
        """Return for whom it holds, as a sentence."""
        tables = at_tables(self.whole)
        if len(tables) == 1:
            (verdict,) = tables
            if len(tables[verdict]) == 1:
                return f"{capital(WHOSE[verdict])} {with_whom(tables[verdict])}."
            return f"{capital(WHOSE[verdict])} with any of these players."
        parts = [f"{WHOSE[each]} {with_whom(tables[each])}" for each in (HOLDS, NOT, UNCLEAR) if each in tables]
        return f"{capital('; '.join(parts))}."

    def section(self) -> doc.Section:
        """Return its source, how it was tried, what came out, and with which margins."""
        saying = self.saying
        words = [
            f"Who says so: {saying.source}",
            f"Tried: {saying.experiment}",
            f"What would count: {'; '.join(map(_margin, saying.claims))}.",
            f"Found: {self.verdict}. {self.whose()}",
            saying.limits and f"What this cannot show: {saying.limits}",
        ]
        return doc.Section(saying.saying, [doc.Words(words), self._table()])

    def _table(self) -> doc.Table:
        verdicts = {each["table"]: each["verdict"] for each in self.whole["at_tables"]}

        def column(claim: Claim) -> doc.Column:
            meaning = KNOWN[claim.measure].title
            return doc.Column(_measured(claim), lambda who: self.number(claim, who), meaning, interval=doc.ENDS)

        columns = [
            doc.text("who plays", strategy_title),
            *map(column, self.saying.claims),
            doc.text("holds", lambda who: SIGNS[verdicts[who]]),
        ]
        return doc.table("", self.tables, columns)


def _headline(found: Sequence[_Tried]) -> Iterator[str]:
    """Yield how many sayings hold, and which."""
    by = {verdict: [each.saying.saying for each in found if each.verdict == verdict] for verdict in VERDICTS}
    able = [each["table"] for each in found[0].whole["at_tables"] if each["able"]] if found else []
    who = "whoever plays" if len(able) != 1 else with_whom(able)
    parts = [
        f"{len(by[verdict])} {words[len(by[verdict]) > 1].format(who=who)}"
        for verdict, words in COUNTED.items()
        if by[verdict]
    ]
    yield f"Of {counted(len(found), 'saying')}, {listed(parts)}."


def _glance(found: Sequence[_Tried]) -> doc.Section:
    """Return all sayings with their verdicts, and the number of the first claim with its range."""
    columns = [
        doc.Column("saying", lambda it: it.saying.saying, number=False, fewest=30),
        doc.text("verdict", lambda it: it.verdict),
        doc.text("measured", lambda it: _measured(it.saying.claims[0])),
        doc.Column(
            "number (95 % interval)", lambda it: it.number(it.saying.claims[0], it.tables[0]), interval=doc.ENDS
        ),
        doc.text("over all who play", _range),
    ]
    who = strategy_title(found[0].tables[0]) if found else ""
    note = f"The number is that of the first claim of each saying, with {who}. {READING}"
    return doc.Section("At a glance", [doc.table("", found, columns, note)])


def _measured(claim: Claim) -> str:
    """Return what a claim measures, with its unit where numbers do not have it."""
    return claim.name if claim.unit in ("%", "points") or claim.unit in claim.name else f"{claim.name}, {claim.unit}"


def _unit(claim: Claim) -> str:
    """Return the unit that stands beside each number; others stand in headings."""
    return claim.unit if claim.unit in ("%", "points") else ""


def _range(it: _Tried) -> str:
    """Return the range of a saying's first claim over able players."""
    claim = it.saying.claims[0]
    show = it.show(claim)
    ends = it.whole["least"], it.whole["most"]
    is_difference = it.at[claim.name, it.tables[0]]["kind"] == DIFFERENCES
    return "" if None in ends else f"{span(ends, signed(show) if is_difference else show)} {_unit(claim)}".rstrip()


def _margin(claim: Claim) -> str:
    """Return what has to be shown for a claim to hold."""
    unit = "" if claim.unit in claim.name else f" {one_of(claim.unit) if claim.margin == 1 else claim.unit}"
    if isinstance(claim.than, float):
        if claim.says == ALIKE:
            return f"{claim.name} within {claim.margin:g} of {claim.than:g}{unit}"
        beyond = f" by more than {claim.margin:g}" if claim.margin else ""
        return f"{claim.name} {'below' if claim.says == LESS else 'above'} {claim.than:g}{unit}{beyond}"
    if claim.says == ALIKE:
        return f"{claim.name}: a difference of less than {claim.margin:g}{unit}"
    return f"{claim.name}: {claim.says} by more than {claim.margin:g}{unit}"
