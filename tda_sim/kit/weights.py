"""The weights behind all worths, as whole numbers: compiled in, or looked up.

Worths in gold, chances, fractional strengths and weights are whole numbers of parts, with `GOLD` parts to one. So no
floating-point rounding decides, and equally good options have the same worth on every machine.
"""

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import GREATEST_PARAMETER, NONE
from tda_sim.errors import suggest
from tda_sim.kit.features import Feature

SHIFT = 12
GOLD = 1 << SHIFT  # the parts in a gold piece, in a chance of 1 and in a point of strength

USUAL = np.array([math.floor(feature.usual * GOLD + 0.5) for feature in Feature])


@helper
def weight(me, feature):
    """Return a plain player's weight of a `Feature`. `kit.valuation` replaces this function by one of its own."""
    return USUAL[feature]


@helper
def whose():
    """Return a number that identifies the weights of `weight`, so that results kept for others are not used."""
    return 1


@helper
def check_card(cards, card):
    """Raise IndexError for a card that is not in the deck: the code after this reads records without checks."""
    if card < 0 or card >= cards.n:
        raise IndexError("there is no such card in the deck")


@helper
def times(one, other):
    """Return the product of two numbers in parts, in parts."""
    return one * other >> SHIFT


@helper
def in_parts(number):
    """Return a number in whole parts."""
    return math.floor(number * GOLD + 0.5)


@dataclass(frozen=True)
class AtRunTime:
    """Parameters that games look up in ``me.parameter``, because a tuning tries many values."""

    names: tuple[str, ...]

    def __getitem__(self, name: str) -> float:
        """Raise TypeError: there is no number yet."""
        raise TypeError("parameters that are tuned are read as me.parameter[...], or by valuation(PARAMETERS)")


def weight_of(numbers: Mapping[str, float] | AtRunTime) -> Callable[..., Any]:
    """Return the function that replaces `weight`. Features without a number keep their usual weights.

    Raises ValueError for an unknown name, and for a weight that is too great.
    """
    names = numbers.names if isinstance(numbers, AtRunTime) else tuple(numbers)
    features = [feature.name.lower() for feature in Feature]
    for name in names:
        if name not in features:
            raise ValueError(f"there is no weight {name}: {suggest(name, features)}")
    if isinstance(numbers, AtRunTime):
        return _looked_up(np.array([names.index(name) if name in names else NONE for name in features]))
    return _compiled_in({features.index(name): number for name, number in numbers.items()})


def number_of(numbers: Mapping[str, float] | AtRunTime) -> Callable[..., Any]:
    """Return the function that replaces `whose`."""
    text = repr(numbers.names if isinstance(numbers, AtRunTime) else sorted(numbers.items()))
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7]) + 2

    @helper
    def numbered():
        return number

    return numbered


def _compiled_in(numbers: Mapping[int, float]) -> Callable[..., Any]:
    table = USUAL.copy()
    for feature, number in numbers.items():
        if not abs(number) <= GREATEST_PARAMETER:
            name, most = Feature(feature).name.lower(), f"{GREATEST_PARAMETER:,.0f}"
            raise ValueError(f"the weight {name} is at most {most}, not {number:g}")
        table[feature] = in_parts(number)

    @helper
    def compiled_in(me, feature):
        return table[feature]

    return compiled_in


def _looked_up(places: NDArray[np.int64]) -> Callable[..., Any]:
    @helper
    def looked_up(me, feature):
        place = places[feature]
        return USUAL[feature] if place == NONE else in_parts(me.parameter[place])

    return looked_up
