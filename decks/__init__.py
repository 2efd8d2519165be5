"""Decks, card sets and rule sets that come with tda_sim, as YAML files."""
