"""How the rules are compiled: the only module that knows Numba's flags, its cache, and function pointers.

``@rule`` compiles a function that other compiled functions call, ``@kernel`` an outermost loop that Python calls,
``@helper`` a function of a strategy's own, in which every index and every division is checked as in plain Python.
What strategies are handed are types of their own: see `tda_sim.engine.guards`.
With ``NUMBA_DISABLE_JIT=1`` both leave plain Python, which reads and writes the same records through
`tda_sim.engine.plain` and checks every index and every number on the way.

Numba's disk cache does not notice an edit in another file than the cached function's own, so the cache lies in a
folder named after a digest of all of the engine's sources.
"""

import ctypes
import dis
import functools
import hashlib
import pickle
import platform
import types as python_types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import _helperlib, types
from numba.core import cgutils, dispatcher
from numba.core.errors import NumbaError, TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from tda_sim.engine import cache, layout, plain
from tda_sim.engine.guards import guarded
from tda_sim.engine.sight import Role

__all__ = [
    "COMPILED",
    "RAISED",
    "CompileError",
    "cache_folder",
    "call_engine",
    "call_search",
    "call_strategy",
    "constant",
    "copier",
    "copy_record",
    "digest",
    "engine_handle",
    "global_chance",
    "helper",
    "inlined",
    "is_cached",
    "kernel",
    "new_game_record",
    "python_handle",
    "rebuilt",
    "rule",
    "run_of",
    "scoring_function",
    "scratch_of",
    "search_handle",
    "strategy_handle",
]

CompileError = NumbaError  # what compiling raises for code that the compiler cannot take
COMPILED = not numba.config.DISABLE_JIT
RAISED = -(2**62)  # what `call_strategy` returns when the strategy raised an exception

# Without a wrapper each, inner functions compile in a fifth less time. Under NumPy's error model a division by nought
# raises nothing, which saves checks; the plain runs would show one.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_RULE = {**_INNER, "error_model": "numpy"}
_CHECKED = {"error_model": "python", "boundscheck": True}  # what users write

# Numba's inside, which may look different in versions that this has not been tried with. The same comes out without it,
# though later: see `_say_plain`.
_TRIED = (0, 68), (0, 68)
try:
    from numba.core.caching import FunctionCache, NullCache
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler, CompileResult
    from numba.core.serialize import dumps

    _KEEPS = getattr(dispatcher, "FunctionCache", None) is FunctionCache
except ImportError:
    _KEEPS, NullCache, JITCodeLibrary, Compiler = False, object, object, object
_FAST = _KEEPS and _TRIED[0] <= tuple(map(int, numba.__version__.split(".")[:2])) <= _TRIED[1]


@functools.cache
def digest(engine: Path = Path(__file__).parent) -> str:
    """Hex digest of the engine's sources."""
    state = hashlib.sha256()
    for path in sorted(engine.rglob("*.py")):
        state.update(path.relative_to(engine).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


@functools.cache
def cache_folder() -> Path | None:
    """Where compiled code is kept between runs, or None where nothing can be kept."""
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    return cache.find_folder(hashlib.sha256(" ".join((digest(), *versions)).encode()).hexdigest()[:16])


def is_cached(kernel: str) -> bool:
    """Whether a kernel has been compiled before, so that it starts at once."""
    folder = cache_folder()
    return not COMPILED or (folder is not None and any(folder.glob(f"kernel.{kernel}-*{cache.SUFFIX}")))


class _Kept(NullCache):  # type: ignore[misc]
    """What Numba calls the cache of a function: its compiled forms, in files of the cache folder."""

    def __init__(self, function: Callable[..., Any]) -> None:
        path = Path(function.__code__.co_filename)
        self._name = f"{path.stem}.{function.__qualname__}"
        self._source = hashlib.sha256(path.read_bytes()).hexdigest()

    def _path(self, signature: Any, codegen: Any) -> Path:
        """The file of a compiled form. The folder's name says what the engine's code is."""
        name = cache.file_name(self._name, self._name, self._source, signature, codegen.magic_tuple())
        return (cache_folder() or Path()) / name

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled form for these types, None if there is none."""
        target.refresh()
        path = self._path(signature, target.codegen())
        kept = cache.load(path)
        if kept is None:
            _say_plain()
            return None
        try:
            return CompileResult._rebuild(target, *pickle.loads(kept))
        except Exception:  # written by a Numba that names itself as this one does, and is another
            cache.damaged(path)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled form."""
        if result.library.has_dynamic_globals:
            return
        try:
            content = dumps(result._reduce())
        except Exception:  # in a Numba that is not known
            return
        cache.save(self._path(signature, result.codegen), content)


def _say_plain() -> None:
    """Tell the user why compiling takes longer, if it does."""
    if not _FAST:
        first, last = (".".join(map(str, version)) for version in _TRIED)
        told = f"this is Numba {numba.__version__}, and tda_sim has been tried with {first} to {last}"
        cache.say_once(f"{told}: compiling takes longer")


def _cached(compile_: Callable[[bool], Any]) -> Any:
    """Call ``compile_(whether to keep the compiled code)`` with `_Kept` as Numba's cache."""
    if not _KEEPS or cache_folder() is None:
        _say_plain()
        return compile_(False)
    try:
        dispatcher.FunctionCache = _Kept
        return compile_(True)
    finally:
        dispatcher.FunctionCache = FunctionCache


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


if not _FAST:
    _RuleCompiler = None  # type: ignore[assignment, misc]  # the usual one


class _Rule(type(numba.njit(lambda: None)) if COMPILED else object):  # type: ignore[misc]
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
    return _inner(function, {**_RULE, "forceinline": inline})


def helper(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function of your own, with every index and division checked; Python may call it, too, uncompiled."""
    return _inner(function, {**_INNER, **_CHECKED})


def _inner(function: Callable[..., Any], flags: dict[str, Any]) -> Callable[..., Any]:
    if not COMPILED:
        return function
    compiled = numba.njit(pipeline_class=_RuleCompiler, **flags)(function)
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
        return _cached(lambda keep: numba.njit(nogil=True, cache=keep, error_model="numpy")(function))

    @functools.wraps(function)
    def checked(*arguments: Any) -> Any:
        with np.errstate(over="raise"):
            return function(*map(plain.wrap, arguments))

    return checked


def constant(records: np.ndarray) -> Any:
    """An array of records that compiled code has in itself, and that nobody changes."""
    return records if COMPILED else plain.wrap(records)


def run_of(dtype: np.dtype, first: str, last: str) -> tuple[str, ...]:
    """The names of the fields of a record from one to another, as they lie side by side."""
    names = dtype.names or ()
    return names[names.index(first) : names.index(last) + 1]


def global_chance() -> dict[str, Any]:
    """The states of the random numbers that compiled code draws from where it draws from those of its thread."""
    if not COMPILED:
        return {}
    places = {"np.random": _helperlib.rnd_get_np_state_ptr(), "random": _helperlib.rnd_get_py_state_ptr()}
    return {name: _helperlib.rnd_get_state(place) for name, place in places.items()}


# --- strategies: called through their address, so that the engine need not know them when it is compiled ----

_GAME = layout.GAME
_RECORDS = tuple(guarded(dtype) for dtype in (layout.CARDS, layout.TABLE, layout.PRIVATE, layout.QUESTION))
STRATEGY = types.int64(*_RECORDS)  # answer = strategy(cards, table, me, question)
SCORE = types.float64(*_RECORDS, types.int64)  # score(cards, table, me, question, option)
SEARCH = types.int64(guarded(_GAME, Role.SEARCHER), types.int64)  # answer = search(game, seat)
ENGINE = types.int64(numba.from_dtype(_GAME), types.int64)  # a function of the engine, of a game and a number

_plain_functions: list[Callable[..., int]] = []


def strategy_handle(function: Callable[..., int], keep: bool = False) -> int:
    """Compile a strategy and return the number that `call_strategy` knows it by.

    With ``keep`` the compiled code is cached, which needs a function from a file. Raises whatever Numba raises for
    code that does not compile.
    """
    if COMPILED:
        return _address(function, STRATEGY, keep, _CHECKED)
    return _numbered(lambda *records: function(*(plain.guard(record, Role.PLAYER) for record in records)))


def search_handle(function: Callable[..., int], keep: bool = False) -> int:
    """The same for a strategy that plays ahead, and `call_search`."""
    if COMPILED:
        return _address(function, SEARCH, keep, _CHECKED)
    return _numbered(lambda game, seat: function(plain.guard(game, Role.SEARCHER), seat))


def engine_handle(function: Callable[..., int]) -> int:
    """Compile a function of a whole game and a number; return the number that `call_engine` knows it by."""
    return _address(function, ENGINE, True, {"error_model": "numpy"}) if COMPILED else _numbered(function)


def _numbered(function: Callable[..., int]) -> int:
    """The number of a function, where nothing is compiled."""
    _plain_functions.append(function)
    return len(_plain_functions) - 1


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


def _address(function: Callable[..., int], signature: Any, keep: bool, flags: dict[str, Any]) -> int:
    """Compile a function; returns where it lies."""
    function = getattr(function, "py_func", function)
    keep = keep and Path(function.__code__.co_filename).is_file()
    compiled = _cached(lambda cache: numba.njit(signature, cache=cache and keep, **flags)(function))
    _keep_alive.append(compiled)
    result = compiled.overloads[signature.args]
    address: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return address


def scoring_function(function: Callable[..., float]) -> Callable[..., float]:
    """Compile the scoring form of a strategy."""
    return numba.njit(SCORE, pipeline_class=_RuleCompiler, **_INNER, **_CHECKED)(function) if COMPILED else function


if COMPILED:

    def _called(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        """Call the function at an address; RAISED where that raises an exception."""
        convention = context.call_conv
        pointer = convention.get_function_type(types.int64, signature.args).as_pointer()
        given = [
            value if isinstance(kind, types.Integer) else builder.bitcast(value, context.get_value_type(kind))
            for value, kind in zip(arguments[1:], signature.args, strict=True)
        ]
        callee = builder.inttoptr(arguments[0], pointer)
        status, answer = convention.call_function(builder, callee, types.int64, signature.args, given)
        return builder.select(status.is_ok, answer, ir.Constant(ir.IntType(64), RAISED))

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
        """The game that was lent with a game."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            place = _scratch_field(builder, signature.args[0], arguments[0])
            return builder.inttoptr(builder.load(place), context.get_value_type(signature.return_type))

        return game(game), generate

    def _scratch_field(builder, game, record):  # type: ignore[no-untyped-def]
        """Where a game holds the address of the one that is lent with it."""
        return cgutils.get_record_member(builder, record, game.offset("scratch"), ir.IntType(64))

    @intrinsic  # type: ignore[misc]
    def copy_record(typing_context, to, origin):  # type: ignore[no-untyped-def]
        """Copy a record over another one of the same type."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            size = context.get_constant(types.intp, signature.args[0].size)
            cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
            return context.get_dummy_value()

        return types.void(to, origin), generate

    def copier(first: str, last: str) -> Callable[[Any, Any], None]:
        """Make a function that copies a run of fields, ``first`` to ``last``, from a record to another that has it."""

        @intrinsic  # type: ignore[misc]
        def copy_run(typing_context, to, origin):  # type: ignore[no-untyped-def]
            runs = [
                [(name, *_span(record, first, name)) for name in run_of(record.dtype, first, last)]
                for record in (to, origin)
            ]
            if runs[0] != runs[1]:
                raise TypingError(f"{first} to {last} is another run of fields in {to} than in {origin}")

            def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                places = [
                    cgutils.get_record_member(builder, record, kind.offset(first), ir.IntType(8))
                    for record, kind in zip(arguments, signature.args, strict=True)
                ]
                size = context.get_constant(types.intp, sum(_span(signature.args[0], first, last)))
                cgutils.raw_memcpy(builder, *places, size, 1)
                return context.get_dummy_value()

            return types.void(to, origin), generate

        return copy_run  # type: ignore[no-any-return]

    def _span(record: Any, first: str, name: str) -> tuple[int, int]:
        """Where a field lies behind another one, and its size."""
        return record.offset(name) - record.offset(first), record.dtype[name].itemsize

    @rule
    def new_game_record():  # type: ignore[no-untyped-def]
        """An array of one record of a game, whatever is in it."""
        return np.empty(1, _GAME)

else:
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

    def scratch_of(game: Any) -> Any:
        """The game that was lent with a game."""
        return _lent[game.scratch][0]

    def copy_record(to: Any, origin: Any) -> None:
        """Copy a record over another one of the same type."""
        to.record[...] = origin.record

    def copier(first: str, last: str) -> Callable[[Any, Any], None]:
        """Make a function that copies a run of fields, ``first`` to ``last``, from a record to another that has it."""

        def copy_run(to: Any, origin: Any) -> None:
            for name in run_of(to.record.dtype, first, last):
                to.record[name] = origin.record[name]

        return copy_run

    def new_game_record() -> Any:
        """An array of one record of a game."""
        return plain.wrap(np.zeros(1, layout.GAME))
