"""What Numba does again and again while it compiles, done once: nothing here changes what it makes of a function.

A record type of ours has hundreds of fields, records among them, and there are hundreds of rules; Numba was not
written with such in mind. Each of these is undone by leaving it out. The shares are those of all that a cold start's
compiling takes.
"""

import contextlib
import functools
from typing import Any

from numba import types
from numba.core import event
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.np import numpy_support


def apply() -> None:
    """Make Numba quicker, in this process. Raises AttributeError for a Numba that looks different inside."""
    _make_types_of_records_once()
    _describe_types_once()
    _compare_flags_by_what_is_set()
    _resolve_operators_once()
    _time_nothing()


def _make_types_of_records_once() -> None:
    """Otherwise made anew, with those of all records inside, for each array of records: 0.05 s of every start."""
    numpy_support.from_struct_dtype = functools.cache(numpy_support.from_struct_dtype)


def _describe_types_once() -> None:
    """A record's description goes through all of its fields, and is asked for twenty thousand times: a seventh."""
    for kind in (types.Record, types.NestedArray):
        kind.__repr__ = functools.cache(kind.__repr__)


def _compare_flags_by_what_is_set() -> None:
    """Flags are compared whenever an operator is looked up, each of them through a property: a twelfth."""

    def values(flags: TargetConfig) -> dict[str, Any]:
        return {**_defaults(type(flags)), **flags._values}

    TargetConfig.values = values


@functools.cache
def _defaults(kind: type[TargetConfig]) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _resolve_operators_once() -> None:
    """To add two numbers Numba tries dozens of ways of adding, again wherever two are added: a tenth."""
    usual, known = types.Function.get_call_type, {}

    def get_call_type(operator: types.Function, context: Any, arguments: Any, named: Any) -> Any:
        key = operator, context, tuple(arguments), tuple(named.items()), ConfigStack.top_or_none()
        if key not in known:
            known[key] = usual(operator, context, arguments, named)
        return known[key]

    types.Function.get_call_type = get_call_type


def _time_nothing() -> None:
    """Every function that is being compiled times all calls of LLVM, those of what it calls as well: a twentieth."""
    event.install_timer = lambda kind, callback: contextlib.nullcontext()
