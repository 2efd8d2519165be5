"""An experiment of made-up games along a parameter: every point, what differs between them, and where they cross."""

from real_games import Answered
from sweeps_made_up import SHORTEST, curve

from tda_sim.measures.sweeps import analyse
from tda_sim.measures.table import plain_rows

TARGET = 12.0 * (SHORTEST + 1.5)  # cards played half way between two points


def sweep(seed: int, games: int) -> Answered:
    """A sweep of four points at one table, and at a line-up."""
    study, asked = curve(seed, games)
    result = analyse(study, asked, [("plays", TARGET)])
    yield "sweep", {"tables": {name: plain_rows(frame) for name, frame in result.items()}}
