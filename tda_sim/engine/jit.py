"""How the rules are compiled: the only module that knows Numba's flags, its cache, and function pointers.

``@rule`` compiles a function that other compiled functions call, ``@kernel`` an outermost loop that Python calls.
With ``NUMBA_DISABLE_JIT=1`` both leave plain Python, which reads and writes the same records through
`tda_sim.engine.plain` and checks every index and every number on the way.

Numba's disk cache does not notice an edit in another file than the cached function's own, so the cache lies in a
folder named after a digest of all of the engine's sources.
"""

import ctypes
import dis
import functools
import hashlib
import os
import platform
import tempfile
import types as python_types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

from tda_sim.engine import layout, plain

__all__ = [
    "COMPILED",
    "RAISED",
    "CompileError",
    "cache_folder",
    "call_search",
    "call_strategy",
    "copy_record",
    "digest",
]
__all__ += ["inlined", "is_cached", "kernel", "new_game_record", "python_handle", "rebuilt", "rule", "scoring_function"]
__all__ += ["search_handle", "strategy_handle"]

CompileError = NumbaError  # what compiling raises for code that the compiler cannot take
COMPILED = not numba.config.DISABLE_JIT
RAISED = -(2**62)  # what `call_strategy` returns when the strategy raised an exception

# Without a wrapper each, inner functions compile in a fifth less time. Under NumPy's error model a division by nought
# raises nothing, which saves checks; the plain runs would show one.
_RULE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}


@functools.cache
def digest(engine: Path = Path(__file__).parent) -> str:
    """Hex digest of the engine's sources."""
    state = hashlib.sha256()
    for path in sorted(engine.rglob("*.py")):
        state.update(path.relative_to(engine).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


@functools.cache
def cache_folder() -> Path | None:
    """Where compiled code is kept between runs, or None where nothing can be written."""
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    name = hashlib.sha256(" ".join((digest(), *versions)).encode()).hexdigest()[:16]
    user = os.environ.get("TDA_CACHE_DIR") or platformdirs.user_cache_dir("tda_sim")
    for root in (Path(user), Path(tempfile.gettempdir()) / f"tda_sim-{os.getuid() if hasattr(os, 'getuid') else 0}"):
        folder = root / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def is_cached(kernel: str) -> bool:
    """Whether a kernel has been compiled before, so that it starts at once."""
    folder = cache_folder()
    return not COMPILED or (folder is not None and any(folder.rglob(f"kernel.{kernel}*.nbc")))


def _cached(compile_: Callable[[bool], Any]) -> Any:
    """Call ``compile_(cache)`` with Numba's cache pointed at this engine's folder."""
    folder = cache_folder()
    before = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = str(folder or before)
        return compile_(folder is not None)
    finally:
        numba.config.CACHE_DIR = before


class _RuleLibrary(JITCodeLibrary):
    """The code of an inner function, which is linked into what calls it.

    Numba would optimise it and make machine code of it at every level of the call graph on the way up; here that
    happens once, in the kernel or the strategy that holds it all, which halves the compile time.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address: Python never calls an inner function."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """The code generator, less what only a function with an address needs."""
        return _WithoutEnvironments(self._codegen)


class _WithoutEnvironments:
    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: an environment is for calls from Python."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)


class _RuleCompiler(Compiler):  # type: ignore[misc]
    def __init__(self, typing_context: Any, target_context: Any, library: Any, *rest: Any) -> None:
        library = library or _RuleLibrary(target_context.codegen(), "rule")
        super().__init__(typing_context, target_context, library, *rest)


class _Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that Python may call all the same: then it runs as plain Python."""

    def __call__(self, *arguments: Any) -> Any:
        return _as_python(self)(*arguments)


_python_forms: dict[int, Callable[..., Any]] = {}
_keep_alive: list[Any] = []


def _as_python(compiled: _Rule) -> Callable[..., Any]:
    """A compiled function as plain Python, all the way down."""
    if id(compiled) not in _python_forms:
        function = compiled.py_func
        scope = dict(function.__globals__)
        made = _with_globals(function, scope)
        _python_forms[id(compiled)] = made  # first of all: it may call itself
        used = [name for name in function.__code__.co_names if isinstance(scope.get(name), _Rule)]
        scope.update({name: _as_python(scope[name]) for name in used})
        _keep_alive.append(compiled)
    return _python_forms[id(compiled)]


def rule(function: Callable[..., Any], inline: bool = False) -> Callable[..., Any]:
    """Compile a function that other compiled functions call; Python may call it, too, uncompiled.

    With ``inline`` it becomes a part of each of them, however long it is.
    """
    if not COMPILED:
        return function
    compiled = numba.njit(pipeline_class=_RuleCompiler, forceinline=inline, **_RULE)(function)
    compiled.__class__ = _Rule
    return compiled  # type: ignore[no-any-return]


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function as `rule` does, for a place that it must not cost a call."""
    return rule(function, inline=True)


def rebuilt(rule_: Callable[..., Any], others: dict[Any, Any]) -> Callable[..., Any]:
    """A rule with other rules in the place of some that it calls, however deep; itself if it calls none of them.

    ``others`` maps rules to what takes their place; what has been rebuilt is added, so that several rules share it.
    Rules that are called through a module (``moves.draw``) are left as they are.
    """
    if rule_ not in others:
        function = getattr(rule_, "py_func", rule_)
        scope = function.__globals__
        globals_ = {step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}
        called = {name: scope[name] for name in sorted(globals_) if _is_function(scope.get(name))}
        changed = {name: new for name, old in called.items() if (new := rebuilt(old, others)) is not old}
        inline = getattr(rule_, "targetoptions", {}).get("forceinline", False)
        others[rule_] = rule(_with_globals(function, scope | changed), inline) if changed else rule_
    return others[rule_]  # type: ignore[no-any-return]


def _is_function(thing: Any) -> bool:
    return isinstance(thing, _Rule | python_types.FunctionType)


def _with_globals(function: Any, scope: dict[str, Any]) -> Any:
    """The same function, which looks its globals up elsewhere."""
    made = python_types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    made.__doc__ = function.__doc__
    return made


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that Python calls: cached on disk, and free of the global lock while it runs."""
    if COMPILED:
        return _cached(lambda cache: numba.njit(nogil=True, cache=cache, error_model="numpy")(function))

    @functools.wraps(function)
    def checked(*arguments: Any) -> Any:
        with np.errstate(over="raise"):
            return function(*map(plain.wrap, arguments))

    return checked


# --- strategies: called through their address, so that the engine need not know them when it is compiled ----

_RECORDS = tuple(numba.from_dtype(dtype) for dtype in (layout.CARDS, layout.TABLE, layout.PRIVATE, layout.QUESTION))
_GAME = layout.GAME
STRATEGY = types.int64(*_RECORDS)  # answer = strategy(cards, table, me, question)
SCORE = types.float64(*_RECORDS, types.int64)  # score(cards, table, me, question, option)
SEARCH = types.int64(numba.from_dtype(_GAME), types.int64)  # answer = search(game, seat); also: play on to a stop

_plain_functions: list[Callable[..., int]] = []


def strategy_handle(function: Callable[..., int], keep: bool = False) -> int:
    """Compile a strategy and return the number that `call_strategy` knows it by.

    With ``keep`` the compiled code is cached, which needs a function from a file. Raises whatever Numba raises for
    code that does not compile.
    """
    return _handle(function, STRATEGY, keep)


def search_handle(function: Callable[..., int], keep: bool = False) -> int:
    """Compile a function of a whole game and a number; return the number that `call_search` knows it by."""
    return _handle(function, SEARCH, keep)


# How compiled code calls a strategy: status = f(where the answer goes, where an exception goes, four addresses).
_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, *[ctypes.c_void_p] * len(_RECORDS)
)
_FINE, _FAILED = 0, 1


def python_handle(function: Callable[[int, int, int, int], int]) -> int:
    """Return the number that `call_strategy` knows a function by that stays Python.

    It is handed the addresses of the four records; compiled games wait for Python's global lock to call it.
    """
    if not COMPILED:
        _plain_functions.append(lambda *views: function(*(view.record.ctypes.data for view in views)))
        return len(_plain_functions) - 1

    def called(answer: Any, _: Any, *addresses: int) -> int:
        try:
            answer[0] = function(*addresses)
        except Exception:
            return _FAILED
        return _FINE

    callback = _CALLBACK(called)
    _keep_alive.append(callback)
    return ctypes.cast(callback, ctypes.c_void_p).value or 0


def _handle(function: Callable[..., int], signature: Any, keep: bool) -> int:
    if not COMPILED:
        _plain_functions.append(function)
        return len(_plain_functions) - 1
    keep = keep and Path(function.__code__.co_filename).is_file()
    function = getattr(function, "py_func", function)
    compiled = _cached(lambda cache: numba.njit(signature, cache=cache and keep)(function))
    _keep_alive.append(compiled)
    result = compiled.overloads[signature.args]
    address: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return address


def scoring_function(function: Callable[..., float]) -> Callable[..., float]:
    """Compile the scoring form of a strategy."""
    return numba.njit(SCORE, pipeline_class=_RuleCompiler, **_RULE)(function) if COMPILED else function


if COMPILED:

    def _call(signature: Any) -> Callable[..., Any]:
        """What generates the call of a function at an address; RAISED where that raises an exception."""

        def generate(context, builder, _, arguments):  # type: ignore[no-untyped-def]
            convention = context.call_conv
            pointer = convention.get_function_type(types.int64, signature.args).as_pointer()
            callee = builder.inttoptr(arguments[0], pointer)
            given = list(arguments[1:])
            status, answer = convention.call_function(builder, callee, types.int64, signature.args, given)
            return builder.select(status.is_ok, answer, ir.Constant(ir.IntType(64), RAISED))

        return generate

    @intrinsic  # type: ignore[misc]
    def call_strategy(typing_context, handle, cards, table, me, question):  # type: ignore[no-untyped-def]
        """Ask the strategy at address ``handle``; RAISED where it raises an exception."""
        return types.int64(handle, cards, table, me, question), _call(STRATEGY)

    @intrinsic  # type: ignore[misc]
    def call_search(typing_context, handle, game, number):  # type: ignore[no-untyped-def]
        """Call the function of a whole game at address ``handle``; RAISED where it raises an exception."""
        return types.int64(handle, game, number), _call(SEARCH)

    @intrinsic  # type: ignore[misc]
    def copy_record(typing_context, to, origin):  # type: ignore[no-untyped-def]
        """Copy a record over another one of the same type."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            size = context.get_constant(types.intp, signature.args[0].size)
            cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
            return context.get_dummy_value()

        return types.void(to, origin), generate

    @rule
    def new_game_record():  # type: ignore[no-untyped-def]
        """An array of one record of a game, whatever is in it."""
        return np.empty(1, _GAME)

else:

    def call_strategy(handle: int, cards: Any, table: Any, me: Any, question: Any) -> int:
        """Ask strategy number ``handle``, which may look at everything it is handed, but write only on ``me``."""
        try:
            return int(_plain_functions[handle](cards.frozen, table.frozen, me, question.frozen))
        except Exception:
            return RAISED

    def call_search(handle: int, game: Any, number: int) -> int:
        """Call function ``handle`` of a whole game."""
        try:
            return int(_plain_functions[handle](game, number))
        except Exception:
            return RAISED

    def copy_record(to: Any, origin: Any) -> None:
        """Copy a record over another one of the same type."""
        to.record[...] = origin.record

    def new_game_record() -> Any:
        """An array of one record of a game."""
        return plain.wrap(np.zeros(1, layout.GAME))
