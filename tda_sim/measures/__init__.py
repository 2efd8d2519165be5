"""Measures that studies and analyses are built from: sums over blocks, metrics, card values, verdicts, words."""
