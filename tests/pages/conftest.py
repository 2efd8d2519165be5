"""A report with a part of every kind, played for real with a few games, and what tests look for in it."""

import os
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tda_sim.pages.html import write_page
from tda_sim.pages.model import Page
from tda_sim.pages.playing import Means, make_page
from tda_sim.pages.spec import read_report

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
VOID = {"meta", "link", "input", "br", "hr", "img"}


class Reader(HTMLParser):
    """Reads a page: elements with attributes, texts of some, and what is not well-formed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []  # of each element, in the order of `elements`
        self.wrong: list[str] = []
        self._inside: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        self.wrong += [f"{tag} has {name} twice" for name in set(names) if names.count(name) > 1]
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.texts.append("")
        if tag not in VOID:
            self.open.append(tag)
            self._inside.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> within {self.open[-3:]} at {self.getpos()}")
            return
        self.open.pop()
        self._inside.pop()

    def handle_data(self, data: str) -> None:
        for place in self._inside:
            self.texts[place] += data

    def all(self, tag: str) -> list[tuple[dict[str, str], str]]:
        """Attributes and text of all elements of a kind."""
        return [(each, text) for (name, each), text in zip(self.elements, self.texts, strict=True) if name == tag]


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Page, Path]:
    """The page, and the file it is written to."""
    folder, before = tmp_path_factory.mktemp("pages"), Path.cwd()
    (folder / "decks").mkdir()
    (folder / "decks" / f"{UGLY}.yaml").write_text("title: Mine\nbase: original\n", encoding="utf-8")
    parts = [
        part | ({"decks": ["original", f"decks/{UGLY}.yaml"]} if part["kind"] == "compare" else {}) for part in PARTS
    ]
    os.chdir(folder)  # results go where the commands keep theirs
    try:
        page = make_page(read_report({"title": TITLE, "parts": parts}, **WHO), "tda report 'x'", Means(workers=1))
    finally:
        os.chdir(before)
    path = folder / "report.html"
    write_page(page, path)
    return page, path


@pytest.fixture(scope="session")
def text(made: tuple[Page, Path]) -> str:
    return made[1].read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def reader(text: str) -> Reader:
    return read(text)
