"""What was asked of games, as an answer repeats it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.definitions.decks import Deck, load_deck
from tda_sim.definitions.titles import title_under
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.results import StudyResults


@dataclass(frozen=True)
class Asked:
    """Which deck was played by whom, how often.

    Attributes:
        players: a number of players, or several for abilities.
        strategies: the main one first.
        screen: whether only a first look at cards was asked for.
        each: abilities of every player.
        rules: the house rules that the deck is played under.
    """

    deck: str
    players: Any
    games: int
    strategies: tuple[str, ...]
    seed: int
    screen: bool = False
    each: int = 1
    rules: tuple[Any, ...] = ()

    @property
    def loaded(self) -> Deck:
        """The deck of cards as it was played. Raises UserError if a file is gone or broken by now."""
        return load_deck(self.deck, list(self.rules) or None)

    @property
    def title(self) -> str:
        """The title of the deck, with the rules that it is played under."""
        return title_under(self.deck, self.rules)


@dataclass(frozen=True)
class RankingResults:
    """What the games of a question about cards or abilities amount to: the tables of its analysis, and the study.

    ``listed``: the list that abilities were dealt from.
    """

    asked: Asked
    study: StudyResults
    tables: Mapping[str, pl.DataFrame]
    level: float = LEVEL
    listed: Any = None

    @property
    def out(self) -> Path:
        """Where the games are."""
        return self.study.path
