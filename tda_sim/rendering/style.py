"""One style for all figures: sizes, fonts, marks, and files that are the same to the byte.

A figure is a `Picture`: a matplotlib figure with a ``title`` and an ``alt`` text that describes it in a sentence or
two. `svg` returns it for a page: transparent, with its words kept as text and its ink in the colour of the words
around it, so that it reads on light and dark pages. `drawn` returns the bytes of a file.

Figures are as wide as `widths` says: pages show a narrow drawing on phones. The colours are those of `colours`. No
figure relies on colour alone: shapes, places or names say the same.
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from html import escape
from io import BytesIO
from textwrap import wrap
from typing import Any

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from tda_sim.characters import visible
from tda_sim.rendering.colours import COLOURLESS as COLOURLESS
from tda_sim.rendering.colours import DIVERGING as DIVERGING
from tda_sim.rendering.colours import DRAGONS as DRAGONS
from tda_sim.rendering.colours import SERIES as SERIES
from tda_sim.rendering.colours import SHADES
from tda_sim.rendering.widths import WIDTH as WIDTH
from tda_sim.rendering.widths import fitting as fitting
from tda_sim.rendering.widths import is_narrow as is_narrow
from tda_sim.rendering.widths import page as page

TITLE, PANEL, TEXT, SMALL = 11.0, 9.0, 8.5, 7.5  # points
MOST_LINES = 4  # of a label or a title; what is longer is cut
WIDE = {"normal": 0.56, "bold": 0.64}  # mean width of a character, as a share of the font size
FONT, FONTS = "'DejaVu Sans'", "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
INK, PAPER = "#23272e", "#ffffff"
QUIET, FAINT, SHADE = 0.72, 0.25, 0.09  # opacity of ink: quiet words, lines, bands
ENDINGS = (".png", ".svg")

MARKS = "osD^vP*X<>"
ON_SHADES = "#16181c"  # text on the shades of heat maps, on light and dark pages alike
VERDICTS: dict[str | None, str] = {None: DRAGONS["iron"]} | SHADES
TICKS = (-100, -30, -10, -3, -1, 0, 1, 3, 10, 30, 100)  # of logarithmic axes
POINTERS: dict[str | None, str] = {"more": ">", "less": "<"}  # other verdicts have a round marker

FIXED: Any = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that text has the same width on every machine
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
    "text.parse_math": False,  # names from files may hold dollar signs
    "grid.color": INK,
    "grid.alpha": 0.13,
    "grid.linewidth": 0.7,
    "hatch.color": INK,
    "lines.solid_capstyle": "butt",
    "svg.fonttype": "none",
    "svg.hashsalt": "tda",
}


class Picture(Figure):
    """A figure with its ``title`` and ``alt``, a sentence or two for readers who cannot see it."""

    title: str = ""
    alt: str = ""

    def _repr_html_(self) -> str:
        """Return the figure for a notebook, in the colours of its theme."""
        image = svg(deepcopy(self)).replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
        return f'<div style="font-size:0px">{image}</div>'  # without a size: words that stay where no picture may


@contextmanager
def context() -> Iterator[None]:
    """Set the style, whatever the user's own settings: put ``@context()`` on every function that draws."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(FIXED)
        yield


def picture(title: str, alt: str, height: float, width: float | None = None, note: str = "") -> Picture:
    """Return an empty picture, in inches, with its title above and a ``note`` on how to read it below.

    It is as wide as the page unless ``width`` says otherwise. On a phone it gets the height that longer notes take.
    """
    width = page() if width is None else width
    below = "\n".join(_lines(note, width - 0.2, SMALL))
    extra = SMALL * 1.4 / 72 * (below.count("\n") - len(_lines(note, WIDTH - 0.2, SMALL)) + 1)
    made = Picture(figsize=(width, height + max(extra, 0.0)), layout="constrained")
    made.title, made.alt = title, alt
    made.suptitle(wrapped(title, width - 0.2, TITLE, "bold"), x=0.1 / width, ha="left")
    if note:
        made.supxlabel(below, x=0.1 / width, ha="left", alpha=QUIET)
    return made


def wrapped(text: str, inches: float, size: float, weight: str = "normal") -> str:
    """Return a text broken into lines of about this width at most; a text of many lines, cut.

    >>> wrapped("avandras-hand-gold-for-bronze", 1.2, 8.5)
    'avandras-hand-\\ngold-for-bronze'
    >>> wrapped("x" * 100, 0.5, 8.5)
    'xxxxxxxx\\nxxxxxxxx\\nxxxxxxxx\\nxxxxxxx…'
    """
    lines = _lines(text, inches, size, weight)
    if len(lines) > MOST_LINES:  # tall labels would leave no room for what they label
        lines[MOST_LINES - 1 :] = [f"{lines[MOST_LINES - 1][:-1].rstrip()}…"]
    return "\n".join(lines)


def _lines(text: str, inches: float, size: float, weight: str = "normal") -> list[str]:
    most = max(8, int(72 * inches / (size * WIDE[weight])))
    return [line for part in text.split("\n") for line in wrap(part, most) or [""]]


# --- parts of figures -------------------------------------------------------------------------------------


def rows_of(axes: Axes, labels: Sequence[str], inches: float = 1.3) -> None:
    """Give an axis a row for each label, the first on top, without an axis line.

    Labels wrap at ``inches``, and at 40 % of a phone's width.
    """
    inches = min(inches, 0.4 * page()) if is_narrow() else inches
    axes.set_yticks(range(len(labels)), [wrapped(label, inches, TEXT) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def band(axes: Axes, low: float, high: float) -> None:
    """Shade the differences that do not matter, with a line in the middle."""
    axes.axvspan(low, high, color=INK, alpha=SHADE, zorder=0, linewidth=0)
    axes.axvline((low + high) / 2, color=INK, alpha=FAINT, linewidth=0.8, zorder=1)


def logarithmic(axes: Axes, reach: float) -> None:
    """Give an axis a symmetric logarithmic scale whose ticks do not crowd."""
    axes.set_xscale("symlog", linthresh=2, linscale=1.2)
    inside = [tick for tick in TICKS if abs(tick) <= reach]
    if len(inside) > (3 if is_narrow() else 5):
        inside = [tick for tick in inside if abs(tick) in (0, 1, 10, 100) or reach < 10]
    axes.set_xticks(inside, [f"{tick:g}".replace("-", "\N{MINUS SIGN}") for tick in inside], fontsize=SMALL)
    axes.set_xlim(-reach, reach)
    axes.minorticks_off()


def point(axes: Axes, place: float, row: dict[str, Any], verdict: str | None = None, tip: str = "", **own: Any) -> None:
    """Draw an estimate with its interval at a height; its marker points right for more, left for less.

    The marker is open where the verdict is unclear. ``row`` has `estimate`, `low` and `high`; ``own`` may give another
    ``color`` or ``marker``; pages show ``tip`` on hover.
    """
    colour = own.get("color", VERDICTS[verdict])
    marker = own.get("marker", POINTERS.get(verdict, "o"))
    inside = "none" if verdict == "unclear" else colour
    if row["low"] is not None and row["high"] is not None:
        axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=1.3, zorder=2)
    dots = axes.plot([row["estimate"]], [place], marker, color=colour, markersize=5, markerfacecolor=inside, zorder=3)
    if tip:
        give_tip(dots[0], tip)


def heat_map(
    axes: Axes,
    values: Sequence[Sequence[float | None]],
    words: Sequence[Sequence[str]],
    heads: tuple[Sequence[str], Sequence[str]],
    ends: tuple[float, float],
    shades: Sequence[str] = DIVERGING,
    size: float = SMALL,
) -> None:
    """Draw a square for each value, in a shade between two ``ends``, with words on it; ``heads``: columns and rows."""
    import seaborn  # takes seconds to import

    colours = LinearSegmentedColormap.from_list("shades", shades)
    style: Any = {"cmap": colours, "vmin": ends[0], "vmax": ends[1], "cbar": False, "linewidths": 1.5}
    style |= {"annot": np.array(words), "fmt": "", "annot_kws": {"color": ON_SHADES, "fontsize": size}}
    seaborn.heatmap(np.array(values, float), ax=axes, **style)
    axes.set_xticklabels(heads[0], rotation=0, fontsize=size)
    axes.set_yticklabels(heads[1], rotation=0, fontsize=size)
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)


def give_tip(artist: Artist, text: str) -> None:
    """Have pages show a text when the reader hovers over an artist."""
    artist.set_gid(TIP + text)


def small_multiples(made: Picture, labels: Sequence[str], across: int = 3) -> dict[str, Axes]:
    """Return an axis for each label, with the label as its title; all share their scales."""
    across = min(fitting(across), len(labels))
    down = -(-len(labels) // across)
    places = made.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
    for place, label in zip(places, labels, strict=False):
        place.set_title(wrapped(label, (page() - 1) / across, PANEL, "bold"))
        place.grid(axis="y")
        place.spines["left"].set_visible(False)
        place.tick_params(axis="y", length=0)
    for unused in places[len(labels) :]:
        unused.set_visible(False)
    for above in places[max(0, len(labels) - across) : len(labels)]:
        above.tick_params(axis="x", labelbottom=True)
    return dict(zip(labels, places, strict=False))


# --- files ------------------------------------------------------------------------------------------------

TIP = "tip "  # prefix of an artist's id that holds a tip
_NOTHING = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # metadata that would differ from run to run
_DARK = "<style>@media (prefers-color-scheme: dark) {:root {color: #e8eaed}} :root {color: %s}</style>"


def svg(made: Figure, titled: bool = True) -> str:
    """Return a figure as an ``<svg>`` element for a page, the same bytes for the same figure.

    Its background is transparent, its ink takes the page's text colour, and words stay text. Tips become ``<title>``
    elements; the whole carries ``alt`` as its label. ``titled``: whether it includes its own title. Control characters
    are made visible, so that the SVG is well-formed whatever it says.
    """
    buffer = BytesIO()
    salt = matplotlib.rc_context({"svg.hashsalt": getattr(made, "title", "tda")})
    with context(), _titled(made, titled), salt, _whatever_the_font_has():
        made.savefig(buffer, format="svg", facecolor="none", metadata=_NOTHING)
    text = visible(buffer.getvalue().decode("utf-8"))
    text = text[text.index("<svg") :].replace(INK, "currentColor").replace(FONT, FONTS)
    text = re.sub(rf'<g id="{TIP}([^"]*)">', r"<g><title>\1</title>", text)
    text = re.sub(r'<g id="[^"]*">', "<g>", text)  # ids that every figure repeats
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(visible(label(made)))}" ', 1)


def label(made: Figure) -> str:
    """Return a figure's description in words, or else its title."""
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
    """Silence warnings about characters that matplotlib's font lacks: pages use other fonts, and PNG shows a box."""
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
