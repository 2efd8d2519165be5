"""Valuations: what all things are worth by a strategy's own weights."""

from collections.abc import Mapping
from types import ModuleType

from tda_sim.engine import jit
from tda_sim.kit import answers, chances, hand, playing, powers
from tda_sim.kit.weights import AtRunTime, number_of, weight, weight_of, whose

VALUED = (
    answers.best_option,
    answers.option_worth,
    answers.stakes_if,
    chances.chance_now,
    hand.card_worth,
    playing.ante_worth,
    playing.play_worth,
    playing.stakes_with,
    powers.part_worth,
    powers.power_worth,
    powers.triggered_worth,
)


def valuation(numbers: Mapping[str, float] | AtRunTime) -> ModuleType:
    """The kit's functions that value things, by these weights: ``valuation(NUMBERS).power_worth(...)``.

    ``numbers`` names features (see `Feature`); the others weigh as much as usual. They are compiled in, as fast as if
    they were written there. Handed a strategy's ``PARAMETERS``, they are those that it is given, and a tuning, which
    tries many, has them looked up in ``me.parameter``. Raises ValueError for what is no weight.
    """
    valued, others = ModuleType("valuation"), {weight: weight_of(numbers), whose: number_of(numbers)}
    for function in VALUED:
        setattr(valued, function.__name__, jit.rebuilt(function, others))
    return valued
