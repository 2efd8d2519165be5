"""Learning from games that were played: what a card is worth that is kept."""

from tda_sim.learn.values import KeptValues, learn_values

__all__ = ["KeptValues", "learn_values"]
