"""Every deck and every house rule that is shipped, for every number of players: nothing is lost, every game ends."""

from itertools import islice

import pytest
from cells import DECKS, HOUSE_RULES, cells_of, changes, check_closely, check_many

STRATEGIES = ("random", "balanced")
QUICK = 1  # decks for each house rule in `make test`, not the same for all of them


@pytest.mark.sample(4, 9)
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_number_of_players_can_play_the_deck(deck: str, strategy: str) -> None:
    for cell in cells_of(deck):
        check_many(cell, strategy, 400)
        check_closely(cell, strategy, cell.players)


@pytest.mark.sample(1, 8)
@pytest.mark.parametrize("rule", HOUSE_RULES)
@pytest.mark.parametrize(("first", "end"), [(0, QUICK), pytest.param(QUICK, None, marks=pytest.mark.full)])
def test_a_house_rule_can_be_played_with_every_deck_that_it_fits(rule: str, first: int, end: int | None) -> None:
    start = HOUSE_RULES.index(rule) % len(DECKS)
    decks = (deck for deck in (*DECKS[start:], *DECKS[:start]) if changes(deck, rule))
    those = list(islice(enumerate(decks), first, end))
    assert those or first, "there is a deck for it"
    for k, deck in those:
        for cell in cells_of(deck, rule):
            strategy = STRATEGIES[(k + cell.players) % len(STRATEGIES)]
            check_many(cell, strategy, 60)
            if cell.players % 5 == k % 5:
                check_closely(cell, strategy, number=k, looks=100)
