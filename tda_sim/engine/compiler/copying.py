"""Copying records, as a whole or a run of their fields: compiled, with one copy of memory."""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from tda_sim.engine import layout
from tda_sim.engine.compiler import plain
from tda_sim.engine.compiler.jit import COMPILED, allocates


def constant(records: np.ndarray) -> Any:
    """Return an array of records that compiled code contains as a constant."""
    return records if COMPILED else plain.wrap(records)


def run_of(dtype: np.dtype, first: str, last: str) -> tuple[str, ...]:
    """Return the names of the adjacent fields of a record from one to another."""
    names = dtype.names or ()
    return names[names.index(first) : names.index(last) + 1]


if COMPILED:

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
        """Return the offset of a field from another one, and its size."""
        return record.offset(name) - record.offset(first), record.dtype[name].itemsize

    @intrinsic  # type: ignore[misc]
    def copy_items(typing_context, to, origin, n):  # type: ignore[no-untyped-def]
        """Copy the first ``n`` items of an array in a record over those of another one."""
        if not isinstance(to, types.NestedArray) or (to.dtype, to.strides) != (origin.dtype, origin.strides):
            raise TypingError(f"{to} has other items than {origin}")

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            places = [
                make_array(kind)(context, builder, array).data
                for kind, array in zip(signature.args[:2], arguments[:2], strict=True)
            ]
            cgutils.raw_memcpy(builder, *places, arguments[2], to.strides[0])
            return context.get_dummy_value()

        return types.void(to, origin, types.intp), generate

    @allocates
    def new_game_record():  # type: ignore[no-untyped-def]
        """Return an array of one record of a game, whatever is in it."""
        return np.empty(1, layout.GAME)

else:

    def copy_record(to: Any, origin: Any) -> None:
        """Copy a record over another one of the same type."""
        to.record[...] = origin.record

    def copier(first: str, last: str) -> Callable[[Any, Any], None]:
        """Make a function that copies a run of fields, ``first`` to ``last``, from a record to another that has it."""

        def copy_run(to: Any, origin: Any) -> None:
            for name in run_of(to.record.dtype, first, last):
                to.record[name] = origin.record[name]

        return copy_run

    def copy_items(to: Any, origin: Any, n: int) -> None:
        """Copy the first ``n`` items of an array in a record over those of another one."""
        plain.copy_items(to, origin, n)

    def new_game_record() -> Any:
        """Return an array of one record of a game."""
        return plain.wrap(np.zeros(1, layout.GAME))
