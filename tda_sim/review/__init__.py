"""Where players lose, and how much: in a strategy's games, a run's or a single one; and advice during play."""

from tda_sim.review.strategies import review, review_run
from tda_sim.review.sums import Review

__all__ = ["Review", "review", "review_run"]
