"""The records that strategies receive, as types of the compiler that give access to nothing else.

A guarded record is a pointer, like an open one, and its type decides what code may do with it. Code that is compiled
for it, in the kit or in a user's file, can read what `engine.visibility` shows. It compares every index with the places
in use, and does not compile if it does anything else. So no alias and no helper leads around it, and there is no flag
to forget. It costs nothing: the records do not change while a strategy thinks, so the compiler may read a field only
once (`invariant.load`), which saves more time than the checks take.
"""

import operator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import lower_builtin, models, register_model, type_callable

from tda_sim.engine import visibility
from tda_sim.engine.compiler import plain
from tda_sim.engine.layout import GAME
from tda_sim.engine.visibility import Role

_INTP = ir.IntType(types.intp.bitwidth)


class Guarded(types.Type):  # type: ignore[misc]
    """A record as it is shown."""

    def __init__(self, record: types.Record, role: Role) -> None:
        self.record, self.role = record, role
        super().__init__(f"Guarded({record}, {role.name})")


class Cells(types.Type):  # type: ignore[misc]
    """An array in a guarded record, of numbers or records. Code reads one of them at a time."""

    def __init__(self, array: types.NestedArray, role: Role, writable: bool) -> None:
        is_record = isinstance(array.dtype, types.Record)
        self.array, self.role, self.writable = array, role, writable
        self.element = Guarded(array.dtype, role) if is_record else array.dtype
        super().__init__(f"Cells({array}, {role.name}, {writable})")


def guarded(dtype: np.dtype, role: Role = Role.PLAYER) -> Guarded:
    """Return the type in which a record is shown."""
    return Guarded(numba.from_dtype(dtype), role)


@register_model(Guarded)
class _GuardedModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Guarded) -> None:
        super().__init__(manager, kind, ir.IntType(8).as_pointer())


@register_model(Cells)
class _CellsModel(models.StructModel):  # type: ignore[misc]
    """The beginning of the array, and the number of places of its first dimension in use."""

    def __init__(self, manager: Any, kind: Cells) -> None:
        super().__init__(manager, kind, [("place", types.voidptr), ("used", types.intp)])


# --- fields -----------------------------------------------------------------------------------------------


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = Guarded

    def generic_resolve(self, view: Guarded, name: str) -> types.Type:
        dtype, role = view.record.dtype, view.role
        if name not in visibility.shown(dtype, role):
            raise TypingError(visibility.no_field(dtype, name, role))
        kind = view.record.typeof(_HANDS if name == visibility.ME else name)
        if name == visibility.ME:
            return Guarded(kind.dtype, role)
        if isinstance(kind, types.Record):
            return Guarded(kind, role)
        if isinstance(kind, types.NestedArray):
            return Cells(kind, role, visibility.is_writable(dtype, name, role))
        return kind


_HANDS, _ASKED = "hand", "asked_seat"  # fields of a game: the private parts, and whose is shown


@lower_getattr_generic(Guarded)
def _get_field(context, builder, view, record, name):  # type: ignore[no-untyped-def]
    if name == visibility.ME:
        return _own_part(context, builder, view, record)
    kind = view.record.typeof(name)
    place = _member(builder, view, record, name)
    if isinstance(kind, types.Record):
        return place
    if isinstance(kind, types.NestedArray):
        cells = cgutils.create_struct_proxy(_Fields.generic_resolve(None, view, name))(context, builder)
        cells.place, cells.used = place, _places_in_use(context, builder, view, record, name)
        return cells._getvalue()
    return _load(context, builder, kind, place, view.role != Role.AHEAD)


@lower_setattr_generic(Guarded)
def _set_field(context, builder, sig, arguments, name):  # type: ignore[no-untyped-def]
    raise TypingError(visibility.no_change(name))


def _own_part(context: Any, builder: Any, game: Guarded, record: Any) -> Any:
    """Return the private part of the seat that is asked."""
    seat = _load(context, builder, types.int64, _member(builder, game, record, _ASKED), fixed=True)
    offset = builder.mul(seat, _INTP(game.record.typeof(_HANDS).strides[0]))
    return builder.gep(_member(builder, game, record, _HANDS), [offset], inbounds=True)


def _places_in_use(context: Any, builder: Any, view: Guarded, record: Any, name: str) -> Any:
    count = visibility.count(view.record.dtype, name)
    if count is None:
        return _INTP(view.record.typeof(name).shape[0])
    place = _member(builder, view, record, count)
    return _load(context, builder, view.record.typeof(count), place, view.role != Role.AHEAD)


def _member(builder: Any, view: Guarded, record: Any, name: str) -> Any:
    return builder.gep(record, [_INTP(view.record.offset(name))], inbounds=True)


def _load(context: Any, builder: Any, kind: types.Type, place: Any, fixed: bool) -> Any:
    """Read a number. A ``fixed`` one stays the same while the strategy thinks."""
    number = builder.load(builder.bitcast(place, context.get_data_type(kind).as_pointer()))
    if fixed:
        number.set_metadata("invariant.load", builder.module.add_metadata([]))
    return number


# --- arrays -----------------------------------------------------------------------------------------------


def _check_index(cells: Cells, index: types.Type) -> None:
    """Check that an index is a whole number for each dimension: a slice would have no bounds."""
    parts = index.types if isinstance(index, types.BaseTuple) else (index,)
    if len(parts) != cells.array.ndim or not all(isinstance(k, types.Integer | types.IntEnumMember) for k in parts):
        raise TypingError("what a strategy is handed is read one number at a time, by whole numbers")


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments, _):  # type: ignore[no-untyped-def]
        if isinstance(arguments[0], Cells):
            _check_index(*arguments)
            return signature(arguments[0].element, *arguments)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments, _):  # type: ignore[no-untyped-def]
        if isinstance(arguments[0], Cells):
            _check_index(*arguments[:2])
            return signature(types.none, *arguments[:2], arguments[0].element)


@infer_global(len)
class _Len(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments, _):  # type: ignore[no-untyped-def]
        if isinstance(arguments[0], Cells):
            return signature(types.intp, *arguments)


@lower_builtin(operator.getitem, Cells, types.Any)
def _get_item(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    cells, place = sig.args[0], _place(context, builder, sig, arguments)
    if isinstance(cells.element, Guarded):
        return place
    return _load(context, builder, cells.element, place, not cells.writable and cells.role != Role.AHEAD)


@lower_builtin(operator.setitem, Cells, types.Any, types.Any)
def _set_item(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    cells = sig.args[0]
    if not cells.writable:
        raise TypingError(visibility.no_change("what it is handed"))
    place = _place(context, builder, sig, arguments)
    builder.store(arguments[2], builder.bitcast(place, context.get_data_type(cells.element).as_pointer()))
    return context.get_dummy_value()


@lower_builtin(len, Cells)
def _length(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, value=arguments[0]).used


def _place(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """Return the place of an element. A negative index, or one of a place that is not in use, raises an error."""
    kind, index = sig.args[:2]
    cells = cgutils.create_struct_proxy(kind)(context, builder, value=arguments[0])
    is_tuple = isinstance(index, types.BaseTuple)
    numbers = cgutils.unpack_tuple(builder, arguments[1]) if is_tuple else [arguments[1]]
    kinds = index.types if is_tuple else [index]
    bounds = [cells.used, *map(_INTP, kind.array.shape[1:])]
    offset = _INTP(0)
    for number, of, bound, stride in zip(numbers, kinds, bounds, kind.array.strides, strict=True):
        place = context.cast(builder, number, of, types.intp)
        with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", place, bound)):
            context.call_conv.return_user_exc(builder, IndexError, ("index out of range",))
        offset = builder.add(offset, builder.mul(place, _INTP(stride)))
    return builder.gep(cells.place, [offset], inbounds=True)


# --- the records behind them ------------------------------------------------------------------------------


def opened(record: Any) -> Any:
    """Return the record itself behind a guarded one, for the functions of the kit."""
    return getattr(record, "_opened", record)


def shown_ahead(game: Any) -> Any:
    """Return a game played ahead, as its strategy sees it."""
    return plain.guard(game, Role.AHEAD)


@type_callable(opened)
def _type_opened(_):  # type: ignore[no-untyped-def]
    return lambda record: record.record if isinstance(record, Guarded) else record


@type_callable(shown_ahead)
def _type_shown_ahead(_):  # type: ignore[no-untyped-def]
    return lambda game: guarded(GAME, Role.AHEAD)


@lower_builtin(opened, types.Any)
@lower_builtin(shown_ahead, types.Record)
def _as_pointer(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    return builder.bitcast(arguments[0], context.get_value_type(sig.return_type))
