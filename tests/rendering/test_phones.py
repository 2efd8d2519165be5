"""Tables on a phone: what matters most stands beside the names, and the rest is a tap away."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import tda_sim
from tda_sim.definitions import library
from tda_sim.questions.cards import Cards
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.question import Studied
from tda_sim.questions.report_files import read_report
from tda_sim.questions.reports import report
from tda_sim.rendering.html import html
from tda_sim.rendering.model import Cell, Column, Document, Section, Table, number, table, text
from tda_sim.rendering.phones import on_a_phone
from tda_sim.wording.numbers import Estimate, places

WIDTH = 390  # of a phone, in pixels
GAMES, WHO = 60, ["random", "balanced"]
RULES = ("four-rounds", "generous-black", "last-player-standing", "quick-game")  # so many have an overview
DOES = "Choose: steal 1 per evil dragon in your flight, or have every opponent pay that much into the stakes."
CARDS = ("Red Dragon 3", "Earthquake Dragon 12", "Dragonslayer", "Bahamut")
CUT = """() => {
  const cut = cell => {
    const box = cell.getBoundingClientRect(), walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      if (!walker.currentNode.textContent.trim() || walker.currentNode.parentElement.closest('.hide')) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const words = range.getBoundingClientRect()
      if (words.width && (words.right > box.right + 1 || words.left < box.left - 1)) return true
    }
  }
  return [...document.querySelectorAll('.table .scroll')].flatMap(box => {
    const named = box.querySelector('table').textContent.trim().slice(0, 90)
    return [...(box.scrollWidth > box.clientWidth ? [`${box.scrollWidth} px: ${named}`] : []),
      ...[...box.querySelectorAll('th, td')].filter(cut).map(cell => `${cell.innerText}: ${named}`)]
  })
}"""
ANSWERS: dict[str, Callable[[], Any]] = {
    "compare": lambda: tda_sim.compare("original", "legendary", games=GAMES, strategies=WHO),
    "house_rule": lambda: tda_sim.house_rule("original", "four-rounds", "no-thirteen", games=GAMES, strategies=WHO),
    "sweep": lambda: tda_sim.sweep("original", "rules.rounds=2,3", games=GAMES, strategies=WHO),
    "cards": lambda: tda_sim.cards("original", games=GAMES, strategies=WHO, screen=True),
    "card": lambda: tda_sim.cards("original", "Red Dragon 3", games=GAMES, strategies=WHO),
    "abilities": lambda: tda_sim.abilities("original", games=GAMES, strategies=WHO),
    "ladder": lambda: tda_sim.ladder(*WHO, "thrifty", games=GAMES, width=5),
    "evening": lambda: tda_sim.evening("original", minutes=90, games=GAMES, strategies=WHO),
    "simulate": lambda: tda_sim.simulate("original", games=GAMES, strategies="balanced,random,thrifty,robber"),
}


def judged(value: float = 2.14, verdict: str = "more") -> Cell:
    return number(Estimate(value, value - 1, value + 1, 100, verdict), places(2), with_sign=True)


def shown(columns: list[Column]) -> list[str]:
    """Return the headings of what stands beside the names of cards."""
    made = of_cards(columns)
    return [made.columns[place].title for place in on_a_phone(made).beside]


def of_cards(columns: list[Column], meaning: str = "") -> Table:
    return table("Cards", CARDS, [text("card"), *columns], meaning=lambda _: meaning)


# --- which columns stand beside the names -----------------------------------------------------------------

TIER, DRAWN, DEALT = text("tier", lambda _: "B"), Column("drawn", lambda _: judged()), Column("dealt", lambda _: "+1")


def test_a_table_that_fits_stays_whole() -> None:
    assert shown([TIER]) == ["tier"]
    assert shown([DRAWN, DEALT, TIER]) == ["drawn", "dealt", "tier"]
    assert on_a_phone(table("", ["one"], [text("name")])).beside == range(1, 1)


def test_verdicts_stand_beside_the_names_and_details_do_not() -> None:
    further = [Column(f"rate {k}", lambda _: "50 %") for k in range(5)]
    assert shown([*further, DRAWN]) == ["rate 0", "rate 1", "drawn"]
    holds = text("holds", lambda _: "yes")
    assert shown([*further, holds]) == ["rate 0", "rate 1", "holds"]
    agreeing = Column("agreeing", lambda _: judged(), detail=True)
    assert shown([agreeing, *further]) == ["rate 0", "rate 1", "rate 2"]


def test_wide_columns_leave_room_for_fewer() -> None:
    wide = [Column(f"{k} expectation", lambda _: judged(1000.0)) for k in range(3)]
    assert len(shown(wide)) == 2
    assert shown([text("what it does", lambda _: DOES), *wide]) == ["0 expectation", "1 expectation"]
    assert shown([text("what it does", lambda _: DOES), *(Column(f"rate {k}") for k in range(5))]) == ["what it does"]


# --- in a browser -----------------------------------------------------------------------------------------


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    contexts = []

    def view(path: Path, width: int = WIDTH, **options: Any) -> Any:
        contexts.append(browser.new_context(viewport={"width": width, "height": 844}, **options))
        tab = contexts[-1].new_page()
        tab.goto(path.as_uri())
        return tab

    yield view
    for context in contexts:
        context.close()


def folded(folder: Path, meaning: str = "") -> Path:
    """Write a page with a table that is too wide for a phone."""
    columns = [TIER, DRAWN, DEALT, Column("rank", lambda _: "1-70"), text("what it does", lambda _: DOES)]
    path = folder / "page.html"
    path.write_text(html(Document("Cards", sections=[Section("All", [of_cards(columns, meaning)])])), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder, before = tmp_path_factory.mktemp("phones"), Path.cwd()
    os.chdir(folder)  # results go where the commands keep theirs
    yield folder
    os.chdir(before)


def cut(tab: Any) -> list[str]:
    """Return what a page's tables cut, folded, and then unfolded with full intervals; and whether the page is wide."""
    tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    folded_away = tab.evaluate(CUT)
    tab.evaluate("document.querySelectorAll('input.all, #exact').forEach(one => one.click())")
    width = tab.evaluate("document.documentElement.scrollWidth")
    return [*folded_away, *tab.evaluate(CUT), *([f"the page: {width} px"] if width > WIDTH else [])]


def quick(question: Studied) -> Studied:
    """Return the question without games whose tables a single answer has as well, and with a few of many rules."""
    if isinstance(question, HouseRule):
        return replace(question, rules=RULES)
    return replace(question, power=False, forced=False) if isinstance(question, Cards) else question


@pytest.mark.full
@pytest.mark.sample(1, 6)
@pytest.mark.parametrize("name", library.available("report"))
def test_every_table_of_a_report_fits(name: str, place: Path, opened: Callable[..., Any]) -> None:
    asked = read_report(name, games=GAMES, strategies=WHO)
    parts = [replace(part, question=quick(part.question)) for part in (asked.parts[0], *asked.parts[3:])]
    path = place / f"{name}.html"
    path.write_text(html(report(replace(asked, parts=tuple(parts)), "tda report")), encoding="utf-8")
    assert cut(opened(path)) == []


@pytest.mark.full
@pytest.mark.sample(1, 6)
@pytest.mark.parametrize("name", ANSWERS)
def test_every_table_of_an_answer_fits(name: str, place: Path, opened: Callable[..., Any]) -> None:
    ANSWERS[name]().to_html(place / f"answer-{name}.html")
    assert cut(opened(place / f"answer-{name}.html")) == []


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("meaning", ["", "It has a power."])
def test_a_tap_shows_the_rest_of_a_line_and_another_one_of_all_lines(
    tmp_path: Path, opened: Callable[..., Any], script: bool, meaning: str
) -> None:
    tab = opened(folded(tmp_path, meaning), java_script_enabled=script)
    line, beside = tab.locator("tr.line").first, tab.locator("td:visible").count()
    values = line.locator("td:visible")
    assert line.locator("td .mark:visible").count() == 1
    if meaning:
        line.locator("summary").click()
        assert line.locator("details p").is_visible()
    else:
        line.get_by_label("All values: Red Dragon 3").check()
    assert values.count() == 5 and values.last.inner_text() == DOES
    assert beside < tab.locator("td:visible").count() < 5 * len(CARDS)
    assert line.locator("td").last.evaluate("one => getComputedStyle(one, '::before').content") == '"what it does"'
    assert tab.evaluate(CUT) == []
    tab.get_by_label("All values below each name").check()
    assert tab.locator("td:visible").count() == 5 * len(CARDS)


def test_a_wide_page_and_paper_show_all_columns_and_no_taps(tmp_path: Path, opened: Callable[..., Any]) -> None:
    for width, media in ((1280, "screen"), (WIDTH, "print")):
        tab = opened(folded(tmp_path), width)
        tab.emulate_media(media=media)
        assert tab.locator("td:visible").count() == 5 * len(CARDS)
        assert tab.locator("thead th:visible").count() == 6
        assert tab.locator("input.unfold:visible, .unfold:visible").count() == 0


def test_what_is_folded_away_can_be_sorted_by(tmp_path: Path, opened: Callable[..., Any]) -> None:
    names = [f"Card {k}" for k in range(12)]
    columns = [text("card"), *(Column(f"rate {k}", lambda name: int(name[5:]) % 5) for k in range(7))]
    path = tmp_path / "page.html"
    path.write_text(html(Document("", sections=[Section("All", [table("", names, columns)])])), encoding="utf-8")
    tab = opened(path)
    tab.get_by_label("Sort by").select_option("rate 6")
    assert tab.locator("tbody th").first.inner_text() == "Card 4"


@pytest.mark.full
@pytest.mark.sample(1, 2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_folded_table(tmp_path: Path, opened: Callable[..., Any], scheme: str) -> None:
    for meaning in ("", "It has a power."):
        tab = opened(folded(tmp_path, meaning), color_scheme=scheme, bypass_csp=True)
        assert [one["id"] for one in Axe().run(tab).response["violations"]] == []
        tab.get_by_label("All values below each name").check()
        tab.locator("tr.line summary, tr.line input").first.click()
        assert [one["id"] for one in Axe().run(tab).response["violations"]] == []
    roles = tab.locator("tr.line").first.locator("th, td").evaluate_all("all => all.map(one => one.role)")
    assert roles == ["rowheader", *["cell"] * 5]  # Safari forgets what a table is once it is laid out otherwise
