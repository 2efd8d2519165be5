"""Problems of design, for whoever compares ways to search: `tda_sim.design.task`.

Each is a file of goals in ``analyses/designs/tasks``: rules that were detuned on purpose and are to be brought back, a
card to be made fair, a deck to be made short or wild, who should beat whom. A task is a function of what changes, so
that any method can be tried on it, at a price in games. docs/design-benchmark.md has figures of four methods.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions import library
from tda_sim.definitions.clocks import load_clock
from tda_sim.errors import UserError, suggest
from tda_sim.measures.goals import Goal
from tda_sim.questions.design_files import DESIGNS, Spec, read_spec
from tda_sim.runs.threads import Pool
from tda_sim.tuning.designs.space import Point
from tda_sim.tuning.designs.trials import Trials

FOLDER, DETUNED = "tasks", "-detuned"  # files with this ending are the rules that a task begins with


@dataclass(frozen=True)
class Task:
    """A problem: what may change, and the goals. Calling it plays games and returns what they show."""

    name: str
    spec: Spec

    @property
    def title(self) -> str:
        """What it is about, in a few words."""
        return self.spec.title

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals: all of them have ranges."""
        ends = ((goal, goal.low if isfinite(goal.low) else goal.high) for goal in self.spec.goals)
        return tuple(goal.settled(end) for goal, end in ends)

    @property
    def values(self) -> dict[str, tuple[Any, ...]]:
        """The values of all that may change, by name. Parts of a deck are in (True) or not."""
        return {factor.name: factor.values for factor in self.spec.space.factors}

    @property
    def start(self) -> dict[str, Any]:
        """The values that it begins with."""
        return self._named(self.spec.space.printed)

    def __call__(self, x: Mapping[str, Any] | Sequence[Any], games: int, seed: int) -> dict[str, float]:
        """Return the number of each goal in so many games, by name, with `loss` and `met`.

        The `loss` is what a search makes small: the sum of squared misses, see `measures.goals.Goal.loss`, and a little
        for what changes. `met` is 1 where all numbers lie in their ranges. The same seed plays the same shuffles.

        Args:
            x: a value for all that may change, by name, or in the order of `values`; by name, others stay as they are.
            games: games at each table of the task.
            seed: seed of all randomness.

        Raises UserError for values that there are not, and for values that the rules refuse together.
        """
        check_numbers(games=games, seed=seed)
        point = self.point(x)
        with Pool(1) as pool:
            trials = self.trials(games, seed, pool)
            trials.play([point], games)
        known = trials.known[point].numbers
        numbers = dict(zip((goal.name for goal in self.goals), known[0].tolist(), strict=True))
        met = all(goal.miss(numbers[goal.name]) == 0 for goal in self.goals)
        return {**numbers, "loss": float(trials.loss([point], known[None])[0]), "met": float(met)}

    def trials(self, games: int, seed: int, pool: Pool) -> Trials:
        """Return what plays up to so many games of each table, on these threads: a search takes place in it."""
        (players,) = self.spec.players
        table = self.spec.alike[0]
        seated = self.spec.tables(players, table)
        most = games * len(seated)
        return Trials(self.spec.space, {players: self.goals}, {players: seated}, table, seed, most, load_clock(), pool)

    def point(self, x: Mapping[str, Any] | Sequence[Any]) -> Point:
        """Return the places of values. Raises UserError for values that there are not, or that the rules refuse."""
        values = self.values
        if not isinstance(x, Mapping) and len(x) != len(values):
            raise UserError.of(f"{self.name}: {len(x)} values, where {len(values)} things may change")
        given = dict(x) if isinstance(x, Mapping) else dict(zip(values, x, strict=True))
        for name, value in given.items():
            if name not in values:
                raise UserError.of(f"{self.name}: nothing called {name} may change", hint=suggest(name, values))
            if value not in values[name]:
                known = ", ".join(map(str, values[name]))
                raise UserError.of(f"{self.name}: {name} cannot be {value}", hint=f"one of {known}")
        point = tuple(values[name].index(value) for name, value in (self.start | given).items())
        if not self.spec.space.is_taken(point):
            raise UserError.of(f"{self.name}: the rules refuse these values together", hint="take others")
        return point

    def _named(self, point: Point) -> dict[str, Any]:
        return {name: values[place] for (name, values), place in zip(self.values.items(), point, strict=True)}


def names() -> list[str]:
    """Return the names of all tasks."""
    folder = library.shipped("analyses") / DESIGNS / FOLDER
    return sorted(path.stem for path in folder.glob("*.yaml") if not path.stem.endswith(DETUNED))


def task(name: str) -> Task:
    """Return a problem of design by its name, for comparing ways to search. Raises UserError for an unknown name.

    >>> import tda_sim
    >>> gold = tda_sim.design.task("gold")
    >>> gold.start["rules.starting_gold.each"], gold({"rules.starting_gold.each": 50}, games=200, seed=1)["plays"] > 100
    (88, True)

    Args:
        name: the task's; ``"?"`` raises an error that lists all names.
    """
    known = names()
    if name not in known:
        raise UserError.of(f"there is no task called {name}", hint=suggest(name, known, 20))
    return Task(name, read_spec(str(library.shipped("analyses") / DESIGNS / FOLDER / f"{name}.yaml")))
