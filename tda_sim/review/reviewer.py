"""Answers as the script of a game says, and writes down what the options of some decisions are worth."""

from tda_sim.review.losses import answer_by_script

PARAMETERS = {
    "script": 0,  # the address of the script,
    "spare": 0,
    "numbers": 0,  # that of the array that is written,
    "room": 0,  # and its length
}
FAST = "weighted"


def search(game, seat):
    """Answer as it was answered."""
    return answer_by_script(game, seat)
