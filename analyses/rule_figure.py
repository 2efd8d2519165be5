"""The picture of house rules: every metric's difference with its interval, beside the band that does not matter."""

from math import ceil
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .metrics import SKILL
from .rule_words import amount

ALWAYS = ("gambits", "stakes", "leader_gambit", "leader_game", "skill_share", "drama", "comebacks", "triggers_per_play")
MOST = 24  # metrics: those that change most
ACROSS = 5  # rules side by side
COLOURS = {"more": "#1b6ca8", "less": "#c8553d", "same": "0.45", "unclear": "0.45"}
KEY = (
    "difference, in smallest differences that matter (in brackets; grey), with 95 % intervals\n"
    "blue: more, red: less, full grey: no difference that matters, open: cannot tell yet"
)
TICKS = (-100, -30, -10, -3, -1, 0, 1, 3, 10, 30, 100)
ROW, PANEL, LABELS = 0.26, 2.3, 3.4  # inches: a metric's row, a rule's panel, the names of the metrics


def draw_differences(metrics: pl.DataFrame, answers: pl.DataFrame) -> Figure:
    """Return a panel for each rule: differences over the smallest that matters, at the table that verdicts speak of.

    The band from -1 to 1 is what does not matter. An interval within it says so; one outside it shows a change.
    """
    main = answers.select("deck", "rule", "players", "table").unique(maintain_order=True)
    at_main = pl.concat(
        [metrics.join(main, on=main.columns, maintain_order="left"), metrics.filter(pl.col("group") == SKILL)]
    )
    names, reach = _chosen(at_main), _reach(at_main)
    panels = main.rows(named=True)
    across = min(len(panels), ACROSS)
    down = ceil(len(panels) / across)
    size = (LABELS + PANEL * across, down * (len(names) * ROW + 0.9))
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(down, across, squeeze=False, sharey=True, sharex=True)
    for place, panel in zip(axes.flat, panels, strict=False):
        _draw(place, at_main.filter(deck=panel["deck"], rule=panel["rule"], players=panel["players"]), names, reach)
        place.set_title(panel["rule"].replace("+", "\n+ "), loc="left", fontsize=9, weight="bold")
    for unused in list(axes.flat)[len(panels) :]:
        unused.set_visible(False)
    first = panels[0]
    figure.suptitle(
        f"{first['deck']}, {first['players']} players, every seat plays {first['table']}", x=0.01, ha="left", fontsize=9
    )
    figure.supxlabel(KEY, fontsize=8)
    return figure


def _chosen(metrics: pl.DataFrame) -> dict[str, str]:
    """Return names and titles of the metrics that are drawn: some always, and those that change most."""
    size = (pl.col("estimate").abs() / pl.col("margin")).max()
    changed = metrics.filter(pl.col("verdict").is_in(["more", "less"])).group_by("metric").agg(size.alias("size"))
    most = changed.sort("size", "metric", descending=[True, False])["metric"].to_list()
    wanted = [*ALWAYS, *(name for name in most if name not in ALWAYS)][:MOST]
    rows = metrics.filter(pl.col("metric").is_in(wanted)).unique("metric", maintain_order=True)
    return {row["metric"]: f"{row['title']} ({amount(row['margin'], row)})" for row in rows.iter_rows(named=True)}


def _reach(metrics: pl.DataFrame) -> float:
    """Return how far out the axis has to go, to both sides alike."""
    ends = metrics.select(pl.max_horizontal(pl.col("low", "high").abs()) / pl.col("margin")).to_series().max()
    return max(3.5, 1.3 * float(ends or 0))  # type: ignore[arg-type]


def _draw(axes: Axes, rows: pl.DataFrame, names: dict[str, str], reach: float) -> None:
    axes.axvspan(-1, 1, color="0.9", zorder=0)
    axes.axvline(0, color="0.6", linewidth=0.8, zorder=1)
    place = {name: k for k, name in enumerate(names)}
    for row in rows.iter_rows(named=True):
        if row["metric"] in place and row["low"] is not None:
            _draw_one(axes, place[row["metric"]], row)
    axes.set_xscale("symlog", linthresh=2, linscale=1.2)
    axes.set_xticks(TICKS, [f"{tick:g}" for tick in TICKS], fontsize=7)
    axes.set_xlim(-reach, reach)
    axes.minorticks_off()
    axes.set_yticks(range(len(names)), list(names.values()), fontsize=8)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _draw_one(axes: Axes, place: int, row: dict[str, Any]) -> None:
    middle, low, high = (row[name] / row["margin"] for name in ("estimate", "low", "high"))
    filled = row["verdict"] != "unclear"
    axes.errorbar(
        middle,
        place,
        xerr=np.array([[middle - low], [high - middle]]),
        fmt="o",
        markersize=3.5,
        markerfacecolor=COLOURS[row["verdict"]] if filled else "w",
        capsize=2,
        linewidth=1,
        color=COLOURS[row["verdict"]],
    )
