"""What a strategy may do with the records that it receives: read the fields shown, and write notes.

Compiled code (`engine.compiler.guards`) and plain Python (`engine.compiler.plain`) both enforce it. Arrays end where
their use ends: beyond a hand, a question's options and the players at the table, they hold remains of other hands and
questions.
"""

from enum import IntEnum

import numpy as np

from tda_sim.engine.layout import GAME, MAX_PLAYERS, PRIVATE, QUESTION, STREAM, TABLE


class Role(IntEnum):
    """The reader of a record."""

    PLAYER = 0  # a strategy that chooses or scores
    SEARCHER = 1  # a strategy that plays ahead, at the real game; its notes are those of its fast strategy
    AHEAD = 2  # a strategy that plays ahead, at a game played ahead


ME = "me"  # a search's name for the private part of its seat

KEPT = ("thinks", "outlook_of", "chance_of", "outlook", "chance", "chances", "worths")  # the kit's own
KEPT += ("weights", "state_flags", "state_choices", "option_flags", "row", "rows", "layer")
KEPT += ("state_amounts", "option_amounts", "short", "room", "blind")
LEANINGS = ("leaning",)  # of a question: the kit's own, too
_SHOWN = {  # the fields shown, for records that do not show all
    **{(PRIVATE, role): tuple(name for name in PRIVATE.names or () if name not in KEPT) for role in Role},
    **{(QUESTION, role): tuple(name for name in QUESTION.names or () if name not in LEANINGS) for role in Role},
    (GAME, Role.SEARCHER): ("cards", "table", "asking", ME),
    (GAME, Role.AHEAD): ("cards", "table"),
}
_COUNTS = {  # array fields that are only partly in use, and the field with the number of places in use
    PRIVATE: {"card": "n"},
    QUESTION: {"option": "n"},
}


def add_table(table: np.dtype) -> None:
    """Limit arrays with a place for each seat to the players of the game, in a game's type of table."""
    fields = (table.fields or {}).items()
    _COUNTS[table] = {name: "players" for name, (kind, *_) in fields if kind.shape[:1] == (MAX_PLAYERS,)}


add_table(TABLE)


def shown(record: np.dtype, role: Role) -> tuple[str, ...]:
    """Return the fields of a record that are shown. None of a stream's are: random numbers come from `random.below`."""
    return () if record == STREAM else _SHOWN.get((record, role), record.names or ())


def count(record: np.dtype, field: str) -> str | None:
    """Return the field with the number of an array's places in use; None if all are."""
    return _COUNTS.get(record, {}).get(field)


def is_writable(record: np.dtype, field: str, role: Role) -> bool:
    """Return whether an array may be written."""
    return record == PRIVATE and field == "memory" and role == Role.PLAYER


def no_field(record: np.dtype, field: str, role: Role) -> str:
    """Return the error message about a field that is not shown."""
    listed = ", ".join(shown(record, role))
    return f"there is no field {field}" + (f", only {listed}" if (record, role) in _SHOWN else "")


def no_change(field: str) -> str:
    """Return the error message about writing to a field."""
    return f"a strategy may look at {field}, but not change it"
