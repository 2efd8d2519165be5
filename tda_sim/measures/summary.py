"""The first questions about a run: who wins how often, how long games last, how they end, what happens in them.

Tables in, tables out. The run's lazy tables `games` and `seats` are read as streams, so a hundred million games
need no more memory than a thousand. Every row has ``estimate, low, high, n`` beside each other.
"""

from dataclasses import asdict

import polars as pl

from tda_sim.measures.blocks import sums_of_games
from tda_sim.measures.clock import Clock, milliseconds
from tda_sim.measures.compare import measured
from tda_sim.measures.fairness import turn_rows
from tda_sim.measures.metrics import METRICS, MILLISECONDS, PERCENT
from tda_sim.measures.rows import table_of
from tda_sim.stats.exact import exact
from tda_sim.stats.intervals import LEVEL, Estimate, quantile

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
BLOCKS = 97  # enough for a stable interval, and prime, so that every block has all seatings equally often
WIN_UNIT = 60  # a share of a win is a whole number of sixtieths
COUNTED = ("plays", "rounds", "minutes", "gambits")  # game by game, for quantiles; minutes are rounded


def summary(
    games: pl.LazyFrame, seats: pl.LazyFrame, clock: Clock, players: int, level: float = LEVEL
) -> dict[str, pl.DataFrame]:
    """Return the tables of the summary, by name.

    - ``strategies``: win rate of each strategy per seat that it holds, with ``seats``, the seats it holds per game;
    - ``seats``: win rate of each seat; ``turns``: of each place in the turn order, over games with a winner, with
      joint intervals;
    - ``metrics``: every metric that follows from the games, with `group`, `name`, `title`, `unit`; minutes by the
      ``clock``;
    - ``quantiles``: of lengths and of gambits; ``histogram``: games by number of gambits;
    - ``ends``: share of games for each reason to end;
    - ``totals``: games, unfinished games, decisions.
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
    played = int(totals["games"][0])
    histograms = dict(zip(COUNTED, counts, strict=True))
    return {
        "strategies": _win_shares(wins, "strategy", played, level),
        "seats": _win_shares(wins, "seat", played, 1 - (1 - level) / players),  # jointly, by Bonferroni
        "turns": _turns(blocks, players, level),
        "metrics": _metrics(blocks, level),
        "quantiles": pl.concat(_quantiles(name, table, level) for name, table in histograms.items()),
        "histogram": histograms["gambits"].rename({"len": "games"}),
        "ends": _ends(ends, played, level),
        "totals": totals,
    }


# --- reading the run --------------------------------------------------------------------------------------


def _totals(games: pl.LazyFrame) -> pl.LazyFrame:
    sums = (pl.col(name).cast(pl.Int64).sum() for name in ("unfinished", "decisions"))
    return games.select(pl.len().cast(pl.Int64).alias("games"), *sums)


def _counts(games: pl.LazyFrame, column: str) -> pl.LazyFrame:
    return games.group_by(column).agg(pl.len().cast(pl.Int64)).sort(column)


def _wins(seats: pl.LazyFrame) -> pl.LazyFrame:
    """Return the sixtieths won, exactly, by seat and strategy."""
    won = (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64).sum().alias("won")
    return seats.group_by("seat", "strategy").agg(won, pl.len().cast(pl.Int64).alias("rows")).sort("seat", "strategy")


# --- computing the tables ---------------------------------------------------------------------------------


def _win_shares(wins: pl.DataFrame, key: str, games: int, level: float) -> pl.DataFrame:
    """Return win rates per seat held.

    A strategy's share of one game's win, over all its seats, is between 0 and 1, and games are independent. So the
    share gets the bounds of a count, which are conservative for fractions, and is then divided by the seats held.
    Seats of one game share one win, so they must not count as independent. A strategy that holds every seat wins every
    finished game: the rules fix that, and it is the only interval without a width.
    """
    rows = wins.group_by(key).agg(pl.col("won").sum(), pl.col("rows").sum()).sort(key)
    everyone = int(rows["rows"].sum())
    table = []
    for name, won, rows_held in rows.iter_rows():
        seats, fixed = rows_held / games, rows_held == everyone and won == games * WIN_UNIT
        share = Estimate(1.0, 1.0, 1.0, games) if fixed else exact(won / WIN_UNIT, games, level)
        scaled = {end: getattr(share, end) / seats for end in ("estimate", "low", "high")}
        table.append({key: name, "seats": seats, **scaled, "n": games})
    return pl.DataFrame(table, schema_overrides={key: wins.schema[key]})


def _turns(blocks: pl.DataFrame, players: int, level: float) -> pl.DataFrame:
    """Return the win rates of `fairness.turn_rows` as fractions of one."""
    rows = turn_rows(blocks, players, level=level)
    ends = ("estimate", "low", "high")
    shares = [{end: None if row[end] is None else row[end] / PERCENT for end in ends} for row in rows]
    return table_of(
        {"turn": row["turn"], "title": row["title"], **share, "n": row["n"]}
        for row, share in zip(rows, shares, strict=True)
    )


def _metrics(blocks: pl.DataFrame, level: float) -> pl.DataFrame:
    """Return a row for each metric that can be computed from these games."""
    rows = []
    for metric in METRICS.values():
        about = {"group": metric.group, "name": metric.name, "title": metric.title, "unit": metric.unit}
        rows.append(about | measured(blocks, metric).row(level))
    return table_of(row for row in rows if row["estimate"] is not None)


def _quantiles(name: str, counts: pl.DataFrame, level: float) -> pl.DataFrame:
    values, times = counts[name].to_numpy(), counts["len"].to_numpy()
    return pl.DataFrame([{"name": name, "q": q} | asdict(quantile(values, times, q, level)) for q in QUANTILES])


def _ends(counts: pl.DataFrame, games: int, level: float) -> pl.DataFrame:
    rows = [{"name": end} | asdict(exact(count, games, level)) for end, count in counts.iter_rows()]
    return pl.DataFrame(rows, schema=("name", "estimate", "low", "high", "n"))
