"""The logit quantal response: how much noise is there in somebody's choices, and which way do they lean?

The model (McKelvey and Palfrey 1995, Games and Economic Behavior 10, p. 6): of options with worths w, a player with
Gumbel noise of size s takes k with probability exp(w_k / s) / Σ exp(w / s). Questions of two kinds have a noise each.
In questions of the second kind, each point of an option's ``strength`` is worth ``boldness`` more. With the chance
``lapses``, any option is taken.

Given what came before, each choice has this probability, so the likelihood of dependent choices of one player is their
product, and no correction is needed. With few choices the size of highest likelihood is too small, so the likelihood is
Firth's (1993, Biometrika 80, p. 27): times the root of the determinant of the information about 1 / s and boldness / s,
as it is without lapses. Intervals are those of its profile (Venzon and Moolgavkar 1988, Applied Statistics 37, p. 87;
Heinze and Schemper 2002, Statistics in Medicine 21, p. 2409): the values that a likelihood ratio test with χ²(1) does
not reject. They hold for choices of one player; people differ, so they are pooled by `stats.random_effects`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, isfinite, log, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import LEVEL, Estimate, normal_quantile
from tda_sim.stats.random_effects import random_effects

Array = NDArray[np.float64]

PARAMETERS = ("play", "ante", "boldness", "lapses")
PLAY, ANTE, BOLDNESS, LAPSES = range(len(PARAMETERS))
PARTS = 20.0  # of a chance of 1, the unit of lapses: about as large a step as those of the others
BOUNDS = ((log(1e-3), log(1e3)), (log(1e-3), log(1e3)), (-50.0, 50.0), (0.0, PARTS / 2))  # sizes as logarithms
START = (log(0.5), log(0.5), 0.0, 0.5)
STEP = (0.2, 0.2, 0.1, 0.4)  # the first one away from an estimate, in search of an end
CLOSE = 3e-3  # of an end, in the same units
LEAST = 1e-12  # of an information


@dataclass(frozen=True)
class Choices:
    """N choices among at most K options.

    Attributes:
        behind: how much less than the best option each is worth, (N, K): 0 for the best, infinite for options that the
            player does not compare, NaN where there is no option.
        strength: of each option, (N, K); it counts in antes only.
        taken: the index of the option taken, (N,).
        antes: whether the question is of the second kind, (N,).
    """

    behind: Array
    strength: Array
    taken: NDArray[np.int64]
    antes: NDArray[np.bool_]

    @classmethod
    def of(cls, behind: Sequence[Array], strength: Sequence[Array], taken: ArrayLike, antes: ArrayLike) -> "Choices":
        """Return choices from a list of options for each."""
        most = max(map(len, behind), default=1)
        table, points = np.full((len(behind), most), nan), np.zeros((len(behind), most))
        for row, (gaps, its) in enumerate(zip(behind, strength, strict=True)):
            table[row, : len(gaps)], points[row, : len(its)] = gaps, its
        return cls(table, points, np.asarray(taken, np.int64), np.asarray(antes, bool))

    @classmethod
    def together(cls, parts: "Sequence[Choices]") -> "Choices":
        """Return the choices of all parts."""
        rows = [part for part in parts if len(part.taken)]
        behind, strength, taken, antes = (
            [row for part in rows for row in getattr(part, name)] for name in ("behind", "strength", "taken", "antes")
        )
        return cls.of(behind, strength, taken, antes)

    @property
    def known(self) -> "Choices":
        """Those that say something about noise: the player compares two options or more."""
        return self.only(np.isfinite(self.behind).sum(axis=1) > 1)

    def only(self, wanted: NDArray[np.bool_]) -> "Choices":
        """Return some of the choices."""
        return Choices(self.behind[wanted], self.strength[wanted], self.taken[wanted], self.antes[wanted])


def fit(choices: Choices, level: float = LEVEL) -> dict[str, Estimate]:
    """Return the estimates of `PARAMETERS` of greatest likelihood, ``n`` choices each, with profile intervals.

    An end that the choices leave open is 0 for lapses and the size of noise, and infinite above. A parameter that no
    choice is about is NaN.
    """
    known = choices.known
    antes, plays = int(known.antes.sum()), int((~known.antes).sum())
    counts = (plays, antes, antes, antes + plays)
    if antes + plays == 0:
        return {name: Estimate(nan, nan, nan, 0) for name in PARAMETERS}
    likelihood, unknown = _Likelihood(known), {j for j in range(LAPSES) if counts[j] == 0}
    best, height = likelihood.highest(np.array(START), unknown)
    drop = normal_quantile(level) ** 2 / 2
    result = {}
    for j, name in enumerate(PARAMETERS):
        if counts[j] == 0:
            result[name] = Estimate(nan, nan, nan, 0)
            continue
        low, high = (_end(likelihood, best, j, side, height - drop, drop, unknown) for side in (-1, 1))
        shown = _chance if j == LAPSES else float if j == BOLDNESS else exp
        value = shown(best[j])
        result[name] = Estimate(value, -inf if low is None and j == BOLDNESS else 0.0 if low is None else shown(low),
                                inf if high is None else shown(high), counts[j])  # fmt: skip
    return result


def pooled(found: Sequence[Estimate], sizes: bool) -> Estimate:
    """Return the mean over players, who differ, with its interval; for ``sizes`` the geometric one.

    Players whose interval is open on one side are left out.
    """
    ends = [(it.estimate, it.low, it.high) for it in found if all(map(isfinite, (it.estimate, it.low, it.high)))]
    if sizes:
        ends = [(log(value), log(low), log(high)) for value, low, high in ends if low > 0]
    errors = [(high - low) / (2 * normal_quantile(LEVEL)) for _, low, high in ends]
    it = random_effects([value for value, _, _ in ends], errors)
    shown = exp if sizes else float
    return Estimate(shown(it.estimate), shown(it.low), shown(it.high), it.n)


def _end(
    likelihood: "_Likelihood", best: Array, j: int, side: int, least: float, drop: float, unknown: set[int]
) -> float | None:
    """Return where the profile likelihood falls to ``least`` on one side of the estimate; None if it does not."""
    start, fixed = best.copy(), {j, *unknown}

    def above(value: float) -> float:
        nonlocal start
        start[j] = value
        start, height = likelihood.highest(start, fixed)
        return height - least

    bound, inner, step = BOUNDS[j][side > 0], float(best[j]), STEP[j]
    left, right = drop, 0.0  # how far it is above there
    while True:
        outer = inner + side * step
        if (outer - bound) * side >= 0:
            outer = bound
        if (right := above(outer)) < 0:
            break
        if outer == bound:
            return None
        inner, left, step = outer, right, 2 * step
    while abs(outer - inner) > CLOSE:  # between the middle and where a straight line would cross
        middle = (inner + outer) / 4 + (inner * right - outer * left) / (right - left) / 2
        if (height := above(middle)) > 0:
            inner, left = middle, height
        else:
            outer, right = middle, height
    return (inner + outer) / 2


def _chance(lapses: float) -> float:
    return float(lapses) / PARTS


class _Likelihood:
    """The likelihood of choices, as a function of the parameters: sizes as logarithms, lapses in parts."""

    def __init__(self, choices: Choices) -> None:
        self.there = ~np.isnan(choices.behind)
        self.worth = np.where(np.isfinite(choices.behind), -choices.behind, 0.0)
        self.compared = np.isfinite(choices.behind)
        self.strength = np.where(self.compared & choices.antes[:, None], choices.strength, 0.0)
        self.features = np.stack([self.worth, self.strength])
        self.antes, self.taken = choices.antes, (np.arange(len(choices.taken)), choices.taken)
        self.options = self.there.sum(axis=1)

    def highest(self, start: Array, fixed: set[int]) -> tuple[Array, float]:
        """Return the parameters of greatest likelihood, those that are ``fixed`` as they are, and its logarithm."""
        from scipy import optimize  # takes long to import

        bounds = [(start[j], start[j]) if j in fixed else BOUNDS[j] for j in range(len(PARAMETERS))]
        found = optimize.minimize(self, start, jac=True, method="L-BFGS-B", bounds=bounds)
        return found.x, -float(found.fun)

    def __call__(self, at: Array) -> tuple[float, Array]:
        """Return minus the log likelihood, and its gradient."""
        size = np.exp(np.where(self.antes, at[ANTE], at[PLAY]))[:, None]
        height = np.where(self.compared, (self.worth + at[BOLDNESS] * self.strength) / size, -inf)
        chance = np.exp(height - height.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        lapses = _chance(at[LAPSES])
        noisy, lapsed = chance[self.taken], 1 / self.options
        whole = np.maximum((1 - lapses) * noisy + lapses * lapsed, 1e-300)
        part = (1 - lapses) * noisy / whole  # of the likelihood, without lapses
        height = np.where(self.compared, height, 0.0)
        of_size = part * ((chance * height).sum(axis=1) - height[self.taken])  # d log / d log size
        points = self.strength / size
        gradient = np.array([
            of_size[~self.antes].sum(),
            of_size[self.antes].sum(),
            (part * (points[self.taken] - (chance * points).sum(axis=1))).sum(),
            ((lapsed - noisy) / whole).sum() / PARTS,
        ])  # fmt: skip
        firth, slope = self._firth(at, chance)
        return -float(np.log(whole).sum()) - firth, -gradient - slope

    def _firth(self, at: Array, chance: Array) -> tuple[float, Array]:
        """Return half the log determinant of the information, and its gradient."""
        height, slope = 0.0, np.zeros(len(PARAMETERS))
        for size, of_kind, features in ((PLAY, ~self.antes, self.features[:1]), (ANTE, self.antes, self.features)):
            if not of_kind.any():
                continue
            share, x = chance[of_kind], features[:, of_kind]
            x = x - (share * x).sum(axis=2, keepdims=True)
            information = np.einsum("nk,ank,bnk->ab", share, x, x) + np.eye(len(x)) * LEAST
            third = np.einsum("nk,ank,bnk,jnk->abj", share, x, x, x, optimize=True)
            by = np.einsum("ab,abj->j", np.linalg.inv(information), third) / 2
            height += np.linalg.slogdet(information)[1] / 2
            scale = exp(-at[size])
            slope[size] = -by[0] * scale
            if size == ANTE:
                slope[size] -= by[1] * at[BOLDNESS] * scale
                slope[BOLDNESS] = by[1] * scale
        return float(height), slope
