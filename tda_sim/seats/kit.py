"""What strategies are written with: looking at the table, words for questions, and random numbers.

Everything here may be called from a strategy; ``helper`` compiles a strategy's own small functions. A strategy is
handed

- ``cards``: the printed cards, by number: ``cards.strength[card]``, `in_group`, `has_power`;
- ``table``: what every player sees: ``table.hoard[seat]``, ``table.stakes``, ``table.flight[seat, place]``,
  ``table.rules.hand_limit`` and so on (`tda_sim.engine.layout` lists it all);
- ``me``: its own part: ``me.seat``, its hand ``me.card[0 .. me.n - 1]``, ``me.memory`` for notes during a game,
  ``me.parameter``, and ``me.stream`` for `below`;
- ``question``: ``question.kind`` (a `Question`), the card that asks, and ``question.option[0 .. question.n - 1]``:
  cards, seats or a `Word`.
"""

from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.effects.vocabulary import Per, Who, Zone
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import NONE, Group, Question, Word
from tda_sim.engine.looks import (
    card_played,
    clockwise,
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
    is_of_colour,
    left_of,
    owner_in_flights,
    place_in_flight,
    right_of,
    room_in_hand,
    special_flight_with,
    stronger_flights,
    would_trigger,
)
from tda_sim.engine.random import below

__all__ = [
    "NONE",
    "Group",
    "Per",
    "Question",
    "Who",
    "Word",
    "Zone",
    "below",
    "card_played",
    "clockwise",
    "count_colour",
    "count_in_ante",
    "count_in_flight",
    "count_in_flights",
    "count_strength",
    "effect_code",
    "flight_strength",
    "has",
    "has_power",
    "helper",
    "in_group",
    "is_barred",
    "is_of_colour",
    "left_of",
    "owner_in_flights",
    "place_in_flight",
    "right_of",
    "room_in_hand",
    "special_flight_with",
    "stronger_flights",
    "would_trigger",
]


def effect_code(name: str) -> int:
    """The number that stands for an effect in ``cards.op``; raises KeyError for an unknown one."""
    return EFFECTS[name].code
