"""What a strategy may do with a record that it is handed: read what is shown of it, and write notes, nothing else.

Compiled code (`engine.guards`) and plain Python (`engine.plain`) keep to it in the same way. An array goes as far as
it is in use: past a hand, a question's options and the players at the table lie remains of other hands and questions.
"""

from enum import IntEnum

import numpy as np

from tda_sim.engine.layout import GAME, MAX_PLAYERS, PRIVATE, QUESTION, STREAM, TABLE


class Role(IntEnum):
    """Who looks."""

    PLAYER = 0  # a strategy that chooses or scores
    SEARCHER = 1  # one that plays ahead, at the real game; its notes are those of the strategy it plays ahead with
    AHEAD = 2  # the same at a game played ahead


ME = "me"  # what a search calls the private part of the seat that is asked

KEPT = ("thinks", "outlook_of", "chance_of", "outlook", "chance", "chances", "worths", "layer")  # the kit's own
_SHOWN = {  # the fields that are seen, where not all are
    **{(PRIVATE, role): tuple(name for name in PRIVATE.names or () if name not in KEPT) for role in Role},
    (GAME, Role.SEARCHER): ("cards", "table", "asking", ME),
    (GAME, Role.AHEAD): ("cards", "table"),
}
_COUNTS = {  # array fields of which only a part is in use, and the field that says how many places that is
    PRIVATE: {"card": "n"},
    QUESTION: {"option": "n"},
}


def add_table(table: np.dtype) -> None:
    """Have arrays with a place for each seat go as far as there are players, in the table of a game."""
    fields = (table.fields or {}).items()
    _COUNTS[table] = {name: "players" for name, (kind, *_) in fields if kind.shape[:1] == (MAX_PLAYERS,)}


add_table(TABLE)


def shown(record: np.dtype, role: Role) -> tuple[str, ...]:
    """The fields of a record that are seen. Of random numbers none are: they come from `random.below`."""
    return () if record == STREAM else _SHOWN.get((record, role), record.names or ())


def count(record: np.dtype, field: str) -> str | None:
    """The field that says how many places of an array are in use; None where all are."""
    return _COUNTS.get(record, {}).get(field)


def is_writable(record: np.dtype, field: str, role: Role) -> bool:
    """Whether an array may be written."""
    return record == PRIVATE and field == "memory" and role == Role.PLAYER


def no_field(record: np.dtype, field: str, role: Role) -> str:
    """What is said of a field that is not seen."""
    listed = ", ".join(shown(record, role))
    return f"there is no field {field}" + (f", only {listed}" if (record, role) in _SHOWN else "")


def no_change(field: str) -> str:
    """What is said to those who write where they may not."""
    return f"a strategy may look at {field}, but not change it"
