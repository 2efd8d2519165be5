"""The laboratory in a real browser: it plays offline, says what the command line says, and keeps what was asked."""

import csv
import itertools
import re
from pathlib import Path

import pytest
import yaml
from in_browser import TOO_WIDE, WAIT, Open, finish, saved, wait_for_games  # beside this file

import tda_sim
from tda_sim.definitions.clocks import load_clock
from tda_sim.measures.summary import summary
from tda_sim.measures.table import LEVELS

pytestmark = pytest.mark.full

STANDS = 3000  # milliseconds for which an answer stands at least
CALM = """() => new Promise(done => {
  const seen = [];
  const look = () => {
    seen.push([performance.now(), document.querySelector('#result').innerText.replace(/[^]*?so far/, ''),
      document.querySelector('#answer').innerText,
      document.querySelector('#measures').getBoundingClientRect().top,
      [...document.querySelectorAll('#measures thead th')].map(cell => cell.getBoundingClientRect().left).join()]);
    if (seen.length < 40) setTimeout(look, 100); else done(seen);
  };
  look();
})"""  # every tenth of a second: when, what can be read, sentences, where the table is, where its columns are
COVERED = """[...document.querySelectorAll('.lengths .mark text')].flatMap(text =>
  [...document.querySelectorAll('.lengths .mark line, .lengths path, .lengths .mark text')].filter(other => {
    const [one, two] = [text, other].map(each => each.getBoundingClientRect());
    return other !== text && one.left < two.right && two.left < one.right
      && one.top < two.bottom && two.top < one.bottom;
  }).map(other => `${text.textContent} over ${other.outerHTML.slice(0, 60)}`))"""


@pytest.mark.sample(1, 3)
@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (820, "dark"), (390, "light")])
def test_the_page_plays_at_once_and_nothing_overflows(view: Open, width: int, scheme: str) -> None:
    tab = view(width, scheme)
    wait_for_games(tab)
    assert "minutes" in tab.inner_text("#answer p >> nth=0")
    assert tab.evaluate(TOO_WIDE) == []


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
        levels = summary(run.games, run.seats, load_clock(), 4).filter(kind=LEVELS)
        table = dict(levels.select("measure", "estimate").iter_rows())
        for name in ("plays", "minutes", "stakes", "comebacks", "special_flights", "leader_game"):
            assert float(rows[name][column]) == pytest.approx(table[name], rel=1e-12), (column, name)
    assert rows["minutes"]["verdict"] == "less"
    assert re.match(r"Games are .* (shorter|as long) \(from ", tab.inner_text("#answer"))


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


def test_an_edit_renews_controls_in_place(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random")
    family = tab.locator("#cards details", has_text="Black Dragons")
    family.locator("summary").first.click()
    rules = tab.locator("#rules details").first
    rules.locator("summary").click()
    before = tab.locator("#rules .row").evaluate_all("all => { window.before = all; return all.length; }")
    steal = family.locator('.row[data-key="dragons.black.power.0"]')
    steal.locator("button[data-step='1']").click()
    tab.locator("body:not(.stale)").wait_for(timeout=WAIT)
    same = "all => all.every((one, k) => one === window.before[k])"
    assert before > 10 and tab.locator("#rules .row").evaluate_all(same)
    assert family.get_attribute("open") is not None and rules.get_attribute("open") is None
    assert steal.locator("input").input_value() == "3"
    steal.locator(".back").click()
    assert steal.locator("input").input_value() == "2"


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


@pytest.mark.sample(1, 3)
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


@pytest.mark.sample(1, 2)
@pytest.mark.parametrize("lacking", ["delete window.DecompressionStream", "WebAssembly.validate = () => false"])
def test_an_old_browser_is_told(view: Open, lacking: str) -> None:
    tab = view(script=lacking)
    word = tab.get_by_text("needs a browser from 2023 or later")
    word.wait_for(timeout=WAIT)
    assert word.is_visible() and not tab.locator("#measures td").count()


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


def test_sentences_and_tables_stand_while_games_come_in(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random&rules.starting_gold.each=30")
    wait_for_games(tab)
    looks = tab.evaluate(CALM)
    times, seen = [look[0] for look in looks], [look[1:] for look in looks]
    assert len({columns for *_, columns in seen}) == 1
    pairs = list(itertools.pairwise(seen))
    rewritten = [(before, after) for before, after in pairs if before[:2] != after[:2]]
    assert len(rewritten) <= 1 + (times[-1] - times[0]) // STANDS  # twice in four seconds
    assert all(before[2] <= after[2] for before, after in pairs)
    assert all(before[2] == after[2] for before, after in pairs if before[1] == after[1])


def test_stakes_are_compared_in_coins_first_and_then_as_shares_of_the_starting_gold(view: Open) -> None:
    tab = view(hash_="#deck=original&players=4&strategies=random&rules.starting_gold.each=30")
    wait_for_games(tab)
    finish(tab)
    text, numbers = "", ""
    while text != tab.inner_text("#answer"):  # on a busy machine, games that were begun may still come in
        text, numbers = tab.inner_text("#answer"), saved(tab, "#csv")
    text = text.replace("\u202f", " ")
    rows = {row["name"]: row for row in csv.DictReader(numbers.splitlines())}
    before, after = (float(rows["stakes"][side]) for side in ("printed", "changed"))
    shares = [f"{100 * level / start:.0f} %" for level, start in ((before, 50), (after, 30))]
    said = [f"{before:.{digits}f} to {after:.{digits}f} gold per gambit" for digits in (1, 2)]  # by how sure it is
    assert any(each in text for each in said)
    assert f"or {shares[0]} of the starting gold before and {shares[1]} after" in text
    assert float(rows["stakes"]["change"]) == pytest.approx(after - before)
    assert float(rows["stakes"]["changed_share_of_start"]) == pytest.approx(after / 30)
    assert "50 as printed and 30 in yours" in tab.inner_text("#coin")
    assert "the player who is poorest halfway through a game wins it" in tab.inner_text("#result")


@pytest.mark.sample(1, 2)
@pytest.mark.parametrize("width", [1400, 390])
def test_labels_of_the_chart_cover_no_line(view: Open, width: int) -> None:
    tab = view(width, hash_="#deck=original&players=4&strategies=random&rules.starting_gold.each=45")
    wait_for_games(tab)
    finish(tab)
    assert tab.locator(".lengths .mark text").count() == 2
    assert tab.evaluate(COVERED) == []
