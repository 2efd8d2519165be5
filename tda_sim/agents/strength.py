"""The known strength of the shipped strategies, so that every answer can say how able its players are.

`docs/ladders.py` plays the games and writes `strategies/strength.yaml`; `docs/ladder.md` shows the same numbers. They
hold for the shipped strategies, and not for a user's file with the same name.
"""

from functools import cache
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tda_sim.agents.games import CARDS, SORTS
from tda_sim.definitions import library, sources

FILE = "strength.yaml"
ABLE = 0.5  # of a fair share of wins, alone against the yardstick: weaker strategies are only obstacles

Part = Annotated[float, Field(ge=0, le=1)]


class Share(NamedTuple):
    """A win rate, with its 95 % interval."""

    estimate: Part
    low: Part
    high: Part


class _Known(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BestResponse(_Known):
    """The best of the responses tried to a table of some strategy, and its win rate alone against it."""

    by: str
    tried: Annotated[int, Field(ge=1)]
    share: Share


class Strength(_Known):
    """The known strengths for one deck and number of players.

    ``alone``: each strategy's win rate, alone against others who all play ``against``, the yardstick.
    ``responses``: the best response found to each strategy, by name.
    """

    players: int
    against: str
    alone: dict[str, Share]
    responses: dict[str, BestResponse]

    @property
    def par(self) -> float:
        """The win rate of a player as strong as the others."""
        return 1 / self.players


@cache
def known(game: str = CARDS) -> dict[str, Strength]:
    """Return the known strengths of the strategies of a game, by deck."""
    kind = library.KINDS[SORTS[game].kind]
    node = sources.read_or_raise(library.shipped(kind.folder) / kind.below / FILE)
    return TypeAdapter(dict[str, Strength]).validate_python(node.plain())


def strength_in(name: str, deck: str, game: str = CARDS) -> float | None:
    """Return a strategy's win rate alone against the yardstick, in fair shares: 1 is as strong.

    For an unknown deck, the mean over the known ones; None if nothing is known.

    >>> 0 < strength_in("spender", "original") < strength_in("lookahead", "original")
    True
    """
    there = known(game)
    records = [there[deck]] if deck in there else [*there.values()]
    strengths = [strength for each in records if (strength := _strength(each, name)) is not None]
    return sum(strengths) / len(strengths) if strengths else None


def _strength(record: Strength, name: str) -> float | None:
    if name == record.against:
        return 1.0
    return record.alone[name].estimate / record.par if name in record.alone else None


def is_able(name: str) -> bool:
    """Return whether a strategy can play: alone, it wins at least `ABLE` of a fair share in most decks.

    Strategies of unknown strength count as able, and so does a user's file with the name of a shipped one. ``name`` may
    have settings.

    >>> [is_able(name) for name in ("spender", "lookahead:playouts=16", "random", "of-my-own")]
    [True, True, False, True]
    """
    bare = name.partition(":")[0]
    path = None if library.is_path("strategy", bare) else library.available("strategy").get(bare)
    return path is None or not library.is_shipped("strategy", path) or can_play(bare)


def can_play(name: str) -> bool:
    """Return whether the shipped strategy of a name can play: see `is_able`."""
    bare = name.partition(":")[0]
    decks = [each for game in SORTS for each in known(game).values()]
    verdicts = [each.alone[bare].estimate / each.par >= ABLE for each in decks if bare in each.alone]
    return 2 * sum(verdicts) >= len(verdicts)
