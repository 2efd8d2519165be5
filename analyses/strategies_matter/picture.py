"""The figure of conclusions that depend on who plays: a row for each, a mark for each table."""

from typing import Any

import polars as pl

from tda_sim.measures.robustness import NOT, PARTLY, UNCLEAR
from tda_sim.measures.table import ACROSS, SAME_THING
from tda_sim.rendering.style import (
    MARKS,
    SERIES,
    SMALL,
    Picture,
    band,
    context,
    fitting,
    logarithmic,
    picture,
    point,
    rows_of,
)
from tda_sim.wording.numbers import tip_text
from tda_sim.wording.words import at_most

MOST = 30  # conclusions to draw: those that differ most between tables
ROW, AROUND, NAMES = 0.34, 1.9, 2.6  # inches: a conclusion's row, margins above and below, names
SHOWN = {verdict: k for k, verdict in enumerate((NOT, PARTLY, UNCLEAR))}  # in that order
NOTE = (
    "Effects as multiples of the smallest difference that matters (the grey band), with intervals valid for all tables."
)

Row = dict[str, Any]


@context()
def draw_effects(estimates: pl.DataFrame) -> Picture:
    """Return effects divided by the smallest difference that matters, with intervals valid for all tables.

    It shows conclusions that do not hold at every table: refuted ones first, then unclear ones; within each group
    those whose tables lie furthest apart come first.
    """
    effects = estimates.filter(pl.col("kind") != ACROSS)
    rows = _furthest_apart(effects, estimates.filter(kind=ACROSS))
    tables = effects["table"].unique(maintain_order=True).to_list()
    figure = picture("What depends on who plays", _alt(rows, tables), AROUND + ROW * max(rows.height, 1), note=NOTE)
    axes = figure.subplots()
    band(axes, -1, 1)
    reach = 3.5
    for k, table in enumerate(tables):
        there = rows.join(effects.filter(table=table), on=SAME_THING, how="inner", nulls_equal=True)
        look = {"color": SERIES[k % len(SERIES)], "marker": MARKS[k % len(MARKS)]}
        axes.plot([], [], look["marker"], color=look["color"], markersize=5, label=table)
        for row in there.to_dicts():
            shown = {name: row[name] / row["margin"] for name in ("estimate", "low", "high")}
            place = row["place"] + (k - (len(tables) - 1) / 2) * 0.6 / len(tables)
            reach = max(reach, 1.3 * abs(shown["low"]), 1.3 * abs(shown["high"]))
            point(axes, place, shown, tip=f"{row['named']}, {table}: {tip_text(row, row['unit'], 2)}", **look)
    logarithmic(axes, reach)
    rows_of(axes, _labels(rows), NAMES)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=fitting(3), fontsize=SMALL, frameon=False)
    return figure


def _alt(rows: pl.DataFrame, tables: list[str]) -> str:
    if rows.is_empty():
        return f"No conclusion differs between tables of {at_most(tables)}."
    return f"{rows.height} conclusions that depend on the table ({at_most(tables)}): first {_labels(rows)[0]}."


def _furthest_apart(effects: pl.DataFrame, across: pl.DataFrame) -> pl.DataFrame:
    apart = (pl.col("estimate").max() - pl.col("estimate").min()) / pl.col("margin").first()
    spread = effects.group_by(SAME_THING, maintain_order=True).agg(apart.alias("apart"), named=pl.col("title").first())
    wanted = across.filter(pl.col("holds").is_in(list(SHOWN))).select(
        *SAME_THING, pl.col("holds").replace_strict(SHOWN, return_dtype=pl.Int8).alias("rank")
    )
    joined = spread.join(wanted, on=SAME_THING, nulls_equal=True)
    order = joined.sort("rank", "apart", descending=[False, True], maintain_order=True)
    return order.head(MOST).with_row_index("place").select("place", *SAME_THING, "named")


def _labels(rows: pl.DataFrame) -> list[str]:
    """Return a label for each conclusion: its subject and its measure."""
    return [f"{_subject(row)}: {row['named']}" for row in rows.iter_rows(named=True)]


def _subject(row: Row) -> str:
    """Return what an effect is about: a card, perhaps under a rule; or else a rule or a deck."""
    if row["subject"]:
        return f"{row['subject']} ({row['rule']})" if row["rule"] else str(row["subject"])
    return str(row["rule"] or row["deck"])
