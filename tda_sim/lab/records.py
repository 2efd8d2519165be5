"""Where the fields of the engine's records lie, as data for the page: read off the NumPy types, never typed again."""

from typing import Any

import numpy as np

from tda_sim.engine import layout
from tda_sim.lab import statistics
from tda_sim.runs.plan import seatings

NAMES = (
    "GAME",
    "TABLE",
    "PRIVATE",
    "QUESTION",
    "EVENT",
    "DEBT",
    "LASTING",
    "SUMMARY",
    "CARDS",
    "RULES",
    "ENTRANT",
    "TALLY",
)
RECORDS = {name: getattr(layout, name) for name in NAMES}
NEEDED = {  # of the large ones
    "GAME": (
        *("cards", "table", "hand", "entrant", "driven", "ahead", "forced", "watched", "log", "n_log", "lost_events"),
        *("answer", "n_answers", "n_answered", "halt", "fault", "bad_answer", "tally"),
        *("question", "asked_seat", "asked_table", "asked_hand", "rooms"),
    ),
    "TABLE": (
        *("rules", "players", "out", "phase", "gambit", "series_game", "round", "leader", "turn", "stakes", "hoard"),
        *("hand_size", "flight", "flight_size", "played", "ante", "ante_size", "deck_size", "discard_size"),
        *("debt", "n_debts", "owed", "hole", "lasting", "n_lasting", "summary", "weakest_wins", "ante_weakest_wins"),
    ),
    "SUMMARY": ("groups", "bars"),
    "PRIVATE": ("n", "card", "parameter"),
}


def whole() -> dict[str, Any]:
    """Return all that the page has to know of what lies where."""
    return {
        "records": records(),
        "sizes": sizes(),
        "rooms": layout.ROOMS * layout.ROOM_BYTES,
        "ways": len(statistics.WAYS),
        "orders": orders(),
    }


def records() -> dict[str, Any]:
    """Return for each record its ``size`` in bytes and its ``fields``.

    A field has its offset in bytes, how many numbers lie there in a row, and the bytes of each. Records within records
    count as one number each.
    """
    return {
        name: {"size": dtype.itemsize, "fields": dict(_fields(dtype, NEEDED.get(name)))}
        for name, dtype in RECORDS.items()
    }


def _fields(dtype: np.dtype[Any], wanted: tuple[str, ...] | None) -> Any:
    for name in wanted or dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        yield name, [offset, int(np.prod(kind.shape, dtype=int)), kind.base.itemsize]


def orders() -> dict[str, list[list[int]]]:
    """Return the places by seat, game by game, for each number of players."""
    tables = range(2, layout.MAX_PLAYERS + 1)
    return {str(n): seatings(range(n), fixed=False)[:, :n].tolist() for n in tables}


def sizes() -> list[int]:
    """Return the sizes that `shim.c` asks for, in its order."""
    records_ = [record.itemsize for record in (layout.GAME, layout.ENTRANT, layout.TALLY, layout.GAMBIT)]
    counts = [layout.N_CONTACTS, layout.MAX_CARDS, len(layout.SUMS)]
    return [*records_, *counts, layout.CARD_DRAWS.itemsize, len(layout.ABILITY_SUMS)]
