"""One style for all figures: sizes, a palette named after the dragons, marks, and files that are the same to the byte.

A figure is a `Picture`: a matplotlib figure that knows its ``title`` and its ``alt``, a text that says in a sentence or
two what is to be seen. `svg` returns it for a page: transparent, its words kept as text, its ink in the colour of the
words around it, so that it is readable on light and dark pages. `save` writes it into a file.

Colours are of a middling lightness, three to one or better against white and against near-black. No figure tells
things apart by colour alone: there are shapes, places or names as well.
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from io import BytesIO
from textwrap import wrap
from typing import Any

import matplotlib
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tda_sim.characters import visible

WIDTH = 7.2  # inches: of a page's column
TITLE, PANEL, TEXT, SMALL = 11.0, 9.0, 8.5, 7.5  # points
WIDE = {"normal": 0.56, "bold": 0.64}  # of a character, in sizes of its font
FONT, FONTS = "'DejaVu Sans'", "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
INK, PAPER = "#23272e", "#ffffff"
QUIET, FAINT, SHADE = 0.72, 0.25, 0.09  # how much ink: words that stand back, lines, bands
ENDINGS = (".png", ".svg")

DRAGONS = {
    "white": "#7d8f9c",
    "black": "#6a6a70",
    "green": "#2f8f57",
    "blue": "#2f7ec4",
    "red": "#d1453f",
    "copper": "#c4681f",
    "brass": "#a8862a",
    "bronze": "#9a7245",
    "silver": "#838d96",
    "gold": "#b98a00",
    "adamantine": "#5b7484",
    "brown": "#a0643c",
    "earthquake": "#98815c",
    "gray": "#808080",
    "iron": "#6c7480",
    "mercury": "#5f93a8",
    "mithral": "#3d93b8",
    "purple": "#9a5fc0",
    "shadow": "#7a6bb5",
    "steel": "#5a85ae",
}
COLOURLESS = "#c9559a"  # mortals, and dragons of many colours or none
SERIES = tuple(DRAGONS[name] for name in ("blue", "copper", "green", "purple", "gold", "red", "iron", "mithral"))
MARKS = "osD^vP*X<>"
DIVERGING = ("#6fb0e6", "#f4f1ea", "#e59a5c")  # of heat maps: below par, at par, above; all light enough for
ON_SHADES = "#16181c"  # what is written on them, on light and dark pages alike
VERDICTS: dict[str | None, str] = {
    "more": DRAGONS["copper"],
    "less": DRAGONS["blue"],
    "same": DRAGONS["gray"],
    "unclear": DRAGONS["gray"],
    None: DRAGONS["iron"],
}
TICKS = (-100, -30, -10, -3, -1, 0, 1, 3, 10, 30, 100)  # of logarithmic axes
POINTERS: dict[str | None, str] = {"more": ">", "less": "<"}  # all others are round

FIXED: Any = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that words are as wide everywhere
    "font.size": TEXT,
    "figure.titlesize": TITLE,
    "figure.titleweight": "bold",
    "figure.labelsize": SMALL,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "axes.titlesize": PANEL,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlecolor": INK,
    "axes.labelsize": TEXT,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.7,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.labelsize": TEXT,
    "ytick.labelsize": TEXT,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "text.parse_math": False,  # names from files may have dollars in them
    "grid.color": INK,
    "grid.alpha": 0.13,
    "grid.linewidth": 0.7,
    "hatch.color": INK,
    "lines.solid_capstyle": "butt",
    "svg.fonttype": "none",
    "svg.hashsalt": "tda",
}


class Picture(Figure):
    """A figure with its ``title`` and ``alt``, a sentence or two for those who do not see it."""

    title: str = ""
    alt: str = ""


@contextmanager
def context() -> Iterator[None]:
    """Set the style, whatever the user's own settings are: ``@context()`` on every function that draws."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(FIXED)
        yield


def picture(title: str, alt: str, height: float, width: float = WIDTH, note: str = "") -> Picture:
    """Return an empty picture, in inches, with its title above and a ``note`` on how to read it below."""
    made = Picture(figsize=(width, height), layout="constrained")
    made.title, made.alt = title, alt
    made.suptitle(wrapped(title, width - 0.2, TITLE, "bold"), x=0.1 / width, ha="left")
    if note:
        made.supxlabel(wrapped(note, width - 0.2, SMALL), x=0.1 / width, ha="left", alpha=QUIET)
    return made


def wrapped(text: str, inches: float, size: float, weight: str = "normal") -> str:
    """Return a text in lines that are about so many inches wide at most.

    >>> wrapped("avandras-hand-gold-for-bronze", 1.2, 8.5)
    'avandras-hand-\\ngold-for-bronze'
    """
    most = max(8, int(72 * inches / (size * WIDE[weight])))
    return "\n".join(line for part in text.split("\n") for line in wrap(part, most) or [""])


# --- parts of figures -------------------------------------------------------------------------------------


def rows_of(axes: Axes, labels: Sequence[str], inches: float = 1.3) -> None:
    """Give an axis a row for each label, the first one on top, without a line beside them."""
    axes.set_yticks(range(len(labels)), [wrapped(label, inches, TEXT) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def band(axes: Axes, low: float, high: float) -> None:
    """Shade what does not matter, with a line in its middle."""
    axes.axvspan(low, high, color=INK, alpha=SHADE, zorder=0, linewidth=0)
    axes.axvline((low + high) / 2, color=INK, alpha=FAINT, linewidth=0.8, zorder=1)


def logarithmic(axes: Axes, reach: float) -> None:
    """Scale an axis to both sides by logarithms, with ticks that do not crowd."""
    axes.set_xscale("symlog", linthresh=2, linscale=1.2)
    inside = [tick for tick in TICKS if abs(tick) <= reach]
    few = inside if len(inside) <= 5 else [tick for tick in inside if abs(tick) in (0, 1, 10, 100) or reach < 10]
    axes.set_xticks(few, [f"{tick:g}".replace("-", "\N{MINUS SIGN}") for tick in few], fontsize=SMALL)
    axes.set_xlim(-reach, reach)
    axes.minorticks_off()


def point(axes: Axes, place: float, row: dict[str, Any], verdict: str | None = None, tip: str = "", **own: Any) -> None:
    """Draw an estimate with its interval, at a height. It points to where it differs; open if that cannot be told.

    ``row`` has `estimate`, `low` and `high`; ``own`` may name another ``color`` or ``marker``; ``tip`` is shown by
    pages when the estimate is pointed at.
    """
    colour = own.get("color", VERDICTS[verdict])
    marker = own.get("marker", POINTERS.get(verdict, "o"))
    inside = "none" if verdict == "unclear" else colour
    if row["low"] is not None and row["high"] is not None:
        axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=1.3, zorder=2)
    drawn = axes.plot([row["estimate"]], [place], marker, color=colour, markersize=5, markerfacecolor=inside, zorder=3)
    if tip:
        give_tip(drawn[0], tip)


def give_tip(artist: Artist, text: str) -> None:
    """Let pages say something when an artist is pointed at."""
    artist.set_gid(TIP + text)


def small_multiples(made: Picture, labels: Sequence[str], across: int = 3) -> dict[str, Axes]:
    """Return an axis for each label, titled by it, on scales that are the same for all."""
    across = min(across, len(labels))
    down = -(-len(labels) // across)
    places = made.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
    for place, label in zip(places, labels, strict=False):
        place.set_title(wrapped(label, (WIDTH - 1) / across, PANEL, "bold"))
        place.grid(axis="y")
        place.spines["left"].set_visible(False)
        place.tick_params(axis="y", length=0)
    for unused in places[len(labels) :]:
        unused.set_visible(False)
    for above in places[max(0, len(labels) - across) : len(labels)]:
        above.tick_params(axis="x", labelbottom=True)
    return dict(zip(labels, places, strict=False))


# --- files ------------------------------------------------------------------------------------------------

TIP = "tip "  # begins the name of what has a tip
_NOTHING = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # what would be written down of its making
_DARK = "<style>@media (prefers-color-scheme: dark) {:root {color: #e8eaed}} :root {color: %s}</style>"


def svg(made: Figure, titled: bool = True) -> str:
    """Return a figure as an ``<svg>`` element for a page, the same bytes for the same figure.

    Its background is transparent, and its ink is the page's colour of text. Texts are texts. What was given a tip has
    it as ``<title>``; the whole is labelled by ``alt``. ``titled``: with the figure's own title in it. Every character
    is seen, so that the SVG is well-formed whatever is written in it.
    """
    buffer = BytesIO()
    salt = matplotlib.rc_context({"svg.hashsalt": getattr(made, "title", "tda")})
    with context(), _titled(made, titled), salt, _whatever_the_font_has():
        made.savefig(buffer, format="svg", facecolor="none", metadata=_NOTHING)
    text = visible(buffer.getvalue().decode("utf-8"))
    text = text[text.index("<svg") :].replace(INK, "currentColor").replace(FONT, FONTS)
    text = re.sub(rf'<g id="{TIP}([^"]*)">', r"<g><title>\1</title>", text)
    text = re.sub(r'<g id="[^"]*">', "<g>", text)  # names that every figure uses again
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(visible(label(made)))}" ', 1)


def label(made: Figure) -> str:
    """Return what a figure shows, in words; its title where there is nothing better."""
    return getattr(made, "alt", "") or getattr(made, "title", "") or "figure"


def drawn(made: Figure, ending: str) -> bytes:
    """Return a figure as an ".svg" file, transparent and readable in light and dark, or ".png", on white paper."""
    if ending == ".svg":
        text = svg(made)
        head = text.index(">", text.index("<svg")) + 1
        return f'<?xml version="1.0" encoding="utf-8"?>\n{text[:head]}{_DARK % INK}{text[head:]}'.encode()
    buffer = BytesIO()
    with context(), _whatever_the_font_has():
        made.savefig(buffer, format="png", dpi=150, metadata={"Software": None})
    return buffer.getvalue()


@contextmanager
def _whatever_the_font_has() -> Iterator[None]:
    """Do not warn of signs that matplotlib's font lacks: pages have other fonts, and PNG shows a box."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        yield


@contextmanager
def _titled(made: Figure, titled: bool) -> Iterator[None]:
    above = getattr(made, "_suptitle", None)
    if above is None or titled:
        yield
        return
    above.set(visible=False, in_layout=False)
    try:
        yield
    finally:
        above.set(visible=True, in_layout=True)
