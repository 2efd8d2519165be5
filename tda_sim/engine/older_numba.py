"""What Numba before 0.68 does not know: an IntEnum's member as an index, alone or among others."""

import operator
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic, overload


def _plain(index: Any) -> Any:
    """The type of an index with integers in place of an enumeration's members."""
    if isinstance(index, types.BaseTuple):
        return types.Tuple([_plain(place) for place in index])
    return index.dtype if isinstance(index, types.IntEnumMember) else index


@intrinsic  # type: ignore[misc]
def _as_integers(typing_context, index):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return context.cast(builder, arguments[0], signature.args[0], signature.return_type)

    return _plain(index)(index), generate


def _get(array, index):  # type: ignore[no-untyped-def]
    if not isinstance(array, types.Buffer) or _plain(index) == index:
        return None
    return lambda array, index: array[_as_integers(index)]


def _set(array, index, value):  # type: ignore[no-untyped-def]
    if not isinstance(array, types.Buffer) or _plain(index) == index:
        return None

    def put(array, index, value):  # type: ignore[no-untyped-def]
        array[_as_integers(index)] = value

    return put


if tuple(map(int, numba.__version__.split(".")[:2])) < (0, 68):
    overload(operator.getitem)(_get)
    overload(operator.setitem)(_set)
