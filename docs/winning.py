"""Fits the chance of winning a game by gold alone, for `tda_sim.kit.searching`: python docs/winning.py.

In games of `master`, the odds of two players at the end of a gambit are e to the power of their difference in gold,
divided by ``lead + slope * gold of the poorest player``: a multinomial logit whose scale depends on how soon the game
may end. A row shows the best numbers for a deck and a number of players, and the mean logarithmic loss with them, with
the numbers in use, and with equal chances.
"""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.optimize import minimize

import tda_sim
from tda_sim.kit.searching import LEAD, LEAD_PER_GOLD

DECKS = "original", "emperors-gambit", "legendary", "avandras-hand"
PLAYERS = 2, 3, 4, 6
GAMES = 12_000

Floats = NDArray[np.float64]


def positions(deck: str, players: int) -> tuple[Floats, Floats]:
    """Return hoards after each gambit but the last, shape (n, players), and the shares of the win to come."""
    run = tda_sim.simulate(deck, players, GAMES, "master", seed=1, trails=GAMES, progress=False)
    columns = [f"gold_{seat}" for seat in range(players)]
    last = pl.col("gambit") == pl.col("gambit").max().over("game")
    gambits = run.gambits.select("game", "gambit", *columns).collect()
    ends = gambits.filter(last).select("game", *(pl.col(column).alias(f"{column}_at_end") for column in columns))
    before = gambits.filter(~last).join(ends, on="game")
    hoards = before.select(columns).to_numpy().astype(float)
    at_end = before.select(f"{column}_at_end" for column in columns).to_numpy()
    won = (at_end == at_end.max(axis=1, keepdims=True)).astype(float)
    return hoards, won / won.sum(axis=1, keepdims=True)


def loss(hoards: Floats, won: Floats, lead: float, slope: float) -> float:
    """Return the mean logarithmic loss."""
    odds = hoards / (lead + slope * hoards.min(axis=1, keepdims=True))
    odds -= odds.max(axis=1, keepdims=True)
    chances = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
    return float(-(won * np.log(np.maximum(chances, 1e-12))).sum(axis=1).mean())


def best_fit(hoards: Floats, won: Floats) -> Any:
    """Return the best lead and slope, as ``x``, and the loss with them, as ``fun``."""
    losses: Any = lambda both: loss(hoards, won, *both)  # noqa: E731  # the types of SciPy's stubs are too narrow
    return minimize(losses, [LEAD, LEAD_PER_GOLD], method="Nelder-Mead")


def main() -> None:
    """Print a row for each deck and number of players."""
    print(f"{'deck':16} players   lead  slope  loss  with {LEAD:g} and {LEAD_PER_GOLD:g}  equal chances")
    for deck in DECKS:
        for players in PLAYERS:
            hoards, won = positions(deck, players)
            best = best_fit(hoards, won)
            ours, equal = loss(hoards, won, LEAD, LEAD_PER_GOLD), np.log(players)
            print(f"{deck:16} {players:7} {best.x[0]:6.1f} {best.x[1]:6.2f} {best.fun:.4f} {ours:19.4f} {equal:14.4f}")


if __name__ == "__main__":
    main()
