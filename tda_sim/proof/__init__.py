"""Strategies on trial: what everybody may rely on, proved by asking (`tda strategies check`)."""

from tda_sim.proof.check import check

__all__ = ["check"]
