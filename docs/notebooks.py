"""Run the notebooks: ``python docs/notebooks.py [NAME...]`` writes ``notebooks/*.ipynb`` with their outputs.

Their sources are text, ``notebooks/source/*.py``, which tools check and people review; whoever reads and changes a
notebook opens the other file. The same code gives the same file again. A notebook that needs large libraries is written
without outputs; where it is named, it is run, and written among the results.
"""

import base64
import io
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat.sign import NotebookNotary
from PIL import Image

from tda_sim.store.files import write_document

HOME = Path(__file__).parents[1] / "notebooks"
RESULTS = HOME / "results"
LARGE = ("learners",)  # they need libraries too large for every test run
TIMEOUT = 1200  # seconds that a cell may take
GAMES = re.compile(r"^GAMES = [\d_]+", re.M)
METADATA = {  # of the kernel that every Jupyter has: it need not ask for one
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def sources() -> list[Path]:
    """Return the sources of the notebooks that every run can run, in reading order."""
    return [path for path in every_source() if path.stem not in LARGE]


def every_source() -> list[Path]:
    """Return the sources of all notebooks."""
    return sorted((HOME / "source").glob("*.py"))


def place_of(source: Path) -> Path:
    """Return the notebook that people open."""
    return HOME / f"{source.stem}.ipynb"


def unrun(source: Path) -> Any:
    """Return the notebook of a source, without outputs."""
    notebook = jupytext.read(source)
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id, cell.metadata = f"cell-{number}", nbformat.from_dict({})  # jupytext draws ids at random
    return notebook


def executed(source: Path, folder: Path, games: int | None = None) -> Any:
    """Run a notebook in a folder, in a kernel of this Python, and return it with its outputs; raise if a cell fails.

    ``games`` replaces the number of games that it says.
    """
    notebook = unrun(source)
    if games is not None:
        for cell in notebook.cells:
            cell.source = GAMES.sub(f"GAMES = {games}", cell.source)
    settings: dict[str, Any] = {
        "kernel_name": "python3",
        "record_timing": False,
        "resources": {"metadata": {"path": str(folder)}},
    }
    NotebookClient(notebook, timeout=TIMEOUT, **settings).execute()
    notebook.metadata = nbformat.from_dict(METADATA)  # the client adds the version of this Python
    return notebook


def cleaned(notebook: Any) -> Any:
    """Return a notebook without words to whoever waits, and of figures in two forms the one that every reader shows."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [each for each in cell.outputs if each.output_type != "stream" and _is_shown(each.data)]
            for output in cell.outputs:
                _as_picture(output.data)
    return notebook


def _is_shown(data: Any) -> bool:
    """Return whether an output shows something: a progress bar leaves nothing behind."""
    return bool(data.get("text/html") != "")


def _as_picture(data: Any) -> None:
    if "image/png" in data:
        data.pop("text/html", None)  # an untrusted notebook would show less of it
        data["image/png"] = _small(data["image/png"])


def _small(png: str) -> str:
    """Return a picture with 256 colours, which takes less than half of the room."""
    picture, small = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB").quantize(256), io.BytesIO()
    picture.save(small, "PNG", optimize=True)
    return base64.b64encode(small.getvalue()).decode("ascii")


def write(notebook: Any, path: Path) -> None:
    """Write a notebook, and let this computer's JupyterLab trust its figures."""
    write_document(path, nbformat.writes(notebook) + "\n")
    NotebookNotary().sign(nbformat.read(path, as_version=4))


def main(names: list[str]) -> None:
    """Write all notebooks, or run those that are named."""
    for source in every_source():
        if names and source.stem not in names:
            continue
        started = time.monotonic()
        is_large = source.stem in LARGE
        path = RESULTS / place_of(source).name if is_large and names else place_of(source)
        with tempfile.TemporaryDirectory() as folder:
            notebook = unrun(source) if is_large and not names else executed(source, Path(folder))
        write(cleaned(notebook), path)
        print(f"{path.relative_to(HOME.parent)} ({time.monotonic() - started:.0f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
