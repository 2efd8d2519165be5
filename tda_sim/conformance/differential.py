"""Trial: plain Python, which checks every index and every number, gives the same answers."""

from typing import Any

import numpy as np

from tda_sim.agents.files import Strategy
from tda_sim.agents.uncompiled import Reply, replies
from tda_sim.conformance.positions import Answer, Decision, option_text
from tda_sim.conformance.trial import GIVEN, UNTRIED, Trial

DECISIONS = {"choose": 200, "score": 200, "decide": 0, "search": 2}


class Differential(Trial):
    """Asks the compiled strategy, and again without the compiler."""

    name, claim = "plain", "plain Python, which checks every index and number, gives the same answers"

    def __init__(self, strategy: Strategy) -> None:
        super().__init__()
        self.strategy = strategy
        self.decisions: list[Decision] = []

    def look(self, decision: Decision) -> None:
        """Note a decision. All of them are asked together."""
        if len(self.decisions) < DECISIONS[self.strategy.form]:
            self.decisions.append(decision)

    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Ask about all decisions, and return how many there were."""
        if not self.decisions:
            is_plain = self.strategy.form == "decide"
            self.status = GIVEN if is_plain else UNTRIED
            return "it is never compiled" if is_plain else "no decision was suitable", {}, []
        answers = [decision.answer() for decision in self.decisions]
        plain = replies([(decision.strategy, _question(decision)) for decision in self.decisions])
        said, figures = f"{len(answers):,} decisions", {"decisions": len(answers)}
        if plain:
            comparisons = zip(self.decisions, answers, plain, strict=True)
            self.violations = [self._violation(*each) for each in comparisons if not _agrees(*each[1:])]
        else:
            fault = "it cannot be played with NUMBA_DISABLE_JIT=1"
            self.violations = [{"error": f"{self.strategy.path}:{self.strategy.line}: {fault}"}]
            self.told, said = "", "plain Python ends without an answer"
        return said, figures, []

    def _violation(self, decision: Decision, answer: Answer, reply: Reply) -> dict[str, Any]:
        if reply.error is not None:
            line = reply.line or self.strategy.line
            return {**decision.in_words(answer), "error": f"{self.strategy.path}:{line}: {reply.error}"}
        other = Answer(reply.index, dict(enumerate(decision.options)).get(reply.index), reply.me, False)
        return {**decision.in_words(answer), "instead": f"without the compiler: {option_text(decision, other)}"}


def _question(decision: Decision) -> tuple[Any, ...]:
    if decision.game is None:
        return decision.cards, decision.table, decision.me, decision.question
    return (decision.game,)


def _agrees(answer: Answer, reply: Reply) -> bool:
    fields = ("memory", "stream")
    same = reply.me is not None and all(np.array_equal(answer.me[name], reply.me[name]) for name in fields)
    return reply.error is None and reply.index == answer.index and same
