"""Learning from games that were played: what a card is worth that is kept, and how to play."""

from tda_sim.learn.play import Learned, learn_play, plan_learning, run_learning
from tda_sim.learn.values import KeptValues, learn_values

__all__ = ["KeptValues", "Learned", "learn_play", "learn_values", "plan_learning", "run_learning"]
