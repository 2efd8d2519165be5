"""A network as the file of a strategy."""

from tda_sim.characters import WIDTH, docstring

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


def strategy_file(story: str, text: str) -> str:
    """Return the file of the strategy that plays by the weights in a text (`kit.network.written`).

    ``story`` says where they come from.
    """
    weights = "\n".join(text[k : k + WIDTH] for k in range(0, len(text), WIDTH))
    return _TEXT.format(docstring=docstring(PLAYS, story), learned=LEARNED, weights=weights)
