"""Figures of house rules: paired differences with intervals, and a heat map of all rules."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes

from tda_sim.measures.metrics import MAP, shown_in
from tda_sim.measures.table import DIFFERENCES
from tda_sim.rendering.style import (
    DIVERGING,
    ON_SHADES,
    SMALL,
    Picture,
    band,
    context,
    is_narrow,
    logarithmic,
    page,
    picture,
    point,
    rows_of,
    wrapped,
)
from tda_sim.wording.numbers import MINUS, Estimate, bracketed, signed, suited
from tda_sim.wording.words import Quantity, at_most, with_unit

MOST = 24  # metrics to draw: those that change most
BESIDE = 3  # rules whose metrics fit side by side; more of them become a heat map
KEY = (
    "Change from the baseline on the same shuffles, with 95 % intervals, as multiples of the smallest difference that"
    " matters (in brackets; the grey band). Blue, pointing right: more. Orange, pointing left: less. Grey dot: no"
    " difference that matters. Open dot: more games needed."
)
TABLE_KEY = (
    "Change from the baseline on the same shuffles. Blue: more. Orange: less. White: no difference that matters."
    " ?: more games needed."
)
ROW, NAMES, AROUND = 0.31, 2.5, 1.7  # inches: a metric's row, the names of the metrics, above and below
COLUMN, SQUARE = 0.85, 0.3  # of the heat map: a metric's width, a rule's height
PHONE_ROW, PHONE_NAMES, PHONE_COLUMNS = 0.45, 1.25, 4  # on a phone: a metric's row, rules' names; columns of the map

NO_BREAK = "\N{NO-BREAK SPACE}"

Row = dict[str, Any]


def draw_all(estimates: pl.DataFrame) -> dict[str, Picture]:
    """Return ``differences`` for all rules together and, if there are several, a figure for each rule by its name."""
    at_main = estimates.filter("main", kind=DIFFERENCES, subject="")
    panels = at_main.unique(["deck", "rule", "players"], maintain_order=True).to_dicts()
    figures = {"differences": (draw_differences if len(panels) <= BESIDE else draw_table)(at_main, panels)}
    if len(panels) > 1:
        figures |= {_name(panel, panels): draw_differences(_of(at_main, panel), [panel]) for panel in panels}
    return figures


def _name(panel: Row, panels: list[Row]) -> str:
    """Return a rule's name, with deck and players where several are compared."""
    parts = [str(panel["rule"])]
    parts += [str(panel[key]) for key in ("deck", "players") if len({each[key] for each in panels}) > 1]
    return "-".join(parts)


def _of(metrics: pl.DataFrame, panel: Row) -> pl.DataFrame:
    return metrics.filter(deck=panel["deck"], rule=panel["rule"], players=panel["players"])


def _title(panels: list[Row]) -> str:
    first = panels[0]
    what = f"{first['rule']} in {first['deck']}" if len(panels) == 1 else f"House rules in {first['deck']}"
    return f"{what}, {first['players']} players, all seats {first['table']}"


@context()
def draw_differences(metrics: pl.DataFrame, panels: list[Row]) -> Picture:
    """Return a panel for each rule: differences as multiples of the smallest that matters, at the main table.

    The band from -1 to 1 does not matter: an interval inside it rules out a change that does, an interval outside it
    shows a change.
    """
    names, reach = _chosen(metrics), _reach(metrics)
    down, row = (len(panels), PHONE_ROW) if is_narrow() else (1, ROW)
    figure = picture(_title(panels), _alt(metrics, panels), down * len(names) * row + AROUND, note=KEY)
    axes = figure.subplots(down, len(panels) // down, squeeze=False, sharey=True).ravel()
    for place, panel in zip(axes, panels, strict=True):
        _draw(place, _of(metrics, panel), names, reach)
        if len(panels) > 1:
            place.set_title(wrapped(_name(panel, panels), 2.0 if is_narrow() else 4.4 / len(panels), 9, "bold"))
    for place in axes[:down]:
        rows_of(place, list(names.values()), NAMES)
    for place in axes[down:]:
        place.tick_params(axis="y", length=0)
        place.spines["left"].set_visible(False)
    return figure


def _chosen(metrics: pl.DataFrame) -> dict[str, str]:
    """Return names and titles of the metrics to draw: some always, and those that change most."""
    size = (pl.col("estimate").abs() / pl.col("margin")).max()
    changed = metrics.filter(pl.col("verdict").is_in(["more", "less"])).group_by("measure").agg(size.alias("size"))
    most = changed.sort("size", "measure", descending=[True, False])["measure"].to_list()
    wanted = list(dict.fromkeys([*(each.name for each in shown_in(MAP)), *most]))[:MOST]
    rows = metrics.filter(pl.col("measure").is_in(wanted)).unique("measure", maintain_order=True)
    return {row["measure"]: f"{row['title']} ({_together(row)})" for row in rows.iter_rows(named=True)}


def _together(row: Row) -> str:
    """Return the smallest difference that matters, as text without line breaks."""
    return str(Quantity(row["margin"], _points(row), "{:.3g}".format)).replace(" ", NO_BREAK)


def _points(row: Row) -> str:
    """Return the unit of a difference."""
    return "points" if row["unit"] == "%" else str(row["unit"])


def _reach(metrics: pl.DataFrame) -> float:
    """Return how far the axis reaches to either side."""
    ends = metrics.select(pl.max_horizontal(pl.col("low", "high").abs()) / pl.col("margin")).to_series().max()
    return max(3.5, 1.3 * float(ends or 0))  # type: ignore[arg-type]


def _draw(axes: Axes, rows: pl.DataFrame, names: dict[str, str], reach: float) -> None:
    band(axes, -1, 1)
    place = {name: k for k, name in enumerate(names)}
    for row in rows.iter_rows(named=True):
        if row["measure"] in place and row["low"] is not None:
            shown = {name: row[name] / row["margin"] for name in ("estimate", "low", "high")}
            point(axes, place[row["measure"]], shown, row["verdict"], f"{row['title']}: {_tip(row)}")
    logarithmic(axes, reach)


def _tip(row: Row) -> str:
    estimate = Estimate.of(row)
    show = suited(estimate)
    return f"{signed(show)(estimate.value)} {bracketed(estimate, show)} {_points(row)}, n = {row['n']:,}"


def _alt(metrics: pl.DataFrame, panels: list[Row]) -> str:
    counts = []
    for panel in panels:
        rows = _of(metrics, panel)
        changed = rows.filter(pl.col("verdict").is_in(["more", "less"])).height
        counts.append(f"{changed} of {rows.height} with {panel['rule']}")
    return f"Paired differences with intervals. Metrics that change by more than matters: {at_most(counts, 30)}."


@context()
def draw_table(metrics: pl.DataFrame, panels: list[Row]) -> Picture:
    """Return a heat map with a row for each rule and a column for each main metric, and the changes as numbers.

    On a phone the columns are split into several maps, one below the other.
    """
    import seaborn  # takes seconds to import
    from matplotlib.colors import LinearSegmentedColormap

    columns = [each.name for each in shown_in(MAP) if each.name in set(metrics["measure"])]
    shown = [{row["measure"]: row for row in _of(metrics, panel).iter_rows(named=True)} for panel in panels]
    titles = {row["measure"]: row for row in metrics.iter_rows(named=True)}
    names, most = (PHONE_NAMES, PHONE_COLUMNS) if is_narrow() else (NAMES, len(columns))
    parts = [columns[start : start + most] for start in range(0, len(columns), most or 1)] or [[]]
    column = (page() - names - 0.1) / most if is_narrow() else COLUMN
    height = len(parts) * (SQUARE * len(panels) + 1.3) + 0.8
    figure = picture(_title(panels), _alt(metrics, panels), height, names + column * most, TABLE_KEY)
    colours = LinearSegmentedColormap.from_list("change", DIVERGING)
    style: Any = {"color": ON_SHADES, "fontsize": SMALL}
    scale: Any = {"vmin": -1, "vmax": 1, "cmap": colours, "cbar": False, "linewidths": 1.5}
    for axes, part in zip(figure.subplots(len(parts), 1, squeeze=False)[:, 0], parts, strict=True):
        shades = [[_shade(rows.get(name)) for name in part] for rows in shown]
        words = [[_words(rows.get(name)) for name in part] for rows in shown]
        seaborn.heatmap(shades, ax=axes, annot=words, fmt="", annot_kws=style, **scale)
        headings = [with_unit(titles[name]["title"], _points(titles[name])) for name in part]
        axes.set_xticklabels([wrapped(heading, column - 0.05, SMALL) for heading in headings], fontsize=SMALL)
        axes.set_yticklabels([wrapped(_name(panel, panels), names, SMALL) for panel in panels], rotation=0)
        axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
        axes.tick_params(axis="y", labelsize=SMALL)
    return figure


def _shade(row: Row | None) -> float:
    """Return the shade of a square, -1 to 1, which is full at ten times the smallest difference that matters."""
    if row is None or row["verdict"] not in ("more", "less"):
        return 0.0
    return float(max(-1.0, min(1.0, row["estimate"] / row["margin"] / 10 + (0.3 if row["estimate"] > 0 else -0.3))))


def _words(row: Row | None) -> str:
    if row is None or row["estimate"] is None:
        return ""
    return signed(suited(Estimate.of(row)))(row["estimate"]).replace("-", MINUS) + (
        " ?" if row["verdict"] == "unclear" else ""
    )
