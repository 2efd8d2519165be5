"""What is written down about a game: hoards after each gambit, draws and their chances, a card dealt on purpose."""

from typing import Any

import numpy as np
import pytest

from tda_sim import agents, definitions
from tda_sim.engine import kernel
from tda_sim.engine.layout import (
    DRAW_SUMS,
    DRAW_UNIT,
    GAMBIT,
    MAX_CARDS,
    MAX_TRAIL,
    N_CONTACTS,
    NONE,
    SUMS,
    TALLY,
    WIN_UNIT,
)
from tda_sim.engine.terms import Contact, Phase, Stop

pytestmark = pytest.mark.both(full=True)
PLAYERS = 3


class Played:
    """Games of `random`, and all that is handed over about them."""

    def __init__(self, deck: Any, games: int, forced: str | None = None, players: int = PLAYERS) -> None:
        self.tables = definitions.build_tables(definitions.load_deck(deck))
        game = kernel.new_game(self.tables.cards, self.tables.rules)
        game[0]["table"]["players"] = players
        if forced is not None:
            game[0]["forced"] = self.tables.names.index(forced)
        self.game, self.players = game, players
        self.tallies = np.zeros(games, TALLY)
        self.sums = np.zeros((1, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
        self.draws = np.zeros((1, MAX_CARDS, len(DRAW_SUMS)), np.int64)
        gambits = np.zeros(games * MAX_TRAIL, GAMBIT)
        entrants, seatings = agents.entrants([agents.find("random")]), np.zeros((1, 6), np.int16)
        counts = self.tallies, self.sums, self.draws, gambits, kernel.no_uses(), kernel.no_stop()
        assert kernel.play_games(game, entrants, seatings, np.uint64(3), 0, games, *counts) == games
        self.gambits = gambits[: self.tallies["gambits"].sum()]

    def drawn(self, column: str) -> np.ndarray:
        """A column of the draws, of all cards."""
        return self.draws[0, : len(self.tables.names), DRAW_SUMS.index(column)]


def games(plain: bool, many: int = 400) -> int:
    return 6 if plain else many


@pytest.mark.parametrize("deck", ["original", "legendary", "emperors-gambit"])
def test_of_all_draws_one_card_each_was_drawn_and_one_was_to_be_expected(deck: str, plain: bool) -> None:
    played = Played(deck, games(plain))
    draws, expected = played.drawn("draws").sum(), played.drawn("expected").sum() / DRAW_UNIT
    assert draws > 0 and abs(expected - draws) < 1e-5 * draws


@pytest.mark.parametrize("outcome", ["gold1", "gold3", "gold6", "gold_end", "win60"])
def test_over_all_cards_what_was_gained_is_what_was_to_be_expected(outcome: str, plain: bool) -> None:
    played = Played("legendary", games(plain))
    gained, expected = played.drawn(outcome), played.drawn(f"{outcome}_reference") / DRAW_UNIT
    assert abs(gained.sum() - expected.sum()) < 1e-4 * np.abs(gained).sum()


def test_every_card_of_the_pile_is_drawn_as_often_as_its_chances_say(plain: bool) -> None:
    played = Played("original", games(plain, 4_000))
    draws, expected = played.drawn("draws"), played.drawn("expected") / DRAW_UNIT
    if not plain:  # each count has about the variance of a Poisson number: seven standard deviations, 70 cards
        assert (np.abs(draws - expected) < 7 * np.sqrt(expected)).all()


def test_what_a_draw_is_worth_is_read_from_the_hoards_that_follow() -> None:
    """Written out by hand from the events of some games: who drew what, and the hoards after later gambits."""
    played = Played("original", 5)
    after = {"gold1": 1, "gold3": 3, "gold6": 6, "gold_end": 1000}
    gained = {name: np.zeros(len(played.tables.names), np.int64) for name in after}
    times = np.zeros(len(played.tables.names), np.int64)
    for number in range(5):
        rows = played.gambits[played.gambits["game"] == number]
        for gambit, seat, card in draws_at_the_end_of_gambits(played, number):
            for name, gambits in after.items():
                last = min(gambit + gambits, len(rows))
                gained[name][card] += rows["gold"][last - 1, seat] - rows["gold"][gambit - 1, seat]
            times[card] += 1
    assert times.sum() > 50
    assert (played.drawn("draws") == times).all()
    assert all((played.drawn(name) == gained[name]).all() for name in after)


def draws_at_the_end_of_gambits(played: Played, number: int) -> list[tuple[int, int, int]]:
    """Gambit, seat and card of each draw while the table is cleaned up, from hands before and after it."""
    game = played.game.copy()
    agents.sit_down(game, [agents.find("random")] * played.players)
    kernel.start(game, number, np.uint64(3), played.players)
    result = []
    kernel.advance(game, int(Stop.GAMBIT))
    while game[0]["table"]["phase"] != Phase.OVER:
        before = [hand(game, seat) for seat in range(played.players)]
        gambit = int(game[0]["tally"]["gambits"])
        kernel.advance(game, int(Stop.NEXT))
        for seat in range(played.players):
            result += [(gambit, seat, card) for card in hand(game, seat)[len(before[seat]) :]]
        kernel.advance(game, int(Stop.GAMBIT))
    return result


def hand(game: np.ndarray, seat: int) -> list[int]:
    return game[0]["hand"]["card"][seat][: game[0]["hand"]["n"][seat]].tolist()


def test_the_last_row_of_a_game_has_the_hoards_at_its_end(plain: bool) -> None:
    played = Played("original", games(plain))
    ends = np.cumsum(played.tallies["gambits"]) - 1
    assert (played.gambits["gold"][ends, :PLAYERS] == played.tallies["gold"][:, :PLAYERS]).all()
    assert (played.gambits["game"][ends] == played.tallies["game"]).all()
    assert (played.gambits["gambit"][ends] == played.tallies["gambits"]).all()


def test_over_a_series_the_hoards_of_earlier_games_count(plain: bool) -> None:
    played = Played({"base": "original", "rules": {"base": "original", "series": 2}}, games(plain, 50))
    ends = np.cumsum(played.tallies["gambits"]) - 1
    assert (played.gambits["gold"][ends, :PLAYERS] == played.tallies["gold"][:, :PLAYERS]).all()
    assert (played.gambits["series_game"][ends] == 2).all()


def test_who_was_ahead_at_half_time_and_how_far_the_winner_fell_behind(plain: bool) -> None:
    played = Played("original", games(plain))
    for tally in played.tallies:
        rows = played.gambits["gold"][played.gambits["game"] == tally["game"]][:, :PLAYERS]
        half = rows[len(rows) // 2 - 1] if len(rows) > 1 else np.zeros(PLAYERS)
        assert tally["half_richest"] == alone(half == half.max())
        assert tally["half_poorest"] == alone(half == half.min())
        if tally["n_winners"] == 1:
            gap = rows.max(axis=1) - rows[:, int(tally["winners"]).bit_length() - 1]
            assert (tally["behind"], tally["deficit"]) == ((gap > 0).sum(), gap.max())
        else:
            assert (tally["behind"], tally["deficit"]) == (NONE, NONE)


def alone(seats: np.ndarray) -> int:
    return int(seats.argmax()) if seats.sum() == 1 else NONE


def test_gambits_won_by_their_first_leader_are_counted(plain: bool) -> None:
    played = Played("original", games(plain))
    rows = played.gambits
    by_leader = [((rows["game"] == k) & (rows["winner"] == rows["opener"])).sum() for k in played.tallies["game"]]
    assert played.tallies["openers_won"].tolist() == by_leader
    assert played.tallies["first_leader"].tolist() == rows["opener"][rows["gambit"] == 1].tolist()


@pytest.mark.parametrize(("deck", "card"), [("original", "gold-13"), ("legendary", "dracolich")])
def test_a_forced_card_is_dealt_to_one_player_in_every_game(deck: str, card: str, plain: bool) -> None:
    n = games(plain)
    played = Played(deck, n, forced=card)
    dealt = played.sums[0, Contact.OPENING, : len(played.tables.names), SUMS.index("count")]
    assert dealt[played.tables.names.index(card)] == n
    assert dealt.sum() == n * PLAYERS * 6


def test_every_seat_is_forced_equally_often_and_nothing_else_is_favoured(plain: bool) -> None:
    n = games(plain, 4_000)
    played = Played("original", n, forced="gold-13")
    dealt = played.sums[0, Contact.OPENING, : len(played.tables.names), SUMS.index("count")]
    others = np.delete(dealt, played.tables.names.index("gold-13"))
    chance = (PLAYERS * 6 - 1) / 69
    if not plain:  # six standard deviations, 69 cards
        assert (np.abs(others - n * chance) < 6 * np.sqrt(n * chance * (1 - chance))).all()


def all_contacts(times: np.ndarray) -> np.ndarray:
    """How often a player met each card, (cards, contacts), from how often in each of the ways that are counted."""
    arrivals = times[:, [Contact.OPENING, Contact.DRAWN, Contact.TAKEN]].sum(axis=1)
    uses = times[:, [Contact.ANTED, Contact.PLAYED, Contact.TRIGGERED]].sum(axis=1)
    return np.column_stack([times, arrivals, (arrivals > 0) & (uses == 0)])


def test_what_is_added_up_is_what_each_game_says_about_each_card(plain: bool) -> None:
    n = games(plain, 40)
    played = Played("emperors-gambit", n)
    game, expected = played.game, np.zeros_like(played.sums[0])
    for number in range(n):
        kernel.start(game, number, np.uint64(3), PLAYERS)
        kernel.advance(game, int(Stop.GAME))
        for seat in range(PLAYERS):
            times = all_contacts(game[0]["contacts"]["times"][seat]).T
            tally = played.tallies[number]
            win = WIN_UNIT // max(int(tally["n_winners"]), 1) * (int(tally["winners"]) >> seat & 1)
            gold = int(tally["gold"][seat])
            expected[..., 0] += times
            expected[..., 1:] += (times > 0)[..., None] * np.array([1, win, win**2, gold, gold**2])
    assert (played.sums[0] == expected).all()


def test_a_card_held_and_never_used_is_idle(plain: bool) -> None:
    played = Played("original", games(plain))
    counts = {contact: played.sums[0, contact, :, SUMS.index("count")] for contact in Contact}
    times = {contact: played.sums[0, contact, :, SUMS.index("times")] for contact in Contact}
    assert (counts[Contact.IDLE] <= counts[Contact.HELD]).all() and counts[Contact.IDLE].sum() > 0
    arrivals = times[Contact.OPENING] + times[Contact.DRAWN] + times[Contact.TAKEN]
    assert (times[Contact.HELD] == arrivals).all() and (counts[Contact.HELD] >= counts[Contact.DRAWN]).all()
    assert (times[Contact.ANTED] + times[Contact.PLAYED] <= times[Contact.HELD]).all()
