"""Asks a strategy outside a game: the same question again, and in positions that should not matter."""

from typing import Any

import numpy as np

from tda_sim.engine import random
from tda_sim.engine.choose import answer_of_search
from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.calls import call_strategy
from tda_sim.engine.compiler.copying import copy_record
from tda_sim.engine.layout import NONE, ROOM
from tda_sim.engine.playing_ahead import copy_position, deal_anew

_room = np.zeros(ROOM, np.int32)  # for what the kit computes once for a deck: trials take place in one thread


def ask(handle: int, cards: Any, table: Any, me: Any, question: Any) -> int:
    """Return a strategy's answer. Arguments except for the handle are records of shape (1,). It may change ``me``."""
    me["room"] = _empty_room()
    return int(_ask(handle, cards, table, me, question))


def ask_in_game(game: Any, seat: int) -> int:
    """Return a strategy's answer to the open question of a game, in its place among everybody's cards."""
    game["hand"]["room"][:, seat] = _empty_room()
    return int(_ask_in_game(game, seat))


def _empty_room() -> int:
    """Return the address of room that holds nothing of another deck."""
    _room[:3] = 0
    return _room.ctypes.data


@jit.kernel
def _ask(handle, cards, table, me, question):
    return call_strategy(handle, cards[0], table[0], me[0], question[0])


@jit.kernel
def _ask_in_game(game, seat):
    t = game[0]
    if t.entrant[seat].searches == 1:
        return answer_of_search(t, seat)
    return call_strategy(t.entrant[seat].strategy, t.cards, t.table, t.hand[seat], t.asking)


@jit.kernel
def ask_anew(game):
    """Ask the open question again, in a game in which nothing hidden has moved since the turn began."""
    t = game[0]
    seat = t.asked_seat
    copy_position(t, t.before)
    copy_record(t.table, t.asked_table[0])
    copy_record(t.hand[seat], t.asked_hand[0])
    copy_record(t.asking, t.question)
    t.driven[seat] = 0
    t.halt = 0


@jit.kernel
def deal_hidden_anew(game, seat, seed, number):
    """Deal everything that a seat does not know again, in the position and in the one to which a search returns."""
    t = game[0]
    random.open_stream(t.shuffling, seed, number, random.SHUFFLING)
    random.open_stream(t.picking, seed, number, random.PICKING)
    random.open_stream(t.drawing, seed, number, random.AHEAD)
    for other in range(t.table.players):
        if other != seat:
            random.open_own_stream(t.hand[other].stream, seed, number, other)
    t.ahead = seat
    deal_anew(t)
    t.ahead = NONE
    copy_position(t.before, t)
