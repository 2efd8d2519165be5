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

Panels = dict[str, Axes]


def _panels(rows: pl.DataFrame, title: str, alt: str, note: str) -> tuple[Picture, Panels, pl.DataFrame]:
    """Return a picture with a panel for each deck, and the rows of the first number of players."""
    rows = rows.filter(pl.col("players") == pl.col("players").first())
    decks = rows["deck"].unique(maintain_order=True).to_list()
    down = -(-len(decks) // fitting(ACROSS))
    figure = picture(f"{title}, {rows['players'][0]} players", alt, down * DOWN + AROUND, note=note)
    return figure, small_multiples(figure, decks, ACROSS), rows


def _half_over(rows: pl.DataFrame) -> int:
    """Return the number of gambits after which half the games are over."""
    return int(rows.filter(pl.col("estimate") <= 50)["gambit"].min())  # type: ignore[arg-type]


@context()
def draw_survival(survival: pl.DataFrame) -> Picture:
    """Return the share of games still going after each gambit, in front of the first deck's curve."""
    first = survival["deck"][0]
    halves = {str(deck): _half_over(rows) for (deck,), rows in survival.group_by("deck", maintain_order=True)}
    alt = "Half the games are over after " + at_most([f"{k} gambits in {deck}" for deck, k in halves.items()], 20)
    several = len(halves) > 1
    note = "Share of games still going after each gambit. Dot: half the games are over."
    note += f" Grey: {first}." if several else ""
    figure, panels, rows = _panels(survival, "How long games last", f"{alt}.", note)
    for deck, axes in panels.items():
        own = rows.filter(pl.col("deck") == deck, pl.col("estimate") > SEEN)
        base = rows.filter(pl.col("deck") == first, pl.col("estimate") > SEEN)
        if several and deck != first:
            axes.step(base["gambit"], base["estimate"], where="post", color=INK, alpha=2 * FAINT, linewidth=1)
        axes.fill_between(own["gambit"], own["low"], own["high"], step="post", color=DRAGONS["blue"], alpha=0.3, lw=0)
        axes.step(own["gambit"], own["estimate"], where="post", color=DRAGONS["blue"], linewidth=1.6)
        _mark(axes, halves[deck], f"{deck}: half the games are over after {halves[deck]} gambits")
    _named(panels, "gambits played", "still going, %", (0, 103))
    return figure


def _mark(axes: Axes, half: int, tip: str) -> None:
    give_tip(axes.plot([half], [50], "o", color=DRAGONS["blue"], markersize=5)[0], tip)
    axes.text(0.99, 0.93, f"half over after {half}", transform=axes.transAxes, fontsize=SMALL, ha="right", va="top")


@context()
def draw_gold(gold: pl.DataFrame) -> Picture:
    """Return the gold of a seat after each gambit: the median, the middle half of seats, and nine in ten."""
    note = (
        "Gold held by a seat, in games still going. Line: median; dark band: middle half of seats; light band: nine in"
        " ten. Ends where fewer than one game in twenty is still going."
    )
    rows = gold.filter(pl.col("n") >= GOING_ON * pl.col("n").max().over("deck", "players"))
    figure, panels, rows = _panels(rows, "Gold over the gambits", _gold_alt(rows), note)
    for deck, axes in panels.items():
        own = {q: rows.filter(deck=deck, q=q) for q in (*MOST, *MIDDLE, 0.5)}
        for (low, high), alpha in ((MOST, 0.22), (MIDDLE, 0.4)):
            low_rows, high_rows = own[low], own[high]
            axes.fill_between(
                low_rows["gambit"],
                low_rows["estimate"].to_numpy(),
                high_rows["estimate"].to_numpy(),
                color=DRAGONS["gold"],
                alpha=alpha,
                lw=0,
            )
        axes.plot(own[0.5]["gambit"], own[0.5]["estimate"], color=DRAGONS["bronze"], linewidth=1.8)
    _named(panels, "after gambit", "gold per seat", None)
    return figure


def _gold_alt(rows: pl.DataFrame) -> str:
    sentences = []
    for (deck,), own in rows.group_by("deck", maintain_order=True):
        last = own.filter(gambit=own["gambit"].max())
        low, high = (last.filter(q=q)["estimate"][0] for q in MOST)
        sentences.append(f"after gambit {last['gambit'][0]} of {deck}, 90 % of seats own {low:.0f} to {high:.0f} gold")
    text = "Gold of a seat spreads out over the gambits: " + "; ".join(sentences)
    return f"{text}."


@context()
def draw_drama(curves: pl.DataFrame) -> Picture:
    """Return the mean chances of the favourite and of the eventual winner, by share of the game played."""
    note = (
        "Mean chance to win, estimated from the gold on the table. Solid line: the current favourite; dashed line: the"
        " eventual winner. The gap is the drama: the winner was not yet the favourite."
    )
    figure, panels, rows = _panels(curves, "When the winner becomes clear", _drama_alt(curves), note)
    for k, (deck, axes) in enumerate(panels.items()):
        upper, lower = (rows.filter(deck=deck, who=who) for who in ("favourite", "winner"))
        share = 100 * upper["share"].to_numpy()
        middle = (upper["estimate"].to_numpy(), lower["estimate"].to_numpy())
        axes.fill_between(share, *middle, color=DRAGONS["purple"], alpha=0.25, lw=0)
        axes.plot(share, middle[0], color=DRAGONS["copper"], linewidth=1.6)
        axes.plot(share, middle[1], color=DRAGONS["blue"], linewidth=1.6, linestyle="--")
        if k == 0:
            style: Any = {"textcoords": "offset points", "fontsize": SMALL}
            axes.annotate("favourite", (share[9], middle[0][9]), (-3, 5), ha="right", **style)
            axes.annotate("eventual winner", (share[11], middle[1][11]), (5, -8), va="top", **style)
    _named(panels, "% of the game played", "chance to win, %", (0, 103))
    return figure


def _drama_alt(curves: pl.DataFrame) -> str:
    half = curves.filter((pl.col("share") - 0.5).abs() < 1e-9, pl.col("who") == "winner")
    chances = [f"{typeset(row['estimate'], 0)} % in {row['deck']}" for row in half.iter_rows(named=True)]
    return f"Halfway through a game, the eventual winner's chance to win is {at_most(chances, 20)}."


def _named(panels: Panels, below: str, beside: str, ends: tuple[float, float] | None) -> None:
    """Label the outer axes, and start them at zero."""
    for k, axes in enumerate(panels.values()):
        axes.set_xlim(left=0)
        axes.set_ylim(*(ends or (0, None)))
        axes.locator_params(axis="x", integer=True)
        if k % fitting(ACROSS) == 0:
            axes.set_ylabel(beside, fontsize=SMALL)
        if k >= len(panels) - fitting(ACROSS):
            axes.set_xlabel(below, fontsize=SMALL)


DRAWN: dict[str, Callable[[pl.DataFrame], Picture]] = {
    "survival": draw_survival,
    "gold": draw_gold,
    "drama": draw_drama,
}
