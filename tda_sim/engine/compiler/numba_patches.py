"""Repeated work of Numba's compiler, done only once. The compiled code stays the same.

The record types here have hundreds of fields, some of them records, and there are hundreds of rules. Numba was
not written for that. Each of these functions can be left out. The fractions are of the time that a cold start compiles.
"""

import contextlib
import functools
import gc
from typing import Any

from numba import types
from numba.core import compiler, event, ir
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.np import numpy_support


def apply() -> None:
    """Make Numba quicker, in this process. Raises AttributeError for a Numba with other internals."""
    _make_types_of_records_once()
    _describe_types_once()
    _compare_flags_by_what_is_set()
    _resolve_operators_once()
    _time_nothing()
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
        if not gc.isenabled():  # as within another function that is compiled
            return usual(*arguments, **keywords)
        gc.disable()
        try:
            return usual(*arguments, **keywords)
        finally:
            gc.enable()

    compiler.compile_extra = compile_extra
