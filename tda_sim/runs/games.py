"""What a run needs to know about its game: the only place that knows which games exist."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tda_sim import definitions
from tda_sim.agents.games import CARDS, DICE
from tda_sim.definitions.abilities import ability_facts
from tda_sim.definitions.dice import dice_facts
from tda_sim.definitions.tables import card_facts, rule_facts
from tda_sim.dice import kernel as dice
from tda_sim.engine import kernel
from tda_sim.engine.compiler import jit


@dataclass(frozen=True)
class Game:
    """A game: its engine, and what results record about it.

    Attributes:
        name: its name, see `agents.games`.
        compiled: the name of the kernel that plays many games.
        with_abilities: the name of the kernel for games in which somebody has abilities.
        digest: returns a hex digest of the sources of its rules.
        new_game: returns its record for cards and rules in numbers.
        play_games: plays many games, see `kernel.play_games`.
        in_full: returns the deck and the rules as results record them: for people, and as the engine reads them.
    """

    name: str
    compiled: str
    with_abilities: str
    digest: Callable[[], str]
    new_game: Callable[..., Any]
    play_games: Callable[..., int]
    in_full: Callable[[Any, Any], dict[str, Any]]


def _play_cards(*given: Any) -> int:
    return kernel.play_games(*given)  # looked up late, because tests replace it


def _cards_in_full(deck: definitions.Deck, tables: definitions.Tables) -> dict[str, Any]:
    facts = {**card_facts(deck), "rules": rule_facts(deck.rules), "abilities": ability_facts_of(deck)}
    return {"deck": _described(deck, tables), "facts": facts}


def ability_facts_of(deck: definitions.Deck) -> dict[str, Any]:
    """Return the abilities of a deck as the engine reads them."""
    return ability_facts(deck.abilities, deck.group_numbers, 0)


def _dice_in_full(deck: definitions.DiceDeck, tables: Any) -> dict[str, Any]:
    return {"deck": _described(deck, tables), "facts": dice_facts(deck)}


def _described(game: definitions.Played, tables: Any) -> dict[str, Any]:
    return {name: value for name, value in definitions.describe(game, tables).items() if name != "file"}


def _cards_digest() -> str:
    return jit.digest()


def _dice_digest() -> str:
    return jit.digest() + jit.digest(Path(dice.__file__).parent)


GAMES = {
    game.name: game
    for game in (
        Game(
            CARDS,
            *kernel.KERNELS,
            _cards_digest,
            kernel.new_game,
            _play_cards,
            _cards_in_full,
        ),
        Game(
            DICE,
            dice.play_dice.__name__,
            dice.play_dice.__name__,
            _dice_digest,
            dice.new_dice_game,
            dice.play_dice,
            _dice_in_full,
        ),
    )
}


def game_of(played: definitions.Played) -> Game:
    """Return the game that a deck or a dice game is for."""
    return GAMES[DICE if isinstance(played, definitions.DiceDeck) else CARDS]
