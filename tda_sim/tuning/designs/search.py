"""Four ways to search a space for the point that meets goals best, which cost the same: so many games.

- `by_model`: what a model of all measures thinks best is played next (see `model`), so that it errs less where it
  matters.
- `by_evolution`: CMA-ES (Hansen 2016, arXiv:1604.00772) with whole coordinates; of each generation the better half is
  played once more before it counts.
- `by_coordinates`: one thing at a time, around and around, in smaller and smaller steps.
- `by_chance`: points drawn by chance.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import qmc

from tda_sim.errors import UserError
from tda_sim.tuning.designs.model import Model
from tda_sim.tuning.designs.space import TRIES, Point, Space
from tda_sim.tuning.designs.trials import Known, Spent, Trials

Array = NDArray[np.float64]

FIRST_SHARE, MOST_SHARE = 0.1, 0.5  # of all games, for the first points of a model: the usual share, and the most
FEWEST = 8  # of these points
LEAST_GAMES, MOST_GAMES = 50, 5_000  # of a trial
TOGETHER = 4  # points of a round, or one for every four factors
STEADY = 5  # rounds, or one for every four factors, with the same best point, after which a model has nothing to add
MOST_LISTED = 20_000  # points that a model looks at
FINALISTS, FINAL_SHARE = 6, 0.25  # points that are played again before one is chosen, and the games kept for that
TAKEN_BACK = 2  # points that are also played without each of their changes
GENERATIONS = 25  # that an evolution should have
MOST_FINAL = 20_000  # games of a finalist
CLIMBS, NEIGHBOURS, STEPS = 4, 40, 40  # of a model where there are too many points to look at all


def search(trials: Trials, method: str = "model") -> list[Point]:
    """Search until the games are played, and return the finalists, the best first. Raises Stopped or UserError."""
    generator = np.random.default_rng(trials.seed)
    every = trials.most
    trials.most = int(every * (1 - FINAL_SHARE))
    with suppress(Spent):
        METHODS[method](trials, generator)
    trials.most = every
    return _finalists(trials)


def _finalists(trials: Trials) -> list[Point]:
    """Play the best points once more, also without each of their changes, and return them, the best first."""
    best = trials.best(FINALISTS, apart=True)
    best += [point for point in trials.best(FINALISTS) if point not in best]
    for point in best[:TAKEN_BACK]:
        for k in trials.space.changes(point):
            back = (*point[:k], trials.space.printed[k], *point[k + 1 :])
            best += [back] if back not in best and trials.space.is_taken(back) else []
    games = min((trials.most - trials.spent) // (trials.per_game * max(1, len(best))), MOST_FINAL)
    if games > 0:
        trials.play(best, games)
    return trials.ranked(point for point in best if point in trials.known)


def games_of_a_trial(trials: Trials) -> int:
    """Return the games of a trial, so that the first points of a model take their share of all."""
    games = int(FIRST_SHARE * trials.most / (_first_points(trials) * trials.per_game))
    return min(max(games, LEAST_GAMES), MOST_GAMES)


def _first_points(trials: Trials) -> int:
    """Return how many points a model begins with. Raises UserError where there are games for hardly any."""
    least = int(FEWEST * trials.per_game * LEAST_GAMES / MOST_SHARE)
    if trials.most < least:
        given, needed = (round(games / (1 - FINAL_SHARE)) for games in (trials.most, least))
        raise UserError.of(f"a budget of {given:,} games is too small", hint=f"this search needs {needed:,}")
    return min(max(FEWEST, 3 * len(trials.space.factors)), FEWEST * trials.most // least)


# --- by chance, and one thing at a time -------------------------------------------------------------------


def by_chance(trials: Trials, generator: np.random.Generator) -> None:
    """Play points that chance draws."""
    games = games_of_a_trial(trials)
    trials.play([trials.space.printed], games)
    while True:
        trials.play([trials.space.drawn(generator) for _ in range(TOGETHER)], games)


def by_coordinates(trials: Trials, generator: np.random.Generator) -> None:
    """Change one thing at a time, in steps of a quarter of its values and then half as large ones."""
    space, games, at = trials.space, games_of_a_trial(trials), trials.space.printed
    share = 0.25
    while True:
        for k in generator.permutation(len(space.factors)):
            step = max(1, round(share * len(space.factors[k].values)))
            near = [at, *(space.moved(at, int(k), way * step, generator) for way in (-2, -1, 1, 2))]
            near = [point for point in dict.fromkeys(near) if space.is_taken(point)]
            trials.play(near, games)
            at = near[int(_shown(trials, near).argmin())]
        share /= 2


def _shown(trials: Trials, points: Sequence[Point]) -> Array:
    """Return the losses that points showed themselves."""
    return trials.loss(points, np.stack([trials.known[point].numbers for point in points])) if points else np.empty(0)


# --- evolution --------------------------------------------------------------------------------------------


def by_evolution(trials: Trials, generator: np.random.Generator) -> None:
    """Let CMA-ES draw points; of each generation, the better half is played again."""
    from cma import CMAEvolutionStrategy  # takes long to import

    space = trials.space
    tops = np.array([len(factor.values) - 1 for factor in space.factors], float)
    size = max(2, len(tops))  # the library needs two
    start = np.resize(np.array(space.printed) / tops, size)
    options: dict[str, Any] = {
        "popsize": 4 + int(3 * log(size)) + int(3 * log(size)) % 2,
        "randn": lambda *shape: generator.standard_normal(shape),
        "seed": np.nan,
        "bounds": [0.0, 1.0],
        "verbose": -9,
        "CMA_stds": np.ones(size),
        "minstd": np.resize(0.3 / tops, size),  # below a step between two values nothing would change
        "tolfun": 0,
        "tolx": 0,
        "tolstagnation": 10**9,
        "tolflatfitness": 10**9,
        "maxiter": 10**9,
    }
    evolution = CMAEvolutionStrategy(start, 0.3, options)
    per_generation = 1.5 * options["popsize"] * trials.per_game  # in halves of a trial
    games = min(max(int(trials.most / (GENERATIONS * per_generation)), LEAST_GAMES), games_of_a_trial(trials))
    refused = 0  # generations in a row
    while refused < TRIES:
        asked = evolution.ask()
        places = [space.rounded(np.clip(one[: len(tops)], 0, 1)) for one in asked]
        taken = [point for point in dict.fromkeys(places) if space.is_taken(point)]
        refused = 0 if taken else refused + 1
        if taken:
            trials.play(taken, games // 2)
            ranked = [taken[k] for k in _shown(trials, taken).argsort(kind="stable")]
            trials.play(ranked[: (len(ranked) + 1) // 2], games // 2)
        known = dict(zip(trials.known, _shown(trials, [*trials.known]).tolist(), strict=True))
        worst = max(known.values(), default=1.0)
        evolution.tell(asked, [known.get(point, worst + 1.0) for point in places])
    raise UserError.of("the rules take hardly any of these values together", hint="let other values change")


# --- a model ----------------------------------------------------------------------------------------------


def by_model(trials: Trials, generator: np.random.Generator) -> None:
    """Play points all over the space, then, round after round, those that a model of all measures thinks best."""
    space, games = trials.space, games_of_a_trial(trials)
    models: list[Model] = []

    def believe(trials: Trials) -> dict[Point, Known]:
        models.append(Model(trials, models.pop() if models else None))
        return models[-1].believed()

    trials.believe = believe
    trials.play([*_spread(space, _first_points(trials), generator)], games)
    best, steady = space.printed, 0
    while steady < max(STEADY, len(space.factors) // 4) or not trials.meets(best):
        trials.play(_next(trials, models[-1], generator), games)
        (now,) = trials.best()
        steady = steady + 1 if now == best else 0
        best = now


def _spread(space: Space, count: int, generator: np.random.Generator) -> Iterator[Point]:
    """Yield the printed point, and points all over the space (a Latin hypercube; of parts, by chance)."""
    yield space.printed
    for row in qmc.LatinHypercube(len(space.factors), rng=generator).random(count - 1):
        point = tuple(int(at * len(factor.values)) for at, factor in zip(row, space.factors, strict=True))
        yield point if space.is_taken(point) else space.drawn(generator)


def _next(trials: Trials, model: Model, generator: np.random.Generator) -> list[Point]:
    """Return the points to play next: those that the model thinks best, as it is and as it may be, and the best so far.

    As it may be: with errors of its predictions that chance draws, which are the same for all points.
    """
    listed, asked = [*_looked_at(trials, model, generator)], list[Point]()
    expected, errors = model.expected(listed), model.errors(listed)
    for number in range(max(TOGETHER, len(trials.space.factors) // TOGETHER) - 1):
        off = generator.standard_normal(errors.shape[1]) if number else 0.0
        losses = trials.loss(listed, model.in_units(expected + off * errors))
        ranked = (listed[k] for k in np.argsort(losses, kind="stable"))
        asked += islice((point for point in ranked if point not in asked and trials.space.is_taken(point)), 1)
    return [*dict.fromkeys([*asked, *trials.best()])]


def _looked_at(trials: Trials, model: Model, generator: np.random.Generator) -> Iterator[Point]:
    """Yield all points, or where there are too many, those on the ways that climb from good ones and from others."""
    space = trials.space
    if space.size <= MOST_LISTED:
        yield from space.points()
        return
    starts = [*trials.best(CLIMBS // 2), *(space.drawn(generator) for _ in range(CLIMBS // 2))]
    for point in starts:
        at, loss = point, float(trials.loss([point], model.predicted([point]))[0])
        yield at
        for _ in range(STEPS):
            places = generator.integers(len(space.factors), size=NEIGHBOURS)
            ways = generator.choice([-2, -1, 1, 2], size=NEIGHBOURS)
            near = [space.moved(at, int(k), int(by), generator) for k, by in zip(places, ways, strict=True)]
            losses = trials.loss(near, model.predicted(near))
            if losses.min() < loss:
                at, loss = near[int(losses.argmin())], float(losses.min())
                yield at


METHODS: dict[str, Callable[[Trials, np.random.Generator], None]] = {
    "model": by_model,
    "cma": by_evolution,
    "coordinates": by_coordinates,
    "chance": by_chance,
}
