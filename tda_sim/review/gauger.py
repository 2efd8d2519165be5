"""Answers by the script of a game, and records how far behind the options of some decisions are for a player."""

from tda_sim.review.gauging import answer_and_gauge

PARAMETERS = {
    "script": 0,  # the address of the script,
    "spare": 0,
    "numbers": 0,  # the address of the array to write,
    "room": 0,  # and its length
}
FAST = "weighted"


def search(game, seat):
    """Answer by the script."""
    return answer_and_gauge(game, seat)
