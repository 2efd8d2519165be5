"""How a game's record stands in scenario files: one declaration a field, for cards and for dice.

A `Field` has the name in files and its `Kind`: the values that a file may hold, how they are written into the record,
how they are read back for a position, and how an expectation compares them. From a `Codec`, the fields of one game,
follow the models of `start` and `expect`, the record that a start sets up, the position, and the differences.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, create_model
from pydantic import Field as Bounds
from pydantic_core import PydanticCustomError

from tda_sim.definitions.models import Model
from tda_sim.engine.layout import NONE, STAKES
from tda_sim.errors import Hint
from tda_sim.one_game.words import unknown_ability, unknown_card

MAX_GOLD = 1_000_000  # far above any game, far below the engine's bound

Path_ = tuple[str | int, ...]  # the way to a value in the file: ("start", "hands", 0, 2)
Report = Callable[[Path_, str, Hint | None], None]  # where, what is wrong, a hint
SeatNumber = Annotated[int, Bounds(ge=0)]


# --- where values lie -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class At:
    """A place in the record of a game, of one seat or of the whole table, and the way to what a file says about it."""

    game: Any
    tables: Any
    report: Report = lambda path, message, hint: None
    path: Path_ = ()
    seat: int | None = None
    free: dict[str, list[int]] = field(default_factory=dict)  # by name: cards that nothing in the file has named yet

    @property
    def record(self) -> Any:
        """The record of the game."""
        return self.game[0]

    @property
    def table(self) -> Any:
        """Its public part."""
        return self.game[0]["table"]

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.game[0]["table"]["rules"]

    @property
    def players(self) -> int:
        """How many players there are."""
        return int(self.table["players"])

    def get(self, name: str, part: str = "table") -> Any:
        """Return what a part of the record holds under a name: of the seat, if it is of one."""
        values = self.record[part][name]
        return values if self.seat is None else values[self.seat]

    def put(self, name: str, value: Any, part: str = "table") -> None:
        """Write a number there."""
        if self.seat is None:
            self.record[part][name] = value
        else:
            self.record[part][name][self.seat] = value

    def of(self, seat: int) -> "At":
        """Return the place of one seat, the entry of its number in the file."""
        return replace(self, seat=seat, path=(*self.path, seat))

    def below(self, *steps: str | int) -> "At":
        """Return the same place for a value further inside the file."""
        return replace(self, path=(*self.path, *steps))

    def wrong(self, message: str, hint: Hint | None = None) -> None:
        """Report a mistake here."""
        self.report(self.path, message, hint)

    def has_seat(self, seat: int) -> bool:
        """Return whether there is such a seat, and report it otherwise."""
        if seat >= self.players:
            self.wrong(f"there is no seat {seat}: the seats are 0 to {self.players - 1}")
        return seat < self.players


# --- kinds of values --------------------------------------------------------------------------------------


class Readable(ABC):
    """A kind of values: what a file may hold in an expectation (``seen``)."""

    seen: Any = None

    @abstractmethod
    def read(self, at: At) -> Any:
        """Return the value as files have it."""

    def check(self, at: At, value: Any) -> None:  # noqa: B027  most kinds have no such values
        """Report an expected value that no position can have."""

    def differences(self, expected: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
        """Yield where two values differ, with what is expected and found there."""
        if expected != found:
            yield "", expected, found


class Kind(Readable):
    """A kind of values that a start may hold, too (``form``)."""

    form: Any = None

    @abstractmethod
    def write(self, at: At, value: Any) -> None:
        """Write the value of a start into the record, and report what does not fit."""


class Number(Kind):
    """A whole number."""

    seen: Any = int

    def __init__(self, name: str, least: int = 0, most: int | None = MAX_GOLD) -> None:
        self.name, self.form = name, Annotated[int, Bounds(ge=least, le=most)]

    def read(self, at: At) -> Any:
        """Return the number."""
        return int(at.get(self.name))

    def write(self, at: At, value: Any) -> None:
        """Write it."""
        at.put(self.name, value)


class Seat(Number):
    """A seat; None for none."""

    seen = int | None

    def __init__(self, name: str) -> None:
        super().__init__(name, most=None)

    def read(self, at: At) -> int | None:
        """Return the seat."""
        seat = int(at.get(self.name))
        return None if seat == NONE else seat

    def write(self, at: At, value: int) -> None:
        """Write it, if there is such a seat."""
        if at.has_seat(value):
            at.put(self.name, value)


class Word(Kind):
    """A word that stands for a number; ``start``: those that a start may hold, if not all."""

    def __init__(self, name: str, words: Sequence[str], start: Sequence[str] = ()) -> None:
        self.name, self.words = name, tuple(words)
        self.form, self.seen = Literal[tuple(start or words)], Literal[self.words]

    def read(self, at: At) -> str:
        """Return the word."""
        return self.words[int(at.get(self.name))]

    def write(self, at: At, value: str) -> None:
        """Write its number."""
        at.put(self.name, self.words.index(value))


class Unordered(Kind):
    """A list whose order does not matter."""

    def differences(self, expected: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
        """Yield the lists if they do not hold the same."""
        if sorted(expected) != sorted(found):
            yield "", expected, found


class Seats(Unordered):
    """A list of seats, which the record has as bits."""

    form = seen = list[SeatNumber]

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, at: At) -> list[int]:
        """Return the seats."""
        return members(at.get(self.name), range(at.players))

    def write(self, at: At, value: list[int]) -> None:
        """Write those that exist."""
        at.put(self.name, sum({1 << seat for k, seat in enumerate(value) if at.below(k).has_seat(seat)}))


class Abilities(Unordered):
    """A list of abilities, which the record has as bits."""

    form = seen = list[str]

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, at: At) -> list[str]:
        """Return the abilities of the seat."""
        return members(at.get(self.name), at.tables.abilities)

    def write(self, at: At, value: list[str]) -> None:
        """Write those that the rules know."""
        self.check(at, value)
        known = at.tables.abilities
        at.put(self.name, sum({1 << known.index(name) for name in value if name in known}))

    def check(self, at: At, value: list[str]) -> None:
        """Report the others."""
        for k, name in enumerate(value):
            if name not in at.tables.abilities:
                at.below(k).wrong(*unknown_ability(name, at.tables.abilities))


class Cards(Kind):
    """A list of cards in their order, at most ``limit``; ``size`` is the field that counts them, in the same part."""

    form = seen = list[str]

    def __init__(self, name: str, size: str, part: str = "table", limit: Callable[[At], int] | None = None) -> None:
        self.name, self.size, self.part, self.limit = name, size, part, limit

    def read(self, at: At) -> list[str]:
        """Return the cards."""
        return [at.tables.names[card] for card in at.get(self.name, self.part)[: at.get(self.size, self.part)]]

    def write(self, at: At, value: list[str]) -> None:
        """Write those that are free: no card is in two places."""
        self.put(at, self.numbers(at, value))

    def put(self, at: At, cards: Sequence[int]) -> None:
        """Write cards by their numbers."""
        at.get(self.name, self.part)[: len(cards)] = cards
        at.put(self.size, len(cards), self.part)

    def numbers(self, at: At, names: list[str]) -> list[int]:
        """Return the numbers of cards, as far as they fit."""
        if self.limit is not None and len(names) > self.limit(at):
            at.wrong(f"{len(names)} cards, where at most {self.limit(at)} fit")
            return []
        numbers = [self.number(at.below(k), name) for k, name in enumerate(names)]
        return [card for card in numbers if card is not None]

    def number(self, at: At, name: str) -> int | None:
        """Return the number of a card, which nothing else in the file can have then."""
        if not is_card(at, name):
            return None
        if not at.free[name]:
            number = at.tables.names.count(name)
            at.wrong(f"{name} is named more than {'once' if number == 1 else f'the {number} times it exists'}")
            return None
        return at.free[name].pop(0)

    def check(self, at: At, value: list[str]) -> None:
        """Report cards that the deck does not hold."""
        for k, name in enumerate(value):
            is_card(at.below(k), name)


class Pile(Unordered, Cards):
    """The same in any order."""


def is_card(at: At, name: str) -> bool:
    """Return whether the deck holds a card, and report it otherwise."""
    if name not in at.tables.names:
        at.wrong(*unknown_card(name, at.tables.names))
    return name in at.tables.names


def members(bits: int, names: Sequence[Any]) -> list[Any]:
    """Return those of the names whose bits are set."""
    return [name for k, name in enumerate(names) if int(bits) >> k & 1]


class PerSeat(Kind):
    """A list with an entry for each seat."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.form, self.seen = list[kind.form], list[kind.seen]  # type: ignore[name-defined]

    def read(self, at: At) -> list[Any]:
        """Return the entries."""
        return [self.kind.read(at.of(seat)) for seat in range(at.players)]

    def write(self, at: At, value: list[Any]) -> None:
        """Write them, if each seat has one."""
        for seat, entry in enumerate(value if self._fits(at, value) else ()):
            if entry is not None:
                self.kind.write(at.of(seat), entry)

    def check(self, at: At, value: list[Any]) -> None:
        """Report a list of another length, and wrong entries."""
        for seat, entry in enumerate(value if self._fits(at, value) else ()):
            self.kind.check(at.of(seat), entry)

    def _fits(self, at: At, value: list[Any]) -> bool:
        fits = len(value) == at.players
        if not fits:
            at.wrong(f"{'.'.join(map(str, at.path))} has {len(value)} entries for {at.players} players")
        return fits

    def differences(self, expected: list[Any], found: list[Any]) -> Iterator[tuple[str, Any, Any]]:
        """Yield the entries that differ."""
        for seat, pair in enumerate(zip(expected, found, strict=True)):
            for where, one, other in self.kind.differences(*pair):
                yield f"[{seat}]{where}", one, other


def _creditor(value: object) -> object:
    if value != "stakes" and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise PydanticCustomError("scenario", "must be a seat or the word stakes")
    return value


class OpenDebt(Model):
    """Gold that a player owes to another, or to the stakes."""

    debtor: SeatNumber = Bounds(alias="from")
    creditor: Annotated[Any, AfterValidator(_creditor)] = Bounds(alias="to")
    gold: Annotated[int, Bounds(ge=1, le=MAX_GOLD)]


class Debts(Kind):
    """Open debts, the oldest first."""

    form = seen = list[OpenDebt]

    def read(self, at: At) -> list[dict[str, Any]]:
        """Return the debts as files have them."""
        return open_debts(at.table)

    def write(self, at: At, value: list[OpenDebt]) -> None:
        """Write them, as far as there is room."""
        rows = at.table["debt"]
        if len(value) > len(rows):
            at.wrong(f"at most {len(rows)} debts can be open")
            return
        at.put("n_debts", len(value))
        for k, debt in enumerate(value):
            here, creditor = at.below(k), STAKES if debt.creditor == "stakes" else debt.creditor
            here.below("from").has_seat(debt.debtor)
            here.below("to").has_seat(creditor)
            if debt.debtor == creditor:
                here.wrong("nobody owes gold to themselves")
            rows[k]["debtor"], rows[k]["creditor"], rows[k]["gold"] = debt.debtor, creditor, debt.gold

    def differences(self, expected: list[OpenDebt], found: list[dict[str, Any]]) -> Iterator[tuple[str, Any, Any]]:
        """Yield the debts if they differ."""
        return super().differences([debt.model_dump(by_alias=True) for debt in expected], found)


def open_debts(table: Any) -> list[dict[str, Any]]:
    """Return the open debts of a table: ``from`` a seat, ``to`` a seat or stakes, and the ``gold``."""
    rows = ([int(row[name]) for name in ("debtor", "creditor", "gold")] for row in table["debt"][: table["n_debts"]])
    return [
        {"from": debtor, "to": "stakes" if creditor == STAKES else creditor, "gold": gold}
        for debtor, creditor, gold in rows
        if gold
    ]


class Seen(Readable):
    """What is only read: ``of`` returns it."""

    def __init__(self, seen: Any, of: Callable[[At], Any]) -> None:
        self.seen, self.of = seen, of

    def read(self, at: At) -> Any:
        """Return it."""
        return self.of(at)


def ending(over: int) -> dict[str, Readable]:
    """Return the results that end a game, which is then in the phase ``over``."""

    def is_over(at: At) -> bool:
        return bool(at.table["phase"] == over)

    def winners(at: At) -> list[int]:
        return members(at.record["tally"]["winners"] if is_over(at) else 0, range(at.players))

    return {"winners": Seen(list[int], winners), "finished": Seen(bool, is_over)}


# --- all fields of a game ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Field:
    """A field of a start and of positions: its name in files, and the kind of its values.

    ``default`` is what a start has that does not name it (... where it must, None where nothing is to be written);
    ``expected``: whether an expectation may name it; ``shown``: where a position lists it; ``late``: whether it is
    written after the rest has taken effect.
    """

    name: str
    kind: Kind
    default: Any = None
    expected: bool = True
    shown: Callable[[At], bool] = lambda at: True
    late: bool = False

    @property
    def form(self) -> Any:
        """What a start may hold there."""
        return self.kind.form if self.default is not None else self.kind.form | None


class Codec:
    """All fields of a game, in their order, and ``results``: further ones that only expectations name."""

    def __init__(self, *fields: Field, results: dict[str, Readable]) -> None:
        self.fields = fields
        expected: dict[str, Readable] = {each.name: each.kind for each in fields if each.expected}
        self.kinds = expected | results
        forms: Any = {each.name: (each.form, each.default) for each in fields}
        seen: Any = {name: (kind.seen, None) for name, kind in self.kinds.items()}
        self.start = create_model("Start", __base__=Model, __doc__="A position.", **forms)
        self.expect = create_model("Expect", __base__=Model, __doc__="What should come out.", **seen)

    def write(self, start: Any, at: At, late: bool = False) -> None:
        """Write what a start says into a record, the late fields or the others."""
        for each in self.fields:
            value = getattr(start, each.name)
            if value is not None and each.late == late:
                each.kind.write(at.below(each.name), value)

    def position(self, game: Any, tables: Any) -> dict[str, Any]:
        """Return the whole position; a scenario that starts from it is in the same position."""
        at = At(game, tables)
        return {each.name: each.kind.read(at) for each in self.fields if each.shown(at)}

    def state(self, game: Any, tables: Any) -> dict[str, Any]:
        """Return everything that a scenario may expect, by its names there."""
        return {name: kind.read(At(game, tables)) for name, kind in self.kinds.items()}

    def check(self, expect: Model, at: At) -> None:
        """Report expectations that no position can meet."""
        for name, kind in self._expected(expect):
            kind.check(at.below(name), getattr(expect, name))

    def differences(self, expect: Model, game: Any, tables: Any) -> "list[Difference]":
        """Return everything in which a game differs from what is expected; only what is named is compared."""
        at = At(game, tables)
        return [
            Difference(name + where, expected, found)
            for name, kind in self._expected(expect)
            for where, expected, found in kind.differences(getattr(expect, name), kind.read(at))
        ]

    def _expected(self, expect: Model) -> Iterator[tuple[str, Readable]]:
        return ((name, kind) for name, kind in self.kinds.items() if name in expect.model_fields_set)


@dataclass(frozen=True)
class Difference:
    """One thing that differs from what was expected."""

    where: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.where}: expected {shown(self.expected)}, found {shown(self.found)}"


def shown(value: Any) -> str:
    """Return a value as scenarios write it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {shown(entry)}' for key, entry in value.items())}}}"
    return str(value)
