"""The picture of a profile: the headline measures of decks, or under house rules, as multiples of a baseline."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from matplotlib.axes import Axes

from tda_sim.answers.headlines import HEADLINES, ratio_of
from tda_sim.documents.numbers import Estimate, Show, decimals
from tda_sim.documents.style import (
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
from tda_sim.documents.words import at_most
from tda_sim.measures.metrics import EVERY

ACROSS = 3  # panels side by side; on a phone one below the other
ROW, NAMES, HEAD, AROUND = 0.25, 1.2, 0.62, 0.75  # inches: a bar, the measures' names, a panel's title, the margins
LONGEST, TEXT_ROOM = 2, 0.75  # powers of two that the longest bar may show; room for the number beyond it, in bars
TICKS = {-2: "¼", -1: "½", 0: "same", 1: "×2", 2: "×4"}
NOTE = (
    "Each bar compares {what} with {baseline}, whose values stand at the names; the number is the new value. Blue:"
    " more; orange: less, both by enough to matter. Grey: no difference that matters. Outlined: cannot tell yet"
    " whether it matters. No bar is longer than four times or a quarter."
)


@dataclass(frozen=True)
class Value:
    """A headline measure as it is in the baseline and in a panel, with the verdict on the difference."""

    metric: str
    baseline: Estimate
    value: Estimate

    @property
    def show(self) -> Show:
        """How both numbers are written."""
        return decimals([self.baseline, self.value], unknown=1)

    @property
    def doublings(self) -> float | None:
        """The ratio to the baseline as a power of two; None where there is no ratio."""
        ratio = ratio_of(self.baseline.value, self.value.value)
        return None if ratio is None else log2(ratio)


@dataclass(frozen=True)
class Profile:
    """What a panel shows: a deck or a house rule, by its title, and its headline measures."""

    title: str
    values: Sequence[Value]


@context()
def draw(title: str, what: str, baseline: str, profiles: Sequence[Profile]) -> Picture:
    """Return a panel of bars for each profile; ``what``: each of them in general, such as "a deck"."""
    across = 1 if is_narrow() else min(ACROSS, max(1, len(profiles)))
    down = -(-len(profiles) // across)
    names = _names(profiles)
    height = down * (HEAD + ROW * len(names)) + AROUND
    made = picture(title, _alt(baseline, profiles), height, note=NOTE.format(what=what, baseline=baseline))
    places = made.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
    reach = _reach(profiles)
    for k, profile in enumerate(profiles):
        _panel(places[k], profile, list(names), reach, (page() - NAMES) / across - 0.15)
        rows_of(places[k], list(names.values()), NAMES)
        if k % across:
            places[k].tick_params(axis="y", labelleft=False)
        if k + across >= len(profiles):
            places[k].tick_params(axis="x", labelbottom=True)
    for unused in places[len(profiles) :]:
        unused.set_axis_off()
    return made


def _names(profiles: Sequence[Profile]) -> dict[str, str]:
    """Return the headings of the measures with their baselines, by metric."""
    first = {value.metric: value for profile in profiles for value in profile.values}
    return {
        each.name: f"{each.words.heading} ({first[each.name].show(first[each.name].baseline.value)})"
        for each in HEADLINES
        if each.name in first
    }


def _reach(profiles: Sequence[Profile]) -> int:
    """Return the power of two that the axis goes to, on either side."""
    sizes = [abs(size) for profile in profiles for value in profile.values if (size := value.doublings) is not None]
    return 1 if max(sizes, default=0.0) <= 1 else LONGEST


def _panel(axes: Axes, profile: Profile, metrics: Sequence[str], reach: int, inches: float) -> None:
    """Draw the bars of a profile, each with its number at its end."""
    axes.set_title(wrapped(profile.title, inches, PANEL, "bold"))
    axes.axvline(0, color=INK, alpha=2 * FAINT, linewidth=0.8)
    axes.set_xlim(-reach * (1 + TEXT_ROOM), reach * (1 + TEXT_ROOM))
    ticks = {place: text for place, text in TICKS.items() if abs(place) <= reach}
    axes.set_xticks(list(ticks), list(ticks.values()), fontsize=SMALL)
    for value in profile.values:
        place, end = metrics.index(value.metric), max(-reach, min(reach, value.doublings or 0.0))
        colour, verdict = VERDICTS[value.value.verdict or None], value.value.verdict
        inside = "none" if verdict == "unclear" else colour
        drawn = axes.barh([place], [end], height=0.62, facecolor=inside, edgecolor=colour, linewidth=1)
        give_tip(drawn[0], _tip(profile, value))
        side = -1 if end < 0 else 1
        axes.annotate(
            value.show(value.value.value),
            (end, place),
            (3 * side, 0),
            textcoords="offset points",
            ha="right" if end < 0 else "left",
            va="center",
            fontsize=SMALL,
        )


def _tip(profile: Profile, value: Value) -> str:
    heading = EVERY[value.metric].words.heading
    return f"{profile.title}, {heading}: {value.show(value.value.value)}, baseline {value.show(value.baseline.value)}"


def _alt(baseline: str, profiles: Sequence[Profile]) -> str:
    """Return in words what the picture shows."""
    shown = at_most([profile.title for profile in profiles], 8, "{} panels")
    parts = [
        f"{profile.title}: {value.show(value.value.value)} cards played against {value.show(value.baseline.value)}"
        for profile in profiles[:8]
        for value in profile.values[:1]
    ]
    return f"The headline measures of {shown} as multiples of {baseline}. {'. '.join(parts)}."
