"""Text with a layout for terminals: rich, without all that it would read into text.

Nothing that is printed is markup, and every character is seen: by construction, whatever file, name or message it
comes from. Nobody else uses rich's own `Console`, `Text` and `escape`; the linter sees to that.
"""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text as RichText

from tda_sim.characters import visible

FILE_WIDTH = 100  # columns, where the output is no terminal
HELD = "\N{BRAILLE PATTERN BLANK}"  # a space at which no line is broken: spaces of other kinds are


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
    """A console that shows text as it stands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Return what is printed of a text or a table."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))

    def render_str(self, text: str, **settings: Any) -> RichText:
        """Return a text as it stands, whatever else is asked for."""
        return super().render_str(visible(text), **{**settings, "markup": False, "emoji": False, "highlight": False})

    def show(self, parts: Iterable[RenderableType]) -> None:
        """Print one thing after another; no line ends in the spaces to which tables are padded.

        A text that says so (``no_wrap``) is printed in lines as long as it has, whatever the width.
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
        """Leave it to the command how it ends when nobody reads on."""
        raise  # rich calls this where it has caught the error


def console() -> Terminal:
    """Return where answers are printed: as wide as the terminal, or `FILE_WIDTH` in a file, and there plain text."""
    found = Terminal()
    return found if found.is_terminal else Terminal(width=FILE_WIDTH)
