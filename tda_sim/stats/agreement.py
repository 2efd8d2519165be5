"""Do several judges, such as strategies, put the same items, such as cards, in the same order?"""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

SPLITS = 24  # of the blocks into halves
TESTABLE = 0.4  # rank correlation of a list by half of the games with the other half's: less tells nothing


def spearman(values: ArrayLike) -> Array:
    """Return Spearman's rank correlations (S, S) of the columns of ``values`` (K, S): K items, S judges.

    Ties get their mean rank. Items that any judge has no value for are left out; a judge to whom all are equal
    correlates with nobody (NaN).
    """
    ranks = _ranks(values)
    spread = ranks - ranks.mean(axis=0) if len(ranks) else ranks
    products = spread.T @ spread
    with np.errstate(divide="ignore", invalid="ignore"):
        found = products / np.sqrt(np.outer(np.diag(products), np.diag(products)))
    return np.asarray(np.clip(found, -1, 1))


def kendall_w(values: ArrayLike) -> float:
    """Return Kendall's coefficient of concordance of S judges of K items, (K, S): 1 if all agree, 0 for no agreement.

    With the correction for ties (Kendall and Gibbons 1990, Rank Correlation Methods, chapter 6). Items that any judge
    has no value for are left out; NaN for fewer than two items or judges, or where nobody tells items apart.
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
    """Spearman's correlation of two noisy lists: as it is, the most that noise leaves of 1, and but for noise.

    ``reliability`` are the rank correlations of one half of the blocks with the other, of both lists; where either is
    below `TESTABLE`, nothing can be said but for noise: ``corrected`` is NaN.
    """

    observed: float
    ceiling: float
    corrected: float
    reliability: tuple[float, float]


def rank_agreement(x: Array, x_shifts: Array, y: Array, y_shifts: Array, seed: int = 0) -> RankAgreement:
    """Return how far two lists (K,) put the same items in the same order, given what each block adds to their errors.

    Shifts (B, K), see `measures.card_sums.Values`; of both lists block b may be of the same games, so that errors hang
    together. So blocks are split into halves, again and again: x by one half is compared with y by the other, and
    each with itself, as the correction for attenuation (Spearman 1904, American Journal of Psychology 15, p. 72) needs
    it, on the scale of ranks. The ceiling is that of the whole lists, by the Spearman-Brown formula. NaN for fewer
    than four blocks or three items, or where a list is mostly noise: dividing by a small reliability, itself an
    estimate, is biased (by -0.07 at reliabilities of 0.2 to 0.4).
    """
    observed = float(spearman(np.column_stack([x, y]))[0, 1]) if len(x) > 1 else nan
    if min(len(x_shifts), len(y_shifts)) < 4 or len(x) < 3:
        return RankAgreement(observed, nan, nan, (nan, nan))
    halves = _halves(max(len(x_shifts), len(y_shifts)), seed)
    found = np.zeros(3)
    for half in halves:
        up, down = ((x + s * half_shift(x_shifts, half), y + s * half_shift(y_shifts, half)) for s in (1, -1))
        table = spearman(np.column_stack([*up, *down]))
        found += [(table[0, 3] + table[1, 2]) / 2, table[0, 2], table[1, 3]]
    across, own, other = found / len(halves)
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
    """Return by how much estimates of one half of the blocks differ from those of all; the other half's, from below."""
    return np.asarray(2 * shifts[half[: len(shifts)]].sum(axis=0))
