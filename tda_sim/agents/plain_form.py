"""Strategies that stay plain Python: slow, for experiments and for other libraries.

They are a function ``decide(cards, table, me, question)``, or a class whose objects have such a method, from a file or
from a program. They receive copies that read like the records of compiled strategies. They may write only to
``me.memory``, and draw from ``me.stream``.
"""

import copy
import ctypes
import itertools
import operator
import threading
import types
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tda_sim.engine.compiler import calls
from tda_sim.engine.compiler.plain import guard, view
from tda_sim.engine.layout import CARDS, NONE, PRIVATE, QUESTION, TABLE
from tda_sim.engine.visibility import Role

Decide = Callable[[Any, Any, Any, Any], int]

FAR = 2**31  # the limit for answers; those beyond it are wrong anyway
REMEMBERED = 256  # players that a thread keeps: for its open games, times six
TOKEN = -1  # the place in `me.parameter` that identifies the player: the last one, which no strategy declares

_tokens = itertools.count(1)


class _FailedError(Exception):
    """A strategy raised an exception, which the thread keeps."""


class _Desk:
    """Copies of the four records, and the strategy's views of them."""

    def __init__(self, dtypes: Sequence[np.dtype[Any]]) -> None:
        self.records = [np.zeros(1, dtype) for dtype in dtypes]
        _, _, self.me, self.question = self.records
        self._sizes = [record.nbytes for record in self.records]
        self._places = [record.ctypes.data for record in self.records]
        self.views = [guard(view(record), Role.PLAYER) for record in self.records]

    def fetch(self, addresses: tuple[int, ...]) -> None:
        """Copy the records here, without the remains of other hands and other questions."""
        for place, address, size in zip(self._places, addresses, self._sizes, strict=True):
            ctypes.memmove(place, address, size)
        self.me["card"][0, self.me["n"][0] :] = NONE
        self.question["option"][0, self.question["n"][0] :] = NONE

    def put_back(self, me: int) -> None:
        """Copy the lasting fields of the player's own part back."""
        for offset, size in _LASTING:
            ctypes.memmove(me + offset, self._places[2] + offset, size)


def _extent(field: str) -> tuple[int, int]:
    """Return the offset of a field in a private part, and its size, in bytes."""
    fields: Any = PRIVATE.fields
    return fields[field][1], fields[field][0].itemsize


_LASTING = [_extent(field) for field in ("memory", "parameter", "stream")]  # parameters: for the `TOKEN`


class _Thread(threading.local):
    """What a thread keeps: free desks, the players at its tables, and the latest exception."""

    def __init__(self) -> None:
        self.desks: list[_Desk] = []
        self.players: OrderedDict[int, Decide] = OrderedDict()
        self.error: BaseException | None = None


class Caller:
    """Calls a plain Python strategy for the engine. ``make`` returns the function for a seat of a game.

    ``dtypes``: those of the game's records.
    """

    def __init__(
        self, make: Callable[[], Decide], dtypes: Sequence[np.dtype[Any]] = (CARDS, TABLE, PRIVATE, QUESTION)
    ) -> None:
        self._make, self._dtypes = make, dtypes
        self._here = _Thread()
        self.handle = calls.python_handle(self._answer)

    def failure(self) -> BaseException | None:
        """Return the latest exception of this thread."""
        return self._here.error

    def _answer(self, *addresses: int) -> int:
        desk = (
            self._here.desks.pop() if self._here.desks else _Desk(self._dtypes)
        )  # a strategy may play games of its own
        try:
            desk.fetch(addresses)
            answer = _index(self._player(desk.me)(*desk.views))
            desk.put_back(addresses[2])
            return answer
        except BaseException as error:
            self._here.error = error
            raise _FailedError from error
        finally:
            self._here.desks.append(desk)

    def _player(self, me: np.ndarray) -> Decide:
        """Return the player in a seat: a new one if a game has just begun, because its token is not set yet.

        A negative token stands for a copy of the player, which answers once: see `on_trial`.
        """
        players, token = self._here.players, int(me["parameter"][0, TOKEN])
        if token < 0:
            return _copied(players[-token]) if -token in players else self._make()
        if token not in players:
            token = next(_tokens)
            me["parameter"][0, TOKEN] = token
            players[token] = self._make()
            if len(players) > REMEMBERED:
                players.popitem(last=False)
        return players[token]


def _index(answer: Any) -> int:
    try:
        index = operator.index(answer)
    except TypeError:
        raise TypeError(f"decide returned {answer!r}, which is no index of an option") from None
    return max(-FAR, min(index, FAR))


def _copied(decide: Decide) -> Decide:
    """Return the method of a copy of its object; a function unchanged."""
    if not isinstance(decide, types.MethodType):
        return decide
    method: Decide = getattr(copy.deepcopy(decide.__self__), decide.__name__)
    return method


def on_trial(me: Any) -> None:
    """Let a copy of its player, if it has one, give the next answer for this private part (a PRIVATE record)."""
    me["parameter"][TOKEN] = -abs(me["parameter"][TOKEN]) or -FAR


def maker(thing: Any) -> Callable[[], Decide]:
    """Return the maker of players for a function, a class, or an object that it copies for each of them."""

    def make() -> Decide:
        player = thing() if isinstance(thing, type) else copy.deepcopy(thing) if hasattr(thing, "decide") else thing
        decide: Decide = getattr(player, "decide", player)
        return decide

    return make
