"""Sums of weighted numbers, in the processor's vector registers: what a network of the kit computes with.

LLVM finds the loops of such sums by itself, but multiplies along the wrong side of the table, or waits until each sum
is stored. Here all sums are one vector, as wide as a row of weights, for which LLVM uses what the processor has.
Numbers are multiplied in pairs of 16 bits, as processors do (``pmaddwd``). Flags, which are 0 or 1, are not multiplied:
the sums of any four of them are constants. Arrays are of 32-bit integers, in records.
"""

from collections.abc import Callable, Iterator, Sequence
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
_FOUR, _EIGHT = ir.VectorType(_I32, 4), ir.VectorType(_I16, 8)
WEIGHTS, FLAGS, ROWS = range(3)  # fields of the constants of a set
EACH = 4  # flags that are added together
AT_ONCE = 16  # amounts that are limited together
FEW_UNITS = 8  # that the simplest processors add up together
LEAST, MOST = -(1 << 15), (1 << 15) - 1  # in 16 bits: of the limited sums that are weighted by outputs,
MOST_OUTPUTS = (1 << 16) - 1  # which add up to this at most

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
            total = _begun(builder, row)
            _add_rows_of_cards(builder, total, arguments[5], start(6), arguments[7])
            for k in _each(context, builder, chosen.shape[0]):
                place = builder.load(builder.gep(start(4), [k]))
                _add(builder, total, _constant(builder, table, ROWS, place))
            for k in _each(context, builder, flags.shape[1] // EACH):
                _add(builder, total, _constant(builder, table, FLAGS, k, _some(builder, arguments[3], k)))
            _shorten(context, builder, start(1), amounts.shape[0], start(2), most)
            for k in _each(context, builder, weights.shape[1] // 2):
                pair = _spread(builder, builder.load(builder.gep(start(2), [k])), row)
                _add(builder, total, _products(context, builder, pair, _constant(builder, table, WEIGHTS, k)))
            builder.store(builder.load(total), builder.bitcast(start(0), row.as_pointer()), align=4)
            return context.get_dummy_value()

        number = types.int64
        return types.none(sums, amounts, space, number, chosen, number, cards, number, number), generate

    return sum_up  # type: ignore[no-any-return]


def weighs_sums(
    flags: Integers, weights: Integers, outputs: Integers, most: int, shift: int, limited: bool
) -> Callable[..., int]:
    """Return a rule ``(sums, at, amounts, bits, address, of)``: the value of ``sums[at:]``, which it leaves.

    To the sums it adds the row of numbers at an address, and flags and amounts as in `sums_up`. Their value is each sum
    without its last ``shift`` bits times its output, ``outputs[of]``, shape (sets, units). Sums below 0 count as 0,
    except for the last one. ``limited``: to LEAST .. MOST, which is faster. Then the outputs of a set add up to
    MOST_OUTPUTS at most, whatever their signs, so that values have 32 bits.
    """
    least = np.zeros_like(outputs)
    least[:, -1] = LEAST if limited else -(1 << 31)
    ends = np.stack([outputs, least], axis=1).astype(np.int16 if limited else np.int64)
    constants = _in_pairs(weights), _by_bits(flags), ends

    @intrinsic  # type: ignore[misc]
    def weigh_sums(typing_context, sums, at, amounts, bits, address, of):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            start = _starts(context, builder, signature, arguments)
            units = FEW_UNITS if _is_simplest(context) else outputs.shape[1]
            parts, row = outputs.shape[1] // units, ir.VectorType(_I32, units)
            table = _table(builder, [each.reshape(*each.shape[:-1], parts, -1) for each in constants], arguments[5])
            pairs = _gathered(context, builder, start(2), weights.shape[1], amounts.shape[0], most)
            places = builder.gep(start(0), [arguments[1]]), builder.inttoptr(arguments[4], _I32.as_pointer())
            rows = [builder.bitcast(place, row.as_pointer()) for place in places]
            value = _begun(builder, ir.VectorType(_I32, units // 2) if limited else ir.VectorType(_I64, units))
            for part in _each(context, builder, parts):
                total = _begun(builder, row)
                for place in rows:
                    _add(builder, total, builder.load(builder.gep(place, [part]), align=4))
                for k in map(_I64, range(flags.shape[1] // EACH)):
                    _add(builder, total, _constant(builder, table, FLAGS, k, _some(builder, arguments[3], k), part))
                for k in range(weights.shape[1] // 2):
                    weights_ = _constant(builder, table, WEIGHTS, _I64(k), part)
                    pair = _picked(builder, pairs, [k] * units)
                    _add(builder, total, _products(context, builder, pair, weights_))
                sums_ = builder.ashr(builder.load(total), ir.Constant(row, [shift] * units))
                outputs_, least_ = (_constant(builder, table, ROWS, _I64(k), part) for k in range(2))
                if limited:
                    sums_ = _greater(builder, _shortened(context, builder, sums_), least_)
                    _add(builder, value, _products(context, builder, sums_, outputs_))
                else:
                    sums_ = _greater(builder, builder.sext(sums_, least_.type), least_)
                    _add(builder, value, builder.mul(sums_, outputs_))
            return builder.sext(_sum(builder, builder.load(value)), _I64)

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


def _table(builder: Any, constants: Sequence[Integers], of: Any) -> Any:
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


def _each(context: Any, builder: Any, n: int) -> Iterator[Any]:
    """Yield 0 .. n - 1, as numbers in the code that the caller generates for each, or for all in one loop.

    The simplest processors have too few registers for what a long piece of code would read before it adds anything up,
    and a browser's compiler reads all of it first.
    """
    if _is_simplest(context) and n > 1:
        n_ = builder.asm(ir.FunctionType(_I64, [_I64]), "", "=r,0", [_I64(n)], False)  # or LLVM would unroll the loop
        with cgutils.for_range(builder, n_) as loop:
            yield loop.index
    else:
        yield from map(_I64, range(n))


def _begun(builder: Any, kind: ir.VectorType) -> Any:
    """Return the place of a new total."""
    total = cgutils.alloca_once(builder, kind)
    builder.store(ir.Constant(kind, [0] * kind.count), total)
    return total


def _add(builder: Any, total: Any, numbers: Any) -> None:
    """Add numbers to the total at a place."""
    builder.store(builder.add(builder.load(total), numbers), total)


def _add_rows_of_cards(builder: Any, total: Any, address: Any, cards: Any, n: Any) -> None:
    """Add the rows at an address that belong to ``n`` cards."""
    rows = builder.inttoptr(address, total.type)
    with cgutils.for_range(builder, n) as loop:
        card = builder.load(builder.gep(cards, [loop.index]))
        _add(builder, total, builder.load(builder.gep(rows, [card]), align=4))


def _some(builder: Any, bits: Any, k: Any) -> Any:
    """Return the ``k``-th `EACH` of some bits."""
    return builder.and_(builder.lshr(bits, builder.mul(k, _I64(EACH))), _I64((1 << EACH) - 1))


def _shorten(context: Any, builder: Any, amounts: Any, n: int, to: Any, most: int) -> None:
    """Write ``n`` amounts to a place, limited, in 16 bits each."""
    for first in range(0, n, AT_ONCE):
        kind = ir.VectorType(_I32, min(AT_ONCE, n - first))
        place = builder.bitcast(builder.gep(amounts, [_I64(first)]), kind.as_pointer())
        some = _limited(context, builder, builder.load(place, align=4), most)
        short = builder.bitcast(builder.gep(to, [_I64(first // 2)]), some.type.as_pointer())
        builder.store(some, short, align=4)
    builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], True)  # or LLVM would take the vector apart


def _gathered(context: Any, builder: Any, amounts: Any, n: int, room: int, most: int) -> Any:
    """Return ``n`` amounts, limited, in pairs of 16 bits.

    They are read one by one. Those that were just written are still in registers, and need not be waited for.
    """
    some = ir.Constant(ir.VectorType(_I32, room), [0] * room)
    for k in range(n):
        some = builder.insert_element(some, builder.load(builder.gep(amounts, [_I64(k)])), _I32(k))
    return builder.bitcast(_limited(context, builder, some, most), ir.VectorType(_I32, room // 2))


def _limited(context: Any, builder: Any, amounts: Any, most: int) -> Any:
    """Return amounts, limited to -most .. most, in 16 bits."""
    short = _shortened(context, builder, amounts)
    least, greatest = (ir.Constant(short.type, [limit] * short.type.count) for limit in (-most, most))
    return _less(builder, _greater(builder, short, least), greatest)


def _shortened(context: Any, builder: Any, numbers: Any) -> Any:
    """Return numbers, limited to LEAST .. MOST, in 16 bits."""
    n, kind = numbers.type.count, numbers.type
    if _is_simplest(context):
        pack = _instruction(builder, "llvm.x86.sse2.packssdw.128", _EIGHT, _FOUR, _FOUR)
        fours = [_picked(builder, numbers, range(k, k + 4)) for k in range(0, n, 4)]
        return _in_one(builder, [builder.call(pack, fours[k : k + 2]) for k in range(0, len(fours), 2)])
    least, greatest = (ir.Constant(kind, [limit] * n) for limit in (LEAST, MOST))
    return builder.trunc(_less(builder, _greater(builder, numbers, least), greatest), ir.VectorType(_I16, n))


def _greater(builder: Any, one: Any, other: Any) -> Any:
    """Return the greater of two numbers in each place."""
    return builder.select(builder.icmp_signed("<", one, other), other, one)


def _less(builder: Any, one: Any, other: Any) -> Any:
    """Return the lesser of two numbers in each place."""
    return builder.select(builder.icmp_signed(">", one, other), other, one)


def _products(context: Any, builder: Any, one: Any, other: Any) -> Any:
    """Return the products of numbers of 16 bits, each two neighbours added up. ``one`` may hold pairs of them.

    LLVM finds the processor's instruction for it, except for the simplest processors, for which it is named here.
    """
    one = builder.bitcast(one, other.type)
    n, kind = one.type.count, ir.VectorType(_I32, one.type.count)
    if _is_simplest(context):
        multiply = _instruction(builder, "llvm.x86.sse2.pmadd.wd", _FOUR, _EIGHT, _EIGHT)
        places = [range(k, k + 8) for k in range(0, n, 8)]
        eights = ([_picked(builder, each, eight) for each in (one, other)] for eight in places)
        return _in_one(builder, [builder.call(multiply, pair) for pair in eights])
    product = builder.mul(builder.sext(one, kind), builder.sext(other, kind))
    return builder.add(*(_picked(builder, product, range(first, n, 2)) for first in (0, 1)))


def _is_simplest(context: Any) -> bool:
    """Return whether the code is for a processor that has nothing better than vectors of 128 bits."""
    triple, _, features = context.codegen().magic_tuple()
    return triple.startswith("x86_64") and "+avx2" not in features


def _instruction(builder: Any, name: str, result: Any, *taken: Any) -> Any:
    """Return an instruction of the processor, by LLVM's name, as a function."""
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, taken), name)


def _in_one(builder: Any, parts: list[Any]) -> Any:
    """Return vectors of the same width, 1, 2, 4 or more, as one."""
    while len(parts) > 1:
        parts = [_joined(builder, *parts[k : k + 2]) for k in range(0, len(parts), 2)]
    return parts[0]


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
