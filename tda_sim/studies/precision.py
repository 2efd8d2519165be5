"""How many games a precision takes: a pilot decides, once and for all, by Stein's rule.

The pilot is the cell's first games. The number of games follows from their spread alone, not from their mean, and is
fixed before any further game is played (Stein 1945, Annals of Mathematical Statistics 16, p. 243). So nothing that
is seen later can stop a cell early, and the usual interval stays valid.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import measured
from tda_sim.measures.metrics import METRICS
from tda_sim.runs.plan import chunk_count
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.sequences import stein
from tda_sim.studies.cells import Cell
from tda_sim.studies.results import load_study

if TYPE_CHECKING:
    from tda_sim.studies.folder import StudyFolder


def whole_chunks(games: int, chunk: int) -> int:
    """Return a number of games rounded up to whole chunks."""
    return chunk_count(games, chunk) * chunk


def decide(folder: "StudyFolder", cell: Cell) -> dict[str, Any]:
    """Return what a cell's pilot decides: how many games the cell gets. The pilot's games are there.

    The keys: ``games`` of the pilot and of the cell, ``value`` and ``spread`` (standard deviation of a block's value)
    in the pilot, and whether the number of games reaches the precision, or is the most that the study allows.
    """
    precision = folder.plan.file.precision
    assert precision is not None
    metric, blocks = METRICS[precision.metric], chunk_count(cell.games, folder.chunk)
    sums = block_sums(load_study(folder.path), cell.name, folder.chunk)[:blocks]
    found = measured(sums, metric).found
    values = found.estimate + found.influence  # their mean is the metric's value, their spread that of its estimate
    if not np.isfinite(values).all():
        raise UserError.of(
            f"{cell.name}: the pilot says nothing about {metric.name}, which does not occur in it",
            hint="name another metric, or a larger pilot",
        )
    needed = max(blocks, int(stein(values, precision.within, LEVEL)))
    most = max(blocks, precision.at_most // folder.chunk)
    return {
        "pilot": blocks * folder.chunk,
        "value": round(float(values.mean()), 9),
        "spread": round(float(values.std(ddof=1)), 9),
        "needed": needed * folder.chunk,
        "games": min(needed, most) * folder.chunk,
        "reached": needed <= most,
    }
