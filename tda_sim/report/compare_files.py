"""What `tda compare` writes: a document with all its tables, and the picture."""

from pathlib import Path
from typing import Any

from tda_sim.analyses.parts.metrics import EVERY
from tda_sim.report.compare import MARKS, fair_lines, legend, measure_lines, played, strategy_lines
from tda_sim.report.compare_words import exceptions, label, reliability
from tda_sim.report.documents import write_document
from tda_sim.terminal import Text

Data = dict[str, Any]


def write_markdown(data: Data, path: Path) -> None:
    """Write a comparison as a part of a document; raise UserError where that cannot be."""
    write_document(path, markdown(data))


def markdown(data: Data) -> str:
    """Return a comparison for a document: what it says, and all its measures side by side."""
    parts = [
        " ".join(data["words"]),
        table(data),
        f"*matters*: the smallest difference that matters. {legend(data, MARKS)}",
    ]
    if found := [f"- {name}: {where}" for name, where in exceptions(data, EVERY)]:
        parts += ["\\* does not hold where others play:", "\n".join(found)]
    parts += [told for told in (reliability(data), f"Played: {played(data)}.") if told]
    return "\n\n".join(parts) + "\n"


def table(data: Data) -> str:
    """Return the measures of the main tables, fairness, and who wins, as one table: a column for each deck."""
    sections = [*measure_lines(data, MARKS, EVERY), *fair_lines(data, MARKS), *strategy_lines(data, MARKS)]
    margins = {label(row): f"{row['margin']:g}" for row in data["tables"]["differences"]}
    lines = [["", "matters", *data["decks"]], ["---", "---:", *["---:"] * len(data["decks"])]]
    for heading, rows in sections:
        lines.append([f"**{heading}**", *[""] * (1 + len(data["decks"]))])
        lines += [
            [name, margins.get(name, ""), *(cell.plain.strip().replace("*", "\\*") for cell in cells)]
            for name, cells in rows
        ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _plain(cell: Text) -> str:
    return cell.plain.strip().replace("*", "\\*")
