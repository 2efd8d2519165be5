"""The laboratory in a real browser: it plays offline, says what the command line says, and keeps what was asked.

Needs Chromium, found by the variable TDA_CHROMIUM or on PATH: on Debian, ``apt-get install chromium``.
"""

import csv
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import tda_sim
from tda_sim.definitions.clocks import load_clock
from tda_sim.lab.page import page
from tda_sim.measures.summary import summary

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("TDA_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
WAIT = 180_000  # milliseconds: on a busy machine everything takes long
TOO_WIDE = """[...document.querySelectorAll('body *')].filter(one => !one.closest('.scroll, .skip, .hide, .panel')
  && one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 90))"""
PLAYED = r"([\d,]+) games"

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no browser: install chromium, or name one in TDA_CHROMIUM"
)
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    path.write_text(page("original"), "utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def view(browser: Any, file: Path) -> Iterator[Open]:
    """Open the page; whatever it complains about or asks the network for fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(width: int = 1400, scheme: str = "light", hash_: str = "", script: str = "", **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        contexts.append(context)
        context.add_init_script(script)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: complaints.extend([] if _own(request.url) else [request.url]))
        tab.goto(file.as_uri() + hash_)
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def _own(url: str) -> bool:
    return url.startswith(("file:", "blob:"))


def wait_for_games(tab: Any) -> None:
    tab.locator("#measures tbody tr").first.wait_for(timeout=WAIT)


def finish(tab: Any) -> int:
    """Stop the games; return how many were played, once all that were begun are done."""
    tab.click("#pause")
    before, now = "", tab.inner_text("#played")
    while before != now:
        tab.wait_for_timeout(700)
        before, now = now, tab.inner_text("#played")
    played = re.search(PLAYED, now)
    assert played is not None
    return int(played[1].replace(",", ""))


def saved(tab: Any, button: str) -> str:
    with tab.expect_download() as download:
        tab.click(button)
    return Path(download.value.path()).read_text("utf-8")


@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (820, "dark"), (390, "light")])
def test_the_page_plays_at_once_and_nothing_overflows(view: Open, width: int, scheme: str) -> None:
    tab = view(width, scheme)
    wait_for_games(tab)
    assert "minutes" in tab.inner_text("#answer p >> nth=0")
    assert tab.evaluate(TOO_WIDE) == []


@pytest.mark.slow
def test_an_edit_gives_the_numbers_of_the_command_line(view: Open, tmp_path: Path) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=balanced")
    wait_for_games(tab)
    field = tab.locator('.row[data-key="rules.starting_gold.each"] input')
    field.fill("30")
    field.press("Enter")
    tab.get_by_text("Your rule against the printed game").wait_for(timeout=WAIT)
    tab.wait_for_function("document.querySelectorAll('#measures td.verdict').length > 0", timeout=WAIT)
    games = finish(tab)
    rows = {row["name"]: row for row in csv.DictReader(saved(tab, "#csv").splitlines()) if row["kind"] == "measure"}
    rule = tmp_path / "mine.yaml"
    rule.write_text(saved(tab, "#rule-file"))
    assert yaml.safe_load(rule.read_text())["rules"] == {"starting_gold": {"each": 30, "per_player": 0}}
    for column, rules in (("printed", None), ("changed", str(rule))):
        run = tda_sim.simulate(
            "original", rules=rules, players=4, games=games, strategies="balanced", seed=1, progress=False,
            out=tmp_path / column,
        )  # fmt: skip
        tables = summary(run.games, run.seats, load_clock(), 4)
        table = {row["name"]: row["estimate"] for row in tables["metrics"].iter_rows(named=True)}
        for name in ("plays", "minutes", "stakes", "comebacks", "special_flights", "leader_game"):
            assert float(rows[name][column]) == pytest.approx(table[name], rel=1e-12), (column, name)
    assert rows["minutes"]["verdict"] == "less"
    assert re.match(r"Games are .* (shorter|as long): ", tab.inner_text("#answer"))


def test_a_link_brings_the_edits_back_and_the_way_back_undoes_them(view: Open) -> None:
    hash_ = "#deck=legendary&players=3&strategies=random&rules.rounds=4&cards.thief.power.0=5&cards.druid=out"
    tab = view(hash_=hash_)
    wait_for_games(tab)
    assert tab.inner_text("#changes").count("\n") >= 2
    assert tab.locator("#changes li").all_inner_texts() != []
    assert "Without Druid" in tab.inner_text("#changes")
    for _ in range(3):
        tab.locator("#changes button").first.click()
    tab.wait_for_function("!document.querySelector('#changes li')", timeout=WAIT)
    assert "rules.rounds" not in tab.url
    tab.select_option("#players", "2")
    assert "players=2" in tab.url
    tab.go_back()
    tab.wait_for_function("document.querySelector('#players').value === '3'", timeout=WAIT)
    tab.go_forward()
    tab.wait_for_function("document.querySelector('#players').value === '2'", timeout=WAIT)


def test_steppers_work_by_keyboard_and_keep_the_focus(view: Open) -> None:
    tab = view()
    wait_for_games(tab)
    more = tab.locator('.row[data-key="rules.starting_gold.each"] button[data-step="1"]')
    more.focus()
    for _ in range(3):
        tab.keyboard.press("Enter")
    assert tab.input_value('.row[data-key="rules.starting_gold.each"] input') == "53"
    assert tab.evaluate("document.activeElement.dataset.step") == "1"
    tab.click('.row[data-key="rules.starting_gold.each"] .back')
    assert tab.input_value('.row[data-key="rules.starting_gold.each"] input') == "50"


def test_what_cannot_be_played_is_explained(view: Open) -> None:
    tab = view(hash_="#deck=original&rules.hand_limit=3")
    tab.locator("#answer >> text=This cannot be played yet.").wait_for(timeout=WAIT)
    assert "hand limit of 3" in tab.inner_text("#wrong")


def test_cards_sort_and_filter(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random")
    wait_for_games(tab)
    finish(tab)
    tab.click("#every summary")
    tab.locator("#every-card tbody tr").first.wait_for(timeout=WAIT)
    assert tab.locator("#every-card tbody tr").count() == 70
    tab.click("#every-card thead button >> text=strength")
    strengths = [int(text) for text in tab.locator("#every-card tbody td:nth-child(2)").all_inner_texts()]
    assert strengths == sorted(strengths, reverse=True)
    tab.fill("#which", "mortal")
    assert tab.locator("#every-card tbody tr").count() == 7


def test_filters_know_strengths_and_ranges(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random")
    wait_for_games(tab)
    finish(tab)
    tab.click("#every summary")
    tab.fill("#which", "gold 9-13")
    tab.wait_for_function("document.querySelectorAll('#every-card tbody tr').length === 3", timeout=WAIT)
    assert {text.strip() for text in tab.locator("#every-card tbody td:nth-child(2)").all_inner_texts()} == {
        "9",
        "11",
        "13",
    }


def test_house_rules_for_cards_switch_on_and_off_and_exclude_each_other(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random&house-rules=violet,vanilla-druid")
    wait_for_games(tab)
    assert "House rule: Violet Dragons" in tab.inner_text("#changes")
    rules = tab.locator("#presets")
    assert "Instead of “Plain Druid”." in rules.get_by_label("No Druid", exact=True).locator("xpath=..").inner_text()
    rules.get_by_label("No Druid", exact=True).check()
    tab.wait_for_function("location.hash.includes('house-rules=violet,no-druid')", timeout=WAIT)
    assert not rules.get_by_label("Plain Druid", exact=True).is_checked()
    rules.get_by_label("Violet Dragons", exact=True).uncheck()
    tab.wait_for_function("!location.hash.includes('violet')", timeout=WAIT)
    wait_for_games(tab)
    rule = yaml.safe_load(saved(tab, "#rule-file"))
    assert rule["changes"] == {"cards": {"druid": None}}


@pytest.mark.parametrize(("width", "scheme"), [(1400, "dark"), (820, "light"), (390, "dark")])
def test_a_card_has_a_page_that_opens_and_closes_with_back_and_forward(view: Open, width: int, scheme: str) -> None:
    tab = view(width, scheme, "#deck=original&players=4&strategies=random&cards.black-5.strength=8&house-rules=violet")
    wait_for_games(tab)
    played = finish(tab)
    tab.click("#every summary")
    tab.locator("#every-card").get_by_role("link", name="Black Dragon 5", exact=True).click()
    tab.locator("#one-card").wait_for(timeout=WAIT)
    assert "card=black-5" in tab.url
    text = tab.inner_text("#one-card")
    assert "Steal 2." in text and "of 70" in text and "of 76" in text
    assert tab.locator("#one-card tbody tr").first.locator("td").all_inner_texts() == ["5", "8"]
    assert tab.evaluate(TOO_WIDE) == []
    tab.go_back()
    tab.locator("#result").wait_for(timeout=WAIT)
    assert not tab.locator("#one-card").is_visible()
    tab.go_forward()
    tab.locator("#one-card").wait_for(timeout=WAIT)
    assert int(tab.evaluate("document.body.dataset.games")) == played  # nothing was played a second time
    tab.click("#close-card")
    tab.locator("#every-card").get_by_role("link", name="Violet Dragon 9").click()
    assert tab.locator("#one-card tbody tr").first.locator("td").all_inner_texts() == ["new", "9"]


def test_links_within_the_page_keep_what_was_asked(view: Open) -> None:
    tab = view(390, hash_="#deck=original&players=3&strategies=random&rules.rounds=4")
    wait_for_games(tab)
    tab.click("#jump")
    assert "rules.rounds=4" in tab.url
    assert "Rounds" in tab.inner_text("#changes")


def test_two_tabs_do_not_disturb_each_other(view: Open) -> None:
    one, other = view(hash_="#deck=original&players=2&strategies=random"), view(hash_="#deck=legendary&players=5")
    wait_for_games(one)
    wait_for_games(other)
    assert one.inner_text("#answer") != other.inner_text("#answer")


@pytest.mark.parametrize("lacking", ["delete window.DecompressionStream", "WebAssembly.validate = () => false"])
def test_an_old_browser_is_told(view: Open, lacking: str) -> None:
    tab = view(script=lacking)
    word = tab.get_by_text("needs a browser from 2023 or later")
    word.wait_for(timeout=WAIT)
    assert word.is_visible() and not tab.locator("#measures td").count()
