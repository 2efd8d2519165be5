"""A position at the table, played on: what rule tests are written with.

Cards, rules and powers are given as house rules where a test needs other ones than the original's. Questions are
answered with the words of scenario files ("pay", "gold-4", "seat 2"); a random pick takes the first card.
"""

from typing import Any

import numpy as np
from audit import audit, piles

from tda_sim import definitions
from tda_sim.engine.layout import CHANCE
from tda_sim.engine.terms import Phase, Stop
from tda_sim.one_game.driver import Asked, Driver, drive, next_stop
from tda_sim.one_game.record import Start, state
from tda_sim.one_game.setup import set_up
from tda_sim.one_game.words import Words


class Scene:
    """A game that stands as a scenario's ``start`` says."""

    def __init__(self, deck: dict[str, Any], start: dict[str, Any]) -> None:
        self.tables = definitions.build_tables(definitions.load_deck(deck))
        self.words = Words(self.tables)
        game = set_up(Start.model_validate(start), self.tables, 1, self._refuse)
        drive(game, range(len(start["hands"])), chance=True)
        table = game[0]["table"]
        self.cards = sum(map(len, piles(game[0])))
        self.gold = int(table["hoard"][: table["players"]].sum() + table["stakes"] + table["hole"])
        self.driver = Driver(game)
        self.answers: list[str] = []
        self.asked: list[str] = []  # every question that came up: its kind
        self.options: list[list[str]] = []  # and its options

    @staticmethod
    def _refuse(path: Any, message: str, hint: str | None) -> None:
        raise AssertionError(f"{path}: {message} ({hint})")

    def play(self, *answers: str, stop: Stop | None = None) -> "Scene":
        """Play on to a stop (by default the next one), answering questions in order; each must be used up."""
        self.answers = list(answers)
        self.driver.run(next_stop(self.driver.game, Stop.GAME) if stop is None else stop, self._answer)
        assert not self.answers, f"nobody asked for {self.answers}"
        audit(self.driver.now, self.gold, self.cards)
        return self

    def _answer(self, asked: Asked) -> int:
        options = self.words.options(asked)
        if asked.seat == CHANCE:
            return 0
        self.asked.append(asked.kind.name.lower())
        self.options.append(options)
        assert self.answers, f"no answer left for {self.asked[-1]}: {options}"
        return options.index(self.answers.pop(0))

    def __getattr__(self, name: str) -> Any:
        """What scenarios may expect: ``hoards``, ``stakes``, ``hands``, ``debts``, ``winners`` and so on."""
        return state(self.driver.now, self.tables)[name]

    @property
    def record(self) -> np.void:
        """The record as it stands."""
        return self.driver.now[0]

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return Phase(int(self.record["table"]["phase"]))


def scene(
    rules: dict[str, Any] | None = None,
    cards: dict[str, Any] | None = None,
    dragons: dict[str, Any] | None = None,
    **start: Any,
) -> Scene:
    """The original deck with these changes, in this position."""
    deck = {
        "card_sets": ["original"],
        "changes": {"cards": cards or {}, "dragons": dragons or {}},
        "rules": {"base": "original", **(rules or {})},
    }
    return Scene(deck, start)
