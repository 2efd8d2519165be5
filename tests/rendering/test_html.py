"""What must hold of a report, as far as it can be told without a browser."""

import base64
import hashlib
import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from reading import read

from tda_sim.rendering.html import MOST_OPEN, Inset, html, styles
from tda_sim.rendering.model import (
    Cell,
    Column,
    Document,
    Facts,
    Figures,
    Line,
    Section,
    Table,
    Verbatim,
    Words,
    table,
)
from tda_sim.rendering.model import text as text_column
from tda_sim.rendering.pictures import Picture, placed
from tda_sim.rendering.pictures import picture as as_picture
from tda_sim.rendering.style import context, give_tip, picture
from tda_sim.wording.numbers import Estimate

MOST_BYTES, MOST_SCRIPT, MOST_STYLE = 1_500_000, 4_500, 13_500
TEMPLATES = Path(__file__).parents[2] / "tda_sim" / "rendering" / "templates"
NASTY = "<script>alert(\"1\")</script> & '2'"


def nasty_document() -> Document:
    cell = Cell(NASTY, Estimate(1.0, 0.5, 1.5, 9, "more"), lambda value: NASTY, NASTY, NASTY)
    grid = Table(NASTY, [Column(NASTY), Column(NASTY, meaning=NASTY)], {NASTY: [Line(NASTY, [cell], NASTY)]}, NASTY)
    blocks: Any = [Words([NASTY]), Words([NASTY], listed=True), Facts({NASTY: [NASTY]}), Verbatim(NASTY), grid]
    blocks.append(Figures(lambda: {NASTY: drawn_figure(NASTY)}, NASTY, NASTY))
    folded = Section(NASTY, blocks, folded=True)
    part = Document(NASTY, [NASTY], [folded], NASTY, NASTY, [Section(NASTY, blocks[:-1])])
    return Document(NASTY, parts=[part, part], text=NASTY, command=NASTY, versions={"tda_sim": NASTY})


def drawn_figure(title: str) -> Any:
    with context():
        figure = picture(title, title, height=3, width=4)
        (dots,) = figure.subplots().plot([1, 2], [3, 4.123456789], "o")
        give_tip(dots, "A & <b>")
    return figure


def test_every_text_of_a_user_is_escaped() -> None:
    text = html(nasty_document())
    assert text.count("<script>") == 1  # ours
    assert "alert(&#34;1&#34;)" in text
    assert 'alert("1")' not in text


def test_names_from_files_are_escaped(text: str) -> None:
    assert "mine<b>" not in text
    assert "<script>alert" not in text
    assert "mine&lt;b&gt;&amp;" in text


def test_a_page_is_well_formed(reader: Any) -> None:
    assert reader.wrong == []
    assert reader.open == []


def test_names_within_a_page_are_unique_and_links_lead_somewhere(reader: Any) -> None:
    names = Counter(attributes["id"] for _, attributes in reader.elements if "id" in attributes)
    assert [name for name, count in names.items() if count > 1] == []
    links = {attributes["href"] for attributes, _ in reader.all("a")}
    assert {link.removeprefix("#") for link in links} <= set(names)


def test_the_policy_allows_this_style_and_this_script_and_nothing_else(text: str, reader: Any) -> None:
    (policy,) = [a["content"] for a, _ in reader.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag, name in (("style", "style-src"), ("script", "script-src")):
        (inside,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.S)
        expected = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{name} 'sha256-{expected}'" in policy


POLICY = "default-src 'none'; script-src 'sha256-b3du' 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'"
INSET = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><p>{NASTY}</p><!-- </script> -->'


def test_a_page_with_an_inset_allows_what_that_page_may_do_and_holds_it_as_data() -> None:
    page = html(Document("With a lab"), Inset(INSET, "players=2&rules.rounds=4"))
    directives = dict(re.findall(r"([\w-]+) ([^;]+)", read(page).all("meta")[1][0]["content"]))
    assert directives["default-src"] == directives["base-uri"] == directives["form-action"] == "'none'"
    assert re.fullmatch(r"'sha256-\S+' 'sha256-b3du' 'wasm-unsafe-eval'", directives["script-src"])
    assert (directives["worker-src"], directives["frame-src"]) == ("blob:", "blob:")
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.S)
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in directives["script-src"]
    (data,) = re.findall(r'<script type="application/json" id="lab-page">(.*?)</script>', page, re.S)
    assert json.loads(data) == INSET
    assert read(page).wrong == read(page).open == []


def test_a_page_without_an_inset_allows_no_frames_and_an_inset_needs_a_policy() -> None:
    page = html(Document("Alone"))
    assert "frame-src" not in page and "iframe" not in page.split("</style>")[1] and 'id="lab"' not in page
    with pytest.raises(ValueError, match="without a content security policy"):
        html(Document("With a page"), Inset("<p>Free</p>"))


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(text: str, reader: Any) -> None:
    for tag, attributes in reader.elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        assert not {"src", "srcset", "action", "formaction"} & set(attributes), tag
        assert attributes.get("href", "#").startswith(("#", "data:")), tag
    outside = set(re.findall(r"https?://[^\"' <)]+", text))
    assert outside <= {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"url\((?!#)|@import", text)


def test_a_page_can_be_read_aloud(reader: Any) -> None:
    assert reader.all("html")[0][0]["lang"] == "en"
    assert len(reader.all("h1")) == 1
    levels = [int(tag[1]) for tag, _ in reader.elements if re.fullmatch(r"h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(a.get("scope") in {"col", "row", "rowgroup"} for a, _ in reader.all("th"))
    assert all(len(a["aria-label"]) > 10 for a, _ in reader.all("svg") if "aria-hidden" not in a)
    assert len(reader.all("caption")) == len(reader.all("table")) > 10
    figures = [a for a, _ in reader.all("svg") if a.get("class") != "phone" and a.get("role") == "img"]
    bars = [a for a, _ in reader.all("figure") if a.get("class") == "bars"]
    assert len(reader.all("figcaption")) == len(figures) + len(bars) and len(figures) >= 4 and bars
    assert reader.all("a")[0][0]["class"] == "skip"


def test_every_number_has_its_interval_and_n(text: str) -> None:
    cells = re.findall(r'<td class="num[^"]*"[^>]*>(.*?)</td>', text, re.S)
    exact = [cell for cell in cells if 'class="x"' in cell]
    assert len(exact) > 500
    for cell in exact:
        message = cell.split('class="x">')[1]
        assert " to " in message or "no interval" in message
        assert re.search(r"; n [\d,]+<", message), cell
    without = {re.sub(r"<[^>]+>", "", cell) for cell in cells if 'class="x"' not in cell}
    alone = r"|–|·|\d[\d,.]*(-\d+)?|\d of \d|[\d.]+\xa0%|[01], by choice|only printed|only under the rule"
    assert [cell for cell in without if not re.fullmatch(alone, cell)] == []


def test_figures_tell_their_numbers_when_pointed_at(text: str) -> None:
    tips = re.findall(r"<g><title>(.*?)</title>", text)
    assert len(tips) > 50
    assert any(re.search(r"\(.+ to .+\), n = [\d,]+", tip) for tip in tips)


def test_measures_say_what_they_mean(text: str) -> None:
    assert re.search(r"<summary>gambits per game</summary><p>Gambits in a game. Σ gambits / games\.", text)
    assert re.search(r"<dt>drawn, points</dt><dd>Points of win rate from drawing it", text)


def test_a_report_opens_with_its_answers_and_ends_with_its_methods(text: str, made: tuple[Document, Path]) -> None:
    assert text.count('class="answer"') == len(made[0].parts) == 5
    assert text.index('class="answer all"') < text.index('class="answer"') < text.index("<table")
    methods = text[text.index('id="methods"') :]
    for message in ("tda report", "Seed", "Versions", "digest", "What is assumed", "random", "results/compare-"):
        assert message in methods, message


def test_a_report_is_lean(made: tuple[Document, Path]) -> None:
    assert made[1].stat().st_size < 0.8 * MOST_BYTES  # fewer cards and rules than shipped reports have
    assert (TEMPLATES / "page.js").stat().st_size < MOST_SCRIPT
    assert len(styles()) < MOST_STYLE


def test_the_same_page_has_the_same_bytes() -> None:
    assert html(nasty_document()) == html(nasty_document())


@pytest.mark.parametrize("parts", [0, 1, 2])
def test_any_document_makes_a_page(parts: int) -> None:
    """Without parts, headline, methods or figures as well."""
    lone = Document("Alone", sections=[Section("", [table("", "ab", [text_column("")])])], about="One game.")
    page = html(Document("All", parts=[lone] * parts) if parts else lone)
    reader = read(page)
    assert reader.wrong == reader.open == []
    assert "<h1>" in page and page.count("<table>") == max(parts, 1)
    assert "The answer<" not in page and 'id="methods"' not in page
    assert (">One game.<" in page) is not parts


def test_long_lists_of_sections_are_folded_but_the_first() -> None:
    def sections(count: int) -> list[Section]:
        return [Section(f"Section {k}", [Words(["text"])]) for k in range(count)]

    alone = html(Document("Alone", sections=[Section("", [Words(["the answer"])]), *sections(9)]))
    assert alone.count("<details><summary><h2>Section") == 9 - MOST_OPEN
    several = html(
        Document("All", parts=[Document("One", sections=sections(3)), Document("Two", sections=sections(3))])
    )
    assert several.count("<details><summary><h3>Section") == 4  # each part opens with its first section


def test_the_picture_of_an_answer_stands_before_the_contents() -> None:
    page = html(
        Document("Title", ["Answer."], [Section("", [Words(["the picture"])]), Section("More", [Words(["x"])])])
    )
    assert page.index("Answer.") < page.index("the picture") < page.index('class="contents"') < page.index(">More</h2>")
    assert page.count("the picture") == 1


def test_signs_are_explained_where_there_are_signs(text: str) -> None:
    assert text.count('class="legend"') == 1 and "blue: more, or better" in text
    assert 'class="legend"' not in html(Document("Title", ["Answer."]))


# --- figures ----------------------------------------------------------------------------------------------


@pytest.fixture
def drawn() -> Picture:
    figure = drawn_figure("Costs $5, or $6_x")
    figure.axes[0].set_title("$1 and $_")
    return as_picture(figure, "costs", "unused")


def test_a_figure_becomes_lean_svg_with_its_title_and_its_tips(drawn: Picture) -> None:
    root = ET.fromstring(drawn.svg)
    assert drawn.title == "Costs $5, or $6_x"
    assert [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")] == ["A & <b>"]
    assert not [each for each in root.iter() if each.tag.endswith(("style", "metadata", "script"))]
    assert not re.search(r'style="|\d\.\d{3,}|\$\$', drawn.svg)
    assert "$1 and $_" in "".join(root.itertext())
    assert "Costs" not in "".join(root.itertext())  # it stands in the page


def test_figures_in_one_page_share_no_names(drawn: Picture) -> None:
    one, two = (set(re.findall(r'\bid="([^"]+)"', placed(drawn, path))) for path in ("a", "b"))
    assert one
    assert not one & two
    used = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', placed(drawn, "a")))
    assert {name for pair in used for name in pair if name} <= one


def test_a_sheet_prints_in_columns_and_folds_nothing_by_itself() -> None:
    sections = [Section(f"Chart {k}", [Words(["A line."])]) for k in range(6)]
    sheet, usual = (html(Document("Charts", sections=sections, sheet=sheet)) for sheet in (True, False))
    assert "main{columns:2" in sheet and "<details>" not in sheet
    assert "main{columns:2" not in usual and "<details>" in usual
