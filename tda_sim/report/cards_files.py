"""What `tda cards` writes: a document with all cards, and the picture of their values."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from tda_sim.analyses.cards import figures
from tda_sim.measures.card_rates import NAIVE
from tda_sim.report.cards import (
    AGREED,
    LEGEND,
    NAIVE_NOTE,
    agreeing,
    cells_of,
    figure,
    flag_lines,
    headings,
    headline,
    played,
)
from tda_sim.report.cards_more import Content, colours, correlations, forced, inclusion_of_all
from tda_sim.report.cards_rows import WORDS, CardRow, card_rows, first_cell, plus_minus, rate
from tda_sim.report.cards_words import carrying, opening
from tda_sim.report.markdown import Markdown, document, heading, listing, paragraph, table
from tda_sim.report.pictures import check_picture, draw_picture
from tda_sim.store.files import write_document
from tda_sim.studies.card_study import CardsFound


def draw_cards(found: CardsFound, path: Path) -> None:
    """Draw the values into a PNG or SVG file, the same bytes for the same values. Raises UserError if it cannot."""
    check_picture(path)
    draw_picture(next(iter(figures(found.tables).values())), path)


def write_cards(found: CardsFound, path: Path, naive: bool = False) -> None:
    """Write all that was found as a document; raise UserError where that cannot be."""
    write_document(path, document(lines(found, naive)))


def lines(found: CardsFound, naive: bool = False) -> Iterable[Markdown]:
    """Yield the lines of the document."""
    tables, rows = found.tables, card_rows(found.tables)
    yield from heading(2, headline(found))
    yield from (*paragraph(f"{played(found)}."), *paragraph(" ".join(opening(tables))))
    yield from _cards(rows)
    yield from paragraph(f"{LEGEND} {AGREED}")
    if flags := list(flag_lines(tables)):
        yield from heading(3, f"What {first_cell(tables)['table']} cannot use yet, or uses in one way only")
        yield from listing(flags)
    yield from _section("Mean of a colour's dragons", colours(tables))
    yield from _section("Big claims put to the test: dealt for sure, on fresh shuffles", forced(tables))
    title = "What a card does to the game when it is in the deck, against one drawn in its place (bold: surely)"
    yield from _section(title, inclusion_of_all(tables))
    yield from _section("Rank correlations between tables, by draw value", correlations(tables))
    yield from (*heading(3, "How far this carries"), *listing(carrying(tables)))
    if naive:
        yield from (*heading(3, "Naive figures"), *paragraph(NAIVE_NOTE), *_naive(rows))


def _cards(rows: Sequence[CardRow]) -> Iterable[Markdown]:
    powers = any("power" in row.values for row in rows)
    cells = [
        [*cells_of(row, powers), rate(row, "unused"), agreeing(row), ", ".join(WORDS[flag] for flag in row.flags)]
        for row in rows
    ]
    return table(headings(powers, wide=True), cells)


def _naive(rows: Sequence[CardRow]) -> Iterable[Markdown]:
    head = ["card", ">dealt value", *(f">{each.title}" for each in NAIVE)]
    cells = [
        [row.title, plus_minus(row.values.get("dealt"), 1), *(figure(row.naive.get(each.name)) for each in NAIVE)]
        for row in rows
    ]
    return table(head, cells)


def _section(title: str, content: Content | None) -> Iterable[Markdown]:
    if content is not None:
        yield from (*heading(3, title), *table(*content))
