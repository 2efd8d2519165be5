"""Any document as Markdown: read back by a parser, every text is what it was."""

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from markdown_it import MarkdownIt
from reading import read, texts_of

from tda_sim.characters import visible
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import (
    ENDS,
    Cell,
    Column,
    Document,
    Facts,
    Figures,
    Section,
    Verbatim,
    Words,
    number,
    table,
    text,
    texts,
)
from tda_sim.wording.numbers import Estimate, places

PARSER = MarkdownIt("gfm-like", {"linkify": False})
NASTY = "<b>a|b</b> [x](y) *c* _d_ `e` ~~f~~ &lt; $g$ # h [i]: j \\| ![k](l)"
STARTS = [
    "- a",
    "+ b",
    "1. c",
    "2) d",
    "# e",
    "> f",
    "===",
    "---",
    "[ ] g",
    "[h]: i",
    "    j",
    "| k",
    "* l",
    "~~~",
    "```",
]


def html_of(document: Document) -> Any:
    return read(str(PARSER.render(markdown(document))))


def document(nasty: str) -> Document:
    cells = table(
        nasty, [1], [text(nasty, lambda _: nasty), Column(nasty, lambda _: Cell(nasty))], nasty, group=lambda _: nasty
    )
    blocks: Any = [Words([nasty]), Words([nasty, nasty], listed=True), Facts({nasty: [nasty]}), Verbatim(nasty), cells]
    return Document(nasty, [nasty], [Section(nasty, blocks)], nasty, nasty, [Section(nasty, blocks)], command=nasty)


@pytest.mark.parametrize("nasty", [NASTY, *STARTS])
def test_every_text_is_read_back_as_it_was(nasty: str) -> None:
    reader = html_of(document(nasty))
    seen = {tag for tag, _ in reader.elements}
    allowed = {"h2", "h3", "h4", "p", "ul", "li", "strong", "pre", "code", "table", "thead", "tbody", "tr", "th", "td"}
    assert seen <= allowed and reader.wrong == []
    message = " ".join(nasty.split())
    paragraphs = [each.strip() for tag in ("p", "h2", "th", "td") for _, each in reader.all(tag)]
    assert paragraphs.count(message) >= 11 and set(paragraphs) <= {message, f"{message}: {message}", ""}
    assert [each.strip() for _, each in reader.all("li")].count(message) == 4


@given(some.text(min_size=1))
@example("a\\")
@example("&#35;")
@example(">0")
@example("a\n\nb")
def test_any_text_is_read_back_as_it_was(nasty: str) -> None:
    message = " ".join(visible(nasty).split())
    reader = html_of(Document("t", [nasty], [Section("s", [texts("", ["a"], [[nasty]])])]))
    seen = {tag for tag, _ in reader.elements} - {"h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td"}
    assert not seen
    if message:
        assert [each for _, each in reader.all("p")][:1] == [message]
        assert message in [each for _, each in reader.all("td")]


def test_folds_and_methods_come_after_the_rest_and_details_are_there() -> None:
    rows = table("", range(3), [text("card", str), Column("n", lambda k: k)], detail=lambda k: k == 1, more="1 more")
    message = Document(
        "Title",
        ["Answer."],
        [
            Section("Folded", [Words(["On demand."])], folded=True),
            Section("Open", [rows]),
            Section("Figures", [Figures(dict, "", "")]),
        ],
        about="Ten games.",
        methods=[Section("Strategies", [rows])],
    )
    text_of = markdown(message)
    headings = re.findall(r"^(#+ .+)$", text_of, re.M)
    assert headings == ["## Title", "### Open", "### Methods", "#### Strategies"]
    assert "<details>\n<summary>Folded</summary>\n\nOn demand.\n\n</details>\n\n### Methods" in text_of
    assert "| 1 | 1 |" in text_of and "1 more" not in text_of
    assert markdown(message, level=1).startswith("# Title\n\nTen games.\n\nAnswer.\n\n")
    assert not [each for each in texts_of(message) if each not in text_of]


def test_numbers_stand_with_interval_and_mark_and_bars_are_left_out() -> None:
    result = Estimate(1.25, 1.0, 1.5, 100, "less")
    columns = [
        text("card", str),
        Column("half", lambda _: number(result, places(1))),
        Column("ends", lambda _: number(result, places(1), remark="*"), interval=ENDS),
        text("", lambda _: Cell("", bar=0.5)),
    ]
    legend, _, *lines = markdown(Document("", sections=[Section("", [table("", ["a"], columns)])])).splitlines()
    assert legend == "▲ more, or better; ▼ less, or worse; = no difference that matters; ? cannot tell yet"
    assert lines == ["| card | half | ends |", "| --- | ---: | ---: |", r"| a | 1.2 ±0.2 ▼ | 1.2 (1.0 to 1.5) ▼\* |"]
