"""The toolkit for strategies of the Dice Gambit: names of questions, functions that look at the table, exact chances.

A strategy receives

- ``dragons``: the dragons by number: ``dragons.die[dragon]``, ``dragons.strength``, ``dragons.gold``, ...;
- ``table``: all that players know: ``table.hoard[seat]``, ``table.stakes``, ``table.total[seat]``,
  ``table.dragon[seat, place]``, ``table.rules.gambits`` and so on (`tda_sim.dice.layout` lists all fields);
- ``me``: its own part: ``me.seat``, ``me.memory`` for notes during a game, ``me.parameter``, and ``me.stream`` for
  `below`;
- ``question``: ``question.kind`` (a `Question`), ``question.card`` (the dragon that asks), ``question.gold``, and
  ``question.option[0 .. question.n - 1]``: seats or a `Word`.
"""

from collections.abc import Callable

from tda_sim.dice.ahead import value_ahead
from tda_sim.dice.chances import (
    chance_of_stakes,
    flights,
    mean_stolen,
    mean_strength,
    strengths_of_flight,
    strengths_of_roll,
    with_die,
)
from tda_sim.dice.layout import DRAGONS, ROUNDS, TABLE
from tda_sim.dice.looks import (
    behind,
    decides_alone,
    dragons_left,
    find_option,
    is_complete,
    is_in,
    is_strongest,
    plain_choice,
    richest_option,
    strongest_other,
    turns_left,
    weakest_other,
)
from tda_sim.dice.terms import Power, Question, Word
from tda_sim.engine.compiler import calls
from tda_sim.engine.compiler.jit import helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.random import below

__all__ = [
    "NONE",
    "ROUNDS",
    "Power",
    "Question",
    "Word",
    "behind",
    "below",
    "chance_of_stakes",
    "decides_alone",
    "dragons_left",
    "find_option",
    "flights",
    "helper",
    "is_complete",
    "is_in",
    "is_strongest",
    "mean_stolen",
    "mean_strength",
    "plain_choice",
    "richest_option",
    "strengths_of_flight",
    "strengths_of_roll",
    "strongest_other",
    "turns_left",
    "value_ahead",
    "weakest_other",
    "with_die",
]


def scoring_function(function: Callable[..., float]) -> Callable[..., float]:
    """Compile the scoring form of a strategy."""
    return calls.scoring_function(function, calls.score_of(DRAGONS, TABLE))
