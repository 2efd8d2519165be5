"""Turns a scenario's `start` into the record of a game."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from tda_sim.definitions import Tables
from tda_sim.definitions.abilities import Assignment
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_DEBTS, MAX_FLIGHT, MAX_HAND, MAX_PLAYERS, MAX_STRENGTH, NONE, STAKES
from tda_sim.engine.registry import EFFECTS
from tda_sim.engine.terms import Debt, Phase
from tda_sim.errors import Hint, suggest
from tda_sim.one_game.driver import Record
from tda_sim.one_game.scenario_file import Path_, Report, Start
from tda_sim.one_game.words import MORTAL, unknown_ability, unknown_card

EFFECT_NAMES = tuple(EFFECTS)  # in the order of their codes


def set_up(start: Start, tables: Tables, seed: int, report: Report) -> Record | None:
    """Return the game in the position ``start``; None where mistakes were reported.

    The cards that ``start`` does not name lie under those of its deck, in an order that follows from the seed.
    """
    mistakes: list[Path_] = []

    def noted(path: Path_, message: str, hint: Hint | None = None) -> None:
        mistakes.append(path)
        report(("start", *path), message, hint)

    players = len(start.hands)
    if not 2 <= players <= MAX_PLAYERS:
        noted(("hands",), f"{players} hands: a game has 2 to {MAX_PLAYERS} players")
        return None
    game = new_game(tables, players, seed, every_card=True)
    setup = _Setup(start, tables, game, noted)
    setup.check_lengths()
    if not mistakes:
        setup.write()
    game[0]["n_log"] = 0  # nobody was dealt anything
    return None if mistakes else game


def new_game(
    tables: Tables,
    players: int,
    seed: int,
    number: int = 0,
    *,
    every_card: bool = False,
    dealt: tuple[Assignment, Sequence[int]] | None = None,
) -> Record:
    """Return a game of this deck, shuffled and dealt, before its first ante.

    Where each player picks a card for the deck, or abilities, the picks are due, and nothing is dealt yet. ``dealt``
    says how the players come to abilities, with the mask of those that each seat is given. With ``every_card`` all
    the cards are in the game of which only some are drawn otherwise.
    """
    game = kernel.new_game(tables.cards, tables.rules)
    game["watched"] = 1
    if dealt is not None:
        assignment, masks = dealt
        game["deal"], game["deal_each"] = assignment.deal, assignment.each
        game[0]["entrant"]["abilities"][:players] = masks
    if every_card:
        cards = game[0]["cards"]
        cards["n_drawn"], cards["each_picks"] = cards["drawn"].sum(), 0
    kernel.start(game, number, np.uint64(seed), players)
    return game


class _Setup:
    """Writes a position into a record that was shuffled and dealt."""

    def __init__(self, start: Start, tables: Tables, game: Record, report: Report) -> None:
        self.start, self.tables, self.report = start, tables, report
        self.game = game
        self.record: Any = game[0]
        self.table: Any = game[0]["table"]
        self.rules: Any = game[0]["table"]["rules"]
        self.players = len(start.hands)
        self.free: dict[str, list[int]] = {}
        for card, name in enumerate(tables.names):
            self.free.setdefault(name, []).append(card)

    def check_lengths(self) -> None:
        """Report lists that do not have one entry for each hand."""
        for key in ("hoards", "flights", "plays", "played", "owed", "abilities", "spent", "disks", "gambits_won"):
            value = getattr(self.start, key)
            if value is not None and len(value) != self.players:
                self.report((key,), f"{key} has {len(value)} entries for {self.players} players", None)

    def write(self) -> None:
        """Write everything, in the order of the format."""
        self.write_when()
        self.write_gold()
        self.write_cards()
        self.write_leavers()
        self.write_plays()
        self.write_played()
        self.write_debts()
        self.write_abilities()
        kernel.take_position(self.game)
        self.write_in_force()
        self.write_special_flights()
        self.write_round()

    def write_when(self) -> None:
        start = self.start
        leader = self.seat(("leader",), start.leader)
        turn = leader if start.turn is None else self.seat(("turn",), start.turn)
        self.table["phase"] = Phase[start.phase.upper()]
        self.table["gambit"] = 0 if start.phase == "ante" else 1
        self.table["leader"], self.table["turn"] = leader, turn

    def write_round(self) -> None:
        """Write the round and its turns; last of all, because powers in force may add rounds."""
        start, cap = self.start, int(self.rules["round_cap"])
        due = max(int(self.rules["rounds"]), int(self.table["least_rounds"]))
        number = start.round or (min(due, cap) if start.phase == "score" else 1)
        if number > cap:
            self.report(("round",), f"round {number}: a gambit has at most {cap} rounds", None)
        self.table["round"] = 0 if start.phase == "ante" else number
        self.table["turns"] = self.turns_over()
        no_stakes = "stakes" in start.model_fields_set and start.stakes == 0
        if start.phase == "score" and (number < due or no_stakes):
            self.table["stakes_ran_out"] = 1  # nothing else ends a gambit so early

    def turns_over(self) -> int:
        """Return how many players have had their turn in this round."""
        leader, turn = int(self.table["leader"]), int(self.table["turn"])
        before = [(leader + k) % self.players for k in range((turn - leader) % self.players)]
        return sum(not self.table["out"] >> seat & 1 for seat in before)

    def write_gold(self) -> None:
        self.table["stakes"] = self.start.stakes
        if self.start.hoards is not None:
            self.table["hoard"][: self.players] = self.start.hoards
        self.record["tally"]["max_stakes"] = self.start.stakes

    def write_cards(self) -> None:
        start, shuffled = self.start, self.shuffled_cards()
        limit = min(int(self.rules["hand_limit"]), MAX_HAND)
        hands = [self.cards(("hands", k), names, limit) for k, names in enumerate(start.hands)]
        flights = [self.cards(("flights", k), names, MAX_FLIGHT) for k, names in enumerate(start.flights or [])]
        ante = self.cards(("ante",), start.ante)
        deck = self.cards(("deck",), start.deck)
        discard = self.cards(("discard",), start.discard)
        left = {card for cards in self.free.values() for card in cards}
        if start.only:
            self.leave_out(left)
        else:
            deck += [card for card in shuffled if card in left]
        for seat in range(self.players):
            hand = hands[seat]
            self.record["hand"][seat]["card"][: len(hand)] = hand
            self.record["hand"][seat]["n"] = len(hand)
            put(self.table["flight"][seat], self.table["flight_size"][seat : seat + 1], (flights or [[]] * 6)[seat])
        self.record["deck"][: len(deck)] = deck[::-1]
        self.table["deck_size"] = len(deck)
        self.table["ante"][: len(ante)], self.table["ante_size"] = ante, len(ante)
        self.table["discard"][: len(discard)], self.table["discard_size"] = discard, len(discard)

    def leave_out(self, cards: set[int]) -> None:
        """Leave out cards that are not in this game; players know this where they know which cards are in."""
        record, out = self.record, sorted(cards)
        record["in_game"][out] = 0
        if record["cards"]["shown"]:
            self.table["known"][out] = -1
        stock = [card for card in range(len(self.tables.names)) if card not in cards]
        if len(stock) > self.players * self.rules["opening_hand"]:  # else they could not be dealt again in a series
            record["stock"][: len(stock)], record["n_stock"] = stock, len(stock)

    def write_leavers(self) -> None:
        """Mark players without gold and cards as gone, if the rules let them leave, except who leads or acts."""
        if not self.rules["leave_until"]:
            return
        busy = () if self.start.phase == "ante" else (self.table["leader"], self.table["turn"])
        for seat in range(self.players):
            owns = self.table["hoard"][seat] + self.record["hand"][seat]["n"] + self.table["flight_size"][seat]
            if owns == 0 and seat not in busy:
                self.table["out"] |= 1 << seat

    def write_plays(self) -> None:
        """Write which cards were played in the gambit: those of the flights, unless others are named."""
        for seat in range(self.players):
            cells, size = self.table["play"][seat], self.table["plays"][seat : seat + 1]
            if self.start.plays is not None:
                put(cells, size, self.cards_of_the_deck(("plays", seat), self.start.plays[seat]))
            else:
                put(cells, size, self.table["flight"][seat][: self.table["flight_size"][seat]])

    def write_played(self) -> None:
        self.table["played"][:] = NONE
        for seat, name in enumerate(self.start.played or []):
            if name is not None:
                flight = self.start.flights[seat] if self.start.flights else []
                if name not in flight:
                    self.report(("played", seat), f"{name} is not in the flight of seat {seat}", None)
                else:
                    self.table["played"][seat] = len(flight) - 1 - flight[::-1].index(name)

    def write_debts(self) -> None:
        holes = self.rules["debt"] == Debt.HOLE
        for key, there in (("owed", any(self.start.owed or [])), ("hole", self.start.hole > 0)):
            if there and not holes:
                self.report((key,), f"{key}: these rules have no hole", "debts are listed under debts")
        if self.start.debts and holes:
            self.report(("debts",), "these rules have no debts", "payments due to the hole are listed under owed")
        if len(self.start.debts) > MAX_DEBTS:
            self.report(("debts",), f"at most {MAX_DEBTS} debts can be open", None)
            return
        self.table["owed"][: self.players] = self.start.owed or 0
        self.table["hole"] = self.start.hole
        for k, debt in enumerate(self.start.debts):
            debtor = self.seat(("debts", k, "from"), debt.debtor)
            creditor = STAKES if debt.creditor == STAKES else self.seat(("debts", k, "to"), debt.creditor)
            if debtor == creditor:
                self.report(("debts", k), "nobody owes gold to themselves", None)
            row = self.table["debt"][k]
            row["debtor"], row["creditor"], row["gold"] = debtor, creditor, debt.gold
        self.table["n_debts"] = len(self.start.debts)

    def write_abilities(self) -> None:
        start, table = self.start, self.table
        for seat, names in enumerate(start.abilities or []):
            table["abilities"][seat] = self.ability_mask(("abilities", seat), names)
        for seat, names in enumerate(start.spent or []):
            table["spent"][seat] = self.ability_mask(("spent", seat), names)
            if int(table["spent"][seat]) & ~int(table["abilities"][seat]):
                self.report(("spent", seat), f"seat {seat} does not have all of these abilities", None)
        for seat, disk in enumerate(start.disks or []):
            table["disk"][seat] = int(disk == "spent")
        table["gambits_won"][: self.players] = start.gambits_won or 0

    def ability_mask(self, path: Path_, names: Sequence[str]) -> int:
        """Return abilities as bits."""
        known = self.tables.abilities
        for name in names:
            if name not in known:
                self.report(path, *unknown_ability(name, known))
        return sum(1 << known.index(name) for name in dict.fromkeys(names) if name in known)

    def write_in_force(self) -> None:
        for k, power in enumerate(self.start.in_force):
            here = ("in_force", k)
            seat = self.seat((*here, "seat"), power.seat)
            source = self.triggered((*here, "card"), power.card, seat)
            carrier = source
            if power.copied_by is not None:
                carrier = self.triggered((*here, "copied_by"), power.copied_by, seat)
            if source is None or carrier is None:
                continue
            if not has_lasting_power(self.tables, source):
                message = f"{power.card} has no power that stays in force under these rules"
                self.report((*here, "card"), message, None)
            elif not self.put_in_force(seat, source, carrier):
                message = f"{self.tables.names[carrier]} is not in the flight of seat {seat}"
                self.report((*here, "card"), message, "what it does ends when it leaves")

    def put_in_force(self, seat: int, source: int, carrier: int) -> bool:
        """Put the lasting part of a power in force, copied powers too, and return whether there is such a part."""
        cards, lasting = self.record["cards"], self.table["lasting"]
        before, span = lasting["times"].sum(), (cards["power"][carrier], cards["power_end"][carrier])
        cards["power"][carrier], cards["power_end"][carrier] = cards["power"][source], cards["power_end"][source]
        kernel.put_in_force(self.game, seat, carrier)
        cards["power"][carrier], cards["power_end"][carrier] = span
        return bool(lasting["times"].sum() > before)

    def triggered(self, path: Path_, name: str, seat: int) -> int | None:
        """Return the number of a triggered card: of several copies, the one in the player's flight if there is one."""
        if name not in self.tables.names:
            self.unknown(path, name)
            return None
        flight = self.table["flight"][seat][: self.table["flight_size"][seat]]
        in_flight = [int(card) for card in flight if self.tables.names[card] == name]
        return in_flight[0] if in_flight else self.tables.names.index(name)

    def write_special_flights(self) -> None:
        colours = dict.fromkeys(paid_colours(self.tables)) if self.start.special_flights else {}
        for k, flight in enumerate(self.start.special_flights):
            seat = self.seat(("special_flights", k, "seat"), flight.seat)
            if flight.strength is not None:
                self.paid_strength(("special_flights", k, "strength"), seat, flight.strength)
            else:
                self.paid_colour(("special_flights", k, "colour"), seat, str(flight.colour), colours)

    def paid_strength(self, path: Path_, seat: int, strength: int) -> None:
        if not 0 <= strength <= MAX_STRENGTH:
            self.report(path, f"no card has the strength {strength}", None)
        else:
            self.table["strengths_paid"][seat] |= 1 << strength

    def paid_colour(self, path: Path_, seat: int, colour: str, colours: Collection[str]) -> None:
        if colour not in colours:
            self.report(path, f"there is no flight of colour {colour} under these rules", suggest(colour, colours))
        else:
            self.table["colours_paid"][seat] |= 1 << list(colours).index(colour)

    def shuffled_cards(self) -> list[int]:
        """Return all cards in a random order: those of the hands just dealt, then the shuffled deck."""
        deck = [int(card) for card in self.record["deck"][: self.table["deck_size"]]]
        hands = [int(card) for hand in self.record["hand"][: self.players] for card in hand["card"][: hand["n"]]]
        return [*hands, *reversed(deck)]

    def cards(self, path: Path_, names: Sequence[str], limit: int | None = None) -> list[int]:
        """Return the numbers of these cards, and use them up."""
        if limit is not None and len(names) > limit:
            self.report(path, f"{len(names)} cards, where at most {limit} fit", None)
            return []
        numbers = [self.card((*path, k), name) for k, name in enumerate(names)]
        return [card for card in numbers if card is not None]

    def cards_of_the_deck(self, path: Path_, names: Sequence[str]) -> list[int]:
        """Return the numbers of these cards, wherever they are."""
        if len(names) > MAX_FLIGHT:
            self.report(path, f"{len(names)} cards, where at most {MAX_FLIGHT} fit", None)
            return []
        for k, name in enumerate(names):
            if name not in self.tables.names:
                self.unknown((*path, k), name)
        return [self.tables.names.index(name) for name in names if name in self.tables.names]

    def card(self, path: Path_, name: str) -> int | None:
        if name not in self.free:
            self.unknown(path, name)
            return None
        if not self.free[name]:
            number = self.tables.names.count(name)
            message = "is named more than once" if number == 1 else f"is named more than the {number} times it exists"
            self.report(path, f"{name} {message}", None)
            return None
        return self.free[name].pop(0)

    def unknown(self, path: Path_, name: str) -> None:
        self.report(path, *unknown_card(name, self.tables.names))

    def seat(self, path: Path_, seat: int) -> int:
        if seat >= self.players:
            self.report(path, f"there is no seat {seat}: the seats are 0 to {self.players - 1}", None)
            return 0
        return seat


def put(cells: Any, size: Any, cards: Sequence[int]) -> None:
    """Write a list of cards and its length."""
    cells[: len(cards)] = cards
    size[0] = len(cards)


def effects_of(tables: Tables, card: int) -> set[str]:
    """Return the names of the effects that make up a card's power."""
    cards = tables.cards[0]
    return {EFFECT_NAMES[op] for op in cards["op"][cards["power"][card] : cards["power_end"][card]]}


def has_lasting_power(tables: Tables, card: int) -> bool:
    """Return whether part of a card's power stays in force."""
    return any(EFFECTS[name].lasting for name in effects_of(tables, card))


def paid_colours(tables: Tables) -> list[str]:
    """Return the colours that a special flight may have, in the order of their bits.

    Mortals are one by the rules, or by a power: what that has paid out stays paid when the power has ended.
    """
    powers = (effects_of(tables, card) for card in range(len(tables.names)))
    mortals = tables.rules[0]["mortal_flight"] or any("mortals_as_colour" in effects for effects in powers)
    return [*tables.colours, *([MORTAL] if mortals else [])]


def check_room(game: Record) -> bool:
    """Return whether every player may play one more card."""
    table = game[0]["table"]
    return all((table[name] < MAX_FLIGHT).all() for name in ("flight_size", "plays"))
