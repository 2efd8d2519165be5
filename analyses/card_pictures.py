"""The picture of a deck's cards: values with their intervals, in the order of draw value, tied sets in bands."""

from typing import TYPE_CHECKING, Any

import polars as pl

from .card_values import KINDS, MAIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Tables = dict[str, pl.DataFrame]

ROW, PANEL, MARGINS = 0.19, 3.1, 1.5  # inches: a card's row, a panel's width, room above and below
BESIDE = 2.2  # for the names
PANELS = (MAIN, "dealt", "power")
TITLES = {"power": ("power value", "gold", "draw value less that of the same card without its power")}
COLOURS = {
    "white": "#b8c4cc",
    "black": "#222222",
    "green": "#2e8b57",
    "blue": "#2f5fb3",
    "red": "#c0392b",
    "copper": "#b3672b",
    "brass": "#c9a227",
    "bronze": "#8c6239",
    "silver": "#8f99a3",
    "gold": "#e0a800",
    "adamantine": "#3d4f5c",
    "brown": "#7b4a2d",
    "earthquake": "#a58a63",
    "gray": "#808080",
    "iron": "#5a5f66",
    "mercury": "#9fb7c4",
    "mithral": "#7fb2d1",
    "purple": "#7d3c98",
    "shadow": "#4b3f72",
    "steel": "#5f86a8",
}
NOTE = "95 % intervals, for all cards at once. Cards in one band are not told apart from the band's first one."
COLOURLESS = "#d0579b"  # mortals, and dragons of many colours or none


def value_figures(tables: Tables) -> "dict[str, Figure]":
    """Return a figure for each deck, variant and number of players, of its first table; ``values`` if only one."""
    key = ("deck", "variant", "players")
    worlds = tables["cells"].unique(key, keep="first", maintain_order=True).rows(named=True)
    found = {}
    for row in worlds:
        label = "values" if len(worlds) == 1 else "-".join(str(row[part]) for part in key if row[part] != "")
        found[label] = value_figure(tables, row)
    return found


def value_figure(tables: Tables, world: dict[str, Any]) -> "Figure":
    """Return the figure of one table: a panel for each value that there is, a row for each card."""
    from matplotlib.figure import Figure

    values, cards = (_of(tables[name], world) for name in ("values", "cards"))
    order = values.filter(pl.col("value") == MAIN).drop_nulls("estimate").sort("estimate", descending=True)
    panels = [name for name in PANELS if not values.filter(pl.col("value") == name).is_empty()]
    height = ROW * len(order) + MARGINS
    figure = Figure(figsize=(BESIDE + PANEL * len(panels), height), layout="constrained")
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    rows = order.select("card", "group").join(cards, on="card", how="left", maintain_order="left").rows(named=True)
    for axis, name in zip(axes, panels, strict=True):
        _panel(axis, name, rows, values.filter(pl.col("value") == name), first=name == MAIN)
    figure.supxlabel(NOTE, x=0.01, ha="left", fontsize=7, color="0.35")
    figure.suptitle(_title(world), x=0.01, ha="left", weight="bold", fontsize=10)
    return figure


def _of(table: pl.DataFrame, world: dict[str, Any]) -> pl.DataFrame:
    return table.filter(*(pl.col(name) == world[name] for name in ("deck", "variant", "players", "table")))


def _title(world: dict[str, Any]) -> str:
    variant = f" with {world['variant']}" if world["variant"] else ""
    return f"Values of the cards: {world['deck']}{variant}, {world['players']} players ({world['table']})"


def _panel(axes: "Axes", name: str, rows: list[dict[str, Any]], values: pl.DataFrame, first: bool) -> None:
    numbers = {row["card"]: row for row in values.iter_rows(named=True)}
    _bands(axes, rows)
    axes.axvline(0, color="0.45", linewidth=0.8, zorder=1)
    for place, row in enumerate(rows):
        value, colour = numbers.get(row["card"]), colour_of(row)
        if value is None or value["low"] is None:
            continue
        axes.plot([value["low"], value["high"]], [place, place], color=colour, linewidth=1.4, solid_capstyle="butt")
        axes.plot(
            value["estimate"], place, "o", markersize=4.2, color=colour, markeredgecolor="0.15", markeredgewidth=0.4
        )
    title, unit, _ = TITLES.get(name) or (KINDS[name].title, KINDS[name].unit, "")
    axes.set_title(title, loc="left", fontsize=9)
    axes.set_xlabel("points of win share" if unit == "points" else unit, fontsize=8)
    axes.tick_params(axis="x", labelsize=7)
    axes.tick_params(axis="y", length=0, labelsize=7)
    axes.grid(axis="x", color="0.9")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    if first:
        axes.set_yticks(range(len(rows)), [row["title"] for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)


def _bands(axes: "Axes", rows: list[dict[str, Any]]) -> None:
    """Shade every other tied set."""
    for place, row in enumerate(rows):
        if row["group"] is not None and row["group"] % 2 == 0:
            axes.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0, linewidth=0)


def colour_of(card: dict[str, Any]) -> str:
    """Return the colour of a dragon of one colour that has one, otherwise that of the colourless."""
    colours = card["colours"] or []
    return COLOURS.get(colours[0], COLOURLESS) if len(colours) == 1 else COLOURLESS
