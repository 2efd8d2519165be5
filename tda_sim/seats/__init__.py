"""Who sits at the table: strategies found, checked, compiled, and held to account."""

from tda_sim.seats.faults import explain_fault
from tda_sim.seats.files import Strategy, available, find
from tda_sim.seats.loading import load

__all__ = ["Strategy", "available", "explain_fault", "find", "load"]
