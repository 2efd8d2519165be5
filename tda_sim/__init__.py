"""A Monte Carlo laboratory for the card game Three-Dragon Ante.

>>> import tda_sim
>>> results = tda_sim.simulate("original", players=3, games=200, strategies="random", seed=7)
>>> results.games.collect().height
200
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tda_sim.runs.columns import columns_markdown
    from tda_sim.runs.results import Results, load_results
    from tda_sim.runs.simulate import simulate

from tda_sim.errors import InterruptedRunError, UserError

__all__ = ["InterruptedRunError", "Results", "UserError", "columns_markdown", "load_results", "simulate"]

_HOMES = {  # imported when first used: the command must not wait for libraries that it does not need
    "Results": "tda_sim.runs.results",
    "columns_markdown": "tda_sim.runs.columns",
    "load_results": "tda_sim.runs.results",
    "simulate": "tda_sim.runs.simulate",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tda_sim' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
