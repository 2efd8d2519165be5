"""Do several judges, such as strategies, put the same items, such as cards, in the same order?"""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import LEVEL, Estimate

Array = NDArray[np.float64]

SPLITS = 24  # of the blocks into halves
DRAWS = 1_000  # of true values
GRID, STEEP = 16, 3.2  # trial values of each spread, and how near to 1 correlations are tried: up to tanh of it
TESTABLE = 0.4  # the smallest rank correlation between two halves of the games at which a list can be corrected


def spearman(values: ArrayLike) -> Array:
    """Return Spearman's rank correlations (S, S) of the columns of ``values`` (K, S): K items, S judges.

    Ties get their mean rank. Items without a value from some judge are left out. A judge who ranks all items equal
    correlates with nobody (NaN).
    """
    ranks = _ranks(values)
    spread = ranks - ranks.mean(axis=0) if len(ranks) else ranks
    products = spread.T @ spread
    with np.errstate(divide="ignore", invalid="ignore"):
        correlations = products / np.sqrt(np.outer(np.diag(products), np.diag(products)))
    return np.asarray(np.clip(correlations, -1, 1))


def kendall_w(values: ArrayLike) -> float:
    """Return Kendall's coefficient of concordance of S judges of K items, (K, S): 1 for full agreement, 0 for none.

    Ties are corrected for (Kendall and Gibbons 1990, Rank Correlation Methods, chapter 6). Items without a value from
    some judge are left out. NaN for fewer than two items or judges, or if every judge ranks all items equal.
    """
    ranks = _ranks(values)
    items, judges = ranks.shape
    if items < 2 or judges < 2:
        return float("nan")
    between = items * float(ranks.sum(axis=1).var())
    most = judges * items * float(ranks.var(axis=0).sum())
    return between / most if most > 0 else float("nan")


def _ranks(values: ArrayLike) -> Array:
    from scipy.stats import rankdata  # takes seconds to import

    table = np.asarray(values, float)
    return np.asarray(rankdata(table[np.isfinite(table).all(axis=1)], axis=0), float)


@dataclass(frozen=True)
class RankAgreement:
    """Spearman's correlation of two noisy lists: observed, the highest that noise allows, and corrected for noise.

    ``reliability`` has, for both lists, the rank correlation of one half of the blocks with the other. Where either is
    below `TESTABLE`, the correction is not possible: ``corrected`` is NaN.
    """

    observed: float
    ceiling: float
    corrected: float
    reliability: tuple[float, float]


def rank_agreement(x: Array, x_shifts: Array, y: Array, y_shifts: Array, seed: int = 0) -> RankAgreement:
    """Return how far two lists (K,) put the same items in the same order, given what each block adds to their errors.

    Shifts are (B, K), see `measures.card_sums.Values`. Block b may hold the same games for both lists, so errors may
    be correlated. Blocks are therefore split into random halves: x by one half is compared with y by the other half,
    and each list with itself. This gives the correction for attenuation (Spearman 1904, American Journal of Psychology
    15, p. 72), on the scale of ranks. The ceiling is that of the whole lists, by the Spearman-Brown formula. NaN for
    fewer than four blocks or three items, or where a list is mostly noise: dividing by a small reliability, itself an
    """
    observed = float(spearman(np.column_stack([x, y]))[0, 1]) if len(x) > 1 else nan
    if min(len(x_shifts), len(y_shifts)) < 4 or len(x) < 3:
        return RankAgreement(observed, nan, nan, (nan, nan))
    halves = _halves(max(len(x_shifts), len(y_shifts)), seed)
    totals = np.zeros(3)
    for half in halves:
        up, down = ((x + s * half_shift(x_shifts, half), y + s * half_shift(y_shifts, half)) for s in (1, -1))
        table = spearman(np.column_stack([*up, *down]))
        totals += [(table[0, 3] + table[1, 2]) / 2, table[0, 2], table[1, 3]]
    across, own, other = totals / len(halves)
    if not (own > 0 and other > 0):
        return RankAgreement(observed, nan, nan, (float(own), float(other)))
    ceiling = sqrt(2 * own / (1 + own) * 2 * other / (1 + other))
    corrected = float(np.clip(across / sqrt(own * other), -1, 1)) if min(own, other) >= TESTABLE else nan
    return RankAgreement(observed, ceiling, corrected, (float(own), float(other)))


def _halves(blocks: int, seed: int) -> list[NDArray[np.bool_]]:
    """Return random halves of the blocks."""
    generator, half = np.random.default_rng(seed), np.arange(blocks) < blocks // 2
    return [generator.permutation(half) for _ in range(SPLITS)]


def half_shift(shifts: Array, half: NDArray[np.bool_]) -> Array:
    """Return by how much estimates from one half of the blocks exceed those from all blocks.

    Estimates from the other half fall short by the same amount.
    """
    return np.asarray(2 * shifts[half[: len(shifts)]].sum(axis=0))


def true_rank_correlation(
    x: Array, x_errors: Array, y: Array, y_errors: Array, level: float = LEVEL, seed: int = 0
) -> Estimate:
    """Return Spearman's correlation of the true values behind two lists of noisy ones, all (K,), with an interval.

    Standard errors are known, and noise is independent. True values are taken to be normal in both lists. How far they
    spread and correlate is learned from the lists (empirical Bayes), over a grid with a prior that is flat on variances
    and, for the correlation r, proportional to 1 / sqrt(1 - r²): between flat and the one that matches repeated runs
    where there is no noise (Berger and Sun 2008, Annals of Statistics 36, p. 963). The estimate is the median of the
    rank correlations of drawn true values, and the interval holds the middle ones. Where noise exceeds the differences,
    the interval is wide.
    """
    generator, values = np.random.default_rng(seed), np.stack([x - np.mean(x), y - np.mean(y)])
    noise = np.stack([x_errors, y_errors]) ** 2
    single = (
        (np.arange(GRID) + 0.5) / GRID * 2 * np.maximum(values.std(axis=1), np.median(noise, axis=1) ** 0.5)[:, None]
    )
    steps = np.linspace(-STEEP, STEEP, 2 * GRID + 1)
    first, second, bend = (each.ravel() for each in np.meshgrid(single[0], single[1], steps, indexing="ij"))
    both = np.tanh(bend)
    likelihood = _likelihood(values, noise, first**2, second**2, both * first * second)
    chance = first * second * np.sqrt(1 - both**2) * np.exp(likelihood - likelihood.max())
    drawn = generator.choice(len(chance), DRAWS, p=chance / chance.sum())
    found = _rank_correlations(*_true_values(generator, values, noise, first[drawn], second[drawn], both[drawn]))
    low, middle, high = np.quantile(found, [(1 - level) / 2, 0.5, (1 + level) / 2])
    return Estimate(float(middle), float(low), float(high), len(x))


def _likelihood(values: Array, noise: Array, first: Array, second: Array, shared: Array) -> Array:
    """Return the logarithms of the likelihood (G,) of two lists, given variances and covariances of true values."""
    a, b, c = first[:, None] + noise[0], second[:, None] + noise[1], shared[:, None]
    size = a * b - c**2
    misfit = (b * values[0] ** 2 - 2 * c * values[0] * values[1] + a * values[1] ** 2) / size
    return np.asarray(-(np.log(size) + misfit).sum(axis=1) / 2)


def _true_values(
    generator: np.random.Generator, values: Array, noise: Array, first: Array, second: Array, both: Array
) -> tuple[Array, Array]:
    """Draw the true values of both lists, (R, K) each, given the noisy ones and their spread in each draw, (R,)."""
    kind, other, shared = first[:, None] ** 2, second[:, None] ** 2, (first * second * both)[:, None]
    x = generator.normal(size=(len(first), values.shape[1])) * kind**0.5
    y = shared / kind * x + generator.normal(size=x.shape) * (other - shared**2 / kind) ** 0.5
    # what the noisy values would be, beside what they are: the rest is added (Matheron's rule)
    left_x = values[0] - x - generator.normal(size=x.shape) * noise[0] ** 0.5
    left_y = values[1] - y - generator.normal(size=x.shape) * noise[1] ** 0.5
    a, b = kind + noise[0], other + noise[1]
    size = a * b - shared**2
    pull_x, pull_y = (b * left_x - shared * left_y) / size, (a * left_y - shared * left_x) / size
    return x + kind * pull_x + shared * pull_y, y + shared * pull_x + other * pull_y


def _rank_correlations(x: Array, y: Array) -> Array:
    """Return the rank correlations of rows, (R,), of two arrays (R, K) without ties."""
    ranks = [each.argsort(axis=1).argsort(axis=1) - (each.shape[1] - 1) / 2 for each in (x, y)]
    return np.asarray((ranks[0] * ranks[1]).sum(axis=1) / (ranks[0][0] ** 2).sum())
