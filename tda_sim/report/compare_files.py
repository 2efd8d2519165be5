"""What `tda compare` writes: a document with all its tables, and the picture."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tda_sim.measures.metrics import EVERY
from tda_sim.report.compare import MARKS, fair_lines, legend, measure_lines, played, strategy_lines
from tda_sim.report.compare_words import exceptions, label, reliability
from tda_sim.report.markdown import Markdown, bold, document, inline, listing, paragraph, table
from tda_sim.store.files import write_document

Data = dict[str, Any]


def write_markdown(data: Data, path: Path) -> None:
    """Write a comparison as a part of a document; raise UserError where that cannot be."""
    write_document(path, markdown(data))


def markdown(data: Data) -> str:
    """Return a comparison for a document: what it says, and all its measures side by side."""
    legend_of_margins = Markdown(f"*matters*: the smallest difference that matters. {inline(legend(data, MARKS))}")
    lines = [*paragraph(" ".join(data["words"])), *_measures(data), *paragraph(legend_of_margins)]
    if found := [f"{name}: {where}" for name, where in exceptions(data, EVERY)]:
        lines += [*paragraph("* does not hold where others play:"), *listing(found)]
    return document([*lines, *paragraph(reliability(data)), *paragraph(f"Played: {played(data)}.")])


def _measures(data: Data) -> Iterable[Markdown]:
    """Return the measures of the main tables, fairness, and who wins, as one table: a column for each deck."""
    sections = [*measure_lines(data, MARKS, EVERY), *fair_lines(data, MARKS), *strategy_lines(data, MARKS)]
    margins = {label(row): f"{row['margin']:g}" for row in data["tables"]["differences"]}
    rows: list[list[str]] = []
    for title, lines in sections:
        rows.append([bold(title), *[""] * (1 + len(data["decks"]))])
        rows += [[name, margins.get(name, ""), *(cell.plain.strip() for cell in cells)] for name, cells in lines]
    return table(["", ">matters", *(f">{deck}" for deck in data["decks"])], rows)
