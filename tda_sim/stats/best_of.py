"""How often the best of several wins, and how that grows with the length of a contest.

In each gambit, every player gains something at random, and the best one gains a little more on average. After t
gambits the totals are about normal, with means that have grown by t and standard deviations by √t, so the *lead* of the
best, in standard deviations of a player's total, grows by √t (Green and Swets 1966, Signal Detection Theory and
Psychophysics, chapter 9). Of players whose means lie at even distances, from the worst to the best, who leads it by d,
the best has the highest total with probability ∫ φ(x - d) Φ(x - d₁) ... Φ(x - dₙ₋₁) dx (Thurstone 1927, Psychological
Review 34, p. 273, case V).
"""

from math import sqrt

import numpy as np
from scipy.special import ndtr

NODES, WEIGHTS = (np.asarray(each) for each in np.polynomial.hermite_e.hermegauss(64))
ROOT = sqrt(2 * np.pi)
STEPS = 60  # of halving an interval: more change nothing
FARTHEST = 20.0  # lead beyond which nobody but the best wins, or the best never does
NEAR = 1e-4  # distance over which a slope is taken


def chance_of(lead: float, players: int) -> float:
    """Return how often the best of some players wins, given its lead over the worst; the others lie evenly between.

    >>> round(chance_of(0, 4), 4), round(chance_of(1, 2), 4)
    (0.25, 0.7602)
    """
    behind = lead * np.arange(1, players) / (players - 1)
    return float(WEIGHTS @ ndtr(NODES[:, None] + behind).prod(axis=1) / ROOT)


def slope_at(lead: float, players: int) -> float:
    """Return by how much `chance_of` grows with the lead."""
    return (chance_of(lead + NEAR, players) - chance_of(lead - NEAR, players)) / (2 * NEAR)


def lead_of(chance: float, players: int) -> float:
    """Return the lead with which the best of some players wins so often: the inverse of `chance_of`.

    >>> round(chance_of(lead_of(0.4, 4), 4), 9), lead_of(0.1, 4) < 0
    (0.4, True)
    """
    low, high = -FARTHEST, FARTHEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance_of(middle, players) < chance else (low, middle)
    return (low + high) / 2


def rescaled(chance: float, players: int, times: float) -> tuple[float, float, float]:
    """Return how often the best would win in a contest so many ``times`` as long, with two slopes.

    These say by how much the result grows with ``chance`` and with ``times``.

    >>> round(rescaled(0.4, 4, 2.0)[0], 3), round(rescaled(0.25, 4, 2.0)[0], 3)
    (0.462, 0.25)
    """
    lead, root = lead_of(chance, players), sqrt(times)
    slope = slope_at(lead * root, players)
    return chance_of(lead * root, players), slope * root / slope_at(lead, players), slope * lead / (2 * root)
