"""The fields of the dice game's record, as scenarios and positions have them, and the position of a `start`."""

from typing import Any

from tda_sim.definitions.dice import DiceTables
from tda_sim.dice.layout import ROUNDS
from tda_sim.dice.terms import Phase, Power
from tda_sim.engine.layout import MAX_PLAYERS, NONE
from tda_sim.errors import Hint, suggest
from tda_sim.one_game.codec import (
    At,
    Codec,
    Debts,
    Field,
    Kind,
    Number,
    PerSeat,
    Report,
    Seat,
    Seats,
    Seen,
    Word,
    ending,
)
from tda_sim.one_game.dice.driver import new_game
from tda_sim.one_game.driver import Record


class Flight(Kind):
    """The dragons of a flight with their strengths: ``red 7``, or ``tiamat``, whose strength is set."""

    form = seen = list[str]

    def read(self, at: At) -> list[str]:
        """Return the dragons."""
        pairs = zip(at.get("dragon"), at.get("strength"), strict=True)
        return [f"{at.tables.names[dragon]} {strength}" for dragon, strength in list(pairs)[: int(at.get("size"))]]

    def write(self, at: At, value: list[str]) -> None:
        """Write them, with what they add up to."""
        if len(value) > ROUNDS:
            at.wrong(f"a flight has at most {ROUNDS} dragons")
            return
        for place, text in enumerate(value):
            dragon = read_dragon(text, at.tables)
            if isinstance(dragon[0], str):
                at.below(place).wrong(*dragon)
            else:
                self._add(at, *dragon)

    def _add(self, at: At, dragon: int, strength: int) -> None:
        cards, place = at.record["cards"], int(at.get("size"))
        at.get("dragon")[place], at.get("strength")[place] = dragon, strength
        sums = {
            "size": 1,
            "total": strength,
            "good" if cards["good"][dragon] else "evil": 1,
            "gods": cards["god"][dragon],
        }
        for name, more in sums.items():
            at.put(name, at.get(name) + more)
        at.table["weakest_wins"] += int(cards["power"][dragon] == Power.WEAKEST_WINS)
        at.table["banishers"] += int(cards["power"][dragon] == Power.BANISH)


def read_dragon(text: str, tables: DiceTables) -> tuple[int, int] | tuple[str, Hint | None]:
    """Return the dragon and the strength in a text, or the mistake in it."""
    name, _, number = text.partition(" ")
    if name not in tables.names:
        return f"there is no dragon {name}", suggest(name, tables.names)
    dragon = tables.names.index(name)
    die, strength = int(tables.cards[0]["die"][dragon]), int(tables.cards[0]["strength"][dragon])
    if not die:
        return (dragon, strength) if number in ("", str(strength)) else (f"{name} has {strength}", None)
    if not number.isdecimal() or not 1 <= int(number) <= die:
        return f"{text} is no strength of {name}", f"{name} 1 to {name} {die}"
    return dragon, int(number)


FIELDS = Codec(
    Field("phase", Word("phase", [phase.name.lower() for phase in Phase], ("gambit", "turn", "score")), "turn"),
    Field("players", Number("players", 2, MAX_PLAYERS), ..., expected=False),
    Field("gambit", Number("gambit", 1, None), 1),
    Field("round", Number("round", 1, ROUNDS), 1),
    Field("first", Seat("first"), 0),
    Field("turn", Seat("turn")),
    Field("stakes", Number("stakes"), 0),
    Field("hoards", PerSeat(Number("hoard"))),
    Field("totals", PerSeat(Number("score"))),
    Field("flights", PerSeat(Flight())),
    Field("gods", PerSeat(Number("gods", 0, ROUNDS))),
    Field("out", Seats("out"), []),
    Field("debts", Debts(), []),
    results={
        "strengths": PerSeat(Number("total")),
        "leader": Seat("leader"),
        "gambit_winner": Seat("winner"),
        **ending(Phase.OVER),
        "asked": Seen(int, lambda at: int(at.record["tally"]["decisions"])),
    },
)

Start = FIELDS.start


def set_up(start: Any, tables: DiceTables, seed: int, report: Report) -> Record:
    """Return a game in the position ``start``; mistakes are reported."""
    game = new_game(tables, start.players, seed)
    at, table = At(game, tables, report, ("start",)), game[0]["table"]
    if start.phase != "gambit":
        table["hoard"][: start.players] = table["rules"]["starting_gold"]
    FIELDS.write(start, at)
    if start.gambit > table["rules"]["gambits"]:
        at.below("gambit").wrong(f"there is no gambit {start.gambit}", f"gambits: {table['rules']['gambits']}")
        return game
    game[0]["opener"][start.gambit - 1] = table["first"]
    table["gambit"] -= start.phase == "gambit"
    if start.turn is None:
        table["turn"] = table["first"]
    table["turns"] = (table["turn"] - table["first"]) % start.players
    table["playing"] = start.players - len(set(start.out))
    table["winner"] = table["leader"] = NONE
    return game
