"""A network as the file of a strategy."""

import numpy as np
from numpy.typing import NDArray

from tda_sim.characters import WIDTH, docstring
from tda_sim.kit import network

LEARNED = "learned"  # the name of the network in the file
PLAYS = "Plays by a neural network that learned what each option is worth."

_TEXT = '''{docstring}

from tda_sim.kit.network import network

{learned} = network("""
{weights}
""")


def choose(cards, table, me, question):
    return {learned}.best_option(cards, table, me, question)
'''


def strategy_file(story: str, inputs: NDArray[np.float64], units: NDArray[np.float64]) -> str:
    """Return the file of the strategy that plays by a network. ``story`` says where its weights come from."""
    text = network.written(inputs, units)
    weights = "\n".join(text[k : k + WIDTH] for k in range(0, len(text), WIDTH))
    return _TEXT.format(docstring=docstring(PLAYS, story), learned=LEARNED, weights=weights)
