"""How strong strategies are against each other: a study of who wins how much against whom, and ratings from it."""

from tda_sim.studies.ladder.playing import ladder
from tda_sim.studies.ladder.result import Ladder

__all__ = ["Ladder", "ladder"]
