"""The figure of a list of abilities: the value of each."""

from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.documents.numbers import tip_text, typeset
from tda_sim.documents.style import SMALL, WIDTH, Picture, band, context, is_narrow, picture, point, rows_of
from tda_sim.measures.ability_sums import BUNDLE
from tda_sim.measures.ability_values import KINDS, SWAP, WORTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Tables = dict[str, pl.DataFrame]
Row = dict[str, Any]

PANELS = {WORTH: "worth: over having none", SWAP: "lead: over the others"}
THINGS = {False: "abilities", True: "bundles"}
ROW, MARGINS = 0.26, 1.6  # inches: a row, and room above and below
NOTE = (
    "95 % intervals, valid for all at once. Grey band: too small to matter. Blue, pointing right: more. Orange,"
    " pointing left: less. Grey dot: no difference that matters. Open dot: more games needed."
)


def value_figures(tables: Tables) -> "dict[str, Figure]":
    """Return a figure for each deck, variant and number of players, at its first table.

    Its name is ``values`` if there is only one, otherwise the deck's label.
    """
    key = ("deck", "variant", "players")
    worlds = tables["cells"].unique(key, keep="first", maintain_order=True).rows(named=True)
    labels = ["values" if len(worlds) == 1 else "-".join(str(row[name]) for name in key if row[name]) for row in worlds]
    return {label: value_figure(tables, row) for label, row in zip(labels, worlds, strict=True)}


@context()
def value_figure(tables: Tables, world: Row) -> Picture:
    """Return the figure of one table: a panel for each value (only the first on a phone), a row for each ability."""
    here = [pl.col(name) == world[name] for name in ("deck", "variant", "players", "table")]
    dealt = tables["list"].filter(*here)
    titles, things = dict(dealt.select("ability", "title").iter_rows()), THINGS[BUNDLE in dealt["kind"]]
    values = tables["values"].filter(*here).drop_nulls("estimate")
    panels = [name for name in (WORTH, SWAP) if name in values["value"]]
    ordered = values.filter(value=panels[0]).sort("estimate", descending=True) if panels else values
    order = ordered["ability"].to_list()
    named = [world[name] for name in ("deck", "variant") if world[name] and tables["cells"][name].n_unique() > 1]
    title = f"What {', '.join([f'{things} are worth', *named])}, {world['players']} players ({world['table']})"
    panels = panels[:1] if is_narrow() else panels
    figure = picture(title, _alt(ordered, titles, things), ROW * max(len(order), 1) + MARGINS, note=NOTE)
    axes = figure.subplots(1, max(len(panels), 1), sharey=True, squeeze=False)[0]
    for axis, name in zip(axes, panels, strict=False):
        _panel(axis, name, order, titles, values.filter(value=name))
    rows_of(axes[0], [titles[ability] for ability in order], WIDTH / 3)
    return figure


def _alt(ordered: pl.DataFrame, titles: dict[str, str], things: str) -> str:
    if ordered.is_empty():
        return f"There are too few games to estimate what {things} are worth."
    first, last = ordered.row(0, named=True), ordered.row(-1, named=True)
    ends = [f"{titles[row['ability']]} ({typeset(row['estimate'])} points)" for row in (first, last)]
    return f"What {ordered.height} {things} are worth, with intervals: from {ends[0]} down to {ends[1]}."


def _panel(axes: "Axes", name: str, order: list[str], titles: dict[str, str], values: pl.DataFrame) -> None:
    for row in values.iter_rows(named=True):
        tip = f"{titles[row['ability']]}: {KINDS[name].title} {tip_text(row, 'points', 2)}"
        point(axes, order.index(row["ability"]), row, verdict=row["verdict"], tip=tip)
    margin = values["margin"][0]
    band(axes, -margin, margin)
    axes.set_title(PANELS[name])
    axes.set_xlabel("points of win rate", fontsize=SMALL)
    axes.tick_params(axis="x", labelsize=SMALL)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
