"""Counters, gold and gambits followed again from the events of a game alone: what the record must say at any rest."""

from collections import Counter
from typing import Any

import numpy as np
from audit import starting_hoard
from derivations import Expected

from tda_sim.engine.layout import CHANCE, MAX_ABILITIES, MAX_CARDS, MAX_PLAYERS, MAX_TRAIL, N_MET, NONE
from tda_sim.engine.terms import Buy, Contact, Debt, Event, Once, Phase

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
    "paid_stakes": (),
    "paid_players": (),
    "received": (Event.TAKE_HOLE,),
    "paid_hole": (Event.HOLE,),
    "repaid": (),
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
    Event.SWAP_ANTE: Contact.ANTED,
    Event.KEEP_PRICE: Contact.TAKEN,
    Event.DISCARD: Contact.DISCARDED,
    Event.REPLACE: Contact.PLACED,
}
MEETS_OTHER = {  # contacts with the card named as `other`
    Event.TRIGGER: Contact.TRIGGERED,
    Event.REPLACE: Contact.DISCARDED,
    Event.SWAP: Contact.PLACED,
    Event.SWAP_ANTE: Contact.TAKEN,
}
POWERS_ARE_DONE = {Event.COLOUR_FLIGHT, Event.STRENGTH_FLIGHT, Event.TURN, Event.ROUND, Event.AWARD, Event.NO_WINNER}
BY_POWERS = {Event.STEAL, Event.PAY_STAKES, Event.PAY, Event.REPAY}  # gold that moves while powers are carried out
GAINS = {Event.STEAL, Event.AWARD, Event.SHARE, Event.TAKE_HOLE}
LOSES = {Event.PAY_STAKES, Event.PAY, Event.REPAY, Event.HOLE}


def write_down(game: np.ndarray) -> None:
    """Before the deal: have all written down that can be written down about a game."""
    game[0]["watched"] = 1
    game[0]["trail"]["draws_on"] = 1


class Recount:
    """Reads the log of a game from rest to rest, and empties it; `expected` says what the record must say then."""

    def __init__(self, game: np.ndarray) -> None:
        self.game = game
        self.whole: Counter[str] = Counter()
        self.seats = {name: np.zeros(MAX_PLAYERS, np.int64) for name in (*OF_A_SEAT, *GOLD)}
        self.times = np.zeros((MAX_PLAYERS, MAX_CARDS, N_MET), np.int64)
        self.score, self.series_game, self.winners, self.first_leader = np.zeros(MAX_PLAYERS, np.int64), 1, 0, NONE
        self.rows: list[tuple[int, int, int, list[int]]] = []  # of each gambit: rounds, opener, winner, gold
        self.using_powers = False
        self.abilities, self.used = np.zeros(MAX_PLAYERS, np.int64), np.zeros((MAX_PLAYERS, MAX_ABILITIES), np.int64)
        self.begin_game()

    def begin_game(self) -> None:
        """A clean table."""
        self.hoards, self.stakes, self.hole, self.dealt = np.zeros(MAX_PLAYERS, np.int64), 0, 0, False
        self.gambit, self.leader, self.winner, self.rich = 0, NONE, NONE, NONE
        self.won, self.spent, self.disk, self.unpaid = (np.zeros(MAX_PLAYERS, np.int64) for _ in range(4))
        self.at_the_end: np.ndarray | None = None  # hoards when the game was over, before the hole was shared
        self.begin_gambit(0)

    def begin_gambit(self, number: int) -> None:
        self.gambit, self.round, self.turns, self.opener, self.ran_out = number, 0, 0, NONE, 0
        self.anted = np.full(MAX_PLAYERS, NONE)
        self.owed, self.colours, self.strengths = (np.zeros(MAX_PLAYERS, np.int64) for _ in range(3))

    def read_on(self) -> None:
        """Read the events since the last rest."""
        g = self.game[0]
        assert g["lost_events"] == 0, "the log had room for all of them"
        for event in g["log"][: g["n_log"]].tolist():
            self.read(*event)
        g["n_log"] = 0
        if len(self.rows) < self.whole["gambits"]:
            self.end_gambit()

    def read(self, number: int, seat: int, card: int, other: int, gold: int) -> None:
        kind = Event(number)
        for name, kinds in WHOLE.items():
            self.whole[name] += kind in kinds
        for name, kinds in OF_A_SEAT.items():
            self.seats[name][seat] += kind in kinds
        for name, kinds in GOLD.items():
            self.seats[name][seat] += gold * (kind in kinds)
        if kind in MEETS:
            self.times[seat, card, MEETS[kind]] += 1
        if kind in MEETS_OTHER:
            self.times[seat, other, MEETS_OTHER[kind]] += 1
        self.follow_powers(kind, gold)
        self.follow_gold(kind, seat, other, gold)
        self.follow_gambit(kind, seat, card, other, gold)
        self.follow_game(kind, seat, card, other, gold)
        self.follow_abilities(kind, seat, other)

    def follow_abilities(self, kind: Event, seat: int, other: int) -> None:
        """Who has which, which are used up, and the lead that one of them passes on."""
        cards = self.game[0]["cards"]
        match kind:
            case Event.HAS_ABILITY:
                self.abilities[seat] |= 1 << other
            case Event.ABILITY:
                once = int(cards["ability"]["once"][other])
                self.used[seat, other] += 1
                self.disk[seat] |= once & Once.DISK != 0
                self.spent[seat] |= (once & ~Once.DISK != 0) << other
            case Event.RECHARGE:
                self.disk[seat] = 0
                self.spent[seat] &= ~cards["recharged"]
            case Event.LEAD_PASSED:
                self.leader = other
                self.opener = other if self.round == 1 else self.opener
                self.seats["leads"][seat] -= 1
                self.seats["leads"][other] += 1
            case Event.AWARD:
                self.won[seat] += 1

    def follow_powers(self, kind: Event, gold: int) -> None:
        """The gold that moves while powers are carried out, purchases at once included."""
        if kind == Event.TRIGGER:
            self.using_powers = True
        elif kind in POWERS_ARE_DONE or (kind == Event.BUY and self.rules["buy_when"] == Buy.AFTER_POWERS):
            self.using_powers = False
        self.whole["power_gold"] += gold * (kind in BY_POWERS and self.using_powers)

    def follow_gold(self, kind: Event, seat: int, other: int, gold: int) -> None:
        """Hoards, stakes and hole."""
        self.hoards[seat] += gold * ((kind in GAINS) - (kind in LOSES))
        self.stakes -= gold * (kind in (Event.STEAL, Event.SHARE, Event.AWARD))
        self.hole += gold * ((kind == Event.HOLE) - (kind == Event.TAKE_HOLE))
        if kind == Event.PAY_STAKES or (kind == Event.REPAY and other == NONE):
            self.stakes += gold
            self.seats["paid_stakes"][seat] += gold
            self.whole["max_stakes"] = max(self.whole["max_stakes"], self.stakes)
        elif kind in (Event.PAY, Event.REPAY):
            self.hoards[other] += gold
            self.seats["paid_players"][seat] += gold
            self.seats["received"][other] += gold
            self.seats["repaid"][other] += gold * (kind == Event.REPAY)

    def follow_gambit(self, kind: Event, seat: int, card: int, other: int, gold: int) -> None:
        """What holds until a gambit is over."""
        match kind:
            case Event.GAMBIT:
                self.spent &= ~self.game[0]["cards"]["each_gambit"]
                self.begin_gambit(gold)
            case Event.ANTE | Event.SWAP_ANTE:
                self.anted[seat] = card
            case Event.REDO:
                self.anted[:] = NONE
            case Event.ROUND:
                if self.round == 0 and self.rules["end_unpaid"]:  # who owes before the first round owes the ante
                    self.unpaid = np.where(self.owed > 0, self.unpaid + 1, 0)
                self.round, self.turns = gold, 0
            case Event.TURN:
                self.turns += 1
            case Event.LEADER:
                self.leader, self.opener = seat, seat if self.opener == NONE else self.opener
            case Event.OWE:
                self.owed[seat] += gold
            case Event.COLOUR_FLIGHT:
                self.colours[seat] |= 1 << other
            case Event.STRENGTH_FLIGHT:
                self.strengths[seat] |= 1 << gold
            case Event.STAKES_EMPTY:
                self.ran_out = 1
            case Event.AWARD | Event.NO_WINNER:
                self.winner, self.ran_out = seat, 0

    def follow_game(self, kind: Event, seat: int, card: int, other: int, gold: int) -> None:
        """What holds longer."""
        match kind:
            case Event.SHUFFLE if self.dealt:
                self.whole["reshuffles"] += 1
            case Event.SHUFFLE:
                self.dealt = True
                self.hoards[: self.players] = starting_hoard(self.rules, self.players)
            case Event.GIVE:
                self.times[other, card, Contact.TAKEN] += 1
            case Event.REMOVE:
                self.times[other, card, Contact.DISCARDED] += 1
            case Event.QUESTION:
                self.whole["decisions"] += seat != CHANCE
            case Event.GAME_OVER:
                self.at_the_end = self.hoards.copy()
            case Event.WIN:
                self.winners |= 1 << seat
            case Event.NEXT_GAME:
                self.score += self.hoards
                self.series_game = gold
                self.begin_game()

    def end_gambit(self) -> None:
        """A gambit is settled: who has most gold, and what is written down about it."""
        hoards = self.hoards if self.at_the_end is None else self.at_the_end
        richest = np.flatnonzero(hoards[: self.players] == hoards[: self.players].max()).tolist()
        if len(richest) == 1 or (self.rich != NONE and self.rich not in richest):
            self.whole["lead_changes"] += self.rich not in (NONE, richest[0])
            self.rich = richest[0]
        self.first_leader = self.opener if self.first_leader == NONE else self.first_leader
        self.whole["openers_won"] += self.winner not in (NONE,) and self.winner == self.opener
        gold = (self.score + self.hoards)[: self.players].tolist()
        self.rows.append((self.round, self.opener, self.winner, gold))

    @property
    def rules(self) -> Any:
        return self.game[0]["table"]["rules"]

    @property
    def players(self) -> int:
        return int(self.game[0]["table"]["players"])

    # --- what the record must say -------------------------------------------------------------------------

    def expected(self) -> Expected:
        """Every field that follows from the events so far, with its value."""
        return {
            **{f"tally.{name}": count for name, count in self.whole.items()},
            **{f"tally.{name}": counts for name, counts in self.seats.items()},
            **self.table(),
            **self.gambits(),
            **(self.outcome() if self.game[0]["table"]["phase"] == Phase.OVER else {}),
            **self.with_abilities(),
            "contacts.times": self.times,
            "contacts.ways": ((self.times > 0) << np.arange(N_MET)).sum(axis=-1),
            "contacts.n": np.count_nonzero(self.times.any(axis=-1)),
        }

    def table(self) -> Expected:
        phase, n = self.game[0]["table"]["phase"], self.players
        result = {
            "hoard": self.hoards[:n],
            "stakes": self.stakes,
            "hole": self.hole,
            "gambit": self.gambit,
            "leader": self.leader,
            "gambit_winner": self.winner,
            "rich": self.rich,
            "series_game": self.series_game,
            "score": self.score[:n] + self.hoards[:n] * (phase in (Phase.NEXT_GAME, Phase.OVER)),
            "reshuffles": self.whole["reshuffles"] + self.series_game - 1,
            "stakes_ran_out": self.ran_out,
            "unpaid": self.unpaid[:n],
        }
        if phase not in (Phase.SET_UP, Phase.ANTE):
            result |= {"round": self.round, "anted": self.anted[:n]}
            result |= {"colours_paid": self.colours[:n], "strengths_paid": self.strengths[:n]}
        if phase == Phase.TURN:
            result["turns"] = self.turns
            if self.rules["debt"] == Debt.HOLE:
                result["owed"] = self.owed[:n]
        return {f"table.{name}": value for name, value in result.items()}

    def with_abilities(self) -> Expected:
        n, k = self.players, int(self.game[0]["cards"]["n_abilities"])
        between = self.game[0]["table"]["phase"] in (Phase.SET_UP, Phase.ANTE)
        spent = self.spent & ~self.game[0]["cards"]["each_gambit"] if between else self.spent
        result = {
            "table.abilities": self.abilities[:n],
            "table.spent": spent[:n],
            "table.disk": self.disk[:n],
            "table.gambits_won": self.won[:n],
            "tally.ability_uses": self.used.sum(axis=1)[:n],
        }
        return {**result, "uses.uses": self.used[:n, :k]} if k else result

    def gambits(self) -> Expected:
        rows = self.rows[:MAX_TRAIL]
        columns = ("rounds", "opener", "winner", "gold")
        written = {f"trail.gambit.{name}": [row[k] for row in rows] for k, name in enumerate(columns)} if rows else {}
        first = {"tally.first_leader": self.first_leader} if rows else {}
        opener = {} if self.opener == NONE else {"trail.opener": self.opener}
        return {"trail.n": len(rows), **opener, **first, **written}

    def outcome(self) -> Expected:
        """What is told of a finished game."""
        result = {"winners": self.winners, "n_winners": self.winners.bit_count(), "gold": self.score + self.hoards}
        if len(self.rows) <= MAX_TRAIL:
            result |= self.drama([row[3] for row in self.rows])
        return {f"tally.{name}": value for name, value in result.items()}

    def drama(self, gold: list[list[int]]) -> dict[str, Any]:
        """Who was alone richest and poorest at half time, and how the one who won alone had been behind."""
        half = gold[len(gold) // 2 - 1] if len(gold) > 1 else []
        alone = {
            name: [s for s, g in enumerate(half) if g == best(half)] for name, best in (("rich", max), ("poor", min))
        }
        winner = self.winners.bit_length() - 1
        gaps = [max(row) - row[winner] for row in gold] if self.winners.bit_count() == 1 else []
        return {
            **{f"half_{name}est": seats[0] if len(seats) == 1 else NONE for name, seats in alone.items()},
            "behind": sum(gap > 0 for gap in gaps) if gaps else NONE,
            "deficit": max(gaps) if gaps else NONE,
        }
