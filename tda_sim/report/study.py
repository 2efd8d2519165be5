"""What has been played of a study, in the terminal: a row for each cell."""

from typing import Any

from tda_sim.report.listing import table
from tda_sim.studies import StudyResults
from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]
MOST_ROWS = 40


def study_command(results: StudyResults) -> Data:
    """Return what `tda run --json` prints: the study's title, folder, question and cells, and what pilots decided."""
    return {
        "study": results.title,
        "out": str(results.path),
        "question": results.question,
        "smallest": results.smallest,
        "complete": results.complete,
        "chunk": results.chunk,
        "games": int(results.cells["games"].sum()),
        "seconds": round(results.seconds, 3),
        "cells": results.cells.to_dicts(),
        "pilots": results.pilots,
    }


def render_study(data: Data, target: Terminal) -> None:
    """Print the cells of a study."""
    target.print(Text(data["study"], style="bold"))
    rows = data["cells"]
    shown = table("cell", "kind", "games")
    shown.columns[2].justify = "right"
    for row in rows[:MOST_ROWS]:
        shown.add_row(row["cell"], row["kind"], f"{row['games']:,}" + ("" if row["complete"] else " so far"))
    target.print(shown)
    if len(rows) > MOST_ROWS:
        target.print(f"and {len(rows) - MOST_ROWS:,} more cells")
    for cell, pilot in data["pilots"].items():
        if not pilot["reached"]:
            text = f"{cell}: the precision takes about {pilot['needed']:,} games, more than the study allows."
            target.print(Text(text, overflow="fold"))
    target.print(Text(f"{data['games']:,} games in {len(rows):,} cells. The data: {data['out']}", overflow="fold"))
