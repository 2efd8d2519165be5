"""Timing points: the moments of a game at which powers in force, cards in the ante and abilities act.

The rules call a moment, ``timing.after_stealing(t, seat, gold)``, and know nothing of its listeners. An effect listens
with a function of the point's parameters:

    @listens("after_stealing", Lasting.GIFT)
    def name(t, entry, seat, gold): ...     # for each entry of that kind in the list of powers in force, in its order

    @listens("round_starts")
    def name(t): ...                        # always; the function checks whether there is anything to do

At a point that ``answers`` something, a listener returns the parameter of that name, changed or not. A point without
listeners is a function without a body, which the compiler removes. A listener may use any verb of `moves` except for
the one that called it.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tda_sim.engine.compiler import jit
from tda_sim.engine.dispatch import written

Listener = Callable[..., Any]


@dataclass
class _Point:
    parameters: tuple[str, ...]
    answer: str | None
    listeners: list[tuple[int | None, Listener]] = field(default_factory=list)  # each for a kind of power, or for all


_points: dict[str, _Point] = {}


def _point(answers: str | None = None) -> Callable[[Listener], Listener]:
    """Make a timing point from a function that has only a name, parameters and a docstring."""

    def made(function: Listener) -> Listener:
        name = function.__name__
        _points[name] = _Point(tuple(inspect.signature(function).parameters), answers)
        return _written(name)

    return made


def listens(point: str, kind: int | None = None) -> Callable[[Listener], Listener]:
    """Register a function to be called at a point, after its other listeners."""

    def listening(function: Listener) -> Listener:
        compiled = jit.rule(function)
        _points[point].listeners.append((kind, compiled))
        globals()[point] = _written(point)
        return compiled

    return listening


def _written(name: str) -> Listener:
    return written(name, point_source(name), {f"listener_{k}": f for k, (_, f) in enumerate(_points[name].listeners)})


def point_source(name: str) -> str:
    """Return the Python source of a point, which calls its listeners."""
    point = _points[name]
    first, *rest = point.parameters
    answer = f"{point.answer} = " if point.answer else ""
    lines = [f"def {name}({', '.join(point.parameters)}):"]
    arguments = ", ".join(point.parameters if "entry" in rest else (first, "entry", *rest))
    margin = "    "
    if "entry" not in rest and any(kind is not None for kind, _ in point.listeners):
        table = first if first == "table" else f"{first}.table"
        lines += [f"    for k in range({table}.n_lasting):", f"        entry = {table}.lasting[k]"]
        margin = "        "
    for k, (kind, _) in enumerate(point.listeners):
        if kind is not None:
            lines += [f"{margin}if entry.kind == {int(kind)}:", f"{margin}    {answer}listener_{k}({arguments})"]
    for k, (kind, _) in enumerate(point.listeners):
        if kind is None:
            lines.append(f"    {answer}listener_{k}({', '.join(point.parameters)})")
    return "\n".join([*lines, f"    return {point.answer}" if point.answer else "    return"]) + "\n"


# --- powers in force and the ante -------------------------------------------------------------------------


@_point()
def comes_into_force(t, entry):
    """A power in force adds its changes on the table, after all powers before it."""


@_point()
def ante_changes(t):
    """The cards of the ante have changed."""


@_point()
def comes_into_ante(t, card):
    """A card has entered the ante; antes, when all of them are revealed."""


# --- rounds and turns -------------------------------------------------------------------------------------


@_point()
def ante_revealed(t):
    """The ante cards of all players are revealed, before ties are settled."""


@_point()
def ante_stands(t):
    """The ante is paid, and the first leader known."""


@_point()
def leader_begins(t):
    """A turn is about to begin, before anything else: the first of a round, if nobody has had one in it."""


@_point()
def card_played(t, seat, card):
    """A player has played a card; its power has not triggered yet."""


@_point(answers="colour")
def flights_counted(t, seat, colour):
    """Special flights are about to pay. Answers the colour of one for which a card stands in, or NONE."""


@_point()
def round_starts(t):
    """A new round begins; its leader is known."""


@_point()
def turn_starts(t, seat):
    """A turn begins, before anything else."""


@_point(answers="gold")
def special_flight_worth(t, seat, payers, gold):
    """A player's special flight is complete. Answers the gold from each player who pays for it."""


@_point(answers="collects")
def strength_flight_pays(t, seat, gold, collects):
    """A strength flight is complete. Answers whether the opponents have paid for it, so that it steals nothing."""


@_point()
def flight_paid(t, seat):
    """A player's special flight has paid."""


@_point()
def flight_completed(t, seat, colour, strength):
    """A player's special flight is complete, and pays now; ``colour`` or ``strength`` is NONE."""


# --- gold and cards ---------------------------------------------------------------------------------------


@_point(answers="gold")
def before_paying(t, seat, other, gold):
    """A player has to pay another, or (STAKES) into the stakes. Answers the amount."""


@_point()
def after_being_paid(t, seat, payer, gold):
    """A player has been paid by another, as far as that player's hoard went."""


@_point()
def after_stealing(t, seat, gold):
    """A player has taken gold from the stakes."""


@_point()
def stolen_by_power(t, seat, gold):
    """A card's power has let a player take gold from the stakes."""


@_point()
def stolen_by_flight(t, seat, gold):
    """A strength flight has let a player take gold from the stakes."""


@_point()
def drawn_by_power(t, seat, size):
    """A card's power has let a player draw a card, with ``size`` cards in hand before."""


@_point(answers="card")
def random_card_taken(t, seat, victim, asker, card):
    """A player has taken a random card from another's hand. Answers the card."""


@_point(answers="seats")
def never_strongest(t, seat, seats):
    """A player looks for the strongest flight. Answers the opponents, as bits, who cannot be picked."""


@_point(answers="price")
def price_revealed(t, seat, card, price):
    """A player buys, and the card that sets the price lies on the discard pile."""


@_point(answers="cards")
def filled_up_to(t, seat, cards):
    """A player has paid for new cards. Answers the size of the hand after buying."""


@_point()
def has_bought(t, seat):
    """A player has bought."""


@_point()
def on_buying(t, seat, card):
    """A player buys, at the price of that card, which has not been paid yet."""


@_point(answers="taker")
def price_goes_to(table, taker):
    """A player pays for new cards. Answers the player who gets the gold; NONE: the stakes."""


@_point()
def on_drawing(t, seat, card):
    """A player has drawn a card."""


# --- the end of a gambit ----------------------------------------------------------------------------------


@_point()
def before_scoring(t):
    """The rounds that are due are over, before the best flight is found."""


@_point(answers="strength")
def when_scored(cards, table, entry, strength):
    """The flight of a power's player is scored. Answers its strength."""


@_point(answers="due")
def another_round(t, best, due):
    """The flight of ``best`` (a seat or NONE) would win. Answers whether another round is played."""


@_point()
def gambit_won(t, winner):
    """The winner of the gambit is known, and has not yet taken the stakes."""


@_point()
def stakes_taken(t, winner):
    """The winner of the gambit has taken the stakes."""


@_point()
def gambit_settled(t):
    """The gambit is scored and settled, and the game goes on."""


@_point()
def gambit_ends(t):
    """The gambit is scored and settled, won or not."""
