"""A neural network that plays: it sums learned weights of the state and of each option, and takes the best option.

It has one hidden layer of rectified units, and a last unit that is linear. The state's part of the sums is computed
once for each question, and each option's part is added to it. All numbers are whole, so results are the same on every
machine.
"""

import base64
import zlib
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import inlined, vectorised
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import UNITS
from tda_sim.engine.terms import Question
from tda_sim.kit.answers import NOTHING, best_of
from tda_sim.kit.buckets import BUCKETS, FOR_ALL, bucket_of, set_of
from tda_sim.kit.inputs import HAND, MOST, PLACES, add, put_option, put_state
from tda_sim.kit.rows import (
    OPTION,
    Replaced,
    begin_option,
    begin_state,
    fast_form,
    make_ready,
    sum_up_state,
    value_of_option,
)
from tda_sim.kit.sight import look_round
from tda_sim.kit.using import is_of_abilities
from tda_sim.kit.weights import SHIFT

STATE_LAYER, OPTION_LAYER = 0, OPTION  # where in ``me.layer`` the sums of the state and of an option are
PART_BITS = 12  # weights of inputs, and the sums of units, are counted in parts of 2**-12,
UNIT_BITS = 6  # bits of it that are dropped before a unit is weighted,
OUT_BITS = 7  # and weights of units in parts of 2**-7
GOLD = 1 << PART_BITS - UNIT_BITS + OUT_BITS  # one gold piece, in the last unit's parts
LEANING_BITS = PART_BITS - UNIT_BITS + OUT_BITS - SHIFT  # from the kit's parts to these
MOST_SUM = 1 << 30  # of a unit with every input at its greatest: half of what its 32 bits hold

Weights = NDArray[np.int32]


@helper
def state_summed(cards, table, me, question):
    """Sum up the state of a question; return what its options are compared with."""
    sight = look_round(cards, table, me, question)
    me.weights = set_of(bucket_of(table, question.kind))
    make_ready(cards, me)
    begin_state(me)
    put_state(cards, table, me, question, STATE_LAYER, sight)
    sum_up_state(cards, me)
    return sight


@inlined
def value_at(cards, table, me, question, kind, sight, k):
    """Return the value of the ``k``-th option of a question of this kind, once the state is summed up."""
    begin_option(me, kind)
    put_option(cards, table, me, question, kind, OPTION_LAYER, sight, k)
    return value_of_option(me, kind)


@inlined
def best_among(cards, table, me, question, kind, sight):
    """Return the index of the option of a question of this kind that has the greatest value; of equals, the first."""
    chosen, best = 0, NOTHING
    for k in range(question.n):
        value = value_at(cards, table, me, question, kind, sight, k) + (question.leaning[k] << LEANING_BITS)
        if value > best:
            chosen, best = k, value
    return chosen


@helper
def best_option(cards, table, me, question):
    """Return the index of the option that the network values most; of equals, the first."""
    cards, table, me, question = opened(cards), opened(table), opened(me), opened(question)
    if is_of_abilities(question.kind):  # networks have not learned these questions
        return best_of(cards, table, me, question)
    sight = state_summed(cards, table, me, question)
    if question.kind == Question.PLAY:  # a loop of its own for each kind that is asked often
        return best_among(cards, table, me, question, Question.PLAY, sight)
    if question.kind == Question.ANTE:
        return best_among(cards, table, me, question, Question.ANTE, sight)
    return best_among(cards, table, me, question, question.kind, sight)


@helper
def values_of_options(cards, table, me, question, values):
    """Write what the network expects of each option, in gold, into ``values``: zeros where it has learned nothing."""
    cards, table, me, question = opened(cards), opened(table), opened(me), opened(question)
    if is_of_abilities(question.kind):
        return
    sight = state_summed(cards, table, me, question)
    for k in range(question.n):
        values[k] = value_at(cards, table, me, question, question.kind, sight, k) / GOLD


# --- weights ----------------------------------------------------------------------------------------------


def network(text: str) -> ModuleType:
    """Return the functions that play by the weights in a text from `written`.

    ``network(TEXT).best_option(...)`` plays, ``values_of_options(...)`` says what it expects of each option.

    Its ``weights`` are those of inputs (sets, PLACES, UNITS) and of units (sets, UNITS - 1): one set for each bucket,
    or one for all. Raises ValueError if the text does not hold such weights.
    """
    inputs, outputs = read(text)
    # The fast form adds nothing before the hand one by one, and keeps weights as short as they are.
    first, kind = (HAND, np.int16) if jit.COMPILED else (0, np.int32)
    one_by_one = inputs[:, first:].astype(kind)

    @vectorised
    def add_weighted(me, layer, place, amount):
        for j in range(UNITS):
            me.layer[layer + j] += amount * one_by_one[me.weights, place - first, j]

    @vectorised
    def judged(me, kind):
        total = 0
        for j in range(UNITS - 1):
            total += max(0, me.layer[OPTION_LAYER + j] >> UNIT_BITS) * outputs[me.weights, j]
        return total + (me.layer[OPTION_LAYER + UNITS - 1] >> UNIT_BITS << OUT_BITS)

    module = ModuleType("network")
    others: Replaced = {add: add_weighted, value_of_option: judged, **(FOR_ALL if len(inputs) == 1 else {})}
    if jit.COMPILED:
        units = np.insert(outputs, UNITS - 1, 1 << OUT_BITS, axis=1)
        others |= fast_form(inputs, units, UNIT_BITS, zlib.crc32(text.encode()) >> 1, add_weighted)
    module.best_option = jit.rebuilt(best_option, others)  # type: ignore[attr-defined]
    module.values_of_options = jit.rebuilt(values_of_options, others)  # type: ignore[attr-defined]
    module.weights = inputs / 2**PART_BITS, outputs / 2**OUT_BITS  # type: ignore[attr-defined]
    return module


def written(inputs: NDArray[np.float64], outputs: NDArray[np.float64]) -> str:
    """Return weights of inputs (sets, PLACES, UNITS) and of units (sets, UNITS - 1) as text: parts, clipped to 16 bits.

    There is a set for each bucket, or one for all, which needs no first axis.
    """
    whole = np.rint(inputs * 2**PART_BITS), np.rint(outputs * 2**OUT_BITS)
    limits = np.iinfo(np.int16)
    clipped = [np.clip(part, limits.min, limits.max).astype("<i2") for part in whole]
    return base64.b85encode(zlib.compress(b"".join(part.tobytes() for part in clipped), 9)).decode()


def read(text: str) -> tuple[Weights, Weights]:
    """Return the weights in a text, in parts: (sets, PLACES, UNITS) and (sets, UNITS - 1).

    Raises ValueError for other texts.
    """
    try:
        numbers = np.frombuffer(zlib.decompress(base64.b85decode("".join(text.split()))), "<i2")
    except (ValueError, zlib.error) as error:
        raise ValueError(f"these are no weights of a network: {error}") from None
    sets = len(numbers) // (PLACES * UNITS + UNITS - 1)
    if sets not in (1, BUCKETS) or len(numbers) != sets * (PLACES * UNITS + UNITS - 1):
        raise ValueError("these weights are of a network with other inputs: learn new ones")
    inputs, outputs = np.split(numbers.astype(np.int32), [sets * PLACES * UNITS])
    inputs, outputs = inputs.reshape(sets, PLACES, UNITS), outputs.reshape(sets, UNITS - 1)
    if (MOST * np.abs(inputs).sum(axis=1, dtype=np.int64)).max() > MOST_SUM:
        raise ValueError("these weights are so great that sums might not fit into 32 bits")
    return inputs, outputs
