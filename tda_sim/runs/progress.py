"""What the user sees during a run, on standard error: a note about compiling, and a progress bar."""

from types import TracebackType

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn

from tda_sim.streams import echo
from tda_sim.terminal import Terminal, Text


class GamesPerSecond(ProgressColumn):
    """The speed of the run, in games per second."""

    def render(self, task: Task) -> Text:
        """Return the speed as text."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} games/s")


class Reporter:
    """Shows the progress of a run. ``show=None`` shows it only on a terminal, False never."""

    def __init__(self, show: bool | None) -> None:
        console = Terminal(stderr=True)
        self._silent = show is False
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            GamesPerSecond(),
            TextColumn("time left"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=self._silent or not (show or console.is_terminal),
        )

    def say(self, text: str) -> None:
        """Print a line for the user."""
        if not self._silent:
            echo(text, err=True)

    def start(self, games: int, done: int) -> None:
        """Show the bar."""
        self._task = self._bar.add_task("playing", total=games, completed=done)
        self._bar.start()

    def expect(self, games: int) -> None:
        """Note the expected number of games."""
        self._bar.update(self._task, total=games)

    def add(self, games: int) -> None:
        """Note that games were played. Several threads may call this at once."""
        self._bar.advance(self._task, games)

    def describe(self, text: str) -> None:
        """Replace "playing" by another text."""
        self._bar.update(self._task, description=text)

    def __enter__(self) -> "Reporter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
