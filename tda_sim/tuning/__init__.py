"""Searches among strategies: for weights that win more often, and for the best response to a strategy."""

from tda_sim.tuning.record import Tuned
from tda_sim.tuning.response import Exploit, Response

__all__ = ["Exploit", "Response", "Tuned"]
