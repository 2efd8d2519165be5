"""How the rules are compiled: the decorators of functions, and the options of their compiler.

``@rule`` compiles a function that other compiled functions call (``@cold`` one that is seldom called), ``@kernel`` an
outermost loop that Python calls, ``@helper`` a function of a strategy, which checks every index and every division as
plain Python does.
The records that strategies receive have types of their own: see `tda_sim.engine.compiler.guards`.
With ``NUMBA_DISABLE_JIT=1`` all of them leave plain Python, which reads and writes the same records through
`tda_sim.engine.compiler.plain`, and checks every index and every number.
"""

import dis
import functools
import types as python_types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import _helperlib
from numba.core.errors import NumbaError

from tda_sim.engine.compiler import plain
from tda_sim.engine.compiler.absent import ABSENT
from tda_sim.engine.compiler.compile_cache import cache_folder, cached, digest, is_cached, keeps, made_for
from tda_sim.engine.compiler.compilers import (
    COMPILED,
    FAST,
    ColdCompiler,
    HelperCompiler,
    KernelCompiler,
    NoinlineCompiler,
    RuleCompiler,
    RuleDispatcher,
    StrategyCompiler,
    VectorisedCompiler,
    compiled_by,
)

__all__ = [
    "COMPILED",
    "CompileError",
    "address_of",
    "allocates",
    "cache_folder",
    "checked_for",
    "cold",
    "digest",
    "global_chance",
    "helper",
    "inlined",
    "is_cached",
    "keeps",
    "kernel",
    "lacking",
    "made_for",
    "noinline",
    "rebuilt",
    "rule",
    "vectorised",
    "without",
]

CompileError = NumbaError  # the error for code that does not compile

# Without wrappers, inner functions compile in a fifth less time. Under NumPy's error model a division by zero raises
# nothing, which saves checks; plain runs would show it. Rules make no arrays, so they need no counts of references to
# arrays, which would take a tenth of all cycles.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_RULE = {**_INNER, "error_model": "numpy", "_nrt": False}
_CHECKED = {"error_model": "python", "boundscheck": True}  # what users write


OWN = "tda_sim."  # the modules whose rules may be replaced


class _Rule:
    """A function that compiled functions call. If Python calls it, it runs as plain Python.

    Numba's object for it is made when the first function that calls it is compiled. There are many hundreds, and a run
    with compiled code in the cache needs none of them.
    """

    def __init__(self, function: Callable[..., Any], flags: dict[str, Any]) -> None:
        self.py_func, self.flags = function, flags
        functools.update_wrapper(self, function)

    @functools.cached_property
    def _dispatcher(self) -> Any:
        dispatcher = numba.njit(**self.flags)(self.py_func)
        dispatcher.__class__ = RuleDispatcher
        return dispatcher

    def compiled(self) -> list[Any]:
        """Numba's results of compiling it, one for each set of types."""
        return list(self._dispatcher.overloads.values())

    @property
    def _numba_type_(self) -> Any:
        """The type that Numba takes this for. It holds the dispatcher by a weak reference."""
        return self._dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        return _as_python(self)(*arguments)


_python_forms: dict[int, Callable[..., Any]] = {}
_keep_alive: list[Any] = []


def _as_python(compiled: _Rule) -> Callable[..., Any]:
    """Return a compiled function as plain Python, all the way down."""
    if id(compiled) not in _python_forms:
        function = compiled.py_func
        scope = dict(function.__globals__)
        python_form = _with_globals(function, scope)
        _python_forms[id(compiled)] = python_form  # first of all: it may call itself
        used = [name for name in function.__code__.co_names if isinstance(scope.get(name), _Rule)]
        scope.update({name: _as_python(scope[name]) for name in used})
        _keep_alive.append(compiled)
    return _python_forms[id(compiled)]


def rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that other compiled functions call. Python may call it too, uncompiled."""
    return _inner(function, compiled_by(RuleCompiler, _RULE))


def cold(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that is seldom called: its code lies apart from the rest."""
    return _inner(function, compiled_by(ColdCompiler, _RULE))


def noinline(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that is never inlined into its callers.

    It is for functions that do one of many things, such as an effect. Inlined into a loop, it would compute before the
    loop what any of them might need, and keep it in memory because there are too few registers. That saves `balanced`
    4 % of its time.
    """
    return _inner(function, compiled_by(NoinlineCompiler, {**_RULE, "forceinline": False}))  # not that of its callers


def vectorised(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule whose loops do the same to each of many numbers, so that the processor does several at once.

    All other loops stay as they are, see `_KernelLibrary`.
    """
    return _inner(function, compiled_by(VectorisedCompiler, {**_RULE, "forceinline": False}))


def allocates(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that makes an array, or calls one that does."""
    return _inner(function, compiled_by(ColdCompiler, {**_RULE, "_nrt": True}))


def helper(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function of your own, with every index and division checked. Python may call it too, uncompiled."""
    return _inner(function, compiled_by(HelperCompiler, {**_INNER, **_CHECKED}))


def _inner(function: Callable[..., Any], flags: dict[str, Any]) -> Callable[..., Any]:
    return _Rule(function, flags) if COMPILED else function


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that is always inlined into its callers."""
    return _inner(function, compiled_by(RuleCompiler, {**_RULE, "forceinline": True}))


def rebuilt(rule_: Callable[..., Any], others: dict[Any, Any]) -> Callable[..., Any]:
    """Return a rule with some of the rules that it calls, at any depth, replaced; itself if it calls none of them.

    ``others`` maps rules to their replacements. Rebuilt rules are added to it, so that several rules share them. The
    work is done when the rule is first compiled or called.
    """
    return _RebuiltRule(rule_, others) if isinstance(rule_, _Rule) else _rebuilt(rule_, others)


class _RebuiltRule(_Rule):
    def __init__(self, rule_: _Rule, others: dict[Any, Any]) -> None:
        self._rule, self._others = rule_, others
        functools.update_wrapper(self, rule_.py_func)

    @functools.cached_property
    def _made(self) -> _Rule:
        return _rebuilt(self._rule, self._others)  # type: ignore[return-value]

    @property
    def py_func(self) -> Callable[..., Any]:  # type: ignore[override]
        return self._made.py_func

    @property
    def flags(self) -> dict[str, Any]:  # type: ignore[override]
        return self._made.flags

    @property
    def _dispatcher(self) -> Any:  # type: ignore[override]
        return self._made._dispatcher


def _rebuilt(rule_: Callable[..., Any], others: dict[Any, Any]) -> Callable[..., Any]:
    if rule_ not in others:
        function = getattr(rule_, "py_func", rule_)
        scope = function.__globals__
        changed = {}
        for name in sorted(_globals_of(function.__code__) & scope.keys()):
            old = scope[name]
            if _is_function(old):
                changed[name] = _rebuilt(old, others)
            elif isinstance(old, python_types.ModuleType) and old.__name__.startswith(OWN):
                changed[name] = _rebuilt_module(old, function.__code__.co_names, others)
        changed = {name: new for name, new in changed.items() if new is not scope[name]}
        flags = getattr(rule_, "flags", {})
        others[rule_] = _inner(_with_globals(function, scope | changed), flags) if changed else rule_
    return others[rule_]  # type: ignore[no-any-return]


@functools.cache
def _globals_of(code: python_types.CodeType) -> set[str]:
    """Return the names that a function looks up outside itself. A rule is part of several kernels."""
    return {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}


def _rebuilt_module(
    module: python_types.ModuleType, names: tuple[str, ...], others: dict[Any, Any]
) -> python_types.ModuleType:
    """Return a module in which the functions of these names are rebuilt; itself if that changes none."""
    functions = {name: vars(module)[name] for name in names if _is_function(vars(module).get(name))}
    changed = {name: new for name, old in functions.items() if (new := _rebuilt(old, others)) is not old}
    if not changed:
        return module
    copy = python_types.ModuleType(module.__name__)
    vars(copy).update(vars(module) | changed)
    return copy


def _is_function(thing: Any) -> bool:
    return isinstance(thing, _Rule | python_types.FunctionType)


def _with_globals(function: Any, scope: dict[str, Any]) -> Any:
    """Return a copy of a function that looks up its globals elsewhere."""
    copy = python_types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__doc__ = function.__doc__
    return copy


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that Python calls: cached on disk, and without the global lock while it runs."""
    if COMPILED:
        flags = compiled_by(KernelCompiler, {"nogil": True, "error_model": "numpy"})
        return cached(lambda keep: numba.njit(cache=keep, **flags)(function))

    @functools.wraps(function)
    def checked(*arguments: Any) -> Any:
        with np.errstate(over="raise"):
            return function(*map(plain.wrap, arguments))

    return checked


def without(kernel_: Callable[..., Any], name: str, rules: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    """Return a copy of a kernel, under another name, in which some rules answer no, or do nothing.

    It lacks all code that depends on their answers. Without the compiler it is the kernel itself.
    """
    if not COMPILED:
        return kernel_

    def made(keep: bool) -> Any:
        function = lacking(kernel_.py_func, rules)  # type: ignore[attr-defined]
        function.__name__ = function.__qualname__ = name
        flags = compiled_by(KernelCompiler, {"nogil": True, "error_model": "numpy"})
        return numba.njit(cache=keep, **flags)(function)

    return cached(made)


def lacking(function: Callable[..., Any], rules: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    """Return a copy of a function, to compile, in which some rules are absent; its full name says which.

    With a Numba that is not known, all rules are there.
    """
    if not rules or not FAST:
        return _with_globals(function, function.__globals__)  # type: ignore[attr-defined, no-any-return]
    others: dict[Any, Any] = dict.fromkeys(rules, ABSENT)
    changed = _rebuilt(function, others)
    copy = _with_globals(function, getattr(changed, "py_func", changed).__globals__)
    copy.__qualname__ = "_without_".join([function.__qualname__, *(rule_.__name__ for rule_ in rules)])
    return copy  # type: ignore[no-any-return]


def global_chance() -> dict[str, Any]:
    """Return the states of the thread's random numbers, from which compiled code can draw."""
    if not COMPILED:
        return {}
    places = {"np.random": _helperlib.rnd_get_np_state_ptr(), "random": _helperlib.rnd_get_py_state_ptr()}
    return {name: _helperlib.rnd_get_state(place) for name, place in places.items()}


def address_of(
    function: Callable[..., Any], signature: Any, keep: bool, checked: bool, absent: tuple[Callable[..., Any], ...] = ()
) -> int:
    """Compile a function for these types, and return its address. ``keep``: cached on disk, if it is from a file.

    ``absent``: rules that answer no, or do nothing. Code that depends on their answers is left out.
    """
    function = getattr(function, "py_func", function)
    keep = keep and Path(function.__code__.co_filename).is_file()
    flags = (
        compiled_by(StrategyCompiler, _CHECKED) if checked else compiled_by(KernelCompiler, {"error_model": "numpy"})
    )
    function = lacking(function, absent)
    compiled = cached(lambda cache: numba.njit(signature, cache=cache and keep, **flags)(function))
    _keep_alive.append(compiled)
    result = compiled.overloads[signature.args]
    address: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return address


class _CheckedRule(_Rule):
    """A rule for types that are given, to which the values of calls are converted."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function, compiled_by(HelperCompiler, {**_INNER, **_CHECKED}))
        self._signature = signature

    @functools.cached_property
    def _dispatcher(self) -> Any:
        return numba.njit(self._signature, **self.flags)(self.py_func)

    @property
    def _numba_type_(self) -> Any:
        try:
            return self._dispatcher._numba_type_
        except AttributeError as error:  # of a module: Numba would take it to mean that this has no type
            raise CompileError(str(error)) from error


def checked_for(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """Compile a function for these types that other compiled functions call, with every index checked.

    As any rule it is compiled only when a function that calls it is: with what calls it in the cache, it never is.
    """
    return _CheckedRule(function, signature) if COMPILED else function
