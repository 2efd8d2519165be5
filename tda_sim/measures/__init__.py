"""What studies and analyses measure with: sums over blocks, metrics, values of cards, verdicts, words and figures."""
