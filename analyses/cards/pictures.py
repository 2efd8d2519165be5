"""Figures of a deck's cards: values in tied sets, value against strength by colour, and gold by horizon."""

from math import nan
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.documents.numbers import tip_text, typeset
from tda_sim.documents.style import (
    COLOURLESS,
    DRAGONS,
    FAINT,
    INK,
    QUIET,
    SHADE,
    SMALL,
    WIDTH,
    Picture,
    context,
    fitting,
    give_tip,
    is_narrow,
    picture,
    point,
    rows_of,
    small_multiples,
)
from tda_sim.documents.words import at_most, capital
from tda_sim.measures.card_values import CURVE, HORIZONS, KINDS, MAIN, Kind

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Tables = dict[str, pl.DataFrame]
Row = dict[str, Any]

ROW, MARGINS = 0.2, 1.9  # inches: a card's row, and room above and below
LONG = 30  # cards: longer lists have a scale above them as well
TITLES = {"power": ("power value", "points")}
NOTE = "95 % intervals, for all cards at once. The cards of a band are a tied set: the data cannot rank them."
ACROSS, DOWN, AROUND = 4, 1.65, 1.3  # panels by colour side by side; inches: a panel's height, and the margins
OTHERS = "others"


def value_figures(tables: Tables, order: str = MAIN) -> "dict[str, Figure]":
    """Return three figures for the first table of each deck, variant and number of players, sorted by a value.

    They are ``values``, ``strength`` and ``gold`` for a single deck, otherwise the deck's label, alone and with
    "-strength" and "-gold".
    """
    drawn: dict[str, Figure] = {}
    for label, row in worlds_of(tables).items():
        drawn[label or "values"] = value_figure(tables, row, order)
        drawn[f"{label}-strength".lstrip("-")] = strength_figure(tables, row, order)
        drawn[f"{label}-gold".lstrip("-")] = gold_figure(tables, row, order)
    return drawn


def worlds_of(tables: Tables) -> dict[str, Row]:
    """Return the first table of each deck, variant and number of players by its label, "" for a single one."""
    key = ("deck", "variant", "players")
    worlds = tables["cells"].unique(key, keep="first", maintain_order=True).rows(named=True)
    return {
        "" if len(worlds) == 1 else "-".join(str(row[part]) for part in key if row[part] != ""): row for row in worlds
    }


@context()
def value_figure(tables: Tables, world: Row, order: str = MAIN) -> Picture:
    """Return the figure of one table: a panel for each value (only the first on a phone), a row for each card."""
    values, rows = _of(tables["values"], world), _cards(tables, world, order)
    panels = [
        name
        for name in dict.fromkeys((order, MAIN, "dealt", "power"))
        if not values.filter(pl.col("value") == name).is_empty()
    ]
    panels = panels[:1] if is_narrow() else panels
    figure = picture(_title("Values of the cards", world), _alt(rows, order), ROW * len(rows) + MARGINS, note=NOTE)
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, name in zip(axes, panels, strict=True):
        _panel(axis, name, rows, values.filter(pl.col("value") == name))
    rows_of(axes[0], [row["title"] for row in rows], WIDTH)
    axes[0].tick_params(axis="y", labelsize=SMALL)
    _name_sets(axes[0], rows)
    return figure


def _of(table: pl.DataFrame, world: Row) -> pl.DataFrame:
    return table.filter(*(pl.col(name) == world[name] for name in ("deck", "variant", "players", "table")))


def _cards(tables: Tables, world: Row, order: str) -> list[Row]:
    """Return the cards as printed, with the value that sorts them, `estimate` to `high`, and `group`; best first."""
    values, cards = (_of(tables[name], world) for name in ("values", "cards"))
    sorted_values = values.filter(pl.col("value") == order).drop_nulls("estimate").sort("estimate", descending=True)
    columns = sorted_values.select("card", "group", "estimate", "low", "high", "n")
    return columns.join(cards, on="card", how="left", maintain_order="left").to_dicts()


def _title(what: str, world: Row) -> str:
    variant = f" with {world['variant']}" if world["variant"] else ""
    return f"{what}: {world['deck']}{variant}, {world['players']} players ({world['table']})"


def _alt(rows: list[Row], order: str) -> str:
    if not rows:
        return "No card was drawn often enough for a value."
    ends = [f"{row['title']} ({typeset(row['estimate'])} {KINDS[order].unit})" for row in (rows[0], rows[-1])]
    return f"Values of {len(rows)} cards with intervals, by {KINDS[order].title}: from {ends[0]} down to {ends[1]}."


def _panel(axes: "Axes", name: str, rows: list[Row], values: pl.DataFrame) -> None:
    numbers = {row["card"]: row for row in values.iter_rows(named=True)}
    title, unit = TITLES.get(name) or (KINDS[name].title, KINDS[name].unit)
    _bands(axes, rows)
    axes.axvline(0, color=INK, alpha=2 * FAINT, linewidth=0.8, zorder=1)
    for place, row in enumerate(rows):
        value = numbers.get(row["card"])
        if value is not None and value["low"] is not None:
            point(axes, place, value, tip=f"{row['title']}: {title} {tip_text(value, unit, 2)}", color=colour_of(row))
    axes.set_title(title)
    axes.set_xlabel("points of win rate" if unit == "points" else unit, fontsize=SMALL)
    axes.tick_params(axis="x", labelsize=SMALL, top=len(rows) > LONG, labeltop=len(rows) > LONG)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")


def _bands(axes: "Axes", rows: list[Row]) -> None:
    """Shade every other tied set."""
    for first, last, group in _sets(rows):
        if group % 2 == 0:
            axes.axhspan(first - 0.5, last + 0.5, color=INK, alpha=SHADE, zorder=0, linewidth=0)


def _sets(rows: list[Row]) -> list[tuple[int, int, int]]:
    """Return first row, last row and number of each tied set."""
    groups = [row["group"] for row in rows]
    distinct = [group for group in dict.fromkeys(groups) if group is not None]
    return [(groups.index(group), len(groups) - 1 - groups[::-1].index(group), group) for group in distinct]


def _name_sets(axes: "Axes", rows: list[Row]) -> None:
    """Number the tied sets on the side of the panel where their cards are not."""
    low, high = axes.get_xlim()
    for first, _, group in _sets(rows):
        right = rows[first]["estimate"] < (low + high) / 2
        style: Any = {"fontsize": SMALL - 0.5, "alpha": QUIET, "va": "center", "ha": "right" if right else "left"}
        place = 0.99 if right else 0.01
        axes.text(place, first, f"set {group}", transform=axes.get_yaxis_transform(), **style)


@context()
def strength_figure(tables: Tables, world: Row, order: str = MAIN) -> Picture:
    """Return value against strength: a panel for each colour of dragons, with all other cards behind it, in grey."""
    rows, kind = [row for row in _cards(tables, world, order) if row["low"] is not None], KINDS[order]
    colours = sorted({_colour(row) for row in rows} - {OTHERS}) + [OTHERS] * any(_colour(row) == OTHERS for row in rows)
    named = {colour: colour if colour == OTHERS else f"{colour} dragons" for colour in colours}
    note = f"{capital(kind.title)}, in {kind.unit}, with 95 % intervals for all cards at once. Grey: all other cards."
    height = -(-max(len(colours), 1) // fitting(ACROSS)) * DOWN + AROUND
    figure = picture(_title("Value against strength", world), _strength_alt(rows, colours, kind), height, note=note)
    panels = small_multiples(figure, list(named.values()), ACROSS) if rows else {}
    for colour, axes in zip(colours, panels.values(), strict=True):
        others = [row for row in rows if _colour(row) != colour]
        axes.axhline(0, color=INK, alpha=2 * FAINT, linewidth=0.8, zorder=1)
        _draw_others(axes, others)
        _draw_colour(axes, [row for row in rows if _colour(row) == colour], kind, line=colour != OTHERS)
    for k, axes in enumerate(panels.values()):
        axes.set_ylabel(f"{kind.title}, {kind.unit}" if k % fitting(ACROSS) == 0 else "", fontsize=SMALL)
        axes.set_xlabel("strength" if k >= len(panels) - fitting(ACROSS) else "", fontsize=SMALL)
        axes.locator_params(axis="x", integer=True)
    return figure


def _colour(row: Row) -> str:
    colours = row["colours"] or []
    return colours[0] if len(colours) == 1 else OTHERS


def _draw_others(axes: "Axes", rows: list[Row]) -> None:
    """Draw small grey dots: as one line with gaps, which takes a tenth of the file size of separate marks."""
    across = [x for row in rows for x in (row["strength"] - 0.01, row["strength"] + 0.01, nan)]
    up = [y for row in rows for y in (row["estimate"], row["estimate"], nan)]
    axes.plot(across, up, color=INK, alpha=FAINT, linewidth=3, solid_capstyle="round", zorder=1)


def _draw_colour(axes: "Axes", rows: list[Row], kind: Kind, line: bool) -> None:
    rows = sorted(rows, key=lambda row: row["strength"])
    colour = colour_of(rows[0])
    if line:
        axes.plot([row["strength"] for row in rows], [row["estimate"] for row in rows], color=colour, alpha=0.5, lw=1)
    for row in rows:
        axes.plot([row["strength"]] * 2, [row["low"], row["high"]], color=colour, linewidth=1.2, zorder=2)
        drawn = axes.plot([row["strength"]], [row["estimate"]], "o", color=colour, markersize=4.5, zorder=3)
        give_tip(drawn[0], f"{row['title']}, strength {row['strength']}: {kind.title} {tip_text(row, kind.unit, 2)}")


def _strength_alt(rows: list[Row], colours: list[str], kind: Kind) -> str:
    means = {c: [row["estimate"] for row in rows if _colour(row) == c] for c in colours if c != OTHERS}
    if not means:
        return f"{capital(kind.title)} against strength of {len(rows)} cards."
    order = sorted(means, key=lambda c: -sum(means[c]) / len(means[c]))
    ends = f"highest for {order[0]} and lowest for {order[-1]}" if order[1:] else "one colour only"
    return f"{capital(kind.title)} against strength, for {at_most(order, 12)} dragons: on average {ends}."


@context()
def gold_figure(tables: Tables, world: Row, order: str = MAIN) -> Picture:
    """Return the gold that cards bring by horizon: a panel for each colour of dragons, others in grey."""
    values, rows = _of(tables["values"], world), _cards(tables, world, order)
    curves = {
        card: [by_name.get(name) for name in CURVE]
        for card, by_name in _by_card(values.filter(pl.col("value").is_in(CURVE))).items()
    }
    rows = [row for row in rows if any(value is not None for value in curves.get(row["card"], []))]
    colours = sorted({_colour(row) for row in rows} - {OTHERS}) + [OTHERS] * any(_colour(row) == OTHERS for row in rows)
    named = [colour if colour == OTHERS else f"{colour} dragons" for colour in colours]
    note = "Gold above a random card of the pile, after 1 to 6 gambits and at the game's end. Grey: all other cards."
    height = -(-max(len(colours), 1) // fitting(ACROSS)) * DOWN + AROUND
    alt = f"Gold that {len(rows)} cards bring over 1 to {HORIZONS} gambits and to the end of the game."
    figure = picture(_title("Gold by horizon", world), alt, height, note=note)
    panels = small_multiples(figure, named, ACROSS) if rows else {}
    for k, (colour, axes) in enumerate(zip(colours, panels.values(), strict=True)):
        axes.axhline(0, color=INK, alpha=2 * FAINT, linewidth=0.8, zorder=1)
        _draw_curves(axes, [curves[row["card"]] for row in rows if _colour(row) != colour])
        for row in (row for row in rows if _colour(row) == colour):
            drawn = axes.plot(range(1, len(CURVE) + 1), _gaps(curves[row["card"]]), color=colour_of(row), linewidth=1.3)
            give_tip(drawn[0], f"{row['title']}: {typeset(curves[row['card']][-1] or 0.0)} gold to the end")
        axes.set_xticks(range(1, len(CURVE) + 1), [*map(str, range(1, HORIZONS + 1)), "end"])
        axes.set_ylabel("gold" if k % fitting(ACROSS) == 0 else "", fontsize=SMALL)
        axes.set_xlabel("gambits" if k >= len(panels) - fitting(ACROSS) else "", fontsize=SMALL)
    return figure


def _by_card(values: pl.DataFrame) -> dict[str, dict[str, float | None]]:
    curves: dict[str, dict[str, float | None]] = {}
    for card, name, estimate in values.select("card", "value", "estimate").iter_rows():
        curves.setdefault(card, {})[name] = estimate
    return curves


def _gaps(curve: list[float | None]) -> list[float]:
    return [nan if value is None else value for value in curve]


def _draw_curves(axes: "Axes", curves: list[list[float | None]]) -> None:
    """Draw thin grey lines: as one line with gaps, which takes less space than separate lines."""
    across = [x for _ in curves for x in (*range(1, len(CURVE) + 1), nan)]
    up = [y for curve in curves for y in (*_gaps(curve), nan)]
    axes.plot(across, up, color=INK, alpha=FAINT, linewidth=0.6, zorder=1)


def colour_of(card: Row) -> str:
    """Return the colour of a dragon that has a single colour, otherwise the colour of other cards."""
    return DRAGONS.get(_colour(card), COLOURLESS)
