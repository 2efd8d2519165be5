"""Answers: what was found out, as one document each. See `tda_sim.documents` for what prints them."""
