"""Trial: what a strategy answers does not hang on the order in which the options are listed.

Where it draws no random numbers, the same option must be taken in every order; or, where several are as good to it,
the first of them (or the last) in every order. Who takes the very first (or last) in any order, in most questions of
a kind, has not looked at the options and fails. Where it draws random numbers (for ties, say), it is asked in many
orders, each equally likely, with other random numbers each time: if the order does not matter, the option taken
stands in every place of the list equally often, whatever is preferred.
"""

from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any

import numpy as np

from tda_sim.engine.terms import Question
from tda_sim.one_game.words import Words
from tda_sim.proof.positions import Answer, Decision, option_text
from tda_sim.proof.verdict import FAILED, FALSE_ALARM, PASSED, UNTRIED, Verdict, chance, unevenness

CLAIM = "the order in which options are listed does not matter"
ORDERS = 4  # tried for each decision
DRAWS = 24  # for each decision in which random numbers are drawn
BLIND = 0.5  # of the questions of a kind whose first option is taken in all orders: from here on it is a mistake
SEEN = 8  # questions of a kind, with three options or more, that it takes to say so
ENOUGH = 5  # answers that a place must be able to expect


class Reordering:
    """Lists the options in other orders."""

    def __init__(self, form: str, seed: int) -> None:
        self.form = form
        self.chance = np.random.default_rng(seed)
        self.exact = self.drawn = self.tied = 0
        self.seen: Counter[Question] = Counter()
        self.blind: Counter[Question] = Counter()
        self.places: dict[int, Any] = defaultdict(lambda: 0)  # number of options -> how often each place was taken
        self.violations: list[dict[str, Any]] = []

    def look(self, decision: Decision) -> None:
        """Try one decision."""
        if self.form == "search":
            return
        lists = [decision, *(self._reordered(decision) for _ in range(ORDERS))]
        answers = [listed.answer() for listed in lists]
        if any(answer.drew for answer in answers):
            self.drawn += 1
            self._count_places(decision)
        else:
            self.exact += 1
            self._compare(lists, answers)

    def _compare(self, lists: list[Decision], answers: list[Answer]) -> None:
        taken = {answer.option for answer in answers}
        last, places = len(lists[0].options) - 1, {answer.index for answer in answers}
        if last > 1:
            self.seen[lists[0].kind] += 1
            self.blind[lists[0].kind] += places in ({0}, {last})
        if len(taken) == 1:
            return
        self.tied += 1
        equals = [[option for option in listed.options if option in taken] for listed in lists]
        chosen = [answer.option for answer in answers]
        if chosen not in ([each[0] for each in equals], [each[-1] for each in equals]):
            k = next(k for k, answer in enumerate(answers) if answer.option != answers[0].option)
            told = f"{option_text(lists[k], answers[k])}, with the options listed as {_listed(lists[k])}"
            self.violations.append({**lists[0].told(answers[0]), "instead": told})

    def _reordered(self, decision: Decision) -> Decision:
        """The same with the options in a random order; where they are the hand, so is the hand."""
        order, n = self.chance.permutation(len(decision.options)), len(decision.options)
        question, me = decision.question.copy(), decision.me.copy()
        question["option"][0, :n] = question["option"][0, order]
        if int(me[0]["n"]) == n and np.array_equal(me["card"][0, :n], decision.question["option"][0, :n]):
            me["card"][0, :n] = me["card"][0, order]
        return replace(decision, question=question, me=me)

    def _count_places(self, decision: Decision) -> None:
        n = len(decision.options)
        counts = np.zeros(n, int)
        for _ in range(DRAWS):
            number = int(self.chance.integers(1 << 62))
            index = self._reordered(decision).with_stream(number).answer().index
            if 0 <= index < n:
                counts[index] += 1
        self.places[n] = self.places[n] + counts

    def verdict(self) -> Verdict:
        """What has come of it."""
        if self.form == "search":
            said = (
                "a search names an option by its place in a game that it plays itself, so the order cannot be changed"
            )
            return Verdict("order", CLAIM, UNTRIED, said)
        usable = {n: counts for n, counts in self.places.items() if counts.sum() >= ENOUGH * n}
        statistics = [unevenness(counts) for counts in usable.values()]
        p = chance(sum(x for x, _ in statistics), sum(freedom for _, freedom in statistics))
        blind = self._blind()
        figures = {
            "decisions": self.exact + self.drawn,
            "without_random_numbers": self.exact,
            "first_of_equals_taken": self.tied,
            "options_not_looked_at": blind,
            "with_random_numbers": self.drawn,
            "p_of_the_places_taken": p,
            "places_taken": {n: counts.tolist() for n, counts in sorted(usable.items())},
            "false_alarm": FALSE_ALARM,
        }
        said = f"{self.exact:,} decisions without random numbers, each in {ORDERS + 1} orders"
        if self.violations:
            said = f"{len(self.violations):,} fit no liking of {said}"
        elif self.tied and not blind:
            said += f"; in {self.tied:,} several options are as good to it, and their place decides"
        if blind:
            said += f"; whatever the options of {', '.join(blind)}, it takes the one listed first, or last"
        if self.drawn:
            said += f"; in {self.drawn:,} with random numbers the places taken are {'un' * (p < FALSE_ALARM)}even"
            said += f" (p = {p:.2g}; a sound strategy fails once in a million)"
        failed = bool(self.violations or blind) or p < FALSE_ALARM
        return Verdict("order", CLAIM, FAILED if failed else PASSED, said, figures, self.violations)

    def _blind(self) -> list[str]:
        """The kinds of questions whose options it does not look at."""
        kinds = [kind for kind, n in self.seen.items() if n >= SEEN and self.blind[kind] > BLIND * n]
        return [kind.name.lower() for kind in sorted(kinds)]


def _listed(decision: Decision) -> str:
    return ", ".join(Words(decision.work.tables).option(decision.kind, option) for option in decision.options)
