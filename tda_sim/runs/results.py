"""The results of a run in its folder: lazy tables and the manifest."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.clock import Clock
from tda_sim.runs.columns import TABLES, empty
from tda_sim.runs.manifest import RUN, Manifest, read_timing

if TYPE_CHECKING:
    import pandas as pd

EXAMPLE = Path(__file__).with_name("example")  # `make golden` writes it


class Results:
    """A run's results. A table is read on demand, and its files are then checked by their digests.

    Attributes:
        path: the run's folder.
        manifest: configuration, versions and parts.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest

    @property
    def games(self) -> pl.LazyFrame:
        """A row per game."""
        return self._scan("games")

    @property
    def seats(self) -> pl.LazyFrame:
        """A row per game and seat."""
        return self._scan("seats")

    @property
    def cards(self) -> pl.LazyFrame:
        """Sums, with a row per chunk, card, strategy and kind of contact."""
        return self._scan("cards")

    @property
    def draws(self) -> pl.LazyFrame:
        """Sums over the draws at the end of gambits, with a row per chunk, card and strategy."""
        return self._scan("draws")

    @property
    def gambits(self) -> pl.LazyFrame:
        """A row per gambit, for the first ``trails`` games."""
        return self._scan("gambits")

    @property
    def abilities(self) -> pl.LazyFrame:
        """Sums, with a row per chunk, ability and strategy. Empty if nobody has abilities."""
        return self._scan("abilities")

    @property
    def drawn(self) -> pl.LazyFrame:
        """A row per game, with a column for each part of the deck that games draw: true if it was in the game.

        The parts are colours, cards and dragons of a colour, in the order of the deck's draws, then its unique cards of
        which some are drawn.
        """
        inside = [(pl.col(column) // (1 << bit) % 2 == 1).alias(name) for name, column, bit in self.manifest.words.bits]
        return self.games.select("game", *inside)

    def read(self, table: str) -> pl.LazyFrame:
        """Return a table by its name."""
        return self._scan(table)

    def to_pandas(self, table: str) -> "pd.DataFrame":
        """Return a whole table as a pandas data frame."""
        return self._scan(table).collect().to_pandas()

    def summary(self, clock: Clock | None = None) -> pl.DataFrame:
        """Return the answer to the run's first questions as a table of estimates: who wins, how long games last.

        There is a row per number, with its ``group`` (strategies, seats, turns, ends, or a heading of metrics), its
        ``subject``, its ``measure`` with ``title`` and ``unit``, its ``kind``, and the ends of the 95 % interval,
        ``low`` and ``high``. Win rates and other shares are fractions of 1, except for those with the ``unit`` "%".
        See `tda_sim.measures.summary`.

        ``clock`` is the clock for estimates of minutes, by default that of the game.
        """
        from tda_sim.measures.summary import summary

        return summary(self.games, self.seats, clock or self.clock, self.manifest.config.players)

    @property
    def clock(self) -> Clock:
        """The clock of the game: the seconds from which minutes are estimated if nobody names another one."""
        from tda_sim.agents.games import DICE
        from tda_sim.definitions import clocks

        return clocks.load_clock(clocks.DICE if self.manifest.game == DICE else clocks.USUAL)

    @property
    def timing(self) -> dict[str, float | int]:
        """``seconds`` spent on playing and writing, except for compiling (0 if unknown), and ``workers`` last used."""
        return asdict(read_timing(self.path, self.manifest.config))

    def _scan(self, table: str) -> pl.LazyFrame:
        if table not in TABLES:
            raise UserError.of(f"there is no table called {table}", hint=f"tables are {', '.join(TABLES)}")
        if damaged := self.manifest.damaged(self.path, [table]):
            others = len(damaged) - 1
            more = f", and so {'is' if others == 1 else 'are'} {others:,} more" if others else ""
            hint = "the command that made this folder plays it again"
            raise UserError.of(f"this file is missing or damaged{more}", file=str(damaged[0]), hint=hint)
        parts = [self.manifest.parts[number].path(self.path, table) for number in sorted(self.manifest.parts)]
        return pl.scan_parquet(parts) if parts else empty(table, self.manifest.words).lazy()

    def __repr__(self) -> str:
        config, games = self.manifest.config, self.manifest.games_done
        return f"<Results: {games:,} games of {config.deck} with {config.players} players, in {self.path}>"


def load_results(path: str | Path) -> Results:
    """Return the results in a run's folder. Raises UserError if there are none.

    Args:
        path: the folder, as ``out`` of `simulate` or ``--out`` named it.
    """
    return Results(Path(path), RUN.read(Path(path)))


def load_example() -> Results:
    """Return a thousand games that come with the package: nothing is played.

    They are of the original deck, among players of three levels: club, regular (two of them) and first-evening.

    >>> load_example().games.collect().height
    1000
    """
    return load_results(EXAMPLE)
