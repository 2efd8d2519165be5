"""A study's progress for the user: one bar for all cells, and the name of the current one."""

from tda_sim.runs.progress import Reporter


class StudyReporter(Reporter):
    """One bar for all cells of a study."""

    def __init__(self, show: bool | None, cells: int) -> None:
        super().__init__(show)
        self._cells = cells
        self._label = ""
        self._totals = (0, 0)
        self._shown = False

    def count(self, games: int, done: int) -> None:
        """Note the number of games in all cells, and how many are done."""
        self._totals = (games, done)
        if self._shown:
            self._bar.update(self._task, total=games, completed=done)

    def cell(self, place: int, name: str) -> None:
        """Show which cell is being played; ``place`` counts from 0."""
        self._label = f"cell {place + 1} of {self._cells}: {name}"
        if self._shown:
            self.describe(self._label)

    def start(self, games: int, done: int) -> None:
        """Show the bar before the first cell is played."""
        if not self._shown:
            super().start(*self._totals)
            self.describe(self._label)
            self._shown = True
