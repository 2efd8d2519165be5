"""`tda_sim.simulate`: who wins, and how long do games last?"""

from collections.abc import Callable
from functools import cached_property, wraps
from typing import ParamSpec

from tda_sim.answers.run import run as answer
from tda_sim.rendering.model import Document
from tda_sim.rendering.shown import Shown
from tda_sim.runs import results
from tda_sim.runs import simulate as runs
from tda_sim.runs.results import Results

P = ParamSpec("P")


class Simulation(Shown, Results):
    """The results of a run, which show themselves in a terminal and in a notebook: who wins, how long games last."""

    @cached_property
    def document(self) -> Document:
        """The whole answer, as ``tda simulate`` prints it."""
        return answer(self)

    @property
    def hints(self) -> str:
        """Where to look for more: the last line of the first screen."""
        return "More: .summary(), .games, .seats, .cards, .to_pandas(TABLE), .to_html(PATH)"

    def __repr__(self) -> str:
        return Shown.__repr__(self) if self.manifest.games_done else Results.__repr__(self)


def _that_shows_itself(play: Callable[P, Results]) -> Callable[P, Simulation]:
    """Return the same function for results that show themselves."""

    @wraps(play)
    def shown(*given: P.args, **named: P.kwargs) -> Simulation:
        played = play(*given, **named)
        return Simulation(played.path, played.manifest)

    return shown


simulate = _that_shows_itself(runs.simulate)
load_results = _that_shows_itself(results.load_results)
load_example = _that_shows_itself(results.load_example)
