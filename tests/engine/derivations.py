"""What follows from other fields of a record, computed again from the rulebook's words and not the engine's way.

`follows` names each such field with the value that it must have; `check` compares. What was counted on the way to a
position does not follow from it: for that see `recount`.
"""

from typing import Any

import numpy as np
from audit import is_out

from tda_sim.engine.blanks import NEVER
from tda_sim.engine.layout import MAX_CARDS, NONE, PARTS_IN_WORD, WORD_BITS, WORD_MASK
from tda_sim.engine.registry import ANTE_EFFECTS
from tda_sim.engine.terms import Group, Halt, Lasting, Phase

ANTE_NAMES = {effect.code: name for name, effect in ANTE_EFFECTS.items()}
Expected = dict[str, Any]  # "table.summary.strength": its first cells, or its only one


def check(g: Any, expected: Expected) -> None:
    """Compare fields of a record with what they must be."""
    for path, values in expected.items():
        result = cells(g, path, np.shape(values))
        assert np.array_equal(result, values), f"{path} is {result}, and must be {values}"


def cells(g: Any, path: str, shape: tuple[int, ...]) -> Any:
    """The first cells of a field, as many as a shape says: a view where it is an array."""
    for name in path.split("."):
        g = g[name]
    return g[tuple(slice(0, size) for size in shape)] if shape else g


def follows(g: Any) -> Expected:
    """Every field of a record at rest that follows from others, with its value."""
    parts = (players, hands, flights, powers_in_force, ante, turn_and_pending, line_up, cards_of_the_game, abilities)
    return {path: value for part in parts for path, value in part(g).items()}


# --- players and hands ------------------------------------------------------------------------------------


def players(g: Any) -> Expected:
    """Who plays, and who sits so many places clockwise from whom."""
    table, n = g["table"], int(g["table"]["players"])
    seats = [seat for seat in range(n) if not is_out(table, seat)]
    around = [sorted(seats, key=lambda other, seat=seat: (other - seat - 1) % n) for seat in range(n)]
    clock = [[seat, *(order[k % len(order)] for k in range(n))] for seat, order in enumerate(around)]
    return {"table.playing": len(seats), "table.clock": clock, "tally.players": n}


def hands(g: Any) -> Expected:
    """How many cards everybody holds, which all can see."""
    n = int(g["table"]["players"])
    return {"table.hand_size": g["hand"]["n"][:n].tolist(), "hand.seat": list(range(n))}


# --- flights ----------------------------------------------------------------------------------------------


def flights(g: Any) -> Expected:
    """What is asked of flights again and again."""
    rows = [summary(g, seat) for seat in range(int(g["table"]["players"]))]
    return {f"table.summary.{name}": [row[name] for row in rows] for name in rows[0]}


def summary(g: Any, seat: int) -> dict[str, int]:
    table, cards = g["table"], g["cards"]
    flight = table["flight"][seat][: table["flight_size"][seat]].tolist()
    strengths = [1 << int(cards["strength"][card]) for card in flight]
    colours = [colours_of(g, seat, card) for card in flight]
    gods = [1 << int(cards["bars"][card]) for card in flight if cards["bars"][card] != NONE]
    return {
        "strength": sum(int(cards["strength"][card]) for card in flight),
        "groups": bits_with([int(cards["groups"][card]) for card in flight], 1),
        "bars": bits_with(gods, 1),
        "colours": bits_with(colours, 1),
        "twice_coloured": bits_with(colours, 2),
        "strengths": bits_with(strengths, 1),
        "twice_strong": bits_with(strengths, 2),
    }


def bits_with(masks: list[int], least: int) -> int:
    """The bits that are set in one of the masks or more, or in two or more."""
    once = twice = 0
    for mask in masks:
        once, twice = once | mask, twice | once & mask
    return once if least == 1 else twice


def colours_of(g: Any, seat: int, card: int) -> int:
    """The colours that a card counts as in a seat's flight, mortals' bit included."""
    n_colours, colours = int(g["cards"]["n_colours"]), int(g["cards"]["colours"][card])
    if card in in_force(g, Lasting.WILD)["card"]:
        colours = (1 << n_colours) - 1
    is_mortal = int(g["cards"]["groups"][card]) >> Group.MORTAL & 1
    return colours | is_mortal << n_colours if mortals_fly(g, seat) else colours


def mortals_fly(g: Any, seat: int) -> bool:
    """Whether mortals are a colour in a seat's flight."""
    return bool(g["table"]["rules"]["mortal_flight"] or seat in in_force(g, Lasting.MORTALS_AS_COLOUR)["seat"])


# --- powers in force, and the ante ------------------------------------------------------------------------


def in_force(g: Any, kind: Lasting) -> np.ndarray:
    """The powers of a kind in force, in the order in which they were triggered."""
    entries: np.ndarray = g["table"]["lasting"][: g["table"]["n_lasting"]]
    return entries[entries["kind"] == kind]


def powers_in_force(g: Any) -> Expected:
    """What the list of powers in force comes to."""
    leads, rounds = in_force(g, Lasting.LEADS)["seat"], in_force(g, Lasting.ROUNDS)["step"]
    wild = set(in_force(g, Lasting.WILD)["card"].tolist())
    mortals = [seat for seat in range(int(g["table"]["players"])) if mortals_fly(g, seat)]
    words = [0] * (MAX_CARDS >> WORD_BITS)
    for card in wild:
        words[card >> WORD_BITS] |= 1 << (card & WORD_MASK)
    return {
        "table.weakest_wins": int(len(in_force(g, Lasting.WEAKEST_WINS)) > 0),
        "table.next_leader": int(leads[-1]) if len(leads) else NONE,
        "table.least_rounds": int(max(g["cards"]["arg"][rounds, 0], default=0)),
        "table.all_trigger": sum(1 << seat for seat in set(in_force(g, Lasting.ALL_TRIGGER)["seat"].tolist())),
        "table.wild": words,
        "table.mortals_as_colour": sum(1 << seat for seat in mortals),
        "table.colour_powers": int(bool(wild or mortals)),
    }


def ante(g: Any) -> Expected:
    """What the cards in the ante do there."""
    table, cards = g["table"], g["cards"]
    result: dict[str, list[int]] = {name: [] for name in ANTE_EFFECTS}
    for card in table["ante"][: table["ante_size"]]:
        for step in range(cards["ante"][card], cards["ante_end"][card]):
            result[ANTE_NAMES[int(cards["op"][step])]].append(int(cards["arg"][step, 0]))
    return {
        "table.ante_weakest_wins": int(bool(result["weakest_flight_wins"])),
        "table.ante_triggers_from": min(result["strong_cards_trigger"], default=NEVER),
        "table.ante_toll": sum(result["leader_pays"]),
        "table.ante_shares": int(bool(result["winner_shares"])),
    }


# --- where the game stands --------------------------------------------------------------------------------


def turn_and_pending(g: Any) -> Expected:
    """Whose turn it is; and at rest nothing is under way."""
    table = g["table"]
    nothing = {"n_frames": 0, "waiting": 0, "fault": 0}
    if table["phase"] != Phase.TURN:
        return nothing
    order = [seat for seat in range(int(table["players"])) if not is_out(table, seat)]
    return {**nothing, "table.turn": order[(order.index(int(table["leader"])) + int(table["turns"])) % len(order)]}


def abilities(g: Any) -> Expected:
    """Which moments matter, and what is written down of who has which."""
    n = int(g["table"]["players"])
    masks = [int(mask) for mask in g["table"]["abilities"][:n]]
    moments = [int(when) for when in g["cards"]["ability"]["when"][: g["cards"]["n_abilities"]]]
    held = {when for mask in masks for k, when in enumerate(moments) if mask >> k & 1 and when != NONE}
    return {"table.heard": sum(1 << when for when in held), "tally.abilities": masks}


def line_up(g: Any) -> Expected:
    """What is to know of the seats, once somebody has played on."""
    if g["halt"] != Halt.STOPPED:
        return {}
    n = int(g["table"]["players"])
    searching, driven = g["entrant"]["searches"][:n].any(), g["driven"][:n].any()
    simple = not (searching or driven or g["entrant"]["modified"][:n].any()) and g["ahead"] == NONE
    return {"searching": int(searching), "simple": int(simple)}


def cards_of_the_game(g: Any) -> Expected:
    """Which cards are in the game, once they have been picked and drawn."""
    if g["table"]["phase"] == Phase.SET_UP:
        return {}
    inside, drawn = np.flatnonzero(g["in_game"]).tolist(), np.flatnonzero(g["cards"]["drawn"]).tolist()
    return {
        "stock": inside,
        "n_stock": len(inside),
        "tally.parts": parts_of_the_game(g),
        "tally.unique_cards": sum(1 << k for k, card in enumerate(drawn) if card in inside),
    }


def parts_of_the_game(g: Any) -> list[int]:
    """The parts drawn for the game, as bits: their numbers are between the bounds of each lot."""
    words = [int(word) for word in g["tally"]["parts"]]
    inside = [place * PARTS_IN_WORD + bit for place, word in enumerate(words) for bit in range(64) if word >> bit & 1]
    lots = g["cards"]["lot"][: g["cards"]["n_lots"]]
    for lot in lots:
        assert lot["least"] <= sum(lot["first"] <= part < lot["end"] for part in inside) <= lot["most"]
    assert all(any(lot["first"] <= part < lot["end"] for lot in lots) for part in inside)
    return words
