"""The notebooks: each is written from its source with what it shows, and runs in a kernel, at small size."""

import importlib.util
import re
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tda_sim.rendering.colours import LESS, MORE

ROOT = Path(__file__).parents[2]
GAMES = 400
MOST_BYTES = 300_000
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
def test_a_notebook_runs_and_shows_tables_figures_and_answers(source: Path, tmp_path: Path) -> None:
    notebook = notebooks.executed(source, tmp_path, GAMES)
    words = [output["text"] for output in outputs(notebook) if output["output_type"] == "stream"]
    assert [text for text in words if not text.startswith(COMPILING)] == []  # no warnings, no stray prints
    shows_something(notebook)


def shows_something(notebook: Any) -> None:
    assert {"text/html", "text/markdown", "image/png"} <= shown(notebook)
    assert all(cell["outputs"] for cell in notebook.cells if ends_with_an_expression(cell))


def ends_with_an_expression(cell: Any) -> bool:
    lines = cell["source"].splitlines() if cell["cell_type"] == "code" else []
    return bool(lines) and lines[-1].startswith(("readable(", "Markdown(", "plt.show(", "answer", "results"))


def test_large_notebooks_are_told_of_and_no_others_left_out() -> None:
    message = (notebooks.HOME / "README.md").read_text(encoding="utf-8")
    left_out = {path.stem for path in set(notebooks.every_source()) - set(notebooks.sources())}
    assert left_out == set(notebooks.LARGE)
    assert all(f"]({name}.ipynb)" in message for name in notebooks.LARGE)


def test_every_notebook_is_listed_and_says_what_it_asks() -> None:
    listed = re.findall(r"^\| \[(.+?)\]\((.+?)\)", (notebooks.HOME / "README.md").read_text(encoding="utf-8"), re.M)
    assert [name for name, _ in listed] == [source.stem for source in notebooks.sources()]
    assert [file for _, file in listed] == [notebooks.place_of(source).name for source in notebooks.sources()]
    for source in notebooks.sources():
        text = source.read_text(encoding="utf-8")
        assert "**The question.**" in text and "how sure" in text.lower(), source.stem
        assert "## What to try next" in text and len(notebooks.GAMES.findall(text)) == 1, source.stem


@pytest.mark.parametrize("source", notebooks.every_source(), ids=lambda source: source.stem)
def test_the_notebook_that_people_open_is_that_of_its_source(source: Path) -> None:
    written, meant = opened(source), notebooks.unrun(source)
    assert written.metadata == meant.metadata, "make notebooks"
    assert [(cell.id, cell.cell_type, cell.source) for cell in written.cells] == [
        (cell.id, cell.cell_type, cell.source) for cell in meant.cells
    ], "make notebooks"
    assert written.metadata.kernelspec.name == "python3"  # every Jupyter has it, so none asks for a kernel
    assert not any(cell.metadata for cell in written.cells)  # no times


@pytest.mark.parametrize("source", notebooks.sources(), ids=lambda source: source.stem)
def test_the_notebook_that_people_open_has_all_that_it_shows(source: Path) -> None:
    notebook, path = opened(source), notebooks.place_of(source)
    shows_something(notebook)
    assert all(output["output_type"] in ("display_data", "execute_result") for output in outputs(notebook))
    assert all(output["data"].get("text/html") != "" for output in outputs(notebook))
    assert path.stat().st_size < MOST_BYTES
    assert str(Path.home()) not in path.read_text(encoding="utf-8") and tempfile.gettempdir() not in path.read_text()


def opened(source: Path) -> Any:
    return notebooks.nbformat.read(notebooks.place_of(source), as_version=4)


def test_no_other_notebooks_lie_about() -> None:
    assert set(notebooks.HOME.glob("*.ipynb")) == set(map(notebooks.place_of, notebooks.every_source()))


def test_what_marks_mean_survives_where_a_notebook_is_not_trusted() -> None:
    tables = "".join(output["data"].get("text/html", "") for output in outputs(opened(notebooks.sources()[1])))
    untrusted = re.sub(r"(?s)<style>.*?</style>|<svg.*?</svg>", "", tables)  # what JupyterLab takes away
    assert f'<span class="tda-more" style="color:{MORE}">' in untrusted
    assert f'<span class="tda-less" style="color:{LESS}">' in untrusted
    assert '<img alt="' in untrusted and 'src="data:image/svg+xml;base64,' in untrusted


@pytest.mark.parametrize("source", notebooks.every_source(), ids=lambda source: source.stem)
def test_each_notebook_begins_with_its_question_and_with_what_to_change(source: Path) -> None:
    title, change, code, *_ = notebooks.unrun(source).cells
    assert title.source.startswith("# ") and change.source.startswith("**Change it.**")
    named = re.findall("`([A-Z]+)`", change.source)
    assert "GAMES" in named and all(f"\n{name} = " in code.source for name in named)


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
