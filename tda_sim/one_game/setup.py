"""New games of cards, and the position that a scenario's `start` describes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tda_sim.definitions import Tables
from tda_sim.definitions.abilities import Assignment
from tda_sim.engine import kernel
from tda_sim.engine.layout import NONE
from tda_sim.one_game.codec import At, Report
from tda_sim.one_game.driver import Record
from tda_sim.one_game.record import DECK, FIELDS, cards_in_deck, has_hole


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
        cards["n_drawn"], cards["each_picks"], cards["n_lots"], cards["needs"] = cards["drawn"].sum(), 0, 0, 0
    kernel.start(game, number, np.uint64(seed), players)
    return game


def set_up(start: Any, tables: Tables, seed: int, report: Report) -> Record:
    """Return the game in the position ``start``, which has 2 to 6 hands; mistakes are reported.

    The cards that ``start`` does not name lie under those of its deck, in an order that follows from the seed.
    """
    game = new_game(tables, len(start.hands), seed, every_card=True)
    at = At(game, tables, report, ("start",), free=_by_name(tables.names))
    rest = _shuffled(at)
    game[0]["table"]["played"][:] = NONE
    FIELDS.write(start, at)
    _check(start, at)
    _settle(start, at, rest)
    kernel.take_position(game)
    FIELDS.write(start, at, late=True)
    _settle_round(start, at)
    game[0]["n_log"] = 0  # nobody was dealt anything
    return game


def _by_name(names: Sequence[str]) -> dict[str, list[int]]:
    """Return the numbers of the cards of each name."""
    numbers: dict[str, list[int]] = {}
    for card, name in enumerate(names):
        numbers.setdefault(name, []).append(card)
    return numbers


def _shuffled(at: At) -> list[int]:
    """Return all cards in a random order: those of the hands just dealt, then the shuffled deck."""
    hands = [int(card) for hand in at.record["hand"][: at.players] for card in hand["card"][: hand["n"]]]
    return [*hands, *reversed(cards_in_deck(at))]


def _check(start: Any, at: At) -> None:
    """Report what the rules do not have, and abilities that are spent where nobody has them."""
    owes = {"owed": any(start.owed or ()), "hole": start.hole > 0}
    for key in (key for key, there in owes.items() if there and not has_hole(at)):
        at.below(key).wrong(f"{key}: these rules have no hole", "debts are listed under debts")
    if start.debts and has_hole(at):
        at.below("debts").wrong("these rules have no debts", "payments due to the hole are listed under owed")
    for seat in range(at.players):
        if int(at.table["spent"][seat]) & ~int(at.table["abilities"][seat]):
            at.below("spent", seat).wrong(f"seat {seat} does not have all of these abilities")


def _settle(start: Any, at: At, shuffled: Sequence[int]) -> None:
    """Write what follows from the fields that are named, and stands for those that are not."""
    table = at.table
    table["gambit"] = 0 if start.phase == "ante" else 1
    if start.turn is None:
        table["turn"] = table["leader"]
    at.record["tally"]["max_stakes"] = table["stakes"]
    left = {card for cards in at.free.values() for card in cards}
    if start.only:
        _leave_out(at, left)
    else:
        DECK.put(at, [*reversed(cards_in_deck(at)), *(card for card in shuffled if card in left)])
    if start.plays is None:
        table["play"][...], table["plays"] = table["flight"], table["flight_size"]
    if at.rules["leave_until"]:
        _write_leavers(at, () if start.phase == "ante" else (table["leader"], table["turn"]))


def _leave_out(at: At, cards: set[int]) -> None:
    """Leave out cards that are not in this game; players know this where they know which cards are in."""
    record, out = at.record, sorted(cards)
    record["in_game"][out] = 0
    if record["cards"]["shown"]:
        at.table["known"][out] = -1
    stock = [card for card in range(len(at.tables.names)) if card not in cards]
    if len(stock) > at.players * at.rules["opening_hand"]:  # else they could not be dealt again in a series
        record["stock"][: len(stock)], record["n_stock"] = stock, len(stock)


def _write_leavers(at: At, busy: Sequence[int]) -> None:
    """Mark players without gold and cards as gone, except those who lead or act."""
    for seat in range(at.players):
        owns = at.table["hoard"][seat] + at.record["hand"][seat]["n"] + at.table["flight_size"][seat]
        if owns == 0 and seat not in busy:
            at.table["out"] |= 1 << seat


def _settle_round(start: Any, at: At) -> None:
    """Write the round and its turns; last of all, because powers in force may add rounds."""
    table, cap = at.table, int(at.rules["round_cap"])
    due = max(int(at.rules["rounds"]), int(table["least_rounds"]))
    number = start.round or (min(due, cap) if start.phase == "score" else 1)
    if number > cap:
        at.below("round").wrong(f"round {number}: a gambit has at most {cap} rounds")
    table["round"] = 0 if start.phase == "ante" else number
    leader, turn = int(table["leader"]), int(table["turn"])
    before = [(leader + k) % at.players for k in range((turn - leader) % at.players)]
    table["turns"] = sum(not table["out"] >> seat & 1 for seat in before)
    no_stakes = "stakes" in start.model_fields_set and start.stakes == 0
    if start.phase == "score" and (number < due or no_stakes):
        table["stakes_ran_out"] = 1  # nothing else ends a gambit so early
