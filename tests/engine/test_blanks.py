"""What is cleared or copied is cleared or copied whole, whatever fields its record has or comes to have."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from tda_sim import definitions
from tda_sim.engine import derived, kernel, layout
from tda_sim.engine.choose import begin_question, leave_open
from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.copying import run_of
from tda_sim.engine.layout import (
    FRAME,
    GAME,
    MAX_PLAYERS,
    NONE,
    POSITION,
    PRIVATE,
    QUESTION,
    SUMMARY,
    TABLE,
    TALLY,
    TRAIL,
)
from tda_sim.engine.moves import meet
from tda_sim.engine.playing_ahead import copy_position
from tda_sim.engine.setting_up import clear_gambit
from tda_sim.engine.stack import push_power

pytestmark = pytest.mark.both

PLAYERS = 4
GIVEN = ("cards", "entrant", "deal", "deal_each", "driven", "chance_driven", "forced", "watched", "n_log", "contacts")
GIVEN_TO_THE_TABLE = ("rules", "players")
LONG = ("clock", "known", "play", "flight", "ante", "discard", "debt", "lasting")  # only places in use mean something
BY_SEAT = [name for name in TABLE.names or () if TABLE[name].shape[:1] == (MAX_PLAYERS,) and name not in LONG]
OF_ABILITIES = {  # of the one that is being used; uses are counted where somebody has abilities, from nothing on
    "uses", "using", "changing", "fill_to", "price", "gained", "collects", "mortal_colour", "order",
}  # fmt: skip
OVER_A_GAMBIT = {  # what of the table lasts from gambit to gambit, or is brought up to date elsewhere
    "rules", "players", "clock", "reshuffles", "known", "series_game", "score", "playing", "out", "phase", "gambit",
    "leader", "turn", "stakes", "hoard", "hand_size", "flight_size", "summary", "ante_size", "discard_size",
    "deck_size", "n_debts", "owed", "hole", "gambit_winner", "rich", "ante_weakest_wins", "ante_triggers_from",
    "ante_toll", "ante_shares", "play", "flight", "ante", "discard", "debt", "lasting", "abilities", "heard", "spent",
    "disk", "gambits_won", "unpaid",
}  # fmt: skip
WORTHLESS = {  # of which a number elsewhere says how much is in use, or that are written before they are read
    "table", "hand", "deck", "stock", "known_to", "seen", "in_game", "drawing", "secret", "shown", "asking", "question",
    "asked_table", "asked_hand", "frame", "answer", "asked_seat", "lost_events", "log", "before", "said", "scratch",
    "stand_in", "trail", "ahead_seed", "ahead_number", "loose", "is_loose", "stop", "simple", "searching", "shuffling",
    "picking", "dealt", "dealt_secret", "n_hidden", "hidden", "rooms", *OF_ABILITIES,
}  # fmt: skip

AT_A_REST = {  # worthless there
    "secret", "shown", "asking", "question", "asked_seat", "asked_table", "asked_hand", "frame", "answer", "log",
    "before", "said", "scratch", "stand_in", "loose", "is_loose", "hidden", *OF_ABILITIES,
}  # fmt: skip


def new() -> np.ndarray:
    tables = definitions.build_tables(definitions.load_deck("legendary"))
    game = kernel.new_game(tables.cards, tables.rules)
    game[0]["table"]["players"] = PLAYERS
    return game


def used() -> np.ndarray:
    """The same with remains of other games in every field that nobody gives it."""
    game = np.frombuffer(bytearray(b"\x05" * GAME.itemsize), GAME).copy()
    given = new()
    for name in GIVEN:
        game[name] = given[name]
    for name in GIVEN_TO_THE_TABLE:
        game["table"][name] = given["table"][name]
    game["trail"]["draws_on"] = 0
    return game


def differing(one: Any, other: Any, names: Iterable[str]) -> list[str]:
    return [name for name in names if not np.array_equal(one[name], other[name])]


@jit.kernel
def meet_all(game):
    for card in range(game[0].cards.n):
        meet(game[0], 2, 1, card)


@jit.kernel
def clear_a_gambit(game):
    clear_gambit(game[0])


@jit.kernel
def put_a_question(game):
    begin_question(game[0], 3, 7)


@jit.kernel
def leave_it_open(game):
    leave_open(game[0], 0)


@jit.kernel
def use_a_power(game, card):
    game[0].n_frames = 0
    push_power(game[0], 1, card, card)


@jit.kernel
def empty_a_flight(game):
    game[0].table.flight_size[2] = 0
    derived.sum_up_flight(game[0], 2)


@jit.kernel
def copy_there(position, game):
    copy_position(position[0], game[0])


@jit.kernel
def copy_back(game, position):
    copy_position(game[0], position[0])


def test_a_game_that_is_set_up_keeps_nothing_of_the_one_before() -> None:
    fresh, again = new(), used()
    for game in (fresh, again):
        kernel.start(game, 3, np.uint64(1), PLAYERS)
    assert differing(fresh[0]["tally"], again[0]["tally"], TALLY.names or ()) == []
    tables = fresh[0]["table"], again[0]["table"]
    assert differing(*tables, tuple(name for name in TABLE.names or () if name not in (*LONG, *BY_SEAT))) == []
    assert [name for name in BY_SEAT if not np.array_equal(*(table[name][:PLAYERS] for table in tables))] == []
    for seat in range(PLAYERS):
        one, other = fresh[0]["hand"][seat], again[0]["hand"][seat]
        assert differing(one, other, tuple(name for name in PRIVATE.names or () if name != "stream")) == []
    assert differing(fresh[0], again[0], [name for name in GAME.names or () if name not in WORTHLESS]) == []
    assert differing(fresh[0]["trail"], again[0]["trail"], run_of(TRAIL, *layout.COUNTED)) == []


def test_a_gambit_that_is_cleared_leaves_nothing() -> None:
    fresh, again = new(), used()
    for game in (fresh, again):
        clear_a_gambit(game)
    names = [name for name in TABLE.names or () if name not in OVER_A_GAMBIT]
    assert len(names) == 16 and differing(fresh[0]["table"], again[0]["table"], names) == []


def test_a_question_has_nothing_of_the_one_before() -> None:
    game = used()
    put_a_question(game)
    asked = {name: int(game[0]["asking"][name]) for name in QUESTION.names or () if name not in ("option", "leaning")}
    assert asked == {"kind": 3, "card": 7, "gold": 0, "seat": NONE, "about": NONE, "n": 0}


def test_a_question_is_left_open_whole() -> None:
    game = used()
    game["asking"]["option"] = 9
    leave_it_open(game)
    assert differing(game[0]["question"], game[0]["asking"], QUESTION.names or ()) == []
    assert differing(game[0]["asked_table"][0], game[0]["table"], TABLE.names or ()) == []


def test_a_power_has_nothing_of_the_one_that_was_in_its_frame() -> None:
    game = used()
    cards = game[0]["cards"]
    card = int(np.flatnonzero(cards["power_end"] > cards["power"])[0])
    use_a_power(game, card)
    numbers = {name: int(game[0]["frame"][0][name]) for name in run_of(FRAME, *layout.NUMBERS)}
    span = {"step": cards["power"][card], "end": cards["power_end"][card]}
    begun = {"seat": 1, "card": card, "source": card, "picked": NONE, "waits": NONE, **span}
    assert numbers == {name: begun.get(name, 0) for name in numbers}


def test_an_empty_flight_sums_up_to_nothing() -> None:
    game = used()
    empty_a_flight(game)
    assert differing(game[0]["table"]["summary"][2], np.zeros(1, SUMMARY)[0], SUMMARY.names or ()) == []


def test_a_position_is_copied_whole() -> None:
    game, position, other = used(), np.zeros(1, POSITION), new()
    copy_there(position, game)
    assert differing(position, game, POSITION.names or ()) == []
    copy_back(other, position)
    assert differing(other, game, POSITION.names or ()) == []
    assert set(POSITION.names or ()) <= set(GAME.names or ())


def test_a_game_that_goes_back_is_as_it_was_but_for_what_is_worthless_at_a_rest() -> None:
    game, back = new(), used()
    kernel.start(game, 3, np.uint64(1), PLAYERS)
    meet_all(back)
    kernel.go_back(back, game)
    names = [name for name in GAME.names or () if name not in AT_A_REST]
    assert differing(game[0], back[0], [name for name in names if name != "contacts"]) == []
    for name in ("times", "ways"):
        assert (game[0]["contacts"][name] == back[0]["contacts"][name]).all()
    assert game[0]["contacts"]["n"] == back[0]["contacts"]["n"] > 0
