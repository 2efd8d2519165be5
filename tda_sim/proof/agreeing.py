"""Trial: plain Python, which checks every index and every number, gives the same answers."""

from typing import Any

import numpy as np

from tda_sim.proof.positions import Answer, Decision, option_text
from tda_sim.proof.verdict import FAILED, GIVEN, PASSED, UNTRIED, Verdict
from tda_sim.seats.files import Strategy
from tda_sim.seats.uncompiled import Reply, replies

CLAIM = "plain Python, which checks every index and number, gives the same answers"
DECISIONS = {"choose": 200, "score": 200, "decide": 0, "search": 2}


class Agreeing:
    """Asks the compiled strategy, and again without the compiler."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.decisions: list[Decision] = []

    def look(self, decision: Decision) -> None:
        """Note a decision. All of them are asked together."""
        if len(self.decisions) < DECISIONS[self.strategy.form]:
            self.decisions.append(decision)

    def verdict(self) -> Verdict:
        """Return the verdict."""
        if self.strategy.form == "decide":
            return Verdict("plain", CLAIM, GIVEN, "it is never compiled")
        if not self.decisions:
            return Verdict("plain", CLAIM, UNTRIED, "no decision was suitable")
        answers = [decision.answer() for decision in self.decisions]
        plain = replies([(decision.strategy, _question(decision)) for decision in self.decisions])
        summary, figures = f"{len(answers):,} decisions", {"decisions": len(answers)}
        if not plain:
            return Verdict("plain", CLAIM, FAILED, "plain Python ends without an answer", figures, [self._unplayable()])
        comparisons = zip(self.decisions, answers, plain, strict=True)
        violations = [self._violation(*each) for each in comparisons if not _agrees(*each[1:])]
        if violations:
            summary = f"{len(violations):,} differ of {summary}"
        return Verdict("plain", CLAIM, FAILED if violations else PASSED, summary, figures, violations)

    def _unplayable(self) -> dict[str, Any]:
        return {"error": f"{self.strategy.path}:{self.strategy.line}: it cannot be played with NUMBA_DISABLE_JIT=1"}

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
