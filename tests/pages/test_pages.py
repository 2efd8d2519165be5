"""What must hold of a report, as far as it can be told without a browser."""

import base64
import hashlib
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tda_sim.errors import UserError
from tda_sim.measures.style import context, give_tip, picture
from tda_sim.pages.html import asset, html, write_page
from tda_sim.pages.model import Cell, Column, Grid, Group, Line, Page, Part, Picture, Section, Terms, Words
from tda_sim.pages.numbers import decimals, estimate, places_of, plain
from tda_sim.pages.pictures import picture as report_picture
from tda_sim.pages.pictures import placed

MOST_BYTES, MOST_SCRIPT = 1_500_000, 2_000
TEMPLATES = Path(__file__).parents[2] / "tda_sim" / "pages" / "templates"
NASTY = "<script>alert(\"1\")</script> & '2'"


def nasty_page() -> Page:
    cell = Cell(NASTY, 1.0, "±1", NASTY, "more", "▲", NASTY)
    grid = Grid(
        NASTY, [Column(NASTY, NASTY), Column(NASTY, NASTY)], [Group([Line(NASTY, [cell], NASTY)], NASTY)], NASTY
    )
    drawn = Picture(NASTY, NASTY, "<svg></svg>", "figure")
    blocks: Any = [Words([NASTY]), Words([NASTY], listed=True), Terms([(NASTY, [NASTY])]), grid, drawn]
    part = Part(NASTY, [NASTY], [Section(NASTY, blocks, folded=True)], [Section(NASTY, blocks)], NASTY)
    return Page(NASTY, [part, part], NASTY, NASTY)


def test_every_text_of_a_user_is_escaped() -> None:
    text = html(nasty_page())
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
    assert all(len(a["aria-label"]) > 10 for a, _ in reader.all("svg"))
    assert len(reader.all("caption")) == len(reader.all("table")) > 10
    assert len(reader.all("figcaption")) == len(reader.all("svg")) >= 4
    assert reader.all("a")[0][0]["class"] == "skip"


def test_every_number_has_its_interval_and_n(text: str) -> None:
    cells = re.findall(r'<td class="num"[^>]*>(.*?)</td>', text, re.S)
    exact = [cell for cell in cells if 'class="x"' in cell]
    assert len(exact) > 500
    for cell in exact:
        told = cell.split('class="x">')[1]
        assert " to " in told or "no interval" in told
        assert re.search(r"; n [\d,]+<", told), cell
    without = {re.sub(r"<[^>]+>", "", cell) for cell in cells if 'class="x"' not in cell}
    assert all(re.fullmatch(r"–|\d[\d,]*|[01], by choice|only printed|only under the rule", cell) for cell in without)


def test_figures_tell_their_numbers_when_pointed_at(text: str) -> None:
    tips = re.findall(r"<g><title>(.*?)</title>", text)
    assert len(tips) > 50
    assert any(re.search(r"\[.+\], n = [\d,]+", tip) for tip in tips)


def test_measures_say_what_they_mean(text: str) -> None:
    assert re.search(r"<summary>gambits a game</summary><p>How long games last. Σ gambits / games\.", text)
    assert "<dt>draw value, gold</dt><dd>gold over the next two gambits" in text


def test_a_report_opens_with_its_answers_and_ends_with_its_methods(text: str, made: tuple[Page, Path]) -> None:
    assert text.count('class="answer"') == len(made[0].parts) == 5
    assert text.index('class="answer all"') < text.index('class="answer"') < text.index("<table")
    methods = text[text.index('id="methods"') :]
    for told in ("tda report", "Seed", "Versions", "digest", "What is assumed", "random", "results/compare-"):
        assert told in methods, told


def test_a_report_is_lean(made: tuple[Page, Path]) -> None:
    assert made[1].stat().st_size < MOST_BYTES / 2
    assert (TEMPLATES / "page.js").stat().st_size < MOST_SCRIPT
    assert len(asset("page.css")) < 8_000


def test_the_same_page_has_the_same_bytes() -> None:
    assert html(nasty_page()) == html(nasty_page())


def test_a_page_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot write here"):
        write_page(nasty_page(), tmp_path / "file" / "page.html")


# --- numbers ----------------------------------------------------------------------------------------------


def test_a_number_shows_the_digits_that_its_interval_allows() -> None:
    row = {"estimate": 12.345, "low": 12.225, "high": 12.465, "n": 1000}
    cell = estimate(row, decimals([row]), "more")
    assert (cell.text, cell.half, cell.exact) == ("12.3", "±0.1", "12.2 to 12.5; n 1,000")
    assert (cell.mark, cell.said) == ("▲", "more, and it matters")


def test_what_is_surely_not_nothing_is_not_shown_as_nothing() -> None:
    row = {"estimate": 1.0, "low": 0.9999, "high": 1.0001, "n": 5}
    assert estimate(row, places_of(1)).half == "±0.1"


def test_differences_have_signs_and_missing_numbers_a_dash() -> None:
    row = {"estimate": -1.0, "low": -2.0, "high": 0.5, "n": 5}
    assert estimate(row, places_of(1), signed=True).text == "−1.0"
    assert estimate(row | {"estimate": None}, places_of(1)).text == "–"
    assert estimate(row | {"low": None}, places_of(1)).exact == "no interval; n 5"
    assert plain(1234).text == "1,234"


# --- figures ----------------------------------------------------------------------------------------------


@pytest.fixture
def drawn() -> Picture:
    with context():
        figure = picture("Costs $5, or $6_x", "Seen & <told>", height=3, width=4)
        axes = figure.subplots()
        (dots,) = axes.plot([1, 2], [3, 4.123456789], "o")
        give_tip(dots, "A & <b>")
        axes.set_title("$1 and $_")
    return report_picture(figure, "costs", "unused")


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
