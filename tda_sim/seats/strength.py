"""How strong strategies are: what is known of it, shipped with them, so that every answer can say who has played.

`strategies/strength.yaml` is written by `docs/ladders.py`, which plays the games; `docs/ladder.md` shows the same.
What is known holds for the shipped strategies, and for no file of a user's that has the name of one of them.
"""

from functools import cache
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tda_sim.definitions import library, sources
from tda_sim.seats.games import CARDS, SORTS

FILE = "strength.yaml"
ABLE = 0.5  # of an equal part of the wins, alone against the yardstick: a player, and no mere obstacle

Part = Annotated[float, Field(ge=0, le=1)]


class Share(NamedTuple):
    """A share of the wins, with its 95 % interval."""

    estimate: Part
    low: Part
    high: Part


class _Known(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BestResponse(_Known):
    """The strategy that was found to win most, alone against others who all play some strategy, and what it wins."""

    by: str
    share: Share


class Strength(_Known):
    """What is known of one deck at a table of so many players.

    ``alone``: what each strategy wins alone against others who all play ``against``, the yardstick.
    ``responses``: the best response that was found to a strategy, by its name.
    """

    players: int
    against: str
    alone: dict[str, Share]
    responses: dict[str, BestResponse]

    @property
    def par(self) -> float:
        """The share of the wins of a player as strong as the others."""
        return 1 / self.players


@cache
def known(game: str = CARDS) -> dict[str, Strength]:
    """Return what is known of the strategies of a game, by deck."""
    kind = library.KINDS[SORTS[game].kind]
    node = sources.read_or_raise(library.shipped(kind.folder) / kind.below / FILE)
    return TypeAdapter(dict[str, Strength]).validate_python(node.plain())


def strength_in(name: str, deck: str, game: str = CARDS) -> float | None:
    """Return what a strategy wins alone against others who play the yardstick, in equal parts: 1 is as strong.

    A mean over the decks that are known, where this one is not; None where nothing is known.

    >>> 0 < strength_in("spender", "original") < strength_in("lookahead", "original")
    True
    """
    there = known(game)
    found = [there[deck]] if deck in there else [*there.values()]
    known_there = [strength for each in found if (strength := _strength(each, name)) is not None]
    return sum(known_there) / len(known_there) if known_there else None


def _strength(found: Strength, name: str) -> float | None:
    if name == found.against:
        return 1.0
    return found.alone[name].estimate / found.par if name in found.alone else None


def is_able(name: str) -> bool:
    """Whether a strategy can play: alone, it wins `ABLE` of an equal part of the games or more, in most decks.

    A strategy that nothing is known of is taken to be able, and so is a user's own under the name of a shipped one.
    ``name`` may have settings.

    >>> [is_able(name) for name in ("spender", "lookahead:playouts=16", "random", "of-my-own")]
    [True, True, False, True]
    """
    bare = name.partition(":")[0]
    named = None if library.is_path("strategy", bare) else library.available("strategy").get(bare)
    return named is None or not library.is_shipped("strategy", named) or can_play(bare)


def can_play(name: str) -> bool:
    """Whether the shipped strategy of a name can play: see `is_able`."""
    bare = name.partition(":")[0]
    decks = [each for game in SORTS for each in known(game).values()]
    found = [each.alone[bare].estimate / each.par >= ABLE for each in decks if bare in each.alone]
    return 2 * sum(found) >= len(found)
