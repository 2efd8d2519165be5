"""How a deck's games go: how long they last, what seats own after each gambit, and when the winner is known.

Small tables for curves, reduced from the games in a stream; all are about one cell.
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
GOING_ON = 0.01  # of the recorded games, at least: few long games say little about gold
STEPS = 20  # of a game, from its beginning to its end

Row = dict[str, Any]
Numbers = NDArray[np.int64]


def survival_rows(lengths: NDArray[np.integer], games: NDArray[np.integer], level: float = LEVEL) -> list[Row]:
    """Return, for t = 0, 1, ..., the share of games that are still going after t gambits, in percent.

    ``lengths``: numbers of gambits, and ``games`` that were so long. Rows `gambit`, `estimate`, `low`, `high`, `n`
    (games), with Wilson's interval for each t by itself. Unfinished games count as being as long as they were played.
    """
    total = int(games.sum())
    rows = []
    for t in range(int(lengths.max()) + 1):
        found = wilson(int(games[lengths > t].sum()), total, level)
        ends = {name: PERCENT * getattr(found, name) for name in ("estimate", "low", "high")}
        rows.append({"gambit": t, **ends, "n": total})
    return rows


def gold_rows(study: Study, cell: str, players: int, level: float = LEVEL) -> list[Row]:
    """Return quantiles of a seat's gold after each gambit that was recorded: rows `gambit`, `q`, an estimate, `n`.

    ``n`` counts games that got so far, those that just ended included; rows end where too few did. The seats of a game
    share its gold: intervals are as wide as if only one of them had been looked at, which is on the safe side.
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
    found = asdict(quantile(gold, games, q, level))
    return {name: value if np.isfinite(value) else None for name, value in found.items()}


def curve_rows(
    states: Trails, chance: Array, block: Numbers, noise: Array | None = None, level: float = LEVEL
) -> list[Row]:
    """Return the mean chances to win over the share of the game that is played, in percent.

    Rows `share` (of the gambits, 0 to 1), `who` ("winner": who wins in the end, "favourite": who is likeliest to at
    that time), an estimate over ``block`` (S,), and `n` (blocks). Games that one seat wins alone, each counting once;
    at a share s of T gambits, the chances are those after the last whole gambit, floor(s T). Between the two curves
    lies the drama. ``noise`` (B, M): what each block adds to `curve_totals` by way of the model that chances are
    estimated by, see `chance_errors.through_models`; nothing, for chances that are known.
    """
    starts = _told_alone(states)
    where, blocks = block[starts], int(block[-1]) + 1
    count = np.bincount(where, minlength=blocks)
    rows = []
    chances = _chances(states, chance, starts)
    for place, (step, who) in enumerate(product(range(STEPS + 1), chances)):
        added = 0.0 if noise is None else noise[:, place]
        found = asdict(jackknife_ratio(np.bincount(where, chances[who][step], blocks) + added, count, level))
        ends = {name: PERCENT * found[name] for name in ("estimate", "low", "high")}
        rows.append({"share": step / STEPS, "who": who, **ends, "n": found["n"]})
    return rows


def curve_totals(states: Trails, chance: Array) -> Array:
    """Return the sums over games (M,) that the curves are made of, in the order of the rows of `curve_rows`."""
    found = _chances(states, chance, _told_alone(states))
    return np.stack([value.sum(axis=1) for value in found.values()], axis=1).ravel()


def _told_alone(states: Trails) -> Numbers:
    """Return where the games start that one seat wins alone."""
    starts = np.flatnonzero(np.append(True, states.game[1:] != states.game[:-1]))
    return np.asarray(starts[states.shares[starts].max(axis=1) == 1])


def _chances(states: Trails, chance: Array, starts: Numbers) -> dict[str, Array]:
    """Return the winner's and the favourite's chance, (STEPS + 1, G): at each point of the curves, in each game.

    They are those after the last whole gambit; par after none.
    """
    played = np.arange(STEPS + 1)[:, None] * _lengths(states, starts) // STEPS
    after = starts + np.maximum(played, 1) - 1
    winner = np.take_along_axis(chance, states.shares.argmax(axis=1)[:, None], axis=1)[:, 0]
    par = 1 / chance.shape[1]
    each = {"winner": winner, "favourite": chance.max(axis=1)}
    return {who: np.where(played > 0, found[after], par) for who, found in each.items()}


def _lengths(states: Trails, starts: Numbers) -> Numbers:
    """Return how many recorded gambits there are from each start on, up to the game's last one."""
    ends = np.flatnonzero(states.last)
    return np.asarray(ends[np.searchsorted(ends, starts)] - starts + 1)
