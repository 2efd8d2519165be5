"""How the numbers of rules have to fit each other: checked of every rule set, and by the laboratory of every change."""

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple

from tda_sim.engine.layout import MIN_SPECIAL

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    ">": operator.gt,
    "!=": operator.ne,
}
SEVERAL = f"special flight needs at least {MIN_SPECIAL} cards"


class Check(NamedTuple):
    """A comparison of parameters that has to hold, and what to say where it does not.

    ``left`` is a parameter, or several with +, which are added up; ``right`` a parameter or a number. ``message`` names
    keys of the file; ``sentence`` says it to players, with {left} and {right} for their numbers.
    """

    left: str
    operator: str
    right: str | int
    message: str
    sentence: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The keys that it compares."""
        names = [*self.left.split("+"), *([self.right] if isinstance(self.right, str) else [])]
        return tuple(name.partition(".")[0] for name in names)

    def holds(self, rules: object) -> bool:
        """Whether it holds for rules, or has nothing to compare because a parameter is null."""
        numbers = [_number(rules, name) for name in self.left.split("+")]
        right = _number(rules, self.right) if isinstance(self.right, str) else self.right
        return None in (*numbers, right) or OPERATORS[self.operator](sum(numbers), right)


def _number(rules: object, name: str) -> Any:
    return reduce(getattr, name.split("."), rules)


STARTING_GOLD = (
    Check(
        *("each+per_player", ">", 0, "players must start with some gold"),
        "Players must start with some gold.",
    ),
)
BUYING = (
    Check(
        *("up_to", ">", "at", "up_to must be more than at, or nothing would be bought"),
        "Players who buy with {right} cards must buy up to more than {right}.",
    ),
)
SPECIAL_FLIGHTS = tuple(
    Check(name, "!=", 1, f"a {SEVERAL} (0 for none)", f"A {SEVERAL}; 0 means there are none.")
    for name in ("colour", "strength")
)
RULES = (
    Check(
        *("opening_hand", "<=", "hand_limit", "opening_hand must not be more than hand_limit"),
        "The opening hand of {left} is above the hand limit of {right}.",
    ),
    Check(
        *("buying.up_to", "<=", "hand_limit", "buying: up_to must not be more than hand_limit"),
        "Players cannot buy up to {left} cards with a hand limit of {right}.",
    ),
    Check(
        *("round_cap", ">=", "rounds", "round_cap must not be less than rounds"),
        "Most rounds in a gambit ({left}) must be at least the rounds in a gambit ({right}).",
    ),
    Check(
        *("end.gambits", "<=", "gambit_cap", "end: gambits must not be more than gambit_cap"),
        "Gambits in a game must not be above the most gambits in a game.",
    ),
)
ALL = {"starting_gold.": STARTING_GOLD, "buying.": BUYING, "special_flights.": SPECIAL_FLIGHTS, "": RULES}  # by prefix
