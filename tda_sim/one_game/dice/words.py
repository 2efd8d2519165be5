"""Options, questions and events of the dice game, as text and as data."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tda_sim.definitions.dice import DiceTables
from tda_sim.dice.terms import Die, Event, Question, Word
from tda_sim.engine.layout import CHANCE, NONE, STAKES
from tda_sim.one_game.driver import Asked

Data = dict[str, Any]

ROLLED_FOR = {
    Die.FIRST: "to see who goes first",
    Die.DRAGON: "for a dragon",
    Die.STRENGTH: "for its strength",
    Die.TIE: "to break the tie",
}
_SEAT = {"seat": ("seat", "number")}
_GOLD = {**_SEAT, "gold": ("gold", "number")}
_TO = {"to": ("other", "creditor")}

FIELDS: dict[Event, dict[str, tuple[str, str]]] = {
    Event.GAMBIT: {"gambit": ("gold", "number")},
    Event.FIRST: {**_SEAT, "highest": ("gold", "number")},
    Event.ROUND: {"round": ("gold", "number")},
    Event.ROLL: {**_SEAT, "shows": ("gold", "number"), "sides": ("other", "number"), "for": ("card", "die")},
    Event.PLAY: {
        **_SEAT,
        "dragon": ("card", "dragon"),
        "strength": ("gold", "number"),
        "in_place_of_another": ("other", "flag"),
    },
    Event.WITHDRAW: _SEAT,
    Event.PAY_STAKES: _GOLD,
    Event.OWE: {**_GOLD, **_TO},
    Event.STEAL: _GOLD,
    Event.RETURN: {**_GOLD, "dragon": ("card", "dragon"), "from": ("other", "number")},
    Event.BANISH: {**_SEAT, "dragon": ("card", "dragon"), "of": ("other", "number")},
    Event.GOD_FLIGHT: _GOLD,
    Event.TRIPLET_FLIGHT: _GOLD,
    Event.ALLIED_FLIGHT: _GOLD,
    Event.PAY: {**_GOLD, **_TO},
    Event.SCORES: {**_SEAT, "strength": ("gold", "number")},
    Event.WEAKEST_WINS: {},
    Event.AWARD: _GOLD,
    Event.REPAY: {**_GOLD, **_TO},
    Event.LAPSE: _GOLD,
    Event.WIN_GAMBIT: _GOLD,
    Event.TOTAL: _GOLD,
    Event.WIN: _GOLD,
}

_SENTENCES = {
    "gambit": "Gambit {gambit}",
    "first": "{seat} goes first; the starting ante is {highest}.",
    "round": "Round {round}",
    "roll": "{seat} rolls {shows} on a d{sides} {for}.",
    "withdraw": "{seat} withdraws.",
    "pay_stakes": "{seat} pays {gold} into the stakes.",
    "owe": "{seat} owes {to} {gold}.",
    "steal": "{seat} steals {gold} from the stakes.",
    "return": "{seat} has {from} pay {gold} into the stakes.",
    "banish": "{seat} gives up {dragon} to banish a dragon of {of}.",
    "god_flight": "{seat} has a god flight and takes half of the stakes, {gold}.",
    "triplet_flight": "{seat} has a triplet flight: every opponent pays {gold}.",
    "allied_flight": "{seat} has an allied flight and takes {gold} from the stakes.",
    "pay": "{seat} pays {to} {gold}.",
    "scores": "{seat} has a flight of strength {strength}.",
    "weakest_wins": "The weakest flight wins the stakes.",
    "award": "{seat} wins the stakes, {gold} gold.",
    "repay": "{seat} repays {to} {gold}.",
    "lapse": "What {seat} still owes, {gold}, lapses.",
    "win_gambit": "{seat} has the largest hoard, {gold} gold, and wins the gambit.",
    "total": "{seat} has {gold} gold in all.",
    "win": "{seat} wins the game.",
}


class DiceWords:
    """The names and titles behind the numbers of one dice game."""

    def __init__(self, tables: DiceTables, seats: Sequence[str] | None = None) -> None:
        self.names, self.titles, self.seats = tables.names, tables.titles, seats

    def seat(self, number: int) -> str:
        """Return a player as a sentence names it."""
        return f"seat {number}" if self.seats is None else self.seats[number]

    def creditor(self, number: int) -> str:
        """Return a player, or the stakes."""
        return "the stakes" if number == STAKES else self.seat(number)

    def option(self, asked: Asked, value: int) -> str:
        """Return an option as scripts write it: ``play``, ``seat 2``, ``no``, ``11``, or a dragon that is rolled."""
        if asked.kind == Question.ROLL:
            return self.names[value - 1] if asked.card == Die.DRAGON else str(value)
        return f"seat {value}" if value >= 0 else Word(value).name.lower()

    def options(self, asked: Asked) -> list[str]:
        """Return all options of an open question, in its order."""
        return [self.option(asked, value) for value in asked.options]

    def question(self, asked: Asked) -> str:
        """Return a question in plain words, addressed to the player who answers."""
        return self.question_text(asked.kind, asked.card, asked.gold, asked.payee)

    def question_text(self, kind: Question, card: int, gold: int = 0, seat: int = NONE) -> str:
        """Return a question in plain words, given its parts."""
        dragon = self.titles[card] if kind != Question.ROLL and card >= 0 else ""
        match kind:
            case Question.TURN:
                return "play a dragon or withdraw?"
            case Question.TARGET:
                return f"{dragon}: who pays {gold} gold into the stakes?"
            case Question.BANISH:
                return f"give up {dragon} to banish a dragon of whom?"
            case Question.ADVANTAGE:
                return f"roll the d{gold} twice{f' for {dragon}' if dragon else ''}?"
            case Question.GOD_FLIGHT:
                return f"take half of the stakes, {gold} gold, for the god flight?"
            case _:
                return f"what does the d{gold} of seat {seat} show {ROLLED_FOR[Die(card)]}?"

    # --- events ---

    def data(self, log: Any) -> Iterator[Data]:
        """Yield the events of a log; a question has its options and its answer."""
        asked: Data | None = None
        for row in log:
            kind = Event(int(row["kind"]))
            if kind == Event.QUESTION:
                asked = self._question(row)
            elif kind == Event.OPTION and asked is not None:
                asked["options"].append(self._option_of(asked, int(row["other"])))
            elif kind == Event.ANSWER:
                if asked is not None and asked["seat"] is not None:
                    asked["answer"] = asked["options"][int(row["gold"])]
                    yield asked
                asked = None
            else:
                fields = FIELDS[kind].items()
                yield {"event": kind.name.lower()} | {name: self._read(row, *how) for name, how in fields}

    def _question(self, row: Any) -> Data:
        kind, seat = Question(int(row["other"])), int(row["seat"])
        card = int(row["card"])
        return {
            "event": "question",
            "seat": None if seat == CHANCE else seat,
            "kind": kind.name.lower(),
            "dragon": self.names[card] if card >= 0 and kind != Question.ROLL else None,
            "options": [],
        }

    def _option_of(self, asked: Data, value: int) -> str:
        if asked["kind"] == Question.ROLL.name.lower():
            return str(value)
        return f"seat {value}" if value >= 0 else Word(value).name.lower()

    def _read(self, row: Any, field: str, how: str) -> Any:
        value = int(row[field])
        if how == "dragon":
            return self.names[value]
        if how == "die":
            return Die(value).name.lower()
        if how == "creditor":
            return "stakes" if value == STAKES else value
        return bool(value) if how == "flag" else value

    def sentence(self, event: Data) -> str:
        """Return an event as a sentence."""
        title = dict(zip(self.names, self.titles, strict=True))
        if event["event"] == "question":
            about = f" ({title[event['dragon']]})" if event["dragon"] else ""
            text = event["kind"].replace("_", " ")
            return (
                f"{self.seat(event['seat'])} is asked: {text}{about}? {', '.join(event['options'])}: {event['answer']}"
            )
        if event["event"] == "play":
            instead = " in its place" if event["in_place_of_another"] else ""
            text = f"{self.seat(event['seat'])} plays {title[event['dragon']]} {event['strength']}{instead}."
            return text[0].upper() + text[1:]
        parts = dict(event)
        for name in ("seat", "from", "of"):
            if name in parts:
                parts[name] = self.seat(parts[name])
        if "to" in parts:
            parts["to"] = self.creditor(STAKES if parts["to"] == "stakes" else parts["to"])
        if "dragon" in parts:
            parts["dragon"] = title[parts["dragon"]]
        if "for" in parts:
            parts["for"] = ROLLED_FOR[Die[parts["for"].upper()]]
        text = _SENTENCES[event["event"]].format(**parts)
        return text[0].upper() + text[1:]


def worth_telling(events: Iterable[Data]) -> Iterator[Data]:
    """Yield the events without rolls that the dragon played shows, and without payments of nothing."""
    for event in events:
        is_nothing = event["event"] in ("pay_stakes", "steal", "pay", "repay") and event["gold"] == 0
        is_repeated = event["event"] == "roll" and event["for"] in ("dragon", "strength")
        if not is_nothing and not is_repeated:
            yield event
