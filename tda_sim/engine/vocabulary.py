"""The values that parameters of effects can take, in YAML and in the engine.

An effect's signature declares its parameters. The annotation is a kind from this module, and an optional parameter has
a default. The names of the choices, in lower case, are the YAML words.
"""

from dataclasses import dataclass
from enum import IntEnum


class Who(IntEnum):
    """Players, as seen by the player who uses the power."""

    YOU = 0
    LEFT = 1  # the opponent who acts after you
    RIGHT = 2  # the opponent who acts before you
    NEIGHBOURS = 3  # left, then right; with two players, the same opponent twice
    OPPONENTS = 4  # clockwise from your left
    EVERYONE = 5  # you first, then clockwise
    STRONGEST_FLIGHT = 6  # the opponent with the strongest flight; you pick among those tied
    WEAKEST_FLIGHT = 7  # the opponent with the weakest flight; you pick among those tied
    PICKED = 8  # the opponent that an earlier effect of this power picked, or whose turn it is in a `for_each`
    BIGGEST_HAND = 9  # the opponent with the most cards in hand; you pick among those tied
    WEAKER_FLIGHTS = 10  # every opponent with a weaker flight than yours, clockwise
    STRONGER_FLIGHTS = 11  # every opponent with a stronger flight than yours, clockwise


class Compare(IntEnum):
    """A card's strength, compared with that of the card that carries the power."""

    ANY = 0
    WEAKER = 1
    STRONGER = 2


class Zone(IntEnum):
    """Where an effect counts cards or looks for them."""

    FLIGHT = 0  # your own flight
    FLIGHTS = 1  # every flight
    ANTE = 2
    FLIGHTS_AND_ANTE = 3


class Per(IntEnum):
    """The factor of an amount. Any other number means "per card of that group in the zone"."""

    ONE = -1  # 1: the amount itself
    PLAYER = -2
    STRONGER_FLIGHT = -3  # the number of players with a stronger flight than yours
    GOOD_COLOUR = -4  # the number of colours among the good dragons there
    EVIL_COLOUR = -5  # the number of colours among the evil dragons there


@dataclass(frozen=True)
class Number:
    """A whole number between two bounds."""

    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Choice:
    """A word of an enumeration."""

    words: type[IntEnum]
    meaning: str


@dataclass(frozen=True)
class AGroup:
    """The name of a group of cards: a built-in one, a colour's dragons, or a tag."""

    meaning: str


@dataclass(frozen=True)
class AMeasure:
    """A word of `Per`, or the name of a group: per card of it in the zone."""

    meaning: str


@dataclass(frozen=True)
class Jump:
    """The target of a jump, which the compiler of powers writes; never in YAML."""

    meaning: str


Kind = Number | Choice | AGroup | AMeasure | Jump
