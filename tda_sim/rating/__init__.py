"""How strong strategies are against each other: the ladder, and what other ratings are made of."""

from tda_sim.rating.playing import ladder
from tda_sim.rating.result import Ladder

__all__ = ["Ladder", "ladder"]
