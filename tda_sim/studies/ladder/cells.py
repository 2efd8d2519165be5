"""One challenger at a table of others, game by game: the cell that ratings are made of.

Games are played in blocks, and blocks are counted in order. So what a cell comes to does not depend on who played
which block, or when; and every block of a rotated line-up sees each seating equally often.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import WIN_UNIT
from tda_sim.measures.standing import Meeting
from tda_sim.runs.columns import Batch
from tda_sim.runs.play import Stop, Table, Work
from tda_sim.stats.intervals import LEVEL, Estimate, normal_quantile, wilson

BLOCK = 600  # games; divisible by every number of players
SLOW_BLOCK = 60  # the same where somebody plays ahead, which takes hundreds of times as long
MIN_BLOCKS = 10  # before an interval is believed to be narrow enough, and for the bootstrap to have something to draw


def play_block(
    work: Work,
    seated: NDArray[Any],
    block: int,
    size: int = BLOCK,
    stop: Stop | None = None,
    note: Callable[[int], object] = lambda games: None,
) -> NDArray[np.int64] | None:
    """Play a block of ``size`` games; return what each entrant won, in sixtieths of a game, shape (entrants,).

    Returns None where ``stop`` is set before the last one. ``note`` is called with the number of games that have just
    been played. Raises UserError where a strategy makes a mistake.
    """
    batch = Table(work, seated, stop).play(block, block * size, size, note)
    return None if batch is None else _won(batch)


def _won(batch: Batch) -> NDArray[np.int64]:
    """Return what each entrant won, in sixtieths, shared by all winners of a game, shape (entrants,)."""
    tallies, seats = batch.tallies, np.arange(batch.players)
    share = WIN_UNIT // np.maximum(tallies["n_winners"], 1)
    won = (tallies["winners"][:, None] >> seats & 1) * share[:, None]
    entrants = tallies["entrant"][:, : batch.players]
    return np.bincount(entrants.ravel(), won.ravel(), len(batch.words.strategies)).astype(np.int64)


def play_cell(work: Work, seated: NDArray[Any], first: int, n: int) -> NDArray[np.float64]:
    """Play blocks ``first`` .. ``first + n - 1``; return each entrant's share of the wins, (blocks, entrants)."""
    blocks = [play_block(work, seated, block) for block in range(first, first + n)]
    return np.array(blocks, float).reshape(n, len(work.strategies)) / (BLOCK * WIN_UNIT)


def cell_seed(seed: int, challenger: str, others: str) -> int:
    """Return the seed of a cell's games, which depends on nothing but the ladder's seed and the two names.

    Cells have games of their own, so that their results are independent of each other; and a ladder with more
    strategies has the same games between those that it shares with a smaller one.
    """
    text = "\n".join((str(seed), challenger, others))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


@dataclass(frozen=True)
class Goal:
    """How many games a cell is to have: until its interval is narrow enough, or there are too many."""

    width: float  # half of the interval of the challenger's share of the wins
    games: int  # at most, rounded up to whole blocks
    block: int = BLOCK  # games of a block

    @property
    def max_blocks(self) -> int:
        """The most blocks that are played; never fewer than two, which an interval needs."""
        return max(2, -(-self.games // self.block))

    @property
    def likely_blocks(self) -> int:
        """How many blocks a share of a quarter takes: a guess before any game is played."""
        games = normal_quantile(LEVEL) ** 2 * 3 / 16 / self.width**2
        return min(self.max_blocks, max(self.min_blocks, ceil(games / self.block)))

    @property
    def min_blocks(self) -> int:
        """The fewest blocks that are played."""
        return min(MIN_BLOCKS, self.max_blocks)


@dataclass(frozen=True)
class Player:
    """A strategy as a cell knows it: how it was named to us, and what it is."""

    reference: str
    name: str
    digest: str
    searches: bool = False  # whether it plays ahead


@dataclass(eq=False)
class Cell:
    """One ``challenger`` against the rest of the table, who all play ``others``, and how its games went so far."""

    challenger: Player
    others: Player
    seed: int
    goal: Goal
    blocks: list[tuple[int, int]] = field(default_factory=list)  # sixtieths won by challenger and others, in order
    used: int = 0  # blocks that count: the others are more than the goal asks for
    expected: int = 0  # blocks that it will need, as far as can be told by now
    asked: int = 0  # blocks that somebody plays or has played
    early: dict[int, tuple[int, int]] = field(default_factory=dict)  # blocks that came before their turn
    _won: tuple[int, int] = (0, 0)  # in the blocks that count

    def __post_init__(self) -> None:
        self.expected = self.goal.likely_blocks

    @property
    def games(self) -> int:
        """Games that count."""
        return self.used * self.goal.block

    @property
    def share(self) -> Estimate:
        """The challenger's share of the wins."""
        return wilson(self._won[0] / WIN_UNIT, self.games)

    @property
    def shares(self) -> NDArray[np.float64]:
        """Shares of the wins of the challenger and of the others, block by block, (blocks, 2)."""
        return np.array(self.blocks[: self.used], float).reshape(-1, 2) / (self.goal.block * WIN_UNIT)

    @property
    def meeting(self) -> Meeting:
        """What is known of it, for ratings."""
        won = (self._won[0] / WIN_UNIT, self._won[1] / WIN_UNIT)
        return Meeting(self.challenger.name, self.others.name, self.seed, self.games, won, self.shares)

    @property
    def done(self) -> bool:
        """Whether the goal is reached."""
        return self.used >= self.expected

    def restore(self, blocks: list[tuple[int, int]]) -> None:
        """Take blocks that were played earlier."""
        self.blocks = blocks
        self.asked = len(blocks)
        self._count()

    def add(self, block: int, won: tuple[int, int]) -> bool:
        """Take a block that has been played, in whatever order; return whether there is something new to keep."""
        self.early[block] = won
        known = len(self.blocks)
        while not self.done and len(self.blocks) in self.early:
            self.blocks.append(self.early.pop(len(self.blocks)))
            self._count()
        return len(self.blocks) > known

    def _count(self) -> None:
        """Count blocks, in order, until they are enough. Nothing but the blocks before it decides on the next."""
        while not self.done and self.used < len(self.blocks):
            challenger, others = self.blocks[self.used]
            self._won = self._won[0] + challenger, self._won[1] + others
            self.used += 1
            if self.used >= self.goal.min_blocks:
                half = (self.share.high - self.share.low) / 2
                likely = ceil(self.used * (half / self.goal.width) ** 2)  # the width falls with the root of the games
                self.expected = min(self.goal.max_blocks, max(self.goal.min_blocks, likely))

    def next_block(self) -> int | None:
        """Return the next block to be played, or None where the blocks under way may well be enough."""
        enough = self.expected if self.used >= self.goal.min_blocks else self.goal.min_blocks
        if self.done or self.asked >= max(enough, len(self.blocks) + 1):
            return None
        self.asked += 1
        return self.asked - 1
