"""For each game: the records that strategies receive, the modules of their kit, and their folder."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tda_sim.dice import layout as dice
from tda_sim.engine import layout
from tda_sim.engine.compiler import calls

CARDS, DICE = "cards", "dice"


@dataclass(frozen=True)
class Sort:
    """The strategies of a game.

    ``kind``: their kind of content; ``modules``: those of their kit; ``usual``: who plays if nobody is named, and
    ``with_abilities``: where players have abilities, which learned players have never had.
    """

    name: str
    kind: str
    title: str
    cards: np.dtype[Any]
    table: np.dtype[Any]
    modules: tuple[str, ...]  # patterns of files in the package
    scoring: str  # the module with the `scoring_function` that fits
    usual: str
    with_abilities: str

    @property
    def records(self) -> tuple[np.dtype[Any], ...]:
        """The types of the records that a strategy receives."""
        return self.cards, self.table, layout.PRIVATE, layout.QUESTION

    @property
    def signature(self) -> Any:
        """The signature for which strategies are compiled."""
        return calls.strategy_of(self.cards, self.table)


SORTS = {
    sort.name: sort
    for sort in (
        Sort(
            CARDS,
            "strategy",
            "the card game",
            layout.CARDS,
            layout.TABLE,
            ("kit/**/*.py",),
            "tda_sim.engine.compiler.calls",
            usual="regular",
            with_abilities="weighted",
        ),
        Sort(
            DICE,
            "dice-strategy",
            "the dice game",
            dice.DRAGONS,
            dice.TABLE,
            ("dice/*.py",),
            "tda_sim.dice.kit",
            usual="balanced",
            with_abilities="balanced",
        ),
    )
}
