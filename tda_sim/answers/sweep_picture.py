"""The picture of a sweep: curves with bands for one parameter, and maps for two."""

import numpy as np
from matplotlib.axes import Axes

from tda_sim.answers.sweep_known import Course, Swept
from tda_sim.measures.sweeps import text_of
from tda_sim.rendering.style import (
    DRAGONS,
    FAINT,
    INK,
    PANEL,
    QUIET,
    SERIES,
    SMALL,
    Picture,
    context,
    fitting,
    give_tip,
    heat_map,
    is_narrow,
    page,
    picture,
    wrapped,
)
from tda_sim.wording.numbers import MINUS
from tda_sim.wording.words import capital, listed

ACROSS = 3
ROW, HEAD, SQUARE = 1.75, 1.1, 0.42  # inches: a row of panels, title and note, a row of a map
CURVES = "95 % intervals. The open ring is the printed game."
TARGET = " Dotted: the target, and the interval of where the curve crosses it."
MAPS = "Darker is more. The frame marks the printed game."
SHADES = ("#f4f1ea", "#e59a5c")  # light enough to write on


@context()
def sweep_picture(known: Swept, title: str) -> Picture:
    """Return small multiples of the main measures, and of those that have targets."""
    panels = [known.courses[name] for name in known.wanted if name in known.courses]
    is_map = len(known.sweep.axes) == 2
    across = _across(len(known.sweep.axes[0].values) if is_map else 1, len(panels))
    down = max(1, -(-len(panels) // across))
    row = HEAD + SQUARE * len(known.sweep.axes[-1].values) if is_map else ROW
    note = MAPS if is_map else CURVES + (TARGET if known.targets else "")
    made = picture(title, _alt(known, panels), down * row + HEAD, note=note)
    places = made.subplots(down, across, squeeze=False).ravel()
    for axes, course in zip(places, panels, strict=False):
        axes.set_title(wrapped(capital(course.words.heading), page() / across - 0.3, PANEL, "bold"))
        (_draw_map if is_map else _draw_curve)(axes, known, course)
    for unused in places[len(panels) :]:
        unused.set_axis_off()
    return made


def _across(columns: int, panels: int) -> int:
    """Return how many panels stand side by side: fewer on a phone, or where each is a map of many columns."""
    if is_narrow():
        room = fitting(ACROSS) if columns == 1 else 1
    else:
        room = next(count for most, count in ((5, ACROSS), (8, 2), (columns, 1)) if columns <= most)
    return max(1, min(room, panels))


def _alt(known: Swept, panels: list[Course]) -> str:
    names = listed([course.short for course in panels])
    return f"{capital(names)} by {listed([axis.title for axis in known.sweep.axes])}, with intervals."


# --- curves -----------------------------------------------------------------------------------------------


def _draw_curve(axes: Axes, known: Swept, course: Course) -> None:
    sweep, axis = known.sweep, known.sweep.axes[0]
    variants = [variant for variant in course.levels if variant or sweep.has_printed or not axis.is_numeric]
    x = [sweep.points[variant][0] for variant in variants] if axis.is_numeric else range(len(variants))
    places = np.array(list(x), float)
    estimates = [course.levels[variant].estimate for variant in variants]
    y, low, high = (
        np.array([np.nan if value is None else value for value in values], float)
        for values in zip(*((each.value, each.low, each.high) for each in estimates), strict=True)
    )
    colour = SERIES[0]
    if axis.is_numeric:
        axes.fill_between(places, low, high, color=colour, alpha=0.22, linewidth=0)
        axes.plot(places, y, color=colour, linewidth=1.4)
    else:
        axes.vlines(places, low, high, color=colour, linewidth=1.3)
        axes.set_xticks(places, [wrapped(text_of(sweep.points[each][0]), 0.7, SMALL) for each in variants])
        axes.set_xlim(-0.5, len(places) - 0.5)
    for place, height, variant in zip(places, y, variants, strict=True):
        inside = "none" if not variant else colour
        size = 7 if not variant else 3.5
        dots = axes.plot([place], [height], "o", color=colour, markersize=size, markerfacecolor=inside, zorder=3)
        give_tip(dots[0], f"{known.place(variant)}: {course.words_at(variant)}")
    for metric, target in known.targets:
        if metric == course.metric.name:
            _draw_target(axes, known, metric, target)
    axes.set_xlabel(wrapped(axis.title, page() / fitting(ACROSS) - 0.4, SMALL), fontsize=SMALL, alpha=QUIET)
    axes.grid(axis="y")
    axes.locator_params(axis="y", nbins=4)
    axes.tick_params(labelsize=SMALL)
    axes.margins(y=0.15)


def _draw_target(axes: Axes, known: Swept, metric: str, target: float) -> None:
    axes.axhline(target, color=DRAGONS["red"], linewidth=1.0, linestyle=":")
    for each in known.crossings(metric, target):
        low, high = each.estimate.low, each.estimate.high
        if low is not None and high is not None:
            axes.axvspan(low, high, color=DRAGONS["red"], alpha=0.18, linewidth=0)
        if each.estimate.value is not None:
            axes.axvline(each.estimate.value, color=INK, alpha=FAINT, linewidth=0.8)


# --- maps -------------------------------------------------------------------------------------------------


def _draw_map(axes: Axes, known: Swept, course: Course) -> None:
    from matplotlib.patches import Rectangle

    first, second = known.sweep.axes
    by_values = {tuple(map(text_of, values)): variant for variant, values in known.sweep.points.items()}
    grid = [[by_values[text_of(a), text_of(b)] for a in first.values] for b in second.values]
    values = [[course.value(variant) for variant in row] for row in grid]
    words = [[course.show(value).replace("-", MINUS) for value in row] for row in values]
    heat_map(
        axes,
        values,
        words,
        (list(map(text_of, first.values)), list(map(text_of, second.values))),
        _scale(course),
        SHADES,
    )
    axes.tick_params(top=False, labeltop=False, labelbottom=True)
    if known.sweep.has_printed:
        column, row = (
            axis.values.index(value) for axis, value in zip((first, second), known.sweep.printed, strict=True)
        )
        axes.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor=INK, linewidth=1.6))
    axes.set_xlabel(wrapped(first.title, page() / fitting(ACROSS) - 0.4, SMALL), fontsize=SMALL, alpha=QUIET)
    axes.set_ylabel(second.title, fontsize=SMALL, alpha=QUIET)


def _scale(course: Course) -> tuple[float, float]:
    """Return the ends of a scale of shades, so far apart that differences within error look alike."""
    values = [value for point in course.levels if (value := course.value(point)) is not None]
    error = max((row.estimate.half or 0.0 for row in course.levels.values()), default=0.0)
    middle = (min(values) + max(values)) / 2
    reach = max(max(values) - min(values), 4 * error, 1e-9) / 2
    return middle - reach, middle + reach
