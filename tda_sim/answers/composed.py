"""What composition and sensitivity have in common: effects of parts of a deck, or of its numbers, on many measures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import polars as pl

from tda_sim.answers.columns import spread
from tda_sim.answers.contrasts import CLEAR
from tda_sim.answers.players import every_seat
from tda_sim.answers.ranking_tables import number
from tda_sim.measures.composition import EFFECTS, PAIRS
from tda_sim.measures.discoveries import FALSE
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.robustness import HOLDS
from tda_sim.measures.tiers import NOT_ALL
from tda_sim.rendering import model as doc
from tda_sim.wording.numbers import Estimate, signed, tenths
from tda_sim.wording.words import capital, listed

Row = Mapping[str, Any]

SPOKEN = ("plays", "stakes", "special_flights", "comebacks", "skill")  # measures with a sentence of their own
MOST_NAMED = 3  # parts in a sentence
SHOWN_PARTS, SHOWN_PAIRS = 20, 12  # lines, unless --all is given
LISTED = 60  # pairs, at most; --json has all
CHANCE = f"one in {1 / FALSE:.0f} may be chance"
POOLED = (
    f"Pooled over all pairs, since most do next to nothing; of those listed, {CHANCE}. Raw: the difference itself, too"
    " large for those that were picked because they are large."
)


class Composed:
    """What was found of a deck's parts at the main table."""

    def __init__(self, every: pl.DataFrame, titles: Mapping[str, str], exchanges: bool) -> None:
        self.every, self.titles = every, titles
        self.main = self.every.filter("main")
        self.exchanges = exchanges
        self.measures = self.every.filter(group=EFFECTS)["measure"].unique(maintain_order=True).to_list()
        self.spoken = [name for name in SPOKEN if name in self.measures]
        self.player = str(self.main["table"][0])
        self.robust = self.every.filter(group="robust")
        self.several = not self.robust.is_empty()  # whether other able players play, too
        self.held = set(self.robust.filter(holds=HOLDS).select("subject", "measure").iter_rows())

    @cached_property
    def margins(self) -> dict[str, float]:
        """The smallest difference of each measure that matters."""
        return dict(self.every.filter(group=EFFECTS).select("measure", "margin").iter_rows())

    def rows(self, group: str, **where: Any) -> list[dict[str, Any]]:
        """Return the rows of a group at the main table; of skill, which has a table of its own, those there."""
        frame = self.every if where.get("measure") == "skill" else self.main
        return frame.filter(group=group, **where).rows(named=True)

    def largest(self, group: str, **where: Any) -> list[dict[str, Any]]:
        """Return the `rows` of a group, the largest first."""
        return sorted(self.rows(group, **where), key=lambda row: -abs(row["estimate"]))

    def discovered(self, group: str) -> list[dict[str, Any]]:
        """Return the rows of a group that are certainly more or less, the largest first, measured in margins."""
        sure = [row for row in self.largest(group) if row["verdict"] in CLEAR]
        return sorted(sure, key=lambda row: -abs(row["estimate"]) / self.margins.get(row["measure"], 1.0))

    def by_part(self, group: str) -> dict[str, dict[str, Row]]:
        """Return the rows of a group by part and measure, the largest effect first, measured in margins."""
        found: dict[str, dict[str, Row]] = {}
        for measure in self.measures:
            for row in self.rows(group, measure=measure):
                found.setdefault(row["subject"], {})[measure] = row
        return dict(sorted(found.items(), key=lambda one: -max(map(_in_margins, one[1].values()))))

    def title(self, name: str) -> str:
        """Return the title of a part or a card."""
        return str(self.titles.get(name, name))

    def effect(self, row: Row, unit: str = "") -> str:
        """Return an effect, with a mark where this is not known to have one direction whoever plays."""
        apart = self.several and (row["subject"], row["measure"]) not in self.held and row["measure"] != "skill"
        return f"{signed(tenths)(row['estimate'])}{unit and f' {unit}'}{NOT_ALL * apart}"


def _in_margins(row: Row) -> float:
    return float(abs(row["estimate"] or 0.0) / (row["margin"] or 1.0))


# --- sentences ------------------------------------------------------------------------------------------


def first_of(rows: Sequence[Row], said: Callable[[Row, str], str]) -> str:
    """Return what is said of the first of some effects, given their unit once, and how many more there are."""
    named = [said(row, "" if k else row["unit"]) for k, row in enumerate(rows[:MOST_NAMED])]
    more = [f"{len(rows) - MOST_NAMED} more"] if len(rows) > MOST_NAMED else []
    return listed([*named, *more])


def who(it: Composed, deck: str) -> Iterator[str]:
    """Yield whose games these are, and what the marks mean."""
    players = int(it.main["players"][0])
    marked = f" {NOT_ALL} Not known to have the same direction with all able players." if it.several else ""
    yield f"{every_seat(it.player, [deck], players, as_printed=False)}{marked}"


def elsewhere(it: Composed) -> Iterator[str]:
    """Yield how far the effects hold for other players."""
    for measure in it.spoken:
        rows = it.robust.filter(measure=measure)
        if len(rows):
            sure = rows.filter(holds=HOLDS)
            others = it.every.filter(group="agreement", measure=measure, table=it.player)
            least = others["estimate"].min()
            known = "" if least is None else f"; rank correlation with other tables at least {float(str(least)):.2f}"
            name = capital(EVERY[measure].words.name)
            yield f"{name}: {len(sure)} of {len(rows)} effects have one direction whoever plays{known}."


# --- tables ---------------------------------------------------------------------------------------------


def length_bars(it: Composed) -> doc.Block:
    """Return what parts do to the length of games, as bars."""
    metric = EVERY[it.measures[0]]
    rows = sorted(it.largest(EFFECTS, measure=metric.name)[:SHOWN_PARTS], key=lambda row: -row["estimate"])
    bars = [doc.Bar.of(it.title(row["subject"]), Estimate.of(row), margin=row["margin"]) for row in rows]
    return doc.Bars(f"{capital(metric.words.name)} of games, {metric.unit}", bars, with_sign=True)


def effects_table(it: Composed, group: str, head: str, note: str, *more: doc.Column) -> doc.Table:
    """Return what each part does to every measure, with ``more`` columns about it before these."""
    rows = it.by_part(group)
    shown = [*rows][:SHOWN_PARTS]

    def of_measure(measure: str) -> doc.Column:
        metric = EVERY[measure]
        return doc.Column(metric.words.column, meaning=f"{metric.title}, {metric.unit}", detail=measure not in SPOKEN)

    def effect(name: str, measure: str) -> doc.Cell:
        return doc.number(Estimate.of(rows[name].get(measure)), tenths, with_sign=True)

    columns = [doc.text(head, lambda name: capital(it.title(name))), *more, *spread(it.measures, of_measure, effect)]
    return doc.table("", [*rows], columns, note if rows else "", detail=lambda name: name not in shown)


def pairs_table(it: Composed, head: str = "parts") -> doc.Table:
    """Return the pairs that do more or less together than apart."""
    columns = [
        doc.text(head, lambda row: f"{it.title(row['subject'])} and {it.title(row['reference'])}"),
        doc.text("measure", lambda row: f"{EVERY[row['measure']].words.column}, {row['unit']}"),
    ]
    return discoveries_table(it.discovered(PAIRS), columns, "Beyond the sum of what each does.")


def discoveries_table(rows: Sequence[Row], columns: Sequence[doc.Column], note: str) -> doc.Table:
    """Return discoveries among many pairs, which ``note`` explains."""
    shown = rows[:SHOWN_PAIRS]
    raw = doc.Column("raw", lambda row: signed(tenths)((row["alone_low"] + row["alone_high"]) / 2), detail=True)
    every = [*columns, number("more", Estimate.of), raw]
    return doc.table("", rows[:LISTED], every, f"{note} {POOLED}", detail=lambda row: row not in shown)
