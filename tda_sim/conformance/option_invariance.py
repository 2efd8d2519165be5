"""Trial: a strategy's answer does not depend on the order in which options are listed.

If it draws no random numbers, it must take the same option in every order or, of several equally good ones, always the
first (or the last). A strategy that takes the very first (or last) option in every order, for most questions of a
kind, has not looked at the options and fails. If it draws random numbers (for ties, say), it is asked in many equally
likely orders, with other random numbers each time: if the order does not matter, its choices are in every place of the
list equally often, whatever it prefers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tda_sim.conformance.positions import Answer, Decision, option_text
from tda_sim.conformance.trial import FAILED, FALSE_ALARM, UNTRIED, Trial, chance, frequencies, unevenness
from tda_sim.engine.terms import Question
from tda_sim.one_game.words import Words

ORDERS = 4  # tried for each decision
DRAWS = 24  # for each decision in which random numbers are drawn
BLIND = 0.5  # the share of a kind's questions with the first option taken in all orders that fails
SEEN = 8  # questions of a kind, with three or more options, that this takes
ENOUGH = 5  # expected answers per place, at least
RARELY = "a sound strategy fails once in a million"


class OptionInvariance(Trial):
    """Lists the options in other orders."""

    name, claim = "order", "the order in which options are listed does not matter"
    told = "fit no preference, of"

    def __init__(self, form: str, seed: int) -> None:
        super().__init__()
        self.form, self.rng = form, np.random.default_rng(seed)
        self.drawn = self.tied = 0
        self.seen: Counter[Question] = Counter()
        self.blind: Counter[Question] = Counter()
        self.places: dict[int, Any] = defaultdict(lambda: 0)  # number of options -> how often each place was taken

    def is_for(self, decision: Decision) -> bool:
        """Whether the options can be listed otherwise."""
        return self.form != "search"

    def instead(self, decision: Decision, first: Answer) -> Iterator[str]:
        """Yield an answer that fits no preference; where random numbers are drawn, count the places taken."""
        lists = [decision, *(self._reordered(decision) for _ in range(ORDERS))]
        answers = [first, *(each.answer() for each in lists[1:])]
        if any(answer.drew for answer in answers):
            self.drawn += 1
            counts = frequencies(decision, DRAWS, self.rng, self._reordered)
            self.places[len(counts)] = self.places[len(counts)] + counts
        else:
            yield from self._compared(lists, answers)

    def _compared(self, lists: list[Decision], answers: list[Answer]) -> Iterator[str]:
        taken = {answer.option for answer in answers}
        last, places = len(lists[0].options) - 1, {answer.index for answer in answers}
        if last > 1:
            self.seen[lists[0].kind] += 1
            self.blind[lists[0].kind] += places in ({0}, {last})
        if len(taken) == 1:
            return
        self.tied += 1
        equals = [[option for option in each.options if option in taken] for each in lists]
        chosen = [answer.option for answer in answers]
        if chosen not in ([each[0] for each in equals], [each[-1] for each in equals]):
            k = next(k for k, answer in enumerate(answers) if answer.option != answers[0].option)
            yield f"{option_text(lists[k], answers[k])}, with the options listed as {_option_names(lists[k])}"

    def _reordered(self, decision: Decision) -> Decision:
        """Return a decision with its options in a random order, and with them the hand, if the options are the hand."""
        order, n = self.rng.permutation(len(decision.options)), len(decision.options)
        question, me = decision.question.copy(), decision.me.copy()
        question["option"][0, :n] = question["option"][0, order]
        if int(me[0]["n"]) == n and np.array_equal(me["card"][0, :n], decision.question["option"][0, :n]):
            me["card"][0, :n] = me["card"][0, order]
        return replace(decision, question=question, me=me)

    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Return what was tried, and what follows from the answers."""
        if self.form == "search":
            self.status = UNTRIED
            return "a search identifies an option by its place in a game of its own, so the order cannot change", {}, []
        exact, blind = self.tried - self.drawn, self._blind()
        usable = {n: counts for n, counts in self.places.items() if counts.sum() >= ENOUGH * n}
        statistics = [unevenness(counts) for counts in usable.values()]
        p = chance(sum(x for x, _ in statistics), sum(df for _, df in statistics))
        if blind or p < FALSE_ALARM:
            self.status = FAILED
        figures = {
            "decisions": self.tried,
            "without_random_numbers": exact,
            "first_of_equals_taken": self.tied,
            "options_not_looked_at": blind,
            "with_random_numbers": self.drawn,
            "p_of_the_places_taken": p,
            "places_taken": {n: counts.tolist() for n, counts in sorted(usable.items())},
            "false_alarm": FALSE_ALARM,
        }
        said = f"{exact:,} decisions without random numbers, each in {ORDERS + 1} orders"
        return said, figures, list(self._findings(blind, p))

    def _findings(self, blind: list[str], p: float) -> Iterator[str]:
        if self.tied and not blind and not self.violations:
            yield f"in {self.tied:,} several options are equally good to it, and their place decides"
        if blind:
            yield f"whatever the options of {', '.join(blind)}, it takes the one listed first, or last"
        if self.drawn:
            even = f"the places taken are {'un' * (p < FALSE_ALARM)}even"
            yield f"in {self.drawn:,} with random numbers {even} (p = {p:.2g}; {RARELY})"

    def _blind(self) -> list[str]:
        """Return the kinds of questions whose options it does not look at."""
        kinds = [kind for kind, n in self.seen.items() if n >= SEEN and self.blind[kind] > BLIND * n]
        return [kind.name.lower() for kind in sorted(kinds)]


def _option_names(decision: Decision) -> str:
    return ", ".join(Words(decision.work.tables).option(decision.kind, option) for option in decision.options)
