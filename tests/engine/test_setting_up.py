"""Which cards are in a game: drawn for each, the same for a series, picked by players, shown or not."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from audit import audit_at_rest, stock
from cells import Cell
from scipy import stats

from tda_sim import agents
from tda_sim.engine import kernel
from tda_sim.engine.terms import Phase, Question, Stop
from tda_sim.one_game.driver import Asked, Driver, drive

pytestmark = pytest.mark.both


def begun(deck: str, number: int = 0, players: int = 3, rule: str | None = None) -> tuple[np.ndarray, tuple[str, ...]]:
    """A game just set up, `random` in all seats, and the names of the deck's cards."""
    tables = Cell(deck, rule, players).tables
    game = kernel.new_game(tables.cards, tables.rules)
    agents.sit_down(game, [agents.find("random")] * players)
    kernel.start(game, number, np.uint64(1), players)
    return game, tables.names


def names_in(game: np.ndarray, names: tuple[str, ...]) -> list[str]:
    """The cards in a game of those that are drawn game by game."""
    return [names[card] for card in sorted(stock(game[0])) if game[0]["cards"]["drawn"][card]]


def test_every_game_draws_its_ten_cards_anew(plain: bool) -> None:
    n, (game, names) = 60 if plain else 6_000, begun("legendary")
    result = set()
    counts = Counter[str]()
    for number in range(n):
        kernel.start(game, number, np.uint64(1), 3)
        drawn = names_in(game, names)
        assert len(drawn) == 10
        result.add(tuple(drawn))
        counts.update(drawn)
    spread = sum((count - n / 3) ** 2 for count in counts.values()) / (n * 1 / 3 * 2 / 3) * 29 / 30
    assert len(result) > 0.95 * n and len(counts) == 30 and stats.chi2.sf(spread, 29) > 1e-6


def test_the_traditional_cards_and_the_druid_at_the_party_are_in_every_game() -> None:
    for number in range(20):
        druids = begun("druids-party", number)
        assert "druid" in [druids[1][card] for card in stock(druids[0][0])] and len(names_in(*druids)) == 9
        assert names_in(*begun("traditional", number)) == []


def test_all_games_of_a_series_have_the_same_cards() -> None:
    game, names = begun("legendary", rule="three-games")
    games = [names_in(game, names)]
    while game[0]["table"]["phase"] != Phase.OVER:
        kernel.advance(game, int(Stop.NEXT))
        if game[0]["table"]["series_game"] > len(games):
            games.append(names_in(game, names))
    assert len(games) == 3 and len(set(map(tuple, games))) == 1


def picks(players: int) -> tuple[list[Asked], np.ndarray, tuple[str, ...]]:
    """What everybody is asked before a game of Pick 'em, the last card on offer being picked, and the game then."""
    game, names = begun("pick-em", players=players)
    drive(game, range(players))
    driver, asked = Driver(game), []

    def answer(question: Asked) -> int:
        if question.kind == Question.PICK_UNIQUE:
            asked.append(question)
        return len(question.options) - 1

    driver.run(Stop.ANTE, answer)
    return asked, driver.now, names


@pytest.mark.parametrize("players", [2, 6])
def test_every_player_in_turn_picks_one_of_the_cards_left(players: int) -> None:
    asked, game, names = picks(players)
    assert [question.seat for question in asked] == list(range(players))
    assert [len(question.options) for question in asked] == [30 - k for k in range(players)]
    picked = [question.options[-1] for question in asked]
    assert set(picked) <= set(stock(game[0])) and len(names_in(game, names)) == 10
    audit_at_rest(game)


def test_what_was_picked_is_known_to_all_and_what_chance_added_is_not() -> None:
    asked, game, _ = picks(4)
    drawn, known = game[0]["cards"]["drawn"] == 1, game[0]["table"]["known"]
    assert {int(card) for card in np.flatnonzero(drawn & (known == 1))} == {q.options[-1] for q in asked}
    assert (known[drawn] >= 0).all()


def known_of_drawn(deck: str, **more: Any) -> np.ndarray:
    cards = (game := begun(deck, **more)[0])[0]["cards"]
    known: np.ndarray = game[0]["table"]["known"][cards["drawn"] == 1]
    return known


def test_of_cards_that_are_shown_everybody_knows_which_are_in_and_which_are_not() -> None:
    assert not known_of_drawn("legendary").any()
    for known in (known_of_drawn("show-em"), known_of_drawn("legendary", rule="show-em")):
        assert (known == 1).sum() == 10 and (known == -1).sum() == 20
