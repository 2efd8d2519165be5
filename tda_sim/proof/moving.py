"""Trial: a strategy's answer does not depend on the number of its seat.

The whole table moves by some seats, with everybody's cards, gold and debts, so that only the numbers change. If a
strategy draws no random numbers, its answer must be the same. If it does and the answers differ, the trial compares
many answers with other random numbers.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from tda_sim.engine.layout import (
    HAS_A_BIT_FOR_EACH_SEAT,
    MAX_PLAYERS,
    NAMES_A_SEAT,
    NAMES_A_SEAT_WITHIN,
    NONE,
    TABLE,
)
from tda_sim.one_game.words import names_seats
from tda_sim.proof.positions import Decision, option_text
from tda_sim.proof.verdict import FAILED, FALSE_ALARM, PASSED, UNTRIED, Verdict, chance, unlikeness

CLAIM = "the number of the seat does not matter"
DRAWS = 100  # answers per position, if their frequencies are compared
COMPARED = 50  # the most decisions with such comparisons

BY_SEAT = tuple(name for name in TABLE.names or () if TABLE[name].shape[:1] == (MAX_PLAYERS,) and name != "clock")


def moved(decision: Decision, by: int) -> Decision:
    """Return the decision after everybody has moved by ``by`` seats."""
    table, me, question = decision.table.copy(), decision.me.copy(), decision.question.copy()
    n = int(table[0]["players"])
    old, new = np.arange(n), (np.arange(n) + by) % n
    for name in BY_SEAT:
        table[name][0, new] = decision.table[name][0, old]
    for name in NAMES_A_SEAT:
        table[name] = _seat(table[name], by, n)
    for name in HAS_A_BIT_FOR_EACH_SEAT:
        table[name] = sum((int(table[name][0]) >> k & 1) << int(new[k]) for k in old)
    for name, fields in NAMES_A_SEAT_WITHIN.items():
        for field in fields:
            table[name][field] = _seat(table[name][field], by, n)
    table["clock"][0, new] = _seat(decision.table["clock"][0, old], by, n)
    me["seat"] = _seat(me["seat"], by, n)
    question["seat"] = _seat(question["seat"], by, n)
    if names_seats(decision.kind):
        question["option"] = _seat(question["option"], by, n)
    return replace(decision, table=table, me=me, question=question)


def _seat(seats: Any, by: int, n: int) -> Any:
    return np.where(seats == NONE, NONE, (seats + by) % n)


class Moving:
    """Moves the table."""

    def __init__(self, form: str, seed: int) -> None:
        self.form = form
        self.chance = np.random.default_rng(seed)
        self.tried = self.compared = self.freedom = 0
        self.statistic = 0.0
        self.violations: list[dict[str, Any]] = []

    def look(self, decision: Decision) -> None:
        """Try a decision, moved by some number of seats."""
        if self.form == "search":
            return
        self.tried += 1
        by = int(self.chance.integers(1, int(decision.table[0]["players"])))
        other = moved(decision, by)
        first, second = decision.answer(), other.answer()
        if first.index == second.index:
            return
        if not first.drew and not second.drew:
            instead = f"{option_text(other, second)}, with everybody {by} seats further on"
            self.violations.append({**decision.in_words(first), "instead": instead})
        elif self.compared < COMPARED:
            self._compare(decision, other)

    def _compare(self, decision: Decision, other: Decision) -> None:
        counts = np.zeros((2, len(decision.options)), int)
        for row, position in zip(counts, (decision, other), strict=True):
            for _ in range(DRAWS):
                index = position.with_stream(int(self.chance.integers(1 << 62))).answer().index
                if 0 <= index < len(row):
                    row[index] += 1
        statistic, freedom = unlikeness(*counts)
        self.statistic, self.freedom, self.compared = (
            self.statistic + statistic,
            self.freedom + freedom,
            self.compared + 1,
        )

    def verdict(self) -> Verdict:
        """Return the verdict."""
        if self.form == "search":
            summary = "a search plays with other random numbers in another seat, so its answers may differ"
            return Verdict("seat", CLAIM, UNTRIED, summary)
        p = chance(self.statistic, self.freedom)
        figures = {"decisions": self.tried, "compared_by_numbers": self.compared, "p": p, "false_alarm": FALSE_ALARM}
        summary = f"{self.tried:,} decisions, asked again with everybody moved"
        if self.violations:
            summary = f"{len(self.violations):,} differ of {summary}"
        if self.compared:
            summary += f"; {self.compared} with random numbers compared by {DRAWS} answers each (p = {p:.2g})"
        failed = bool(self.violations) or p < FALSE_ALARM
        return Verdict("seat", CLAIM, FAILED if failed else PASSED, summary, figures, self.violations)
