"""How well a model of shares describes what was observed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tda_sim.stats.intervals import LEVEL, normal_quantile

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Misfit:
    """What a model leaves unexplained.

    ``chi_squared`` with ``freedom`` degrees and its ``p_value`` tell whether it is more than chance; ``size`` how
    much it is: the root mean square of observed minus expected shares. Chance alone would give about ``noise``.
    ``squares`` (C,) of these differences are what the size is made of, ``expected`` (C,) what chance alone would give
    of them; ``clear`` (C,) marks the cells that miss by more than all cells' errors allow for together.
    """

    chi_squared: float
    freedom: int
    p_value: float
    squares: Array
    expected: Array
    clear: NDArray[np.bool_]

    @property
    def size(self) -> float:
        """How much the model misses by."""
        return float(np.sqrt(self.squares.mean()))

    @property
    def noise(self) -> float:
        """How much chance alone would have it miss by."""
        return float(np.sqrt(self.expected.mean()))


def misfit(observed: Array, expected: Array, trials: Array, parameters: int, level: float = LEVEL) -> Misfit:
    """Return the misfit of shares (C,) that come from so many trials (C,) each, by a model with fitted parameters.

    Pearson's statistic, Σ (observed - expected)² / variance, with the variance of a share that the model expects.
    ``clear`` allows for C looks (Šidák): with probability ``level`` a model that holds has no clear cell.
    """
    from scipy.special import chdtrc  # scipy takes longer to import than a small ladder to fit

    errors = np.sqrt(expected * (1 - expected) / trials)
    missed = observed - expected
    scaled = np.divide(missed, errors, out=np.zeros_like(errors), where=errors > 0)
    freedom = len(observed) - parameters
    statistic = float((scaled**2).sum())
    return Misfit(
        chi_squared=statistic,
        freedom=freedom,
        p_value=float(chdtrc(freedom, statistic)) if freedom > 0 else 1.0,
        squares=missed**2,
        expected=errors**2 * freedom / len(observed),
        clear=(np.abs(scaled) > normal_quantile(level ** (1 / len(observed)))) & (freedom > 0),
    )
