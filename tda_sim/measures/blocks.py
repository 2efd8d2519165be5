"""Reduces a cell to sums over blocks of games: small tables that everything else is computed from.

Games are read once, as a stream, so a hundred million need no more memory than a thousand. All sums are whole numbers,
so they do not depend on the order in which games are read.
"""

from types import SimpleNamespace
from typing import Any

import polars as pl

from tda_sim.measures.clock import Clock, milliseconds
from tda_sim.measures.metrics import ENDINGS, WIN_UNIT
from tda_sim.measures.study import Study, cell_of, check_columns

BLOCKS = 40  # at least: enough for a stable interval

NOBODY = -1  # a seat, or a number of the sole winner, that is missing
PLAIN = (  # columns of games that are summed as they are
    "gambits",
    "rounds",
    "plays",
    "lead_changes",
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
)
MAY_MISS = ("behind", "deficit", "first_leader", "half_richest", "half_poorest")
_READ = (*PLAIN, *MAY_MISS, "game", "winners", "winner", "tie", "end", "openers_won", "unfinished")
DERIVED = (  # sums of `derived`
    "special_flights",
    "further_gambits",
    "won_gambits",
    "opener_above_par",
    "won_games",
    "behind",
    "deficit",
    "behind_gambits",
    "ties",
    "finished",
    "led_games",
    "half_richest_games",
    "half_richest_won",
    "half_poorest_games",
    "half_poorest_won",
)


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
    games = check_columns(study, cell, "games", set(_READ))
    sums = sums_of_games(games, players, study.clock, pl.col("game") // (size or block_size(study)))
    return sums.collect(engine="streaming")


def sums_of_games(games: pl.LazyFrame, players: int, clock: Clock, block: pl.Expr) -> pl.LazyFrame:
    """Return the sums of `block_sums` from a table of games, by ``block``, an expression of its columns."""
    sums = values_of_games(players, clock)
    totals = games.group_by(block.alias("block")).agg(
        pl.len().cast(pl.Int64).alias("games"), *(each.cast(pl.Int64).sum().alias(name) for name, each in sums.items())
    )
    return totals.sort("block")


def values_of_games(players: int, clock: Clock) -> dict[str, pl.Expr]:
    """Return what each game adds to the sums of `block_sums`, by name, as expressions of the columns of games."""
    game = SimpleNamespace(**{name: pl.col(name).cast(pl.Int64) for name in ("openers_won", "winners", *PLAIN)})
    game.__dict__.update({name: pl.col(name).cast(pl.Int64).fill_null(NOBODY) for name in MAY_MISS})
    game.n_winners = pl.col("winners").bitwise_count_ones().cast(pl.Int64)
    sums = {name: pl.col(name) for name in PLAIN} | dict(zip(DERIVED, derived(game, players), strict=True))
    sums |= {f"turn_{turn}_above_par": turn_above_par(game, turn, players) for turn in range(players)}
    sums |= {f"end_{end}": pl.col("end").cast(pl.String) == end for end in ENDINGS}
    sums |= {"unfinished": pl.col("unfinished"), "milliseconds": milliseconds(clock, players)}
    return sums


# --- what a game adds: of the columns of a table, and, compiled for the page, of the engine's record of a game ---


def derived(game: Any, players: int) -> tuple[Any, ...]:
    """Return what a game adds to the sums `DERIVED`; ``game`` has its numbers, or the columns of many, by name."""
    won_gambits, par = game.gambits - game.drawn_gambits, WIN_UNIT // players
    alone, finished = game.behind != NOBODY, game.winners > 0
    return (
        game.colour_flights + game.strength_flights,
        game.gambits - 1,
        won_gambits,
        WIN_UNIT * game.openers_won - par * won_gambits,
        1 * alone,
        alone * game.behind,
        alone * game.deficit,
        alone * game.gambits,
        1 * (game.n_winners > 1),
        1 * finished,
        1 * ((game.first_leader != NOBODY) & finished),
        1 * ((game.half_richest != NOBODY) & finished),
        won(game, game.half_richest),
        1 * ((game.half_poorest != NOBODY) & finished),
        won(game, game.half_poorest),
    )


def turn_above_par(game: Any, turn: int, players: int) -> Any:
    """Return what the seat so many to the left of the first leader wins above a fair share, in games with a winner."""
    led = (game.first_leader != NOBODY) & (game.winners > 0)
    return led * (won(game, (game.first_leader + turn) % players) - WIN_UNIT // players)  # 2 to 6 players divide it


def won(game: Any, seat: Any) -> Any:
    """Return a seat's win in sixtieths; 0 for `NOBODY`, and in a game without a winner."""
    there = seat != NOBODY
    return there * (game.winners // 2 ** (there * seat) % 2) * (WIN_UNIT // game.n_winners)


def strategy_sums(study: Study, cell: str, size: int | None = None) -> pl.DataFrame:
    """Return one row per block and strategy of a cell: `block`, `strategy`, `won`, `seats`.

    ``won`` adds up wins in sixtieths over the seats that the strategy held.
    """
    seats = check_columns(study, cell, "seats", {"game", "strategy", "win_share"})
    block = (pl.col("game") // (size or block_size(study))).alias("block")
    won = (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64)
    sums = seats.group_by(block, pl.col("strategy").cast(pl.String)).agg(
        won.sum().alias("won"), pl.len().cast(pl.Int64).alias("seats")
    )
    return sums.sort("block", "strategy").collect(engine="streaming")


def length_sums(study: Study, cell: str) -> pl.DataFrame:
    """Return one row per block of a cell: `block`, `games`, `gambits`."""
    games = check_columns(study, cell, "games", {"game", "gambits"})
    block = (pl.col("game") // block_size(study)).alias("block")
    sums = games.group_by(block).agg(pl.len().cast(pl.Int64).alias("games"), pl.col("gambits").cast(pl.Int64).sum())
    return sums.sort("block").collect(engine="streaming")
