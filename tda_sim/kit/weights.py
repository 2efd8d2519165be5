"""Weights as whole numbers, compiled in or looked up: what all worths are reckoned from.

Worths of gold, chances, strengths that may be fractions, and weights are whole numbers of parts, `GOLD` to the one:
so no rounding of floating point decides, and options that are as good have the same worth everywhere.
"""

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import GREATEST_PARAMETER, NONE
from tda_sim.errors import suggest
from tda_sim.kit.features import Feature

SHIFT = 12
GOLD = 1 << SHIFT  # one gold piece, or a chance of one, or a point of strength, in the parts that worths are counted in

USUAL = np.array([math.floor(feature.usual * GOLD + 0.5) for feature in Feature])


@helper
def weight(me, feature):
    """What a `Feature` weighs for a plain player; in `kit.valuation` another one's weights take its place."""
    return USUAL[feature]


@helper
def whose():
    """A number for the weights that `weight` has, so that nobody goes by what was reckoned with other ones."""
    return 1


@helper
def check_card(cards, card):
    """Raise IndexError for what is no card of the deck: from here on the records themselves are read, unchecked."""
    if card < 0 or card >= cards.n:
        raise IndexError("there is no such card in the deck")


@helper
def times(one, other):
    """The product of two numbers of parts."""
    return one * other >> SHIFT


@helper
def in_parts(number):
    """A number as whole parts."""
    return math.floor(number * GOLD + 0.5)


@dataclass(frozen=True)
class AtRunTime:
    """Parameters that are looked up in ``me.parameter`` while games are played: a tuning tries many values."""

    names: tuple[str, ...]

    def __getitem__(self, name: str) -> float:
        """Nothing: there is no number yet."""
        raise TypeError("parameters that are tuned are read as me.parameter[...], or by valuation(PARAMETERS)")


def weight_of(numbers: Mapping[str, float] | AtRunTime) -> Callable[..., Any]:
    """The function that takes the place of `weight`; features that are not named weigh as much as usual.

    Raises ValueError for a name that is no feature, and for a weight that is too great.
    """
    names = numbers.names if isinstance(numbers, AtRunTime) else tuple(numbers)
    known = [feature.name.lower() for feature in Feature]
    for name in names:
        if name not in known:
            raise ValueError(f"there is no weight {name}: {suggest(name, known)}")
    if isinstance(numbers, AtRunTime):
        return _looked_up(np.array([names.index(name) if name in names else NONE for name in known]))
    return _compiled_in({known.index(name): number for name, number in numbers.items()})


def number_of(numbers: Mapping[str, float] | AtRunTime) -> Callable[..., Any]:
    """The function that takes the place of `whose`."""
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
