"""Pictures of a ranking: which of these things is worth most? Values with intervals, tiers, and values by colour.

A ranking is a list of things, such as cards or abilities, at one table: `listed` finds it in an analysis's tables.
Things of a dragon's colour have marks in it, things without colours the marks of their verdicts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, nan
from statistics import fmean
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.rendering import style
from tda_sim.rendering.style import Picture
from tda_sim.wording.numbers import tip_text, typeset
from tda_sim.wording.words import at_most, capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row = dict[str, Any]
Tables = Mapping[str, pl.DataFrame]
Scales = tuple[str, str]  # what is across, and what is up

WORLD = ("deck", "variant", "players")
VALUES = (
    *("subject", "measure", "unit", "estimate", "low", "high", "n"),
    *("margin", "verdict", "best", "worst", "tied", "tier"),
)
LONG = 30  # rows: longer lists are closer, and have a scale above them as well
ROW, CLOSE, MARGINS = 0.26, 0.2, 1.9  # inches down: a row, one of a long list, and what is above and below them
HEAD, MARK, LETTER = 1.25, 0.32, 0.058  # inches across: the name of a tier; a thing's mark, and each of its letters
LINE, BETWEEN, TIERED = 0.22, 0.1, 0.95  # inches down: a line of a tier, the gap between tiers, title and note
ACROSS, DOWN, AROUND = 4, 1.65, 1.3  # panels by colour side by side; inches: a panel's height, and the margins
OTHERS = "others"


@dataclass(frozen=True)
class Listed:
    """The things of a list at one table, the best first.

    Attributes:
        world: the deck, its rules, the number of players and the table.
        order: the value that sorts them.
        values: all values of the things.
        rows: each thing as printed, with the row of the value that sorts them.
        titles: of the values, by their names.
    """

    world: Row
    order: str
    values: pl.DataFrame
    rows: list[Row]
    titles: Mapping[str, str]

    @property
    def margin(self) -> float | None:
        """The smallest difference that matters, where things are judged by it."""
        return next(iter(self.values["margin"].drop_nulls()), None)

    @property
    def where(self) -> str:
        """Where they are listed: "original with four-rounds, 4 players (balanced)"."""
        variant = f" with {self.world['variant']}" if self.world["variant"] else ""
        return f"{self.world['deck']}{variant}, {self.world['players']} players ({self.world['table']})"

    @property
    def ends(self) -> str:
        """The best and the worst, with their values."""
        named = [f"{row['title']} ({typeset(row['estimate'])} {row['unit']})" for row in self.rows]
        return f"from {named[0]} down to {named[-1]}"

    def tip(self, thing: Row, row: Row, more: str = "") -> str:
        """Return what one of a thing's values is; ``more``: what else there is to say of the thing."""
        return f"{thing['title']}{more}: {self.titles[row['measure']]} {tip_text(row, row['unit'], 2)}"


def of_each_world(tables: Tables, draw: Callable[[Row], Mapping[str, "Figure"]]) -> "dict[str, Figure]":
    """Return the pictures of the first table of each deck, variant and number of players, by their names.

    Where there are several, these stand in front of the names, and alone for "values".
    """
    worlds, drawn = tables["cells"].unique(WORLD, keep="first", maintain_order=True).rows(named=True), {}
    for world in worlds:
        parts = [str(world[part]) for part in WORLD if world[part] != ""] if len(worlds) > 1 else []
        for name, figure in draw(world).items():
            drawn["-".join([*parts, *[name] * (name != "values" or not parts)])] = figure
    return drawn


def listed(tables: Tables, world: Row, titles: Mapping[str, str], order: Sequence[str]) -> Listed:
    """Return the things of a list at a world's table, sorted by the first value of ``order`` that was measured."""
    here = {name: world[name] for name in (*WORLD, "table")}
    estimates = tables["estimates"].rename({"rule": "variant"}).filter(group="values", **here)
    values = estimates.select(VALUES).drop_nulls("estimate")
    first = next((name for name in order if name in values["measure"]), order[0])
    main = values.filter(measure=first).sort("estimate", descending=True)
    printed = tables["list"].filter(**here).select("subject", pl.exclude(VALUES))
    rows = main.join(printed, on="subject", how="left", maintain_order="left").to_dicts()
    return Listed(world, first, values, rows, titles)


# --- values with intervals --------------------------------------------------------------------------------


@style.context()
def value_picture(it: Listed, title: str, alt: str, heads: Mapping[str, str], note: str) -> Picture:
    """Return a row for each thing, and a panel for each value under its head: on a phone only for the first.

    A grey band holds the differences that do not matter, where things are judged by them; other bands are tied sets.
    """
    known = [name for name in heads if name in it.values["measure"]][: 1 if style.is_narrow() else None]
    is_long = len(it.rows) > LONG
    figure = style.picture(title, alt, (CLOSE if is_long else ROW) * max(len(it.rows), 1) + MARGINS, note=note)
    axes = figure.subplots(1, max(len(known), 1), sharey=True, squeeze=False)[0]
    for axis, name in zip(axes, known, strict=False):
        _draw_column(axis, it, it.values.filter(measure=name), heads[name])
        axis.tick_params(axis="x", labelsize=style.SMALL, top=is_long, labeltop=is_long)
        axis.tick_params(axis="y", length=0, labelsize=style.SMALL)
        axis.spines["left"].set_visible(False)
    style.rows_of(axes[0], [row["title"] for row in it.rows], style.WIDTH / 3)
    if it.margin is None:
        _name_sets(axes[0], it.rows)
    return figure


def _draw_column(axes: "Axes", it: Listed, values: pl.DataFrame, head: str) -> None:
    numbers = {row["subject"]: row for row in values.drop_nulls("low").iter_rows(named=True)}
    for place, thing in enumerate(it.rows):
        if (row := numbers.get(thing["subject"])) is not None:
            own = {"color": colour_of(thing)} if "colours" in thing else {}
            style.point(axes, place, row, row["verdict"], it.tip(thing, row), **own)
    unit = values["unit"][0]
    frame(axes, head, "points of win rate" if unit == "points" else unit)
    if it.margin is not None:
        style.band(axes, -it.margin, it.margin)
        return
    for first, last, group in _sets(it.rows):
        if group % 2 == 0:
            axes.axhspan(first - 0.5, last + 0.5, color=style.INK, alpha=style.SHADE, zorder=0, linewidth=0)


def frame(axes: "Axes", head: str, scale: str) -> None:
    """Give a panel of values its title, the name of its scale, and a line at zero."""
    axes.axvline(0, color=style.INK, alpha=2 * style.FAINT, linewidth=0.8, zorder=1)
    axes.set_title(head)
    axes.set_xlabel(scale, fontsize=style.SMALL)
    axes.grid(axis="x")


def _sets(rows: Sequence[Row]) -> list[tuple[int, int, int]]:
    """Return first row, last row and number of each tied set."""
    groups = [row["tied"] for row in rows]
    distinct = [group for group in dict.fromkeys(groups) if group is not None]
    return [(groups.index(group), len(groups) - 1 - groups[::-1].index(group), group) for group in distinct]


def _name_sets(axes: "Axes", rows: Sequence[Row]) -> None:
    """Number the tied sets on the side of the panel where their things are not."""
    middle = sum(axes.get_xlim()) / 2
    for first, _, group in _sets(rows):
        place, side = (0.99, "right") if rows[first]["estimate"] < middle else (0.01, "left")
        how: Any = {"fontsize": style.SMALL - 0.5, "alpha": style.QUIET, "va": "center", "ha": side}
        axes.text(place, first, f"set {group}", transform=axes.get_yaxis_transform(), **how)


# --- tiers ------------------------------------------------------------------------------------------------


@style.context()
def tier_picture(
    it: Listed, title: str, tiers: Mapping[str, str], note: str, marks: Mapping[str, str] | None = None
) -> Picture:
    """Return the things of each tier, a letter with its meaning, the best first, with marks in their colours.

    ``marks``: what follows the titles of some things, by their names; the note says what they mean.
    """
    marked = [row | {"title": row["title"] + (marks or {}).get(row["subject"], "")} for row in it.rows]
    members = {letter: [row for row in marked if row["tier"] == letter] for letter in tiers}
    named = {letter: ", ".join(row["title"] for row in rows) or "none" for letter, rows in members.items()}
    alt = " ".join(f"Tier {letter}, {tiers[letter]}: {titles}." for letter, titles in named.items())
    figure = style.picture(title, alt, TIERED, note=note)
    width = float(figure.get_size_inches()[0])
    chip = MARK + LETTER * max((len(_short(row)) for rows in members.values() for row in rows), default=0)
    across = max(1, int((width - HEAD) / chip))
    tall = {letter: LINE * max(1, ceil(len(rows) / across)) + BETWEEN for letter, rows in members.items()}
    figure.set_size_inches(width, TIERED + sum(tall.values()))
    axes = figure.subplots()
    axes.set_xlim(0, width)
    axes.set_ylim(sum(tall.values()), 0)
    axes.set_axis_off()
    top = 0.0
    for letter, rows in members.items():
        middle = top + BETWEEN / 2 + LINE / 2
        axes.text(0, middle, letter, fontsize=style.PANEL + 3, fontweight="bold", va="center")
        axes.text(0.25, middle, tiers[letter], fontsize=style.SMALL, alpha=style.QUIET, va="center")
        for k, row in enumerate(rows):
            _draw_chip(axes, it, row, HEAD + (width - HEAD) / across * (k % across), middle + LINE * (k // across))
        top += tall[letter]
        axes.axhline(top, color=style.INK, alpha=style.FAINT, linewidth=0.7)
    return figure


def _short(thing: Row) -> str:
    """Return a title without what the mark already shows: "Gold 13"."""
    return str(thing["title"]).replace(" Dragon ", " ")


def _draw_chip(axes: "Axes", it: Listed, thing: Row, x: float, y: float) -> None:
    marks = axes.plot([x + 0.06], [y], "s", color=colour_of(thing), markersize=6)
    style.give_tip(marks[0], it.tip(thing, thing))
    axes.text(x + 0.17, y, _short(thing), fontsize=style.SMALL, va="center")


# --- a panel for each colour ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trace:
    """What a panel shows of a card: its place, with an interval, or its curve; pages show ``tip`` on hover."""

    card: Row
    across: Sequence[float]
    up: Sequence[float]
    tip: str

    @property
    def is_place(self) -> bool:
        """Whether it is a single place."""
        return len(self.up) == 1


@style.context()
def strength_picture(it: Listed, title: str, note: str, scales: Scales) -> Picture:
    """Return the value that sorts cards against their strength: a panel for each colour, all others behind in grey."""
    rows = [row for row in it.rows if row["low"] is not None]
    tips = [it.tip(row, row, f", strength {row['strength']}") for row in rows]
    traces = [Trace(row, [row["strength"]], [row["estimate"]], tip) for row, tip in zip(rows, tips, strict=True)]
    figure = _by_colour(title, _strength_alt(rows, capital(it.titles[it.order])), note, traces, scales)
    for axes in figure.axes:
        axes.locator_params(axis="x", integer=True)
    return figure


def _strength_alt(rows: Sequence[Row], value: str) -> str:
    colours = [colour for colour in _colours(rows) if colour != OTHERS]
    if not colours:
        return f"{value} against strength of {len(rows)} cards."
    means = {colour: fmean(row["estimate"] for row in rows if _colour(row) == colour) for colour in colours}
    order = sorted(means, key=lambda colour: -means[colour])
    ends = f"highest for {order[0]} and lowest for {order[-1]}" if order[1:] else "one colour only"
    return f"{value} against strength, for {at_most(order, 12)} dragons: on average {ends}."


@style.context()
def curve_picture(it: Listed, steps: Mapping[str, str], title: str, alt: str, note: str, scales: Scales) -> Picture:
    """Return how a value of cards grows, step by step: a panel for each colour, all others behind in grey.

    ``steps``: values by their names on the scale; ``alt`` leaves room for the number of cards.
    """
    places, last = range(1, len(steps) + 1), [*steps][-1]
    curves: dict[str, dict[str, float]] = {}
    for card, name, estimate in it.values.select("subject", "measure", "estimate").iter_rows():
        if name in steps:
            curves.setdefault(card, {})[name] = estimate
    traces = []
    for row in it.rows:
        if curve := curves.get(row["subject"]):
            tip = f"{row['title']}: {typeset(curve.get(last, 0.0))} {scales[1]} to the {steps[last]}"
            traces.append(Trace(row, places, [curve.get(name, nan) for name in steps], tip))
    figure = _by_colour(title, alt.format(len(traces)), note, traces, scales)
    for axes in figure.axes:
        axes.set_xticks(places, list(steps.values()))
    return figure


def _by_colour(title: str, alt: str, note: str, traces: Sequence[Trace], scales: Scales) -> Picture:
    """Return a figure with a panel for each colour of dragons, and one for all other cards."""
    colours, across = _colours([each.card for each in traces]), style.fitting(ACROSS)
    figure = style.picture(title, alt, ceil(max(len(colours), 1) / across) * DOWN + AROUND, note=note)
    labels = [colour if colour == OTHERS else f"{colour} dragons" for colour in colours]
    panels = style.small_multiples(figure, labels, ACROSS) if traces else {}
    for k, (colour, axes) in enumerate(zip(colours, panels.values(), strict=True)):
        axes.axhline(0, color=style.INK, alpha=2 * style.FAINT, linewidth=0.8, zorder=1)
        _draw_behind(axes, [each for each in traces if _colour(each.card) != colour])
        _draw_own(axes, [each for each in traces if _colour(each.card) == colour], joined=colour != OTHERS)
        axes.set_ylabel(scales[1] if k % across == 0 else "", fontsize=style.SMALL)
        axes.set_xlabel(scales[0] if k >= len(panels) - across else "", fontsize=style.SMALL)
    return figure


def _colours(cards: Sequence[Row]) -> list[str]:
    """Return the colours of dragons, and a last entry for all other cards if there are any."""
    every = {_colour(row) for row in cards}
    return sorted(every - {OTHERS}) + [OTHERS] * (OTHERS in every)


def _colour(card: Row) -> str:
    colours = card.get("colours") or []
    return str(colours[0]) if len(colours) == 1 else OTHERS


def colour_of(card: Row) -> str:
    """Return the colour of a dragon that has a single colour, otherwise the colour of other cards."""
    return style.DRAGONS.get(_colour(card), style.COLOURLESS)


def _draw_behind(axes: "Axes", others: Sequence[Trace]) -> None:
    """Draw grey dots or curves: as one line with gaps, which takes a tenth of the file size of separate ones."""
    across: list[float] = []
    up: list[float] = []
    for each in others:
        x, y = each.across[0], each.up[0]
        across += [x - 0.01, x + 0.01, nan] if each.is_place else [*each.across, nan]
        up += [y, y, nan] if each.is_place else [*each.up, nan]
    wide = 3.0 if all(each.is_place for each in others) else 0.6
    axes.plot(across, up, color=style.INK, alpha=style.FAINT, linewidth=wide, solid_capstyle="round", zorder=1)


def _draw_own(axes: "Axes", own: Sequence[Trace], joined: bool) -> None:
    """Draw the cards of a panel; ``joined``: with a line from one place to the next."""
    colour = colour_of(own[0].card)
    if joined and own[0].is_place:
        places = sorted((each.across[0], each.up[0]) for each in own)
        axes.plot(*zip(*places, strict=True), color=colour, alpha=0.5, lw=1)
    for each in own:
        if each.is_place:
            axes.plot([*each.across] * 2, [each.card["low"], each.card["high"]], color=colour, linewidth=1.2, zorder=2)
            drawn = axes.plot(each.across, each.up, "o", color=colour, markersize=4.5, zorder=3)
        else:
            drawn = axes.plot(each.across, each.up, color=colour_of(each.card), linewidth=1.3)
        style.give_tip(drawn[0], each.tip)
