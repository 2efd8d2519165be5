"""Tuning: weights of a strategy searched by evolution against a field, and measured on seeds that it never saw."""

from tda_sim.tuning.command import tune
from tda_sim.tuning.record import Tuned

__all__ = ["Tuned", "tune"]
