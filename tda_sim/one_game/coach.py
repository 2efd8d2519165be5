"""Advice while a person plays: what each option is worth, found with nothing but what the seat may know."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table

from tda_sim.one_game.driver import Asked
from tda_sim.one_game.words import Words, names_seats
from tda_sim.review.game import Judged
from tda_sim.review.weighing import Weigher, joined
from tda_sim.runs.play import Work
from tda_sim.runs.team import processors
from tda_sim.runs.threads import Hands, result
from tda_sim.terminal import Text

DEALS, AT_ONCE = 800, 100  # a second or two; the same whatever the number of threads


class Coach:
    """Weighs the open question of a game of ``work``: its number 0."""

    def __init__(self, work: Work) -> None:
        self.weigher = Weigher(work)

    def judged(self, answers: Sequence[int]) -> Judged | None:
        """Return the question that comes after these answers, weighed; None if nothing can be tried out there."""
        with Hands(min(processors(), DEALS // AT_ONCE)) as hands:
            calls = [
                hands.submit(self.weigher.of_game, 0, answers, [len(answers)], AT_ONCE, first)
                for first in range(0, DEALS, AT_ONCE)
            ]
            parts = [it for call in calls for it in result(call)]
        return Judged(joined(parts)) if parts else None

    def advice(
        self, answers: Sequence[int], asked: Asked, words: Words, names: Sequence[str]
    ) -> Iterator[RenderableType]:
        """Yield what the coach says about the open question."""
        found = self.judged(answers)
        if found is None:
            yield Text("The coach has nothing to say here: too much has happened in this turn.")
            return

        def option(k: int) -> str:
            value = asked.options[k]
            return names[value] if names_seats(asked.kind) else words.in_full(asked.kind, value)

        grid = Table(box=None, pad_edge=False)
        for title in ("", "option", "win, %", "less than the best", "gold"):
            grid.add_column(title, justify="left" if title == "option" else "right")
        for k, (worth, behind, gold) in enumerate(zip(found.worth, found.behind, found.gold, strict=True)):
            less = "best" if k == found.best else f"{behind.value:.1f} ±{behind.half:.1f}"
            won, gained = f"{worth.value:.1f} ±{worth.half:.1f}", f"{gold.value:+.1f} ±{gold.half:.1f}"
            grid.add_row(str(k + 1), option(k), won, less, gained)
        yield grid
        yield Text(
            f"{self.weigher.judge} would answer: {option(found.it.judge)}. Tried on {DEALS:,} deals of the cards "
            "that you do not see; gold is the gain over the others' mean by the end of the gambit."
        )
