"""Every deck and every house rule that is shipped, for every number of players: nothing is lost, every game ends."""

import pytest
from cells import DECKS, HOUSE_RULES, cells_of, check_closely, check_many, decks_under

STRATEGIES = ("random", "balanced")


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_number_of_players_can_play_the_deck(deck: str, strategy: str) -> None:
    for cell in cells_of(deck):
        check_many(cell, strategy, 400)
        check_closely(cell, strategy, cell.players)


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_a_house_rule_can_be_played_with_every_deck_that_it_fits(rule: str) -> None:
    decks = decks_under(rule)
    assert decks, "there is a deck for it"
    for k, deck in enumerate(decks):
        for cell in cells_of(deck, rule):
            strategy = STRATEGIES[(k + cell.players) % len(STRATEGIES)]
            check_many(cell, strategy, 60)
            if cell.players % 5 == k % 5:
                check_closely(cell, strategy, number=k, looks=100)
