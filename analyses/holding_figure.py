"""The picture of conclusions at several tables: one row each, one mark for each table."""

import polars as pl
from matplotlib.figure import Figure

from .holding import CONCLUSION, NOT, PARTLY, UNCLEAR
from .rule_figure import TICKS

MOST = 30  # conclusions: those whose tables lie furthest apart
ROW, WIDTH, HEAD = 0.26, 8.5, 1.3  # inches
MARKS = "osD^vP*X<>"
SHOWN = {verdict: k for k, verdict in enumerate((NOT, PARTLY, UNCLEAR))}  # in that order


def draw_effects(effects: pl.DataFrame, conclusions: pl.DataFrame) -> Figure:
    """Return the figure: effects over the smallest difference that matters, with intervals that hold for all tables.

    Shown are conclusions that do not hold at all tables alike: first those that are refuted, then those that cannot be
    told yet; among these, first those whose tables lie furthest apart.
    """
    rows = _furthest_apart(effects, conclusions)
    figure = Figure(figsize=(WIDTH, HEAD + ROW * max(rows.height, 1)), layout="constrained")
    axes = figure.subplots()
    axes.axvspan(-1, 1, color="0.9", zorder=0)
    axes.axvline(0, color="0.6", linewidth=0.8, zorder=1)
    tables = effects["table"].unique(maintain_order=True).to_list()
    for k, table in enumerate(tables):
        there = rows.join(effects.filter(table=table), on=CONCLUSION, how="inner", nulls_equal=True)
        low, middle, high = (there[name] / there["smallest"] for name in ("low", "estimate", "high"))
        place = there["place"] + (k - (len(tables) - 1) / 2) * 0.6 / len(tables)
        axes.errorbar(
            middle, place, xerr=(middle - low, high - middle), fmt=MARKS[k % len(MARKS)], markersize=3.5, label=table
        )
    axes.set_xscale("symlog", linthresh=2, linscale=1.2)
    ends = axes.get_xlim()
    shown = [tick for tick in TICKS if ends[0] <= tick <= ends[1]]
    axes.set_xticks(shown, [f"{tick:g}" for tick in shown], fontsize=8)
    axes.minorticks_off()
    axes.set_yticks(rows["place"], _labels(rows), fontsize=8)
    axes.set_ylim(rows.height - 0.4, -0.6)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xlabel("effect, in smallest differences that matter (grey: none that does)", fontsize=8)
    figure.legend(loc="outside upper left", ncols=3, fontsize=8, frameon=False)
    return figure


def _furthest_apart(effects: pl.DataFrame, conclusions: pl.DataFrame) -> pl.DataFrame:
    apart = ((pl.col("estimate").max() - pl.col("estimate").min()) / pl.col("smallest").first()).alias("apart")
    spread = effects.group_by(CONCLUSION, maintain_order=True).agg(apart, pl.col("title").first())
    wanted = conclusions.filter(pl.col("verdict").is_in(list(SHOWN))).select(
        *CONCLUSION, pl.col("verdict").replace_strict(SHOWN, return_dtype=pl.Int8).alias("rank")
    )
    return (
        spread.join(wanted, on=CONCLUSION, nulls_equal=True)
        .sort("rank", "apart", descending=[False, True], maintain_order=True)
        .head(MOST)
        .with_row_index("place")
        .select("place", *CONCLUSION, pl.col("title").alias("named"))
    )


def _labels(rows: pl.DataFrame) -> list[str]:
    """Name the conclusions: what about, and in which metric."""
    subjects = rows["subject"].to_list()
    variants = [f" ({variant})" if variant else "" for variant in rows["variant"]]
    return [f"{one}{of}: {title}" for one, of, title in zip(subjects, variants, rows["named"], strict=True)]
