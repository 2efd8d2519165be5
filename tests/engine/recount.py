"""Counters counted anew, from the events of a game alone: what the record must say of it at any rest."""

from collections import Counter
from typing import Any

import numpy as np

from tda_sim.engine.layout import CHANCE, MAX_CARDS, MAX_PLAYERS, N_CONTACTS, NONE
from tda_sim.engine.terms import Buy, Contact, Event, Phase

WHOLE = {  # counters of the game, by the events that they count
    "rounds": (Event.ROUND,),
    "gambits": (Event.AWARD, Event.NO_WINNER),
    "drawn_gambits": (Event.NO_WINNER,),
    "plays": (Event.PLAY,),
    "triggers": (Event.TRIGGER,),
    "debts": (Event.OWE,),
    "colour_flights": (Event.COLOUR_FLIGHT,),
    "strength_flights": (Event.STRENGTH_FLIGHT,),
    "emptied": (Event.STAKES_EMPTY,),
}
OF_A_SEAT = {  # counters of each seat
    "leads": (Event.LEADER,),
    "gambits_won": (Event.AWARD,),
    "purchases": (Event.BUY,),
    "special_flights": (Event.COLOUR_FLIGHT, Event.STRENGTH_FLIGHT),
}
GOLD = {  # gold of a seat
    "stakes_won": (Event.AWARD, Event.SHARE),
    "stolen": (Event.STEAL,),
    "paid_stakes": (Event.PAY_STAKES,),
    "paid_players": (Event.PAY,),
    "received": (Event.TAKE_HOLE,),
    "paid_hole": (Event.HOLE,),
}
MEETS = {  # contacts of the seat with the card
    Event.DEAL: Contact.OPENING,
    Event.DRAW: Contact.DRAWN,
    Event.KEEP: Contact.DRAWN,
    Event.TAKE_ANTE: Contact.TAKEN,
    Event.TAKE_HAND: Contact.TAKEN,
    Event.ANTE: Contact.ANTED,
    Event.PUT_ANTE: Contact.ANTED,
    Event.PLAY: Contact.PLAYED,
    Event.DISCARD: Contact.DISCARDED,
    Event.REPLACE: Contact.PLACED,
}
MEETS_OTHER = {  # contacts with the card named as `other`
    Event.TRIGGER: Contact.TRIGGERED,
    Event.REPLACE: Contact.DISCARDED,
    Event.SWAP: Contact.PLACED,
}
AFTER_POWERS = {Event.COLOUR_FLIGHT, Event.STRENGTH_FLIGHT, Event.TURN, Event.ROUND, Event.AWARD, Event.NO_WINNER}
MOVES_GOLD = {Event.STEAL, Event.PAY_STAKES, Event.PAY, Event.REPAY}


class Recount:
    """Reads the log of a watched game from rest to rest, empties it, and compares the record with what it has read."""

    def __init__(self, game: np.ndarray) -> None:
        self.game = game
        self.whole: Counter[str] = Counter()
        self.seats = {name: np.zeros(MAX_PLAYERS, np.int64) for name in (*OF_A_SEAT, *GOLD)}
        self.times = np.zeros((N_CONTACTS, MAX_PLAYERS, MAX_CARDS), np.int64)
        self.stakes, self.using_powers = 0, False
        self.first_leader, self.opener, self.opens = NONE, NONE, False
        self.decks, self.winners = 0, 0
        game[0]["watched"] = 1

    def check(self) -> None:
        """Read on, and compare."""
        g = self.game[0]
        assert g["lost_events"] == 0, "the log holds every event"
        for event in g["log"][: g["n_log"]].tolist():
            self.read(*event)
        g["n_log"] = 0
        self.compare(g)

    def read(self, number: int, seat: int, card: int, other: int, gold: int) -> None:
        kind = Event(number)
        for name, kinds in WHOLE.items():
            self.whole[name] += kind in kinds
        for name, kinds in OF_A_SEAT.items():
            self.seats[name][seat] += kind in kinds
        for name, kinds in GOLD.items():
            self.seats[name][seat] += gold * (kind in kinds)
        if kind in MEETS:
            self.times[MEETS[kind], seat, card] += 1
        if kind in MEETS_OTHER:
            self.times[MEETS_OTHER[kind], seat, other] += 1
        self.read_rest(kind, seat, card, other, gold)
        self.follow_stakes(kind, other, gold)

    def read_rest(self, kind: Event, seat: int, card: int, other: int, gold: int) -> None:
        """What is not counted by the event alone."""
        match kind:
            case Event.GIVE:
                self.times[Contact.TAKEN, other, card] += 1
            case Event.REMOVE:
                self.times[Contact.DISCARDED, other, card] += 1
            case Event.PAY:
                self.seats["received"][other] += gold
            case Event.REPAY:
                self.seats["paid_stakes" if other == NONE else "paid_players"][seat] += gold
                self.seats["received"][other] += gold * (other != NONE)
            case Event.QUESTION:
                self.whole["decisions"] += seat != CHANCE
            case Event.SHUFFLE:
                self.decks += 1
            case Event.GAMBIT:
                self.opens = True
            case Event.LEADER if self.opens:
                self.opener, self.opens = seat, False
                self.first_leader = seat if self.first_leader == NONE else self.first_leader
            case Event.AWARD:
                self.whole["openers_won"] += seat == self.opener
            case Event.WIN:
                self.winners |= 1 << seat
            case Event.NEXT_GAME:
                self.stakes = 0

    def follow_stakes(self, kind: Event, other: int, gold: int) -> None:
        """The stakes, and the gold that moves while powers are carried out."""
        if kind == Event.PAY_STAKES or (kind == Event.REPAY and other == NONE):
            self.stakes += gold
            self.whole["max_stakes"] = max(self.whole["max_stakes"], self.stakes)
        elif kind in (Event.STEAL, Event.SHARE, Event.AWARD):
            self.stakes -= gold
        if kind == Event.TRIGGER:
            self.using_powers = True
        elif kind in AFTER_POWERS or (kind == Event.BUY and self.buys_later):
            self.using_powers = False
        self.whole["power_gold"] += gold * (kind in MOVES_GOLD and self.using_powers)

    @property
    def buys_later(self) -> bool:
        """Whether empty hands buy when powers are done."""
        return bool(self.game[0]["table"]["rules"]["buy_when"] == Buy.AFTER_POWERS)

    def compare(self, g: Any) -> None:
        table, tally = g["table"], g["tally"]
        for name, count in self.whole.items():
            assert tally[name] == count, name
        for name, counts in self.seats.items():
            assert np.array_equal(tally[name], counts), name
        assert table["stakes"] == self.stakes
        dealt = 0 if table["phase"] == Phase.SET_UP else int(table["series_game"])
        assert tally["reshuffles"] == self.decks - dealt
        assert tally["first_leader"] == self.first_leader
        assert tally["winners"] == self.winners and tally["n_winners"] == self.winners.bit_count()
        assert np.array_equal(g["contacts"]["times"], self.times)
