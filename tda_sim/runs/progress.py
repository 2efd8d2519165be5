"""What the user sees during a run: a note about compiling, and a progress bar.

Both are on standard error; in a notebook the bar is in the output of the cell, for as long as it runs.
"""

from html import escape
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn

from tda_sim.streams import echo
from tda_sim.terminal import Terminal, Text


class GamesPerSecond(ProgressColumn):
    """The speed of the run, in games per second."""

    def render(self, task: Task) -> Text:
        """Return the speed as text."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} games/s")


class _Cell:
    """A progress bar in the output of a notebook's cell; several threads may show it at once."""

    EVERY = 0.25  # seconds

    def __init__(self) -> None:
        self._lock, self._due = Lock(), 0.0
        self._output: Any = None

    def show(self, task: Task) -> None:
        """Show how far a task is, unless that was done a moment ago."""
        with self._lock:
            if monotonic() < self._due:
                return
            self._due = monotonic() + self.EVERY
            done, total = int(task.completed), int(task.total or 0)
            speed = GamesPerSecond().render(task).plain
            words = escape(", ".join(filter(None, [f"{task.description}: {done:,} of {total:,}", speed])))
            self._put(f'<progress value="{done}" max="{max(total, 1)}" aria-label="{words}"></progress> {words}')

    def clear(self) -> None:
        """Remove the bar."""
        with self._lock:
            if self._output is not None:
                self._put("")

    def _put(self, text: str) -> None:
        from IPython.display import HTML, display  # there is a notebook, so it is installed

        if self._output is None:
            self._output = display(HTML(text), display_id=True)  # type: ignore[no-untyped-call]
        else:
            self._output.update(HTML(text))  # type: ignore[no-untyped-call]


class Reporter:
    """Shows the progress of a run. ``show=None`` shows it only on a terminal and in a notebook, False never."""

    def __init__(self, show: bool | None) -> None:
        console = Terminal(stderr=True)
        self._silent = show is False
        self._cell = _Cell() if console.is_jupyter and not self._silent else None
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            GamesPerSecond(),
            TextColumn("time left"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=self._silent or console.is_jupyter or not (show or console.is_terminal),
        )

    def say(self, text: str) -> None:
        """Print a line for the user."""
        if not self._silent:
            echo(text, err=True)

    def start(self, games: int, done: int) -> None:
        """Show the bar."""
        self._task = self._bar.add_task("playing", total=games, completed=done)
        self._bar.start()
        self._refresh()

    def expect(self, games: int) -> None:
        """Note the expected number of games."""
        self._bar.update(self._task, total=games)
        self._refresh()

    def add(self, games: int) -> None:
        """Note that games were played. Several threads may call this at once."""
        self._bar.advance(self._task, games)
        self._refresh()

    def describe(self, text: str) -> None:
        """Replace "playing" by another text."""
        self._bar.update(self._task, description=text)
        self._refresh()

    def _refresh(self) -> None:
        if self._cell is not None:
            self._cell.show(self._bar.tasks[self._task])

    def __enter__(self) -> "Reporter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
        if self._cell is not None:
            self._cell.clear()
