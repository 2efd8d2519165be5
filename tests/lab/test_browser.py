"""The laboratory in a real browser: it plays offline, says what the command line says, and keeps what was asked.

Needs Chromium: see the fixture `browser`.
"""

import csv
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import tda_sim
from tda_sim import seats
from tda_sim.definitions.clocks import load_clock
from tda_sim.documents.html import Inset, html
from tda_sim.documents.model import Document
from tda_sim.engine.terms import Stop
from tda_sim.lab.page import page
from tda_sim.measures.summary import summary
from tda_sim.one_game.driver import Asked, Driver, drive, go
from tda_sim.one_game.replay import dealt_game, replay_record
from tda_sim.runs.play import plan_work

WAIT = 180_000  # milliseconds: on a busy machine everything takes long
TOO_WIDE = """[...document.querySelectorAll('body *')].filter(one => !one.closest('.scroll, .skip, .hide, .panel')
  && one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 90))"""
PLAYED = r"([\d,]+) games"
CALM = """() => new Promise(done => {
  const seen = [];
  const look = () => {
    seen.push([document.querySelector('#result').innerText.replace(/[^]*?so far/, ''),
      document.querySelector('#answer').innerText,
      document.querySelector('#measures').getBoundingClientRect().top,
      [...document.querySelectorAll('#measures thead th')].map(cell => cell.getBoundingClientRect().left).join()]);
    if (seen.length < 40) setTimeout(look, 100); else done(seen);
  };
  look();
})"""  # every tenth of a second: what can be read, sentences, where the table is, where its columns are
IN_VIEW = (
    """one => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"""
)
COVERED = """[...document.querySelectorAll('.lengths .mark text')].flatMap(text =>
  [...document.querySelectorAll('.lengths .mark line, .lengths path, .lengths .mark text')].filter(other => {
    const [one, two] = [text, other].map(each => each.getBoundingClientRect());
    return other !== text && one.left < two.right && two.left < one.right
      && one.top < two.bottom && two.top < one.bottom;
  }).map(other => `${text.textContent} over ${other.outerHTML.slice(0, 60)}`))"""

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    path.write_text(page("original"), "utf-8")
    return path


@pytest.fixture
def view(browser: Any, file: Path) -> Iterator[Open]:
    """Open the page; whatever it complains about or asks the network for fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(
        width: int = 1400, scheme: str = "light", hash_: str = "", script: str = "", of: Path = file, **options: Any
    ) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        contexts.append(context)
        context.add_init_script(script)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: complaints.extend([] if _own(request.url) else [request.url]))
        tab.goto(of.as_uri() + hash_)
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


def test_a_heat_map_shows_what_changed_by_how_much(view: Open) -> None:
    tab = view(hash_="#deck=original&strategies=random")
    wait_for_games(tab)
    assert not tab.locator("#at-a-glance").is_visible()
    field = tab.locator('.row[data-key="rules.starting_gold.each"] input')
    field.fill("10")
    field.press("Enter")
    tiles = tab.locator("#glance li")
    tiles.first.wait_for(timeout=WAIT)
    finish(tab)
    tab.wait_for_function("document.querySelector('#glance li.less[data-shade]')", timeout=WAIT)
    rows = {row["title"].capitalize(): row for row in csv.DictReader(saved(tab, "#csv").splitlines())}
    length = tab.locator("#glance li", has_text="Rounds per game")
    assert rows["Rounds per game"]["verdict"] == "less" and length.get_attribute("class") == "less"
    margins = abs(float(rows["Rounds per game"]["change"])) / float(rows["Rounds per game"]["margin"])
    assert 2 ** (int(length.get_attribute("data-shade")) - 1) < margins
    assert tiles.count() > 15
    for word in ("same", "unclear"):
        assert tab.locator(f"#glance li.{word}[data-shade]").count() == 0


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


def test_a_number_that_is_typed_says_how_to_go_on(view: Open) -> None:
    tab = view()
    wait_for_games(tab)
    row = tab.locator('.row[data-key="rules.starting_gold.each"]')
    name = "one => getComputedStyle(one.querySelector('.name'), ':after').content"
    row.locator("input").fill("30")
    tab.locator(".row.typed").wait_for(timeout=WAIT)
    assert row.evaluate(name) == '" · press Enter"'
    row.locator("input").press("Enter")
    tab.locator("#changes li").first.wait_for(timeout=WAIT)
    assert row.evaluate(name) == "none"


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


def test_numbers_of_ante_effects_and_of_what_a_house_rule_adds_can_be_changed(view: Open) -> None:
    tab = view(hash_="#deck=emperors-gambit&players=4&strategies=random&house-rules=costly-mortals")
    wait_for_games(tab)
    for key, value in (("powers.costly-mortals.before.0", "3"), ("cards.spy.ante.1", "5")):
        field = tab.locator(f'.row[data-key="{key}"] input')
        field.evaluate("one => one.closest('details').open = true")
        field.fill(value)
        field.press("Enter")
        tab.wait_for_function(f"location.hash.includes('{key}={value}')", timeout=WAIT)
        tab.locator("body:not(.stale)").wait_for(timeout=WAIT)  # controls are drawn again before that
    changes = tab.locator("#changes li").all_inner_texts()
    assert "Every mortal: pay stakes 3 instead of 1" in changes[1]
    assert "Spy: in the ante: leader pays 5 instead of 2" in changes[2]
    rule = yaml.safe_load(saved(tab, "#rule-file"))["changes"]
    assert rule["powers"] == [{"of": "mortal", "before": [{"pay_stakes": 3}]}]
    assert rule["cards"] == {"spy": {"ante": [{"leader_pays": 5}]}}
    back = tab.locator('.row[data-key="powers.costly-mortals.before.0"] .back')
    assert back.inner_text() == "Costly mortals: 1"
    back.click()
    tab.wait_for_function("!location.hash.includes('before.0')", timeout=WAIT)
    tab.click('.row[data-key="cards.spy.ante.1"] .back')
    tab.wait_for_function("!location.hash.includes('spy')", timeout=WAIT)
    assert tab.locator("#changes li").count() == 1


def test_a_series_of_games_is_compared_without_comebacks(view: Open) -> None:
    tab = view(hash_="#deck=original&players=3&strategies=random&rules.series=2")
    tab.locator("#measures td.verdict").first.wait_for(timeout=WAIT)
    metrics = [row.get_attribute("data-metric") for row in tab.locator("#measures tbody tr").all()]
    assert "plays" in metrics
    assert "comebacks" not in metrics


def test_what_a_house_rule_adds_goes_with_it(view: Open) -> None:
    tab = view(
        hash_="#deck=original&players=4&strategies=random&house-rules=thieving-gods&powers.thieving-gods.after.0=9"
    )
    wait_for_games(tab)
    assert tab.locator("#changes li").count() == 2
    tab.locator("#presets").get_by_label("Thieving gods", exact=True).uncheck()
    tab.wait_for_function("!location.hash.includes('thieving-gods')", timeout=WAIT)
    assert tab.locator("#changes li").count() == 0


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
    tab.click("#to-change")
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


@pytest.fixture
def report_file(tmp_path: Path) -> Path:
    """A report whose laboratory opens with another starting gold."""
    path = tmp_path / "report.html"
    inset = Inset(page("original"), "players=3&strategies=random&rules.starting_gold.each=30")
    path.write_text(html(Document("Less gold"), inset), "utf-8")
    return path


@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (820, "dark"), (390, "light")])
def test_in_a_report_it_starts_when_the_reader_opens_it(view: Open, report_file: Path, width: int, scheme: str) -> None:
    tab = view(width, scheme, of=report_file)
    lab = tab.frame_locator("#lab iframe")
    assert tab.locator("#lab iframe").get_attribute("src") is None
    tab.click("nav a >> text=The lab")
    tab.locator("#lab details[open]").wait_for(timeout=WAIT)
    lab.locator("body[data-games]").wait_for(timeout=WAIT)
    assert "30 instead of 50" in lab.locator("#changes").inner_text()
    assert lab.locator("#players").input_value() == "3"
    assert not lab.locator("#link").is_visible()
    lab.locator('.row[data-key="rules.starting_gold.each"] button[data-step="1"]').click()
    assert "31 instead of 50" in lab.locator("#changes").inner_text()
    with tab.expect_download() as saved:
        lab.locator("#rule-file").click()
    assert yaml.safe_load(Path(saved.value.path()).read_text("utf-8"))["rules"]["starting_gold"]["each"] == 31
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_in_a_report_it_opens_in_a_tab_of_its_own(view: Open, report_file: Path) -> None:
    tab = view(of=report_file)
    tab.click("#lab summary")
    with tab.context.expect_page() as opened:
        tab.click("text=Open the lab in a tab of its own")
    wait_for_games(opened.value)
    assert "30 instead of 50" in opened.value.inner_text("#changes")


def test_a_printed_report_leaves_it_out_and_does_not_start_it(view: Open, report_file: Path) -> None:
    tab = view(of=report_file)
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    tab.emulate_media(media="print")
    assert not tab.locator("#lab").is_visible()
    assert tab.locator("#lab iframe").get_attribute("src") is None


# --- a game to look at, and one to play -------------------------------------------------------------------


def open_view(tab: Any, title: str) -> None:
    tab.click(f"#views >> text={title}")


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


def sit_down(tab: Any, seat: int, seed: int) -> None:
    open_view(tab, "Sit down and play")
    tab.select_option("#own-seat", str(seat))
    tab.fill("#own-seed", str(seed))
    tab.click("#new-game")
    tab.locator("#play .options button").first.wait_for(timeout=WAIT)


def test_a_game_that_is_played_is_that_of_the_engine(view: Open) -> None:
    tab, answers = view(hash_="#deck=original&players=3"), 0
    sit_down(tab, 1, 77)
    while tab.locator("#play .options button").count():
        if answers == 4:  # a game is taken up where it was left
            before = tab.inner_text("#question"), tab.locator("#play .board").inner_text()
            tab.reload()
            open_view(tab, "Sit down and play")
            tab.locator("#play .options button").first.wait_for(timeout=WAIT)
            assert (tab.inner_text("#question"), tab.locator("#play .board").inner_text()) == before
        tab.locator("#play .options button").last.click()
        answers += 1
    work = plan_work("original", None, 3, "weighted", 77, False)
    game = dealt_game(work, 0)
    seats.sit_down(game, [work.strategy("weighted")] * 3)
    drive(game, [1])
    driver, asked = Driver(game), 0

    def last(question: Asked) -> int:
        nonlocal asked
        asked += 1
        return len(question.options) - 1

    go(driver, Stop.GAME, last)
    assert asked == answers > 10
    gold = driver.now[0]["tally"]["gold"][:3].tolist()
    assert tab.locator("#play .hoard").all_inner_texts() == [f"{each} gold" for each in gold]
    winners = [seat for seat in range(3) if int(driver.now[0]["tally"]["winners"]) >> seat & 1]
    said = "You win!" if winners == [1] else "You share the win." if 1 in winners else "You do not win this time"
    assert tab.inner_text("#question").startswith(said)


def test_who_plays_sees_only_the_own_hand_and_gets_a_hint(view: Open) -> None:
    tab = view(hash_="#deck=legendary&players=2&strategies=random")
    sit_down(tab, 0, 5)
    tab.locator("#play .options button").first.click()
    options = tab.locator("#play .options button").count()
    assert tab.locator('#play ul[aria-label^="Hand of"]').count() == 1
    assert tab.locator('#play ul[aria-label="Hand of player 1 (you)"] li').count() > 3
    assert not re.search(r"Player 2 .* draws (?!a card)", tab.inner_text("#play .log"))
    assert "tda play legendary --players 2 --strategies weighted --seat 0 --seed 5" in tab.inner_text("#play pre")
    tab.click("#hint")
    tab.locator("#advice").wait_for(timeout=WAIT)
    assert re.search(r"Best, by playing ahead: .* Master would answer: ", tab.inner_text("#advice"))
    assert tab.locator("#hint-text tbody tr").count() == options
    assert tab.evaluate(TOO_WIDE) == []


def test_on_a_narrow_page_a_link_leads_to_the_controls_and_a_bar_leads_back(view: Open) -> None:
    tab = view(390, hash_="#deck=original&players=2&strategies=random&rules.rounds=4")
    wait_for_games(tab)
    assert not tab.locator("#jump").is_visible()
    tab.click("#to-change")
    tab.locator("#jump").wait_for(timeout=WAIT)
    assert "rules.rounds=4" in tab.url
    assert tab.locator("#changes li").count() == 1
    assert tab.inner_text("#jump") == tab.inner_text("#answer p >> nth=0")
    tab.click("#jump")
    tab.locator("#jump").wait_for(state="hidden", timeout=WAIT)


# --- what can be read and reached -------------------------------------------------------------------------


def test_sentences_and_tables_stand_while_games_come_in(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random&rules.starting_gold.each=30")
    wait_for_games(tab)
    seen = tab.evaluate(CALM)
    assert len({columns for *_, columns in seen}) == 1
    pairs = list(itertools.pairwise(seen))
    rewritten = [(before, after) for before, after in pairs if before[:2] != after[:2]]
    assert len(rewritten) <= 2  # in four seconds
    assert all(before[2] <= after[2] for before, after in pairs)
    assert all(before[2] == after[2] for before, after in pairs if before[1] == after[1])


def test_stakes_are_compared_as_parts_of_the_starting_gold_and_in_coins(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random&rules.starting_gold.each=30")
    wait_for_games(tab)
    finish(tab)
    rows = {row["name"]: row for row in csv.DictReader(saved(tab, "#csv").splitlines())}
    before, after = (float(rows["stakes"][side]) for side in ("printed", "changed"))
    text = tab.inner_text("#answer").replace("\u202f", " ")
    assert (
        f"higher after scaling to the same starting gold: {100 * after / 30:.0f} % of what a player starts with" in text
    )
    assert f"In coins, {after:.1f} gold instead of {before:.1f}." in text
    assert "start with 30 gold, not 50, so a coin of theirs counts as 1.67." in tab.inner_text("#coin")
    assert "the player who is poorest halfway through a game wins it" in tab.inner_text("#result")


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (820, 900), (390, 780)])
def test_the_question_and_a_hint_are_in_view(view: Open, width: int, height: int) -> None:
    tab = view(width, hash_="#deck=original&players=4&strategies=random", reduced_motion="reduce")
    tab.set_viewport_size({"width": width, "height": height})
    sit_down(tab, 1, 77)
    tab.wait_for_function("scrollY > 0", timeout=WAIT)
    for place in ("#question", "#play .options button >> nth=0", "#play .options button >> nth=-1"):
        assert tab.locator(place).evaluate(IN_VIEW), place
    tab.locator("#play .options button").first.click()
    assert tab.locator("#question").evaluate(IN_VIEW)
    tab.click("#hint")
    tab.locator("#advice").wait_for(timeout=WAIT)
    assert tab.locator("#advice").evaluate(IN_VIEW)
    assert tab.evaluate(TOO_WIDE) == []


def test_a_card_in_the_hand_is_a_button_where_it_is_an_option(view: Open) -> None:
    tab = view(hash_="#deck=original&players=3&strategies=random")
    sit_down(tab, 0, 77)
    hand = tab.locator('#play ul[aria-label="Hand of player 1 (you)"]')
    card = hand.get_by_role("button").nth(1)
    title = card.inner_text().split(" (")[0]
    assert card.get_attribute("aria-label") == f"Choose {card.inner_text()}"
    assert hand.get_by_role("button").count() == tab.locator("#play .options button").count()
    card.focus()
    tab.keyboard.press("Enter")
    assert f"Player 1 (you) antes {title}." in tab.inner_text("#play .log")
    assert tab.evaluate("document.activeElement.closest('.chips') !== null")
    while "ante" in tab.inner_text("#question") or "play?" in tab.inner_text("#question"):
        hand.get_by_role("button").first.click()
    options = {text.split("\n")[0].split(" (")[0] for text in tab.locator("#play .options button").all_inner_texts()}
    buttons = {text.split(" (")[0] for text in hand.get_by_role("button").all_inner_texts()}
    assert buttons <= options
    assert tab.locator('#play ul[aria-label^="Flight of"] button').count() == 0


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
    hand = tab.locator('#play ul[aria-label="Hand of player 1 (you)"]')
    dealt = hand.inner_text()
    tab.locator("#play .options button").first.click()
    tab.click("#new-game")
    tab.wait_for_function("document.querySelector('#question').innerText.includes('ante')", timeout=WAIT)
    assert hand.inner_text() == dealt
    tab.fill("#own-seed", "")
    tab.click("#new-game")
    tab.wait_for_function("!document.querySelector('#play pre').innerText.endsWith('--seed 77')", timeout=WAIT)
    assert hand.inner_text() != dealt
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


@pytest.mark.parametrize("width", [1400, 390])
def test_labels_of_the_chart_cover_no_line(view: Open, width: int) -> None:
    tab = view(width, hash_="#deck=original&players=4&strategies=random&rules.starting_gold.each=45")
    wait_for_games(tab)
    finish(tab)
    assert tab.locator(".lengths .mark text").count() == 2
    assert tab.evaluate(COVERED) == []
