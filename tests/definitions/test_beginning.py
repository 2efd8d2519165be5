"""`tda decks new` and `tda rules new`: files that are sound as they are, and with every line in use."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.definitions import load_deck
from tda_sim.definitions.beginning import write_new
from tda_sim.errors import UserError

Tda = Callable[..., tuple[int, str, str]]


def in_use(path: Path) -> None:
    """Put all lines of a file in use that stand there as comments."""
    path.write_text(re.sub(r"^# (?=( *)[a-z_-]+:( |$))", "", path.read_text(), flags=re.M))


def test_a_new_deck_is_sound_and_so_are_the_lines_that_wait_to_be_used(tda: Tda) -> None:
    code, text, _ = tda("decks", "new", "my-deck")
    assert code == 0 and "wrote decks/my-deck.yaml" in text
    assert load_deck("my-deck").size == 64
    assert "Nothing is wrong with my-deck." in tda("decks", "check", "my-deck")[1]
    in_use(Path("decks/my-deck.yaml"))
    deck = load_deck("my-deck")
    assert (deck.size, deck.players.max, deck.rules.hand_limit) == (59, 5, 9)
    assert {card.strength for card in deck.cards if card.name == "thief"} == {8}


def test_a_new_house_rule_is_sound_and_so_are_the_lines_that_wait_to_be_used(tda: Tda) -> None:
    code, text, _ = tda("rules", "new", "my-rule")
    assert code == 0 and "wrote decks/house-rules/my-rule.yaml" in text
    assert load_deck("original", "my-rule").rules.starting_gold.per_player == 12
    assert "Nothing is wrong with my-rule." in tda("rules", "check", "my-rule")[1]
    in_use(Path("decks/house-rules/my-rule.yaml"))
    assert "druid" not in {card.name for card in load_deck("original", "my-rule").cards}


def test_nothing_that_is_there_is_written_over() -> None:
    path = write_new("deck", "mine")
    path.write_text("base: legendary\n")
    with pytest.raises(UserError, match="there is already a deck called mine"):
        write_new("deck", "mine")
    with pytest.raises(UserError, match="there is already a house rule called four-rounds"):
        write_new("house-rule", "four-rounds")
    assert path.read_text() == "base: legendary\n"


@pytest.mark.parametrize("name", ["", "My", "a b", "a/b", "../a", "a.yaml", "-a", "a" * 41])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="is not a valid name for a house rule"):
        write_new("house-rule", name)


def test_a_check_says_all_that_is_wrong_and_ends_with_code_2(tda: Tda, write: Callable[[str, str], Path]) -> None:
    write("house-rules/mine.yaml", "rulez: {}\nrules: {hand_limit: many}\nchanges: {cards: {theif: null}}\n")
    write("mine.yaml", "base: original\ncolors: all\nplayers: {max: 9}\n")
    for words, lines in ((("rules", "check", "mine"), (1, 2, 3)), (("decks", "check", "mine"), (2, 3))):
        code, out, text = tda(*words)
        assert (code, out) == (2, "")
        assert [line.split(":")[1] for line in text.splitlines()] == [str(line) for line in lines]


def test_a_house_rule_for_dice_is_also_known_by_its_path(tda: Tda) -> None:
    path = "dice/house-rules/five-gambits.yaml"  # of which there is one for cards, too
    assert tda("rules", "show", path)[1].startswith("Five gambits (five-gambits)\n")
    assert "hoards" in tda("rules", "show", path)[1] and "hoards" not in tda("rules", "show", "five-gambits")[1]
    assert f"Nothing is wrong with {path}." in tda("rules", "check", path)[1]
    assert tda("decks", path)[1] == tda("rules", "show", path)[1]


def test_a_name_in_place_of_a_command_is_shown(tda: Tda) -> None:
    assert tda("decks", "original") == tda("decks", "show", "original")
    assert tda("rules", "show-em")[1].startswith("Cards on the table (show-em), a house rule")
    assert tda("decks", "--json", "original")[1] == tda("decks", "original", "--json")[1]
    assert "there is no house rule called original" in tda("rules", "original")[2]


def test_a_deck_is_no_house_rule(tda: Tda, write: Callable[[str, str], Path]) -> None:
    path = write("mine.yaml", "base: original\n")
    assert tda("rules", str(path))[::2] == (2, f"{path} is a deck, not a house rule (tda decks {path} shows it)\n")
