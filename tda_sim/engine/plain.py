"""The game's record for runs without the compiler: plain Python numbers, every index and every number checked.

`wrap` dresses a structured NumPy array so that the rules can say ``t.table.stakes += 3`` as they do when they are
compiled. Reading gives Python integers; an index outside an array, a negative one included, and a number that does
not fit its field raise an error.
"""

import functools
from typing import Any

import numpy as np


class Cells:
    """An array field of numbers."""

    __slots__ = ("_cells", "_shape")

    def __init__(self, array: np.ndarray, writable: bool) -> None:
        cells = memoryview(array)
        self._cells = cells if writable else cells.toreadonly()
        self._shape = array.shape

    def __len__(self) -> int:
        return self._shape[0]

    def _check(self, index: Any) -> None:
        for i, size in zip(index if isinstance(index, tuple) else (index,), self._shape, strict=True):
            if not 0 <= i < size:
                raise IndexError(f"index {index} outside an array of shape {self._shape}")

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        return self._cells[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        self._cells[index] = value


class Records:
    """An array of records, whole or as a field."""

    def __init__(self, array: np.ndarray, writable: bool = True) -> None:
        self._array = array
        self._writable = writable
        self._seen: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._array)

    def _index(self, index: int) -> int:
        if not 0 <= index < len(self._array):
            raise IndexError(f"index {index} outside an array of {len(self._array)} records")
        return int(index)

    def __getitem__(self, index: int) -> Any:
        i = self._index(index)
        if i not in self._seen:
            self._seen[i] = view(self._array[i : i + 1], self._writable)
        return self._seen[i]

    def __setitem__(self, index: int, value: Any) -> None:
        self._array[self._index(index)] = value.record[0]


def _number(name: str) -> property:
    def get(self: Any) -> Any:
        return self.cells[name][0]

    def put(self: Any, value: Any) -> None:
        self.cells[name][0] = value

    return property(get, put)


def _part(name: str) -> property:
    return property(lambda self: self.cells[name])


class View:
    """One record; the subclasses that `view_class` makes have a property for each field."""

    def __init__(self, record: np.ndarray, writable: bool) -> None:
        self.record = record
        self.cells = {name: _cells(record, name, writable) for name in record.dtype.names or ()}
        self._frozen: View | None = None

    @property
    def frozen(self) -> "View":
        """The same record, read-only."""
        if self._frozen is None:
            self._frozen = type(self)(self.record, writable=False)
        return self._frozen


def _cells(record: np.ndarray, name: str, writable: bool) -> Any:
    field = record[name]  # shape (1, ...)
    if field.dtype.names:
        return view(field, writable) if field.ndim == 1 else Records(field[0], writable)
    if field.ndim == 1:
        cells = memoryview(field)
        return cells if writable else cells.toreadonly()
    return Cells(field[0], writable)


@functools.cache
def view_class(dtype: np.dtype) -> type[View]:
    """The class of views of one record type."""
    fields = dtype.fields or {}
    is_number = {name: fields[name][0].names is None and not fields[name][0].shape for name in fields}
    properties = {name: _number(name) if is_number[name] else _part(name) for name in fields}
    return type("View", (View,), properties)


def view(record: np.ndarray, writable: bool = True) -> View:
    """A view of an array that holds one record."""
    return view_class(record.dtype)(record, writable)


def wrap(argument: Any) -> Any:
    """Structured arrays as `Records`, everything else as it is."""
    if isinstance(argument, np.ndarray) and argument.dtype.names:
        return Records(argument)
    return argument
