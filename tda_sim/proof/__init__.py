"""Strategies on trial: guarantees for everybody, tested by asking (`tda strategies check`)."""

from tda_sim.proof.check import check

__all__ = ["check"]
