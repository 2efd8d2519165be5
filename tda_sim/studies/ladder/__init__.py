"""How strong strategies are: a study of win rates of each strategy against each other, and ratings from it."""

from tda_sim.studies.ladder.playing import ladder
from tda_sim.studies.ladder.result import Ladder

__all__ = ["Ladder", "ladder"]
