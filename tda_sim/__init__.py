"""A Monte Carlo laboratory for the card game Three-Dragon Ante.

>>> import tda_sim
>>> results = tda_sim.simulate("original", players=3, games=200, strategies="random", seed=7)
>>> results.games.collect().height
200

Each question has a function: `compare`, `cards`, `house_rule`, `sweep`, `abilities`, `ladder`, `study`. Its answer
shows itself in a notebook and in a terminal, and has its numbers as polars frames. See docs/python.md.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tda_sim.questions.answer import Answer
    from tda_sim.questions.simulation import load_example, load_results, simulate
    from tda_sim.questions.studies import study
    from tda_sim.runs.columns import columns_markdown
    from tda_sim.runs.results import Results

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.questions import functions
from tda_sim.questions.functions import *  # noqa: F403  # one for each question

__all__ = [
    "Answer",
    "InterruptedRunError",
    "Results",
    "UserError",
    "columns_markdown",
    "load_example",
    "load_results",
    "simulate",
    "study",
]
__all__ += functions.__all__

_HOMES = {  # imported when first used: the command must not wait for libraries that it does not need
    "Answer": "tda_sim.questions.answer",
    "Results": "tda_sim.runs.results",
    "columns_markdown": "tda_sim.runs.columns",
    "load_example": "tda_sim.questions.simulation",
    "load_results": "tda_sim.questions.simulation",
    "simulate": "tda_sim.questions.simulation",
    "study": "tda_sim.questions.studies",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tda_sim' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
