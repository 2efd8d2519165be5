"""Sums of weighted numbers, in the processor's vector registers: what a network of the kit computes with.

LLVM finds the loops of such sums by itself, but multiplies along the wrong side of the table, or waits until each sum
is stored. Here all sums are one vector, as wide as a row of weights, for which LLVM uses what the processor has.
Numbers are multiplied in pairs of 16 bits, as processors do (``pmaddwd``). Flags, which are 0 or 1, are not multiplied:
the sums of any four of them are constants. Arrays are of 32-bit integers, in records.
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
_NUMBERS = {2: _I16, 4: _I32, 8: _I64}  # by bytes
WEIGHTS, FLAGS, ROWS = range(3)  # fields of the constants of a set
EACH = 4  # flags that are added together
AT_ONCE = 16  # amounts that are limited together

Integers = NDArray[np.integer[Any]]


def sums_up(rows: Integers, flags: Integers, weights: Integers, most: int) -> Callable[..., None]:
    """Return a rule that writes the sums of one set of weights to the beginning of ``sums``.

    Its arguments are ``(sums, amounts, space, bits, chosen, address, cards, n, of)``. In the set ``of``, it adds up

    - rows of numbers at an address, those of ``cards[:n]``,
    - ``rows[of, k]`` for each k in ``chosen``,
    - ``flags[of, k]`` for each bit k of ``bits``, and
    - ``amounts[k] * weights[of, k]`` for each k, with amounts limited to -most .. most.

    Weights have the shape (sets, n, units): n is even for ``weights``, and divisible by `EACH` for ``flags``. Amounts
    come in eights, of which the last may have no weights. They are shortened to 16 bits, into which ``weights`` and
    ``most`` fit, too, and written to ``space``, an array of half as many numbers.
    """
    row = ir.VectorType(_I32, weights.shape[2])
    constants = _in_pairs(weights), _by_bits(flags), rows.astype(np.int32)

    @intrinsic  # type: ignore[misc]
    def sum_up(typing_context, sums, amounts, space, bits, chosen, address, cards, n, of):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            start = _starts(context, builder, signature, arguments)
            table = _table(builder, constants, arguments[8])
            total = _rows_of_cards(builder, row, arguments[5], start(6), arguments[7])
            for k in range(chosen.shape[0]):
                place = builder.load(builder.gep(start(4), [_I64(k)]))
                total = builder.add(total, _constant(builder, table, ROWS, place))
            total = _flags_added(builder, total, table, flags.shape[1], arguments[3])
            _shorten(builder, start(1), amounts.shape[0], start(2), most)
            for k in range(weights.shape[1] // 2):
                pair = _spread(builder, builder.load(builder.gep(start(2), [_I64(k)])), row)
                total = _product_added(context, builder, total, pair, _constant(builder, table, WEIGHTS, _I64(k)))
            builder.store(total, builder.bitcast(start(0), row.as_pointer()), align=4)
            return context.get_dummy_value()

        number = types.int64
        return types.none(sums, amounts, space, number, chosen, number, cards, number, number), generate

    return sum_up  # type: ignore[no-any-return]


def weighs_sums(flags: Integers, weights: Integers, outputs: Integers, most: int, shift: int) -> Callable[..., int]:
    """Return a rule ``(sums, at, amounts, bits, address, of)``: the value of ``sums[at:]``, which it leaves.

    To the sums it adds the row of numbers at an address, and flags and amounts as in `sums_up`. Their value is each sum
    without its last ``shift`` bits times its output, ``outputs[of]``, shape (sets, units). Sums below 0 count as 0,
    except for the last one.
    """
    units = outputs.shape[1]
    row, long = ir.VectorType(_I32, units), ir.VectorType(_I64, units // 2)
    least = ir.Constant(row, [0] * (units - 1) + [-(1 << 31)])
    by_twos = outputs.reshape(-1, units // 2, 2).transpose(0, 2, 1).astype(np.int64)
    constants = _in_pairs(weights), _by_bits(flags), by_twos

    @intrinsic  # type: ignore[misc]
    def weigh_sums(typing_context, sums, at, amounts, bits, address, of):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            start = _starts(context, builder, signature, arguments)
            table = _table(builder, constants, arguments[5])
            pairs = _gathered(builder, start(2), weights.shape[1], amounts.shape[0], most)
            total = _row(builder, row, builder.gep(start(0), [arguments[1]]))
            total = builder.add(total, _row(builder, row, builder.inttoptr(arguments[4], _I32.as_pointer())))
            total = _flags_added(builder, total, table, flags.shape[1], arguments[3])
            for k in range(weights.shape[1] // 2):
                pair = _picked(builder, pairs, [k] * units)
                total = _product_added(context, builder, total, pair, _constant(builder, table, WEIGHTS, _I64(k)))
            total = builder.ashr(total, ir.Constant(row, [shift] * units))
            total = builder.select(builder.icmp_signed("<", total, least), least, total)
            both = _low_and_high(builder, builder.bitcast(total, long))
            outputs_ = (_low(builder, _constant(builder, table, ROWS, _I64(k))) for k in range(2))
            products = (builder.mul(*pair) for pair in zip(both, outputs_, strict=True))
            return _sum(builder, builder.add(*products))

        number = types.int64
        return number(sums, number, amounts, number, number, number), generate

    return weigh_sums  # type: ignore[no-any-return]


# --- constants --------------------------------------------------------------------------------------------


def _in_pairs(weights: Integers) -> Integers:
    """Return weights, (sets, n, units), in 16 bits: each two rows as one, in turns."""
    sets, n, units = weights.shape
    pairs = weights.reshape(sets, n // 2, 2, units).transpose(0, 1, 3, 2)
    return pairs.reshape(sets, n // 2, 2 * units).astype(np.int16)


def _by_bits(flags: Integers) -> Integers:
    """Return the sums of any of each `EACH` flags, (sets, n, units), by their bits."""
    sets, n, units = flags.shape
    bits = np.arange(1 << EACH)[:, None] >> np.arange(EACH) & 1
    return (bits @ flags.reshape(sets, n // EACH, EACH, units)).astype(np.int32)


def _table(builder: Any, constants: tuple[Integers, ...], of: Any) -> Any:
    """Return the place of the constants of a set, which LLVM does not see through.

    It would take them apart, and spend an instruction on the address of each vector.
    """
    sets = [ir.Constant.literal_struct([*map(_rows_as_one, each)]) for each in zip(*constants, strict=True)]
    place = cgutils.global_constant(builder, "weights", ir.Constant(ir.ArrayType(sets[0].type, len(sets)), sets))
    place = builder.asm(ir.FunctionType(place.type, [place.type]), "", "=r,0", [place], False)
    return builder.gep(place, [_I64(0), of])


def _rows_as_one(numbers: Integers) -> ir.Constant:
    """Return an array as a constant, with its rows as vectors."""
    if numbers.ndim == 1:
        return ir.Constant(ir.VectorType(_NUMBERS[numbers.itemsize], len(numbers)), numbers.tolist())
    parts = [_rows_as_one(part) for part in numbers]
    return ir.Constant(ir.ArrayType(parts[0].type, len(parts)), parts)


def _constant(builder: Any, table: Any, field: int, *places: Any) -> Any:
    """Return a vector of a table."""
    return builder.load(builder.gep(table, [_I64(0), _I32(field), *places]))


# --- generated code ---------------------------------------------------------------------------------------


def _starts(context: Any, builder: Any, signature: Any, arguments: Any) -> Callable[[int], Any]:
    """Return what returns where argument ``k``, an array, begins."""
    return lambda k: make_array(signature.args[k])(context, builder, arguments[k]).data


def _row(builder: Any, kind: ir.VectorType, place: Any) -> Any:
    """Return the numbers at a place as one vector."""
    return builder.load(builder.bitcast(place, kind.as_pointer()), align=4)


def _rows_of_cards(builder: Any, row: ir.VectorType, address: Any, cards: Any, n: Any) -> Any:
    """Return the sum of the rows at an address that belong to ``n`` cards."""
    rows = builder.inttoptr(address, row.as_pointer())
    total = cgutils.alloca_once_value(builder, ir.Constant(row, [0] * row.count))
    with cgutils.for_range(builder, n) as loop:
        card = builder.load(builder.gep(cards, [loop.index]))
        builder.store(builder.add(builder.load(total), builder.load(builder.gep(rows, [card]), align=4)), total)
    return builder.load(total)


def _flags_added(builder: Any, total: Any, table: Any, n: int, bits: Any) -> Any:
    """Return a total with the sums of ``n`` flags added."""
    for k in range(n // EACH):
        some = builder.and_(builder.lshr(bits, _I64(EACH * k)), _I64((1 << EACH) - 1))
        total = builder.add(total, _constant(builder, table, FLAGS, _I64(k), some))
    return total


def _shorten(builder: Any, amounts: Any, n: int, place: Any, most: int) -> None:
    """Write ``n`` amounts to a place, limited, in 16 bits each."""
    for first in range(0, n, AT_ONCE):
        some = _row(builder, ir.VectorType(_I32, min(AT_ONCE, n - first)), builder.gep(amounts, [_I64(first)]))
        some = _limited(builder, some, most)
        short = builder.bitcast(builder.gep(place, [_I64(first // 2)]), some.type.as_pointer())
        builder.store(some, short, align=4)
    builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], True)  # or LLVM would take the vector apart


def _gathered(builder: Any, amounts: Any, n: int, room: int, most: int) -> Any:
    """Return ``n`` amounts, limited, in pairs of 16 bits.

    They are read one by one. Those that were just written are still in registers, and need not be waited for.
    """
    some = ir.Constant(ir.VectorType(_I32, room), [0] * room)
    for k in range(n):
        some = builder.insert_element(some, builder.load(builder.gep(amounts, [_I64(k)])), _I32(k))
    return builder.bitcast(_limited(builder, some, most), ir.VectorType(_I32, room // 2))


def _limited(builder: Any, amounts: Any, most: int) -> Any:
    """Return amounts, limited, in 16 bits."""
    kind = amounts.type
    least, greatest = (ir.Constant(kind, [limit] * kind.count) for limit in (-most, most))
    amounts = builder.select(builder.icmp_signed("<", amounts, least), least, amounts)
    amounts = builder.select(builder.icmp_signed(">", amounts, greatest), greatest, amounts)
    return builder.trunc(amounts, ir.VectorType(_I16, kind.count))


def _product_added(context: Any, builder: Any, total: Any, pair: Any, weights: Any) -> Any:
    """Return a total with the products of a pair of amounts, in each place, and of weights added."""
    pair = builder.bitcast(pair, weights.type)
    return builder.add(total, _products(context, builder, pair, weights))


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
    return _low(builder, pairs), builder.ashr(pairs, ir.Constant(pairs.type, [32] * pairs.type.count))


def _low(builder: Any, numbers: Any) -> Any:
    """Return the last 32 bits of numbers, in 64 bits: so LLVM sees that it can multiply them as 32 bits."""
    half = ir.Constant(numbers.type, [32] * numbers.type.count)
    return builder.ashr(builder.shl(numbers, half), half)


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
