"""The cells of a study: one deck under one set of rules, played at one table."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tda_sim.agents import Strategy
from tda_sim.definitions import Played
from tda_sim.measures.study import SAME
from tda_sim.runs.play import Work, plan_work

MANY_BLOCKS = 200  # aim for every cell,
FEW_BLOCKS = 20  # for a small one,
SLOW_BLOCKS = 10  # for one at which somebody plays ahead,
MOST_BLOCKS = 2_000  # and the limit for a large one: each block is a file in each table
MIN_CHUNK, MAX_CHUNK = 500, 25_000


@dataclass(frozen=True)
class Table:
    """Who sits at a table, place by place."""

    name: str
    kind: str  # SAME, MIXED or AGAINST
    strategies: tuple[Strategy, ...]  # a single one plays in all places

    @property
    def is_slow(self) -> bool:
        """Whether somebody plays ahead."""
        return any(strategy.plays_ahead for strategy in self.strategies)


@dataclass(frozen=True)
class Setting:
    """A deck under the rules of one variant."""

    deck: Played
    deck_name: str
    variant: str = ""  # house rules and rule sets joined by "+"; empty for the deck as printed
    twin: str | None = None  # the card that has no power


@dataclass(frozen=True)
class Cell:
    """One cell: what is played in it, and how many games it should have."""

    setting: Setting
    players: int
    table: Table
    seed: int
    games: int  # of the pilot, if the study asks for a precision
    trails: int = 0  # this many games, the first ones, have rows in the table `gambits`
    forced: str | None = None  # the card that somebody is dealt in every game
    to_precision: bool = False  # whether the games are a pilot, which decides how many follow
    first: int | None = None  # games of the first stage, if its table may stop early; ``games`` are the most
    chunk: int | None = None  # games per chunk, if not the study's: this cell is not paired with another
    abilities: str | tuple[str, ...] | None = None  # who has which; None: as the deck says
    code: str = ""  # digests of its strategies, if the folder may hold cells with other code

    @property
    def name(self) -> str:
        """The cell's name, unique in its study."""
        setting = self.setting
        deck = " + ".join(part for part in (setting.deck_name, setting.variant) if part)
        parts = [deck, f"{self.players} players", self.table.name]
        if setting.twin:
            parts.append(f"{setting.twin} without power")
        if self.forced:
            parts.append(f"{self.forced} forced")
        return ", ".join(parts)

    @property
    def folder(self) -> str:
        """The name of the folder that holds its games."""
        legible = re.sub(r"[^\w.+-]+", "-", self.name)[:80].strip("-")
        return f"{legible}-{hashlib.sha256((self.name + self.code).encode()).hexdigest()[:8]}"

    @property
    def lineup(self) -> tuple[Strategy, ...]:
        """One strategy for each place."""
        strategies = self.table.strategies
        return strategies * self.players if self.table.kind == SAME else strategies

    def work(self) -> Work:
        """Return the games of the cell. Raises UserError if they cannot be played."""
        deck, lineup = self.setting.deck, self.lineup
        return plan_work(deck, None, self.players, lineup, self.seed, False, self.forced, self.trails, self.abilities)


def study_chunk(games: list[int], slow: Sequence[int] = ()) -> int:
    """Return the games per chunk, the same for all cells, so that paired cells have the same blocks.

    ``slow`` are the games of cells that have fewer because somebody plays ahead there.
    """
    fewest, most = min(games), max(games)
    low = min(MIN_CHUNK, max(1, fewest // FEW_BLOCKS))
    chunk = min(max(fewest // MANY_BLOCKS, most // MOST_BLOCKS, low), MAX_CHUNK)
    return min([chunk, *(max(1, few // SLOW_BLOCKS) for few in slow)])
