"""The toolkit for strategies: functions that look at the table and value options, names of questions, random numbers.

A strategy may call everything here. ``helper`` compiles small functions of its own. A strategy receives

- ``cards``: the printed cards, by number: ``cards.strength[card]``, `in_group`, `has_power`;
- ``table``: what every player sees: ``table.hoard[seat]``, ``table.stakes``, ``table.flight[seat, place]``,
  ``table.rules.hand_limit`` and so on (`tda_sim.engine.layout` lists all fields);
- ``me``: what only its seat sees: ``me.seat``, its hand ``me.card[0 .. me.n - 1]``, ``me.memory`` for notes during a
  game, ``me.parameter``, and ``me.stream`` for `below`;
- ``question``: ``question.kind`` (a `Question`), the card that asks, and ``question.option[0 .. question.n - 1]``:
  cards, seats or a `Word`.

`plain_worth` values any option of any question without a style of its own. A short strategy can start from that and
add what it judges differently, as most of those in ``strategies/`` do. A worth is a whole number, in parts of a gold
piece: `GOLD` parts make one piece. A `valuation` has weights of your own, as in ``strategies/balanced.py``.
"""

from tda_sim.engine.amounts import (
    count_in_zone,
    final_strength,
    groups_in_zone,
    measure,
    n_colours_among,
    weakest_in_flight,
)
from tda_sim.engine.compiler.jit import helper
from tda_sim.engine.effects import ANTE_EFFECTS, EFFECTS
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import (
    card_played,
    clockwise,
    colour_flight_with,
    colours_of,
    count_colour,
    count_in_ante,
    count_in_flight,
    count_in_flights,
    count_strength,
    flight_strength,
    has,
    has_power,
    in_group,
    is_barred,
    is_in,
    is_of_colour,
    left_of,
    owner_in_flights,
    place_in_flight,
    right_of,
    room_in_hand,
    special_flight_with,
    strength_flight_with,
    stronger_flights,
    taker_of_prices,
    weakest_wins,
    would_trigger,
)
from tda_sim.engine.random import below
from tda_sim.engine.terms import Group, Lasting, Question, Word
from tda_sim.engine.vocabulary import Compare, Per, Who, Zone
from tda_sim.kit.answers import best_option, comes_to_hand, leaves_hand, stakes_if
from tda_sim.kit.answers import option_worth as plain_worth
from tda_sim.kit.chances import chance_now
from tda_sim.kit.hand import CARD, card_worth, gathered_colour, gathered_strength
from tda_sim.kit.harm import harm_to, richest_opponent
from tda_sim.kit.outlook import (
    gold_of_every_colour,
    measured,
    n_about_to_buy,
    pays_too,
    special_flight_possible,
    strength_so_far,
    strength_that_counts,
    strength_that_triggers,
    strongest_played,
)
from tda_sim.kit.playing import ante_worth, play_worth, stakes_with
from tda_sim.kit.powers import has_effect, part_worth, power_worth, triggered_worth
from tda_sim.kit.using import answer_about_abilities, is_of_abilities, names_seats
from tda_sim.kit.valuing import valuation
from tda_sim.kit.weighing import (
    blow,
    count_with,
    fits,
    gold_collected,
    is_barred_with,
    is_exchanged,
    is_spent,
    is_yet_to_come,
    measure_with,
    n_concerned,
    n_having,
    n_stronger,
    rounds_left,
    share_worth,
    some_fit,
    some_fit_in_flight,
    strength_with,
)
from tda_sim.kit.weights import GOLD

__all__ = [
    "CARD",
    "GOLD",
    "NONE",
    "Compare",
    "Group",
    "Lasting",
    "Per",
    "Question",
    "Who",
    "Word",
    "Zone",
    "answer_about_abilities",
    "ante_effect_code",
    "ante_worth",
    "below",
    "best_option",
    "blow",
    "card_played",
    "card_worth",
    "chance_now",
    "clockwise",
    "colour_flight_with",
    "colours_of",
    "comes_to_hand",
    "count_colour",
    "count_in_ante",
    "count_in_flight",
    "count_in_flights",
    "count_in_zone",
    "count_strength",
    "count_with",
    "effect_code",
    "final_strength",
    "fits",
    "flight_strength",
    "gathered_colour",
    "gathered_strength",
    "gold_collected",
    "gold_of_every_colour",
    "groups_in_zone",
    "harm_to",
    "has",
    "has_effect",
    "has_power",
    "helper",
    "in_group",
    "is_barred",
    "is_barred_with",
    "is_exchanged",
    "is_in",
    "is_of_abilities",
    "is_of_colour",
    "is_spent",
    "is_yet_to_come",
    "leaves_hand",
    "left_of",
    "measure",
    "measure_with",
    "measured",
    "n_about_to_buy",
    "n_colours_among",
    "n_concerned",
    "n_having",
    "n_stronger",
    "names_seats",
    "owner_in_flights",
    "part_worth",
    "pays_too",
    "place_in_flight",
    "plain_worth",
    "play_worth",
    "power_worth",
    "richest_opponent",
    "right_of",
    "room_in_hand",
    "rounds_left",
    "share_worth",
    "some_fit",
    "some_fit_in_flight",
    "special_flight_possible",
    "special_flight_with",
    "stakes_if",
    "stakes_with",
    "strength_flight_with",
    "strength_so_far",
    "strength_that_counts",
    "strength_that_triggers",
    "strength_with",
    "stronger_flights",
    "strongest_played",
    "taker_of_prices",
    "triggered_worth",
    "valuation",
    "weakest_in_flight",
    "weakest_wins",
    "would_trigger",
]


def effect_code(name: str) -> int:
    """Return the number that stands for an effect in ``cards.op``. Raises KeyError for an unknown effect."""
    return EFFECTS[name].code


def ante_effect_code(name: str) -> int:
    """Return the number of an ante effect in ``cards.op`` (from ``cards.ante`` on). Raises KeyError if unknown."""
    return ANTE_EFFECTS[name].code
