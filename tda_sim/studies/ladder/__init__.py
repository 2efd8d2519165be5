"""How strong strategies are against each other: the ladder, and what other ratings are made of."""

from tda_sim.studies.ladder.playing import ladder
from tda_sim.studies.ladder.result import Ladder

__all__ = ["Ladder", "ladder"]
