"""The engine and the strategies of the page as LLVM code, compiled for a plain processor, and rewritten for wasm32.

Numba compiles for the machine that it runs on, where an address has 64 bits. In WebAssembly it has 32, but every offset
into a record or a structure is a number in the code by then. So structures keep the layout of 64 bits: an address
fills the first half of its place, and places on the stack are widened to match (`for_wasm`).
"""

import re
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from numba import types

from tda_sim import agents, training
from tda_sim.agents import loading
from tda_sim.agents.files import read_inner
from tda_sim.engine import kernel, layout, playing_ahead
from tda_sim.engine.compiler import calls
from tda_sim.engine.compiler.compilers import KernelCompiler, StrategyCompiler, compiled_by
from tda_sim.engine.compiler.jit import lacking
from tda_sim.kit.using import is_of_abilities
from tda_sim.lab import statistics
from tda_sim.review import reviewer

PLAIN = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}  # has Numba compile for any processor of its kind
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
KERNEL = {"nogil": True, "error_model": "numpy"}
CHECKED = {"error_model": "python", "boundscheck": True}

# The instructions that `engine.compiler.vectors` names for a plain processor have their like in WebAssembly.
LIKE = {
    "llvm.x86.sse2.pmadd.wd": "llvm.wasm.dot",
    "llvm.x86.sse2.packssdw.128": "llvm.wasm.narrow.signed.v8i16.v4i32",
}

# Numba counts references to arrays with the processor's own instruction, and asks whether none is left.
COUNT_DOWN = "llvm.x86.atomic.sub.cc.i64"
PORTABLE_COUNT_DOWN = """
define internal i8 @count_down(ptr %count, i64 %by, i32 %condition) {
  %before = load i64, ptr %count
  %after = sub i64 %before, %by
  store i64 %after, ptr %count
  %none = icmp eq i64 %after, 0
  %answer = zext i1 %none to i8
  ret i8 %answer
}
"""


def kernel_code() -> str:
    """Return the code of `kernel.play_games` without abilities, as the function ``play_many``."""
    arrays = (np.zeros(1, layout.GAME), np.zeros(1, layout.ENTRANT), np.zeros((1, layout.MAX_PLAYERS), np.int16))
    numbers = np.uint64(0), 0, 1
    draws = np.zeros(0, layout.CARD_DRAWS)
    counts = np.zeros(1, layout.TALLY), kernel.no_sums(), draws, kernel.no_gambits(), kernel.no_uses()
    types = tuple(numba.typeof(each) for each in (*arrays, *numbers, *counts, kernel.no_stop()))
    play = lacking(_plain(kernel._play_many), (*kernel.UNWATCHED, *kernel.OF_ABILITIES))
    return _code(play, types, compiled_by(KernelCompiler, KERNEL), "play_many")


def one_game_codes() -> list[str]:
    """Return the code that plays one game step by step, without abilities: who sits where, its start, its steps."""
    game, entrants = numba.typeof(np.zeros(1, layout.GAME)), numba.typeof(np.zeros(1, layout.ENTRANT))
    flags = compiled_by(KernelCompiler, KERNEL)
    start, advance = (lacking(_plain(each), kernel.OF_ABILITIES) for each in (kernel.start, kernel.advance))
    starting = (game, numba.int64, numba.uint64, numba.int64)
    seating = (game, entrants, numba.int16[:, ::1], numba.int64, numba.uint64, numba.int64[::1])
    return [
        _code(_plain(kernel.draw_seats), seating, flags, "draw_seats"),
        _code(start, starting, flags, "start_game"),
        _code(advance, (game, numba.int64), flags, "advance_game"),
    ]


def coach_codes() -> list[str]:
    """Return the code that weighs the options of a decision: the reviewer, and what it calls in the engine.

    These are the functions ``choose_reviewer``, ``play_on`` and ``look_away``.
    """
    search = loading.choose_function(read_inner(reviewer, training))
    flags, absent = compiled_by(KernelCompiler, KERNEL), (*kernel.UNHEARD, *kernel.OF_ABILITIES)
    return [
        _code(_plain(search), calls.SEARCH, compiled_by(StrategyCompiler, CHECKED), "choose_reviewer"),
        _code(lacking(_plain(kernel.play_on), absent), calls.ENGINE, flags, "play_on"),
        _code(lacking(_plain(playing_ahead.look_away), absent), calls.ENGINE, flags, "look_away"),
    ]


def strategy_code(name: str) -> str:
    """Return the code of a shipped strategy, as the function ``choose_NAME``.

    Parameters that differ from edition to edition are looked up as it plays, so that one function serves all decks.
    """
    strategy = agents.find(name)
    strategy = replace(strategy, at_run_time=bool(strategy.usual))
    function = loading.choose_function(strategy)
    flags = compiled_by(StrategyCompiler, CHECKED)
    return _code(lacking(_plain(function), (is_of_abilities,)), calls.STRATEGY, flags, f"choose_{name}")


def statistics_codes() -> list[str]:
    """Return the code of what the page computes from its games: the functions `statistics.FOR_PAGE`."""
    table, numbers = types.float64[:, ::1], types.float64[::1]
    number, words = types.float64, types.uint64[::1]
    tallies = numba.typeof(np.zeros(1, layout.TALLY)), types.int64[:, ::1]
    signatures: dict[Callable[..., Any], tuple[Any, ...]] = {
        statistics.block_sums: (*tallies, number, numbers, numbers),
        statistics.card_sums: (types.int64[:, :, :, ::1], table, table),
        statistics.compare: (table, table, table, number, number, table),
        statistics.at_once: (table, table, number, words, table),
        statistics.level_of_orders: (table, table, table, number, words),
    }
    made: dict[Callable[..., Any], Any] = {}
    return [
        _code(_with_calls(each, made), signatures[each], {"error_model": "numpy"}, each.__name__)
        for each in statistics.FOR_PAGE
    ]


def _with_calls(function: Callable[..., Any], made: dict[Callable[..., Any], Any]) -> Callable[..., Any]:
    """Return plain Python in which all that it calls is compiled; ``made`` gets that, by function."""
    called = dict(statistics.called_by(function))
    for each in called.values():
        if each not in made:
            made[each] = numba.njit(error_model="numpy")(_with_calls(each, made))
    scope = function.__globals__ | {name: made[each] for name, each in called.items()}
    return FunctionType(function.__code__, scope, function.__name__, function.__defaults__)


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    return getattr(function, "py_func", function)


def _code(function: Callable[..., Any], signature: Any, flags: dict[str, Any], name: str) -> str:
    compiled = numba.njit(signature, **BARE, **flags)(function)
    (types,) = compiled.signatures
    symbol = compiled.overloads[types].fndesc.llvm_func_name
    return str(compiled.inspect_llvm(types)).replace(f"@{symbol}(", f"@{name}(")


def for_wasm(code: str, target: llvm.TargetMachine) -> str:
    """Return LLVM code of a 64-bit processor as code of the ``target``, with structures laid out as they were."""
    code = re.sub(r"(?m)^target triple = .*$", f'target triple = "{TRIPLE}"', code)
    code = re.sub(r"(?m)^target datalayout = .*$", f'target datalayout = "{target.target_data}"', code)
    code = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", code)
    code = code.replace("= common ", "= internal ")
    for name, like in LIKE.items():
        code = code.replace(name, like)
    code = re.sub(r"(?m)(?<= = alloca ).*$", lambda match: re.sub(r"\bptr\b", "i64", match[0]), code)
    if COUNT_DOWN in code:
        code = re.sub(rf"(?m)^declare .*@{re.escape(COUNT_DOWN)}\(.*$", "", code)
        code = code.replace(f"tail call i8 @{COUNT_DOWN}", "call i8 @count_down").replace("i32 immarg", "i32")
        code = code.replace(f"@{COUNT_DOWN}", "@count_down") + PORTABLE_COUNT_DOWN
    return code


def compile_for_wasm(codes: list[str]) -> bytes:
    """Return one object file for wasm32 of some LLVM code."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default"
    )
    first, *others = (llvm.parse_assembly(for_wasm(code, machine)) for code in codes)
    for other in others:
        first.link_in(other)
    first.verify()
    return bytes(machine.emit_object(first))
