"""Figures of a deck's cards: values in tied sets, value against strength by colour, and gold by horizon."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_values import CURVE, HORIZONS, KINDS, MAIN
from tda_sim.measures.ranking import Measure
from tda_sim.rendering.lists import POINTS, Mark, Row, Tables, here, listing, values_at, worlds_of
from tda_sim.rendering.style import (
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
    picture,
    small_multiples,
)
from tda_sim.wording.numbers import tip_text, typeset
from tda_sim.wording.words import at_most, capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.2  # inches: a card's row
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


@context()
def value_figure(tables: Tables, world: Row, order: str = MAIN) -> Picture:
    """Return the figure of one table: a panel for each value (only the first on a phone), a row for each card."""
    values, rows = values_at(tables, world), cards_of(tables, world, order)
    known = [name for name in dict.fromkeys((order, MAIN, "dealt", "power")) if name in values["measure"]]
    panels = {}
    for name in known:
        title, unit = KINDS[name].title, KINDS[name].unit
        marks = _marks(rows, values.filter(measure=name), f"{title} {{}}", unit)
        panels[title] = (POINTS if unit == "points" else unit, marks)
    title, labels = _title("Values of the cards", world), [row["title"] for row in rows]
    figure, axes = listing(title, _alt(rows, order), labels, panels, NOTE, ROW, WIDTH)
    for axis in axes:
        _bands(axis, rows)
    _name_sets(axes[0], rows)
    return figure


def cards_of(tables: Tables, world: Row, order: str) -> list[Row]:
    """Return the cards as printed, with the row of the value that sorts them; best first."""
    values = values_at(tables, world).filter(measure=order).drop_nulls("estimate")
    printed = here(tables["list"], world).select("subject", pl.exclude(values.columns))
    ordered = values.sort("estimate", descending=True)
    return ordered.join(printed, on="subject", how="left", maintain_order="left").to_dicts()


def _title(what: str, world: Row) -> str:
    variant = f" with {world['variant']}" if world["variant"] else ""
    return f"{what}: {world['deck']}{variant}, {world['players']} players ({world['table']})"


def _alt(rows: list[Row], order: str) -> str:
    if not rows:
        return "No card was drawn often enough for a value."
    ends = [f"{row['title']} ({typeset(row['estimate'])} {KINDS[order].unit})" for row in (rows[0], rows[-1])]
    return f"Values of {len(rows)} cards with intervals, by {KINDS[order].title}: from {ends[0]} down to {ends[1]}."


def _marks(rows: list[Row], values: pl.DataFrame, words: str, unit: str) -> Iterator[Mark]:
    numbers = {row["subject"]: row for row in values.drop_nulls("low").iter_rows(named=True)}
    for place, row in enumerate(rows):
        if (value := numbers.get(row["subject"])) is not None:
            tip = f"{row['title']}: {words.format(tip_text(value, unit, 2))}"
            yield Mark(place, value, {"tip": tip, "color": colour_of(row)})


def _bands(axes: "Axes", rows: list[Row]) -> None:
    """Shade every other tied set."""
    for first, last, group in _sets(rows):
        if group % 2 == 0:
            axes.axhspan(first - 0.5, last + 0.5, color=INK, alpha=SHADE, zorder=0, linewidth=0)


def _sets(rows: list[Row]) -> list[tuple[int, int, int]]:
    """Return first row, last row and number of each tied set."""
    groups = [row["tied"] for row in rows]
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
    rows, kind = [row for row in cards_of(tables, world, order) if row["low"] is not None], KINDS[order]
    note = f"{capital(kind.title)}, in {kind.unit}, with 95 % intervals for all cards at once. Grey: all other cards."

    def draw(axes: "Axes", colour: str) -> None:
        _draw_others(axes, [row for row in rows if _colour(row) != colour])
        _draw_colour(axes, [row for row in rows if _colour(row) == colour], kind, line=colour != OTHERS)
        axes.locator_params(axis="x", integer=True)

    title, scales = _title("Value against strength", world), ("strength", f"{kind.title}, {kind.unit}")
    return _by_colour(title, _strength_alt(rows, kind), note, rows, draw, scales)


def _by_colour(
    title: str, alt: str, note: str, rows: list[Row], draw: "Callable[[Axes, str], None]", scales: tuple[str, str]
) -> Picture:
    """Return a figure with a panel for each colour of dragons, and one for all other cards."""
    colours, across = _colours(rows), fitting(ACROSS)
    height = -(-max(len(colours), 1) // across) * DOWN + AROUND
    figure = picture(title, alt, height, note=note)
    labels = [colour if colour == OTHERS else f"{colour} dragons" for colour in colours]
    panels = small_multiples(figure, labels, ACROSS) if rows else {}
    for k, (colour, axes) in enumerate(zip(colours, panels.values(), strict=True)):
        axes.axhline(0, color=INK, alpha=2 * FAINT, linewidth=0.8, zorder=1)
        draw(axes, colour)
        axes.set_ylabel(scales[1] if k % across == 0 else "", fontsize=SMALL)
        axes.set_xlabel(scales[0] if k >= len(panels) - across else "", fontsize=SMALL)
    return figure


def _colours(rows: list[Row]) -> list[str]:
    """Return the colours of dragons, and a last entry for all other cards if there are any."""
    every = {_colour(row) for row in rows}
    return sorted(every - {OTHERS}) + [OTHERS] * (OTHERS in every)


def _colour(row: Row) -> str:
    colours = row["colours"] or []
    return str(colours[0]) if len(colours) == 1 else OTHERS


def colour_of(card: Row) -> str:
    """Return the colour of a dragon that has a single colour, otherwise the colour of other cards."""
    return DRAGONS.get(_colour(card), COLOURLESS)


def _draw_others(axes: "Axes", rows: list[Row]) -> None:
    """Draw small grey dots: as one line with gaps, which takes a tenth of the file size of separate marks."""
    across = [x for row in rows for x in (row["strength"] - 0.01, row["strength"] + 0.01, nan)]
    up = [y for row in rows for y in (row["estimate"], row["estimate"], nan)]
    axes.plot(across, up, color=INK, alpha=FAINT, linewidth=3, solid_capstyle="round", zorder=1)


def _draw_colour(axes: "Axes", rows: list[Row], kind: Measure, line: bool) -> None:
    rows = sorted(rows, key=lambda row: row["strength"])
    colour = colour_of(rows[0])
    if line:
        axes.plot([row["strength"] for row in rows], [row["estimate"] for row in rows], color=colour, alpha=0.5, lw=1)
    for row in rows:
        axes.plot([row["strength"]] * 2, [row["low"], row["high"]], color=colour, linewidth=1.2, zorder=2)
        drawn = axes.plot([row["strength"]], [row["estimate"]], "o", color=colour, markersize=4.5, zorder=3)
        give_tip(drawn[0], f"{row['title']}, strength {row['strength']}: {kind.title} {tip_text(row, kind.unit, 2)}")


def _strength_alt(rows: list[Row], kind: Measure) -> str:
    means = {c: [row["estimate"] for row in rows if _colour(row) == c] for c in _colours(rows) if c != OTHERS}
    if not means:
        return f"{capital(kind.title)} against strength of {len(rows)} cards."
    order = sorted(means, key=lambda c: -sum(means[c]) / len(means[c]))
    ends = f"highest for {order[0]} and lowest for {order[-1]}" if order[1:] else "one colour only"
    return f"{capital(kind.title)} against strength, for {at_most(order, 12)} dragons: on average {ends}."


@context()
def gold_figure(tables: Tables, world: Row, order: str = MAIN) -> Picture:
    """Return the gold that cards bring by horizon: a panel for each colour of dragons, others in grey."""
    curves: dict[str, NDArray[np.float64]] = defaultdict(lambda: np.full(len(CURVE), nan))
    values = values_at(tables, world).filter(pl.col("measure").is_in(CURVE)).drop_nulls("estimate")
    for card, measure, estimate in values.select("subject", "measure", "estimate").iter_rows():
        curves[card][CURVE.index(measure)] = estimate
    rows = [row for row in cards_of(tables, world, order) if np.isfinite(curves[row["subject"]]).any()]
    steps = range(1, len(CURVE) + 1)

    def draw(axes: "Axes", colour: str) -> None:
        others = [curves[row["subject"]] for row in rows if _colour(row) != colour]  # drawn as one line with gaps
        across, up = ([y for curve in each for y in (*curve, nan)] for each in ([steps] * len(others), others))
        axes.plot(across, up, color=INK, alpha=FAINT, linewidth=0.6, zorder=1)
        for row in (row for row in rows if _colour(row) == colour):
            drawn = axes.plot(steps, curves[row["subject"]], color=colour_of(row), linewidth=1.3)
            give_tip(drawn[0], f"{row['title']}: {typeset(np.nan_to_num(curves[row['subject']][-1]))} gold to the end")
        axes.set_xticks(steps, [*map(str, range(1, HORIZONS + 1)), "end"])

    note = "Gold above a random card of the pile, after 1 to 6 gambits and at the game's end. Grey: all other cards."
    alt = f"Gold that {len(rows)} cards bring over 1 to {HORIZONS} gambits and to the end of the game."
    return _by_colour(_title("Gold by horizon", world), alt, note, rows, draw, ("gambits", "gold"))
