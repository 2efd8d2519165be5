"""Advice while a person plays: what each option is worth, from nothing but what the seat may know."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table

from tda_sim.definitions.titles import strategy_title
from tda_sim.review.game import Judged
from tda_sim.review.weighing import Weigher, joined
from tda_sim.runs.play import Work
from tda_sim.runs.threads import Pool, processors, result
from tda_sim.terminal import Text
from tda_sim.wording.phrases import say

DEALS, AT_ONCE = 800, 100  # a second or two; the same result on any number of threads
BAR = 12  # columns of the longest bar


class Coach:
    """Weighs the open question of a game of ``work``: its number 0."""

    def __init__(self, work: Work) -> None:
        self.weigher = Weigher(work)

    def judged(self, answers: Sequence[int]) -> Judged | None:
        """Return the question that comes after these answers, weighed; None if nothing can be tried out there."""
        with Pool(min(processors(), DEALS // AT_ONCE)) as pool:
            calls = [
                pool.submit(self.weigher.of_game, 0, answers, [len(answers)], AT_ONCE, first)
                for first in range(0, DEALS, AT_ONCE)
            ]
            parts = [it for call in calls for it in result(call)]
        return Judged(joined(parts)) if parts else None

    def advice(self, answers: Sequence[int], options: Sequence[str]) -> Iterator[RenderableType]:
        """Yield what to print about the open question: the best option, then what each one is worth.

        ``answers``: of all players until now; ``options``: those of the open question, as the person reads them.
        """
        judged = self.judged(answers)
        if judged is None:
            yield Text(say("card_game.coach.nothing"))
            return
        yield Text(self._advice(judged, options), "bold")
        yield _worth(judged, options)
        how = say("card_game.coach.how", deals=DEALS, judge=strategy_title(self.weigher.judge))
        yield Text(f"{how} Gold: your gain by the end of the gambit, minus the others' average.", "dim")

    def _advice(self, judged: Judged, options: Sequence[str]) -> str:
        """Return the best option, those that may be as good, and what the judge would answer without playing ahead."""
        best, judge = judged.best, strategy_title(self.weigher.judge)
        close = [option for k, option in enumerate(options) if k != best and not judged.behind[k].is_certain]
        return say(
            "card_game.coach.advice",
            best=options[best],
            wins=f"{judged.worth[best].value:.1f}",
            close=close or None,
            judge=judge,
            own=options[judged.it.judge],
        )


def _worth(judged: Judged, options: Sequence[str]) -> Table:
    """Return what each option is worth, with a bar of the games that it wins."""
    grid = Table(box=None, pad_edge=False)
    for title in ("", "option", "wins, %", "", "behind, points", "gold"):
        grid.add_column(title, justify="left" if title == "option" else "right", no_wrap=title != "option")
    grid.columns[3].justify = "left"
    most = max(worth.value for worth in judged.worth) or 1.0
    for k, (worth, behind, gold) in enumerate(zip(judged.worth, judged.behind, judged.gold, strict=True)):
        minus = "best" if k == judged.best else f"{behind.value:.1f} ±{behind.half:.1f}"
        bar = Text("━" * round(BAR * max(0.0, worth.value) / most), "green" if k == judged.best else "cyan")
        wins, gained = f"{worth.value:.1f} ±{worth.half:.1f}", f"{gold.value:+.1f} ±{gold.half:.1f}"
        grid.add_row(str(k + 1), options[k], wins, bar, minus, gained)
    return grid
