"""Abilities are dealt, drafted and counted as is said, and where they do nothing, nothing changes."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from tda_sim import agents, definitions
from tda_sim.definitions.abilities import assign
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_CARDS, N_CONTACTS, SUMS, TALLY
from tda_sim.engine.terms import Event, Phase, Question, Stop

pytestmark = pytest.mark.both


@cache
def loaded(deck: str, listed: str | None = None) -> tuple[definitions.Tables, Any]:
    """A deck in numbers, and its abilities: its own, or those of a list."""
    result = definitions.load_deck(deck, listed and {"abilities": listed})
    return definitions.build_tables(result), result.abilities


def dealt(deck: str, said: str, players: int, number: int, listed: str | None = None, seed: int = 5) -> np.ndarray:
    """A game in which abilities are dealt, played to its first ante."""
    tables, abilities = loaded(deck, listed)
    how, game = assign(said, abilities, players), kernel.new_game(tables.cards, tables.rules)
    agents.sit_down(game, [agents.find("random")] * players)
    game["watched"], game["deal"], game["deal_each"] = 1, how.deal, how.each
    kernel.start(game, number, np.uint64(seed), players)
    if game[0]["table"]["phase"] == Phase.SET_UP:
        kernel.advance(game, int(Stop.ANTE))
    return game


def masks(game: np.ndarray) -> list[int]:
    return [int(mask) for mask in game[0]["table"]["abilities"][: game[0]["table"]["players"]]]


@pytest.mark.parametrize("said", ["random:3", "draft:3"])
def test_each_player_gets_so_many(said: str) -> None:
    for number in range(5):
        assert [mask.bit_count() for mask in masks(dealt("legendary", said, 4, number))] == [3] * 4


@pytest.mark.parametrize("said", ["random:2", "draft:2"])
def test_no_two_have_the_same_where_they_may_not(said: str) -> None:
    for number in range(5):
        union = np.bitwise_or.reduce(masks(dealt("emperors-gambit", said, 6, number)))
        assert int(union).bit_count() == 12


def test_players_who_may_have_the_same_sometimes_do() -> None:
    games = [masks(dealt("legendary", "random:4", 6, number)) for number in range(3)]
    assert all(int(np.bitwise_or.reduce(result)).bit_count() < 24 for result in games)


def test_each_bundle_is_dealt_once() -> None:
    bundles = {int(mask) for mask in dealt("legendary", "bundles", 2, 0, "tournament")[0]["cards"]["bundle"][:9]}
    for number in range(5):
        result = masks(dealt("legendary", "bundles", 6, number, "tournament"))
        assert len(set(result)) == 6 and set(result) <= bundles


def test_a_deal_depends_on_seed_and_number_only() -> None:
    assert masks(dealt("original", "random:2", 5, 3)) == masks(dealt("original", "random:2", 5, 3))
    assert masks(dealt("original", "random:2", 5, 3)) != masks(dealt("original", "random:2", 5, 4))
    assert masks(dealt("original", "random:2", 5, 3)) != masks(dealt("original", "random:2", 5, 3, seed=6))


def test_every_ability_is_dealt_as_often_to_every_seat(plain: bool) -> None:
    """A chi-square test of 4 x 8 counts; it gives a false alarm once in a million."""
    games = 100 if plain else 1000
    counts = np.zeros((4, 8))
    for number in range(games):
        for seat, mask in enumerate(masks(dealt("original", "random:2", 4, number))):
            counts[seat, [k for k in range(8) if mask >> k & 1]] += 1
    expected = games / 4
    assert ((counts - expected) ** 2 / (expected * 0.75)).sum() < 91.6  # 28 degrees of freedom, at 1e-8


def test_a_draft_goes_around_and_offers_what_is_left() -> None:
    log = dealt("emperors-gambit", "draft:2", 3, 0)[0]
    events = log["log"][: log["n_log"]].tolist()
    asked = [
        (seat, gold)
        for kind, seat, _, other, gold in events
        if (kind, other) == (Event.QUESTION, Question.PICK_ABILITY)
    ]
    order = [seat for seat, _ in asked]
    assert sorted(order[:3]) == [0, 1, 2] and order[3:] == order[:3]
    assert [options for _, options in asked] == [16, 15, 14, 13, 12, 11]


def play(rules: Any, said: str, games: int) -> np.ndarray:
    loaded = definitions.load_deck("legendary", rules)
    tables, how = definitions.build_tables(loaded), assign(said, loaded.abilities, 3)
    game = kernel.new_game(tables.cards, tables.rules)
    game[0]["table"]["players"] = 3
    game["deal"], game["deal_each"] = how.deal, how.each
    tallies, sums = np.zeros(games, TALLY), np.zeros((1, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
    unasked = kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop()
    entrants, seatings = agents.entrants([agents.find("random")]), np.zeros((1, 6), np.int16)
    entrants["abilities"] = how.masks[0] if how.masks else 0
    assert kernel.play_games(game, entrants, seatings, np.uint64(2), 0, games, tallies, sums, *unasked) == games
    return tallies


def test_blank_abilities_change_no_game(plain: bool) -> None:
    games = 3 if plain else 200
    blank = {"abilities": {"entries": {f"blank-{k}": {"title": "Blank"} for k in range(4)}}}
    names = definitions.load_deck("legendary", blank).abilities.names
    without, with_blanks = play(None, "none", games), play(blank, "blank-0,blank-3", games)
    assert names[-4:] == ("blank-0", "blank-1", "blank-2", "blank-3")
    assert without["abilities"].max() == 0 and with_blanks["abilities"][:, :3].min() > 0
    same = [name for name in TALLY.names or () if name not in ("abilities", "ability_uses")]
    assert all(np.array_equal(without[name], with_blanks[name]) for name in same)


def test_abilities_change_games(plain: bool) -> None:
    games = 3 if plain else 200
    assert not np.array_equal(play(None, "none", games)["plays"], play(None, "random:4", games)["plays"])
