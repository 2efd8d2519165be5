"""The strategies at the table: finding, checking and compiling them, and explaining their mistakes."""

from tda_sim.agents.faults import explain_fault
from tda_sim.agents.files import Strategy, available
from tda_sim.agents.given import find
from tda_sim.agents.loading import entrants, load, pass_on, sit_down

__all__ = ["Strategy", "available", "entrants", "explain_fault", "find", "load", "pass_on", "sit_down"]
