"""Plays like the strategy with which it plays ahead, and records the values of the options of some decisions."""

from tda_sim.kit.searching import fast_answer
from tda_sim.training.labels import label

PARAMETERS = {
    "one_in": 8,  # decisions per recorded one
    "deals": 4,  # on which each option is tried
    "numbers": 0,  # the address of the array to write,
    "room": 0,  # and its length
    "look_on": 0,  # the number of the engine's function that leaves the cards in hand where they are
    "first_set": 0,  # of the deck's weights
}
FAST = "weighted"


def search(game, seat):
    """Answer like the fast strategy, and label the decision."""
    habit = fast_answer(game, seat)
    label(game, seat, habit)
    return habit
