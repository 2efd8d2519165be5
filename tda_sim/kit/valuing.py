"""Valuations: the worth of every option by a strategy's own weights."""

from collections.abc import Mapping
from types import ModuleType

from tda_sim.engine.compiler import jit
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
    """Return the kit's functions that value things, with these weights: ``valuation(NUMBERS).power_worth(...)``.

    ``numbers`` are weights by the name of their feature (see `Feature`); the others keep their usual weights. The
    compiled functions contain the weights, so they are as fast as with constants. With a strategy's ``PARAMETERS``,
    the weights are those that the user sets; a tuning, which tries many, looks them up in ``me.parameter``. Raises
    ValueError for an unknown name, and for a weight that is too great.
    """
    valued, others = ModuleType("valuation"), {weight: weight_of(numbers), whose: number_of(numbers)}
    for function in VALUED:
        setattr(valued, function.__name__, jit.rebuilt(function, others))
    return valued
