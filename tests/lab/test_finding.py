"""A search for numbers of the game, in a real browser: from the form to the game with what it proposes."""

import re
from pathlib import Path
from typing import Any

import pytest
from in_browser import TOO_WIDE, WAIT, Open, open_view, saved, wait_for_games  # beside this file

from tda_sim.questions.design_files import read_spec

pytestmark = pytest.mark.full

TABLE = "#deck=original&players=3&strategies=random&view=find"
SLOW = f"{TABLE}&rules.series=100"  # nothing is found before a test looks elsewhere
PROCESSORS = "Object.defineProperty(navigator, 'hardwareConcurrency', {{ value: {} }})"


def wish(tab: Any, low: str, high: str, gold: tuple[int, int] = (20, 80)) -> None:
    """Wish for minutes, by starting gold."""
    tab.locator("#metric-1 option").first.wait_for(state="attached", timeout=WAIT)
    for place, number in (("#from-1", gold[0]), ("#to-1", gold[1]), ("#least-1", low), ("#most-1", high)):
        tab.fill(place, str(number))
    tab.click("#find-it")


def wait_until_found(tab: Any) -> None:
    tab.locator("#found td.holds").first.wait_for(timeout=WAIT)


def is_on(tab: Any) -> bool:
    return bool(tab.inner_text("#find-it") == "Stop")


def test_starting_gold_for_a_length_is_found_confirmed_and_taken_up(view: Open, tmp_path: Path) -> None:
    tab = view(hash_=TABLE)
    wish(tab, "15", "18")
    wait_until_found(tab)
    gold = re.fullmatch(r"Starting gold (\d+) instead of 50\.", tab.inner_text("#found-says h3"))
    assert gold is not None
    assert "Fresh games confirm it. The players: 3, who play Random." in tab.inner_text("#found-says")
    row = tab.locator("#found tbody tr").first
    assert row.get_attribute("data-verdict") == "holds" and row.locator("td").last.inner_text() == "yes"
    believed, played, low, high = map(float, re.findall(r"\d+\.\d+", " ".join(row.locator("td.num").all_inner_texts())))
    assert 15 < low < played < high < 18 and abs(believed - played) < 1
    assert "10,000 fresh games" in tab.inner_text("#so-far")
    path = tmp_path / "my-goals.yaml"
    path.write_text(saved(tab, "#save-goals"))
    spec = read_spec(str(path))
    assert (spec.deck.endswith("original"), spec.players, spec.file.table) == (True, (3,), "random")
    assert [(each.low, each.high) for each in spec.goals] == [(15, 18)]
    assert [factor.values for factor in spec.space.factors] == [tuple(range(20, 81, 2))]
    tab.click("#found >> text=Take it up")
    assert tab.inner_text("#changes").startswith(f"Starting gold: {gold[1]} instead of 50")
    assert tab.locator("#result").is_visible()
    open_view(tab, "Find a rule")
    tab.get_by_text("Your game has these numbers now.").wait_for(timeout=WAIT)
    tab.click("#reset")
    tab.locator("#found-age").wait_for(state="hidden", timeout=WAIT)
    tab.click('.row[data-key="rules.end.gambits"] button[data-step="1"]')
    tab.get_by_text("The game has changed since.").wait_for(timeout=WAIT)
    assert tab.locator("#found button").first.is_disabled()


def test_the_answer_goes_on_after_a_search(view: Open) -> None:
    tab = view(hash_=TABLE.removesuffix("&view=find"))
    wait_for_games(tab)
    open_view(tab, "Find a rule")
    wish(tab, "15", "18")
    wait_until_found(tab)
    open_view(tab, "The answer")
    tab.locator("#played", has_text=re.compile("^100,000 games$")).wait_for(timeout=WAIT)
    assert tab.locator("#measures td").count() > 0


def test_other_changes_hold_and_what_is_in_the_way_is_named(view: Open, tmp_path: Path) -> None:
    tab = view(390, "dark", f"{TABLE}&rules.hand_limit=8")
    tab.locator("#metric-2 option").first.wait_for(state="attached", timeout=WAIT)
    tab.select_option("#metric-2", "comebacks")
    tab.fill("#least-2", "90")
    wish(tab, "15", "18")
    wait_until_found(tab)
    assert tab.inner_text("#found-says h3").startswith("Nothing fits. The nearest: Starting gold ")
    assert "In the way: comeback rate. The other can be had." in tab.inner_text("#found-says")
    assert tab.locator('#found [data-metric="comebacks"]').first.get_attribute("data-verdict") == "not"
    assert tab.evaluate(TOO_WIDE) == []
    (tmp_path / "my-house-rule.yaml").write_text(saved(tab, "#save-start"))
    goals = saved(tab, "#save-goals")
    assert 'rules: "my-house-rule.yaml"' in goals and 'comebacks: ">= 90"' in goals
    path = tmp_path / "my-goals.yaml"
    path.write_text(goals.replace("my-house-rule.yaml", str(tmp_path / "my-house-rule.yaml")))
    assert read_spec(str(path)).space.played.rules.hand_limit == 8


def test_a_search_is_the_same_however_many_workers_there_are(view: Open) -> None:
    found = []
    for count in (1, 4):
        tab = view(hash_=TABLE, script=PROCESSORS.format(count))
        wish(tab, "15", "18")
        wait_until_found(tab)
        found.append([tab.inner_text(place) for place in ("#so-far", "#found-says", "#found")])
    assert found[0] == found[1]


def test_wrong_numbers_are_named_beside_the_form(view: Open) -> None:
    tab = view(hash_=TABLE)
    for low, high, gold, message in (
        ("", "", (20, 80), "Minutes per game (estimated): write at least or at most how much"),
        ("20", "10", (20, 80), "at least 20 and at most 10 leave no room; write the smaller number first."),
        ("10", "20", (80, 20), "Starting gold: write the smaller number first, such as 26 to 100."),
        ("10", "20", (-1, 20), "Starting gold: -1 to 20 is more than 0 to 100,000; write 26 to 100, say."),
    ):
        wish(tab, low, high, gold)
        tab.locator("#wish-wrong", has_text=message).wait_for(timeout=WAIT)
        assert tab.locator("#wish-wrong p").count() == 1 and not is_on(tab)
    tab.select_option("#knob-2", "rules.starting_gold.each")
    tab.select_option("#metric-2", "minutes")
    tab.fill("#least-2", "10")
    wish(tab, "10", "20")
    lines = tab.locator("#wish-wrong p").all_inner_texts()
    assert [line.split(" stands there twice")[0] for line in lines] == ["Starting gold", "Minutes per game (estimated)"]


def test_a_search_stops_when_asked_or_left_or_when_the_game_changes(view: Open) -> None:
    tab = view(hash_=SLOW)
    wish(tab, "15", "18")
    assert is_on(tab)
    tab.click("#find-it")
    tab.locator("#so-far", has_text="Stopped. ").wait_for(timeout=WAIT)
    assert not is_on(tab) and "No fresh games have confirmed it." in tab.inner_text("#so-far")
    tab.click("#find-it")
    open_view(tab, "The answer")
    open_view(tab, "Find a rule")
    tab.locator("#so-far", has_text="Stopped, since you looked elsewhere. ").wait_for(timeout=WAIT)
    tab.click("#find-it")
    tab.click('.row[data-key="rules.end.gambits"] button[data-step="1"]')
    tab.locator("#so-far", has_text="Stopped, since the game has changed. ").wait_for(timeout=WAIT)
    assert not is_on(tab) and tab.locator("#found *").count() == 0
