"""How games go, a panel for each deck: games still going, gold by seat, and when the winner is clear."""

from collections.abc import Callable
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from tda_sim.rendering.style import (
    DRAGONS,
    FAINT,
    INK,
    SMALL,
    Picture,
    context,
    fitting,
    give_tip,
    picture,
    small_multiples,
)
from tda_sim.wording.numbers import typeset
from tda_sim.wording.words import at_most

DOWN, AROUND = 1.75, 1.25  # inches: a panel's height, and the margins above and below
ACROSS = 3
SEEN = 0.5  # percent of games: where the curve of lengths ends
GOING_ON = 0.05  # share of games: where bands of gold end
MIDDLE, MOST = (0.25, 0.75), (0.05, 0.95)
GOLD = (
    "Gold held by a seat, in games still going. Line: median; dark band: middle half of seats; light band: nine in"
    " ten. Ends where fewer than one game in twenty is still going."
)
DRAMA = (
    "Mean chance to win, estimated from the gold on the table. Solid line: the current favourite; dashed line: the"
    " eventual winner. The gap is the drama: the winner was not yet the favourite."
)


def draw_survival(survival: pl.DataFrame) -> Picture:
    """Return the share of games still going after each gambit, in front of the first deck's curve."""
    over = survival.filter(pl.col("estimate") <= 50).group_by("deck", maintain_order=True).agg(pl.col("gambit").min())
    halves, first = dict(over.iter_rows()), survival["deck"][0]
    note = "Share of games still going after each gambit. Dot: half the games are over."
    note += f" Grey: {first}." if len(halves) > 1 else ""
    seen = survival.filter(pl.col("estimate") > SEEN)

    def draw(axes: Axes, own: pl.DataFrame) -> None:
        deck, colour = own["deck"][0], DRAGONS["blue"]
        if deck != first:
            base = seen.filter(deck=first, players=own["players"][0])
            axes.step(base["gambit"], base["estimate"], color=INK, alpha=2 * FAINT, linewidth=1, where="post")
        axes.fill_between(own["gambit"], own["low"], own["high"], step="post", color=colour, alpha=0.3, lw=0)
        axes.step(own["gambit"], own["estimate"], color=colour, linewidth=1.6, where="post")
        dot = axes.plot([halves[deck]], [50], "o", color=colour, markersize=5)[0]
        give_tip(dot, f"{deck}: half the games are over after {halves[deck]} gambits")
        at: Any = {"transform": axes.transAxes, "fontsize": SMALL, "ha": "right", "va": "top"}
        axes.text(0.99, 0.93, f"half over after {halves[deck]}", **at)

    alt = at_most([f"{half} gambits in {deck}" for deck, half in halves.items()], 20)
    words = "How long games last", f"Half the games are over after {alt}.", note
    return _panels(seen, draw, words, ("gambits played", "still going, %"), 103)


def draw_gold(gold: pl.DataFrame) -> Picture:
    """Return the gold of a seat after each gambit: the median, the middle half of seats, and nine in ten."""
    rows = gold.filter(pl.col("n") >= GOING_ON * pl.col("n").max().over("deck", "players"))

    def draw(axes: Axes, own: pl.DataFrame) -> None:
        lines = {q: own.filter(q=q) for q in (*MOST, *MIDDLE, 0.5)}
        for (low, high), alpha in ((MOST, 0.22), (MIDDLE, 0.4)):
            bottom, top = (lines[q]["estimate"].to_numpy() for q in (low, high))
            axes.fill_between(lines[low]["gambit"], bottom, top, color=DRAGONS["gold"], alpha=alpha, lw=0)
        axes.plot(lines[0.5]["gambit"], lines[0.5]["estimate"], color=DRAGONS["bronze"], linewidth=1.8)

    return _panels(rows, draw, ("Gold over the gambits", _gold_alt(rows), GOLD), ("after gambit", "gold per seat"))


def _gold_alt(rows: pl.DataFrame) -> str:
    sentences = []
    for (deck,), own in rows.group_by("deck", maintain_order=True):
        last = own.filter(gambit=own["gambit"].max())
        low, high = (last.filter(q=q)["estimate"][0] for q in MOST)
        sentences.append(f"after gambit {last['gambit'][0]} of {deck}, 90 % of seats own {low:.0f} to {high:.0f} gold")
    return f"Gold of a seat spreads out over the gambits: {'; '.join(sentences)}."


def draw_drama(curves: pl.DataFrame) -> Picture:
    """Return the mean chances of the favourite and of the eventual winner, by share of the game played."""
    half = curves.filter((pl.col("share") - 0.5).abs() < 1e-9, who="winner")
    chances = [f"{typeset(row['estimate'], 0)} % in {row['deck']}" for row in half.iter_rows(named=True)]
    alt = f"Halfway through a game, the eventual winner's chance to win is {at_most(chances, 20)}."

    def draw(axes: Axes, own: pl.DataFrame) -> None:
        upper, lower = (own.filter(who=who)["estimate"].to_numpy() for who in ("favourite", "winner"))
        share = 100 * own.filter(who="winner")["share"].to_numpy()
        axes.fill_between(share, upper, lower, color=DRAGONS["purple"], alpha=0.25, lw=0)
        axes.plot(share, upper, color=DRAGONS["copper"], linewidth=1.6)
        axes.plot(share, lower, color=DRAGONS["blue"], linewidth=1.6, linestyle="--")
        if own["deck"][0] == curves["deck"][0]:
            style: Any = {"textcoords": "offset points", "fontsize": SMALL}
            axes.annotate("favourite", (share[9], upper[9]), (-3, 5), ha="right", **style)
            axes.annotate("eventual winner", (share[11], lower[11]), (5, -8), va="top", **style)

    words = "When the winner becomes clear", alt, DRAMA
    return _panels(curves, draw, words, ("% of the game played", "chance to win, %"), 103)


@context()
def _panels(
    rows: pl.DataFrame,
    draw: Callable[[Axes, pl.DataFrame], None],
    words: tuple[str, str, str],
    around: tuple[str, str],
    top: float | None = None,
) -> Picture:
    """Return a picture with a panel for each deck, for the first number of players; ``draw`` draws a deck's rows.

    ``words``: title, description and note; ``around``: what stands below and beside the panels, which start at zero.
    """
    title, alt, note = words
    rows = rows.filter(pl.col("players") == pl.col("players").first())
    decks, across = rows["deck"].unique(maintain_order=True).to_list(), fitting(ACROSS)
    height = -(-len(decks) // across) * DOWN + AROUND
    figure = picture(f"{title}, {rows['players'][0]} players", alt, height, note=note)
    for k, (deck, axes) in enumerate(small_multiples(figure, decks, ACROSS).items()):
        draw(axes, rows.filter(deck=deck))
        axes.set_xlim(left=0)
        axes.set_ylim(0, top)
        axes.locator_params(axis="x", integer=True)
        if k % across == 0:
            axes.set_ylabel(around[1], fontsize=SMALL)
        if k >= len(decks) - across:
            axes.set_xlabel(around[0], fontsize=SMALL)
    return figure


DRAWN = {"survival": ("survival", draw_survival), "gold": ("gold", draw_gold), "drama": ("curves", draw_drama)}
