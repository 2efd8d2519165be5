"""The laboratory inside a report: it opens with what the report asks, and adds little to the page."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from in_browser import WAIT, Open, wait_for_games  # beside this file

from tda_sim.errors import UserError
from tda_sim.lab.in_reports import laboratory
from tda_sim.lab.page import address, page
from tda_sim.questions.report_files import read_report
from tda_sim.rendering.html import Inset, html
from tda_sim.rendering.model import Document

pytestmark = pytest.mark.full

MOST = 1_100_000  # bytes that it adds to a report
Tda = Callable[..., tuple[int, str, str]]


def address_of(*parts: dict[str, Any], lab: str = "original", **given: Any) -> str:
    """Return where the laboratory of a report opens."""
    inset = laboratory(read_report({"lab": lab, "parts": list(parts)}, **given))
    assert inset is not None
    return inset.address


def test_a_report_without_a_laboratory_has_none_unless_it_is_asked_for() -> None:
    report = read_report({"parts": [{"kind": "cards", "deck": "original"}]})
    assert laboratory(report) is None
    inset = laboratory(report, "legendary")
    assert inset is not None and inset.page == page("legendary")


def test_it_opens_with_the_house_rule_of_the_report_and_its_players() -> None:
    rule = {"kind": "house-rules", "deck": "original", "rules": ["four-rounds"]}
    assert address_of(rule, players=2) == "players=2&rules.rounds=4"
    both = {**rule, "rules": ["four-rounds", "twelve-gold"]}
    assert address_of(both) == "players=4"
    assert "rules.rounds=4&" in address_of({**both, "together": True}) + "&"


def test_it_asks_about_its_own_deck() -> None:
    cards = {"kind": "cards", "deck": "legendary", "players": 5}
    decks = {"kind": "compare", "decks": ["emperors-gambit", "original"], "players": 3}
    assert address_of(cards, decks) == "players=3"
    assert address_of(cards) == ""


def test_what_the_printed_rules_say_already_is_no_change() -> None:
    assert address("original", 4, ["four-rounds"]) == "players=4&rules.rounds=4"
    assert address("original", 4, ["no-druid"]) == "players=4&house-rules=no-druid"  # it takes a card out


def test_it_adds_little_more_than_a_megabyte_to_a_report() -> None:
    report = read_report({"lab": "original", "parts": [{"kind": "cards", "deck": "original"}]})
    without, with_it = (html(Document("Report"), lab).encode() for lab in (None, laboratory(report)))
    assert 100_000 < len(with_it) - len(without) < MOST


def test_its_deck_is_looked_up_before_the_first_game(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = tda("report", "--deck", "original", "--lab", "legendry")
    assert (code, out) == (2, "") and "there is no deck called legendry (did you mean legendary?" in err
    assert not Path("results").exists()
    with pytest.raises(UserError, match="dice-gambit"):
        address_of({"kind": "cards", "deck": "original"}, lab="dice-gambit")


def test_the_command_puts_it_into_the_page(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("--rule", "four-rounds", "--players", "2", "--strategies", "random", "--games", "100", "--workers", "1")
    assert tda("report", *asked, "--lab", "original", "--out", "page.html")[0] == 0
    text = Path("page.html").read_text("utf-8")
    assert 'data-address="players=2&amp;rules.rounds=4"' in text
    assert "--games 100 --players 2 --strategies random --lab original" in text
    data = text.split('id="lab-page">')[1].split("</script>")[0]
    assert json.loads(data) == page("original")


# --- in a browser ----------------------------------------------------------------------------------------


@pytest.fixture
def report_file(tmp_path: Path) -> Path:
    """A report whose laboratory opens with another starting gold."""
    path = tmp_path / "report.html"
    inset = Inset(page("original"), "players=3&strategies=random&rules.starting_gold.each=30")
    path.write_text(html(Document("Less gold"), inset), "utf-8")
    return path


@pytest.mark.sample(1, 3)
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
    with tab.expect_download() as page_saved:
        lab.locator("#save-page").click()
    assert "rules.starting_gold.each=31" in Path(page_saved.value.path()).read_text("utf-8").split("<title>")[0]
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
