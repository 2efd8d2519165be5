"""What happened, as data for other programs and as sentences that a player can follow."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tda_sim.engine.layout import CHANCE, NONE
from tda_sim.engine.terms import Debt, End, Event, Question
from tda_sim.one_game.words import MORTAL, Words, seat_name

# The numbers of each event that mean something: name in the data -> (field of the log, how to read it).
_SEAT = {"seat": ("seat", "seat")}
_CARD = {**_SEAT, "card": ("card", "card")}
_GOLD = {**_SEAT, "gold": ("gold", "number")}
_TO = {"to": ("other", "seat")}
_FROM = {"from": ("other", "seat")}
_CREDITOR = {"to": ("other", "creditor")}

FIELDS: dict[Event, dict[str, tuple[str, str]]] = {
    Event.SHUFFLE: {"cards": ("gold", "number")},
    Event.DEAL: _CARD,
    Event.GAMBIT: {"gambit": ("gold", "number")},
    Event.ANTE: _CARD,
    Event.REDO: {},
    Event.LEADER: _SEAT,
    Event.ROUND: {"round": ("gold", "number")},
    Event.TURN: _SEAT,
    Event.PLAY: _CARD,
    Event.TRIGGER: {**_CARD, "power": ("other", "card")},
    Event.QUIET: _CARD,
    Event.STEAL: _GOLD,
    Event.PAY_STAKES: _GOLD,
    Event.PAY: {**_GOLD, **_TO},
    Event.OWE: {**_GOLD, **_CREDITOR},
    Event.REPAY: {**_GOLD, **_CREDITOR},
    Event.DRAW: _CARD,
    Event.TAKE_ANTE: _CARD,
    Event.TAKE_HAND: {**_CARD, **_FROM},
    Event.GIVE: {**_CARD, **_TO},
    Event.SHOW: {**_CARD, **_TO},
    Event.DISCARD: _CARD,
    Event.REMOVE: {**_CARD, **_FROM},
    Event.REPLACE: {**_CARD, "instead_of": ("other", "card")},
    Event.BUY: {**_CARD, "price": ("gold", "number")},
    Event.COLOUR_FLIGHT: {**_GOLD, "colour": ("other", "colour")},
    Event.STRENGTH_FLIGHT: {**_SEAT, "strength": ("gold", "number")},
    Event.WILL_LEAD: _SEAT,
    Event.WEAKEST_WINS: {},
    Event.STAKES_EMPTY: {},
    Event.AWARD: _GOLD,
    Event.NO_WINNER: {"gold": ("gold", "number")},
    Event.HOLE: _GOLD,
    Event.TAKE_HOLE: _GOLD,
    Event.GAME_OVER: {"reason": ("gold", "end")},
    Event.WIN: _GOLD,
    Event.UNIQUE: {"seat": ("seat", "seat or none"), "card": ("card", "card")},
    Event.REVEAL: _CARD,
    Event.LOOK: _CARD,
    Event.KEEP: _CARD,
    Event.PUT_BACK: _CARD,
    Event.THROW: _CARD,
    Event.PUT_ANTE: _CARD,
    Event.SWAP: {**_CARD, "with": ("other", "card")},
    Event.LASTS: _CARD,
    Event.ENDS: _CARD,
    Event.SCORES: {**_SEAT, "counts": ("gold", "number")},
    Event.EXTRA_ROUND: _CARD,
    Event.SHARE: _GOLD,
    Event.LEAVE: _SEAT,
    Event.NEXT_GAME: {"game": ("gold", "number")},
    Event.TOTAL: _GOLD,
    Event.ABILITY: {**_SEAT, "ability": ("other", "ability")},
    Event.HAS_ABILITY: {**_SEAT, "ability": ("other", "ability")},
    Event.RECHARGE: _SEAT,
    Event.LEAD_PASSED: {**_SEAT, **_TO},
    Event.SWAP_ANTE: {**_CARD, "instead_of": ("other", "card")},
    Event.RETURN: {**_CARD, **_TO},
    Event.OTHER_PRICE: {**_CARD, "price": ("gold", "number")},
    Event.KEEP_PRICE: _CARD,
    Event.SEE_HAND: {**_SEAT, "of": ("other", "seat")},
    Event.SEEN: {**_CARD, "of": ("other", "seat")},
    Event.ROLL: {**_SEAT, "shows": ("gold", "number")},
    Event.STAND_IN: {**_CARD, "colour": ("other", "colour")},
    Event.QUESTION: {**_SEAT, "question": ("other", "question"), "card": ("card", "card or none")},
}

MAIN = frozenset(  # events that stand at the margin; what follows from them is indented
    {"unique", "ante", "redo", "leader", "play", "award", "no_winner", "leave", "total", "game_over", "win"}
)

NAMED = ("seat", "to", "from", "of")  # in sentences these stand for players,
TITLED = ("card", "power", "instead_of", "with")  # and these for titles of cards
OWN_POWER = "{card} triggers."
OTHER_POWER = "{card} uses the power of {power}."
PICKED = "{seat} picks {card} for this game."
SENTENCES: dict[Event, str] = {
    Event.SHUFFLE: "A deck of {cards} cards is shuffled.",
    Event.DEAL: "{seat} is dealt {card}.",
    Event.GAMBIT: "Gambit {gambit}",
    Event.ANTE: "{seat} antes {card}.",
    Event.REDO: "Every ante card is tied with another: they are discarded, and everyone antes again.",
    Event.LEADER: "{seat} leads.",
    Event.ROUND: "Round {round}",
    Event.TURN: "It is the turn of {seat}.",
    Event.PLAY: "{seat} plays {card}.",
    Event.QUIET: "{card} does not trigger.",
    Event.STEAL: "{seat} takes {gold} gold from the stakes.",
    Event.PAY_STAKES: "{seat} pays {gold} gold into the stakes.",
    Event.PAY: "{seat} pays {gold} gold to {to}.",
    Event.OWE: "{seat} cannot pay and owes {gold} gold to {to}.",
    Event.REPAY: "{seat} repays {gold} gold to {to}.",
    Event.DRAW: "{seat} draws {card}.",
    Event.TAKE_ANTE: "{seat} takes {card} from the ante.",
    Event.TAKE_HAND: "{seat} takes {card} at random from the hand of {from}.",
    Event.GIVE: "{seat} gives {card} to {to}.",
    Event.SHOW: "{seat} shows {card} to {to}, whose hand is full, and keeps it.",
    Event.DISCARD: "{seat} discards {card} from hand.",
    Event.REMOVE: "{seat} discards {card} from the flight of {from}.",
    Event.REPLACE: "{seat} puts {card} in the place of {instead_of}.",
    Event.BUY: "{seat} buys: {card} is revealed, the price is {price} gold.",
    Event.COLOUR_FLIGHT: "{seat} completes a flight of {colour}, worth {gold} gold from each opponent.",
    Event.STRENGTH_FLIGHT: "{seat} completes a flight of cards of strength {strength}.",
    Event.WILL_LEAD: "{seat} will lead the next round.",
    Event.WEAKEST_WINS: "The weakest flight wins this gambit.",
    Event.STAKES_EMPTY: "The stakes are empty: the gambit ends at once.",
    Event.AWARD: "{seat} wins the gambit and {gold} gold.",
    Event.NO_WINNER: "Nobody wins the gambit; {gold} gold stays in the stakes.",
    Event.TAKE_HOLE: "{seat} takes {gold} gold from the hole.",
    Event.HOLE: "{seat} pays {gold} gold into the hole.",
    Event.GAME_OVER: "The game is over: {reason}.",
    Event.WIN: "{seat} wins the game with {gold} gold.",
    Event.UNIQUE: "{card} is in this game.",
    Event.REVEAL: "{seat} reveals {card}.",
    Event.LOOK: "{seat} looks at {card}, the top card of the deck.",
    Event.KEEP: "{seat} keeps {card}.",
    Event.PUT_BACK: "{seat} puts {card} back on the deck.",
    Event.THROW: "{seat} discards {card}.",
    Event.PUT_ANTE: "{seat} puts {card} into the ante.",
    Event.SWAP: "{seat} swaps {card} with {with}.",
    Event.LASTS: "The power of {card} stays in force for {seat}.",
    Event.ENDS: "The power of {card} for {seat} is no longer in force.",
    Event.SCORES: "The flight of {seat} counts as {counts}.",
    Event.EXTRA_ROUND: "{card} of {seat} adds another round.",
    Event.SHARE: "{seat} gets {gold} gold as a share of the stakes.",
    Event.LEAVE: "{seat} is out of gold and leaves the game.",
    Event.NEXT_GAME: "Game {game} of the series",
    Event.TOTAL: "{seat} has {gold} gold in all.",
    Event.ABILITY: "{seat} uses {ability}.",
    Event.HAS_ABILITY: "{seat} has {ability}.",
    Event.RECHARGE: "The abilities of {seat} are ready again.",
    Event.LEAD_PASSED: "{seat} makes {to} lead this round.",
    Event.SWAP_ANTE: "{seat} puts {card} in the place of {instead_of} in the ante and takes {instead_of} back.",
    Event.RETURN: "{seat} gives {card} back to {to}.",
    Event.OTHER_PRICE: "{seat} reveals {card}: the price is {price} gold.",
    Event.KEEP_PRICE: "{seat} keeps the revealed {card}.",
    Event.SEE_HAND: "{seat} looks at the hand of {of}.",
    Event.SEEN: "{seat} sees {card} there.",
    Event.ROLL: "A die for {seat} shows {shows}.",
    Event.STAND_IN: "{card} of {seat} counts for a flight of {colour}.",
}

REASONS = {  # of a game to end
    End.UNFINISHED: "it has taken too long",
    End.OUT_OF_GOLD: "a player has run out of gold",
    End.ENOUGH_GOLD: "a player has enough gold to end it",
    End.GAMBITS_PLAYED: "the last gambit has been played",
    End.PLAYERS_LEFT: "too few players have gold left to go on",
}


class Teller:
    """Reads the log of a game in the words of its deck."""

    def __init__(self, words: Words, debt: Debt, seats: Sequence[str] | None = None) -> None:
        self.words = words
        self.seats = seats
        self._creditor = "hole" if debt == Debt.HOLE else "stakes"

    def data(self, log: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """Yield each event as a mapping; a question has its options and its answer (None where the log ends before it).

        Answers to questions in earlier parts of the log are left out.
        """
        question: dict[str, Any] | None = None
        for row in log:
            kind = Event(int(row["kind"]))
            if kind in (Event.OPTION, Event.ANSWER):
                if question is not None:
                    self._add_to_question(question, kind, row)
                continue
            if question is not None:
                yield question
            event = self._event(kind, row)
            question = event if kind == Event.QUESTION else None
            if question is None:
                yield event
            else:
                question.update(options=[], answer=None)
        if question is not None:
            yield question

    def sentence(self, event: dict[str, Any]) -> str:
        """Return one event of `data` as a sentence."""
        kind = Event[event["event"].upper()]
        if kind == Event.QUESTION:
            return self._decision(event)
        if kind == Event.TRIGGER and event["card"] == event["power"]:
            template = OWN_POWER
        elif kind == Event.TRIGGER:
            template = OTHER_POWER
        elif kind == Event.UNIQUE and event["seat"] is not None:
            template = PICKED
        else:
            template = SENTENCES[kind]
        text = template.format(**{key: self._phrase(key, value) for key, value in event.items()})
        return text[0].upper() + text[1:]

    def _event(self, kind: Event, row: Any) -> dict[str, Any]:
        event: dict[str, Any] = {"event": kind.name.lower()}
        for name, (field, reading) in FIELDS[kind].items():
            event[name] = self._value(int(row[field]), reading)
        return event

    def _value(self, number: int, reading: str) -> Any:
        match reading:
            case "card":
                return self.words.cards[number]
            case "card or none":
                return self.words.cards[number] if number != NONE else None
            case "seat or none":
                return number if number != NONE else None
            case "ability":
                return self.words.abilities[number]
            case "colour":
                return self.words.colour(number)
            case "creditor":
                return self._creditor if number == NONE else number
            case "end":
                return End(number).name.lower()
            case "question":
                return Question(number).name.lower()
        return number

    def _add_to_question(self, question: dict[str, Any], kind: Event, row: Any) -> None:
        option = self.words.option(Question[question["question"].upper()], int(row["other"]))
        if kind == Event.OPTION:
            question["options"].append(option)
        else:
            question["answer"] = option

    def _phrase(self, key: str, value: Any) -> str:
        if key == "ability":
            return str(self.words.ability_titles[self.words.abilities.index(value)])
        if key in NAMED:
            return seat_name(value, self.seats) if isinstance(value, int) else f"the {value}"
        if key in TITLED:
            return self._title(value) if value else "a card"
        if key == "colour":
            return "mortals" if value == MORTAL else f"{value} dragons"
        if key == "reason":
            return REASONS[End[value.upper()]]
        return str(value)

    def _title(self, slug: str) -> str:
        return self.words.titles[self.words.cards.index(slug)]

    def _decision(self, event: dict[str, Any]) -> str:
        who = "Chance" if event["seat"] == CHANCE else seat_name(event["seat"], self.seats)
        about = event["question"].replace("_", " ")
        asker = f" ({self._title(event['card'])})" if event["card"] else ""
        answer = event["answer"] if event["answer"] is not None else "?"
        return f"{who[0].upper()}{who[1:]} decides, {about}{asker}: {' | '.join(event['options'])} -> {answer}"


def worth_telling(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the events without those that mean nothing to a player.

    These are payments of no gold (a debt is an event of its own), and repetitions of a power that stays in force, which
    come from powers with several lasting parts.
    """
    before = None
    for event in events:
        again = event["event"] == "lasts" and event == before
        if not again and not (event["event"] in ("pay", "pay_stakes") and event["gold"] == 0):
            yield event
        before = event
