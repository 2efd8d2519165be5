"""Answers by the script of a game, and records the values of the options of some decisions, and what the seat sees."""

from tda_sim.review.forcing import answer_and_look

PARAMETERS = {
    "script": 0,  # the address of the script,
    "spare": 0,
    "numbers": 0,  # the address of the array to write,
    "room": 0,  # and its length
}
FAST = "weighted"


def search(game, seat):
    """Answer by the script."""
    return answer_and_look(game, seat)
