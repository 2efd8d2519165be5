"""The notebooks: each runs in a kernel, at small size, and shows something."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GAMES = "400"
COMPILING = "compiling the engine"  # a word to whoever waits: no warning

for needed in ("jupytext", "nbclient", "ipykernel", "duckdb"):
    pytest.importorskip(needed, reason=f"notebooks need {needed}: pip install -e '.[dev]'")


def load(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location("docs_notebooks", path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


notebooks = load(ROOT / "docs" / "notebooks.py")


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def shown(notebook: Any) -> set[str]:
    """Return the forms in which a notebook shows things."""
    return {form for output in outputs(notebook) for form in output.get("data", {})}


@pytest.mark.full
@pytest.mark.parametrize("source", notebooks.sources(), ids=lambda source: source.stem)
def test_a_notebook_runs_and_shows_tables_figures_and_answers(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TDA_GAMES", GAMES)
    notebook = notebooks.executed(source, tmp_path)
    words = [output["text"] for output in outputs(notebook) if output["output_type"] == "stream"]
    assert [text for text in words if not text.startswith(COMPILING)] == []  # no warnings, no stray prints
    assert {"text/html", "text/markdown", "image/png"} <= shown(notebook)
    assert all(cell["outputs"] for cell in notebook.cells if ends_with_an_expression(cell)), source.stem


def ends_with_an_expression(cell: Any) -> bool:
    lines = cell["source"].splitlines() if cell["cell_type"] == "code" else []
    return bool(lines) and lines[-1].startswith(("readable(", "Markdown(", "plt.show(", "answer", "results"))


def test_large_notebooks_are_told_of_and_no_others_left_out() -> None:
    message = (notebooks.HOME / "README.md").read_text(encoding="utf-8")
    left_out = {path.stem for path in notebooks.HOME.glob("*.py")} - {source.stem for source in notebooks.sources()}
    assert left_out == set(notebooks.LARGE)
    assert all(f"]({name}.py)" in message for name in notebooks.LARGE)


def test_every_notebook_is_listed_and_says_what_it_asks() -> None:
    listed = re.findall(r"^\| \[(.+?)\]\((.+?)\)", (notebooks.HOME / "README.md").read_text(encoding="utf-8"), re.M)
    assert [name for name, _ in listed] == [source.stem for source in notebooks.sources()]
    assert [file for _, file in listed] == [source.name for source in notebooks.sources()]
    for source in notebooks.sources():
        text = source.read_text(encoding="utf-8")
        assert "**The question.**" in text and "how sure" in text.lower(), source.stem
        assert "## What to try next" in text and text.count("GAMES = int(os.environ") == 1, source.stem


def test_the_first_code_cell_of_each_notebook_ends_with_an_answer() -> None:
    for source in notebooks.sources():
        cells = notebooks.jupytext.read(source).cells
        assert all(cell.source.strip() for cell in cells), source.stem
        first = next(cell.source for cell in cells if cell.cell_type == "code")
        assert first.splitlines()[-1].startswith(("results", "answer", "tda_sim.simulate(")), source.stem
        assert "next(iter(" not in source.read_text(encoding="utf-8"), source.stem


PROGRESS = """
from threading import Thread
from tda_sim.runs.progress import Reporter

with Reporter(None) as finished:
    finished.start(10, 0)
running = Reporter(None)
running.start(1_000, 0)
running._cell.EVERY = running._cell._due = 0
player = Thread(target=running.add, args=(400,))
player.start()
player.join()
"""


def test_a_notebook_shows_how_far_a_question_is_until_it_is_answered() -> None:
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    notebook = new_notebook(cells=[new_code_cell(PROGRESS)])
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    finished, running = (output.data["text/html"] for output in notebook.cells[0].outputs)
    assert finished == ""
    assert '<progress value="400" max="1000"' in running and "playing: 400 of 1,000" in running
