"""Which deck a network takes another one for: by what is printed on the cards, in both forms."""

import numpy as np
import pytest

from tda_sim.definitions import build_tables, load_deck
from tda_sim.engine.compiler import plain
from tda_sim.engine.layout import PRIVATE
from tda_sim.kit.inputs import N_FACTS, STRENGTH
from tda_sim.kit.likeness import WHOLE, Profiles, finds_likest, likest, profile_of

EDITIONS = ["original", "emperors-gambit", "legendary"]


@pytest.fixture(scope="module")
def profiles() -> Profiles:
    return np.array([profile_of(build_tables(load_deck(edition)).cards) for edition in EDITIONS])


@pytest.mark.parametrize(
    ("deck", "edition"),
    [
        *zip(EDITIONS, EDITIONS, strict=True),
        ("traditional", "legendary"),  # the cards of Legendary with those that the players pick
        ("avandras-hand", "legendary"),
        ("oddshuffle", "emperors-gambit"),
    ],
)
def test_a_deck_is_most_like_the_edition_of_most_of_its_cards(deck: str, edition: str, profiles: Profiles) -> None:
    """As the rule finds out that is compiled, and as is worked out from profiles."""
    cards = build_tables(load_deck(deck)).cards
    me = plain.wrap(np.zeros(1, PRIVATE))[0]
    assert EDITIONS[finds_likest(profiles)(plain.wrap(cards)[0], me)] == edition
    assert EDITIONS[likest(profiles, profile_of(cards))] == edition
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
