"""Answers: results, as one document each. See `tda_sim.rendering` for what prints them."""
