"""Powers in force, and the special flights that have paid out: what lasts until the gambit ends."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from tda_sim.definitions import Tables
from tda_sim.definitions.models import Model
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_STRENGTH
from tda_sim.engine.registry import EFFECTS
from tda_sim.engine.terms import Tie
from tda_sim.errors import suggest
from tda_sim.one_game.codec import At, Kind, SeatNumber, is_card, members
from tda_sim.one_game.words import MORTAL

EFFECT_NAMES = tuple(EFFECTS)  # in the order of their codes


# --- powers in force --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Power:
    """A power in force for a player, with the card it comes from and the card that carries it (a copy's own card)."""

    seat: int
    source: int
    carrier: int
    hangs_on_other: bool  # it was copied, and ends when the copying card leaves


def powers_in_force(cards: Any, table: Any) -> list[Power]:
    """Return every power in force, once for each time it was triggered, the latest ones last."""
    triggered: dict[tuple[int, int, int], Counter[int]] = {}  # seat, source and carrier -> how often each effect
    hanging = set()
    for entry in table["lasting"][: table["n_lasting"]]:
        step, carrier = int(entry["step"]), int(entry["card"])
        key = (int(entry["seat"]), _card_of(cards, step, carrier), carrier)
        triggered[key] = triggered.pop(key, Counter()) + Counter({step: int(entry["times"])})
        if entry["tie"] != Tie.PLAYER:
            hanging.add(key)
    return [
        Power(*key, hangs_on_other=key in hanging and key[1] != key[2])
        for key, times in triggered.items()
        for _ in range(max(times.values()))
    ]


def _card_of(cards: Any, step: int, carrier: int) -> int:
    """Return the card whose power holds an instruction; the one that carries the power, if it fits."""
    candidates: list[int] = [carrier, *range(int(cards["n"]))]
    return next(card for card in candidates if cards["power"][card] <= step < cards["power_end"][card])


class InForce(Model):
    """A power that was triggered earlier in the gambit and still matters.

    ``copied_by`` is only of use where the power was copied and hangs on the card that did so.
    """

    card: str
    seat: SeatNumber
    copied_by: str | None = None


class PowersInForce(Kind):
    """The powers in force. They are written when the cards that carry them lie in their flights."""

    form = list[InForce]

    def read(self, at: At) -> list[dict[str, Any]]:
        """Return the powers; ``copied_by`` is there only if the card that copied the power still matters."""
        names, entries = at.tables.names, []
        for power in powers_in_force(at.record["cards"], at.table):
            copied_by = {"copied_by": names[power.carrier]} if power.hangs_on_other else {}
            entries.append({"card": names[power.source], "seat": power.seat, **copied_by})
        return entries

    def write(self, at: At, value: list[InForce]) -> None:
        """Put them in force, one after another."""
        for k, power in enumerate(value):
            self._write(at.below(k), power)

    def _write(self, at: At, power: InForce) -> None:
        has_seat = at.below("seat").has_seat(power.seat)
        named = {key: name for key in ("card", "copied_by") if (name := getattr(power, key)) is not None}
        if not all([has_seat, *(is_card(at.below(key), name) for key, name in named.items())]):
            return
        source, *copy = [triggered_card(at, name, power.seat) for name in named.values()]
        carrier = copy[0] if copy else source
        if not any(EFFECTS[name].lasting for name in effects_of(at.tables, source)):
            at.below("card").wrong(f"{power.card} has no power that stays in force under these rules")
        elif not put_in_force(at, power.seat, source, carrier):
            message = f"{at.tables.names[carrier]} is not in the flight of seat {power.seat}"
            at.below("card").wrong(message, "what it does ends when it leaves")


def triggered_card(at: At, name: str, seat: int) -> int:
    """Return the number of a triggered card: of several copies, the one in the player's flight if there is one."""
    flight = at.table["flight"][seat][: at.table["flight_size"][seat]]
    in_flight = [int(card) for card in flight if at.tables.names[card] == name]
    return in_flight[0] if in_flight else at.tables.names.index(name)


def put_in_force(at: At, seat: int, source: int, carrier: int) -> bool:
    """Put the lasting part of a power in force, copied powers too, and return whether there is such a part."""
    cards, lasting = at.record["cards"], at.table["lasting"]
    before, span = lasting["times"].sum(), (cards["power"][carrier], cards["power_end"][carrier])
    cards["power"][carrier], cards["power_end"][carrier] = cards["power"][source], cards["power_end"][source]
    kernel.put_in_force(at.game, seat, carrier)
    cards["power"][carrier], cards["power_end"][carrier] = span
    return bool(lasting["times"].sum() > before)


def effects_of(tables: Tables, card: int) -> set[str]:
    """Return the names of the effects that make up a card's power."""
    cards = tables.cards[0]
    return {EFFECT_NAMES[op] for op in cards["op"][cards["power"][card] : cards["power_end"][card]]}


# --- special flights --------------------------------------------------------------------------------------


class PaidFlight(Model):
    """A special flight that has paid out in the gambit."""

    seat: SeatNumber
    colour: str | None = None
    strength: int | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> "PaidFlight":
        if (self.colour is None) == (self.strength is None):
            raise PydanticCustomError("scenario", "must have either a colour or a strength")
        return self


class PaidFlights(Kind):
    """The special flights that have paid out."""

    form = list[PaidFlight]

    def read(self, at: At) -> list[dict[str, Any]]:
        """Return the flights, seat by seat."""
        flights: list[dict[str, Any]] = []
        for seat in range(at.players):
            colours = members(at.table["colours_paid"][seat], paid_colours(at.tables))
            flights += [{"seat": seat, "colour": name} for name in colours]
            strengths = members(at.table["strengths_paid"][seat], range(MAX_STRENGTH + 1))
            flights += [{"seat": seat, "strength": strength} for strength in strengths]
        return flights

    def write(self, at: At, value: list[PaidFlight]) -> None:
        """Write those that there can be under the rules."""
        colours = paid_colours(at.tables)
        for k, flight in enumerate(value):
            here = at.below(k)
            if not here.below("seat").has_seat(flight.seat):
                continue
            if flight.colour in colours:
                at.table["colours_paid"][flight.seat] |= 1 << colours.index(flight.colour)
            elif flight.colour is not None:
                message = f"there is no flight of colour {flight.colour} under these rules"
                here.below("colour").wrong(message, suggest(flight.colour, colours))
            elif flight.strength is not None and 0 <= flight.strength <= MAX_STRENGTH:
                at.table["strengths_paid"][flight.seat] |= 1 << flight.strength
            else:
                here.below("strength").wrong(f"no card has the strength {flight.strength}")


def paid_colours(tables: Tables) -> list[str]:
    """Return the colours that a special flight may have, in the order of their bits.

    Mortals are one by the rules, or by a power: what that has paid out stays paid when the power has ended.
    """
    powers = (effects_of(tables, card) for card in range(len(tables.names)))
    mortals = tables.rules[0]["mortal_flight"] or any("mortals_as_colour" in effects for effects in powers)
    return [*tables.colours, *([MORTAL] if mortals else [])]
