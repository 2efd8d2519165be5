"""Run the notebooks: ``python docs/notebooks.py [NAME...]`` writes ``notebooks/*.ipynb`` with their outputs.

In git they are text, ``notebooks/*.py``, which JupyterLab with jupytext opens as well. ``TDA_GAMES=500`` makes them
play 500 games wherever they would play more. Those that need large libraries are run only when they are named.
"""

import sys
import time
from pathlib import Path
from typing import Any

import jupytext
from nbclient import NotebookClient

from tda_sim.store.files import write_document

HOME = Path(__file__).parents[1] / "notebooks"
LARGE = ("learners",)  # they need libraries that are too large for every test run
TIMEOUT = 1200  # seconds that a cell may take


def sources() -> list[Path]:
    """Return the notebooks as they are kept, in the order in which they are to be read."""
    return sorted(path for path in HOME.glob("*.py") if path.stem not in LARGE)


def executed(source: Path, folder: Path) -> Any:
    """Return a notebook with its outputs, run in a kernel of this Python in a folder; raise where a cell fails."""
    notebook = jupytext.read(source)
    where = {"metadata": {"path": str(folder)}}
    return NotebookClient(notebook, timeout=TIMEOUT, kernel_name="python3", resources=where).execute()


def main(names: list[str]) -> None:
    """Write the notebooks, all or those of some names, beside their sources."""
    for source in sorted(HOME.glob("*.py")) if names else sources():
        if names and source.stem not in names:
            continue
        started = time.monotonic()
        write_document(source.with_suffix(".ipynb"), jupytext.writes(executed(source, HOME), fmt="ipynb"))
        print(
            f"{source.with_suffix('.ipynb').relative_to(HOME.parent)} ({time.monotonic() - started:.0f} s)", flush=True
        )


if __name__ == "__main__":
    main(sys.argv[1:])
