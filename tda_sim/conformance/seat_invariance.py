"""Trial: a strategy's answer does not depend on the number of its seat.

The whole table moves by some seats, with everybody's cards, gold and debts, so that only the numbers change. If a
strategy draws no random numbers, its answer must be the same. If it does and the answers differ, the trial compares
many answers with other random numbers.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tda_sim.conformance.positions import Answer, Decision, option_text
from tda_sim.conformance.trial import FAILED, FALSE_ALARM, UNTRIED, Trial, chance, frequencies, unlikeness
from tda_sim.engine.layout import (
    HAS_A_BIT_FOR_EACH_SEAT,
    MAX_PLAYERS,
    NAMES_A_SEAT,
    NAMES_A_SEAT_WITHIN,
    NONE,
    TABLE,
)
from tda_sim.one_game.words import option_is

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
    if option_is(decision.kind) == "seat":
        question["option"] = _seat(question["option"], by, n)
    return replace(decision, table=table, me=me, question=question)


def _seat(seats: Any, by: int, n: int) -> Any:
    return np.where(seats == NONE, NONE, (seats + by) % n)


class SeatInvariance(Trial):
    """Moves the table."""

    name, claim = "seat", "the number of the seat does not matter"

    def __init__(self, form: str, seed: int) -> None:
        super().__init__()
        self.form, self.rng = form, np.random.default_rng(seed)
        self.compared = self.df = 0
        self.statistic = 0.0

    def is_for(self, decision: Decision) -> bool:
        """Whether the answer should be the same in another seat."""
        return self.form != "search"

    def instead(self, decision: Decision, first: Answer) -> Iterator[str]:
        """Yield another answer after everybody has moved; where random numbers are drawn, compare frequencies."""
        by = int(self.rng.integers(1, int(decision.table[0]["players"])))
        other = moved(decision, by)
        second = other.answer()
        if first.index == second.index:
            return
        if not first.drew and not second.drew:
            yield f"{option_text(other, second)}, with everybody {by} seats further on"
        elif self.compared < COMPARED:
            statistic, df = unlikeness(*(frequencies(each, DRAWS, self.rng) for each in (decision, other)))
            self.statistic, self.df, self.compared = self.statistic + statistic, self.df + df, self.compared + 1

    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Return what was tried, and what came of comparing frequencies."""
        if self.form == "search":
            self.status = UNTRIED
            return "a search plays with other random numbers in another seat, so its answers may differ", {}, []
        p, more = chance(self.statistic, self.df), []
        if p < FALSE_ALARM:
            self.status = FAILED
        if self.compared:
            more = [f"{self.compared} with random numbers compared by {DRAWS} answers each (p = {p:.2g})"]
        compared = {"compared_by_numbers": self.compared, "p": p, "false_alarm": FALSE_ALARM}
        return f"{self.tried:,} decisions, asked again with everybody moved", {"decisions": self.tried} | compared, more
