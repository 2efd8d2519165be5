"""Looking at figures without eyes: where their texts lie, as a renderer puts them."""

from collections.abc import Iterator
from itertools import combinations

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from tda_sim.rendering import style

TOUCHING = 1.0  # pixels: so far may boxes of texts reach into each other, which are a bit larger than the letters


def texts(figure: Figure) -> list[tuple[str, Bbox]]:
    """Return every text that is seen, with its box in pixels."""
    with style.context():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
    renderer = canvas.get_renderer()
    unseen = {id(text) for axes in figure.axes for text in _unseen(axes)}
    result = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in result if id(text) not in unseen]


def _unseen(axes: Axes) -> Iterator[Text]:
    """Yield texts that are there but never drawn: of axes that are switched off, and ticks beyond an axis's ends."""
    if not axes.get_visible():
        yield from axes.findobj(Text)
        return
    for axis, ends in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            if not (axes.axison and min(ends) <= tick.get_loc() <= max(ends)):
                yield from (tick.label1, tick.label2)


def flaws(figure: Figure) -> list[str]:
    """Return the texts that run off the canvas, and the pairs of texts that run into each other."""
    result = texts(figure)
    width, height = figure.get_size_inches() * figure.dpi
    outside = [text for text, box in result if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height]
    pairs = combinations(result, 2)
    return outside + [f"{one} | {two}" for (one, a), (two, b) in pairs if _overlap(a, b)]


def _overlap(a: Bbox, b: Bbox) -> bool:
    wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
    return bool(wide > TOUCHING and high > TOUCHING)
