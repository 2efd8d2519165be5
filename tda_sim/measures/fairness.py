"""Is a game fair? What each place in the turn order wins: the first leader, the seat to the left, and so on.

Seats take turns, and all are alike but for who leads: so places are counted from the leader. Who antes highest leads,
so what leading is worth has in it what it is worth to ante high.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.blocks import block_size
from tda_sim.measures.compare import Measured, at_once, measured
from tda_sim.measures.counted import SHARE
from tda_sim.measures.margins import Margin
from tda_sim.measures.metrics import PERCENT, PERCENT_OF_WIN, TURNS, WIN_UNIT, Metric
from tda_sim.measures.study import Study, cell_of, check_columns
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL

MARGIN = Margin(1.0)  # points of the wins above or below an equal part that would matter
GAME, GAMBIT = "game", "gambit"
HEADS = {GAME: "game's first round", GAMBIT: "gambit's first round"}


def place_name(turn: int) -> str:
    """Return what a place in the turn order is called.

    >>> place_name(0), place_name(1), place_name(3)
    ('leader', '1st to the left', '3rd to the left')
    """
    return "leader" if turn == 0 else f"{turn}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(turn, 'th') } to the left"


def turn_metrics(players: int, what: str = GAME) -> list[Metric]:
    """Return the share of the wins of each place after the leader's, above an equal part: see `METRICS` for the leader.

    ``what``: wins of the game, by the leader of its first round, or of gambits, each by its own leader (`gambit_sums`).
    """
    return [_turn_metric(turn, what, players) for turn in range(1, players)]


def _turn_metric(turn: int, what: str, players: int) -> Metric:
    of_game = what == GAME
    bottom = "led_games" if of_game else "told_gambits"
    return Metric(
        name=f"turn_{turn}_{what}",
        title=f"edge in a {what} of the {place_name(turn)}",
        unit="points",
        top=f"turn_{turn}_above_par" if of_game else f"gambit_{turn}_above_par",
        bottom=bottom,
        scale=PERCENT_OF_WIN,
        smallest=MARGIN,
        meaning=f"P(win the {what} | {place_name(turn)} of who led its first round) - 1/n, if somebody wins",
        formula=f"Σ win share of that seat / {what}s that somebody led and somebody won - 1/n",
        group=TURNS,
        kind=SHARE,
        par=1 / players,
    )


def gambit_sums(study: Study, cell: str) -> pl.DataFrame:
    """Return who won recorded gambits by turn order: one row per block of games, in sixtieths, above an equal part.

    Columns `block`, `games`, `told_gambits` (that somebody won), `gambit_0_above_par` and so on, by the distance to the
    left of the leader of the gambit's first round. No rows where no gambits were recorded.
    """
    players = int(cell_of(study, cell)["players"])
    recorded = check_columns(study, cell, "gambits", {"game", "opener", "winner"}).drop_nulls("winner")
    turn = (pl.col("winner").cast(pl.Int64) - pl.col("opener").cast(pl.Int64)) % players
    won = [
        (WIN_UNIT * (turn == k).cast(pl.Int64) - WIN_UNIT // players).sum().alias(f"gambit_{k}_above_par")
        for k in range(players)
    ]
    block = (pl.col("game") // block_size(study)).alias("block")
    games = pl.col("game").n_unique().cast(pl.Int64).alias("games")
    counted = recorded.group_by(block).agg(games, pl.len().cast(pl.Int64).alias("told_gambits"), *won)
    return counted.sort("block").collect(engine="streaming")


def turn_rows(sums: pl.DataFrame, players: int, what: str = GAME, level: float = LEVEL) -> list[dict[str, Any]]:
    """Return one row per place in the turn order: its share of the wins in percent, all intervals at once.

    ``sums``: `blocks.block_sums` for wins of the game, `gambit_sums` for wins of gambits. Rows have `what`, `turn` (the
    distance to the left of the leader), `title`, `estimate`, `low`, `high`, `n` (games), `par`, `margin` and `verdict`:
    "more" or "less" than an equal part by more than the margin, "same", or "unclear".
    """
    found = [measured(sums, metric) for metric in _all_places(players, what)]
    intervals = at_once(found, level)
    return [
        _row(turn, what, players, value, *ends) for turn, (value, ends) in enumerate(zip(found, intervals, strict=True))
    ]


def _all_places(players: int, what: str) -> Sequence[Metric]:
    return [_turn_metric(turn, what, players) for turn in range(players)]


def _row(turn: int, what: str, players: int, value: Measured, low: float, high: float) -> dict[str, Any]:
    par = PERCENT / players
    known = np.isfinite(low) and np.isfinite(high)
    return {
        "what": what,
        "turn": turn,
        "title": place_name(turn),
        "estimate": par + value.estimate,
        "low": par + low if known else None,
        "high": par + high if known else None,
        "n": value.games,
        "par": par,
        "margin": MARGIN.amount,
        "verdict": verdict(low, high, MARGIN.amount),
    }
