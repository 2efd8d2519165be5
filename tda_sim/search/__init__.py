"""Searches among strategies: for weights that win more often, and for the best response to a strategy."""

from tda_sim.search.exploiting import exploit
from tda_sim.search.record import Tuned
from tda_sim.search.response import Exploit, Response
from tda_sim.search.tuning import tune

__all__ = ["Exploit", "Response", "Tuned", "exploit", "tune"]
