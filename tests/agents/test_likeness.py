"""Which deck a network takes another one for: by what is printed on the cards, in both forms."""

import numpy as np
import pytest

from tda_sim.definitions import build_tables, load_deck
from tda_sim.engine.compiler import plain
from tda_sim.engine.layout import PRIVATE
from tda_sim.kit.inputs import N_FACTS, STRENGTH
from tda_sim.kit.likeness import WHOLE, Profiles, finds_likest, likest, profile_of
from tda_sim.training.play import ALL, plan_learning

EDITIONS = ["original", "emperors-gambit", "legendary"]
LEARNED = [*EDITIONS, ALL]


@pytest.fixture(scope="module")
def profiles() -> Profiles:
    return np.array([*plan_learning(EDITIONS, [4], "random", 1, 100, 1).profiles().values()])


@pytest.mark.parametrize(
    ("deck", "learned"),
    [
        *zip(EDITIONS, EDITIONS, strict=True),
        ("traditional", "legendary"),  # the cards of Legendary with those that the players pick
        *[(deck, ALL) for deck in ("every-card", "avandras-hand", "evil-times", "oddshuffle", "strength-and-greed")],
    ],
)
def test_a_deck_is_most_like_one_that_has_what_is_on_its_cards(deck: str, learned: str, profiles: Profiles) -> None:
    """As the rule finds out that is compiled, and as is worked out from profiles."""
    cards = build_tables(load_deck(deck)).cards
    me = plain.wrap(np.zeros(1, PRIVATE))[0]
    assert LEARNED[finds_likest(profiles)(plain.wrap(cards)[0], me)] == learned
    assert LEARNED[likest(profiles, profile_of(cards))] == learned
    assert not np.array(me.layer).any()


def test_a_profile_counts_the_facts_of_all_cards() -> None:
    tables = build_tables(load_deck("original"))
    profile, strengths = profile_of(tables.cards), tables.cards["strength"][0][: len(tables.names)]
    assert profile.shape == (N_FACTS,) and profile[STRENGTH] == 0
    for strength in range(1, 14):
        assert profile[STRENGTH + 1 + strength] == round(WHOLE * np.mean(strengths == strength))


def test_of_equal_decks_the_first_is_taken(profiles: Profiles) -> None:
    cards = build_tables(load_deck("legendary")).cards
    twice = profiles[[0, 2, 2]]
    assert finds_likest(twice)(plain.wrap(cards)[0], plain.wrap(np.zeros(1, PRIVATE))[0]) == 1
    assert likest(twice, profile_of(cards)) == 1
