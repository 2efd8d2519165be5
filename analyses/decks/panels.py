"""The figure that compares decks: a panel for each main metric, a row for each deck."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes

from tda_sim.measures.metrics import PANEL as AS_PANEL
from tda_sim.measures.metrics import shown_in
from tda_sim.measures.table import DIFFERENCES, LEVELS, labels
from tda_sim.rendering.style import (
    PANEL,
    QUIET,
    SMALL,
    Picture,
    band,
    context,
    fitting,
    is_narrow,
    page,
    picture,
    point,
    rows_of,
)
from tda_sim.rendering.style import wrapped as in_lines
from tda_sim.wording.numbers import tip_text, typeset
from tda_sim.wording.words import at_most

ACROSS = 3
ROW, HEAD, NAMES = 0.31, 0.85, 1.25  # inches: a deck's row, margins above and below the rows, deck names
TALL = 0.3  # inches: what longer headings add on a phone
TOO_FEW = "There are too few games for confidence intervals, so nothing is drawn."
NOTE = (
    "Dots with 95 % intervals. Blue, pointing right: more than {} by a difference that matters (outside the grey"
    " band). Orange, pointing left: less. Grey dot: no difference that matters. Open dot: more games needed."
)

Row = dict[str, Any]


@context()
def draw(estimates: pl.DataFrame) -> Picture:
    """Return the figure for the main tables and the first number of players.

    It has points with intervals, and around the first deck a band of differences too small to matter.
    """
    main = estimates.filter("main", pl.col("players") == pl.col("players").first(), subject="")
    main, differences = main.filter(kind=LEVELS), main.filter(kind=DIFFERENCES)
    panels = [each.name for each in shown_in(AS_PANEL) if _worth_a_panel(main.filter(measure=each.name))]
    decks = main["deck"].unique(maintain_order=True).to_list()
    title = f"{at_most(decks) if len(decks) < 4 else f'{len(decks)} decks'}, {main['players'][0]} players"
    figure, places = panelled(title, _alt(main, panels), decks, len(panels))
    for place, name in zip(places, panels, strict=True):
        rows = main.filter(measure=name).to_dicts()
        draw_panel(place, rows, differences.filter(measure=name), *heading(rows[0]))
    return figure


def by_label(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows whose `deck` includes the house rules over it."""
    return rows.with_columns(deck=labels())


def panelled(title: str, alt: str, decks: list[str], panels: int) -> tuple[Picture, list[Axes]]:
    """Return a picture with this many panels, each with a row for each deck."""
    across = across_for(panels)
    down = max(1, -(-panels // across))
    note = TOO_FEW if panels == 0 else NOTE.format(decks[0]) if decks[1:] else "Dots with 95 % intervals."
    figure = picture(title, alt, down * (HEAD + TALL * is_narrow() + ROW * max(len(decks), 2)) + 1.0, note=note)
    places = list(figure.subplots(down, across, sharey=True, squeeze=False).ravel())
    for unused in places[panels:]:
        unused.set_axis_off()
    return figure, places[:panels]


def across_for(panels: int) -> int:
    """Return how many panels stand side by side."""
    return 2 if panels == 4 else max(1, min(panels, fitting(ACROSS)))


def _worth_a_panel(rows: pl.DataFrame) -> bool:
    return bool(rows.height and (rows["estimate"] != 0).any() and rows["low"].is_not_null().all())


def draw_panel(axes: Axes, rows: list[Row], differences: pl.DataFrame, title: str, unit: str) -> None:
    """Draw a row for each deck; ``differences``: the same, minus the first."""
    wide = (page() - NAMES) / fitting(ACROSS) - 0.1
    axes.set_title(in_lines(title, wide, PANEL, "bold"))
    axes.set_xlabel(in_lines(unit, wide, SMALL), fontsize=SMALL, alpha=QUIET, loc="left")
    verdicts = dict(differences.select("deck", "verdict").iter_rows())
    margin = differences["margin"].first() or 0.0
    if margin:
        band(axes, rows[0]["estimate"] - margin, rows[0]["estimate"] + margin)
    for place, row in enumerate(rows):
        point(axes, place, row, verdicts.get(row["deck"]), f"{row['deck']}: {tip_text(row, unit)}")
        style: Any = {"textcoords": "offset points", "ha": "center", "va": "bottom", "fontsize": SMALL}
        axes.annotate(typeset(row["estimate"], _decimals(rows)), (row["estimate"], place), (0, 3.5), zorder=4, **style)
    rows_of(axes, [row["deck"] for row in rows], NAMES)
    axes.set_ylim(len(rows) - 0.5, -0.8)
    axes.margins(x=0.14)
    axes.locator_params(axis="x", nbins=3 if is_narrow() else 5)


def heading(row: Row) -> tuple[str, str]:
    """Return a metric's title and its unit, which is empty where the title includes it."""
    return row["title"], "" if row["unit"] in row["title"] else row["unit"]


def _decimals(rows: list[Row]) -> int:
    """Return how many decimals to show: none where the widest interval is ten or more."""
    return 1 if max(row["high"] - row["low"] for row in rows) < 10 else 0


def _alt(main: pl.DataFrame, panels: list[str]) -> str:
    shown = [main.filter(measure=name)["title"][0] for name in panels]
    decks = main["deck"].unique(maintain_order=True).to_list()
    subject = f"{at_most(shown, 12)} of {at_most(decks)}, with intervals" if shown else TOO_FEW.rstrip(".")
    lengths = main.filter(measure="plays").sort("estimate")
    if not decks[1:] or lengths.is_empty():
        return f"{subject}."
    least, most = lengths.row(0, named=True), lengths.row(-1, named=True)
    return (
        f"{subject}. Games last from {typeset(least['estimate'])} cards played ({least['deck']})"
        f" to {typeset(most['estimate'])} ({most['deck']})."
    )
