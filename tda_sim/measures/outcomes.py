"""What is measured of games one by one, so that it can be laid to what is in them: measures, or who is best.

Measures of games are ratios of sums (`metrics`). Game g counts as z = scale (top - r bottom) / mean(bottom), with r the
ratio over all games: the mean of z over some games is, to first order, how far their ratio lies from r.
"""

from typing import Any

import polars as pl

from tda_sim.measures.blocks import block_size, block_sums, values_of_games
from tda_sim.measures.metrics import METRICS, PERCENT, SKILL_METRICS, Metric, with_smallest
from tda_sim.measures.study import Study, cell_of, check_columns

OUTCOMES = (
    "plays",
    "stakes",
    "triggers_per_play",
    "special_flights",
    "lead_changes",
    "comebacks",
    "leader_game",
)
SKILL = next(iter(SKILL_METRICS))  # of tables with a best player

Measured = tuple[dict[str, float], pl.LazyFrame]


def outcomes_of(study: Study, cell: str) -> list[Metric]:
    """Return what is measured in a cell: `OUTCOMES`, or skill where unlike players meet and one is known to be best."""
    row = cell_of(study, cell)
    metrics = [*METRICS.values(), *SKILL_METRICS.values()]
    wanted = (SKILL,) if row["best"] else OUTCOMES
    return [metric for metric in with_smallest(metrics, study.smallest) if metric.name in wanted]


def measured_games(study: Study, cell: str) -> Measured:
    """Return the level of each outcome of a cell, and its games with z of each as a column of its name."""
    row = cell_of(study, cell)
    return _skill(study, row) if row["best"] else _values(study, row)


def _values(study: Study, row: Any) -> Measured:
    every = block_sums(study, row["cell"], block_size(study)).sum()
    adds = values_of_games(int(row["players"]), study.clock) | {"games": pl.lit(1)}
    columns, levels = [], {}
    for metric in outcomes_of(study, row["cell"]):
        top, bottom = float(every[metric.top][0]), float(every[metric.bottom][0])
        if bottom > 0:
            mean = bottom / float(every["games"][0])
            levels[metric.name] = metric.scale * top / bottom
            z = metric.scale / mean * (adds[metric.top] - top / bottom * adds[metric.bottom])
            columns.append(z.cast(pl.Float64).alias(metric.name))
    return levels, check_columns(study, row["cell"], "games", {"game"}).with_columns(columns)


def _skill(study: Study, row: Any) -> Measured:
    """Return the wins of the best player, in 100 games, and of each game minus that."""
    seats = check_columns(study, row["cell"], "seats", {"game", "strategy", "win_share"})
    best = seats.filter(pl.col("strategy").cast(pl.String) == row["best"])
    wins = best.group_by("game").agg((PERCENT * pl.col("win_share")).mean().alias(SKILL))
    level = float(wins.select(pl.col(SKILL).mean()).collect()[SKILL][0])
    games = check_columns(study, row["cell"], "games", {"game"}).join(wins, on="game", maintain_order="left")
    return {SKILL: level}, games.with_columns(pl.col(SKILL) - level)
