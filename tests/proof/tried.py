"""One trial of a strategy."""

import functools
from typing import Any

from tda_sim import seats
from tda_sim.proof.agreeing import Agreeing
from tda_sim.proof.check import look_at
from tda_sim.proof.hiding import Hiding
from tda_sim.proof.keeping import Keeping
from tda_sim.proof.moving import Moving
from tda_sim.proof.positions import decisions, decisions_in_game
from tda_sim.proof.reordering import Reordering
from tda_sim.proof.repeating import Repeating
from tda_sim.proof.tables import TrialTables
from tda_sim.proof.untouched import Untouched
from tda_sim.proof.verdict import Verdict

FEW = 120  # decisions


@functools.cache
def tables_of(named: Any) -> TrialTables:
    """The tables at which a strategy is tried, which take a while to set up."""
    return TrialTables(named, 1)


def tried(named: Any, trial: str, n: int = FEW, in_games: bool = False) -> Verdict:
    """The verdict of one trial; ``in_games``: asked in its place among all cards."""
    strategy = seats.find(named)
    seats.load(strategy)
    tables = tables_of(named)
    made: Any = {
        "repeats": lambda: Repeating(tables.at("original", 4).work, 4),
        "hidden": lambda: Hiding(1),
        "order": lambda: Reordering(strategy.form, 1),
        "seat": lambda: Moving(strategy.form, 1),
        "untouched": Untouched,
        "plain": lambda: Agreeing(strategy),
        "keeps": lambda: Keeping(strategy),
    }[trial]()
    looking = made if hasattr(made, "look") else Untouched()
    look_at([looking], tables, n, source=decisions_in_game if in_games else decisions)
    result: Verdict = made.verdict()
    return result
