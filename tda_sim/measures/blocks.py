"""Reduces a cell to sums over blocks of games: small tables that everything else is computed from.

Games are read once, as a stream, so a hundred million need no more memory than a thousand. All sums are whole numbers,
so they do not depend on the order in which games are read.
"""

import polars as pl

from tda_sim.measures.clock import Clock, milliseconds
from tda_sim.measures.metrics import ENDINGS, WIN_UNIT
from tda_sim.measures.study import Study, cell_of, check_columns

BLOCKS = 40  # at least: enough for a stable interval

_SUMMED = (
    "gambits",
    "rounds",
    "plays",
    "lead_changes",
    "behind",
    "deficit",
    "stakes_won",
    "max_stakes",
    "power_gold",
    "triggers",
    "colour_flights",
    "strength_flights",
    "purchases",
    "debts",
    "emptied",
    "drawn_gambits",
    "reshuffles",
    "unfinished",
)
_READ = ("game", "winners", "winner", "tie", "end", "openers_won", "first_leader", "half_richest", "half_poorest")


def block_size(study: Study) -> int:
    """Return the games per block, for all cells of a study, so that blocks of the same number hold the same games.

    A block is a chunk, or smaller where a cell would have fewer than `BLOCKS` of them.
    """
    played = study.cells.filter(pl.col("games") > 0)
    if played.is_empty():
        return 1
    chunk, games = played.select(pl.col("chunk").min(), pl.col("games").min()).row(0)
    return max(1, min(int(chunk), int(games) // BLOCKS))


def block_sums(study: Study, cell: str, size: int | None = None) -> pl.DataFrame:
    """Return one row per block of a cell's games, in order: `block`, `games`, and the sums that `METRICS` name.

    Block b holds the games b * size .. (b + 1) * size - 1; ``size`` is `block_size` by default. Wins are in sixtieths.
    `turn_0_above_par` counts those of the first leader above a fair share, `turn_1_above_par` those of the seat to the
    left, and so on. Sums that leave out some games come with their own count: `won_games` (with a single winner),
    `finished`, `led_games`, `half_richest_games`, and so on. `milliseconds` follow the study's clock.

    Raises UserError for a cell without games, or with games that lack a column.
    """
    players = cell_of(study, cell)["players"]
    games = check_columns(study, cell, "games", {*_SUMMED, *_READ})
    sums = sums_of_games(games, players, study.clock, pl.col("game") // (size or block_size(study)))
    return sums.collect(engine="streaming")


def sums_of_games(games: pl.LazyFrame, players: int, clock: Clock, block: pl.Expr) -> pl.LazyFrame:
    """Return the sums of `block_sums` from a table of games, by ``block``, an expression of its columns."""
    sums = {**_plain_sums(), **_half_time(), **_leaders(players), **_turns(players), **_endings()}
    sums["milliseconds"] = milliseconds(clock, players)
    totals = games.group_by(block.alias("block")).agg(
        pl.len().cast(pl.Int64).alias("games"), *(each.cast(pl.Int64).sum().alias(name) for name, each in sums.items())
    )
    return totals.sort("block")


def _plain_sums() -> dict[str, pl.Expr]:
    """Return the columns that are summed as they are, and the counts that go with them."""
    gambits, drawn = pl.col("gambits").cast(pl.Int64), pl.col("drawn_gambits").cast(pl.Int64)
    alone = pl.col("behind").is_not_null()
    return {
        **{name: pl.col(name) for name in _SUMMED},
        "special_flights": pl.col("colour_flights") + pl.col("strength_flights"),
        "further_gambits": gambits - 1,
        "won_gambits": gambits - drawn,
        "won_games": alone,
        "behind_gambits": pl.when(alone).then(gambits),
        "ties": pl.col("tie"),
        "finished": pl.col("winners") > 0,
    }


def _won(seat: pl.Expr) -> pl.Expr:
    """Return a seat's win in sixtieths; missing where the seat is."""
    winners = pl.col("winners").cast(pl.Int64)
    share = WIN_UNIT // winners.bitwise_count_ones().cast(pl.Int64).clip(lower_bound=1)
    bit = pl.lit(2, pl.Int64).pow(seat.cast(pl.Int64))
    return (winners // bit % 2) * share


def _half_time() -> dict[str, pl.Expr]:
    """Return how often the sole richest and the sole poorest player halfway go on to win, in games with a winner."""
    return {
        name: each
        for column in ("half_richest", "half_poorest")
        for name, each in (
            (f"{column}_games", pl.col(column).is_not_null() & (pl.col("winners") > 0)),
            (f"{column}_won", _won(pl.col(column))),
        )
    }


def _leaders(players: int) -> dict[str, pl.Expr]:
    """Return what the leaders of first rounds win above a fair share of one in ``players``, in sixtieths."""
    par = WIN_UNIT // players  # 2 to 6 divide it
    won_gambits = pl.col("gambits").cast(pl.Int64) - pl.col("drawn_gambits").cast(pl.Int64)
    led = pl.col("first_leader").is_not_null() & (pl.col("winners") > 0)
    return {
        "opener_above_par": WIN_UNIT * pl.col("openers_won").cast(pl.Int64) - par * won_gambits,
        "led_games": led,
    }


def _turns(players: int) -> dict[str, pl.Expr]:
    """Return what each seat wins, by its distance to the left of the first leader, in games with a winner."""
    first = pl.col("first_leader").cast(pl.Int64)
    par, led = WIN_UNIT // players, pl.col("first_leader").is_not_null() & (pl.col("winners") > 0)
    won = {turn: _won((first + turn) % players) for turn in range(players)}
    return {f"turn_{turn}_above_par": pl.when(led).then(share - par) for turn, share in won.items()}


def _endings() -> dict[str, pl.Expr]:
    return {f"end_{end}": pl.col("end").cast(pl.String) == end for end in ENDINGS}


def strategy_sums(study: Study, cell: str, size: int | None = None) -> pl.DataFrame:
    """Return one row per block and strategy of a cell: `block`, `strategy`, `won`, `won_squared`, `seats`.

    ``won`` adds up wins in sixtieths over the seats that the strategy held, ``won_squared`` their squares.
    """
    seats = check_columns(study, cell, "seats", {"game", "strategy", "win_share"})
    block = (pl.col("game") // (size or block_size(study))).alias("block")
    won = (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64)
    sums = seats.group_by(block, pl.col("strategy").cast(pl.String)).agg(
        won.sum().alias("won"), (won * won).sum().alias("won_squared"), pl.len().cast(pl.Int64).alias("seats")
    )
    return sums.sort("block", "strategy").collect(engine="streaming")
