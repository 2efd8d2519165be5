"""The tier list as a figure: every card in its tier, best first, with a mark in its colour."""

from math import ceil
from typing import TYPE_CHECKING

from tda_sim.measures.card_values import KINDS, MAIN
from tda_sim.measures.ranking import TIERS
from tda_sim.rendering.lists import Row, Tables, worlds_of
from tda_sim.rendering.style import FAINT, INK, PANEL, QUIET, SMALL, Picture, context, give_tip, picture
from tda_sim.wording.numbers import tip_text

from .pictures import cards_of, colour_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEAD, MARK, LETTER = 1.25, 0.32, 0.058  # inches across: the name of a tier; a card's mark, and each of its letters
LINE, BETWEEN, AROUND = 0.22, 0.1, 0.95  # inches down: a line of cards, the gap between tiers, title and note
NOTE = "S and A beat the average card, C and D lose to it, with 95 % confidence for all cards at once."


def tier_figures(tables: Tables, order: str = MAIN) -> "dict[str, Figure]":
    """Return ``tiers`` for a single deck, otherwise a figure for each, named by the deck's label and "-tiers"."""
    return {
        f"{label}-tiers".lstrip("-"): tier_figure(tables, world, order) for label, world in worlds_of(tables).items()
    }


@context()
def tier_figure(tables: Tables, world: Row, order: str = MAIN) -> Picture:
    """Return the tiers of the cards at one table; ``order``: the value that sorts them."""
    rows = cards_of(tables, world, order)
    members = {letter: [row for row in rows if row["tier"] == letter] for letter in TIERS}
    figure = picture(f"Tiers of the cards, {world['players']} players", _alt(members), AROUND, note=NOTE)
    width = float(figure.get_size_inches()[0])
    chip = MARK + LETTER * max((len(_short(row)) for rows in members.values() for row in rows), default=0)
    across = max(1, int((width - HEAD) / chip))
    tall = {letter: LINE * max(1, ceil(len(rows) / across)) + BETWEEN for letter, rows in members.items()}
    figure.set_size_inches(width, AROUND + sum(tall.values()))
    axes = figure.subplots()
    axes.set_xlim(0, width)
    axes.set_ylim(sum(tall.values()), 0)
    axes.set_axis_off()
    top = 0.0
    for letter, rows in members.items():
        _draw_tier(axes, letter, rows, top, across, (width - HEAD) / across)
        top += tall[letter]
        axes.axhline(top, color=INK, alpha=FAINT, linewidth=0.7)
    return figure


def _short(row: Row) -> str:
    """Return a card's title without what the mark already shows: "Gold 13"."""
    return str(row["title"]).replace(" Dragon ", " ")


def _alt(members: dict[str, list[Row]]) -> str:
    named = {letter: ", ".join(row["title"] for row in rows) or "none" for letter, rows in members.items()}
    return " ".join(f"Tier {letter}, {TIERS[letter]}: {titles}." for letter, titles in named.items())


def _draw_tier(axes: "Axes", letter: str, rows: list[Row], top: float, across: int, chip: float) -> None:
    """Draw a tier from ``top`` down: its letter and meaning, then its cards in lines."""
    middle = top + BETWEEN / 2 + LINE / 2
    axes.text(0, middle, letter, fontsize=PANEL + 3, fontweight="bold", va="center")
    axes.text(0.25, middle, TIERS[letter], fontsize=SMALL, alpha=QUIET, va="center")
    for k, row in enumerate(rows):
        x, y = HEAD + chip * (k % across), middle + LINE * (k // across)
        marks = axes.plot([x + 0.06], [y], "s", color=colour_of(row), markersize=6)
        kind = KINDS[row["measure"]]
        give_tip(marks[0], f"{row['title']}: {kind.title} {tip_text(row, kind.unit, 2)}")
        axes.text(x + 0.17, y, _short(row), fontsize=SMALL, va="center")
