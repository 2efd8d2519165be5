"""A map of designs by two measures: what can be had of both, and with which changes.

MAP-Elites (Mouret and Clune 2015, arXiv:1504.04909) keeps, for each cell of a grid of two measures, the point that
meets all other goals best, with few changes. Points are judged by the model of a search, which costs no games; those
that are kept are played afterwards. The library pyribs proposes points and keeps the grid.
"""

from typing import Any

import numpy as np

from tda_sim.errors import UserError
from tda_sim.tuning.designs.model import Model
from tda_sim.tuning.designs.space import Point
from tda_sim.tuning.designs.trials import EFFORT, Trials

CELLS = 6  # of each measure
BATCH, BATCHES = 100, 60  # points that are judged
SPREAD = 0.1  # of a share of a range, by which points that are kept are varied


def elites(trials: Trials, axes: tuple[int, int]) -> list[Point]:
    """Return the best points, as the model thinks, of each cell of two goals, by their places; for the first players.

    Raises UserError where pyribs is not installed.
    """
    space, model = trials.space, Model(trials)
    anywhere = np.random.default_rng(trials.seed).random((BATCH * BATCHES, len(space.factors)))
    reached = model.predicted([*dict.fromkeys(map(space.rounded, anywhere))])[:, 0, list(axes)]
    ranges = [*zip(reached.min(axis=0), reached.max(axis=0), strict=True)]
    start = np.array([at / (len(factor.values) - 1) for at, factor in zip(space.printed, space.factors, strict=True)])
    scheduler = _scheduler(start, ranges, trials.seed)
    goals = [goal for k, goal in enumerate(next(iter(trials.goals.values()))) if k not in axes]
    others = [k for k in range(model.shape[1]) if k not in axes]
    for _ in range(BATCHES):
        points = [space.rounded(np.clip(shares, 0, 1)) for shares in scheduler.ask()]
        numbers = model.predicted(points)[:, 0]
        missed = sum((goal.loss(numbers[:, k]) for goal, k in zip(goals, others, strict=True)), np.zeros(len(points)))
        scheduler.tell(-missed - EFFORT * space.effort(points), numbers[:, list(axes)])
    kept = [space.rounded(shares) for shares in scheduler.archive.data("solution")]
    return [point for point in dict.fromkeys(kept) if space.is_taken(point)]


def _scheduler(start: np.ndarray, ranges: list[tuple[float, float]], seed: int) -> Any:
    """Return what proposes points and keeps the best of each cell."""
    try:
        from ribs.archives import GridArchive
        from ribs.emitters import IsoLineEmitter
        from ribs.schedulers import Scheduler
    except ImportError:
        raise UserError.of("a map of designs needs pyribs", hint="pip install ribs") from None
    archive = GridArchive(solution_dim=len(start), dims=(CELLS, CELLS), ranges=ranges, seed=seed)
    bounds = [(0.0, 1.0)] * len(start)
    emitter = IsoLineEmitter(archive, iso_sigma=SPREAD, x0=start, bounds=bounds, batch_size=BATCH, seed=seed)
    return Scheduler(archive, [emitter])
