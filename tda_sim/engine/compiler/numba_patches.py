"""Repeated work of Numba's compiler, done only once. The compiled code stays the same.

The record types here have hundreds of fields, some of them records, and there are hundreds of rules. Numba was
not written for that. Each of these functions can be left out. The fractions are of the time that a cold start compiles.
"""

import contextlib
import functools
import gc
from typing import Any

from numba import types
from numba.core import base, compiler, event, ir, typing
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.np import numpy_support

_under_way = 0  # functions that are being compiled, one for the sake of the other


def apply() -> None:
    """Make Numba quicker, in this process. Raises AttributeError for a Numba with other internals."""
    _make_types_of_records_once()
    _describe_types_once()
    _compare_flags_by_what_is_set()
    _resolve_operators_once()
    _time_nothing()
    _announce_nothing_to_nobody()
    _look_for_new_declarations_once()
    _list_variables_at_once()
    _collect_no_garbage()


def _make_types_of_records_once() -> None:
    """Keep types of records: Numba makes them again, with all records inside, for each array: 0.05 s of each start."""
    numpy_support.from_struct_dtype = functools.cache(numpy_support.from_struct_dtype)


def _describe_types_once() -> None:
    """Keep descriptions of types: a record's has all fields, and is needed twenty thousand times: a seventh."""
    for kind in (types.Record, types.NestedArray):
        kind.__repr__ = functools.cache(kind.__repr__)


def _compare_flags_by_what_is_set() -> None:
    """Compare flags at once: each look-up of an operator compares all of them, through properties: a twelfth."""

    def values(flags: TargetConfig) -> dict[str, Any]:
        return {**_defaults(type(flags)), **flags._values}

    TargetConfig.values = values


@functools.cache
def _defaults(kind: type[TargetConfig]) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _resolve_operators_once() -> None:
    """Keep resolved operators: Numba tries dozens of ways to add two numbers, for each addition: a tenth."""
    usual, results = types.Function.get_call_type, {}

    def get_call_type(operator: types.Function, context: Any, arguments: Any, keywords: Any) -> Any:
        key = operator, context, tuple(arguments), tuple(keywords.items()), ConfigStack.top_or_none()
        if key not in results:
            results[key] = usual(operator, context, arguments, keywords)
        return results[key]

    types.Function.get_call_type = get_call_type


def _time_nothing() -> None:
    """Switch off timers: every compiled function times all its calls of LLVM, and those of its callees: a twentieth."""
    event.install_timer = lambda kind, callback: contextlib.nullcontext()


def _announce_nothing_to_nobody() -> None:
    """Make no events that nobody listens to: there are several for each call of LLVM: a thirtieth."""

    def unless_unheard(usual: Any, instead: Any) -> Any:
        def announce(kind: str, *arguments: Any, **keywords: Any) -> Any:
            return usual(kind, *arguments, **keywords) if event._registered.get(kind) else instead

        return announce

    event.start_event = unless_unheard(event.start_event, None)
    event.end_event = unless_unheard(event.end_event, None)
    event.trigger_event = unless_unheard(event.trigger_event, contextlib.nullcontext())


def _look_for_new_declarations_once() -> None:
    """Look for new declarations before an outermost function, not before each rule that it calls: a thirtieth.

    Rules declare nothing. Numba's own functions do, and users' may, so it looks again before those.
    """
    begin, looks = compiler.CompilerBase.__init__, True

    def begin_without(self: Any, *arguments: Any) -> None:
        nonlocal looks
        looks = _under_way <= 1 or not getattr(self, "trusts", False)
        try:
            begin(self, *arguments)
        finally:
            looks = True

    def unless_known(usual: Any) -> Any:
        return lambda context: usual(context) if looks else None

    compiler.CompilerBase.__init__ = begin_without
    for context in (base.BaseContext, typing.BaseContext):
        context.refresh = unless_known(context.refresh)


def _list_variables_at_once() -> None:
    """List the variables of a statement in one loop: each step of compiling does that for every statement: a fifteenth.

    Most of what a statement consists of has no variables in it.
    """

    def variables(_: Any, value: Any) -> list[Any]:
        found: list[Any] = []
        collect(value, found)
        return found

    def collect(value: Any, found: list[Any]) -> None:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind is dict:
            for part in value.values():
                if type(part) not in WITHOUT_VARIABLES:
                    collect(part, found)
        elif kind is list or kind is tuple:
            for part in value:
                collect(part, found)
        elif isinstance(value, ir.Inst):
            found.extend(value.list_vars())

    ir.Inst._rec_list_vars = variables


WITHOUT_VARIABLES = {ir.Loc, ir.Const, ir.Global, ir.FreeVar, ir.Arg, str, int, bool, type(None)}


def _collect_no_garbage() -> None:
    """Look for no cycles of garbage meanwhile: there are millions of objects, and hardly any is garbage: a seventh."""
    usual = compiler.compile_extra

    @functools.wraps(usual)
    def compile_extra(*arguments: Any, **keywords: Any) -> Any:
        global _under_way
        collects = gc.isenabled()
        gc.disable()
        _under_way += 1
        try:
            return usual(*arguments, **keywords)
        finally:
            _under_way -= 1
            if collects:
                gc.enable()

    compiler.compile_extra = compile_extra
