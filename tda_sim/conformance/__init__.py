"""Strategies on trial: guarantees for everybody, tested by asking (`tda strategies check`)."""

from tda_sim.conformance.check import check

__all__ = ["check"]
