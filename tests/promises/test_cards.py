"""Every card of every card set is in a shipped deck, documented, and shown at work by a scenario."""

from typing import Any

import pytest
from evidence import ROOT, card_sets, decks, identity, kinds, shown

from tda_sim.definitions import Card, glossary, library

SETS = list(library.available("cards"))
Identities = set[tuple[Any, ...]]


def lacking(card_set: str, found: Identities, *, of: Any = lambda card: True) -> list[str]:
    """The colours and the other cards of a set that are not among some cards."""
    return [
        name
        for name, cards in kinds(card_sets()[card_set]).items()
        if of(cards[0]) and not any(identity(card) in found for card in cards)
    ]


@pytest.mark.parametrize("card_set", SETS)
def test_every_card_is_in_a_shipped_deck(card_set: str) -> None:
    in_decks = {identity(card) for deck in decks().values() for card in deck.cards}
    assert [card.name for card in card_sets()[card_set].cards if identity(card) not in in_decks] == []


@pytest.mark.parametrize("card_set", SETS)
def test_every_card_says_what_it_does(card_set: str) -> None:
    deck = card_sets()[card_set]
    assert [card.name for card in deck.cards if (card.power or card.ante or card.god) and not card.text] == []


@pytest.mark.parametrize("card_set", SETS)
def test_every_card_with_a_power_is_named_among_the_effects(card_set: str) -> None:
    words = glossary()
    named = {name for row in words["effects"] for name in row["cards"].get(card_set, [])}
    with_power = {name for name, (card, *_) in kinds(card_sets()[card_set]).items() if card.power}
    assert with_power - named == set()
    page = (ROOT / "docs/effects.md").read_text(encoding="utf-8")
    assert f"(`{card_set}`)" in page


@pytest.mark.parametrize("card_set", SETS)
def test_every_card_is_named_in_a_scenario(card_set: str) -> None:
    assert lacking(card_set, cards_of_scenarios("named")) == []


@pytest.mark.parametrize("card_set", SETS)
def test_every_power_is_used_in_a_scenario(card_set: str) -> None:
    assert lacking(card_set, cards_of_scenarios("triggered"), of=has_power) == []


@pytest.mark.parametrize("card_set", SETS)
def test_every_card_with_an_ante_effect_lies_in_the_ante_of_a_scenario(card_set: str) -> None:
    assert lacking(card_set, cards_of_scenarios("in_ante"), of=lambda card: card.ante) == []


def has_power(card: Card) -> bool:
    return bool(card.power)


def cards_of_scenarios(part: str) -> Identities:
    """What scenarios have among the cards that they name, whose powers are used, or that lie in their ante."""
    return {card for scenario in shown() for card in scenario.cards(getattr(scenario, part))}
