"""Plays as the strategy does that it plays ahead with, and writes down what the options of some decisions come to."""

from tda_sim.kit.searching import fast_answer
from tda_sim.learn.labels import label

PARAMETERS = {
    "one_in": 8,  # decisions, of which one is written down
    "deals": 4,  # on which each option is tried out
    "numbers": 0,  # the address of the array that is written,
    "room": 0,  # and its length
    "look_on": 0,  # the number of the engine's function that leaves the cards in hand where they are
}
FAST = "weighted"


def search(game, seat):
    """Answer as the fast strategy does, and label."""
    habit = fast_answer(game, seat)
    label(game, seat, habit)
    return habit
