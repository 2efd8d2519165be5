"""`tda decks`: the data and what is printed of it."""

import io
import json
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tda_sim.report.decks import decks_command, render_decks

Write = Callable[[str, str], Path]


def printed(name: str | None, width: int = 200) -> str:
    console = Console(file=io.StringIO(), width=width)
    render_decks(decks_command(name), console)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_the_list_has_a_row_per_deck(write: Write) -> None:
    write("mine.yaml", "base: original\ntitle: My own\n")
    rows = {row["name"]: row for row in decks_command(None)["decks"]}
    assert rows["original"]["cards"] == 70
    assert rows["mine"]["title"] == "My own"
    assert rows["original"]["players"] == {"min": 2, "max": 6}
    assert "My own" in printed(None)


def test_a_broken_deck_is_listed_with_its_problems(write: Write) -> None:
    write("mine.yaml", "base: orignal\n")
    rows = {row["name"]: row for row in decks_command(None)["decks"]}
    assert "decks/mine.yaml:1" in rows["mine"]["problems"][0]
    assert rows["original"]["problems"] == []
    assert "cannot be loaded" in printed(None)
    assert "decks/mine.yaml:1: there is no deck" in printed(None)


def test_one_deck_is_described_in_full() -> None:
    data = decks_command("original")
    assert data["sizes"] == {"cards": 70, "evil": 32, "good": 31, "mortal": 7}
    assert [row["strengths"] for row in data["colours"] if row["name"] == "black"] == [[1, 2, 3, 5, 7, 9]]
    assert len(data["unique_cards"]) == 10
    assert json.loads(json.dumps(data)) == data
    parameters = {row["name"]: row["value"] for row in data["rules"]["parameters"]}
    assert parameters["debt"] == "running"
    assert parameters["special_flights.ante_cards"] == "all"


def test_what_is_printed_holds_cards_and_rules() -> None:
    text = printed("original")
    for words in ("Three-Dragon Ante", "Black Dragon", "Steal 2.", "Tiamat", "evil, god", "hand_limit", "70 cards"):
        assert words in text


def test_brackets_in_a_users_text_are_printed_as_they_are(write: Write) -> None:
    write("mine.yaml", "base: original\ntext: 'a [red]b[/blue]'\nchanges: {cards: {thief: {text: '[x] steals'}}}\n")
    text = printed("mine")
    assert "a [red]b[/blue]" in text
    assert "[x] steals" in text


def test_a_card_without_a_text_shows_its_effects(write: Write) -> None:
    write("mine.yaml", "base: original\nchanges: {cards: {thief: {text: '', power: [steal, pay_stakes]}}}\n")
    (thief,) = [card for card in decks_command("mine")["unique_cards"] if card["name"] == "thief"]
    assert thief["power"] == "steal, pay stakes"
