"""`base`: changing only what differs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.definitions import build_tables, load_deck, load_rules
from tda_sim.errors import Problem

Mistakes = Callable[..., list[Problem]]
Write = Callable[[str, str], Path]


def test_mappings_merge_deeply_and_lists_replace(write: Write) -> None:
    write("rules/house.yaml", "base: original\nspecial_flights: {ante_cards: 2}\nbuying: {up_to: 5}\n")
    rules = load_rules("house")
    assert (rules.special_flights.ante_cards, rules.special_flights.colour) == (2, 3)
    assert (rules.buying.up_to, rules.buying.at) == (5, 1)
    write("cards/house.yaml", "base: original\ndragons: {black: {strengths: [4, 6]}}\n")
    deck = load_deck({"card_sets": ["house"], "rules": "original"})
    assert [card.name for card in deck.cards if card.colour == "black"] == ["black-4", "black-6"]
    assert deck.cards[0].text == "Steal 2."


def test_starting_gold_is_one_value_and_replaced_as_a_whole(write: Write) -> None:
    write("rules/house.yaml", "base: original\nstarting_gold: {per_player: 10}\n")
    gold = load_rules("house").starting_gold
    assert (gold.each, gold.per_player) == (0, 10)


def test_title_and_text_are_not_inherited(write: Write) -> None:
    write("my-house.yaml", "base: original\n")
    deck = load_deck("my-house")
    assert (deck.name, deck.title, deck.text) == ("my-house", "My House", "")


def test_null_removes_a_card_or_a_colour(write: Write) -> None:
    write("cards/house.yaml", "base: original\ndragons: {white: null}\ncards: {tiamat: null, thief: ~}\n")
    names = [card.name for card in load_deck({"card_sets": ["house"], "rules": "original"}).cards]
    assert len(names) == 62
    assert not {"white-1", "tiamat", "thief"}.intersection(names)


def test_removing_what_is_not_there_is_a_mistake(write: Write, mistakes: Mistakes) -> None:
    write("mine.yaml", "base: original\nchanges:\n  cards:\n    theif: null\n")
    (problem,) = mistakes()
    assert problem.line == 4
    assert "no card theif to remove" in problem.message
    assert "thief" in str(problem.hint)


def test_a_deck_changes_single_cards_and_rules(write: Write) -> None:
    write(
        "mine.yaml",
        """
        base: original
        rules: {hand_limit: 9}
        changes:
          cards:
            thief: {power: [{steal: 5}]}
            jester: {strength: 2, alignment: mortal, power: [draw]}
        """,
    )
    deck, plain = load_deck("mine"), load_deck("original")
    assert len(deck.cards) == 71
    assert deck.rules.hand_limit == 9
    assert deck.rules.opening_hand == 6
    assert build_tables(deck).deck_digest != build_tables(plain).deck_digest


def test_a_base_may_itself_have_a_base(write: Write) -> None:
    write("rules/one.yaml", "base: original\nrounds: 4\n")
    write("rules/two.yaml", "base: one\nhand_limit: 8\n")
    rules = load_rules("two")
    assert (rules.rounds, rules.hand_limit, rules.opening_hand) == (4, 8, 6)


@pytest.mark.parametrize("rules", ["legendary_like", {"base": "legendary_like"}])
def test_rules_given_from_outside_replace_those_of_the_deck(write: Write, rules: object) -> None:
    write("rules/legendary_like.yaml", "base: original\ndebt: hole\n")
    assert load_deck("original", rules).rules.debt.name == "HOLE"  # type: ignore[arg-type]


def test_rules_given_from_outside_without_a_base_change_those_of_the_deck() -> None:
    deck = load_deck("original", {"hand_limit": 8})
    assert (deck.rules.hand_limit, deck.rules.opening_hand, deck.rules_name) == (8, 6, "original, changed")


def test_files_that_extend_each_other_in_a_circle_are_a_mistake(write: Write, mistakes: Mistakes) -> None:
    write("one.yaml", "title: One\nbase: two\n")
    write("two.yaml", "base: one\n")
    (problem,) = mistakes("one")
    assert "circle: one.yaml -> two.yaml -> one.yaml" in problem.message
    assert (problem.file, problem.line) == ("decks/two.yaml", 1)
    write("rules/self.yaml", "base: ./self.yaml\n")
    (problem,) = mistakes("original", "self")
    assert "circle" in problem.message


def test_an_unknown_base_is_the_only_complaint_about_what_it_would_bring(write: Write, mistakes: Mistakes) -> None:
    write("mine.yaml", "base: orignal\nplayers: {min: 9}\n")
    base, players = mistakes()
    assert base.line == 1
    assert "did you mean original" in str(base.hint)
    assert players.line == 2
    assert "players.min" in players.message
