"""How long people would take to play: the events of a game, times the seconds that a clock gives each of them.

Nobody was timed: minutes are an estimate, as good as the clock. Milliseconds are whole numbers, so sums over games do
not depend on the order in which games are read.
"""

from collections.abc import Mapping

import polars as pl

Clock = Mapping[str, Mapping[str, float]]  # for each item of `COUNTED`: `seconds`, and extra seconds for `each_player`;
# under `reach`, how much faster and slower others plausibly play: `least` and `most`, as multiples

COUNTED = {  # what a clock has seconds for, and the column of games that counts it; None: once per game
    "set_up": None,
    "ante": "gambits",
    "play": "plays",
    "power": "triggers",
    "purchase": "purchases",
    "accounts": "gambits",
    "shuffle": "reshuffles",
}


def milliseconds(clock: Clock, players: int) -> pl.Expr:
    """Return how long each game takes this many players, from the columns of the games."""
    once = pl.lit(0, pl.Int64)
    for thing, column in COUNTED.items():
        one = pl.lit(pace(clock[thing], players), pl.Int64)
        once = once + (one if column is None else one * pl.col(column).cast(pl.Int64))
    return once


def reach(clock: Clock) -> tuple[float, float]:
    """Return the fastest and the slowest that others plausibly play, as multiples of the clock's minutes."""
    return (clock["reach"]["least"], clock["reach"]["most"]) if "reach" in clock else (1.0, 1.0)


def pace(seconds: Mapping[str, float], players: int) -> int:
    """Return the milliseconds that one thing takes this many players."""
    return round(1000 * (seconds["seconds"] + seconds["each_player"] * players))
