"""Trial: a strategy's answer does not depend on cards that its seat cannot see.

It is asked in its place among all cards of a game, and again in copies of that game with other hidden cards.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tda_sim.conformance.asking import deal_hidden_anew
from tda_sim.conformance.positions import Answer, Decision, option_text
from tda_sim.conformance.trial import UNTRIED, Trial

DEALS = 3  # for each decision


class NoLeakage(Trial):
    """Deals the hidden cards again."""

    name, claim = "hidden", "hidden cards do not matter"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed

    def is_for(self, decision: Decision) -> bool:
        """Whether a decision has its place among all cards."""
        return decision.game is not None

    def instead(self, decision: Decision, first: Answer) -> Iterator[str]:
        """Yield the first answer that differs."""
        for number in range(DEALS):
            assert decision.game is not None  # it is for these
            game = decision.game.copy()
            deal_hidden_anew(game, decision.seat, self.seed, number)
            other = replace(decision, game=game).answer()
            if other.index != first.index:
                yield f"{option_text(decision, other)}, with other hidden cards"
                return

    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Return what was tried."""
        said = f"{self.tried:,} decisions, each with hidden cards dealt again {DEALS} times"
        if not self.tried:
            self.status, said = UNTRIED, "no decision was suitable"
        return said, {"decisions": self.tried, "deals": DEALS}, []
