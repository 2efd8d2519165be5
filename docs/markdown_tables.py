"""Tables and headings of Markdown, for the generated pages."""

import re
from collections.abc import Sequence

TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)  # the lines of one


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int | None = None) -> list[str]:
    """Return the lines of a table; a bar inside a cell is written so that it stays there.

    Columns after the first ``words`` are numbers, which stand at the right; by default, none are.
    """
    texts = len(head) if words is None else words
    escaped = [[cell.replace("|", "\\|") for cell in cells] for cells in (head, *rows)]
    escaped.insert(1, ["---"] * texts + ["---:"] * (len(head) - texts))
    return [f"| {' | '.join(cells)} |" for cells in escaped]


def anchor(heading: str) -> str:
    """Return what a heading is called in links.

    >>> anchor("What each part does, once more")
    'what-each-part-does-once-more'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
