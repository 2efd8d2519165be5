"""CMA-ES with a replayable state: a search is a function of its seed and of the wins of all candidates.

Each weight has its own step: a share of its first value. N. Hansen (2016), The CMA Evolution Strategy:
A Tutorial, arXiv:1604.00772.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.tuning.plan import FLOOR, STEP, TuningConfig, seed_of

LEAST = 2  # dimensions that the library needs; a single parameter gets an unused second one


class Search:
    """The state of a search."""

    def __init__(self, config: TuningConfig, start: NDArray[np.float64]) -> None:
        self._start, self._step = start, STEP * np.maximum(np.abs(start), FLOOR)
        self._search = _evolution(max(LEAST, len(start)), config)
        self.best: list[NDArray[np.float64]] = []  # of each generation

    def ask(self) -> list[NDArray[np.float64]]:
        """Return the next generation's candidates."""
        if not hasattr(self, "_asked"):
            self._asked = self._search.ask()
        return [self._values(point) for point in self._asked]

    def tell(self, won: Sequence[int]) -> None:
        """Record what these candidates won, in their order."""
        candidates = self.ask()
        self.best.append(candidates[int(np.argmax(won))])
        self._search.tell(self._asked, [-float(each) for each in won])
        del self._asked

    def finalists(self, n: int) -> list[NDArray[np.float64]]:
        """Return the mean of the distribution, and the best candidates of the last ``n`` generations."""
        return [self._values(self._search.mean), *self.best[-n:]]

    def _values(self, point: NDArray[np.float64]) -> NDArray[np.float64]:
        return self._start + self._step * point[: len(self._start)]


def _evolution(dimensions: int, config: TuningConfig) -> Any:
    from cma import CMAEvolutionStrategy  # takes long to import

    numbers = np.random.Generator(np.random.PCG64(int(seed_of(config, "search"))))
    options = {
        "popsize": config.population,
        "randn": lambda *shape: numbers.standard_normal(shape),
        "seed": np.nan,  # leave NumPy's own generator alone
        "verbose": -9,
    }
    return CMAEvolutionStrategy(np.zeros(dimensions), 1.0, options)
