"""Pairs of things: as chords of a circle, in order of their colours, and as a map of rows and columns."""

from collections.abc import Mapping, Sequence
from math import cos, degrees, pi, sin
from typing import Any, NamedTuple

from tda_sim.rendering import style
from tda_sim.rendering.rankings import colour_of
from tda_sim.rendering.style import Picture

INSIDE, LABEL, REACH, WIDEST, PULL = 1.0, 1.07, 1.65, 5.0, 0.35  # radii; points; how near to the middle chords bend
MAPPED = 20  # rows and columns of a map, at most
NO_PAIR: dict[str, Any] = {"estimate": None, "verdict": "unclear"}
NOTE = (
    "The strongest pairs by their pooled values; the wider, the stronger. Solid: worth more together; dashed: worth"
    " less. Pale: not certainly so."
)


class Chord(NamedTuple):
    """Two things, what they are worth together beyond apart, whether that is sure, and what both are called."""

    one: str
    other: str
    value: float
    sure: bool
    label: str


@style.context()
def chord_picture(title: str, chords: Sequence[Chord], cards: Mapping[str, dict[str, Any]], unit: str) -> Picture:
    """Return pairs as chords between the places of their cards on a circle."""
    named = [f"{each.label} ({style_value(each.value)} {unit})" for each in chords]
    alt = f"The strongest pairs: {'; '.join(named) or 'none'}."
    width = style.page()
    made = style.picture(title, alt, width + 0.4, note=NOTE)
    axes = made.subplots()
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_xlim(-REACH, REACH)
    axes.set_ylim(-REACH, REACH)
    names = sorted({name for each in chords for name in each[:2]}, key=lambda name: _order(cards[name]))
    angles = {name: pi / 2 - 2 * pi * (k + 0.5) / len(names) for k, name in enumerate(names)}
    most = max((abs(each.value) for each in chords), default=1.0) or 1.0
    for each in sorted(chords, key=lambda chord: abs(chord.value)):
        _draw(axes, angles[each.one], angles[each.other], each, most, unit)
    for name, angle in angles.items():
        left = cos(angle) < 0
        x, y = cos(angle), sin(angle)
        axes.plot([x], [y], "o", color=colour_of(cards[name]), markersize=7, zorder=3)
        how: Any = {"ha": "right" if left else "left", "va": "center", "rotation_mode": "anchor"}
        turn = degrees(angle) + (180 if left else 0)
        axes.text(LABEL * x, LABEL * y, cards[name]["title"], rotation=turn, fontsize=style.SMALL, **how)
    return made


@style.context()
def map_picture(title: str, pairs: Sequence[Mapping[str, Any]], titles: Mapping[str, str], note: str) -> Picture:
    """Return a map of what subjects (rows) are worth with references (columns): those with the largest values.

    ``pairs`` have `subject`, `reference`, `estimate` and `verdict`; ``titles`` are in the order of rows and columns.
    """
    order = [*titles]
    heads = []
    for side in ("subject", "reference"):
        most: dict[str, float] = {}
        for pair in pairs:
            most[pair[side]] = max(most.get(pair[side], 0.0), abs(pair["estimate"]))
        heads.append(sorted(sorted(most, key=lambda name: -most[name])[:MAPPED], key=order.index))
    rows, columns = heads
    there = {(pair["subject"], pair["reference"]): pair for pair in pairs}
    values = [[there.get((row, column), NO_PAIR)["estimate"] for column in columns] for row in rows]
    words = [[_if_sure(there.get((row, column), NO_PAIR)) for column in columns] for row in rows]
    reach = max((abs(value) for line in values for value in line if value is not None), default=1.0)
    alt = f"{title}: a map of {len(rows)} rows and {len(columns)} columns."
    made = style.picture(title, alt, 0.28 * len(rows) + 2, note=note)
    axes = made.subplots()
    named = ([titles[each] for each in columns], [titles[each] for each in rows])
    style.heat_map(axes, values, words, named, (-reach, reach))
    axes.tick_params(axis="x", rotation=90)
    return made


def _if_sure(pair: Mapping[str, Any]) -> str:
    return "" if pair["verdict"] == "unclear" else style_value(pair["estimate"])


def style_value(value: float) -> str:
    """Return a value with its sign."""
    return f"{value:+.2g}".replace("-", "\N{MINUS SIGN}")


def _order(card: Mapping[str, Any]) -> tuple[str, int]:
    colours = card.get("colours") or []
    return (colours[0] if len(colours) == 1 else "~", card.get("strength") or 0)


def _draw(axes: Any, first: float, second: float, chord: Chord, most: float, unit: str) -> None:
    """Draw a chord as a curve that bends towards the middle."""
    steps = [k / 30 for k in range(31)]
    ends = [(INSIDE * cos(angle), INSIDE * sin(angle)) for angle in (first, second)]
    bend = [PULL * (one + other) / 2 for one, other in zip(*ends, strict=True)]
    lines = [
        [(1 - t) ** 2 * one + 2 * t * (1 - t) * middle + t**2 * other for t in steps]
        for one, other, middle in zip(*ends, bend, strict=True)
    ]
    wide = max(0.8, WIDEST * abs(chord.value) / most)
    word = "more" if chord.value > 0 else "less"
    how: Any = {"color": style.VERDICTS[word], "linestyle": "-" if chord.value > 0 else "--", "linewidth": wide}
    drawn = axes.plot(*lines, alpha=0.85 if chord.sure else 0.3, zorder=2 if chord.sure else 1, **how)
    style.give_tip(drawn[0], f"{chord.label}: {style_value(chord.value)} {unit}")
