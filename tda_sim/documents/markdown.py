"""Any document as Markdown: what is folded, and the methods, come after the rest."""

import re
from collections.abc import Iterator, Sequence
from functools import singledispatch

from tda_sim.characters import visible
from tda_sim.documents.model import Block, Document, Facts, Section, Table, Verbatim, Words, filled

DEEPEST = 6  # level of a heading
_SIGNS = re.compile(r"([\\`*_<>|~$]|\](?=[(\[:]))")  # brackets alone are no link
_ENTITIES = re.compile(r"&(?=#?\w+;)")
_STARTS = re.compile(r"^(\d+(?=[.)])|(?=[-+=#\[]))")  # of a line that would be a list, a heading or a task


def markdown(document: Document, level: int = 2) -> str:
    """Return a document as Markdown, whose title is a heading of a level."""
    return "\n\n".join(_document(document, level)) + "\n"


def _document(it: Document, level: int) -> Iterator[str]:
    yield from [_heading(it.title, level)] if it.title else []
    yield from map(_paragraph, filter(None, (it.text, it.about)))
    yield from _block(Words(it.headline))
    yield from _sections(filled(it.sections), level + 1)
    for part in it.parts:
        yield from _document(part, level + 1)
    made = [Section("How to make this report again", [Verbatim(it.command)]), *it.methods]
    if methods := filled([Section("Methods", sections=made)]):
        yield from _sections(methods, level + 1)


def _sections(sections: Sequence[Section], level: int) -> Iterator[str]:
    for it in sorted(sections, key=lambda section: section.folded):
        if it.title:
            yield _heading(it.title, level)
        for block in it.blocks:
            yield from _block(block)
        yield from _sections(it.sections, level + 1)


def _heading(text: str, level: int) -> str:
    return f"{'#' * min(level, DEEPEST)} {_escaped(text)}"


# --- blocks -----------------------------------------------------------------------------------------------


@singledispatch
def _block(it: Block) -> Iterator[str]:
    """Yield the paragraphs of a block."""
    raise TypeError(f"{type(it).__name__} is no block of text")


@_block.register
def _(it: Words) -> Iterator[str]:
    paragraphs = map(_paragraph, it.sentences)
    yield from ["\n".join(f"- {text}" for text in paragraphs)] if it.listed else paragraphs


@_block.register
def _(it: Verbatim) -> Iterator[str]:
    fence = "`" * max(3, *(1 + len(run) for run in ["", *re.findall("`+", it.text)]))
    yield f"{fence}text\n{visible(it.text)}\n{fence}"


@_block.register
def _(it: Facts) -> Iterator[str]:
    yield "\n".join(f"- **{_escaped(name)}**: {_escaped('; '.join(values))}" for name, values in it.rows.items())


@_block.register
def _(it: Table) -> Iterator[str]:
    if it.title:
        yield f"**{_escaped(it.title)}**"
    bars = {place for line in it.lines for place, cell in enumerate(line.cells, 1) if cell.bar is not None}
    shown = [(place, column) for place, column in enumerate(it.columns) if place not in bars]
    rows = [[_escaped(column.title) for _, column in shown]]
    rows.append(["---:" if column.number else "---" for _, column in shown])
    for title, lines in it.groups.items():
        rows += [[f"**{_escaped(title)}**", *[""] * (len(shown) - 1)]] if title else []
        for line in lines:
            cells = ((line.cells[place - 1], column) for place, column in shown if place)
            rows.append(
                [_escaped(text) for text in (line.head, *(f"{cell.in_column(of)} {cell.mark}" for cell, of in cells))]
            )
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)
    if it.note:
        yield _paragraph(it.note)


# --- text -------------------------------------------------------------------------------------------------


def _paragraph(text: str) -> str:
    """Return a text that is no list, heading or quotation, whatever it begins with."""
    return _STARTS.sub(r"\1\\", _escaped(text))


def _escaped(text: str) -> str:
    """Return a text on one line, in which nothing is Markdown or HTML."""
    return _ENTITIES.sub("&amp;", _SIGNS.sub(r"\\\1", " ".join(visible(text).split())))
