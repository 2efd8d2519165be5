"""Where players lose, and how much: in a strategy's games, in those of a run, in one game; and advice while playing."""

from tda_sim.review.strategies import review, review_run
from tda_sim.review.sums import Review

__all__ = ["Review", "review", "review_run"]
