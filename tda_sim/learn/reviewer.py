"""Plays as the strategy does that is reviewed, and writes down what the options of some decisions are worth."""

from tda_sim.kit.searching import fast_answer
from tda_sim.learn.losses import weigh

PARAMETERS = {
    "one_in": 40,  # decisions, of which one is written down
    "deals": 32,  # that the best option is chosen by, and as many that it is measured by
    "numbers": 0,  # the address of the array that is written,
    "room": 0,  # and its length
    "judge": 0,  # the number of the strategy that plays ahead
    "games": 32,  # deals that are played to the end of the game
}
FAST = "weighted"


def search(game, seat):
    """Answer as the fast strategy does, and weigh the options."""
    habit = fast_answer(game, seat)
    weigh(game, seat, habit)
    return habit
