"""The first questions about a run: who wins how often, how long games last, how they end, what happens in them.

Tables in, a table of estimates out (see `measures.table`). The run's lazy tables `games` and `seats` are read as
streams, so a hundred million games need no more memory than a thousand.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import polars as pl

from tda_sim.measures.blocks import sums_of_games
from tda_sim.measures.clock import Clock, milliseconds
from tda_sim.measures.compare import measured
from tda_sim.measures.fairness import turn_rows, within_players
from tda_sim.measures.metrics import METRICS, MILLISECONDS, PERCENT
from tda_sim.measures.metrics import TURNS as TURN_ORDER
from tda_sim.measures.table import COUNTS, LEVELS, QUANTILES, Row, estimates
from tda_sim.stats.exact import exact
from tda_sim.stats.intervals import LEVEL, Estimate, quantile

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)  # of games, for quantiles
BLOCKS = 97  # enough for a stable interval, and prime, so that every block has all seatings equally often
WIN_UNIT = 60  # a share of a win is a whole number of sixtieths
COUNTED = ("plays", "rounds", "minutes", "gambits")  # game by game, for quantiles; minutes are rounded
WITHIN = "win rate, compared with the same players elsewhere"
STRATEGIES, SEATS, TURNS, ENDS, TOTALS = "strategies", "seats", "turns", "ends", "totals"  # groups beside metrics'


def summary(games: pl.LazyFrame, seats: pl.LazyFrame, clock: Clock, players: int, level: float = LEVEL) -> pl.DataFrame:
    """Return the table of estimates of a run; shares are fractions of 1, metrics in their units.

    Levels, by their ``group``:

    - `STRATEGIES`: ``win_share`` of each strategy per seat that it holds; `SEATS`: ``seat_win_share`` of each seat;
    - `TURNS`: ``turn_win_share`` of each place in the turn order, over games with a winner, with joint intervals; where
      unlike players meet, compared within players (`fairness.within_players`), around a fair share;
    - every metric that follows from the games, under its own group; minutes by the ``clock``;
    - `ENDS`: ``end``, the share of games that end for a reason.

    Quantiles of `COUNTED`, each at the share of games ``target``. Counts, in `TOTALS`: ``games``, ``unfinished``,
    ``decisions``, the ``seats`` that each strategy holds in a game, and games by their number of ``gambits``, the
    ``target``.
    """
    minutes = (milliseconds(clock, players) / MILLISECONDS).round().cast(pl.Int64).alias("minutes")
    timed = games.with_columns(minutes)
    questions = (
        sums_of_games(games, players, clock, pl.col("game") % BLOCKS),
        _totals(games),
        _counts(games, "end"),
        _wins(seats),
        *(_counts(timed, name) for name in COUNTED),
    )
    # One by one: together they would read each game once and keep it until the slowest has had it.
    blocks, totals, ends, wins, *counts = (question.collect(engine="streaming") for question in questions)
    unlike = wins["strategy"].n_unique() > 1 or bool(wins["unlike"].any())
    within = within_players(games, seats, players, BLOCKS) if unlike else pl.DataFrame()
    played = int(totals["games"][0])
    histograms = dict(zip(COUNTED, counts, strict=True))
    return estimates(
        [
            *_win_shares(wins, "strategy", played, level),
            *_win_shares(wins, "seat", played, 1 - (1 - level) / players),  # jointly, by Bonferroni
            *_turns(within if unlike else blocks, players, level, unlike),
            *_metrics(blocks, level, unlike),
            *(row for name, table in histograms.items() for row in _quantiles(name, table, level)),
            *_ends(ends, played, level),
            *(_count(name, int(totals[name][0])) for name in totals.columns),
            *(_count("gambits", games, target=length) for length, games in histograms["gambits"].iter_rows()),
        ]
    )


# --- reading the run --------------------------------------------------------------------------------------


def _totals(games: pl.LazyFrame) -> pl.LazyFrame:
    sums = (pl.col(name).cast(pl.Int64).sum() for name in ("unfinished", "decisions"))
    return games.select(pl.len().cast(pl.Int64).alias("games"), *sums)


def _counts(games: pl.LazyFrame, column: str) -> pl.LazyFrame:
    return games.group_by(column).agg(pl.len().cast(pl.Int64)).sort(column)


def _wins(seats: pl.LazyFrame) -> pl.LazyFrame:
    """Return the sixtieths won, exactly, by seat and strategy."""
    won = (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64).sum().alias("won")
    unlike = (pl.col("player").min() != pl.col("player").max()).alias("unlike")
    counted = won, pl.len().cast(pl.Int64).alias("rows"), unlike
    return seats.group_by("seat", "strategy").agg(counted).sort("seat", "strategy")


# --- rows -------------------------------------------------------------------------------------------------


def _level(group: str, measure: str, subject: str = "", kind: str = LEVELS, unit: str = "", **number: Any) -> Row:
    return {"kind": kind, "group": group, "measure": measure, "subject": subject, "unit": unit, **number}


def _count(measure: str, count: float, subject: str = "", target: float | None = None) -> Row:
    return {
        "kind": COUNTS,
        "group": TOTALS,
        "measure": measure,
        "subject": subject,
        "target": target,
        "estimate": count,
    }


def _win_shares(wins: pl.DataFrame, key: str, games: int, level: float) -> Iterator[Row]:
    """Yield win rates per seat held, each followed by the seats that a strategy holds in a game.

    A strategy's share of one game's win, over all its seats, is between 0 and 1, and games are independent. So the
    share gets the bounds of a count, which are conservative for fractions, and is then divided by the seats held.
    Seats of one game share one win, so they must not count as independent. A strategy that holds every seat wins every
    finished game: the rules fix that, and it is the only interval without a width.
    """
    rows = wins.group_by(key).agg(pl.col("won").sum(), pl.col("rows").sum()).sort(key)
    everyone = int(rows["rows"].sum())
    for name, won, rows_held in rows.iter_rows():
        seats, fixed = rows_held / games, rows_held == everyone and won == games * WIN_UNIT
        share = Estimate(1.0, 1.0, 1.0, games) if fixed else exact(won / WIN_UNIT, games, level)
        scaled = {end: getattr(share, end) / seats for end in ("estimate", "low", "high")}
        if key == "strategy":
            yield _level(STRATEGIES, "win_share", name, title="win rate", **scaled, n=games)
            yield _count("seats", seats, name)
        else:
            yield _level(SEATS, "seat_win_share", str(name), title="win rate", **scaled, n=games)


def _turns(blocks: pl.DataFrame, players: int, level: float, within: bool) -> Iterator[Row]:
    """Yield the win rates of `fairness.turn_rows` as fractions of one; ``within``: of players, where they differ."""
    for row in turn_rows(blocks, players, level=level, within=within):
        ends = ("estimate", "low", "high")
        shares: dict[str, Any] = {end: None if row[end] is None else row[end] / PERCENT for end in ends}
        title = WITHIN if within else "win rate"
        yield _level(TURNS, "turn_win_share", row["subject"], title=title, **shares, n=row["n"])


def _metrics(blocks: pl.DataFrame, level: float, unlike: bool) -> Iterator[Row]:
    """Yield each metric that can be computed from these games; of turn order only where players are alike."""
    for metric in METRICS.values():
        if unlike and metric.group == TURN_ORDER:
            continue
        number = measured(blocks, metric).row(level)
        if number["estimate"] is not None:
            yield _level(metric.group, metric.name, unit=metric.unit, title=metric.title, **number)


def _quantiles(name: str, counts: pl.DataFrame, level: float) -> Iterator[Row]:
    values, times = counts[name].to_numpy(), counts["len"].to_numpy()
    group = METRICS[name].group
    for share in SHARES:
        yield _level(group, name, kind=QUANTILES, target=share, **asdict(quantile(values, times, share, level)))


def _ends(counts: pl.DataFrame, games: int, level: float) -> Iterator[Row]:
    for end, count in counts.iter_rows():
        yield _level(ENDS, "end", end, title="share of games", **asdict(exact(count, games, level)))
