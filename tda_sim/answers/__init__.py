"""Answers: results, as one document each. See `tda_sim.documents` for what prints them."""
