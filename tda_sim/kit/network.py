"""A neural network that plays: it sums learned weights of the state and of each option, and takes the best option.

It has one hidden layer of rectified units, and a last unit that is linear. The state's part of the sums is computed
once for each question, and each option's part is added to it. All numbers are whole, so results are the same on every
machine.
"""

import base64
import zlib
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.compiler import jit, vectors
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import inlined, vectorised
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import UNITS
from tda_sim.engine.terms import Question
from tda_sim.kit.answers import NOTHING, best_of
from tda_sim.kit.buckets import BUCKETS, bucket_of
from tda_sim.kit.inputs import HAND, MOST, N_FACTS, PLACES, add, put_option, put_state
from tda_sim.kit.likeness import MOST_DECKS, Profiles, finds_likest
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
from tda_sim.kit.using import can_be_learned, is_not_of_abilities
from tda_sim.kit.weights import SHIFT

STATE_LAYER, OPTION_LAYER = 0, OPTION  # where in ``me.layer`` the sums of the state and of an option are
PART_BITS = 12  # weights of inputs, and the sums of units, are counted in parts of 2**-12,
UNIT_BITS = 6  # bits of it that are dropped before a unit is weighted,
OUT_BITS = 7  # and weights of units in parts of 2**-7
GOLD = 1 << PART_BITS - UNIT_BITS + OUT_BITS  # one gold piece, in the last unit's parts
LEANING_BITS = PART_BITS - UNIT_BITS + OUT_BITS - SHIFT  # from the kit's parts to these
MOST_SUM = 1 << 30  # of a unit with every input at its greatest: half of what its 32 bits hold


@helper
def state_summed(cards, table, me, question):
    """Sum up the state of a question; return what its options are compared with."""
    sight, bucket = look_round(cards, table, me, question), bucket_of(table, question.kind)
    make_ready(cards, me, bucket)
    begin_state(me)
    put_state(cards, table, me, question, STATE_LAYER, sight)
    sum_up_state(cards, me, bucket)
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
    if not can_be_learned(question.kind):
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
    if not can_be_learned(question.kind):
        return
    sight = state_summed(cards, table, me, question)
    for k in range(question.n):
        values[k] = value_at(cards, table, me, question, question.kind, sight, k) / GOLD


# --- weights ----------------------------------------------------------------------------------------------


class Weights(NamedTuple):
    """The weights of a network, in parts: of inputs, and of units. There is a set for each deck and bucket."""

    inputs: NDArray[np.int32]  # (decks * BUCKETS, PLACES, UNITS)
    units: NDArray[np.int32]  # (decks * BUCKETS, UNITS - 1)
    profiles: Profiles  # of the decks, (decks, N_FACTS)
    abilities: bool  # whether they count for questions of abilities, too
    shifts: NDArray[np.int32]  # (PLACES,): how many last bits are 0 in all weights of an input
    bits: int  # of the others: 8 or 16
    limited: bool  # whether the values of units are, to 16 bits


def network(text: str) -> ModuleType:
    """Return the functions that play by the weights in a text from `written`.

    ``network(TEXT).best_option(...)`` plays, ``values_of_options(...)`` says what it expects of each option.

    Its ``weights`` are those that were written: of inputs (decks, BUCKETS, PLACES, UNITS), of units (decks, BUCKETS,
    UNITS - 1), the decks' profiles, and whether they count for abilities. Raises ValueError if the text does not hold
    such weights.
    """
    inputs, outputs, profiles, abilities, shifts, bits, limited = read(text)
    least, most = (vectors.LEAST, vectors.MOST) if limited else (-MOST_SUM, MOST_SUM)
    likest = finds_likest(profiles)
    # The fast form adds nothing before the hand one by one, and keeps weights as short as they are.
    first, kind = (HAND, np.dtype(f"i{bits // 8}")) if jit.COMPILED else (0, np.dtype(np.int32))
    one_by_one = (inputs >> shifts[:, None])[:, first:].astype(kind)

    @vectorised
    def add_weighted(me, layer, place, amount):
        shifted = amount << shifts[place]
        for j in range(UNITS):
            me.layer[layer + j] += shifted * one_by_one[me.weights, place - first, j]

    @vectorised
    def judged(me, kind):
        total = 0
        for j in range(UNITS - 1):
            unit = me.layer[OPTION_LAYER + j] >> UNIT_BITS
            total += min(most, max(0, unit)) * outputs[me.weights, j]
        last = me.layer[OPTION_LAYER + UNITS - 1] >> UNIT_BITS
        return total + (min(most, max(least, last)) << OUT_BITS)

    found: dict[int, int] = {}  # by the number of a deck, its first set of weights

    def chosen(cards: Any, me: Any, bucket: int) -> None:
        if cards.number not in found:
            found[cards.number] = BUCKETS * likest(cards, me)
        me.weights = found[cards.number] + bucket

    module = ModuleType("network")
    others: Replaced = {add: add_weighted, value_of_option: judged, make_ready: chosen}
    if not abilities:  # the plain player answers
        others[can_be_learned] = is_not_of_abilities
    if jit.COMPILED:
        units = np.insert(outputs, UNITS - 1, 1 << OUT_BITS, axis=1)
        number = zlib.crc32(text.encode()) >> 1
        others |= fast_form(inputs, units, UNIT_BITS, number, add_weighted, likest, limited)
    module.best_option = jit.rebuilt(best_option, others)  # type: ignore[attr-defined]
    module.values_of_options = jit.rebuilt(values_of_options, others)  # type: ignore[attr-defined]
    by_deck = (part.reshape(-1, BUCKETS, *part.shape[1:]) for part in (inputs / 2**PART_BITS, outputs / 2**OUT_BITS))
    module.weights = *by_deck, profiles, abilities  # type: ignore[attr-defined]
    return module


def written(
    inputs: NDArray[np.floating[Any]],
    units: NDArray[np.floating[Any]],
    profiles: Profiles | None = None,
    abilities: bool = False,
    bits: int = 16,
    limited: bool = False,
) -> str:
    """Return weights of inputs and of units as text, in whole parts.

    There are weights for each deck and bucket, with the decks' profiles: their shapes are (decks, BUCKETS, PLACES,
    UNITS), (decks, BUCKETS, UNITS - 1) and (decks, N_FACTS). Or the same weights count for all, (PLACES, UNITS) and
    (UNITS - 1,), and there are no profiles. With ``abilities``, they count for questions of abilities, too. Weights of
    units are clipped to 16 bits. Those of an input are rounded, so that the greatest of them has at most 8 or 16
    ``bits`` before its last ones, which are 0. ``limited``: whether the values of units are limited to 16 bits, which
    is faster; if so, their weights add up to no more than 511, whatever their signs.
    """
    if profiles is None:
        inputs, units = (np.tile(part, (1, BUCKETS, *[1] * part.ndim)) for part in (inputs, units))
        profiles = np.zeros((1, N_FACTS), np.int32)
    most = (1 << bits - 1) - 1
    parts = inputs * 2**PART_BITS
    greatest = np.abs(parts).max(axis=(0, 1, 3))
    shifts = np.maximum(0, np.ceil(np.log2(np.maximum(1, greatest) / (most + 0.5)))).astype(np.int16)
    short = np.clip(np.rint(parts / 2.0 ** shifts[:, None]), -most, most)
    whole = np.clip(np.rint(units * 2**OUT_BITS), *_LIMITS)
    heading = np.array([len(profiles), abilities, bits, limited])
    numbers = (heading, "<i2"), (profiles, "<i2"), (shifts, "<i2"), (whole, "<i2"), (short, f"<i{bits // 8}")
    return base64.b85encode(zlib.compress(b"".join(part.astype(kind).tobytes() for part, kind in numbers), 9)).decode()


_LIMITS = np.iinfo(np.int16).min, np.iinfo(np.int16).max
_HEADING = 4  # numbers


def read(text: str) -> Weights:
    """Return the weights in a text, in parts. Raises ValueError for other texts."""
    try:
        held = zlib.decompress(base64.b85decode("".join(text.split())))
        decks, abilities, bits, limited = np.frombuffer(held, "<i2", _HEADING).tolist()
    except (ValueError, zlib.error) as error:
        raise ValueError(f"these are no weights of a network: {error}") from None
    sets = decks * BUCKETS
    sizes = np.array([_HEADING, decks * N_FACTS, PLACES, sets * (UNITS - 1)])
    n_weights = sets * PLACES * UNITS
    if not 1 <= decks <= MOST_DECKS or bits not in (8, 16) or len(held) != 2 * sizes.sum() + n_weights * bits // 8:
        raise ValueError("these weights are of a network with other inputs: learn new ones")
    numbers = np.frombuffer(held, "<i2", sizes.sum()).astype(np.int32)
    _, profiles, shifts, units = np.split(numbers, np.cumsum(sizes)[:-1])
    short = np.frombuffer(held, f"<i{bits // 8}", n_weights, 2 * sizes.sum()).astype(np.int64)
    inputs = short.reshape(sets, PLACES, UNITS) << shifts[:, None]
    of_units = np.abs(units.reshape(sets, UNITS - 1)).sum(axis=1) + (1 << OUT_BITS)
    if (MOST * np.abs(inputs).sum(axis=1)).max() > MOST_SUM or (limited and of_units.max() > vectors.MOST_OUTPUTS):
        raise ValueError("these weights are so great that sums might not fit into 32 bits")
    of_decks = units.reshape(sets, UNITS - 1), profiles.reshape(decks, N_FACTS)
    return Weights(inputs.astype(np.int32), *of_decks, abilities == 1, shifts, bits, limited == 1)
