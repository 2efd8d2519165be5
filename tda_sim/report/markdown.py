r"""Markdown: text is escaped where it is put into a document, so that names and titles mean what they say.

All functions take plain text, and `Markdown` for what is marked up on purpose.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from tda_sim.characters import visible

_MARKS = re.compile(
    r"[\\`*~$|]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside a word it marks nothing
    r"|<(?=[A-Za-z/!?])|&(?=#?\w+;)"  # HTML
    r"|\](?=[(\[:])"  # of a link
)
_BLOCK = re.compile(r"^(?:(#{1,6}|>|[-+]|=+|-+)|(\d+)([.)]))(?=\s|$)")  # what makes a line more than text


class Markdown(str):
    """A text that is Markdown."""


def inline(text: str) -> Markdown:
    r"""Return a text as it stands inside a line.

    >>> inline("a|b *c* <img> [x](y) no_druid &amp; [1, 2]")
    'a\\|b \\*c\\* \\<img> [x\\](y) no_druid \\&amp; [1, 2]'
    """
    if isinstance(text, Markdown):
        return text
    return Markdown(_MARKS.sub(r"\\\g<0>", " ".join(visible(text).split("\n"))))


def block(text: str) -> Markdown:
    r"""Return a text as it stands at the beginning of a line.

    >>> block("1. of all"), block("# of cards")
    ('1\\. of all', '\\# of cards')
    """
    if isinstance(text, Markdown):
        return text
    line = inline(text).strip()
    return Markdown(_BLOCK.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", line))


def bold(text: str) -> Markdown:
    """Return a text in bold."""
    return Markdown(f"**{inline(text)}**")


def code(text: str) -> Markdown:
    """Return a text as a command or a name is set, between as many backticks as it takes."""
    line = " ".join(visible(text).split("\n"))
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    room = " " if "`" in line else ""
    return Markdown(f"{fence}{room}{line}{room}{fence}")


def heading(level: int, text: str) -> Iterator[Markdown]:
    """Yield the lines of a heading, with an empty one after it."""
    yield Markdown(f"{'#' * level} {inline(text)}")
    yield Markdown()


def paragraph(text: str) -> Iterator[Markdown]:
    """Yield the lines of a paragraph, with an empty one after it; nothing without text."""
    if text:
        yield block(text)
        yield Markdown()


def listing(items: Iterable[str]) -> Iterator[Markdown]:
    """Yield the lines of a list, with an empty one after it; nothing without items."""
    lines = [Markdown(f"- {block(item)}") for item in items]
    if lines:
        yield from (*lines, Markdown())


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[Markdown]:
    """Yield the lines of a table, with an empty one after it; nothing without rows. ``>`` marks columns of numbers."""
    lines = [_row(map(inline, cells)) for cells in rows]
    if lines:
        yield _row(inline(name.removeprefix(">").strip()) for name in head)
        yield _row("---:" if name.startswith(">") else "---" for name in head)
        yield from (*lines, Markdown())


def document(lines: Iterable[Markdown]) -> str:
    """Return the text of a document."""
    return "\n".join(lines).rstrip("\n") + "\n"


def _row(cells: Iterable[str]) -> Markdown:
    return Markdown(f"| {' | '.join(cells)} |")
