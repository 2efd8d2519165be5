"""The page for everybody: by keyboard, to a screen reader, on paper and without JavaScript."""

from collections import Counter
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from in_browser import WAIT, Open, finish, wait_for_games  # beside this file

pytestmark = pytest.mark.full

CHANGED = "#deck=original&players=3&strategies=random&rules.starting_gold.each=30"
RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}}  # besides those that axe tries anyway
UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
NAMES = "all => all.map(one => one.ariaLabel || one.textContent)"


def faults(tab: Any) -> list[tuple[str, str]]:
    """Return what axe finds in a page, each with the first element that has it."""
    tab.evaluate(UNFOLD)
    found = Axe().run(tab, options=RULES).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found]


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), pytest.param(1400, "light", marks=pytest.mark.slow)])
def test_axe_finds_nothing_in_any_view(view: Open, width: int, scheme: str) -> None:
    tab = view(width, scheme, CHANGED, bypass_csp=True)
    tab.locator("#measures td.verdict").first.wait_for(timeout=WAIT)
    finish(tab)
    assert faults(tab) == []
    tab.locator("#every-card a").first.click()
    assert faults(tab) == []
    tab.click("#views >> text=Look at a game")
    tab.fill("#number", "7")
    tab.press("#number", "Enter")
    tab.locator("#board .player").first.wait_for(timeout=WAIT)
    tab.click("#forward-gambit")
    assert faults(tab) == []
    tab.click("#views >> text=Sit down and play")
    tab.click("#new-game")
    tab.locator("#options button").first.click(timeout=WAIT)
    tab.click("#hint")
    tab.locator("#advice").wait_for(timeout=WAIT)
    assert faults(tab) == []
    tab.click("#views >> text=Find a rule")
    tab.click("#find-it")
    tab.locator("#wish-wrong p").wait_for(timeout=WAIT)
    assert faults(tab) == []
    tab.fill("#least-1", "1")
    tab.click("#find-it")
    tab.locator("#found td.holds").first.wait_for(timeout=WAIT)
    assert faults(tab) == []


@pytest.mark.sample(1, 2)
@pytest.mark.parametrize("deck", ["original", "legendary"])
def test_each_control_has_a_name_of_its_own(view: Open, deck: str) -> None:
    tab = view(hash_=f"#deck={deck}&strategies=random&cards.black-1.strength=4")
    wait_for_games(tab)
    names = tab.locator("#rules button, #cards button, #rules input, #cards input").evaluate_all(NAMES)
    assert len(names) > 200
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert "Less: Black Dragons: steal" in names and "More: Black Dragon 1: strength" in names
    assert "printed: 1. Back to it: Black Dragon 1: strength" in names


def test_the_link_at_the_top_skips_to_what_is_shown(view: Open) -> None:
    tab = view(hash_=CHANGED)
    wait_for_games(tab)
    for title, section, words in (
        ("Look at a game", "games", "Skip to the game"),
        ("Sit down and play", "play", "Skip to the table"),
        ("Find a rule", "find", "Skip to the search"),
        ("The answer", "result", "Skip to the answer"),
    ):
        tab.click(f"#views >> text={title}")
        tab.focus("#skip")
        assert tab.inner_text("#skip") == words
        tab.keyboard.press("Enter")
        assert tab.evaluate("document.activeElement.id") == section
        assert tab.locator(f"#{section}").is_visible()


# --- on paper --------------------------------------------------------------------------------------------


def printed(tab: Any) -> None:
    """Show a page as on paper, where nothing can be clicked."""
    tab.emulate_media(media="print")
    clickable = "button:visible:not(.options button, th button), select:visible, input:visible, .skip:visible"
    assert tab.locator(clickable).count() == 0


def test_a_printed_answer_names_what_was_asked(view: Open) -> None:
    tab = view(hash_=f"{CHANGED}&house-rules=violet")
    wait_for_games(tab)
    assert not tab.locator("#on-paper").is_visible()
    printed(tab)
    facts = [text.split("\n") for text in tab.locator("#on-paper > div").all_inner_texts()]
    assert facts == [
        ["Deck", "Three-Dragon Ante"],
        ["Table", "3 players"],
        ["Strategy", "all play Random"],
        ["Changes", "House rule: Violet Dragons", "Starting gold: 30 instead of 50"],
    ]
    heads = tab.locator("h1, h2, h3, h4").evaluate_all("all => all.map(one => getComputedStyle(one).breakAfter)")
    assert set(heads) == {"avoid"}


def test_a_printed_answer_without_changes_says_so_and_names_all_strategies(view: Open) -> None:
    tab = view(hash_="#deck=legendary&players=2&strategies=random,balanced")
    wait_for_games(tab)
    printed(tab)
    said = tab.inner_text("#on-paper")
    assert "Random, Balanced" in said and "none, this is the printed game" in said


def test_a_printed_game_has_no_buttons(view: Open) -> None:
    tab = view(hash_=f"{CHANGED}&view=games&game=7")
    tab.locator("#board .player").first.wait_for(timeout=WAIT)
    printed(tab)
    assert tab.locator("#board .player").first.is_visible() and tab.locator("#on-paper").is_visible()
    tab.emulate_media(media="screen")
    tab.click("#views >> text=Sit down and play")
    tab.click("#new-game")
    tab.locator("#options button").first.wait_for(timeout=WAIT)
    printed(tab)
    assert tab.locator("#own-board .seats").is_visible() and tab.locator("#options").is_visible()


# --- without JavaScript ----------------------------------------------------------------------------------


def test_without_javascript_the_page_says_what_it_is_and_needs(view: Open) -> None:
    tab = view(390, hash_=CHANGED, java_script_enabled=False)
    assert "needs JavaScript" in tab.locator("h1 + noscript").inner_text()
    assert "Change a rule or a card." in tab.inner_text("header")
    assert tab.locator("select:visible, button:visible, .panel:visible").count() == 0
    assert "Shuffling" not in tab.inner_text("body")
