"""Decks side by side: levels with intervals, a panel for each measure or strategy, and a heat map of win rates.

Rows are levels of a table of estimates. ``mark`` and ``matters`` are the verdict on the difference from the first deck,
and the smallest that matters.
"""

from typing import Any

import polars as pl
from matplotlib.axes import Axes

from tda_sim.rendering.style import (
    PANEL,
    QUIET,
    SMALL,
    TEXT,
    Picture,
    band,
    context,
    fitting,
    heat_map,
    is_narrow,
    page,
    picture,
    point,
    rows_of,
    wrapped,
)
from tda_sim.wording.numbers import tip_text, typeset
from tda_sim.wording.words import at_most

ACROSS = 3
ROW, HEAD, NAMES = 0.31, 0.85, 1.25  # inches: a deck's row, margins above and below the rows, deck names
TALL = 0.3  # inches: what longer headings add on a phone
SQUARE, COLUMN, LEAST, STRATEGIES = 0.42, 0.75, 0.5, 1.6  # a square's height, width and least width; strategy names
TOO_FEW = "There are too few games for confidence intervals, so nothing is drawn."
NOTE = (
    "Dots with 95 % intervals. Blue, pointing right: more than {} by a difference that matters (outside the grey"
    " band). Orange, pointing left: less. Grey dot: no difference that matters. Open dot: more games needed."
)
SHARES = "Win rate per seat at the mixed table, in %. Blue: above a fair share ({} %); orange: below."
LENGTH = "plays"  # the measure that the description names


def draw_measures(rows: pl.DataFrame, measures: list[str]) -> Picture:
    """Return a panel for each of the ``measures`` that says something, for the first number of players."""
    rows = _of_first_players(rows)
    known = pl.col("low").is_not_null().all() & (pl.col("estimate") != 0).any()
    wanted = pl.DataFrame({"measure": measures}).join(rows.filter(known.over("measure")), on="measure")
    below = pl.when(pl.col("title").str.contains(pl.col("unit"), literal=True)).then(pl.lit("")).otherwise("unit")
    decks = _names(rows, "deck")
    title = f"{at_most(decks) if len(decks) < 4 else f'{len(decks)} decks'}, {rows['players'][0]} players"
    alt = _measures_alt(decks, _names(wanted, "title"), rows.filter(measure=LENGTH).sort("estimate"))
    return _panels(title, alt, decks, wanted.with_columns(panel="title", below=below))


def draw_shares(rows: pl.DataFrame) -> Picture:
    """Return a panel for each strategy: win rates per seat, in percent, for the first number of players."""
    rows = _of_first_players(rows)
    panels = rows.with_columns(panel="subject", below=pl.lit("win rate per seat, %"))
    return _panels("Who wins where", _shares_alt(rows), _names(rows, "deck"), panels)


@context()
def draw_shares_map(rows: pl.DataFrame) -> Picture:
    """Return a heat map of win rates per seat: a row for each strategy, a column for each deck."""
    rows = _of_first_players(rows)
    decks, par = _names(rows, "deck"), 100 / float(rows["players"][0])
    wide = rows.pivot("deck", index="subject", values="estimate", maintain_order=True)
    wide = wide.sort(pl.mean_horizontal(pl.exclude("subject")), descending=True)
    names = 0.35 * page() if is_narrow() else STRATEGIES
    column = max(LEAST, min(COLUMN, (page() - names - 0.2) / len(decks))) if is_narrow() else COLUMN
    width = min(max(3.6, names + column * len(decks) + 0.2), names + 12 * column)
    height = SQUARE * wide.height + 1.9
    figure = picture("Strategies by deck", _shares_alt(rows), height, width, SHARES.format(typeset(par)))
    away = max(1.0, max(abs(value - par) for value in rows["estimate"]))
    shades = wide.select(decks).rows()
    words = [[f"{share:.1f}" for share in row] for row in shades]
    heads = (
        [wrapped(deck, column + 0.1, 8) for deck in decks],
        [wrapped(name, names - 0.2, TEXT) for name in wide["subject"]],
    )
    heat_map(figure.subplots(), shades, words, heads, (par - away, par + away), size=TEXT)
    return figure


def _of_first_players(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter(pl.col("players") == pl.col("players").first())


def _names(rows: pl.DataFrame, column: str) -> list[str]:
    return rows[column].unique(maintain_order=True).to_list()


# --- panels -----------------------------------------------------------------------------------------------


@context()
def _panels(title: str, alt: str, decks: list[str], rows: pl.DataFrame) -> Picture:
    """Return a panel for each `panel` of some rows, a row for each deck; `below` stands under a panel."""
    panels = rows.partition_by("panel", maintain_order=True) if rows.height else []
    across = 2 if len(panels) == 4 else max(1, min(len(panels), fitting(ACROSS)))
    down = max(1, -(-len(panels) // across))
    note = NOTE.format(decks[0]) if decks[1:] else "Dots with 95 % intervals."
    height = down * (HEAD + TALL * is_narrow() + ROW * max(len(decks), 2)) + 1.0
    figure = picture(title, alt, height, note=note if panels else TOO_FEW)
    places = list(figure.subplots(down, across, sharey=True, squeeze=False).ravel())
    for place, panel in zip(places, panels, strict=False):
        _draw(place, panel.to_dicts())
    for unused in places[len(panels) :]:
        unused.set_axis_off()
    return figure


def _draw(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """Draw a row for each deck, and around the first one a band of differences too small to matter."""
    wide, first = (page() - NAMES) / fitting(ACROSS) - 0.1, rows[0]
    axes.set_title(wrapped(first["panel"], wide, PANEL, "bold"))
    axes.set_xlabel(wrapped(first["below"], wide, SMALL), fontsize=SMALL, alpha=QUIET, loc="left")
    if matters := next((row["matters"] for row in rows if row["matters"]), None):
        band(axes, first["estimate"] - matters, first["estimate"] + matters)
    digits = 1 if max(row["high"] - row["low"] for row in rows) < 10 else 0
    style: Any = {"textcoords": "offset points", "ha": "center", "va": "bottom", "fontsize": SMALL}
    for place, row in enumerate(rows):
        point(axes, place, row, row["mark"], f"{row['deck']}: {tip_text(row, row['below'])}")
        axes.annotate(typeset(row["estimate"], digits), (row["estimate"], place), (0, 3.5), zorder=4, **style)
    rows_of(axes, [row["deck"] for row in rows], NAMES)
    axes.set_ylim(len(rows) - 0.5, -0.8)
    axes.margins(x=0.14)
    axes.locator_params(axis="x", nbins=3 if is_narrow() else 5)


# --- in words ---------------------------------------------------------------------------------------------


def _measures_alt(decks: list[str], shown: list[str], lengths: pl.DataFrame) -> str:
    text = f"{at_most(shown, 12)} of {at_most(decks)}, with intervals." if shown else TOO_FEW
    if not decks[1:] or lengths.is_empty():
        return text
    least, most = lengths.row(0, named=True), lengths.row(-1, named=True)
    return (
        f"{text} Games last from {typeset(least['estimate'])} cards played ({least['deck']})"
        f" to {typeset(most['estimate'])} ({most['deck']})."
    )


def _shares_alt(rows: pl.DataFrame) -> str:
    first = rows.sort("estimate", descending=True).group_by("deck", maintain_order=True).first()
    best = first.group_by("subject", maintain_order=True).agg("deck").to_dicts()
    claims = [f"{row['subject']} wins most in {at_most(row['deck'])}" for row in best]
    return f"Win rates of {at_most(_names(rows, 'subject'))}: {'; '.join(claims)}."
