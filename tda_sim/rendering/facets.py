"""Numbers along facets, such as numbers of players: a small panel for each, with its own scale."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from tda_sim.rendering import style
from tda_sim.rendering.style import Picture

ACROSS, TALL, MARGINS = 3, 1.7, 1.2  # panels side by side; inches: a panel's height, and the margins
NOTE = "The numbers that differ most clearly, each on its own scale, with their intervals."

Point = tuple[float | None, float | None, float | None]  # estimate and the ends of its interval


class Panel(NamedTuple):
    """A number at every facet: its name, its unit, and its points; one that is missing has no estimate."""

    label: str
    unit: str
    points: Sequence[Point]


@style.context()
def facet_picture(title: str, facets: Sequence[str], panels: Sequence[Panel]) -> Picture:
    """Return a panel for each number, with a point and its interval at each facet."""
    across = style.fitting(min(ACROSS, max(len(panels), 1)))
    alt = f"{', '.join(each.label for each in panels)}, each at {', '.join(facets)}, with intervals."
    down = ceil(max(len(panels), 1) / across)
    made = style.picture(title, alt, down * TALL + MARGINS, note=NOTE)
    axes = made.subplots(down, across, squeeze=False).ravel()
    for each in axes[len(panels) :]:
        each.set_visible(False)
    room = max(0.4, (style.page() - 1) / across / len(facets))  # of a name below a panel, inches
    for each, (label, unit, points) in zip(axes, panels, strict=False):
        known = [(place, *point) for place, point in enumerate(points) if point[0] is not None]
        each.plot([row[0] for row in known], [row[1] for row in known], "-", color=style.INK, alpha=style.FAINT)
        for place, estimate, low, high in known:
            each.plot([place, place], [low, high], color=style.INK, linewidth=1.3)
            dots = each.plot([place], [estimate], "o", color=style.INK, markersize=4)
            style.give_tip(dots[0], f"{label}, {facets[place]}: {estimate:.4g} {unit}")
        each.set_title(style.wrapped(label, (style.page() - 1) / across, style.PANEL, "bold"))
        each.set_ylabel(unit, fontsize=style.SMALL)
        each.set_xticks(range(len(facets)), [style.wrapped(name, room, style.SMALL) for name in facets])
        each.set_xlim(-0.5, len(facets) - 0.5)
        each.tick_params(labelsize=style.SMALL)
        each.grid(axis="y")
    return made
