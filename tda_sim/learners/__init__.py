"""Environments for external learners: a seat, many seats at once, or a whole table, stepped from outside.

`SeatEnv` and `SeatsVectorEnv` need Gymnasium, and `TableEnv` needs PettingZoo: ``pip install -e '.[learners]'``.
`write_strategy` turns trained weights into a strategy. docs/learners.md shows how.
"""

from importlib import import_module
from typing import Any

from tda_sim.errors import UserError
from tda_sim.kit.inputs import STATE
from tda_sim.learners.games import Games
from tda_sim.learners.observing import COLUMNS, OPTION, OPTIONS, VERSION, parts
from tda_sim.learners.strategies import write_strategy

__all__ = [
    "COLUMNS",
    "OPTION",
    "OPTIONS",
    "STATE",
    "VERSION",
    "Games",
    "SeatEnv",
    "SeatsVectorEnv",
    "TableEnv",
    "parts",
    "write_strategy",
]

_LATE = {
    "SeatEnv": "seat",
    "SeatsVectorEnv": "seat",
    "TableEnv": "table",
}  # names that need a library, and their modules


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    try:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name not in ("gymnasium", "pettingzoo"):
            raise
        raise UserError.of(f"{name} needs {error.name}", hint="pip install -e '.[learners]'") from error
