"""Any document as Markdown: folded sections, which open by a click, and the methods come after the rest."""

import re
from collections.abc import Iterator, Sequence
from functools import singledispatch
from html import escape

from tda_sim.characters import visible
from tda_sim.rendering.bars import as_text
from tda_sim.rendering.model import Bars, Block, Document, Facts, Section, Table, Verbatim, Words, filled, is_judged
from tda_sim.wording.numbers import LEGEND, MARKS

DEEPEST = 6  # level of a heading
_SYNTAX = re.compile(
    r"[\\`*~$|]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside a word it is no markup
    r"|<(?=[A-Za-z/!?])|&(?=#?\w+;)"  # HTML
    r"|\](?=[(\[:])"  # of a link
)
_BLOCK = re.compile(  # what makes a line a quotation, a task, a heading or a list
    r"^(?:(>|\[(?=[ xX]\])|(?:#{1,6}|[-+]|=+|-+)(?=\s|$))|(\d+)([.)])(?=\s|$))"
)


def markdown(document: Document, level: int = 2) -> str:
    """Return a document as Markdown; ``level``: of its title's heading."""
    return "\n\n".join(_document(document, level, is_judged(document))) + "\n"


def _document(it: Document, level: int, with_legend: bool = False) -> Iterator[str]:
    yield from [_heading(it.title, level)] if it.title else []
    yield from map(beginning, filter(None, (it.text, it.about)))
    yield from _paragraphs(Words(it.headline))
    legend = "; ".join(f"{MARKS[verdict].sign} {meaning}" for verdict, meaning in LEGEND.items()) if with_legend else ""
    if legend or it.matters:
        yield beginning(". ".join(filter(None, (legend, it.matters))))
    yield from _sections(filled(it.sections), level + 1)
    for part in it.parts:
        yield from _document(part, level + 1)
    made = [Section("Reproduce this report", [Verbatim(it.command)]), *it.methods]
    if methods := filled([Section("Methods", sections=made)]):
        yield from _sections(methods, level + 1)


def _sections(sections: Sequence[Section], level: int) -> Iterator[str]:
    for it in sorted(sections, key=lambda section: section.folded):
        if it.folded:
            yield f"<details>\n<summary>{escape(' '.join(visible(it.title).split()))}</summary>"
        elif it.title:
            yield _heading(it.title, level)
        for block in it.blocks:
            yield from _paragraphs(block)
        yield from _sections(it.sections, level + 1)
        if it.folded:
            yield "</details>"


def _heading(text: str, level: int) -> str:
    return f"{'#' * min(level, DEEPEST)} {inline(text)}"


# --- blocks -----------------------------------------------------------------------------------------------


@singledispatch
def _paragraphs(it: Block) -> Iterator[str]:
    """Yield the paragraphs of a block."""
    raise TypeError(f"{type(it).__name__} cannot be written as Markdown")


@_paragraphs.register
def _(it: Words) -> Iterator[str]:
    paragraphs = map(beginning, it.sentences)
    yield from ["\n".join(f"- {text}" for text in paragraphs)] if it.listed else paragraphs


@_paragraphs.register
def _(it: Verbatim) -> Iterator[str]:
    fence = "`" * max(3, *(1 + len(run) for run in ["", *re.findall("`+", it.text)]))
    yield f"{fence}text\n{visible(it.text)}\n{fence}"


@_paragraphs.register
def _(it: Facts) -> Iterator[str]:
    yield "\n".join(f"- **{inline(name)}**: {inline('; '.join(values))}" for name, values in it.rows.items())


@_paragraphs.register
def _(it: Table) -> Iterator[str]:
    if it.title:
        yield f"**{inline(it.title)}**"
    bars = {place for line in it.lines for place, cell in enumerate(line.cells, 1) if cell.is_drawing}
    shown = [(place, column) for place, column in enumerate(it.columns) if place not in bars]
    rows = [[inline(column.title) for _, column in shown]]
    rows.append(["---:" if column.number else "---" for _, column in shown])
    for title, lines in it.groups.items():
        rows += [[f"**{inline(title)}**", *[""] * (len(shown) - 1)]] if title else []
        for line in lines:
            cells = ((line.cells[place - 1], column) for place, column in shown if place)
            rows.append(
                [inline(text) for text in (line.head, *(f"{cell.in_column(of)} {cell.mark}" for cell, of in cells))]
            )
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)
    if it.note:
        yield beginning(it.note)


@_paragraphs.register
def _(it: Bars) -> Iterator[str]:
    if it.title:
        yield f"**{inline(it.title)}**"
    yield from _paragraphs(Verbatim(as_text(it)))


# --- text -------------------------------------------------------------------------------------------------


def inline(text: str) -> str:
    r"""Return a text for the middle of a line, with Markdown and HTML escaped.

    >>> inline("a|b *c* <img> [x](y) no_druid &amp; [1, 2]")
    'a\\|b \\*c\\* \\<img> [x\\](y) no_druid \\&amp; [1, 2]'
    """
    return _SYNTAX.sub(r"\\\g<0>", " ".join(visible(text).split()))


def beginning(text: str) -> str:
    r"""Return a text for the beginning of a line, so that it starts no list, heading or quotation.

    >>> beginning("1. of all"), beginning("# of cards")
    ('1\\. of all', '\\# of cards')
    """
    return _BLOCK.sub(lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\{match[3]}", inline(text))
