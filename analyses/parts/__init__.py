"""What analyses are made of: sums over blocks, metrics, values of cards, verdicts, figures."""
