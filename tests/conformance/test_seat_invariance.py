"""A table that is moved on by some seats is the same table: nothing but the numbers of the seats has changed."""

import itertools

import numpy as np
import pytest

from tda_sim.conformance.positions import Decision, decisions
from tda_sim.conformance.seat_invariance import BY_SEAT, moved
from tda_sim.conformance.tables import TrialTables
from tda_sim.engine.compiler import plain
from tda_sim.engine.layout import HAS_A_BIT_FOR_EACH_SEAT, NAMES_A_SEAT, NAMES_A_SEAT_WITHIN, TABLE
from tda_sim.kit import (
    card_played,
    clockwise,
    final_strength,
    is_barred,
    is_in,
    right_of,
    special_flight_with,
    taker_of_prices,
    would_trigger,
)

NO_SEAT = {  # fields that neither have an entry for each seat nor name one
    "rules", "players", "reshuffles", "known", "series_game", "playing", "phase", "gambit", "round", "turns", "stakes",
    "ante", "ante_size", "discard", "discard_size", "deck_size", "n_debts", "hole", "n_lasting", "stakes_ran_out",
    "ante_weakest_wins", "ante_triggers_from", "ante_toll", "ante_shares", "weakest_wins", "least_rounds",
    "colour_powers", "wild", "heard",
}  # fmt: skip


@pytest.fixture(scope="module")
def some() -> list[Decision]:
    """Decisions of games of three decks."""
    tables = TrialTables("random", 3)
    result: list[Decision] = []
    for deck, players in (("original", 4), ("emperors-gambit", 6), ("legendary", 6)):
        seated = tables.at(deck, players)
        result += itertools.islice(decisions(seated.work, 1, seated.own), 0, 60, 3)
    return result


def test_every_field_of_the_table_is_moved_or_names_no_seat() -> None:
    moving = {*BY_SEAT, *NAMES_A_SEAT, *HAS_A_BIT_FOR_EACH_SEAT, *NAMES_A_SEAT_WITHIN, "clock"}
    assert set(TABLE.names or ()) == moving | NO_SEAT and not moving & NO_SEAT


def test_once_around_nothing_has_changed(some: list[Decision]) -> None:
    for decision in some:
        players = int(decision.table[0]["players"])
        other = decision
        for _ in range(players):
            other = moved(other, 1)
        for name in TABLE.names or ():
            assert np.array_equal(decision.table[name], other.table[name]), name
        assert other.seat == decision.seat and other.options == decision.options


def test_whatever_is_asked_about_the_table_has_the_same_answer(some: list[Decision]) -> None:
    for decision in some:
        cards = plain.view(decision.cards)
        one, other = plain.view(decision.table), plain.view(moved(decision, 1).table)
        players = one.players
        for seat in range(players):
            there = (seat + 1) % players
            assert is_in(one, seat) == is_in(other, there)
            assert card_played(one, seat) == card_played(other, there)
            assert (right_of(one, seat) + 1) % players == right_of(other, there)
            assert (clockwise(one, seat, 1) + 1) % players == clockwise(other, there, 1)
            assert final_strength(cards, one, seat) == final_strength(cards, other, there)
            assert is_barred(cards, one, seat) == is_barred(cards, other, there)
            for card in decision.me[0]["card"][: decision.me[0]["n"]].tolist():
                assert would_trigger(cards, one, seat, card) == would_trigger(cards, other, there, card)
                assert special_flight_with(cards, one, seat, card) == special_flight_with(cards, other, there, card)
        taker = taker_of_prices(one)
        assert taker_of_prices(other) == (taker if taker < 0 else (taker + 1) % players)
