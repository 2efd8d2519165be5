"""Addresses of the page in a real browser: what they say, what they cannot say, and the page saved in place of one."""

from pathlib import Path
from typing import Any

import pytest
from in_browser import WAIT, Open, saved, wait_for_games  # beside this file

pytestmark = pytest.mark.full

TABLE = "#deck=original&players=3&strategies=random"
LOOK = "&view=games&game=7"


def wait_for_address(tab: Any, part: str) -> None:
    tab.wait_for_function("part => location.hash.includes(part)", arg=part, timeout=WAIT)


def wait_for_step(tab: Any, number: int) -> None:
    tab.get_by_text(f"Step {number} of").wait_for(timeout=WAIT)


# --- what cannot be read ---------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1400, 390])
def test_what_a_link_says_in_vain_is_named(view: Open, width: int) -> None:
    tab = view(width, hash_="#deck=jester-deck&players=9&rules.bogus=<b>&strategies=random&rules.rounds=4")
    wait_for_games(tab)
    said = "This link also says deck=jester-deck, players=9 and rules.bogus=<b>, which this page cannot read."
    assert tab.inner_text("#wrong") == said
    assert tab.locator("#unread").is_visible() == (width == 390)
    assert tab.locator("#changes li").count() == 1
    tab.click("#changes button")
    tab.wait_for_function("!document.querySelector('#wrong').textContent", timeout=WAIT)
    assert "jester" not in tab.url


def test_so_is_what_an_address_says_later(view: Open) -> None:
    tab = view(hash_=TABLE)
    wait_for_games(tab)
    assert tab.inner_text("#wrong") == ""
    tab.evaluate("hash => { location.hash = hash; }", f"{TABLE}&rules.rounds=99")
    tab.locator("#wrong", has_text="This link also says rules.rounds=99, which").wait_for(timeout=WAIT)
    tab.go_back()
    tab.wait_for_function("!document.querySelector('#wrong').textContent", timeout=WAIT)


def test_a_place_in_the_page_is_no_link_that_cannot_be_read(view: Open) -> None:
    tab = view(hash_="#answer")
    wait_for_games(tab)
    assert tab.inner_text("#wrong") == ""


# --- the page with its changes ---------------------------------------------------------------------------


def test_a_page_from_disk_is_saved_with_its_changes(view: Open, tmp_path: Path) -> None:
    tab = view(hash_=f"{TABLE}&rules.starting_gold.each=30&cards.druid=out")
    wait_for_games(tab)
    assert not tab.locator("#link").is_visible()
    mine = saved(tab, "#save-page")
    (tmp_path / "mine.html").write_text(mine, "utf-8")
    opened = view(of=tmp_path / "mine.html")
    wait_for_games(opened)
    assert opened.locator("#changes li").all_inner_texts() == tab.locator("#changes li").all_inner_texts()
    assert opened.locator("#changes li").count() == 2
    assert opened.input_value("#players") == "3"
    opened.click("#reset")
    opened.wait_for_function("!document.querySelector('#changes li')", timeout=WAIT)
    state = TABLE[1:].replace("&", "&#38;")
    before, after = mine.split(f'content="{state}&#38;rules.starting_gold.each=30&#38;cards.druid=out"')
    assert saved(opened, "#save-page") == f'{before}content="{state}"{after}'


def test_a_page_from_the_web_offers_a_link(browser: Any, file: Path) -> None:
    tab = browser.new_page()
    tab.route("**/*", lambda route: route.fulfill(body=file.read_text("utf-8"), content_type="text/html"))
    tab.goto(f"https://lab.test/{TABLE}")
    wait_for_games(tab)
    assert tab.locator("#link").is_visible() and not tab.locator("#save-page").is_visible()
    tab.close()


# --- a game that is looked at ----------------------------------------------------------------------------


def test_a_link_leads_to_a_step_of_a_game(view: Open) -> None:
    tab = view(hash_=f"{TABLE}&rules.starting_gold.each=30{LOOK}&side=printed&step=5")
    wait_for_step(tab, 5)
    assert tab.inner_text("#why").startswith("Game 7.") and tab.input_value("#number") == "7"
    assert tab.input_value("#which-side") == "no" and "my-house-rule" not in tab.inner_text("#replay")
    tab.keyboard.press("ArrowRight")
    wait_for_address(tab, "step=6")
    tab.reload()
    wait_for_step(tab, 6)
    tab.select_option("#which-side", "yes")
    tab.locator("#replay", has_text="my-house-rule").wait_for(timeout=WAIT)
    assert tab.url.endswith("&view=games&game=7")


def test_back_and_forward_lead_from_view_to_view_and_from_game_to_game(view: Open) -> None:
    tab = view(hash_=TABLE)
    tab.click("#views >> text=Look at a game")
    tab.fill("#number", "7")
    tab.press("#number", "Enter")
    tab.get_by_text("Game 7.").wait_for(timeout=WAIT)
    wait_for_step(tab, 1)
    tab.keyboard.press("ArrowRight")
    wait_for_step(tab, 2)
    tab.fill("#number", "8")
    tab.press("#number", "Enter")
    tab.get_by_text("Game 8.").wait_for(timeout=WAIT)
    wait_for_step(tab, 1)
    tab.go_back()
    tab.get_by_text("Game 7.").wait_for(timeout=WAIT)
    wait_for_step(tab, 2)
    tab.go_back()
    tab.get_by_text("of the first 1,000 games").wait_for(timeout=WAIT)
    assert tab.get_by_role("button", name="A typical game").get_attribute("aria-pressed") == "true"
    tab.go_back()
    tab.locator("#result").wait_for(timeout=WAIT)
    assert tab.get_by_role("button", name="The answer").get_attribute("aria-pressed") == "true"
    tab.go_forward()
    tab.locator("#games").wait_for(timeout=WAIT)
    tab.click("#views >> text=Sit down and play")
    assert tab.url.endswith("&view=play")
    played = tab.evaluate("document.body.dataset.games")
    tab.go_back()
    tab.locator("#games").wait_for(timeout=WAIT)
    assert int(tab.evaluate("document.body.dataset.games")) >= int(played)  # they were not played a second time


def test_keys_step_after_a_number_was_typed_and_start_no_other_game(view: Open) -> None:
    tab = view(hash_=TABLE + LOOK)
    wait_for_step(tab, 1)
    tab.focus("#number")
    for key in ("ArrowUp", "ArrowDown", "ArrowUp"):
        tab.keyboard.press(key)
    assert tab.input_value("#number") == "7"
    tab.fill("#number", "nothing")
    tab.press("#number", "Enter")
    assert tab.input_value("#number") == "7"
    tab.fill("#number", "9")
    tab.press("#number", "Enter")
    tab.get_by_text("Game 9.").wait_for(timeout=WAIT)
    tab.keyboard.press("ArrowRight")
    wait_for_step(tab, 2)
    tab.get_by_label("hands open").uncheck()
    tab.keyboard.press("ArrowRight")
    wait_for_step(tab, 3)


def test_a_change_of_the_rules_shows_its_game_from_the_deal(view: Open) -> None:
    tab = view(hash_=f"{TABLE}{LOOK}&step=5")
    wait_for_step(tab, 5)
    tab.click('.row[data-key="rules.starting_gold.each"] button[data-step="1"]')
    tab.locator("#replay", has_text="my-house-rule").wait_for(timeout=WAIT)
    wait_for_step(tab, 1)
    assert "step=" not in tab.url
