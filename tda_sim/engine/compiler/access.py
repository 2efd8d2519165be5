"""How compiled rules read and write records, and call each other: the code generated for fields, items and calls.

Numba checks whether each index is negative, and LLVM has to assume that any store may change any field. Rules use no
negative index and none past the end of an array (runs in plain Python check that for records), and fields do not
overlap. So here an item is addressed directly, indices have no sign, and every access names the field and the record
that it touches. Printed cards and the parameters of rules, which no rule writes, are declared constant. That saves a
fifth of the instructions. A call leaves the place for its result as it is. Only rules and kernels are compiled in this
context of the compiler; users' code is compiled in another one.
"""

import copy
import operator
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.callconv import CPUCallConv, excinfo_t
from numba.core.cpu import CPUContext
from numba.np.arrayobj import load_item, make_array, store_item

from tda_sim.engine import layout

_INTP = ir.IntType(types.intp.bitwidth)
_NAMES = {
    numba.from_dtype(dtype): name
    for name, dtype in vars(layout).items()
    if name.isupper() and isinstance(dtype, layout.np.dtype) and dtype.names
}
_CONSTANT = ("CARDS", "RULES")


def trusting(context: CPUContext) -> CPUContext:
    """Return the same context of the compiler, with all indices assumed to be right."""
    trusted = copy.copy(context)
    trusted.__class__ = _Trusting
    return trusted


class _Calls(CPUCallConv):  # type: ignore[misc]
    """Calls that leave the place for the result as it is: Numba sets it to 0, twice, before what is called sets it."""

    def call_function(
        self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> tuple[Any, Any]:
        """Call a compiled function. Return its status and its result."""
        with builder.goto_entry_block():
            result = builder.alloca(self.get_return_type(resty).pointee)
            error = builder.alloca(ir.PointerType(excinfo_t))
        packed = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [result, error, *packed], attrs=attrs or ())
        status = self._get_return_status(builder, code, builder.load(error))
        return status, self.context.get_returned_value(builder, resty, builder.load(result))


class _Trusting(CPUContext):  # type: ignore[misc]
    @property
    def call_conv(self) -> CPUCallConv:
        """How functions are called."""
        return _Calls(self)

    def get_getattr(self, kind: types.Type, name: str) -> Any:
        """Return the generator of code that reads a field."""
        usual = super().get_getattr(kind, name)
        if kind not in _NAMES or isinstance(kind.typeof(name), types.Record):
            return usual
        return _array_of(usual) if isinstance(kind.typeof(name), types.NestedArray) else _read_field

    def get_setattr(self, name: str, signature: Any) -> Any:
        """Return the generator of code that writes a field."""
        kind, value = signature.args
        if kind in _NAMES and isinstance(kind.typeof(name), types.Number) and isinstance(value, types.Number):
            return lambda builder, arguments: _write_field(self, builder, signature, arguments, name)
        return super().get_setattr(name, signature)

    def get_function(self, function: Any, signature: Any, _firstcall: bool = True) -> Any:
        """Return the generator of a function's call, such as the function that reads or writes an item of an array."""
        key = getattr(function, "typing_key", function)
        if _is_item(key, signature):
            generate = _read_item if key is operator.getitem else _write_item
            return lambda builder, arguments, loc=None: generate(self, builder, signature, arguments)
        if _is_part(key, signature):
            return self._part(key, signature)
        return super().get_function(function, signature, _firstcall)

    def _part(self, key: Any, signature: Any) -> Any:
        """Return the generator of code that reads or writes a part of an array, with indices that have no sign."""
        array, index, *value = signature.args
        unsigned = types.uintp
        if isinstance(index, types.BaseTuple):
            unsigned = types.UniTuple(unsigned, len(index))
        usual = super().get_function(key, signature.replace(args=(array, unsigned, *value)))

        def generate(builder: Any, arguments: Any, loc: Any = None) -> Any:
            numbers = self.cast(builder, arguments[1], index, unsigned)
            return usual(builder, (arguments[0], numbers, *arguments[2:]), loc)

        return generate


def _is_item(key: Any, signature: Any) -> bool:
    """Return whether this reads or writes one item of an array in a record, by whole numbers."""
    if key not in (operator.getitem, operator.setitem) or not isinstance(signature.args[0], types.NestedArray):
        return False
    array, index, *value = signature.args
    return (
        len(_parts(index)) == array.ndim
        and all(isinstance(part, types.Integer | types.IntEnumMember) for part in _parts(index))
        and all(isinstance(array.dtype, types.Number) and isinstance(kind, types.Number) for kind in value)
    )


def _is_part(key: Any, signature: Any) -> bool:
    """Return whether this reads or writes a part of an array, by whole numbers."""
    return (
        key in (operator.getitem, operator.setitem)
        and isinstance(signature.args[0], types.Array)
        and all(isinstance(part, types.Integer) for part in _parts(signature.args[1]))
    )


def _parts(index: types.Type) -> tuple[types.Type, ...]:
    return index.types if isinstance(index, types.BaseTuple) else (index,)  # type: ignore[no-any-return]


# --- generated code ---------------------------------------------------------------------------------------


def _array_of(usual: Callable[..., Any]) -> Callable[..., Any]:
    def get(context, builder, kind, record, name):  # type: ignore[no-untyped-def]
        array = usual(context, builder, kind, record, name)
        array.field = kind, name  # for `_read_item` and `_write_item`
        return array

    return get


def _read_field(context, builder, kind, record, name):  # type: ignore[no-untyped-def]
    of = kind.typeof(name)
    place = cgutils.get_record_member(builder, record, kind.offset(name), context.get_data_type(of))
    number = context.unpack_value(builder, of, place)
    _mark(builder, (kind, name))
    return number


def _write_field(context, builder, signature, arguments, name):  # type: ignore[no-untyped-def]
    kind, of = signature.args[0], signature.args[0].typeof(name)
    place = cgutils.get_record_member(builder, arguments[0], kind.offset(name), context.get_data_type(of))
    context.pack_value(builder, of, context.cast(builder, arguments[1], signature.args[1], of), place)
    _mark(builder, (kind, name))


def _read_item(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
    kind, index = signature.args
    item = load_item(context, builder, kind, _place(context, builder, kind, index, arguments))
    if isinstance(kind.dtype, types.Number):
        _mark(builder, getattr(arguments[0], "field", None))
    return item


def _write_item(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
    kind, index, value = signature.args
    item = context.cast(builder, arguments[2], value, kind.dtype)
    store_item(context, builder, kind, item, _place(context, builder, kind, index, arguments))
    _mark(builder, getattr(arguments[0], "field", None))
    return context.get_dummy_value()


def _place(context: Any, builder: Any, kind: Any, index: types.Type, arguments: Any) -> Any:
    """Return where an item of an array lies."""
    numbers = cgutils.unpack_tuple(builder, arguments[1]) if isinstance(index, types.BaseTuple) else [arguments[1]]
    place = _INTP(0)
    for size, of, number in zip(kind.shape, _parts(index), numbers, strict=True):
        place = builder.add(builder.mul(place, _INTP(size)), context.cast(builder, number, of, types.intp))
    return builder.gep(make_array(kind)(context, builder, arguments[0]).data, [place])


def _mark(builder: Any, field: tuple[types.Record, str] | None) -> None:
    """Mark the load or store just generated with its field, as far as it is known."""
    if field is None:
        return
    record, name = field
    mark(builder, f"{_NAMES[record]}.{name}")
    instruction = builder.block.instructions[-1]
    if _NAMES[record] in _CONSTANT and instruction.opname == "load":
        instruction.set_metadata("invariant.load", builder.module.add_metadata([]))


def mark(builder: Any, place: str) -> None:
    """Mark the load or store just generated with the kind of place that it touches, apart from all others (TBAA)."""
    instruction, module = builder.block.instructions[-1], builder.module
    root = module.add_metadata(["fields of records"])
    kind = module.add_metadata([place, root, _INTP(0)])
    instruction.set_metadata("tbaa", module.add_metadata([kind, kind, _INTP(0)]))
