"""The picture of a profile: the headline measures of decks, or under house rules, as multiples of a baseline."""

from collections.abc import Mapping, Sequence
from math import log2
from typing import Any

from matplotlib.axes import Axes

from tda_sim.answers.columns import star, starred
from tda_sim.answers.contrasts import Entry
from tda_sim.answers.headlines import HEADLINES
from tda_sim.rendering.style import (
    FAINT,
    INK,
    PANEL,
    SMALL,
    VERDICTS,
    Picture,
    context,
    give_tip,
    is_narrow,
    page,
    picture,
    rows_of,
    wrapped,
)
from tda_sim.wording.words import at_most

ACROSS = 3  # panels side by side; on a phone one below the other
ROW, NAMES, HEAD, AROUND = 0.25, 1.2, 0.62, 0.75  # inches: a bar, the measures' names, a panel's title, the margins
LONGEST, TEXT_ROOM = 2, 0.75  # powers of two that the longest bar may show; room for the number beyond it, in bars
TICKS = {-2: "¼", -1: "½", 0: "same", 1: "×2", 2: "×4"}
NOTE = (
    "Each bar compares {what} with {baseline}, whose values stand at the names; the number is the new value. Blue:"
    " more; orange: less, both by enough to matter. Grey: no difference that matters. Outlined: cannot tell yet"
    " whether it matters. No bar is longer than four times or a quarter."
)


Profiles = Mapping[str, Sequence[Entry]]  # headline measures as differences from the baseline, by title


@context()
def draw(title: str, what: str, baseline: str, profiles: Profiles) -> Picture:
    """Return a panel of bars for each profile: a deck or a house rule. ``what``: each of them in general."""
    profiles = {head: rows for head, rows in profiles.items() if rows}
    across = 1 if is_narrow() else min(ACROSS, max(1, len(profiles)))
    down = -(-len(profiles) // across)
    names = _names(profiles)
    height = down * (HEAD + ROW * len(names)) + AROUND
    note = f"{NOTE.format(what=what, baseline=baseline)} {starred(row for rows in profiles.values() for row in rows)}"
    made = picture(title, _alt(baseline, profiles), height, note=note.rstrip())
    places = made.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
    reach = _reach(profiles)
    for k, (head, rows) in enumerate(profiles.items()):
        places[k].set_title(wrapped(head, (page() - NAMES) / across - 0.15, PANEL, "bold"))
        _panel(places[k], head, rows, list(names), reach)
        rows_of(places[k], list(names.values()), NAMES)
        if k % across:
            places[k].tick_params(axis="y", labelleft=False)
        if k + across >= len(profiles):
            places[k].tick_params(axis="x", labelbottom=True)
    for unused in places[len(profiles) :]:
        unused.set_axis_off()
    return made


def _doublings(row: Entry) -> float | None:
    """Return the ratio to the baseline as a power of two; None where there is no ratio."""
    return None if row.ratio is None else log2(row.ratio)


def _names(profiles: Profiles) -> dict[str, str]:
    """Return the headings of the measures with their baselines, by metric."""
    first = {row.measure: row for rows in profiles.values() for row in rows}
    return {
        each.name: f"{each.words.heading} ({first[each.name].show_levels(first[each.name].before.value)})"
        for each in HEADLINES
        if each.name in first
    }


def _reach(profiles: Profiles) -> int:
    """Return the power of two that the axis goes to, on either side."""
    sizes = [abs(size) for rows in profiles.values() for row in rows if (size := _doublings(row)) is not None]
    return 1 if max(sizes, default=0.0) <= 1 else LONGEST


def _panel(axes: Axes, head: str, rows: Sequence[Entry], metrics: Sequence[str], reach: int) -> None:
    """Draw the bars of a profile, each with its number at its end."""
    axes.axvline(0, color=INK, alpha=2 * FAINT, linewidth=0.8)
    axes.set_xlim(-reach * (1 + TEXT_ROOM), reach * (1 + TEXT_ROOM))
    ticks = {place: text for place, text in TICKS.items() if abs(place) <= reach}
    axes.set_xticks(list(ticks), list(ticks.values()), fontsize=SMALL)
    for row in rows:
        place, end = metrics.index(row.measure), max(-reach, min(reach, _doublings(row) or 0.0))
        colour = VERDICTS[row.verdict or None]
        inside = "none" if row.verdict == "unclear" else colour
        drawn = axes.barh([place], [end], height=0.62, facecolor=inside, edgecolor=colour, linewidth=1)
        now, then = (row.show_levels(each.value) for each in (row.after, row.before))
        give_tip(drawn[0], f"{head}, {row.words.heading}: {now}, baseline {then}")
        style: Any = {"textcoords": "offset points", "va": "center", "fontsize": SMALL}
        axes.annotate(
            f"{now}{star(row)}", (end, place), (-3 if end < 0 else 3, 0), ha="right" if end < 0 else "left", **style
        )


def _alt(baseline: str, profiles: Profiles) -> str:
    """Return in words what the picture shows."""
    parts = [
        f"{head}: {row.show_levels(row.after.value)} cards played against {row.show_levels(row.before.value)}"
        for head, rows in list(profiles.items())[:8]
        for row in rows[:1]
    ]
    shown = at_most(list(profiles), 8, "{} panels")
    return f"The headline measures of {shown} as multiples of {baseline}. {'. '.join(parts)}."
