"""What there is to check: every deck, alone and under every house rule that it fits, for every number of players.

Decks and house rules are those that the library finds, so that a new one is checked without being named anywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from audit import audit_at_rest
from audit_results import audit_sums, audit_tallies
from derivations import check, follows
from house import WAYS
from recount import Recount, write_down

from tda_sim import agents, definitions
from tda_sim.agents.games import DICE
from tda_sim.definitions import library
from tda_sim.definitions.abilities import assign
from tda_sim.definitions.games import plays_dice
from tda_sim.dice import kernel as dice
from tda_sim.dice import terms as dice_terms
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_CARDS, N_CONTACTS, SUMS, TALLY
from tda_sim.engine.terms import Halt, Phase, Stop
from tda_sim.errors import UserError

DECKS = tuple(library.available("deck"))
HOUSE_RULES = tuple(library.available("house-rule"))
ANY_DECK = "legendary"
MOST_EACH = 4  # abilities of a player


@dataclass(frozen=True)
class Cell:
    """A deck, perhaps under a house rule, with so many players."""

    deck: str
    rule: str | None
    players: int
    listed: str | None = None  # a list of abilities
    dealt: str | None = None  # how they are dealt, see `assign`

    @property
    def rules(self) -> list[Any]:
        """What `load_deck` takes as rules."""
        return [*filter(None, [self.rule]), *([{"abilities": self.listed}] if self.listed else [])]

    @property
    def loaded(self) -> definitions.Deck:
        """The deck, under the house rule if there is one, or with a list of abilities."""
        deck = definitions.load_deck(self.deck, self.rules) if self.listed else load(self.deck, self.rule)
        assert deck is not None, "the house rule fits"
        return deck

    @property
    def abilities(self) -> str | None:
        """The list, and how many of it each player is dealt."""
        return f"{self.listed} {self.dealt}" if self.listed else None

    @property
    def plays_dice(self) -> bool:
        """Whether it is a dice game."""
        return plays_dice(self.deck)

    @property
    def tables(self) -> definitions.Tables:
        """The same in numbers."""
        return definitions.build_tables(self.loaded)

    def __str__(self) -> str:
        played = " + ".join(filter(None, [self.deck, self.rule, self.abilities]))
        return f"{played}, {self.players} players"


@cache
def load(deck: str, rule: str | None = None) -> definitions.Deck | None:
    """A deck under a house rule; None if the rule does not fit."""
    try:
        return definitions.load_deck(deck, [] if rule is None else [rule])
    except UserError:
        if rule is None:
            raise
        return None


def changes(deck: str, rule: str) -> bool:
    """Whether a house rule fits a deck, and makes another game of it."""
    under = load(deck, rule)
    return under is not None and facts(deck, rule) != facts(deck)


@cache
def facts(deck: str, rule: str | None = None) -> tuple[Any, ...]:
    """All that matters for play."""
    cell = Cell(deck, rule, 0)
    players, tables = cell.loaded.players, cell.tables
    return tables.deck_digest, tables.rules_digest, cell.loaded.abilities, players.min, players.max


def cells_of(deck: str, rule: str | None = None) -> Iterator[Cell]:
    """One for every number of players."""
    players = Cell(deck, rule, 0).loaded.players
    for number in range(players.min, players.max + 1):
        yield Cell(deck, rule, number)


def decks_under(rule: str) -> list[str]:
    """The decks that a house rule makes another game of."""
    return [deck for deck in DECKS if changes(deck, rule)]


def cells_to_fill() -> list[Cell]:
    """Every deck by itself, and every house rule on the first deck that it changes."""
    result = [cell for deck in DECKS for cell in cells_of(deck)]
    for rule in HOUSE_RULES:
        result += cells_of(next(deck for deck in DECKS if changes(deck, rule)), rule)
    return [*result, *cells_with_abilities(), *dice_cells()]


def cells_with_abilities() -> Iterator[Cell]:
    """Every list of abilities in the first deck that names it, or else in `ANY_DECK`: 1 to 4 dealt to each player.

    Where a list has too few for all of them, fewer are dealt.
    """
    for listed in library.available("abilities"):
        deck = next((deck for deck in DECKS if Cell(deck, None, 0).loaded.rules.abilities == listed), ANY_DECK)
        for each in range(1, MOST_EACH + 1):
            for cell in cells_of(deck):
                dealt = replace(cell, listed=listed, dealt=f"random:{each}")
                if can_be_dealt(dealt):
                    yield dealt


def can_be_dealt(cell: Cell) -> bool:
    """Whether a list has enough abilities for all players."""
    try:
        assign(cell.dealt, cell.loaded.abilities, cell.players)
    except UserError:
        return False
    return True


def dice_cells() -> Iterator[Cell]:
    """Every dice game by itself and under every house rule, for every number of players."""
    for deck in library.available("dice"):
        for rule in (None, *library.available("dice-house-rule")):
            players = definitions.load_game(deck, rule).players
            for number in range(players.min, players.max + 1):
                yield Cell(deck, rule, number)


# --- playing them -----------------------------------------------------------------------------------------


def check_many(cell: Cell, strategy: str, games: int, seed: int = 1) -> None:
    """Play games with one strategy in all seats, and look at what is left of each."""
    tables, entrants = cell.tables, agents.entrants([agents.find(strategy)])
    game = kernel.new_game(tables.cards, tables.rules)
    game[0]["table"]["players"] = cell.players
    tallies, sums = np.zeros(games, TALLY), np.zeros((1, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
    seatings = np.zeros((1, 6), np.int16)
    unasked = kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop()
    arguments = (np.uint64(seed), 0, games, tallies, sums)
    assert games == kernel.play_games(game, entrants, seatings, *arguments, *unasked), agents.explain_fault(
        game, [agents.find(strategy)] * cell.players
    )
    audit_tallies(tallies, tables.cards[0], tables.rules[0], cell.players)
    audit_sums(sums, tallies, tables.rules[0])


def check_closely(cell: Cell, strategy: str, number: int, looks: int | None = None, seed: int = 1) -> None:
    """Play a game from stop to stop, and audit it at each of them, or at the first so many and at the end."""
    tables = cell.tables
    game = kernel.new_game(tables.cards, tables.rules)
    agents.sit_down(game, [agents.find(strategy)] * cell.players)
    write_down(game)
    if cell.dealt is not None:
        how = assign(cell.dealt, cell.loaded.abilities, cell.players)
        game["deal"], game["deal_each"] = how.deal, how.each
    kernel.start(game, number, np.uint64(seed), cell.players)
    play_and_audit(game, looks)


def check_dice_closely(cell: Cell, strategy: str, number: int, seed: int = 1) -> None:
    """Play a dice game from stop to stop: all gold is somewhere, and nobody has less than none."""
    tables = definitions.build_game_tables(definitions.load_game(cell.deck, cell.rules))
    game = dice.new_dice_game(tables.cards, tables.rules)
    dice.start_dice(game, number, np.uint64(seed), cell.players)
    agents.sit_down(game, [agents.find(strategy, DICE)] * cell.players)
    table, gold = game[0]["table"], int(tables.rules[0]["starting_gold"]) * cell.players
    while table["phase"] != dice_terms.Phase.OVER:
        dice.advance_dice(game, int(dice_terms.Stop.STEP))
        assert game[0]["halt"] == Halt.STOPPED
        hoards = table["hoard"][: cell.players]
        assert (hoards >= 0).all() and table["stakes"] >= 0
        assert int(hoards.sum() + table["stakes"]) == gold


def play_and_audit(game: np.ndarray, looks: int | None = None) -> None:
    """Play a game that is written down from its deal to its end; see `check_closely`."""
    recount, done = Recount(game), 0
    while True:
        audit_all(game, recount if looks is None or done <= looks else None)
        phase = Phase(int(game[0]["table"]["phase"]))
        if phase == Phase.OVER:
            return
        kernel.advance(game, int(WAYS[phase] if looks is None or done < looks else Stop.GAME))
        assert game[0]["halt"] == Halt.STOPPED
        done += 1


def audit_all(game: np.ndarray, recount: Recount | None) -> None:
    """Audit a game at rest: what holds for it alone, what follows from its fields, and what from its events so far."""
    audit_at_rest(game)
    check(game[0], follows(game[0]))
    if recount is not None:
        recount.read_on()
        check(game[0], recount.expected())
