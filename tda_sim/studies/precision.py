"""How many games a precision takes: a pilot decides, once, by Stein's rule.

The pilot is the cell's first games. The number of games depends on their spread alone, not on their mean, and is
fixed before any further game is played (Stein 1945, Annals of Mathematical Statistics 16, p. 243). So no later result
can stop a cell early, and the usual interval stays valid. The spread of a win rate follows from the rate itself, so
for win rates the pilot's interval decides.
"""

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import measured
from tda_sim.measures.metrics import METRICS, PERCENT
from tda_sim.measures.standing import WIN_SHARE, meeting
from tda_sim.runs.plan import chunk_count
from tda_sim.stats.confidence_sequences import share_games, stein
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.cells import Cell
from tda_sim.studies.files import Precision
from tda_sim.studies.results import StudyResults, load_study

if TYPE_CHECKING:
    from tda_sim.studies.folder import StudyFolder


def whole_chunks(games: int, chunk: int) -> int:
    """Return a number of games rounded up to whole chunks."""
    return chunk_count(games, chunk) * chunk


def decide(folder: "StudyFolder", cell: Cell) -> dict[str, Any]:
    """Return the decision of a cell's pilot, whose games are played: how many games the cell gets.

    The keys: ``games`` of the pilot and of the cell, ``value`` and ``spread`` (standard deviation of a block's value,
    for a win rate of a game's) in the pilot, and whether the number of games reaches the precision, or is the most
    that the study allows.
    """
    precision, chunk = folder.plan.precision, folder.chunk_of(cell)
    assert precision is not None
    blocks, decided = chunk_count(cell.games, chunk), _of_share if precision.metric == WIN_SHARE else _of_metric
    value, spread, chunks = decided(load_study(folder.path, [cell.name]), cell, precision, chunk, blocks)
    needed = max(blocks, chunks)
    most = max(blocks, precision.at_most // chunk)
    return {
        "pilot": blocks * chunk,
        "value": round(value, 9),
        "spread": round(spread, 9),
        "needed": needed * chunk,
        "games": min(needed, most) * chunk,
        "reached": needed <= most,
    }


def _of_share(
    results: StudyResults, cell: Cell, precision: Precision, chunk: int, blocks: int
) -> tuple[float, float, int]:
    """Return a challenger's win rate in a pilot, in percent, its spread, and the number of chunks that it takes."""
    share = meeting(results, cell.name, blocks * chunk).share()
    games = share_games(share, precision.within / PERCENT)
    return PERCENT * share.estimate, PERCENT * sqrt(share.estimate * (1 - share.estimate)), chunk_count(games, chunk)


def _of_metric(
    results: StudyResults, cell: Cell, precision: Precision, chunk: int, blocks: int
) -> tuple[float, float, int]:
    """Return a metric in a pilot, the standard deviation of a block's value, and the number of chunks it takes."""
    metric = METRICS[precision.metric]
    sums = block_sums(results, cell.name, chunk)[:blocks]
    estimate = measured(sums, metric).influences
    values = (
        estimate.estimate + estimate.influence
    )  # their mean is the metric's value, their spread that of its estimate
    if not np.isfinite(values).all():
        raise UserError.of(
            f"{cell.name}: {metric.name} does not occur in the pilot, so the pilot cannot decide",
            hint="name another metric, or a larger pilot",
        )
    return float(values.mean()), float(values.std(ddof=1)), int(stein(values, precision.within, LEVEL))
