"""Trial: a strategy's answer does not depend on cards that its seat cannot see.

It is asked in its place among all cards of a game, and again in copies of that game with other hidden cards.
"""

from dataclasses import replace
from typing import Any

from tda_sim.proof.asking import deal_hidden_anew
from tda_sim.proof.positions import Decision, option_text
from tda_sim.proof.verdict import FAILED, PASSED, UNTRIED, Verdict

CLAIM = "hidden cards do not matter"
DEALS = 3  # for each decision


class Hiding:
    """Deals the hidden cards again."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.tried = 0
        self.violations: list[dict[str, Any]] = []

    def look(self, decision: Decision) -> None:
        """Try a decision."""
        if decision.game is None:
            return
        self.tried += 1
        first = decision.answer()
        for number in range(DEALS):
            game = decision.game.copy()
            deal_hidden_anew(game, decision.seat, self.seed, number)
            other = replace(decision, game=game).answer()
            if other.index != first.index:
                instead = f"{option_text(decision, other)}, with other hidden cards"
                self.violations.append({**decision.in_words(first), "instead": instead})
                return

    def verdict(self) -> Verdict:
        """Return the verdict."""
        summary = f"{self.tried:,} decisions, each with hidden cards dealt again {DEALS} times"
        if self.violations:
            summary = f"{len(self.violations):,} differ of {summary}"
        figures = {"decisions": self.tried, "deals": DEALS}
        if self.tried == 0:
            return Verdict("hidden", CLAIM, UNTRIED, "no decision was suitable", figures)
        return Verdict("hidden", CLAIM, FAILED if self.violations else PASSED, summary, figures, self.violations)
