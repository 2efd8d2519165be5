"""Searches among strategies: weights that win more often, and the best response that can be found to one."""

from tda_sim.search.exploiting import exploit
from tda_sim.search.record import Tuned
from tda_sim.search.response import Exploit, Response
from tda_sim.search.tuning import tune

__all__ = ["Exploit", "Response", "Tuned", "exploit", "tune"]
