"""Timing points: the moments of a game at which powers in force, and cards in the ante, have a say.

The rules name a moment where it comes, ``timing.after_stealing(t, seat, gold)``, and know nothing of who listens. An
effect listens with a function of the point's parameters:

    @listens("after_stealing", Lasting.GIFT)
    def name(t, entry, seat, gold): ...     # for each entry of that kind in the list of powers in force, in its order

    @listens("round_starts")
    def name(t): ...                        # always; it sees for itself whether there is anything to do

At a point that ``answers`` something, a listener returns the parameter of that name, changed or not. Where nobody
listens a point is a function without a body, of which the compiler leaves nothing. A listener may use any verb of
`moves` but the one that has called it.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tda_sim.engine import jit
from tda_sim.engine.dispatch import written

Listener = Callable[..., Any]


@dataclass
class _Point:
    parameters: tuple[str, ...]
    answer: str | None
    listeners: list[tuple[int | None, Listener]] = field(default_factory=list)  # each for a kind of power, or for all


_points: dict[str, _Point] = {}


def _point(answers: str | None = None) -> Callable[[Listener], Listener]:
    """Make a timing point of a function that has only a name, parameters and a docstring."""

    def made(function: Listener) -> Listener:
        name = function.__name__
        _points[name] = _Point(tuple(inspect.signature(function).parameters), answers)
        return _written(name)

    return made


def listens(point: str, kind: int | None = None) -> Callable[[Listener], Listener]:
    """Have a function called at a point, after those that listen there already."""

    def listening(function: Listener) -> Listener:
        compiled = jit.rule(function)
        _points[point].listeners.append((kind, compiled))
        globals()[point] = _written(point)
        return compiled

    return listening


def _written(name: str) -> Listener:
    return written(name, point_source(name), {f"listener_{k}": f for k, (_, f) in enumerate(_points[name].listeners)})


def point_source(name: str) -> str:
    """Python source of a point: it calls those who listen."""
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
    """What a power in force changes on the table is summed up, all those before it being counted."""


@_point()
def ante_changes(t):
    """The ante has other cards than before."""


@_point()
def comes_into_ante(t, card):
    """A card has come into the ante: antes when all of them are revealed."""


# --- rounds and turns -------------------------------------------------------------------------------------


@_point()
def ante_revealed(t):
    """The ante cards of all players lie open; whether they tie is not settled yet."""


@_point()
def ante_stands(t):
    """The ante is paid, and the first leader known."""


@_point()
def leader_begins(t):
    """A turn is due, before anything else: the first one of a round, if nobody has had one in it."""


@_point()
def card_played(t, seat, card):
    """A player has played a card, whose power has not triggered yet."""


@_point(answers="colour")
def flights_counted(t, seat, colour):
    """The powers of a turn are done, special flights are about to pay: the colour of one that lacks a card, or NONE."""


@_point()
def round_starts(t):
    """A new round begins; its leader is known."""


@_point()
def turn_starts(t, seat):
    """A turn begins, before anything else."""


@_point(answers="gold")
def special_flight_worth(t, seat, payers, gold):
    """A player's special flight is complete: what it brings from each of those who pay."""


@_point(answers="collects")
def strength_flight_pays(t, seat, gold, collects):
    """Whether the opponents have paid for a strength flight that is complete, and nothing is stolen."""


@_point()
def flight_paid(t, seat):
    """A player's special flight has paid."""


@_point()
def flight_completed(t, seat, colour, strength):
    """A player's special flight is complete, and pays now; ``colour`` or ``strength`` is NONE."""


# --- gold and cards ---------------------------------------------------------------------------------------


@_point(answers="gold")
def before_paying(t, seat, other, gold):
    """A player has to pay another, or (STAKES) into the stakes: how much that is."""


@_point()
def after_being_paid(t, seat, payer, gold):
    """A player has been paid by another as much as that one had."""


@_point()
def after_stealing(t, seat, gold):
    """A player has taken gold from the stakes."""


@_point()
def stolen_by_power(t, seat, gold):
    """A card's power has let a player take gold from the stakes."""


@_point()
def stolen_by_flight(t, seat, gold):
    """A strength flight has."""


@_point()
def drawn_by_power(t, seat, held):
    """A card's power has let a player draw a card, with so many in hand before."""


@_point(answers="card")
def random_card_taken(t, seat, victim, asker, card):
    """A player has taken a random card out of another's hand: which one it is."""


@_point(answers="seats")
def never_strongest(t, seat, seats):
    """The opponents, as bits, that a player cannot pick as the one with the strongest flight."""


@_point(answers="price")
def price_revealed(t, seat, card, price):
    """A player buys, and the card that says the price lies on the discard pile."""


@_point(answers="cards")
def filled_up_to(t, seat, cards):
    """A player has paid for new cards: how many are in hand after that."""


@_point()
def has_bought(t, seat):
    """A player has bought."""


@_point()
def on_buying(t, seat, card):
    """A player buys, at the price of that card, which has not been paid yet."""


@_point(answers="taker")
def price_goes_to(table, taker):
    """Who gets what a player pays for new cards; NONE: the stakes."""


@_point()
def on_drawing(t, seat, card):
    """A player has drawn a card."""


# --- the end of a gambit ----------------------------------------------------------------------------------


@_point()
def before_scoring(t):
    """The rounds that are due are over; whose flight is best is not settled yet."""


@_point(answers="strength")
def when_scored(cards, table, entry, strength):
    """What the flight of the player of a power in force counts."""


@_point(answers="due")
def another_round(t, best, due):
    """Whether another round is played, though the flight of ``best`` (a seat or NONE) would win."""


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
