"""A game to look at, and one to play, in a real browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from in_browser import TOO_WIDE, WAIT, Open, answer, open_view, saved, sit_down  # beside this file
from jsonschema import Draft202012Validator

from tda_sim import agents
from tda_sim.engine.terms import Stop
from tda_sim.one_game.driver import Asked, Driver, drive, go
from tda_sim.one_game.recorded import read_game, schema
from tda_sim.one_game.replay import dealt_game, replay_record
from tda_sim.review.people import read_people
from tda_sim.runs.play import plan_work
from tda_sim.studies.usual import HEADLINE

pytestmark = pytest.mark.full

IN_VIEW = (
    """one => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"""
)


@pytest.fixture
def looked(view: Open) -> Any:
    tab = view(hash_="#deck=original&players=3&strategies=random,balanced,weighted")
    open_view(tab, "Look at a game")
    tab.locator("#board .player").first.wait_for(timeout=WAIT)
    return tab


def record_of(tab: Any) -> tuple[int, dict[str, Any]]:
    """Return the number of the game that is looked at, and its record by the command that the page shows."""
    line = re.search(r"--strategies (\S+) --seed (\d+) --game (\d+)", tab.inner_text("#games pre"))
    assert line is not None
    work = plan_work("original", None, 3, line[1], int(line[2]), False)
    return int(line[3]), replay_record(work, int(line[3]))


def test_a_game_is_stepped_by_keyboard(looked: Any) -> None:
    number, record = record_of(looked)
    steps = [step for gambit in record["gambits"] for step in gambit["steps"]]
    assert f"Game {number}: of the first 1,000 games" in looked.inner_text("#why")
    looked.keyboard.press("ArrowRight")
    assert "Gambit 1: the ante" in looked.inner_text("#step")
    assert looked.get_attribute("#step", "aria-live") == "polite"
    for _ in range(7):
        looked.keyboard.press("ArrowRight")
    looked.keyboard.press("ArrowLeft")
    place = steps[6]["position"]
    assert looked.locator("#games .hoard").all_inner_texts() == [f"{gold} gold" for gold in place["hoards"]]
    assert looked.inner_text("#games .facts").startswith(f"Stakes {place['stakes']} ")
    looked.keyboard.press("Shift+ArrowRight")
    assert "Gambit 2: the ante" in looked.inner_text("#step")
    looked.keyboard.press("End")
    winner = record["result"]["winners"][0]
    assert re.search(rf"Player {winner + 1} \(\w+\) wins the game", looked.inner_text("#step"))
    assert looked.inner_text("#games .steps").count(f"Step {len(steps) + 1} of {len(steps) + 1}") == 1
    looked.keyboard.press("Home")
    assert "The deal" in looked.inner_text("#step")


def test_hidden_hands_are_hidden(looked: Any) -> None:
    _, record = record_of(looked)
    steps = [step for gambit in record["gambits"] for step in gambit["steps"]]
    drawn = next(k for k, step in enumerate(steps) if any(event["event"] == "draw" for event in step["events"]))
    for _ in range(drawn + 1):
        looked.keyboard.press("ArrowRight")
    assert looked.locator('#games ul[aria-label^="Hand of"] li').count() > 3
    assert "draws a card." not in looked.inner_text("#step")
    looked.get_by_label("hands open").uncheck()
    assert looked.locator('#games ul[aria-label^="Hand of"]').count() == 0
    assert "draws a card." in looked.inner_text("#step")


def test_other_games_can_be_looked_at_and_the_changed_one_is_another(looked: Any) -> None:
    seen = {looked.inner_text("#why")}
    for title in ("A wild game", "A one-sided game"):
        before = looked.inner_text("#why")
        looked.click(f"text={title}")
        looked.get_by_text(before).wait_for(state="detached", timeout=WAIT)
        seen.add(looked.inner_text("#why"))
    assert len(seen) == 3
    field = looked.locator('.row[data-key="rules.starting_gold.each"] input')
    field.fill("20")
    field.press("Enter")
    looked.locator("#games pre >> text=my-house-rule.yaml").wait_for(timeout=WAIT)
    assert all(int(text.split()[0]) == 20 for text in looked.locator("#games .hoard").all_inner_texts())


@pytest.mark.sample(1, 2)
@pytest.mark.parametrize("timed", [True, False])
def test_a_game_is_kept_as_a_file_that_people_reads(view: Open, tmp_path: Path, timed: bool) -> None:
    """By a rule made in the page; times are in it only if the person agreed, and it is taken up with them."""
    tab = view(hash_="#deck=original&players=3&strategies=random&rules.starting_gold.each=12")
    open_view(tab, "Sit down and play")
    assert not tab.is_checked("#own-times")
    tab.set_checked("#own-times", timed)
    sit_down(tab, 1, 77)
    for k in range(500):
        if k == 3:
            (tmp_path / "left.json").write_text(saved(tab, "#keep-game"))
            tab.reload()
            open_view(tab, "Sit down and play")
            tab.locator("#play .options button").first.wait_for(timeout=WAIT)
        if not tab.locator("#play .options button").count():
            break
        tab.locator("#play .options button").last.click()
    tab.fill("#own-name", "Ada <b>")
    (tmp_path / "whole.json").write_text(saved(tab, "#keep-game"))
    people = read_people(tmp_path, "master", progress=False)
    left, whole = people.games
    assert (left.who, whole.who) == ("anonymous", "Ada <b>") and not left.counts
    assert len(left.places) == 3 and len(whole.places) == k
    kept = read_game(tmp_path / "whole.json")
    assert kept.own["my-house-rule.yaml"] and kept.gold is not None
    assert (len(kept.times or ()), sum(map(len, whole.times.values()))) == ((k, k) if timed else (0, 0))
    written = json.loads((tmp_path / "whole.json").read_text())
    assert [*Draft202012Validator(schema()).iter_errors(written)] == []


def test_a_game_that_is_played_is_that_of_the_engine(view: Open) -> None:
    tab, answers = view(hash_="#deck=original&players=3"), 0
    sit_down(tab, 1, 77)
    while count := tab.locator("#play .options button").count():
        if answers == 4:  # a game is taken up where it was left
            before = tab.inner_text("#question"), tab.inner_text("#own-board")
            tab.reload()
            open_view(tab, "Sit down and play")
            tab.locator("#play .options button").first.wait_for(timeout=WAIT)
            assert (tab.inner_text("#question"), tab.inner_text("#own-board")) == before
        answer(tab, count - 1)
        answers += 1
    work = plan_work("original", None, 3, HEADLINE, 77, False)
    game = dealt_game(work, 0)
    agents.sit_down(game, work.seated(0))
    drive(game, [1])
    driver, asked = Driver(game), 0

    def last(question: Asked) -> int:
        nonlocal asked
        asked += 1
        return len(question.options) - 1

    go(driver, Stop.GAME, last)
    assert asked == answers > 10
    gold = driver.now[0]["tally"]["gold"][:3].tolist()
    assert tab.locator("#play .hoard").all_inner_texts() == [str(each) for each in gold]
    winners = [seat for seat in range(3) if int(driver.now[0]["tally"]["winners"]) >> seat & 1]
    said = "You win!" if winners == [1] else "You share the win." if 1 in winners else "You do not win this time"
    assert tab.inner_text("#question").startswith(said)


def test_who_plays_sees_only_the_own_hand_and_gets_a_hint(view: Open) -> None:
    tab = view(hash_="#deck=legendary&players=2&strategies=random")
    sit_down(tab, 0, 5)
    tab.locator("#play .options button").first.click()
    options = tab.locator("#play .options button").count()
    hands = tab.locator('#play ul[aria-label^="Hand of"]').evaluate_all("all => all.map(one => one.ariaLabel)")
    assert hands in ([], ["Hand of player 1 (you)"])
    assert not re.search(r"Player 2 .* draws (?!a card)", tab.inner_text("#play .log"))
    line = f"tda play legendary --players 2 --strategies {HEADLINE} --seat 0 --seed 5"
    assert line in tab.inner_text("#play pre") and "where player 1 is seat 0" in tab.inner_text("#play")
    tab.click("#hint")
    tab.locator("#advice").wait_for(timeout=WAIT)
    assert re.search(r"Best, by playing ahead: .* Master would answer: ", tab.inner_text("#advice"))
    assert tab.locator("#hint-text tbody tr").count() == options
    assert tab.evaluate(TOO_WIDE) == []


def test_the_end_of_a_gambit_is_announced_above_the_next_ante(view: Open) -> None:
    tab = view(hash_="#deck=original&players=3&strategies=random")
    sit_down(tab, 0, 77)
    assert not tab.locator("#play .ended").is_visible()
    while not tab.locator("#play .ended").is_visible():
        tab.locator("#play .options button").first.click()
    said = tab.inner_text("#play .ended b")
    won = re.fullmatch(r"Gambit 1 is over\. (Player \d \(\w+\) wins the gambit and \d+ gold\.)", said)
    assert won is not None and won[1] in tab.inner_text("#play .log .ending")
    tab.click("#play .ended summary")
    assert tab.locator("#play .ended li").count() == 3
    tab.locator("#play .options button").first.click()
    assert not tab.locator("#play .ended").is_visible()


def test_a_seed_deals_the_same_cards_again_and_no_seed_others(view: Open) -> None:
    tab = view(hash_="#deck=original&players=3&strategies=random")
    sit_down(tab, 0, 77)
    dealt = tab.inner_text("#play .options")
    tab.locator("#play .options button").first.click()
    tab.click("#new-game")
    tab.wait_for_function("document.querySelector('#question').innerText.includes('ante')", timeout=WAIT)
    assert tab.inner_text("#play .options") == dealt
    tab.fill("#own-seed", "")
    tab.click("#new-game")
    tab.wait_for_function("!document.querySelector('#play pre').innerText.endsWith('--seed 77')", timeout=WAIT)
    assert tab.inner_text("#play .options") != dealt
    assert tab.input_value("#own-seed") == ""


def test_a_wild_game_has_ways_to_what_makes_it_wild(view: Open) -> None:
    tab = view(390, hash_="#deck=original&players=3&strategies=random", reduced_motion="reduce")
    open_view(tab, "Look at a game")
    tab.locator("#board .player").first.wait_for(timeout=WAIT)
    before = tab.inner_text("#why")
    tab.click("text=A wild game")
    tab.get_by_text(before).wait_for(state="detached", timeout=WAIT)
    assert (
        tab.evaluate(
            "board.getBoundingClientRect().top - document.querySelector('#step li').getBoundingClientRect().bottom"
        )
        < 40
    )
    button = tab.locator('[data-moment="stakes"]')
    most = re.fullmatch(r"the largest stakes: (\d+) gold", button.inner_text())
    button.click()
    assert most is not None and tab.locator("#step h3").evaluate(IN_VIEW)
    assert tab.inner_text("#games .facts").startswith(f"Stakes {most[1]} ")
    tab.click('[data-moment="power"]')
    assert "triggers." in tab.inner_text("#step") or "uses the power of" in tab.inner_text("#step")
    tab.click('[data-moment="lead"]')
    assert "wins the gambit" in tab.inner_text("#step")
    tab.get_by_role("button", name="Next gambit").click()
    assert "the ante" in tab.inner_text("#step")
    tab.get_by_role("button", name="Previous step").click()
    assert "the ante" not in tab.inner_text("#step")
