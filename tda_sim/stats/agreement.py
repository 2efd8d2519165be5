"""Do several judges, such as strategies, put the same items, such as cards, in the same order?"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


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
