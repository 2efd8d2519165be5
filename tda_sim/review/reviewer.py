"""Answers by the script of a game, and records the values of the options of some decisions."""

from tda_sim.review.losses import answer_by_script

PARAMETERS = {
    "script": 0,  # the address of the script,
    "spare": 0,
    "numbers": 0,  # the address of the array to write,
    "room": 0,  # and its length
}
FAST = "weighted"


def search(game, seat):
    """Answer by the script."""
    return answer_by_script(game, seat)
