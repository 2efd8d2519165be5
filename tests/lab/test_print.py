"""Cards to print: which ones, what stands on them, and that they are as large as cards are."""

import re
from pathlib import Path
from typing import Any

import pytest

from tda_sim.definitions.decks import load_deck
from tda_sim.errors import UserError
from tda_sim.lab.cards_to_print import DOWN, HIGH, PAPERS, WIDE, chosen, crop_marks, face, sheets

MM = 96 / 25.4  # pixels of CSS


def test_a_deck_prints_all_its_cards_nine_a_page() -> None:
    text, document = sheets("legendary")
    assert text.count("<article ") == len(load_deck("legendary").cards) == 100
    assert text.count('<section class="sheet"') == 12
    assert document.data == {"title": "Legendary Edition", "cards": 100, "pages": 12}


@pytest.mark.parametrize(
    ("rule", "deck", "names"),
    [
        ("violet", None, [f"violet-{strength}" for strength in (1, 2, 4, 5, 7, 9)]),
        ("minstrel", "legendary", ["minstrel"]),
        ("generous-black", None, [f"black-{strength}" for strength in (1, 2, 3, 5, 7, 9)]),
        ("vanilla-druid", "original", ["druid"]),
    ],
)
def test_a_house_rule_prints_the_cards_that_it_adds_or_changes(rule: str, deck: str | None, names: list[str]) -> None:
    assert [card.name for card in chosen(rule, deck)[1]] == names


def test_what_stands_on_a_card() -> None:
    cards = {card.name: face(card) for card in load_deck("original").cards}
    black = cards["black-5"]
    assert (black.title, black.strength, black.kind, black.text) == (
        "Black Dragon",
        5,
        "Evil dragon, black",
        "Steal 2.",
    )
    assert cards["druid"].kind == "Mortal"
    assert cards["bahamut"].kind == "Good dragon god"
    assert cards["bahamut"].text.count("cannot win") == 1


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("four-rounds", {}, "adds or changes no card of original"),
        ("nosuch", {}, "no deck or house rule called nosuch"),
        ("original", {"deck": "legendary"}, "original is a deck already"),
        ("no-druid", {"deck": "evil-times"}, "druid"),
        ("original", {"paper": "a5"}, "there is no paper a5"),
    ],
)
def test_what_cannot_be_printed_is_refused(name: str, settings: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        sheets(name, **settings)


@pytest.mark.parametrize("paper", PAPERS)
def test_crop_marks_lie_at_the_edges_and_off_the_cards(paper: str) -> None:
    width, height = PAPERS[paper]
    left, top = (width - 3 * WIDE) / 2, (height - DOWN * HIGH) / 2
    assert left > 0
    assert top > 0
    marks = list(crop_marks(paper))
    assert len(marks) == 16
    for x1, y1, x2, y2 in marks:
        inside = [left <= x <= width - left and top <= y <= height - top for x, y in ((x1, y1), (x2, y2))]
        assert inside == [False, False]
        assert min(x1, y1, x2, y2) >= 0
    assert {round((x1 - left) / WIDE, 6) for x1, _, x2, _ in marks if x1 == x2} == {0, 1, 2, 3}
    assert {round((y1 - top) / HIGH, 6) for _, y1, _, y2 in marks if y1 == y2} == {0, 1, 2, 3}


def test_texts_of_users_are_escaped(tmp_path: Path) -> None:
    rule = tmp_path / "mine.yaml"
    card = "{strength: 3, alignment: mortal, title: '<b>Bard', text: '<script>', power: [{steal: 1}]}"
    rule.write_text(f"changes:\n  cards:\n    bard: {card}\n")
    text, _ = sheets(str(rule))
    assert "&lt;b&gt;Bard" in text
    assert "<script" not in text
    assert not re.search(r"(?:src|href)=", text)


def test_the_command_writes_the_page(tda: Any, tmp_path: Path) -> None:
    out = tmp_path / "cards.html"
    code, printed, _ = tda("print", "violet", "--paper", "letter", "--out", str(out))
    assert code == 0
    assert printed.startswith("Violet Dragons (Three-Dragon Ante): 6 cards on 1 page\n")
    assert out.read_text("utf-8") == sheets("violet", paper="letter")[0]


def test_without_a_name_the_page_is_called_after_what_is_printed(
    tda: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tda("print", "violet")[0] == 0
    assert [file.name for file in tmp_path.iterdir()] == ["violet-cards.html"]


@pytest.mark.full
def test_cards_have_their_size_and_their_text_fits(browser: Any, tmp_path: Path) -> None:
    for deck in ("original", "emperors-gambit", "legendary"):
        file = tmp_path / f"{deck}.html"
        file.write_text(sheets(deck)[0], "utf-8")
        page = browser.new_page()
        page.goto(file.as_uri())
        sizes = page.evaluate(
            """[...document.querySelectorAll('article')].map(one => [one.getBoundingClientRect().width,
            one.getBoundingClientRect().height, one.scrollHeight - one.clientHeight])"""
        )
        for width, height, beyond in sizes:
            assert (width / MM, height / MM) == (pytest.approx(WIDE, abs=0.05), pytest.approx(HIGH, abs=0.05))
            assert beyond <= 1
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == -(-len(sizes) // 9)
        page.close()
