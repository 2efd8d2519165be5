"""Decks of cards and dice games: loaded, checked, and turned into tables for the engine."""

from collections.abc import Sequence
from pathlib import Path

from tda_sim.definitions.decks import Deck, Reference, Rules, as_node, as_nodes, load_deck
from tda_sim.definitions.dice import DiceDeck, DiceTables, build_dice_tables, is_dice, load_dice
from tda_sim.definitions.tables import Tables, build_tables
from tda_sim.errors import UserError, sound

Played = Deck | DiceDeck
PlayedTables = Tables | DiceTables


def load_game(game: Reference | Played, rules: Rules | None = None) -> Played:
    """Return a deck or a dice game by name or path, or from a mapping in the form of such a file: see `load_deck`."""
    if isinstance(game, DiceDeck):
        if rules is not None:
            raise ValueError("rules are applied when a game is loaded")
        return game
    if isinstance(game, Deck) or not is_dice(as_node(game)):
        return load_deck(game, rules)
    return sound(lambda problems: load_dice(as_node(game), as_nodes(rules), problems))


def plays_dice(game: str | Path) -> bool:
    """Whether a name or a path stands for a dice game."""
    return is_dice(as_node(game))


def all_play_dice(games: Sequence[str | Path]) -> bool:
    """Whether names or paths all stand for dice games. Raises UserError if only some of them do."""
    answers = [plays_dice(game) for game in games]
    if any(answers) and not all(answers):
        cards = ", ".join(str(game) for game, is_of_dice in zip(games, answers, strict=True) if not is_of_dice)
        raise UserError.of(f"dice games cannot be compared with decks of cards: {cards}")
    return bool(answers) and all(answers)


def build_game_tables(game: Played) -> PlayedTables:
    """Return a deck or a dice game in numbers."""
    return build_dice_tables(game) if isinstance(game, DiceDeck) else build_tables(game)
