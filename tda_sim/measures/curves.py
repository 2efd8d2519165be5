"""How a deck's games go: how long they last, what seats own after each gambit, and when the winner is clear.

Small tables for curves of one cell, computed from a stream of games.
"""

from dataclasses import asdict
from itertools import product
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.chances import Array, Trails
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.study import Study, check_columns
from tda_sim.stats.intervals import LEVEL, jackknife_ratio, quantile, wilson

BANDS = (0.05, 0.25, 0.5, 0.75, 0.95)  # quantiles of a seat's gold
GOING_ON = 0.01  # of the recorded games, at least: a few long games show little about gold
STEPS = 20  # of a game, from its beginning to its end

Row = dict[str, Any]
Numbers = NDArray[np.int64]


def survival_rows(lengths: NDArray[np.integer], games: NDArray[np.integer], level: float = LEVEL) -> list[Row]:
    """Return, for t = 0, 1, ..., the share of games that are still going after t gambits, in percent.

    ``lengths``: numbers of gambits, and how many ``games`` had each. Rows `gambit`, `estimate`, `low`, `high`, `n`
    (games), with Wilson's interval for each t by itself. Unfinished games count with the length they reached.
    """
    total = int(games.sum())
    rows = []
    for t in range(int(lengths.max()) + 1):
        share = wilson(int(games[lengths > t].sum()), total, level)
        ends = {name: PERCENT * getattr(share, name) for name in ("estimate", "low", "high")}
        rows.append({"gambit": t, **ends, "n": total})
    return rows


def gold_rows(study: Study, cell: str, players: int, level: float = LEVEL) -> list[Row]:
    """Return quantiles of a seat's gold after each recorded gambit: rows `gambit`, `q`, an estimate, `n`.

    ``n`` counts games that got this far, including those that just ended; rows end where too few did. The seats of a
    game share its gold: intervals are as wide as for one seat per game, which is conservative.
    """
    seats = [f"gold_{seat}" for seat in range(players)]
    gambits = check_columns(study, cell, "gambits", {"gambit", *seats}).select("gambit", *seats)
    owned = gambits.unpivot(seats, index="gambit", value_name="gold").group_by("gambit", "gold").agg(pl.len())
    counted = owned.sort("gambit", "gold").collect(engine="streaming")
    rows, most = [], 0.0
    for (gambit,), there in counted.group_by("gambit", maintain_order=True):
        games = there["len"].to_numpy() / players
        most = max(most, games.sum())
        if games.sum() >= GOING_ON * most:
            rows += [{"gambit": gambit, "q": q} | _quantile(there["gold"].to_numpy(), games, q, level) for q in BANDS]
    return rows


def _quantile(gold: NDArray[np.integer], games: Array, q: float, level: float) -> Row:
    """Return a quantile with its interval; missing where there are too few games for one."""
    values = asdict(quantile(gold, games, q, level))
    return {name: value if np.isfinite(value) else None for name, value in values.items()}


def curve_rows(
    states: Trails, chance: Array, block: Numbers, noise: Array | None = None, level: float = LEVEL
) -> list[Row]:
    """Return the mean chances to win by share of the game played, in percent.

    Rows `share` (of the gambits, 0 to 1), `who` ("winner": the eventual winner, "favourite": the player with the best
    chance at that time), an estimate over ``block`` (S,), and `n` (blocks). They cover games with a single winner,
    with equal weight. At a share s of T gambits, the chances are those after the last whole gambit, floor(s T). The
    gap between the two curves is the drama. ``noise`` (B, M): what each block adds to `curve_totals` through the model
    that estimates the chances, see `chance_errors.through_models`; None if the chances are exact.
    """
    starts = _single_winners(states)
    where, blocks = block[starts], int(block[-1]) + 1
    count = np.bincount(where, minlength=blocks)
    rows = []
    chances = _chances(states, chance, starts)
    for place, (step, who) in enumerate(product(range(STEPS + 1), chances)):
        added = 0.0 if noise is None else noise[:, place]
        estimate = asdict(jackknife_ratio(np.bincount(where, chances[who][step], blocks) + added, count, level))
        ends = {name: PERCENT * estimate[name] for name in ("estimate", "low", "high")}
        rows.append({"share": step / STEPS, "who": who, **ends, "n": estimate["n"]})
    return rows


def curve_totals(states: Trails, chance: Array) -> Array:
    """Return the sums over games (M,) that make up the curves, in the order of the rows of `curve_rows`."""
    curves = _chances(states, chance, _single_winners(states))
    return np.stack([value.sum(axis=1) for value in curves.values()], axis=1).ravel()


def _single_winners(states: Trails) -> Numbers:
    """Return where the games with a single winner start."""
    starts = np.flatnonzero(np.append(True, states.game[1:] != states.game[:-1]))
    return np.asarray(starts[states.shares[starts].max(axis=1) == 1])


def _chances(states: Trails, chance: Array, starts: Numbers) -> dict[str, Array]:
    """Return the winner's and the favourite's chance, (STEPS + 1, G): at each point of the curves, in each game.

    They are those after the last whole gambit, and par before the first.
    """
    played = np.arange(STEPS + 1)[:, None] * _lengths(states, starts) // STEPS
    after = starts + np.maximum(played, 1) - 1
    winner = np.take_along_axis(chance, states.shares.argmax(axis=1)[:, None], axis=1)[:, 0]
    par = 1 / chance.shape[1]
    each = {"winner": winner, "favourite": chance.max(axis=1)}
    return {who: np.where(played > 0, chances[after], par) for who, chances in each.items()}


def _lengths(states: Trails, starts: Numbers) -> Numbers:
    """Return how many recorded gambits each game has from its start to its last one."""
    ends = np.flatnonzero(states.last)
    return np.asarray(ends[np.searchsorted(ends, starts)] - starts + 1)
