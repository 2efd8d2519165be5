"""Games played ahead: what a seat knows of hidden cards, and how the others are dealt again."""

from collections import Counter

import numpy as np
import pytest
from cells import Cell, check_closely
from scipy import stats

from tda_sim import agents
from tda_sim.engine import kernel, playing_ahead
from tda_sim.engine.compiler import calls, jit
from tda_sim.engine.terms import Phase, Stop
from tda_sim.one_game.record import Start
from tda_sim.one_game.setup import set_up

FALSE_ALARM = 1e-6


@jit.kernel
def look_away(game, seat, seed, number):  # type: ignore[no-untyped-def]
    """Deal again what a seat cannot know."""
    t = game[0]
    t.ahead_seed = seed
    t.ahead_number = number
    t.dealt = 0
    t.n_hidden = 0
    playing_ahead.look_away(t, seat)


@jit.kernel
def play_on_at(handle, game, stop):  # type: ignore[no-untyped-def]
    """Play on as a search has it played on."""
    return calls.call_engine(handle, game[0], stop)


def dealt_anew(game: np.ndarray, seat: int, number: int = 0) -> np.ndarray:
    copy = game.copy()
    look_away(copy, seat, np.uint64(9), np.uint64(number))
    return copy


def game_at(deck: str, gambits: int, number: int = 0, players: int = 3, strategy: str = "random") -> np.ndarray:
    """A game after so many gambits, and a turn of the next."""
    tables = Cell(deck, None, players).tables
    game = kernel.new_game(tables.cards, tables.rules)
    agents.sit_down(game, [agents.find(strategy)] * players)
    kernel.start(game, number, np.uint64(1), players)
    for stop in [*[Stop.NEXT] * gambits, Stop.ANTE, Stop.TURN]:
        if game[0]["table"]["phase"] != Phase.OVER:
            kernel.advance(game, int(stop))
    return game


def hand(game: np.ndarray, seat: int) -> list[int]:
    record = game[0]["hand"][seat]
    return [int(card) for card in record["card"][: record["n"]]]


def deck(game: np.ndarray) -> list[int]:
    return [int(card) for card in game[0]["deck"][: game[0]["table"]["deck_size"]]]


def hidden(game: np.ndarray) -> Counter[int]:
    players = int(game[0]["table"]["players"])
    return Counter([*deck(game), *(card for seat in range(players) for card in hand(game, seat))])


@pytest.mark.both
@pytest.mark.parametrize("name", ["original", "emperors-gambit", "avandras-hand"])
def test_the_same_cards_are_dealt_to_the_same_places(name: str, plain: bool) -> None:
    for number in range(2 if plain else 40):
        game = game_at(name, gambits=number % 5, number=number)
        anew = dealt_anew(game, seat=1)
        assert hidden(anew) == hidden(game) and len(deck(anew)) == len(deck(game))
        assert [len(hand(anew, seat)) for seat in range(3)] == [len(hand(game, seat)) for seat in range(3)]
        assert hand(anew, 1) == hand(game, 1)
        assert (anew[0]["table"] == game[0]["table"]).all()


@pytest.mark.both
def test_what_a_seat_knows_stays_where_it_is(plain: bool) -> None:
    known = 0
    for number in range(6 if plain else 200):
        game = game_at("emperors-gambit", gambits=4, number=number, strategy="balanced")
        anew = dealt_anew(game, seat=0)
        for seat in (1, 2):
            for before, after in zip(hand(game, seat), hand(anew, seat), strict=True):
                if game[0]["known_to"][before] & 1:
                    assert before == after
                    known += 1
    assert known > (0 if plain else 50)


def test_what_is_dealt_does_not_depend_on_what_is_hidden() -> None:
    """Two games that look alike to a seat stay alike when the hidden cards are dealt again."""
    game = game_at("legendary", gambits=2)
    other = dealt_anew(game, seat=2, number=77)
    assert hand(other, 0) != hand(game, 0)
    one, two = dealt_anew(game, seat=2, number=3), dealt_anew(other, seat=2, number=3)
    assert deck(one) == deck(two) and [hand(one, seat) for seat in range(3)] == [hand(two, seat) for seat in range(3)]


def test_every_hidden_card_is_equally_likely_to_be_dealt_anywhere() -> None:
    game = game_at("original", gambits=0)
    loose = sorted([*deck(game), *hand(game, 1), *hand(game, 2)])
    first = Counter(hand(dealt_anew(game, 0, number), 1)[0] for number in range(4000))
    assert set(first) <= set(loose)
    assert stats.chisquare([first[card] for card in loose]).pvalue > FALSE_ALARM


def test_unique_cards_not_seen_yet_may_be_any_of_the_pool() -> None:
    game = game_at("legendary", gambits=0)
    drawn = game[0]["cards"]["drawn"] == 1
    inside = {int(card) for card in np.flatnonzero(drawn & (game[0]["in_game"] == 1))}
    public = {int(card) for card in range(game[0]["cards"]["n"])} - set(hidden(game))
    seen = inside & (public | set(hand(game, 0)))
    result: Counter[int] = Counter()
    for number in range(600):
        anew = dealt_anew(game, 0, number)
        there = {int(card) for card in np.flatnonzero(drawn & (anew[0]["in_game"] == 1))}
        assert len(there) == len(inside) and seen <= there
        assert sorted(anew[0]["stock"][: anew[0]["n_stock"]]) == np.flatnonzero(anew[0]["in_game"]).tolist()
        assert there == seen | {card for card in hidden(anew) if drawn[card]}
        result.update(there - seen)
    pool = {int(card) for card in np.flatnonzero(drawn)} - seen
    assert set(result) == pool


def played(hands: list[list[str]], hand_limit: int = 10) -> tuple[np.ndarray, tuple[str, ...]]:
    """A game after the first of three players has played and used a card, and the names of its cards."""
    tables = Cell("original", None, 3).tables
    flights = [["gold-9"], ["bronze-9"], ["red-8"]]
    start = {
        "ante": ["red-2", "blue-4"],
        "stakes": 30,
        "hoards": [40, 40, 40],
        "round": 2,
        "hands": hands,
        "flights": flights,
    }
    game = set_up(Start.model_validate(start), tables, 1, lambda path, message, hint: pytest.fail(message))
    game[0]["table"]["rules"]["hand_limit"] = hand_limit
    agents.sit_down(game, [agents.find("thrifty")] * 3)
    kernel.advance(game, int(Stop.PLAY))
    return game, tables.names


def knowing(game: np.ndarray, card: int) -> set[int]:
    return {seat for seat in range(3) if game[0]["known_to"][card] >> seat & 1}


@pytest.mark.both
def test_a_card_taken_at_random_is_known_to_two() -> None:
    game, names = played([["red-5", "gold-13"], ["white-1", "white-2"], ["white-3", "white-4"]])
    gold = names.index("gold-13")
    (taken,) = set(hand(game, 0)) - {gold}
    victim = 1 if names[taken] in ("white-1", "white-2") else 2  # their flights are equally strong
    assert {card: knowing(game, card) for card in hand(game, 0)} == {gold: set(), taken: {0, victim}}


@pytest.mark.both
def test_a_card_that_is_given_has_been_shown_to_all() -> None:
    game, names = played([["green-4", "gold-13"], ["white-1", "red-5"], ["bronze-1", "copper-3"]])
    white = names.index("white-1")
    assert set(hand(game, 0)) == {white, names.index("gold-13")}
    assert knowing(game, white) == {0, 1, 2} and game[0]["seen"][white] == 1


@pytest.mark.both
def test_a_card_shown_to_a_full_hand_has_been_shown_to_all() -> None:
    hands = [["green-4", "gold-13"], ["white-1", "red-5"], ["bronze-1", "copper-3"]]
    game, names = played(hands, hand_limit=1)
    white = names.index("white-1")
    assert white in hand(game, 1) and knowing(game, white) == {0, 1, 2}


@pytest.mark.both
def test_who_put_a_card_back_on_the_deck_does_not_know_whether_another_player_kept_it() -> None:
    tables = Cell("legendary", None, 2).tables
    start = {
        "stakes": 30,
        "hands": [["silver-seer", "red-2"], ["black-1"]],
        "deck": ["gold-13", "gold-11", "gold-9", "gold-8"],
        "flights": [[], ["black-2"]],
        "leader": 0,
    }
    game = set_up(Start.model_validate(start), tables, 1, lambda path, message, hint: pytest.fail(message))
    looked_at = [
        tables.names.index(name) for name in ("gold-11", "gold-9", "gold-8")
    ]  # the Silver Dragon's draw is first
    game[0]["known_to"][looked_at] = 1 << 1
    agents.sit_down(game, [agents.find("strongest")] * 2)
    kernel.advance(game, int(Stop.PLAY))
    (kept,) = set(hand(game, 0)) & set(looked_at)
    assert knowing(game, kept) == {0}


@pytest.mark.both
def test_cards_taken_from_the_ante_are_known_to_all() -> None:
    game, names = played([["bronze-1", "gold-13"], ["white-1", "red-5"], ["bronze-3", "copper-3"]])
    assert all(knowing(game, card) == {0, 1, 2} for card in hand(game, 0) if names[card] != "gold-13")
    assert len(hand(game, 0)) > 1


@pytest.mark.parametrize(("deck_name", "players"), [("original", 2), ("emperors-gambit", 4), ("pick-em", 3)])
def test_games_with_searches_keep_every_card_and_every_gold_piece(deck_name: str, players: int) -> None:
    check_closely(Cell(deck_name, None, players), "lookahead:playouts=4", 0)


def test_what_nobody_hears_of_is_left_out_of_games_played_ahead_and_nothing_else() -> None:
    """They write down no contacts, no gambits and no events; gold and cards go as in any other game."""
    real = game_at("legendary", 1)
    ahead, contacts, gambits = real.copy(), int(real[0]["contacts"]["n"]), int(real[0]["trail"]["n"])
    play_on_at(calls.engine_handle(kernel.play_on, kernel.UNHEARD), ahead, int(Stop.GAME))
    kernel.advance(real, int(Stop.GAME))
    assert real[0]["table"]["phase"] == ahead[0]["table"]["phase"] == Phase.OVER
    assert np.array_equal(real[0]["table"], ahead[0]["table"]) and np.array_equal(real[0]["hand"], ahead[0]["hand"])
    assert real[0]["tally"]["winners"] == ahead[0]["tally"]["winners"] > 0
    assert (ahead[0]["contacts"]["n"], ahead[0]["trail"]["n"]) == (contacts, gambits)
    assert real[0]["contacts"]["n"] > contacts and real[0]["trail"]["n"] > gambits
