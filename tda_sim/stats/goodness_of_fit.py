"""How well a model of shares describes what was observed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tda_sim.stats.intervals import LEVEL, normal_quantile

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Misfit:
    """What a model leaves unexplained.

    ``chi_squared`` with ``freedom`` degrees and its ``p_value`` show whether it is more than chance. ``size`` is the
    root mean square of observed minus expected shares; chance alone would give about ``noise``. ``squares`` (C,) are
    the squares of these differences and ``expected`` (C,) those that chance alone would give. ``clear`` (C,) marks the
    cells that miss by more than the joint error of all cells allows.
    """

    chi_squared: float
    freedom: int
    p_value: float
    squares: Array
    expected: Array
    clear: NDArray[np.bool_]

    @property
    def size(self) -> float:
        """Return the root mean square of the differences."""
        return float(np.sqrt(self.squares.mean()))

    @property
    def noise(self) -> float:
        """Return the root mean square of the differences that chance alone would give."""
        return float(np.sqrt(self.expected.mean()))


def misfit(observed: Array, expected: Array, trials: Array, parameters: int, level: float = LEVEL) -> Misfit:
    """Return the misfit of observed shares (C,), from ``trials`` (C,), by a model with some fitted parameters.

    Pearson's statistic, Σ (observed - expected)² / variance, with the variance of a share that the model expects.
    ``clear`` allows for C comparisons (Šidák): with probability ``level``, a correct model has no clear cell.
    """
    from scipy.special import chdtrc  # importing scipy takes longer than fitting a small ladder

    errors = np.sqrt(expected * (1 - expected) / trials)
    residual = observed - expected
    scaled = np.divide(residual, errors, out=np.zeros_like(errors), where=errors > 0)
    freedom = len(observed) - parameters
    statistic = float((scaled**2).sum())
    return Misfit(
        chi_squared=statistic,
        freedom=freedom,
        p_value=float(chdtrc(freedom, statistic)) if freedom > 0 else 1.0,
        squares=residual**2,
        expected=errors**2 * freedom / len(observed),
        clear=(np.abs(scaled) > normal_quantile(level ** (1 / len(observed)))) & (freedom > 0),
    )
