"""Where the fields of the engine's records lie, as data for the page: read off the NumPy types, never typed again."""

from typing import Any

import numpy as np

from tda_sim.engine import layout

RECORDS = {name: getattr(layout, name) for name in ("GAME", "TABLE", "CARDS", "RULES", "ENTRANT", "TALLY")}
NEEDED = {  # of the large ones
    "GAME": ("cards", "table", "ahead", "forced"),
    "TABLE": ("rules", "players"),
}


def records() -> dict[str, Any]:
    """Return for each record its ``size`` in bytes and its ``fields``: offset in bytes, and numbers in a row."""
    return {
        name: {"size": dtype.itemsize, "fields": dict(_fields(dtype, NEEDED.get(name)))}
        for name, dtype in RECORDS.items()
    }


def _fields(dtype: np.dtype[Any], wanted: tuple[str, ...] | None) -> Any:
    for name in wanted or dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        yield name, [offset, int(np.prod(kind.shape, dtype=int))]


def sizes() -> list[int]:
    """Return the sizes that `shim.c` asks for, in its order."""
    records_ = [layout.GAME, layout.ENTRANT, layout.TALLY, layout.GAMBIT]
    counts = [layout.N_CONTACTS, layout.MAX_CARDS, len(layout.SUMS), len(layout.DRAW_SUMS), len(layout.ABILITY_SUMS)]
    return [record.itemsize for record in records_] + counts
