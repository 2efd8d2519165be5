"""Learning from games: the value of keeping a card, and how to play."""

from tda_sim.training.play import Learned, plan_learning, run_learning
from tda_sim.training.values import KeptValues, learn_values

__all__ = ["KeptValues", "Learned", "learn_values", "plan_learning", "run_learning"]
