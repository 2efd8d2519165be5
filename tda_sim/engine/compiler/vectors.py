"""Sums of weighted numbers, in the processor's vector registers: what a network of the kit computes with.

LLVM finds the loops of such sums by itself, but multiplies along the wrong side of the table, or waits until each sum
is stored. Here all sums are one vector, as wide as a row of weights, for which LLVM uses what the processor has.
Numbers are multiplied in pairs of 16 bits, as processors do (``pmaddwd``). Arrays are of 32-bit integers, in records.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)


def adds_products(weights: NDArray[np.int32], most: int) -> Callable[..., None]:
    """Return a rule ``(sums, at, amounts, first, space, of)`` that adds rows of weights, each times an amount, to sums.

    For each amount of ``amounts[first : first + n]``, limited to -most .. most, it adds ``amount * weights[of, k]`` to
    ``sums[at : at + units]``. ``weights``, shape (sets, n, units), and ``most`` fit into 16 bits; ``n`` is even. The
    amounts are written in 16 bits to ``space``, an array of ``n // 2`` numbers or more.
    """
    row = ir.VectorType(_I32, weights.shape[2])

    @intrinsic  # type: ignore[misc]
    def add_products(typing_context, sums, at, amounts, first, space, of):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            place = _place(context, builder, signature, arguments, 0, arguments[1], row)
            total = _load(builder, place)
            total = _products_added(context, builder, signature, arguments, arguments[5], total, weights, most)
            builder.store(total, place, align=4)
            return context.get_dummy_value()

        return types.none(sums, types.int64, amounts, types.int64, space, types.int64), generate

    return add_products  # type: ignore[no-any-return]


def weighs_sums(weights: NDArray[np.int32], outputs: NDArray[np.int32], most: int, shift: int) -> Callable[..., int]:
    """Return a rule ``(sums, at, amounts, first, space, address, of)``: the value of sums, which it leaves.

    To the sums it adds the row of numbers at an address, and products as `adds_products` does. Their value is each sum
    without its last ``shift`` bits times its output, ``outputs[of]``, shape (sets, units). Sums below 0 count as 0,
    except for the last one.
    """
    units = outputs.shape[1]
    row, long = ir.VectorType(_I32, units), ir.VectorType(_I64, units // 2)
    least = ir.Constant(row, [0] * (units - 1) + [-(1 << 31)])

    @intrinsic  # type: ignore[misc]
    def weigh_sums(typing_context, sums, at, amounts, first, space, address, of):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            total = _load(builder, _place(context, builder, signature, arguments, 0, arguments[1], row))
            total = builder.add(total, _load(builder, builder.inttoptr(arguments[5], row.as_pointer())))
            total = _products_added(context, builder, signature, arguments, arguments[6], total, weights, most)
            units_ = builder.ashr(total, ir.Constant(row, [shift] * units))
            units_ = builder.select(builder.icmp_signed("<", units_, least), least, units_)
            table = _table(builder, _in_sets([ir.Constant(row, each) for each in outputs.tolist()]))
            halves = builder.bitcast(builder.gep(table, [_I64(0), arguments[6]]), long.as_pointer())
            lows, highs = (
                builder.mul(*numbers)
                for numbers in zip(
                    _low_and_high(builder, builder.bitcast(units_, long)),
                    _low_and_high(builder, builder.load(halves)),
                    strict=True,
                )
            )
            return _sum(builder, builder.add(lows, highs))

        return types.int64(sums, types.int64, amounts, types.int64, space, types.int64, types.int64), generate

    return weigh_sums  # type: ignore[no-any-return]


@intrinsic  # type: ignore[misc]
def add_row(typing_context, sums, address):  # type: ignore[no-untyped-def]
    """Add the row of numbers at an address to the first half of ``sums``, which is as long."""
    row = ir.VectorType(_I32, sums.shape[0] // 2)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        place = _place(context, builder, signature, arguments, 0, _I64(0), row)
        other = _load(builder, builder.inttoptr(arguments[1], row.as_pointer()))
        builder.store(builder.add(_load(builder, place), other), place, align=4)
        return context.get_dummy_value()

    return types.none(sums, types.int64), generate


# --- generated code ---------------------------------------------------------------------------------------


def _place(context: Any, builder: Any, signature: Any, arguments: Any, k: int, first: Any, kind: Any) -> Any:
    """Return where numbers begin in argument ``k``, an array, as the place of a ``kind``."""
    start = make_array(signature.args[k])(context, builder, arguments[k]).data
    return builder.bitcast(builder.gep(start, [first]), kind.as_pointer())


def _load(builder: Any, place: Any) -> Any:
    return builder.load(place, align=4)


def _products_added(
    context: Any,
    builder: Any,
    signature: Any,
    arguments: Any,
    of: Any,
    total: Any,
    weights: NDArray[np.int32],
    most: int,
) -> Any:
    """Return a total with the products of a set of weights and amounts added, which are arguments 2 to 4."""
    _, n, units = weights.shape
    numbers = _load(builder, _place(context, builder, signature, arguments, 2, arguments[3], ir.VectorType(_I32, n)))
    place = _place(context, builder, signature, arguments, 4, _I64(0), _I32)
    _shorten(builder, numbers, place, most)
    table = _table(builder, _in_sets([_in_pairs(each) for each in weights]))
    for k in range(n // 2):
        pair = _spread(builder, _load(builder, builder.gep(place, [_I64(k)])), total.type)
        weight = builder.load(builder.gep(table, [_I64(0), of, _I64(k)]))
        pair = builder.bitcast(pair, ir.VectorType(_I16, 2 * units))
        total = builder.add(total, _products(context, builder, pair, weight))
    return total


def _shorten(builder: Any, numbers: Any, place: Any, most: int) -> None:
    """Write numbers to a place, limited, in 16 bits each."""
    kind, short = numbers.type, ir.VectorType(_I16, numbers.type.count)
    least, greatest = (ir.Constant(kind, [limit] * kind.count) for limit in (-most, most))
    numbers = builder.select(builder.icmp_signed("<", numbers, least), least, numbers)
    numbers = builder.select(builder.icmp_signed(">", numbers, greatest), greatest, numbers)
    builder.store(builder.trunc(numbers, short), builder.bitcast(place, short.as_pointer()), align=4)
    builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], True)  # or LLVM would take the vector apart


def _table(builder: Any, numbers: ir.Constant) -> Any:
    """Return the place of constant numbers, which LLVM does not see through.

    It would take them apart, and spend an instruction on the address of each vector.
    """
    place = cgutils.global_constant(builder, "weights", numbers)
    return builder.asm(ir.FunctionType(place.type, [place.type]), "", "=r,0", [place], False)


def _in_sets(constants: list[Any]) -> Any:
    """Return constants of one type as one."""
    return ir.Constant(ir.ArrayType(constants[0].type, len(constants)), constants)


def _in_pairs(weights: NDArray[np.int32]) -> Any:
    """Return weights as a constant: each two rows as one, in turns."""
    n, units = weights.shape
    pairs = weights.reshape(n // 2, 2, units).transpose(0, 2, 1).reshape(n // 2, 2 * units)
    kind = ir.VectorType(_I16, 2 * units)
    return ir.Constant(ir.ArrayType(kind, n // 2), [ir.Constant(kind, row) for row in pairs.tolist()])


def _products(context: Any, builder: Any, one: Any, other: Any) -> Any:
    """Return the products of numbers of 16 bits, each two neighbours added up.

    LLVM finds the processor's instruction for it, except for the simplest processors, for which it is named here.
    """
    if (name := _simplest(context)) is not None:
        short, half = ir.VectorType(_I16, 8), ir.VectorType(_I32, 4)
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(half, [short, short]), name)
        places = [range(k, k + 8) for k in range(0, one.type.count, 8)]
        parts = [builder.call(function, [_picked(builder, each, eight) for each in (one, other)]) for eight in places]
        while len(parts) > 1:
            parts = [_joined(builder, *parts[k : k + 2]) for k in range(0, len(parts), 2)]
        return parts[0]
    n, kind = one.type.count, ir.VectorType(_I32, one.type.count)
    product = builder.mul(builder.sext(one, kind), builder.sext(other, kind))
    return builder.add(*(_picked(builder, product, range(first, n, 2)) for first in (0, 1)))


def _simplest(context: Any) -> str | None:
    """Return LLVM's name of the instruction, if the code is for a processor that has nothing better."""
    triple, _, features = context.codegen().magic_tuple()
    return "llvm.x86.sse2.pmadd.wd" if triple.startswith("x86_64") and "+avx2" not in features else None


def _low_and_high(builder: Any, pairs: Any) -> tuple[Any, Any]:
    """Return the first and the second number of 32 bits of each pair, in 64 bits."""
    half = ir.Constant(pairs.type, [32] * pairs.type.count)
    return builder.ashr(builder.shl(pairs, half), half), builder.ashr(pairs, half)


def _sum(builder: Any, numbers: Any) -> Any:
    """Return the sum of a vector's numbers: of its halves, until one number is left."""
    while (n := numbers.type.count) > 1:
        numbers = builder.add(*(_picked(builder, numbers, half) for half in (range(n // 2), range(n // 2, n))))
    return builder.extract_element(numbers, _I32(0))


def _spread(builder: Any, number: Any, kind: ir.VectorType) -> Any:
    """Return a vector that holds a number in each place."""
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, _I32(0))
    return _picked(builder, one, [0] * kind.count)


def _picked(builder: Any, vector: Any, places: Any) -> Any:
    """Return a vector of some numbers of another."""
    return _joined(builder, vector, ir.Constant(vector.type, ir.Undefined), places)


def _joined(builder: Any, one: Any, other: Any, places: Any = None) -> Any:
    """Return a vector of some numbers of two others, or of all."""
    chosen = [*range(2 * one.type.count)] if places is None else [*places]
    return builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(_I32, len(chosen)), chosen))
