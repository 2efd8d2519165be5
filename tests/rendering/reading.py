"""What tests look for in documents: elements of pages, all texts of a document, and what is printed of one."""

import io
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any

from tda_sim.rendering.model import Bars, Document, Facts, Figures, Section, Table, Verbatim, Words
from tda_sim.rendering.terminal import show
from tda_sim.terminal import Terminal

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


def printed(document: Document, width: int = 80, encoding: str = "utf-8", **how: Any) -> list[str]:
    """The lines that a terminal shows."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    show(document, Terminal(file=file, width=width), **how)
    file.seek(0)
    return file.read().split("\n")[:-1]


def texts_of(document: Document, details: bool = True) -> Iterator[str]:
    """All texts of a document except for figures; ``details``: with what is only shown on demand."""
    yield from filter(None, [document.title, *document.headline, document.about, document.text])
    yield from _of_sections(document.sections, details)
    for part in document.parts:
        yield from texts_of(part, details)


def _of_sections(sections: Sequence[Section], details: bool) -> Iterator[str]:
    for section in sections:
        if section.folded and not details:
            continue
        result = [text for block in section.blocks for text in _of_block(block, details)]
        result += _of_sections(section.sections, details)
        yield from filter(None, [section.title, *result] if result else [])


def _of_block(block: Any, details: bool) -> Iterator[str]:
    if isinstance(block, Words):
        yield from block.sentences
    elif isinstance(block, Verbatim):
        yield from block.text.split("\n")
    elif isinstance(block, Facts):
        yield from (text for name, values in block.rows.items() for text in (name, *values))
    elif isinstance(block, Bars):
        yield from (block.title, block.note)
        yield from (text for bar in block.bars for text in (bar.label, block.text(bar.value), bar.note))
    elif isinstance(block, Table) and block.lines:
        yield from (block.title, block.note, *block.groups)
        yield from (column.title for column in block.columns)
        for line in block.lines:
            yield line.head
            for cell in line.cells:
                yield from (cell.text, cell.half, cell.mark) if details else (cell.text,)
    else:
        assert isinstance(block, Table | Figures)
