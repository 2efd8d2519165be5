"""Which strategies win where: win rates at the mixed table, as points with intervals and as a heat map."""

import polars as pl
from matplotlib.colors import LinearSegmentedColormap

from tda_sim.measures.skill import WIN_SHARE
from tda_sim.measures.table import DIFFERENCES, LEVELS
from tda_sim.rendering.style import DIVERGING, ON_SHADES, Picture, context, is_narrow, page, picture, wrapped
from tda_sim.wording.numbers import typeset
from tda_sim.wording.words import at_most

from .panels import draw_panel, panelled

ROW, COLUMN, NAMES = 0.42, 0.75, 1.6  # inches: a square's height and width, and the width of strategy names
LEAST = 0.5  # inches: a square's width on a phone


@context()
def draw_points(estimates: pl.DataFrame) -> Picture:
    """Return a panel for each strategy, a row for each deck: win rates per seat, in percent, with intervals."""
    shares, changes = (_shares(estimates, kind) for kind in (LEVELS, DIFFERENCES))
    decks = shares["deck"].unique(maintain_order=True).to_list()
    names = shares["strategy"].unique(maintain_order=True).to_list()
    figure, places = panelled("Who wins where", _alt(shares, decks), decks, len(names))
    for place, name in zip(places, names, strict=True):
        rows = shares.filter(strategy=name).to_dicts()
        draw_panel(place, rows, changes.filter(strategy=name), name, "win rate per seat, %")
    return figure


@context()
def draw_heat(estimates: pl.DataFrame) -> Picture:
    """Return a heat map of win rates per seat: a row for each strategy, a column for each deck."""
    import seaborn  # takes seconds to import

    shares = _shares(estimates, LEVELS)
    decks = shares["deck"].unique(maintain_order=True).to_list()
    wide = shares.pivot("deck", index="strategy", values="estimate", maintain_order=True)
    wide = wide.sort(pl.mean_horizontal(pl.exclude("strategy")), descending=True)
    par = 100 / float(shares["players"][0])
    note = f"Win rate per seat at the mixed table, in %. Blue: above a fair share ({typeset(par)} %); orange: below."
    names = 0.35 * page() if is_narrow() else NAMES
    column = max(LEAST, min(COLUMN, (page() - names - 0.2) / len(decks))) if is_narrow() else COLUMN
    width = max(3.6, names + column * len(decks) + 0.2)
    figure = picture(
        "Strategies by deck", _alt(shares, decks), ROW * wide.height + 1.9, min(width, names + 12 * column), note
    )
    axes = figure.subplots()
    away = max(1.0, max(abs(value - par) for value in shares["estimate"]))
    colours = LinearSegmentedColormap.from_list("shares", DIVERGING)
    frame = wide.to_pandas().set_index("strategy")
    scale = {"cmap": colours, "vmin": par - away, "vmax": par + away, "cbar": False, "linewidths": 1.5}
    seaborn.heatmap(frame, ax=axes, annot=True, fmt=".1f", annot_kws={"color": ON_SHADES}, **scale)
    axes.set_xticklabels([wrapped(deck, column + 0.1, 8) for deck in decks], rotation=0)
    axes.set_yticklabels([wrapped(name, names - 0.2, 8.5) for name in frame.index], rotation=0)
    axes.set(xlabel="", ylabel="")
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    return figure


def _shares(estimates: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Return win rates, or how they differ, by deck and strategy, for the first number of players."""
    rows = estimates.filter(kind=kind, measure=WIN_SHARE["measure"]).rename({"subject": "strategy"})
    return rows.filter(pl.col("players") == pl.col("players").first())


def _alt(shares: pl.DataFrame, decks: list[str]) -> str:
    first = shares.sort("estimate", descending=True).group_by("deck", maintain_order=True).first()
    best = first.group_by("strategy", maintain_order=True).agg(pl.col("deck"))
    claims = [f"{row['strategy']} wins most in {at_most(row['deck'])}" for row in best.iter_rows(named=True)]
    return f"Win rates of {at_most(shares['strategy'].unique(maintain_order=True).to_list())}: {'; '.join(claims)}."
