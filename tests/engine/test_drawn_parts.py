"""Parts of a deck that games draw: which cards are in a game, how often, and what players know of it."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from audit import audit_at_rest, stock
from scipy import stats

from tda_sim import agents, definitions
from tda_sim.engine import kernel
from tda_sim.engine.layout import NONE, PART_WORDS, PARTS_IN_WORD
from tda_sim.engine.terms import Phase, Stop
from tda_sim.measures import drawn as measured

pytestmark = pytest.mark.both

DECK = {
    "card_sets": ["original"],
    "rules": "original",
    "players": {"max": 3},
    "draw": [
        {"colours": "all", "number": {"min": 7, "max": 9}},
        {"dragons_of": ["red"], "number": 4},
        {"cards": ["bahamut", "tiamat"], "number": {"min": 0, "max": 1}},
    ],
}


def begun(deck: Any = DECK, forced: str | None = None, players: int = 3) -> tuple[np.ndarray, definitions.Tables]:
    tables = definitions.build_tables(definitions.load_deck(deck))
    game = kernel.new_game(tables.cards, tables.rules)
    agents.sit_down(game, [agents.find("random")] * players)
    game["forced"] = NONE if forced is None else tables.names.index(forced)
    return game, tables


def names_of(game: np.ndarray, tables: definitions.Tables) -> set[str]:
    return {tables.names[card] for card in stock(game[0])}


def test_a_game_has_the_cards_of_the_parts_that_it_draws(plain: bool) -> None:
    game, tables = begun()
    colours = Counter[int]()
    for number in range(30 if plain else 300):
        kernel.start(game, number, np.uint64(1), 3)
        audit_at_rest(game)
        inside = names_of(game, tables)
        there = {name.rpartition("-")[0] for name in inside if name.rpartition("-")[0]}
        colours[len(there)] += 1
        assert all(
            sum(name.startswith(f"{colour}-") for name in inside) == 4 + 2 * (colour != "red") for colour in there
        )
        assert len(inside & {"bahamut", "tiamat"}) <= 1
        assert {"fool", "druid", "thief"} <= inside
    assert set(colours) == {7, 8, 9}


def test_every_number_and_every_part_is_as_likely_as_any_other(plain: bool) -> None:
    game, tables = begun()
    n = 100 if plain else 3_000
    colours, numbers, gods = Counter[str](), Counter[int](), 0
    for number in range(n):
        kernel.start(game, number, np.uint64(7), 3)
        inside = names_of(game, tables)
        there = {name.rpartition("-")[0] for name in inside if name.rpartition("-")[0]}
        colours.update(there)
        numbers[len(there)] += 1
        gods += len(inside & {"bahamut", "tiamat"})
    assert stats.chisquare(list(numbers.values())).pvalue > 1e-6  # a false alarm in a million
    assert all(stats.binomtest(count, n, 0.8).pvalue > 1e-6 for count in colours.values()) and len(colours) == 10
    assert stats.binomtest(gods, n, 0.5).pvalue > 1e-6


def test_a_forced_card_is_in_every_game_and_the_rest_is_as_likely_as_given_that_it_is(plain: bool) -> None:
    game, tables = begun(forced="tiamat")
    for number in range(20):
        kernel.start(game, number, np.uint64(1), 3)
        assert "tiamat" in names_of(game, tables) and "bahamut" not in names_of(game, tables)
    game, tables = begun(forced="gold-13")
    with_card, n = Counter[int](), 100 if plain else 3_000
    for number in range(n):
        kernel.start(game, number, np.uint64(1), 3)
        inside = names_of(game, tables)
        assert "gold-13" in inside
        with_card[len({name.rpartition("-")[0] for name in inside if name.rpartition("-")[0]})] += 1
    expected = [n * k / (7 + 8 + 9) for k in (7, 8, 9)]
    assert stats.chisquare([with_card[k] for k in (7, 8, 9)], expected).pvalue > 1e-6


def test_the_draw_depends_on_seed_and_number_alone() -> None:
    one, tables = begun()
    other, _ = begun()
    for number in (5, 3, 9):
        kernel.start(one, number, np.uint64(1), 3)
        kernel.start(other, 1, np.uint64(2), 2)  # something else in between
        kernel.start(other, number, np.uint64(1), 3)
        assert names_of(one, tables) == names_of(other, tables)
        assert one[0]["tally"]["parts"].tolist() == other[0]["tally"]["parts"].tolist()


def test_all_games_of_a_series_have_the_same_parts() -> None:
    game, tables = begun(DECK | {"rules": {"base": "original", "series": 3}})
    kernel.start(game, 0, np.uint64(1), 3)
    first, games = names_of(game, tables), 1
    while game[0]["table"]["phase"] != Phase.OVER:
        kernel.advance(game, int(Stop.NEXT))
        games = int(game[0]["table"]["series_game"])
        assert names_of(game, tables) == first
    assert games == 3


def test_hidden_cards_may_be_drawn_beside_parts() -> None:
    deck = DECK | {"unique_cards": {"always": ["bahamut", "tiamat"], "draw": 3}}
    game, tables = begun(deck)
    for number in range(20):
        kernel.start(game, number, np.uint64(1), 3)
        audit_at_rest(game)
        assert len(names_of(game, tables) & set(tables.drawn)) == 3


def test_a_deck_of_another_kind_at_the_same_table_starts_afresh() -> None:
    """A game of a fixed deck has all its cards, whatever was played with the record before."""
    tables = definitions.build_tables(definitions.load_deck("original"))
    game = kernel.new_game(tables.cards, tables.rules)
    drawn = definitions.build_tables(definitions.load_deck(DECK))
    game["cards"] = drawn.cards
    kernel.start(game, 0, np.uint64(1), 3)
    game["cards"] = tables.cards
    kernel.start(game, 0, np.uint64(1), 3)
    assert len(stock(game[0])) == 70


def test_analyses_read_the_bits_where_the_engine_writes_them() -> None:
    assert measured.PARTS_IN_WORD == PARTS_IN_WORD
    assert len(measured.WORDS) == PART_WORDS
