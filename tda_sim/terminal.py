"""Text with a layout for terminals: rich, without its interpretation of text.

No printed text is markup, and every character is visible, whatever file, name or message it comes from. No other
module uses rich's own `Console`, `Text` and `escape`; the linter checks that.
"""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text as RichText

from tda_sim.characters import visible

FILE_WIDTH = 100  # columns, if the output is not a terminal
HELD = "\N{BRAILLE PATTERN BLANK}"  # a space at which lines do not break, unlike other spaces


class Text(RichText):
    """Text with styles."""

    def __init__(
        self,
        text: str = "",
        style: str | Style = "",
        **settings: Any,
    ) -> None:
        super().__init__(visible(text), style, **settings)

    def append(self, text: RichText | str, style: str | Style | None = None) -> "Text":
        """Add a text, with a style, at the end."""
        super().append(visible(text) if isinstance(text, str) else text, style)
        return self


class Terminal(Console):
    """A console that shows text unchanged."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Return the printed segments of a text or a table."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))

    def render_str(self, text: str, **settings: Any) -> RichText:
        """Return a text unchanged, whatever the settings."""
        return super().render_str(visible(text), **{**settings, "markup": False, "emoji": False, "highlight": False})

    def show(self, parts: Iterable[RenderableType]) -> None:
        """Print parts in order, without the trailing spaces to which tables are padded.

        Lines of a text with ``no_wrap`` are printed in full, whatever the width.
        """
        with self.capture() as printed:
            for part in parts:
                self.print(part, soft_wrap=isinstance(part, RichText) and bool(part.no_wrap))
        lines = (line.rstrip().replace(HELD, " ") for line in printed.get().splitlines())
        self.file.write("".join(f"{line}\n" for line in lines))

    @property
    def has_all_signs(self) -> bool:
        """Whether its encoding has every character."""
        return "utf" in (self.encoding or "").lower()

    def on_broken_pipe(self) -> None:
        """Let the command decide how to end when the reader closes the pipe."""
        raise  # rich calls this while handling the error


def console() -> Terminal:
    """Return the console for answers: as wide as the terminal, or `FILE_WIDTH` and plain text in a file."""
    terminal = Terminal()
    return terminal if terminal.is_terminal else Terminal(width=FILE_WIDTH)
