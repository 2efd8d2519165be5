"""Calls of strategies, and of the engine by searches: through an address, so that the engine is compiled without them.

Without the compiler, the number of a function stands for its address.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from tda_sim.engine import layout
from tda_sim.engine.compiler import plain
from tda_sim.engine.compiler.access import mark
from tda_sim.engine.compiler.guards import guarded
from tda_sim.engine.compiler.jit import COMPILED, address_of, checked_for
from tda_sim.engine.visibility import Role

RAISED = -(2**62)  # what a call returns when the function raised an exception

_GAME = layout.GAME
_RECORDS = tuple(guarded(dtype) for dtype in (layout.CARDS, layout.TABLE, layout.PRIVATE, layout.QUESTION))
STRATEGY = types.int64(*_RECORDS)  # answer = strategy(cards, table, me, question)
SCORE = types.float64(*_RECORDS, types.int64)  # score(cards, table, me, question, option)
SEARCH = types.int64(guarded(_GAME, Role.SEARCHER), types.int64)  # answer = search(game, seat)
ENGINE = types.int64(numba.from_dtype(_GAME), types.int64)  # a function of the engine, of a game and a number

_plain_functions: list[Callable[..., int]] = []
_keep_alive: list[Any] = []


def strategy_of(cards: np.dtype, table: np.dtype) -> Any:
    """Return the signature of strategies of a game with these types of cards and table."""
    return types.int64(*map(guarded, (cards, table, layout.PRIVATE, layout.QUESTION)))


def score_of(cards: np.dtype, table: np.dtype) -> Any:
    """Return the signature of strategies that score options, for these types of cards and table."""
    return types.float64(*strategy_of(cards, table).args, types.int64)


def strategy_handle(function: Callable[..., int], keep: bool = False, signature: Any = STRATEGY) -> int:
    """Compile a strategy, and return its handle for `call_strategy`.

    ``signature``: for another game, see `strategy_of`. ``keep`` caches the compiled code, which needs a function from a
    file. Raises Numba's errors for code that does not compile.
    """
    if COMPILED:
        return address_of(function, signature, keep, checked=True)
    return _numbered(lambda *records: function(*(plain.guard(record, Role.PLAYER) for record in records)))


def search_handle(function: Callable[..., int], keep: bool = False) -> int:
    """Compile a strategy that plays ahead, and return its handle for `call_search`."""
    if COMPILED:
        return address_of(function, SEARCH, keep, checked=True)
    return _numbered(lambda game, seat: function(plain.guard(game, Role.SEARCHER), seat))


def engine_handle(function: Callable[..., int], absent: tuple[Callable[..., Any], ...] = ()) -> int:
    """Compile a function of a whole game and a number, and return its handle for `call_engine`.

    ``absent`` rules only record what nobody will read, so the compiled code leaves them out.
    """
    return address_of(function, ENGINE, True, checked=False, absent=absent) if COMPILED else _numbered(function)


def _numbered(function: Callable[..., int]) -> int:
    """Return the number of a function, for runs without the compiler."""
    _plain_functions.append(function)
    return len(_plain_functions) - 1


# How compiled code calls a strategy: status = f(place of the answer, place of an exception, four addresses).
_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, *[ctypes.c_void_p] * len(_RECORDS)
)
_FINE, _FAILED = 0, 1


def python_handle(function: Callable[[int, int, int, int], int]) -> int:
    """Return the handle for `call_strategy` of a function that stays Python.

    It receives the addresses of the four records. Compiled games wait for Python's global lock to call it.
    """
    if not COMPILED:
        return _numbered(lambda *records: function(*(record.record.ctypes.data for record in records)))

    def called(answer: Any, _: Any, *addresses: int) -> int:
        try:
            answer[0] = function(*addresses)
        except Exception:
            return _FAILED
        return _FINE

    callback = _CALLBACK(called)
    _keep_alive.append(callback)
    return ctypes.cast(callback, ctypes.c_void_p).value or 0


def scoring_function(function: Callable[..., float], signature: Any = SCORE) -> Callable[..., float]:
    """Compile a strategy in the scoring form. ``signature``: for another game, see `score_of`."""
    return checked_for(function, signature)


if COMPILED:
    _NUMBER, _AT_ADDRESS = ir.IntType(32), "numbers at an address"

    def _called(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        """Call the function at an address; RAISED if it raises an exception."""
        convention = context.call_conv
        pointer = convention.get_function_type(types.int64, signature.args).as_pointer()
        values = [
            value if isinstance(kind, types.Integer) else builder.bitcast(value, context.get_value_type(kind))
            for value, kind in zip(arguments[1:], signature.args, strict=True)
        ]
        callee = builder.inttoptr(arguments[0], pointer)
        status, answer = convention.call_function(builder, callee, types.int64, signature.args, values)
        fine = builder.icmp_signed("==", status.code, ir.Constant(status.code.type, _FINE))
        return builder.select(fine, answer, ir.Constant(ir.IntType(64), RAISED))

    @intrinsic  # type: ignore[misc]
    def call_strategy(typing_context, handle, cards, table, me, question):  # type: ignore[no-untyped-def]
        """Ask the strategy at address ``handle``; RAISED where it raises an exception."""

        def generate(context, builder, _, arguments):  # type: ignore[no-untyped-def]
            return _called(context, builder, STRATEGY, arguments)

        return types.int64(handle, cards, table, me, question), generate

    @intrinsic  # type: ignore[misc]
    def call_engine(typing_context, handle, game, number):  # type: ignore[no-untyped-def]
        """Call the function of the engine at address ``handle``; RAISED where it raises an exception."""

        def generate(context, builder, _, arguments):  # type: ignore[no-untyped-def]
            return _called(context, builder, ENGINE, arguments)

        return types.int64(handle, game, number), generate

    @intrinsic  # type: ignore[misc]
    def call_search(typing_context, handle, game, seat, scratch):  # type: ignore[no-untyped-def]
        """Ask the strategy at address ``handle`` that plays ahead, and lend it a game, shape (1,), to do that in.

        RAISED where it raises an exception.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            lent = make_array(signature.args[3])(context, builder, arguments[3]).data
            place = _scratch_field(builder, signature.args[1], arguments[1])
            builder.store(builder.ptrtoint(lent, ir.IntType(64)), place)
            answer = _called(context, builder, SEARCH, arguments[:3])
            builder.store(ir.Constant(ir.IntType(64), 0), place)
            return answer

        return types.int64(handle, game, seat, scratch), generate

    @intrinsic  # type: ignore[misc]
    def scratch_of(typing_context, game):  # type: ignore[no-untyped-def]
        """Return the game that was lent with a game."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            place = _scratch_field(builder, signature.args[0], arguments[0])
            return builder.inttoptr(builder.load(place), context.get_value_type(signature.return_type))

        return game(game), generate

    @intrinsic  # type: ignore[misc]
    def number_at(typing_context, address, k):  # type: ignore[no-untyped-def]
        """Return number ``k`` of the numbers of 32 bits at an address, which the caller keeps alive."""

        def generate(context, builder, _, arguments):  # type: ignore[no-untyped-def]
            number = builder.load(_number_place(builder, *arguments))
            mark(builder, _AT_ADDRESS)
            return builder.sext(number, ir.IntType(64))

        return types.int64(types.int64, types.int64), generate

    @intrinsic  # type: ignore[misc]
    def write_at(typing_context, address, k, number):  # type: ignore[no-untyped-def]
        """Write number ``k`` of the numbers of 32 bits at an address."""

        def generate(context, builder, _, arguments):  # type: ignore[no-untyped-def]
            builder.store(builder.trunc(arguments[2], _NUMBER), _number_place(builder, *arguments[:2]))
            mark(builder, _AT_ADDRESS)
            return context.get_dummy_value()

        return types.none(types.int64, types.int64, types.int64), generate

    def _number_place(builder, address, k):  # type: ignore[no-untyped-def]
        return builder.gep(builder.inttoptr(address, _NUMBER.as_pointer()), [k])

    def _scratch_field(builder, game, record):  # type: ignore[no-untyped-def]
        """Return where a game holds the address of the one that is lent with it."""
        return cgutils.get_record_member(builder, record, game.offset("scratch"), ir.IntType(64))

else:
    _NUMBER = ctypes.sizeof(ctypes.c_int32)
    _lent: dict[int, Any] = {}

    def _called(handle: int, *arguments: Any) -> int:
        try:
            return int(_plain_functions[handle](*arguments))
        except Exception:
            return RAISED

    def call_strategy(handle: int, cards: Any, table: Any, me: Any, question: Any) -> int:
        """Ask strategy number ``handle``."""
        return _called(handle, cards, table, me, question)

    def call_engine(handle: int, game: Any, number: int) -> int:
        """Call function ``handle`` of the engine."""
        return _called(handle, game, number)

    def call_search(handle: int, game: Any, seat: int, scratch: Any) -> int:
        """Ask strategy number ``handle`` that plays ahead, and lend it a game to do that in."""
        game.scratch = id(scratch)
        _lent[game.scratch] = scratch
        answer = _called(handle, game, seat)
        del _lent[game.scratch]
        game.scratch = 0
        return answer

    def number_at(address: int, k: int) -> int:
        """Return number ``k`` of the numbers of 32 bits at an address, which the caller keeps alive."""
        return ctypes.c_int32.from_address(address + _NUMBER * k).value

    def write_at(address: int, k: int, number: int) -> None:
        """Write number ``k`` of the numbers of 32 bits at an address."""
        ctypes.c_int32.from_address(address + _NUMBER * k).value = number

    def scratch_of(game: Any) -> Any:
        """Return the game that was lent with a game."""
        return _lent[game.scratch][0]
