"""The game's record for runs without the compiler: plain Python numbers, every index and every number checked.

`wrap` wraps a structured NumPy array so that ``t.table.stakes += 3`` works as in compiled rules. Reading gives Python
integers. An index outside an array, a negative index, and a number that does not fit its field raise an error. A
strategy receives a `Guarded` view, which shows only what `engine.visibility` allows.
"""

import functools
from typing import Any

import numpy as np

from tda_sim.engine import visibility
from tda_sim.engine.visibility import Role


class Cells:
    """An array field of numbers. In a guarded view, ``used`` is the number of places in use."""

    __slots__ = ("_cells", "_shape", "_used")

    def __init__(self, array: np.ndarray, writable: bool = True, used: memoryview | None = None) -> None:
        cells = memoryview(array)
        self._cells = cells if writable else cells.toreadonly()
        self._shape = array.shape
        self._used = used

    def __len__(self) -> int:
        return self._shape[0] if self._used is None else int(self._used[0])

    def _check(self, index: Any) -> None:
        numbers = index if isinstance(index, tuple) else (index,)
        for i, size in zip(numbers, self._shape, strict=True):
            if not 0 <= i < size:
                raise IndexError(f"index {index} outside an array of shape {self._shape}")
        if self._used is not None and numbers[0] >= self._used[0]:
            raise IndexError(f"index {index} where {self._used[0]} places are in use")

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        return self._cells[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        self._cells[index] = value


class Records:
    """An array of records, whole or as a field."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self._seen: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._array)

    def _index(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} outside an array of {len(self)} records")
        return int(index)

    def __getitem__(self, index: int) -> Any:
        i = self._index(index)
        if i not in self._seen:
            self._seen[i] = view(self._array[i : i + 1])
        return self._seen[i]

    def __setitem__(self, index: int, value: Any) -> None:
        self._array[self._index(index)] = value.record[0]


def copy_items(to: Cells | Records, origin: Cells | Records, n: int) -> None:
    """Copy the first ``n`` items of an array over those of another one."""
    for k in range(n):
        to[k] = origin[k]


class View:
    """A record. The subclasses from `view_class` have a property for each field."""

    def __init__(self, record: np.ndarray) -> None:
        self.record = record
        self.cells = {name: _cells(record, name) for name in record.dtype.names or ()}
        self._guarded: dict[Role, Guarded] = {}


def _cells(record: np.ndarray, name: str) -> Any:
    field = record[name]  # shape (1, ...)
    if field.dtype.names:
        return view(field) if field.ndim == 1 else Records(field[0])
    return memoryview(field) if field.ndim == 1 else Cells(field[0])


def _number(name: str) -> property:
    def get(self: Any) -> Any:
        return self.cells[name][0]

    def put(self: Any, value: Any) -> None:
        self.cells[name][0] = value

    return property(get, put)


def _part(name: str) -> property:
    return property(lambda self: self.cells[name])


def _is_number(record: np.dtype, name: str) -> bool:
    kind = (record.fields or {})[name][0]
    return kind.names is None and not kind.shape


@functools.cache
def view_class(dtype: np.dtype) -> type[View]:
    """Return the class of views of one record type."""
    names = dtype.names or ()
    return type("View", (View,), {name: _number(name) if _is_number(dtype, name) else _part(name) for name in names})


def view(record: np.ndarray) -> View:
    """Return a view of an array that holds one record."""
    return view_class(record.dtype)(record)


def wrap(argument: Any) -> Any:
    """Return structured arrays as `Records`, and everything else as it is."""
    if isinstance(argument, np.ndarray) and argument.dtype.names:
        return Records(argument)
    return argument


# --- what strategies receive ------------------------------------------------------------------------------


class Guarded:
    """A record as a strategy sees it. The subclasses from `guarded_class` have a property for each field shown."""

    __slots__ = ("_arrays", "_opened", "_role")

    def __init__(self, behind: View, role: Role) -> None:
        self._opened, self._role = behind, role
        self._arrays: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name in Guarded.__slots__:  # while it is being copied
            raise AttributeError(name)
        raise AttributeError(visibility.no_field(self._opened.record.dtype, name, self._role))


class _GuardedRecords(Records):
    def __init__(self, records: Records, used: memoryview | None, role: Role) -> None:
        super().__init__(records._array)
        self._records, self._used, self._role = records, used, role

    def __len__(self) -> int:
        return len(self._array) if self._used is None else int(self._used[0])

    def __getitem__(self, index: int) -> Any:
        return guard(self._records[self._index(index)], self._role)

    def __setitem__(self, index: int, value: Any) -> None:
        raise TypeError(visibility.no_change("what it is handed"))


def _shown_field(name: str) -> property:
    def get(self: Any) -> Any:
        cells = self._opened.cells[name]
        if isinstance(cells, memoryview):
            return cells[0]
        if isinstance(cells, View):
            return guard(cells, self._role)
        if name not in self._arrays:
            self._arrays[name] = _guarded_array(self._opened, name, self._role)
        return self._arrays[name]

    def put(self: Any, value: Any) -> None:
        raise TypeError(visibility.no_change(name))

    return property(get, put)


def guard(behind: View, role: Role) -> Guarded:
    """Return a record as a strategy sees it."""
    if role not in behind._guarded:
        behind._guarded[role] = guarded_class(behind.record.dtype, role)(behind, role)
    return behind._guarded[role]


def _guarded_array(behind: View, name: str, role: Role) -> Any:
    dtype, cells = behind.record.dtype, behind.cells[name]
    count = visibility.count(dtype, name)
    used = None if count is None else behind.cells[count]
    if isinstance(cells, Records):
        return _GuardedRecords(cells, used, role)
    return Cells(behind.record[name][0], visibility.is_writable(dtype, name, role), used)


def _own_part(game: Any) -> Any:
    return guard(game._opened.hand[game._opened.asked_seat], game._role)


def _closed(guarded: Any) -> np.ndarray:
    """Return the record as a read-only NumPy array of shape (1,)."""
    closed = guarded._opened.record.view()
    closed.flags.writeable = False
    return closed


@functools.cache
def guarded_class(dtype: np.dtype, role: Role) -> type[Guarded]:
    """Return the class of guarded views of one record type."""
    fields = {name: _shown_field(name) for name in visibility.shown(dtype, role)}
    if visibility.ME in fields:
        fields[visibility.ME] = property(_own_part)
    if tuple(fields) == dtype.names:  # all of it is shown
        fields["record"] = property(_closed)
    return type("Guarded", (Guarded,), {"__slots__": (), **fields})
