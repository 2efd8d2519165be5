"""One trial of a strategy."""

import functools
from typing import Any

from tda_sim import agents
from tda_sim.conformance.deterministic import Deterministic
from tda_sim.conformance.differential import Differential
from tda_sim.conformance.looking import look_at
from tda_sim.conformance.no_leakage import NoLeakage
from tda_sim.conformance.option_invariance import OptionInvariance
from tda_sim.conformance.positions import decisions, decisions_in_game
from tda_sim.conformance.seat_invariance import SeatInvariance
from tda_sim.conformance.stateless import Stateless
from tda_sim.conformance.tables import TrialTables
from tda_sim.conformance.trial import Verdict
from tda_sim.conformance.untouched import Untouched

FEW = 120  # decisions


@functools.cache
def tables_of(named: Any) -> TrialTables:
    """The tables at which a strategy is tried, which take a while to set up."""
    return TrialTables(named, 1)


def tried(named: Any, trial: str, n: int = FEW, in_games: bool = False) -> Verdict:
    """The verdict of one trial; ``in_games``: asked in its place among all cards."""
    strategy = agents.find(named)
    agents.load(strategy)
    tables = tables_of(named)
    made: Any = {
        "repeats": lambda: Deterministic(tables.at("original", 4).work, 4),
        "hidden": lambda: NoLeakage(1),
        "order": lambda: OptionInvariance(strategy.form, 1),
        "seat": lambda: SeatInvariance(strategy.form, 1),
        "untouched": Untouched,
        "plain": lambda: Differential(strategy),
        "keeps": lambda: Stateless(strategy),
    }[trial]()
    seated = [tables.at(*place) for place in tables.everywhere()]
    look_at([made], seated, n, source=decisions_in_game if in_games else decisions)
    result: Verdict = made.verdict()
    return result
