"""`tda decks`: the data and what is printed of it."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tda_sim.answers.decks import decks
from tda_sim.definitions import load_deck
from tda_sim.errors import UserError
from tda_sim.rendering.model import Document
from tda_sim.rendering.terminal import show
from tda_sim.terminal import Terminal

Write = Callable[[str, str], Path]


def printed(name: str) -> str:
    return shown(decks(name))


def shown(document: Document) -> str:
    console = Terminal(file=io.StringIO(), width=200)
    show(document, console)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def decks_command(name: str) -> dict[str, Any]:
    data: dict[str, Any] = decks(name).data
    return data


def test_the_list_has_all_decks_and_below_them_all_house_rules_the_broken_ones_with_their_problems(
    write: Write,
) -> None:
    write("mine.yaml", "base: original\ntitle: My own\n")
    write("broken.yaml", "base: orignal\n")
    write("house-rules/mine.yaml", "title: My own rule\n")
    write("house-rules/broken.yaml", "titel: Broken\n")
    document = decks(None)
    rows, rules = ({row["name"]: row for row in document.data[key]} for key in ("decks", "house_rules"))
    assert (rows["original"]["cards"], rows["original"]["players"]) == (70, {"min": 2, "max": 6})
    assert rows["original"]["problems"] == []
    assert (rows["mine"]["title"], rules["mine"]["title"]) == ("My own", "My own rule")
    assert "decks/broken.yaml:1" in rows["broken"]["problems"][0]
    assert "decks/house-rules/broken.yaml:1: titel is unknown" in rules["broken"]["problems"][0]
    text = shown(document)
    assert "cannot be loaded" in text and "decks/broken.yaml:1: there is no deck" in text
    assert "My own  " in text and text.index("original") < text.index("My own rule") < text.index("titel is unknown")


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


def test_cards_that_are_drawn_are_told_apart(write: Write) -> None:
    write("mine.yaml", "base: original\nplayers: {max: 4}\nunique_cards: {always: [thief], draw: 4}\n")
    data = decks_command("mine")
    assert data["draw"] == {"cards": 4, "of": 9, "each_player_picks": False, "shown": False}
    assert [card["name"] for card in data["unique_cards"] if not card["drawn"]] == ["thief"]
    assert (data["cards"], data["sizes"]["cards"]) == (65, 70)
    assert "of which 65 are in a game" in printed("mine")
    assert "4 of these 9 are drawn for each game:" in printed("mine")
    write("mine.yaml", "base: original\nunique_cards: {draw: 6, each_player_picks: true, shown: true}\n")
    assert "drawn for each game, after every player has picked one of them; the players know which:" in printed("mine")


def test_remarks_are_printed() -> None:
    assert decks_command("evil-times")["remarks"][0].startswith("0 good dragons")
    assert "Note: 0 good dragons" in printed("evil-times")


def test_ante_effects_are_seen(write: Write) -> None:
    (spy,) = [card for card in decks_command("emperors-gambit")["unique_cards"] if card["name"] == "spy"]
    assert spy["ante"] == "leader pays 2"
    assert "mortal, ante effect" in printed("emperors-gambit")
    write("mine.yaml", "base: original\nchanges: {cards: {thief: {ante: [winner_shares]}}}\n")
    (thief,) = [card for card in decks_command("mine")["unique_cards"] if card["name"] == "thief"]
    assert thief["power"].endswith("; in the ante: winner shares")


def test_a_dragon_that_differs_from_its_colour_has_a_row_of_its_own(write: Write) -> None:
    write("mine.yaml", "base: original\nchanges: {cards: {black-5: {power: [draw]}, black-9: null}}\n")
    data = decks_command("mine")
    assert [row["strengths"] for row in data["colours"] if row["name"] == "black"] == [[1, 2, 3, 7]]
    assert [(card["name"], card["power"]) for card in data["single_dragons"]] == [("black-5", "draw")]
    assert "black-5" not in {card["name"] for card in data["unique_cards"]}
    assert "Black Dragon 5" in printed("mine")


def test_a_house_rule_shows_what_it_changes(write: Write) -> None:
    write(
        "house-rules/mine.yaml",
        """
        title: My rule
        text: More of everything.
        rules: {hand_limit: 9, end: {gold: 100}}
        unique_cards: {draw: 3}
        changes:
          dragons: {black: {power: [{steal: 4}]}}
          cards: {thief: null, fool: {strength: 5}}
          powers: [{of: mortal, before: [pay_stakes], after: [{draw: 2}]}]
        """,
    )
    data = decks_command("mine")
    assert json.loads(json.dumps(data)) == data
    assert [(row["name"], row["value"]) for row in data["rules"]] == [("hand_limit", 9), ("end.gold", 100)]
    assert data["deck"] == {"unique_cards": {"draw": 3}}
    assert [row["name"] for row in data["cards"] if row["out"]] == ["thief"]
    text = printed("mine")
    for words in ("My rule (mine), a house rule", "More of everything.", "end.gold", "100", "all of black", "steal 4"):
        assert words in text
    for words in ("is out", "every mortal", "before its power", "pay stakes", "draw 2", "draw: 3", "--rules mine"):
        assert words in text
    assert decks_command("decks/house-rules/mine.yaml") == data
    assert decks_command("house-rules/mine.yaml") == data


def test_a_house_rule_with_another_rule_set_says_so(write: Write) -> None:
    write("house-rules/mine.yaml", "rules: legendary\n")
    assert "under the rule set legendary" in printed("mine")
    write("house-rules/mine.yaml", "rules: {base: legendary, hand_limit: 9}\n")
    assert decks_command("mine")["rule_set"] == "legendary"


def test_a_house_rule_named_like_a_deck_is_shown_by_its_path(write: Write) -> None:
    write("house-rules/original.yaml", "title: Not a deck\n")
    assert "A house rule has the same name: tda decks house-rules/original.yaml shows it." in printed("original")
    assert decks_command("house-rules/original.yaml")["title"] == "Not a deck"
    assert "house rule of that name" not in printed("legendary")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("rules: {hand_limt: 9}", "hand_limt is unknown (did you mean hand_limit?"),
        ("rules: {hand_limit: many}", "hand_limit must be a whole number, not the text many"),
        ("rules: {starting_gold: 20}", "starting_gold must be a mapping, not 20 (write starting_gold: {each: 20})"),
        ("rules: {starting_gold.each: 20}", "starting_gold.each is unknown (write starting_gold: {each: 20})"),
        ("rules: {buying: 4}", "buying must be a mapping, not 4 (write buying: {up_to: 4})"),
        ("rulez: {}", "rulez is unknown (did you mean rules?"),
        ("changes: {card: {}}", "changes.card is unknown (did you mean cards?"),
        ("changes: {cards: {theif: null}}", "there is no card theif to remove (did you mean thief?"),
        ("changes: {cards: {thief: {powr: []}}}", "cards.thief.powr is unknown (did you mean power?"),
        ("changes: {dragons: {black: {power: [{steel: 4}]}}}", "there is no effect called steel (did you mean steal?"),
        ("changes: {cards: {illusionist: {strenght: 4}}}", "cards.illusionist.strenght is unknown"),
    ],
)
def test_a_mistake_in_a_house_rule_is_said(write: Write, written: str, message: str) -> None:
    write("house-rules/mine.yaml", f"{written}\n")
    with pytest.raises(UserError) as caught:
        decks_command("mine")
    assert f"decks/house-rules/mine.yaml:1: {message}" in str(caught.value)


def test_all_that_is_wrong_with_a_house_rule_is_said_at_once(write: Write) -> None:
    write("house-rules/mine.yaml", "rulez: {}\nrules: {hand_limit: many}\nchanges: {cards: {theif: null}}\n")
    with pytest.raises(UserError) as caught:
        decks_command("mine")
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3]


def test_a_house_rule_says_which_decks_it_fits(write: Write) -> None:
    write("house-rules/mine.yaml", "changes: {cards: {illusionist: {strength: 5}}}\n")
    write("small.yaml", "base: legendary\nunique_cards: [illusionist]\n")
    write("broken.yaml", "base: legendry\n")
    assert {"legendary", "small"} <= set(decks_command("mine")["fits"])
    assert not {"original", "broken"} & set(decks_command("mine")["fits"])
    write("house-rules/mine.yaml", "rules: {hand_limit: 9}\n")
    assert "original" in decks_command("mine")["fits"]


@pytest.mark.parametrize(
    ("file", "reference"),
    [
        ("house-rules/mine.yaml", "mine"),
        ("mine.yaml", "decks/mine.yaml"),
        ("house-rules/original.yaml", "decks/house-rules/original.yaml"),  # a rule set has that name
    ],
)
def test_what_is_recommended_for_rules_finds_the_house_rule(write: Write, file: str, reference: str) -> None:
    path = write(file, "rules: {hand_limit: 9}\n")
    assert f"--rules {reference} plays" in printed(f"{path}")
    assert load_deck("original", reference).rules.hand_limit == 9


def test_an_unknown_name_suggests_decks_and_house_rules() -> None:
    with pytest.raises(UserError, match=r"there is no deck or house rule called orignal .*did you mean original"):
        decks_command("orignal")
    with pytest.raises(UserError, match=r"did you mean no-druid"):
        decks_command("no-druids")
    with pytest.raises(UserError, match=r"there is no file nowhere.yaml"):
        decks_command("nowhere.yaml")


def test_brackets_in_a_users_text_are_printed_as_they_are(write: Write) -> None:
    write("mine.yaml", "base: original\ntext: 'a [red]b[/blue]'\nchanges: {cards: {thief: {text: '[x] steals'}}}\n")
    text = printed("mine")
    assert "a [red]b[/blue]" in text
    assert "[x] steals" in text


def test_a_card_without_a_text_shows_its_effects(write: Write) -> None:
    write("mine.yaml", "base: original\nchanges: {cards: {thief: {text: '', power: [steal, pay_stakes]}}}\n")
    (thief,) = [card for card in decks_command("mine")["unique_cards"] if card["name"] == "thief"]
    assert thief["power"] == "steal, pay stakes"
