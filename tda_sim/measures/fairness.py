"""Is a game fair? What each place in the turn order wins: the first leader, the seat to the left, and so on.

All seats are alike, except for who leads, so places are counted from the leader. The highest ante leads, so the value
of leading includes the value of a high ante.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl

from tda_sim.measures.blocks import block_size
from tda_sim.measures.compare import at_once, ends, measured
from tda_sim.measures.counted import AMOUNT, SHARE
from tda_sim.measures.margins import Margin
from tda_sim.measures.metrics import PERCENT, PERCENT_OF_WIN, TURNS, WIN_UNIT, Metric
from tda_sim.measures.study import Study, cell_of, check_columns
from tda_sim.measures.table import LEVELS
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL

MARGIN = Margin(1.0)  # points of win rate above or below a fair share that would matter
GAME, GAMBIT = "game", "gambit"
HEADS = {GAME: "game's first round", GAMBIT: "gambit's first round"}


def place_name(turn: int) -> str:
    """Return the name of a place in the turn order.

    >>> place_name(0), place_name(1), place_name(3)
    ('leader', '1st to the left', '3rd to the left')
    """
    return "leader" if turn == 0 else f"{turn}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(turn, 'th') } to the left"


def turn_metrics(players: int, what: str = GAME) -> list[Metric]:
    """Return the win rate of each place after the leader's, minus a fair share: see `METRICS` for the leader.

    ``what``: wins of the game, by the leader of its first round, or of gambits, each by its own leader (`gambit_sums`).
    """
    return [_turn_metric(turn, what, players) for turn in range(1, players)]


def within_players(games: pl.LazyFrame, seats: pl.LazyFrame, players: int, blocks: int) -> pl.DataFrame:
    """Return what each place in the turn order wins compared with the same players elsewhere: a row per block of games.

    Where unlike players meet, the strong may lead more often or less, which says nothing about leading. So a place is
    regressed on within players: for place k, with w the share of a win in sixtieths, x whether a seat is there, and q
    its mean over the games of a player, the edge is Σ (x - q) w / Σ (x - q)² = ``top_k`` / ``bottom_k``.

    ``games`` and ``seats`` are tables of a run; a block is a game's number modulo ``blocks``.
    """
    led = games.filter(pl.col("first_leader").is_not_null(), ~pl.col("unfinished")).select("game", "first_leader")
    turn = (pl.col("seat").cast(pl.Int64) - pl.col("first_leader").cast(pl.Int64)) % players
    won = (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64)
    block = (pl.col("game") % blocks).alias("block")
    there = seats.join(led, on="game").group_by(block, "player", turn.alias("turn"))
    counted = there.agg(pl.len().cast(pl.Int64).alias("n"), won.sum().alias("won")).collect(engine="streaming")
    counts = counted.sort("block", "player", "turn")  # so that sums are the same to the bit
    sums = counts.group_by("block").agg((pl.col("n").sum() // players).alias("games")).sort("block")
    for k in range(players):
        is_there = pl.col("turn") == k
        q = (pl.col("n") * is_there).sum().over("player") / pl.col("n").sum().over("player")
        top = ((is_there - q) * pl.col("won")).sum().alias(f"top_{k}")
        bottom = ((is_there - q) ** 2 * pl.col("n")).sum().alias(f"bottom_{k}")
        sums = sums.join(counts.with_columns(q=q).group_by("block").agg(top, bottom), on="block")
    return sums.sort("block")


def _within_metric(turn: int, players: int) -> Metric:
    """Return the edge of a place within players, over a fair share: the difference from the mean of all places."""
    return replace(
        _turn_metric(turn, GAME, players),
        top=f"top_{turn}",
        bottom=f"bottom_{turn}",
        scale=PERCENT_OF_WIN * (1 - 1 / players),
        kind=AMOUNT,
        par=0.0,
    )


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
        meaning=f"P(win the {what} | {place_name(turn)} of who led its first round) - 1/n, over {what}s with a winner",
        formula=f"Σ W of that seat / {what}s with a leader and a winner - 1/n",
        group=TURNS,
        kind=SHARE,
        par=1 / players,
    )


def gambit_sums(study: Study, cell: str) -> pl.DataFrame:
    """Return who won recorded gambits by turn order: one row per block of games, in sixtieths above a fair share.

    Columns `block`, `games`, `told_gambits` (with a winner), `gambit_0_above_par` and so on, by the distance to the
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


def turn_rows(
    sums: pl.DataFrame, players: int, what: str = GAME, level: float = LEVEL, within: bool = False
) -> list[dict[str, Any]]:
    """Return a row of a table of estimates for each place in the turn order: its win rate in percent.

    Intervals hold jointly. The verdict is "more" or "less" than a fair share by more than the margin, "same" or
    "unclear". ``sums``: `blocks.block_sums` for wins of the game, `gambit_sums` for wins of gambits; ``within``: those
    of `within_players`.
    """
    about = {"measure": f"turn_{what}", "group": TURNS, "title": f"win rate by turn order, of {what}s", "unit": "%"}
    metric = _within_metric if within else partial(_turn_metric, what=what)
    values = [measured(sums, metric(turn, players=players)) for turn in range(players)]
    rows = []
    for turn, (value, found) in enumerate(zip(values, at_once(values, level), strict=True)):
        numbers = ends(*(PERCENT / players + each for each in (value.estimate, *found))) | {"n": value.games}
        judged = {"margin": MARGIN.amount, "verdict": verdict(*found, MARGIN.amount)}
        rows.append({"subject": place_name(turn), "kind": LEVELS, **about, **numbers, **judged})
    return rows
