"""Trial: a strategy changes nothing except for its notes, and memory beside its arguments does not matter.

The types for which strategies are compiled ensure this; here it is tested. A question is placed among different bytes
each time, and everything is compared before and after the answer: in a game, the whole record with all hands and the
deck.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tda_sim.agents.plain_form import TOKEN
from tda_sim.conformance.positions import Answer, Decision, Record, option_text
from tda_sim.conformance.trial import Trial
from tda_sim.engine.visibility import KEPT

ZONE = 1 << 14  # bytes on either side of a record: more than the hands of six players take
OWN = ("scratch", "stand_in", "asked_seat")  # fields of a game that a search uses to play ahead


class Untouched(Trial):
    """Compares everything before and after answers."""

    name, claim = "untouched", "it changes nothing except for its notes, and memory beside its own does not matter"
    told = "differences in"

    def __init__(self) -> None:
        super().__init__()
        self.in_games = 0

    def answer(self, decision: Decision) -> Answer:
        """Return the answer, and note what it changes."""
        if decision.game is not None:
            self.in_games += 1
            game = decision.game.copy()
            answer = decision.answer_in(game)
            changed = changes(_without_own(decision.game, decision.seat), _without_own(game, decision.seat))
        else:
            zoned = [Zoned(record) for record in (decision.cards, decision.table, decision.me, decision.question)]
            answer = decision.answer_on(*(each.record for each in zoned))
            changed = [name for each in zoned for name in each.changes()]
        if changed:
            self.violations.append({**decision.in_words(answer), "instead": f"changed by the answer: {changed[0]}"})
        return answer

    def instead(self, decision: Decision, first: Answer) -> Iterator[str]:
        """Yield the answer among other bytes, if it differs."""
        if decision.game is None and not (second := self.answer(decision)).agrees(first):
            yield f"{option_text(decision, second)}, with other bytes beside its arguments"

    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Return what was tried."""
        said = f"{self.tried:,} decisions, {self.in_games:,} of them with all cards of the game"
        return said, {"decisions": self.tried, "in_games": self.in_games}, []


class Zoned:
    """A copy of a record between bytes that differ in every run."""

    def __init__(self, record: Record) -> None:
        size = record.nbytes
        self._bytes = np.random.default_rng().integers(0, 256, 2 * ZONE + size, np.uint8)
        self.record = self._bytes[ZONE : ZONE + size].view(record.dtype)
        self.record[...] = record
        self._before = self._bytes.copy()

    def changes(self) -> list[str]:
        """Return what has changed, except for notes and random numbers."""
        size = self.record.nbytes
        before = self._before[ZONE : ZONE + size].view(self.record.dtype)
        beside = [part for part in (slice(0, ZONE), slice(ZONE + size, None)) if self._differs(part)]
        return changes(_without_notes(before), _without_notes(self.record)) + ["what lies beside it"] * len(beside)

    def _differs(self, part: slice) -> bool:
        return not np.array_equal(self._before[part], self._bytes[part])


def changes(before: Record, after: Record, path: str = "") -> list[str]:
    """Return the fields in which two records differ."""
    if before.dtype.names is None:
        return [] if np.array_equal(before, after) else [path]
    return [
        name
        for field in before.dtype.names
        for name in changes(before[field], after[field], f"{path}.{field}" if path else field)
    ]


def _without_own(game: Record, seat: int) -> Record:
    """Return a game without what a strategy may change while it answers."""
    rest = game.copy()
    for field in OWN:
        rest[field] = np.zeros_like(rest[field])
    rest["hand"][:, seat] = _without_notes(rest["hand"][:, seat])
    return rest


def _without_notes(record: Record) -> Record:
    """Return a record without notes, random numbers and, in a private part, what the kit keeps hidden."""
    if "memory" not in (record.dtype.names or ()):
        return record
    rest = record.copy()
    rest["memory"], rest["parameter"][..., TOKEN] = 0, 0
    rest["stream"]["index"], rest["stream"]["word"] = 0, 0
    for name in {*KEPT} & {*rest.dtype.names}:
        rest[name] = 0
    return rest
