"""Figures of a list: a row for each thing, a panel for each of its values, and the worlds that have such figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.rendering.style import FAINT, INK, SMALL, Picture, is_narrow, picture, point, rows_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Row = dict[str, Any]
Tables = Mapping[str, pl.DataFrame]

WORLD = ("deck", "variant", "players")
VALUES = (
    *("subject", "measure", "estimate", "low", "high", "n"),
    *("margin", "verdict", "best", "worst", "tied", "tier"),
)
LONG = 30  # rows: longer lists have a scale above them as well
POINTS = "points of win rate"


@dataclass(frozen=True)
class Mark:
    """An estimate in the row of a panel: its place, ``row`` with `estimate`, `low` and `high`, and how it is drawn."""

    place: int
    row: Row
    how: Mapping[str, Any]


def worlds_of(tables: Tables) -> dict[str, Row]:
    """Return the first table of each deck, variant and number of players by its label, "" for a single one."""
    worlds = tables["cells"].unique(WORLD, keep="first", maintain_order=True).rows(named=True)
    if len(worlds) == 1:
        return {"": worlds[0]}
    return {"-".join(str(row[part]) for part in WORLD if row[part] != ""): row for row in worlds}


def here(table: pl.DataFrame, world: Row) -> pl.DataFrame:
    """Return the rows of a table that belong to a world's table."""
    return table.filter(*(pl.col(name) == world[name] for name in (*WORLD, "table")))


def values_at(tables: Tables, world: Row) -> pl.DataFrame:
    """Return the values of the things of a list at a world's table."""
    return here(tables["estimates"].rename({"rule": "variant"}), world).filter(group="values").select(VALUES)


def listing(
    title: str,
    alt: str,
    labels: Sequence[str],
    panels: Mapping[str, tuple[str, Iterable[Mark]]],
    note: str,
    row: float,
    width: float,
) -> "tuple[Picture, Sequence[Axes]]":
    """Return the figure of a list and its panels: only the first on a phone.

    ``panels``: by title, the name of the scale and the marks; ``row``: inches for each row; ``width``: of the labels.
    """
    shown = dict([*panels.items()][: 1 if is_narrow() else None])
    figure = picture(title, alt, row * max(len(labels), 1) + MARGINS, note=note)
    axes = figure.subplots(1, max(len(shown), 1), sharey=True, squeeze=False)[0]
    for axis, (head, (scale, marks)) in zip(axes, shown.items(), strict=False):
        axis.axvline(0, color=INK, alpha=2 * FAINT, linewidth=0.8, zorder=1)
        for mark in marks:
            point(axis, mark.place, mark.row, **mark.how)
        axis.set_title(head)
        axis.set_xlabel(scale, fontsize=SMALL)
        axis.tick_params(axis="x", labelsize=SMALL, top=len(labels) > LONG, labeltop=len(labels) > LONG)
        axis.tick_params(axis="y", length=0, labelsize=SMALL)
        axis.spines["left"].set_visible(False)
        axis.grid(axis="x")
    rows_of(axes[0], labels, width)
    return figure, axes


MARGINS = 1.9  # inches above and below
