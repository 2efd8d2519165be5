"""What a candidate gains on a baseline over the same blocks of games: arrays in, numbers out."""

import numpy as np
from numpy.typing import ArrayLike

from tda_sim.stats.intervals import LEVEL, Estimate, block_mean


def paired_gain(won: ArrayLike, baseline: ArrayLike, games: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return how much more is won per game, with an interval from the blocks' differences.

    ``won``, ``baseline``: sums over the games of each block, shape (blocks,), where both played the same games, so
    that what luck they have in common drops out. ``games``: in each block. See `block_mean`.
    """
    return block_mean(np.asarray(won, float) - np.asarray(baseline, float), games, level)
