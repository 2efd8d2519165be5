"""A network that plays: it adds up what it has learned of the state and of each option, and takes the best.

One hidden layer of rectified units, and the last unit as it is. The state's part of the sums is worked out once for a
question, the options' parts are added to it. All numbers are whole, so that it plays the same everywhere.
"""

import base64
import zlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine import jit
from tda_sim.engine.guards import opened
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.jit import wide
from tda_sim.engine.layout import UNITS
from tda_sim.engine.terms import Question
from tda_sim.kit.answers import NOTHING, best_of
from tda_sim.kit.hand import colours_within_reach, strengths_within_reach
from tda_sim.kit.inputs import MOST, PLACES, add, put_answer, put_play, put_state
from tda_sim.kit.outlook import strongest_played
from tda_sim.kit.playing import look_out, weigh_hand
from tda_sim.kit.using import is_of_abilities

STATE_LAYER, OPTION_LAYER = 0, UNITS  # where in ``me.layer`` the sums of the state and of an option are
PART_BITS = 12  # weights of inputs, and the sums of units, are counted in parts of 2**-12,
UNIT_BITS = 6  # of which so many bits are left off before a unit is weighted,
OUT_BITS = 7  # and weights of units in parts of 2**-7
MOST_SUM = 1 << 30  # of a unit, with every input as great as can be: half of what its 32 bits hold

Weights = NDArray[np.int32]


@helper
def judge(me):
    """What the option is worth whose sums are in the layer: a network has its own function here."""
    return 0


@helper
def clear_layer(me):
    """Begin with a new question."""
    for j in range(2 * UNITS):
        me.layer[j] = 0


@wide
def take_over_state(me):
    """Begin with a new option."""
    for j in range(UNITS):
        me.layer[OPTION_LAYER + j] = me.layer[STATE_LAYER + j]


@helper
def look_round(cards, table, me):
    """What `put_option` needs to know of a question, whatever the option; weighs the hand as well."""
    outlook = look_out(cards, table, me)
    weigh_hand(cards, table, me, outlook)
    colours, strengths = colours_within_reach(cards, table, me), strengths_within_reach(cards, table, me)
    return outlook, strongest_played(cards, table), colours, strengths


@helper
def put_option(cards, table, me, question, outlook, shown, colours, strengths, k):
    """Count what the ``k``-th option is."""
    if question.kind == Question.PLAY:
        card = question.option[k]
        put_play(cards, table, me, outlook, OPTION_LAYER, k, card, shown, colours, strengths)
    else:
        put_answer(cards, table, me, question, OPTION_LAYER, question.option[k])


@helper
def best_option(cards, table, me, question):
    """The index of the option that the network judges best; of several, the first."""
    cards, table, me, question = opened(cards), opened(table), opened(me), opened(question)
    if is_of_abilities(question.kind):  # of which no network has learned anything
        return best_of(cards, table, me, question)
    outlook, shown, colours, strengths = look_round(cards, table, me)
    clear_layer(me)
    put_state(cards, table, me, question, STATE_LAYER)
    chosen, best = 0, NOTHING
    for k in range(question.n):
        take_over_state(me)
        put_option(cards, table, me, question, outlook, shown, colours, strengths, k)
        value = judge(me)
        if value > best:
            chosen, best = k, value
    return chosen


# --- weights ----------------------------------------------------------------------------------------------


def network(text: str) -> ModuleType:
    """The functions that play by the weights in a text, as `written` makes it: ``network(TEXT).best_option(...)``.

    ``weights``: those of inputs (PLACES, UNITS) and of units (UNITS - 1,).

    Raises ValueError for a text that holds no such weights.
    """
    inputs, outputs = read(text)

    @wide
    def add_weighted(me, layer, place, amount):
        for j in range(UNITS):
            me.layer[layer + j] += amount * inputs[place, j]

    @wide
    def judged(me):
        total = 0
        for j in range(UNITS - 1):
            total += max(0, me.layer[OPTION_LAYER + j] >> UNIT_BITS) * outputs[j]
        return total + (me.layer[OPTION_LAYER + UNITS - 1] >> UNIT_BITS << OUT_BITS)

    module = ModuleType("network")
    others: dict[Callable[..., Any], Callable[..., Any]] = {add: add_weighted, judge: judged}
    module.best_option = jit.rebuilt(best_option, others)  # type: ignore[attr-defined]
    module.weights = inputs / 2**PART_BITS, outputs / 2**OUT_BITS  # type: ignore[attr-defined]
    return module


def written(inputs: NDArray[np.float64], outputs: NDArray[np.float64]) -> str:
    """Weights of inputs (PLACES, UNITS) and of units (UNITS - 1,) as text: whole parts, cut off where 16 bits end."""
    whole = np.rint(inputs * 2**PART_BITS), np.rint(outputs * 2**OUT_BITS)
    limits = np.iinfo(np.int16)
    clipped = [np.clip(part, limits.min, limits.max).astype("<i2") for part in whole]
    return base64.b85encode(zlib.compress(b"".join(part.tobytes() for part in clipped), 9)).decode()


def read(text: str) -> tuple[Weights, Weights]:
    """The whole weights in a text: (PLACES, UNITS) and (UNITS - 1,)."""
    try:
        numbers = np.frombuffer(zlib.decompress(base64.b85decode("".join(text.split()))), "<i2")
    except (ValueError, zlib.error) as error:
        raise ValueError(f"these are no weights of a network: {error}") from None
    if len(numbers) != PLACES * UNITS + UNITS - 1:
        raise ValueError("these weights are of a network with other inputs: learn it anew")
    inputs = numbers[: PLACES * UNITS].reshape(PLACES, UNITS).astype(np.int32)
    if (MOST * np.abs(inputs).sum(axis=0, dtype=np.int64)).max() > MOST_SUM:
        raise ValueError("these weights are so great that sums might not fit into 32 bits")
    return inputs, numbers[PLACES * UNITS :].astype(np.int32)
