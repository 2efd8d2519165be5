"""A report in a real browser: what people see, click and type."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe

from tda_sim.rendering.html import html
from tda_sim.rendering.model import Column, Document, Section, number, table, text
from tda_sim.wording.numbers import Estimate, places

pytestmark = pytest.mark.full

WIDTHS, SCHEMES = (360, 820, 1400), ("light", "dark")
TOO_WIDE = """() => [...document.querySelectorAll('body *')].filter(one => !one.closest('.scroll, .skip, .hide')
  && one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 90))"""
CONTRASTS = """() => {
  const light = colour => { const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b }
  const behind = one => { while (one) { const colour = getComputedStyle(one).backgroundColor
    if (!/, 0\\)|transparent/.test(colour)) return colour; one = one.parentElement } return 'rgb(255, 255, 255)' }
  return ['p', 'h1', 'h2', 'a', 'td', 'td small', 'th', 'th summary', 'thead button', '.more', '.less', '.same',
    'figcaption', 'dt', 'dd', 'footer', 'pre', 'label']
    .map(what => [what, document.querySelector(`main ${what}, ${what}`)])
    .filter(([, one]) => one).map(([what, one]) => {
      const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x)
      return [what, (a + 0.05) / (b + 0.05)] })
}"""

Open = Callable[..., Any]


@pytest.fixture
def view(browser: Any, made: Any) -> Iterator[Open]:
    """Open the page; whatever it complains about or asks the network for fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(width: int = 1400, scheme: str = "light", **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.extend([] if _own(request.url) else [request.url]))
        page.goto(made[1].as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def _own(url: str) -> bool:
    return url.startswith(("file:", "data:", "blob:"))


@pytest.mark.sample(1, 2)
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_overflows(view: Open, width: int) -> None:
    page = view(width)
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(TOO_WIDE) == []
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        page.check("#exact")


def test_a_table_that_the_window_has_room_for_is_seen_whole(browser: Any, tmp_path: Path) -> None:
    names = ("random", "hoarder", "frontrunner", "heretic", "spender", "kingslayer", "balanced", "weighted", "robber")
    share = number(Estimate(28.1, 26.9, 29.3, 100, "more"), places(1))
    columns = [text("strategy", lambda row: f"{row} strategy"), *(Column(name, lambda _: share) for name in names)]
    page_file = tmp_path / "page.html"
    page_file.write_text(html(Document("Wide", sections=[Section("All", [table("Win shares", names, columns)])])))
    for width, is_whole in ((1400, True), (700, False)):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(page_file.as_uri())
        box = page.locator(".scroll").first
        assert box.evaluate("one => one.scrollWidth <= one.clientWidth") == is_whole
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert box.bounding_box()["x"] >= 0
        page.close()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_stands_out_from_what_is_behind_it(view: Open, scheme: str) -> None:
    result = dict(view(scheme=scheme).evaluate(CONTRASTS))
    assert len(result) > 12
    assert {what: ratio for what, ratio in result.items() if ratio < 4.5} == {}


def test_the_answer_is_on_the_first_screen(view: Open) -> None:
    for width in WIDTHS:
        box = view(width).locator(".answer li").first.bounding_box()
        assert box["y"] + box["height"] < 800


def unfold(page: Any) -> Any:
    """Open every folded section."""
    page.evaluate("document.querySelectorAll('section > details').forEach(fold => { fold.open = true; })")
    return page


def test_columns_sort_by_click_and_by_key(view: Open) -> None:
    page = unfold(view())
    table = page.locator("table", has_text="what it does")
    head = table.locator("thead th").nth(1)
    values = "rows => rows.map(row => +(row.cells[1].dataset.s ?? NaN))"
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    down = table.locator("tr.line").evaluate_all(values)
    assert down == sorted(down, reverse=True)
    head.locator("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert table.locator("tr.line").evaluate_all(values) == sorted(down)
    names = table.locator("thead th").first
    names.locator("button").press("Space")
    assert (names.get_attribute("aria-sort"), head.get_attribute("aria-sort")) == ("ascending", None)
    titles = table.locator("tr.line th").all_inner_texts()
    assert titles == sorted(titles, key=lambda title: [int(part) if part.isdigit() else part for part in title.split()])


def test_the_whole_cell_of_a_heading_sorts(view: Open) -> None:
    head = unfold(view()).locator("table", has_text="what it does").locator("thead th").nth(1)
    box = head.bounding_box()
    for corner in ({"x": 2, "y": 2}, {"x": box["width"] - 2, "y": box["height"] - 4}):
        before = head.get_attribute("aria-sort")
        head.click(position=corner)
        assert head.get_attribute("aria-sort") not in (before, None)


def test_headings_and_names_stay_in_sight(view: Open) -> None:
    page = unfold(view(700))
    box = page.locator(".scroll.long", has_text="what it does").first
    head, name = box.locator("thead th").nth(1), box.locator("tbody th").first
    box.scroll_into_view_if_needed()
    before = head.bounding_box()["y"], name.bounding_box()["x"]
    box.evaluate("one => one.scrollTo(150, 600)")
    assert box.evaluate("one => [one.scrollLeft, one.scrollTop]") == [150, 600]
    assert (head.bounding_box()["y"], name.bounding_box()["x"]) == before


def test_figures_are_drawn_for_phones(view: Open) -> None:
    for width, wanted in ((390, "svg.phone"), (1400, "svg.roomy")):
        page = view(width)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        shown = page.locator("svg.phone:visible, svg.roomy:visible")
        assert shown.count() == page.locator(wanted).count() > 4
        assert page.locator(wanted).evaluate_all("all => all.every(one => one.clientWidth <= innerWidth)")
        texts = page.locator(f"{wanted}:visible text").evaluate_all(
            "all => all.map(one => [parseFloat(getComputedStyle(one).fontSize), one.getScreenCTM()])"
            ".map(([size, {a, b}]) => size * Math.hypot(a, b))"
        )
        assert min(texts) > 8.5  # pixels


def test_tables_are_filtered_by_facets(browser: Any, tmp_path: Path) -> None:
    cards = [
        ("Red 1", "red", "dragon"),
        ("Red 2", "red", "dragon"),
        ("Thief", "none", "mortal"),
        ("Two", "red, blue", "dragon"),
    ]
    columns = [
        text("card", lambda row: row[0]),
        text("colour", lambda row: row[1], facet=True),
        text("kind", lambda row: row[2], facet=True),
    ]
    page_file = tmp_path / "page.html"
    page_file.write_text(html(Document("Cards", sections=[Section("All", [table("", cards, columns)])])))
    page = browser.new_page()
    page.goto(page_file.as_uri())
    colour, kind = page.get_by_label("colour"), page.get_by_label("kind")
    assert colour.locator("option").all_inner_texts() == ["All", "blue", "none", "red"]

    def names() -> list[str]:
        return list(page.locator("tr.line:visible th").all_inner_texts())

    assert len(names()) == 4 and page.locator("output").inner_text() == ""
    colour.select_option("red")
    assert names() == ["Red 1", "Red 2", "Two"] and page.locator("output").inner_text() == "3 of 4"
    page.locator("input[type=search]").fill("2")
    assert names() == ["Red 2"]
    page.locator("input[type=search]").fill("")
    colour.select_option("")
    kind.select_option("mortal")
    assert names() == ["Thief"]
    page.close()


def test_lines_are_filtered_by_what_is_typed(view: Open) -> None:
    page = unfold(view())
    block = page.locator(".table", has_text="what it does").first
    block.locator("input[type=search]").fill("GREEN dragon")
    seen = block.locator("tr.line:visible th").all_inner_texts()
    assert seen
    assert all(name.startswith("Green Dragon") for name in seen)
    assert block.locator("output").inner_text() == f"{len(seen)} of 70"
    block.locator("input[type=search]").fill("")
    assert block.locator("tr.line:visible").count() == 70


@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), pytest.param(360, "dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_of_weight(view: Open, width: int, scheme: str) -> None:
    found = Axe().run(unfold(view(width, scheme, bypass_csp=True))).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] != "minor"] == []


def test_a_column_without_a_heading_has_no_button(browser: Any, tmp_path: Path) -> None:
    columns = [text("card", lambda row: row), text("", lambda row: row)]
    page_file = tmp_path / "page.html"
    blocks = [table("", ["One", "Two"], columns) for _ in range(2)]
    page_file.write_text(html(Document("Cards", sections=[Section("All", blocks)])))
    page = browser.new_page()
    page.goto(page_file.as_uri())
    assert page.locator("thead button").all_inner_texts() == ["card", "card"]
    names = page.get_by_role("region").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert names == ["All", "All (2)"]
    page.close()


def test_the_keyboard_reaches_everything(view: Open) -> None:
    page = view()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "evidence"
    page.locator("#evidence details").first.locator("xpath=self::*[@open]").wait_for()  # the address has opened it
    closed = page.locator("section > details:not([open]) > summary")
    before = closed.count()
    closed.first.focus()
    page.keyboard.press("Enter")
    assert closed.count() == before - 1
    unfold(page)
    summary = page.locator("th summary:visible").first
    summary.focus()
    page.keyboard.press("Enter")
    assert summary.locator("xpath=../p").is_visible()
    page.locator("#exact").press("Space")
    assert page.locator("small.x:visible").count() > 100
    unreachable = "all => all.filter(one => one.scrollWidth > one.clientWidth && one.tabIndex != 0).length"
    assert page.locator(".scroll").evaluate_all(unreachable) == 0


def test_figures_are_saved_as_they_are_seen(view: Open, tmp_path: Path) -> None:
    page = view()
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    for link in page.locator(".save").all():
        with page.expect_download() as waiting:
            link.click()
        assert waiting.value.suggested_filename.endswith(".svg")
        waiting.value.save_as(tmp_path / "figure.svg")
        root = ET.parse(tmp_path / "figure.svg").getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.findall(".//{http://www.w3.org/2000/svg}text")


def test_a_page_without_script_can_be_read_and_offers_nothing_that_does_not_work(view: Open) -> None:
    page = view(java_script_enabled=False)
    assert page.locator(".answer").first.is_visible()
    assert page.locator(".tools:visible, .save:visible, thead button").count() == 0


def test_print_shows_what_is_folded_and_hides_what_is_to_be_clicked(view: Open) -> None:
    page = view(700)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("section > details:not([open])").count() == 0
    assert page.locator(".tools:visible, .save:visible, .contents ul:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
