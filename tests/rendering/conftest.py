"""A report with a part of every kind, played for real with a few games; what tests read it with is in `reading`."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from reading import Reader, read

from tda_sim.questions.report_files import read_report
from tda_sim.questions.reports import report
from tda_sim.rendering.html import html
from tda_sim.rendering.model import Document
from tda_sim.store.files import write_document

UGLY = "mine<b>&\"'$x_$"  # a deck's name: no harm may come of it
TITLE = "Decks <script>alert(1)</script> & more"
WHO = {"players": 2, "games": 400, "strategies": ["random", "strongest"]}
PARTS: list[dict[str, Any]] = [
    {"kind": "compare", "title": "Compared"},
    {"kind": "cards", "deck": "original", "power": False},
    {"kind": "house-rules", "deck": "original", "rules": ["four-rounds"]},
    {"kind": "inclusion", "deck": "legendary", "power": False, "forced": False},
    {"kind": "ladder", "deck": "original"},
]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Document, Path]:
    """The report, and the file it is written to."""
    folder, before = tmp_path_factory.mktemp("documents"), Path.cwd()
    (folder / "decks").mkdir()
    (folder / "decks" / f"{UGLY}.yaml").write_text("title: Mine\nbase: original\n", encoding="utf-8")
    parts = [
        part | ({"decks": ["original", f"decks/{UGLY}.yaml"]} if part["kind"] == "compare" else {}) for part in PARTS
    ]
    os.chdir(folder)  # results go where the commands keep theirs
    try:
        page = report(read_report({"title": TITLE, "parts": parts}, **WHO), "tda report 'x'", workers=1)
    finally:
        os.chdir(before)
    path = folder / "report.html"
    write_document(path, html(page))
    return page, path


@pytest.fixture(scope="session")
def text(made: tuple[Document, Path]) -> str:
    return made[1].read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def reader(text: str) -> Reader:
    return read(text)
