"""Differences with intervals, as multiples of the smallest that matters: of house rules, and of tables of players.

Rows are differences of a table of estimates. The band from -1 to 1 does not matter: an interval inside it rules out a
change that does, an interval outside it shows a change.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from tda_sim.rendering.style import (
    MARKS,
    SERIES,
    SMALL,
    Picture,
    band,
    context,
    fitting,
    heat_map,
    is_narrow,
    logarithmic,
    page,
    picture,
    point,
    rows_of,
    wrapped,
)
from tda_sim.wording.numbers import MINUS, Estimate, bracketed, signed, suited, tip_text
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
EFFECTS_KEY = (
    "Effects as multiples of the smallest difference that matters (the grey band), with intervals valid for all tables."
)
ROW, NAMES, AROUND = 0.31, 2.5, 1.7  # inches: a metric's row, the names of the metrics, above and below
EFFECT, AROUND_EFFECTS, NAMES_OF_EFFECTS = 0.34, 1.9, 2.6  # inches: a conclusion's row, above and below, names
COLUMN, SQUARE = 0.85, 0.3  # of the heat map: a metric's width, a rule's height
PHONE_ROW, PHONE_NAMES, PHONE_COLUMNS = 0.45, 1.25, 4  # on a phone: a metric's row, rules' names; columns of the map
CLEAR = ("more", "less")
LEAST_REACH = 3.5

NO_BREAK = "\N{NO-BREAK SPACE}"

Row = dict[str, Any]


def _draw(axes: Axes, rows: Iterable[Row], reach: float) -> None:
    """Draw rows at their `place`, each with its `tip`, by its `verdict` or in a `look` of its own."""
    band(axes, -1, 1)
    for row in rows:
        shown = {name: row[name] and row[name] / row["margin"] for name in ("estimate", "low", "high")}
        look = row.get("look")
        point(axes, row["place"], shown, None if look else row["verdict"], row["tip"], **look or {})
    logarithmic(axes, reach)


def _reach(rows: pl.DataFrame) -> float:
    """Return how far the axis reaches to either side."""
    ends = rows.select(pl.max_horizontal(pl.col("low", "high").abs()) / pl.col("margin")).to_series().max()
    return max(LEAST_REACH, 1.3 * float(ends or 0))  # type: ignore[arg-type]


# --- house rules ------------------------------------------------------------------------------------------


def draw_rules(metrics: pl.DataFrame, always: Sequence[str]) -> dict[str, Picture]:
    """Return ``differences`` for all rules together and, if there are several, a figure for each rule by its name.

    ``always``: the measures that are always shown.
    """
    named = _with_names(metrics)
    panels = dict(named.select("panel", "rule").unique(maintain_order=True).iter_rows())
    figures = {"differences": (_panels if len(panels) <= BESIDE else _table)(named, always)}
    if len(panels) > 1:
        figures |= {panel: _panels(named.filter(panel=panel), always) for panel in panels}
    return figures


def _with_names(metrics: pl.DataFrame) -> pl.DataFrame:
    """Return rows with a `panel` for each rule: its name, with deck and players where several are compared."""
    several = [name for name in ("deck", "players") if metrics[name].n_unique() > 1]
    return metrics.with_columns(panel=pl.concat_str("rule", *several, separator="-"))


def _title(metrics: pl.DataFrame) -> str:
    first = metrics.row(0, named=True)
    what = first["rule"] if metrics["panel"].n_unique() == 1 else "House rules"
    return f"{what} in {first['deck']}, {first['players']} players, all seats {first['table']}"


def _alt(metrics: pl.DataFrame) -> str:
    counts = [
        f"{rows['verdict'].is_in(CLEAR).sum()} of {rows.height} with {rows['rule'][0]}"
        for rows in metrics.partition_by("panel", maintain_order=True)
    ]
    return f"Paired differences with intervals. Metrics that change by more than matters: {at_most(counts, 30)}."


@context()
def _panels(metrics: pl.DataFrame, always: Sequence[str]) -> Picture:
    """Return a panel for each rule."""
    names, reach = _chosen(metrics, always), _reach(metrics)
    places = {name: k for k, name in enumerate(names)}
    panels = metrics.partition_by("panel", maintain_order=True)
    down, row = (len(panels), PHONE_ROW) if is_narrow() else (1, ROW)
    figure = picture(_title(metrics), _alt(metrics), down * len(names) * row + AROUND, note=KEY)
    axes = figure.subplots(down, len(panels) // down, squeeze=False, sharey=True).ravel()
    for place, panel in zip(axes, panels, strict=True):
        rows = panel.filter(pl.col("measure").is_in(list(names)), pl.col("low").is_not_null()).to_dicts()
        _draw(place, (each | {"place": places[each["measure"]], "tip": _tip(each)} for each in rows), reach)
        if len(panels) > 1:
            wide = 2.0 if is_narrow() else 4.4 / len(panels)
            place.set_title(wrapped(panel["panel"][0], wide, 9, "bold"))
    for place in axes[:down]:
        rows_of(place, list(names.values()), NAMES)
    for place in axes[down:]:
        place.tick_params(axis="y", length=0)
        place.spines["left"].set_visible(False)
    return figure


def _chosen(metrics: pl.DataFrame, always: Sequence[str]) -> dict[str, str]:
    """Return names and titles of the metrics to draw: some always, and those that change most."""
    size = (pl.col("estimate").abs() / pl.col("margin")).max()
    changed = metrics.filter(pl.col("verdict").is_in(CLEAR)).group_by("measure").agg(size.alias("size"))
    most = changed.sort("size", "measure", descending=[True, False])["measure"].to_list()
    wanted = list(dict.fromkeys([*always, *most]))[:MOST]
    rows = metrics.filter(pl.col("measure").is_in(wanted)).unique("measure", maintain_order=True)
    return {row["measure"]: f"{row['title']} ({_together(row)})" for row in rows.iter_rows(named=True)}


def _together(row: Row) -> str:
    """Return the smallest difference that matters, as text without line breaks."""
    return str(Quantity(row["margin"], _points(row), "{:.3g}".format)).replace(" ", NO_BREAK)


def _points(row: Row) -> str:
    """Return the unit of a difference."""
    return "points" if row["unit"] == "%" else str(row["unit"])


def _tip(row: Row) -> str:
    estimate = Estimate.of(row)
    show = suited(estimate)
    numbers = f"{signed(show)(estimate.value)} {bracketed(estimate, show)} {_points(row)}"
    return f"{row['title']}: {numbers}, n = {row['n']:,}"


@context()
def _table(metrics: pl.DataFrame, always: Sequence[str]) -> Picture:
    """Return a heat map with a row for each rule and a column for each main metric, and the changes as numbers.

    On a phone the columns are split into several maps, one below the other.
    """
    shown = {(row["panel"], row["measure"]): row for row in metrics.iter_rows(named=True)}
    heads = {name: with_unit(row["title"], _points(row)) for (_, name), row in shown.items()}
    columns, rules = [name for name in always if name in heads], list(dict.fromkeys(rule for rule, _ in shown))
    names, most = (PHONE_NAMES, PHONE_COLUMNS) if is_narrow() else (NAMES, len(columns))
    parts = [columns[start : start + most] for start in range(0, len(columns), most or 1)] or [[]]
    column = (page() - names - 0.1) / most if is_narrow() else COLUMN
    height = len(parts) * (SQUARE * len(rules) + 1.3) + 0.8
    figure = picture(_title(metrics), _alt(metrics), height, names + column * most, TABLE_KEY)
    for axes, part in zip(figure.subplots(len(parts), 1, squeeze=False)[:, 0], parts, strict=True):
        shades = [[_shade(shown.get((rule, name))) for name in part] for rule in rules]
        words = [[_words(shown.get((rule, name))) for name in part] for rule in rules]
        above = [wrapped(heads[name], column - 0.05, SMALL) for name in part]
        heat_map(axes, shades, words, (above, [wrapped(rule, names, SMALL) for rule in rules]), (-1, 1))
    return figure


def _shade(row: Row | None) -> float:
    """Return the shade of a square, -1 to 1, which is full at ten times the smallest difference that matters."""
    if row is None or row["verdict"] not in CLEAR:
        return 0.0
    return float(max(-1.0, min(1.0, row["estimate"] / row["margin"] / 10 + (0.3 if row["estimate"] > 0 else -0.3))))


def _words(row: Row | None) -> str:
    if row is None or row["estimate"] is None:
        return ""
    number = signed(suited(Estimate.of(row)))(row["estimate"]).replace("-", MINUS)
    return f"{number}{' ?' if row['verdict'] == 'unclear' else ''}"


# --- tables of players ------------------------------------------------------------------------------------


@context()
def draw_effects(rows: pl.DataFrame, tables: Sequence[str]) -> Picture:
    """Return a row for each conclusion that depends on who plays, at its `place`, and a mark for each of the tables.

    Intervals are those that hold for all tables.
    """
    labels = list(map(_label, rows.unique("place", maintain_order=True).sort("place").to_dicts()))
    height = AROUND_EFFECTS + EFFECT * max(len(labels), 1)
    figure = picture("What depends on who plays", _effects_alt(labels, tables), height, note=EFFECTS_KEY)
    axes = figure.subplots()
    looks = {
        table: {"color": SERIES[k % len(SERIES)], "marker": MARKS[k % len(MARKS)]} for k, table in enumerate(tables)
    }
    for table, look in looks.items():
        axes.plot([], [], look["marker"], color=look["color"], markersize=5, label=table)
    beside = {table: (k - (len(tables) - 1) / 2) * 0.6 / len(tables) for k, table in enumerate(tables)}
    drawn = (
        row | {"place": row["place"] + beside[row["table"]], "look": looks[row["table"]], "tip": _effect_tip(row)}
        for row in rows.to_dicts()
    )
    _draw(axes, drawn, _reach(rows))
    rows_of(axes, labels, NAMES_OF_EFFECTS)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=fitting(3), fontsize=SMALL, frameon=False)
    return figure


def _label(row: Row) -> str:
    """Return what a conclusion is about, a card, perhaps under a rule, or else a rule or a deck, and its measure."""
    card = row["subject"] and (f"{row['subject']} ({row['rule']})" if row["rule"] else row["subject"])
    return f"{card or row['rule'] or row['deck']}: {row['title']}"


def _effect_tip(row: Row) -> str:
    return f"{row['title']}, {row['table']}: {tip_text(row, row['unit'], 2)}"


def _effects_alt(labels: Sequence[str], tables: Sequence[str]) -> str:
    if not labels:
        return f"No conclusion differs between tables of {at_most(tables)}."
    return f"{len(labels)} conclusions that depend on the table ({at_most(tables)}): first {labels[0]}."
