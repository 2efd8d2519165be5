"""Tables of Markdown, for the generated pages."""

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table; a bar inside a cell is written so that it stays there."""
    escaped = [[cell.replace("|", "\\|") for cell in cells] for cells in (head, *rows)]
    escaped.insert(1, ["---"] * len(head))
    return [f"| {' | '.join(cells)} |" for cells in escaped]
