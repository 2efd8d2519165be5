"""What was asked of games, as an answer repeats it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Asked:
    """Which deck was played by whom, how often.

    Attributes:
        players: a number of players, or several for abilities.
        strategies: the main one first.
        screen: whether only a first look at cards was asked for.
        each: abilities of every player.
    """

    deck: str
    players: Any
    games: int
    strategies: tuple[str, ...]
    seed: int
    screen: bool = False
    each: int = 1
