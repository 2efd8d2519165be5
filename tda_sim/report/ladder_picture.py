"""The picture of a ladder: ratings with their intervals, and beside them who wins how much against whom."""

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, TwoSlopeNorm
from matplotlib.figure import Figure

from tda_sim.errors import UserError
from tda_sim.rating import Ladder
from tda_sim.report.ladder import payoff_title, title

ENDINGS = {".png": {"Software": None}, ".svg": {"Date": None}}  # by format: what is left out, as it changes by itself
FIXED: Any = {"svg.hashsalt": "ladder", "svg.fonttype": "path", "font.size": 9}  # so that one ladder has one picture
COLOURS = "RdBu"  # red below par, blue above: also told apart by those who see no red or green
ROW, LABELS, RATINGS = 0.32, 1.3, 3.0  # inches: a strategy's row, room around the matrix, width of the left half


def check_picture(path: Path) -> None:
    """Raise UserError for a picture that could not be drawn, before any game is played."""
    if path.suffix.lower() not in ENDINGS:
        raise UserError.of(f"no such picture: {path.name}", hint=f"end its name in {' or '.join(ENDINGS)}")


def draw_ladder(ladder: Ladder, path: Path) -> None:
    """Draw a ladder into a PNG or SVG file, the same bytes for the same ladder. Raises UserError if it cannot."""
    check_picture(path)
    with matplotlib.rc_context(FIXED):
        figure = ladder_figure(ladder)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(path, dpi=150, metadata=ENDINGS[path.suffix.lower()])
        except OSError as error:
            raise UserError.of(f"cannot write here: {error.strerror or error}", file=str(path)) from error


def ladder_figure(ladder: Ladder) -> Figure:
    """Return the picture of a ladder: ratings, and beside them the win shares."""
    n = len(ladder.names)
    side = max(n * ROW * 1.25, 3.2)
    height = max(n * ROW, 1.6) + LABELS + 0.6
    figure = Figure(figsize=(RATINGS + side + LABELS + 1.6, height), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(RATINGS, side), sharey=True)
    figure.suptitle(title(ladder), x=0.01, ha="left", weight="bold")
    _draw_ratings(ladder, left)
    _draw_payoff(ladder, right, figure)
    return figure


def _draw_ratings(ladder: Ladder, axes: Axes) -> None:
    rows, rating = np.arange(len(ladder.names)), ladder.rating
    axes.axvline(0, color="0.8", linewidth=1, zorder=0)
    errors = np.abs([rating.estimate - rating.low, rating.high - rating.estimate])
    axes.errorbar(rating.estimate, rows, xerr=errors, fmt="o", markersize=3, capsize=4, color="0.15", linewidth=1)
    axes.set_yticks(rows, ladder.names)
    axes.set_xlabel(f"rating: log-odds, {ladder.zero or 'mean'} = 0")
    axes.set_title("Ratings with 95 % intervals", loc="left", fontsize=9)
    axes.grid(axis="x", color="0.92")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _draw_payoff(ladder: Ladder, axes: Axes, figure: Figure) -> None:
    shares, par = 100 * ladder.payoff.estimate, 100 / ladder.setting.players
    scale = TwoSlopeNorm(par, vmin=min(0.0, shares.min()), vmax=max(2 * par, shares.max()))
    image = axes.imshow(shares, cmap=COLOURS, norm=scale, aspect="auto")
    columns = np.arange(len(ladder.names))
    axes.set_xticks(columns, ladder.names, rotation=45, ha="right", rotation_mode="anchor")
    axes.tick_params(axis="both", length=0)
    axes.set_title(
        payoff_title(ladder).replace(" against ", "\nagainst ", 1) + "; bold: beats it", loc="left", fontsize=9
    )
    axes.spines[:].set_visible(False)
    for row, column in np.ndindex(shares.shape):
        _write_share(ladder, axes, row, column, scale)
    bar = figure.colorbar(image, ax=axes, fraction=0.05, pad=0.02)
    bar.outline.set_visible(False)


def _write_share(ladder: Ladder, axes: Axes, row: int, column: int, scale: Normalize) -> None:
    """Write a share into its square: bold where the row beats the column, light on dark colours."""
    if row == column:
        return
    share = 100 * ladder.payoff.estimate[row, column]
    dark = abs(float(scale(share)) - 0.5) > 0.32
    style: dict[str, Any] = {"weight": "bold"} if ladder.beats[row, column] else {}
    text = f"{share:.1f}" if len(ladder.names) <= 12 else f"{share:.0f}"
    axes.text(column, row, text, ha="center", va="center", fontsize=8, color="w" if dark else "0.15", **style)
