"""Who meets whom, and in how many games: a study of cells where one strategy plays against others.

Every cell has its own seed, so that its games are independent of all others, and consists of whole chunks of a fixed
size. So the result of a cell does not depend on who else takes part, or on what is already in the folder.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from tda_sim.definitions.games import Played
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.standing import WIN_SHARE
from tda_sim.stats.confidence_sequences import share_games
from tda_sim.stats.intervals import Estimate
from tda_sim.studies.cells import Cell, Setting, Table
from tda_sim.studies.files import Precision
from tda_sim.studies.plan import StudyPlan, works_of
from tda_sim.studies.precision import whole_chunks

CHUNK = 1_200  # games; divisible by every number of players
SLOW_CHUNK = 60  # games, if somebody plays ahead, which takes hundreds of times as long
PILOT = 1 / 8  # of the most games that the width can take
ANY_SHARE = Estimate(0.5, 0.0, 1.0, 0)


@dataclass(frozen=True)
class GamesAsked:
    """How many games a meeting gets, in whole chunks: ``games``, or fewer if they give intervals of a ``width``."""

    seed: int
    games: int
    slow_games: int  # where somebody plays ahead
    width: float | None = None  # half the width of the win rate's interval

    @property
    def most(self) -> int:
        """The most games of a meeting at which nobody plays ahead."""
        return whole_chunks(min(self.games, self._needed), CHUNK)

    @property
    def most_slow(self) -> int:
        """The most games of a meeting at which somebody plays ahead."""
        return whole_chunks(min(self.slow_games, self._needed), SLOW_CHUNK)

    @property
    def precision(self) -> Precision | None:
        """What a pilot decides; None if there is nothing to decide."""
        if self.width is None or (pilot := whole_chunks(ceil(PILOT * self._needed), CHUNK)) >= self.most:
            return None
        return Precision(metric=WIN_SHARE, within=PERCENT * self.width, pilot=pilot, at_most=self.most)

    @property
    def _needed(self) -> int:
        return self.games if self.width is None else share_games(ANY_SHARE, self.width)


def meetings_plan(
    name: str, title: str, deck: Played, players: int, tables: Sequence[Table], asked: GamesAsked, purpose: str = ""
) -> StudyPlan:
    """Return the study of meetings at some tables, each with its own games, for a purpose."""
    variant = "" if deck.rules_name == deck.name else deck.rules_name
    setting, precision = Setting(deck, deck.name, variant), asked.precision

    def cell(table: Table) -> Cell:
        one, other = pair = [strategy.at(deck.name, deck.rules_name) for strategy in table.strategies[:2]]
        seed, code = cell_seed(asked.seed, one.name, other.name, purpose), "".join(each.digest for each in pair)
        if one.fast is not None or other.fast is not None:
            return Cell(setting, players, table, seed, asked.most_slow, chunk=SLOW_CHUNK, code=code)
        games = precision.pilot if precision else asked.most
        return Cell(setting, players, table, seed, games, to_precision=precision is not None, code=code)

    cells = tuple(map(cell, tables))
    return StudyPlan(name, title, cells, works_of(cells), CHUNK, asked.seed, precision=precision, grows=True)


def cell_seed(seed: int, challenger: str, others: str, purpose: str = "") -> int:
    """Return the seed of a meeting's games. It depends only on the ladder's seed, the purpose and the two names.

    So a ladder with more strategies has the same games between the strategies that it shares with a smaller one.
    """
    text = "\n".join((str(seed), *filter(None, [purpose]), challenger, others))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
