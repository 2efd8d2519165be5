"""Which bytes of a game's record are read or written while a gambit is played, without the compiler.

As a script, run with NUMBA_DISABLE_JIT=1, it reads line-ups as JSON from standard input, and prints as JSON, for each,
the bytes of the parts that are touched in the gambit that touches most. They are counted in cache lines.
"""

import functools
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from tda_sim import agents, definitions
from tda_sim.engine.compiler import copying, plain
from tda_sim.engine.layout import GAME

LINE = 64  # bytes
GAMBITS = 4


class Touched:
    """The parts of one array that have been touched, in each of its cache lines."""

    def __init__(self) -> None:
        self.start, self.end = 0, 0
        self.parts: set[tuple[int, str]] = set()

    def watch(self, array: np.ndarray) -> None:
        """Watch this array from now on."""
        self.start, self.end = np.lib.array_utils.byte_bounds(array)

    def note(self, place: int, size: int) -> None:
        """Bytes at an address are touched."""
        if self.start <= place < self.end:
            first, last = place - self.start, place - self.start + size - 1
            for line in range(first // LINE, last // LINE + 1):
                self.parts.add((line, part_of(max(first, line * LINE))))

    def note_field(self, record: np.ndarray, name: str) -> None:
        """A field of an array of one record is touched."""
        self.note(address(record[name]), record.dtype[name].itemsize)

    def by_part(self) -> dict[str, float]:
        """How many bytes of each part: a field of a game, of the cards or of the table. Parts share a line equally."""
        shared_by = Counter(line for line, _ in self.parts)
        sizes: dict[str, float] = defaultdict(float)
        for line, part in self.parts:
            sizes[part] += LINE / shared_by[line]
        return sizes


def address(array: np.ndarray) -> int:
    """Where an array lies."""
    place: int = array.__array_interface__["data"][0]
    return place


@functools.cache
def part_of(place: int) -> str:
    """The part that a byte of a game belongs to."""
    name, offset = field_at(GAME, place)
    if name in ("cards", "table"):
        return f"{name}.{field_at(GAME[name], offset)[0]}"
    return name


def field_at(record: np.dtype, offset: int) -> tuple[str, int]:
    """The field that a byte belongs to, and how far in it that byte lies."""
    starts = {name: start for name, (_, start, *_) in (record.fields or {}).items()}
    name = max((name for name in starts if starts[name] <= offset), key=lambda name: starts[name])
    return name, offset - starts[name]


TOUCHED = Touched()


def listen() -> None:
    """Have every access to a record noted. To be called before the rules are imported."""
    check, number, shown = plain.Cells._check, plain._number, plain._shown_field
    begin, arrays = plain.Cells.__init__, {}

    def begun(self: Any, array: np.ndarray, *rest: Any) -> None:
        begin(self, array, *rest)
        arrays[id(self)] = self, array

    def checked(self: Any, index: Any) -> None:
        check(self, index)
        array = arrays[id(self)][1]
        numbers = index if isinstance(index, tuple) else (index,)
        steps = (int(k) * stride for k, stride in zip(numbers, array.strides, strict=True))
        TOUCHED.note(address(array) + sum(steps), array.itemsize)

    def noted(made: Callable[[str], property], behind: Callable[[Any], Any]) -> Callable[[str], property]:
        def make(name: str) -> property:
            usual = made(name)

            def get(self: Any) -> Any:
                if plain._is_number(behind(self).dtype, name):
                    TOUCHED.note_field(behind(self), name)
                return usual.fget(self)  # type: ignore[misc]

            def put(self: Any, value: Any) -> None:
                TOUCHED.note_field(behind(self), name)
                usual.fset(self, value)  # type: ignore[misc]

            return property(get, put)

        return make

    plain.Cells.__init__, plain.Cells._check = begun, checked  # type: ignore[method-assign]
    plain._number = noted(number, lambda view: view.record)
    plain._shown_field = noted(shown, lambda guarded: guarded._opened.record)
    copying.copy_record, copying.copier = copy_record, copier


def copy_record(to: Any, origin: Any) -> None:
    """Copy a record, and note that."""
    for view in (to, origin):
        TOUCHED.note(address(view.record), view.record.itemsize)
    to.record[...] = origin.record


def copier(first: str, last: str) -> Callable[[Any, Any], None]:
    """The same for a run of fields."""

    def copy_run(to: Any, origin: Any) -> None:
        for name in copying.run_of(to.record.dtype, first, last):
            for view in (to, origin):
                TOUCHED.note_field(view.record, name)
            to.record[name] = origin.record[name]

    return copy_run


def most_touched(deck: str, line_up: list[str]) -> dict[str, float]:
    """The parts, in bytes, of the gambit that touches most."""
    from tda_sim.engine import kernel
    from tda_sim.engine.terms import Phase, Stop

    tables = definitions.build_tables(definitions.load_deck(deck))
    game, gambits = kernel.new_game(tables.cards, tables.rules), []
    agents.sit_down(game, [agents.find(name).at(deck, deck) for name in line_up])
    TOUCHED.watch(game)
    kernel.start(game, 0, np.uint64(1), len(line_up))
    while game[0]["table"]["phase"] != Phase.OVER and len(gambits) < GAMBITS:
        TOUCHED.parts.clear()
        kernel.advance(game, int(Stop.NEXT))
        gambits.append(TOUCHED.by_part())
    return max(gambits, key=lambda parts: sum(parts.values()))


if __name__ == "__main__":
    listen()
    print(json.dumps([most_touched(deck, line_up) for deck, line_up in json.load(sys.stdin)]))
