"""Games played again by their answers: what was decided, and what each option is worth to a strategy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import MAX_OPTIONS
from tda_sim.engine.modifiers import PART
from tda_sim.engine.terms import Phase, Question
from tda_sim.one_game.script import Record, dealt
from tda_sim.review import gauger, gauging
from tda_sim.review.weighing import Weigher
from tda_sim.stats.quantal_response import Choices


@dataclass(frozen=True)
class Decision:
    """A decision: who was asked what, the index of the answer, and how far behind each option is, in gold."""

    seat: int
    kind: Question
    options: NDArray[np.int32]
    taken: int
    behind: NDArray[np.float64]


@dataclass(frozen=True)
class PlayedAgain:
    """A game that was played again: its record after the last answer, and all its decisions."""

    record: Record
    decisions: tuple[Decision, ...]

    @property
    def over(self) -> bool:
        """Whether the answers reach the end of the game."""
        return bool(self.record[0]["table"]["phase"] == Phase.OVER)


class Gauger(Weigher):
    """Plays games of a run again, and says how far behind options are for a strategy: the judge.

    In gold, or in the points of the strategy's scores. Options whose worth it does not compare are infinitely behind.
    """

    writer = gauger

    def play(self, number: int, answers: Sequence[int], gauged: bool = True) -> PlayedAgain:
        """Play a game by its answers. Raises `BadScriptError` where an answer is not an option."""
        room, game = len(gauging.HEADER) + 2 * MAX_OPTIONS, dealt(self.work, number, self._entrants)
        numbers = self._written(game, answers, range(len(answers)), room, 0, int(gauged))
        return PlayedAgain(game, tuple(_read(numbers, answers)))

    def choices(self, decisions: Sequence[Decision]) -> Choices:
        """Return decisions as choices; the strength of cards counts where they are to ante."""
        strengths, antes = (
            self.work.tables.cards["strength"].reshape(-1),
            [it.kind == Question.ANTE for it in decisions],
        )
        strength = [
            strengths[it.options].astype(float) if ante else np.zeros(len(it.options))
            for it, ante in zip(decisions, antes, strict=True)
        ]
        return Choices.of([it.behind for it in decisions], strength, [it.taken for it in decisions], antes)


def _read(numbers: NDArray[np.int32], answers: Sequence[int]) -> Iterator[Decision]:
    at, head = 0, len(gauging.HEADER)
    for taken in answers:
        if at == len(numbers):
            return
        seat, kind, n = numbers[at : at + head].tolist()
        options, gaps = numbers[at + head : at + head + 2 * n].reshape(2, n)
        at += head + 2 * n
        yield Decision(
            seat, Question(kind), options.copy(), taken, np.where(gaps == gauging.NEVER, np.inf, gaps / PART)
        )
