"""Tables on a phone: which columns stand beside the name of a line, and which open below it.

Sizes are in characters, since whoever writes a page knows no pixels. A phone's line has about 45, less what is between
its columns.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tda_sim.rendering.model import Cell, Column, Table

PHONE = "40rem"  # page.css has the same border
LINE, BETWEEN, NAME = 45.0, 2.0, 14.0  # of a phone, between two columns, of names
BOLD = 1.15  # of a heading's letters
SENTENCE = 30  # longer texts are broken
WORDS, METER = 18.0, 20.0  # columns of sentences, and of bars
ROOM = {3: 9.0, 2: 13.0}  # of each column, by how many of the same width stand beside the names
NAMES = {3: 12.0, 2: 14.0}  # longest words of the names beside them
VERDICTS = ("yes", "no")  # without a mark


@dataclass(frozen=True)
class Phone:
    """How a table stands on a phone.

    Attributes:
        beside: the places of the columns that stand beside the first; the others open below it.
        further: the places of the others, each with its heading.
        is_even: whether those beside are equally wide, so that a page can lay them out before it knows what they hold.
    """

    beside: Sequence[int]
    further: Mapping[int, str] = field(default_factory=dict)
    is_even: bool = True

    @property
    def name(self) -> str:
        """The class of tables with the same columns below a line: `labels` writes their headings there."""
        return f"t{hashlib.sha256(repr(self.further).encode()).hexdigest()[:7]}" if self.further else ""


def on_a_phone(table: Table) -> Phone:
    """Return how a table stands on a phone: with all columns if they fit, else with the one to three that tell most."""
    places = range(1, len(table.columns))
    cells = {place: [line.cells[place - 1] for line in table.lines] for place in places}
    room = {place: _room(table.columns[place], cells[place]) for place in places}
    name = max((_longest(line.head) for line in table.lines), default=0)
    if not places or _fit(room.values(), name):
        return Phone(places)
    if NAME + sum(each + BETWEEN for each in room.values()) <= LINE:
        return Phone(places, is_even=False)
    by_weight = sorted(places, key=lambda place: _weight(table.columns[place], cells[place]))
    most = next(count for count in (*ROOM, 1) if _fit([room[place] for place in by_weight[:count]], name))
    beside = sorted(by_weight[:most])
    return Phone(beside, {place: table.columns[place].title for place in places if place not in beside})


def labels(tables: Iterable[Table]) -> str:
    """Return the style rules that write the headings of what opens below a line, in place of one in each cell."""
    phones = {phone.name: phone for phone in map(on_a_phone, tables) if phone.further}
    rules = [_label(name, *each) for name, phone in phones.items() for each in phone.further.items()]
    return f"@media screen and (max-width:{PHONE}){{{''.join(rules)}}}" if rules else ""


def _label(name: str, place: int, title: str) -> str:
    """Return the rule for a column. One without a heading only repeats another one as bars."""
    cell = f".{name} td:nth-child({place + 1})"
    return f"{cell}:before{{content:{_quoted(title)}}}" if title else f"{cell}{{display:none!important}}"


def _quoted(text: str) -> str:
    r"""Return a text as CSS writes it, in which no character means anything else.

    >>> print(_quoted("used, %"))
    "used\2c \20 \25 "
    """
    return '"' + re.sub(r"[^0-9A-Za-z]", lambda match: f"\\{ord(match[0]):x} ", text) + '"'


def _fit(rooms: Collection[float], name: float) -> bool:
    """Return whether columns fit beside each other, equally wide. A single one always does."""
    count = len(rooms)
    return count == 1 or (count in ROOM and max(rooms) <= ROOM[count] and name <= NAMES[count])


def _weight(column: Column, cells: Sequence[Cell]) -> tuple[bool, bool, bool]:
    """Return what puts columns into order: what may be left out comes last, and verdicts come first."""
    return column.detail, column.spare, not any(cell.tone or cell.text in VERDICTS for cell in cells)


def _room(column: Column, cells: Sequence[Cell]) -> float:
    """Return how wide a column is whose words are not broken."""
    return max([BOLD * _longest(column.title), *(_room_of(cell) for cell in cells)])


def _room_of(cell: Cell) -> float:
    if cell.bar is not None:
        return METER
    if cell.estimate is None and len(cell.text) > SENTENCE:
        return WORDS
    return max(_longest(cell.text), _longest(cell.half), _longest(cell.mark))


def _longest(text: str) -> float:
    """Return how long the longest part is that pages do not break: a percent sign stays with its number."""
    return max(map(len, text.replace(" %", "_%").split()), default=0)
