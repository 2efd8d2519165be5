"""The picture of a ladder: win rates of each strategy against each other one, and ratings with their intervals."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm

from tda_sim.answers.titles import strategy_title
from tda_sim.rendering import style
from tda_sim.rendering.rankings import frame
from tda_sim.rendering.style import Picture
from tda_sim.studies.ladder import Ladder
from tda_sim.wording.numbers import tip_text

COLOURS = LinearSegmentedColormap.from_list("shares", style.DIVERGING)  # colour-blind readers can tell these apart
ROW, LABELS, RATINGS = 0.32, 1.3, 3.0  # inches: a strategy's row, room around the matrix, width of the right half


@style.context()
def ladder_picture(ladder: Ladder, title: str, payoff: str) -> Picture:
    """Return the picture of a ladder, under its title; ``payoff`` is the title of the win rates.

    A phone has room for the ratings only.
    """
    names = [strategy_title(name) for name in ladder.names]
    side, height = max(len(names) * ROW * 1.25, 3.2), max(len(names) * ROW, 1.6) + LABELS + 0.8
    ends = f"atings with intervals, from {names[0]} down to {names[-1]}."
    if style.is_narrow():
        made = style.picture(title, f"R{ends}", height - LABELS + 0.5)
        left = right = made.subplots()
    else:
        made = style.picture(
            title, f"Win rates of {len(names)} strategies, and r{ends}", height, RATINGS + side + LABELS + 0.8
        )
        left, right = made.subplots(1, 2, width_ratios=(side, RATINGS), sharey=True)
        _draw_payoff(ladder, left, names, payoff, side)
    for place, row in enumerate(ladder.ratings.drop("n").iter_rows(named=True)):
        style.point(right, place, row, tip=f"{names[place]}: {tip_text(row, count=0)}")
    frame(right, "Ratings with 95 % intervals", "rating: points of Elo, mean = 0")
    style.rows_of(left, names, 1.6)
    return made


def _draw_payoff(ladder: Ladder, axes: Axes, names: Sequence[str], title: str, side: float) -> None:
    shares, par = 100 * ladder.payoff.estimate, 100 / ladder.setting.players
    scale = TwoSlopeNorm(par, vmin=min(0.0, shares.min()), vmax=max(2 * par, shares.max()))
    axes.imshow(shares, cmap=COLOURS, norm=scale, aspect="auto")
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
    axes.tick_params(axis="both", length=0)
    axes.set_title(style.wrapped(f"{title}; bold: beats it", side, style.PANEL, "bold"))
    axes.spines[:].set_visible(False)
    for row, column in np.ndindex(shares.shape):
        _write_share(ladder, axes, row, column)


def _write_share(ladder: Ladder, axes: Axes, row: int, column: int) -> None:
    """Write a win rate into its square: bold where the row beats the column."""
    if row == column:
        return
    share = 100 * ladder.payoff.estimate[row, column]
    weight = "bold" if ladder.beats[row, column] else "normal"
    text = f"{share:.1f}" if len(ladder.names) <= 12 else f"{share:.0f}"
    axes.text(column, row, text, ha="center", va="center", fontsize=style.SMALL, color=style.ON_SHADES, weight=weight)
