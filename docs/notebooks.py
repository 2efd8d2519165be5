"""Run the notebooks: ``python docs/notebooks.py [NAME...]`` writes ``notebooks/*.ipynb`` with their outputs.

In git they are text, ``notebooks/*.py``, which JupyterLab opens with jupytext. ``TDA_GAMES=500`` makes them play 500
games wherever they would play more. Notebooks that need large libraries run only when they are named.
"""

import sys
import time
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat.sign import NotebookNotary

from tda_sim.store.files import write_document

HOME = Path(__file__).parents[1] / "notebooks"
LARGE = ("learners",)  # they need libraries too large for every test run
TIMEOUT = 1200  # seconds that a cell may take


def sources() -> list[Path]:
    """Return the sources of the notebooks, in reading order."""
    return sorted(path for path in HOME.glob("*.py") if path.stem not in LARGE)


def executed(source: Path, folder: Path) -> Any:
    """Run a notebook in a folder, in a kernel of this Python, and return it with its outputs; raise if a cell fails."""
    notebook = jupytext.read(source)
    where = {"metadata": {"path": str(folder)}}
    return NotebookClient(notebook, timeout=TIMEOUT, kernel_name="python3", resources=where).execute()


def main(names: list[str]) -> None:
    """Write the notebooks beside their sources: all of them, or those that are named."""
    for source in sorted(HOME.glob("*.py")) if names else sources():
        if names and source.stem not in names:
            continue
        started = time.monotonic()
        path = source.with_suffix(".ipynb")
        write_document(path, jupytext.writes(executed(source, HOME), fmt="ipynb"))
        NotebookNotary().sign(nbformat.read(path, as_version=4))  # JupyterLab shows figures of trusted notebooks only
        print(f"{path.relative_to(HOME.parent)} ({time.monotonic() - started:.0f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
