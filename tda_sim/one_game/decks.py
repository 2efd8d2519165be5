"""The decks and rules that scenarios name."""

import json
from pathlib import Path
from typing import Any

from tda_sim.definitions import Deck, DiceDeck, Tables, build_game_tables, library, load_deck, load_game
from tda_sim.definitions.dice import DiceTables
from tda_sim.definitions.sources import Node
from tda_sim.errors import UserError
from tda_sim.one_game.scenario_file import Written


class Decks:
    """Loads each deck once, however many scenarios name it."""

    def __init__(self) -> None:
        self._loaded: dict[str, tuple[Deck | DiceDeck, Tables | DiceTables]] = {}

    def named_by(self, written: Written) -> tuple[Any, Any]:
        """Return the deck, or the dice game, that a scenario names, and its tables."""
        deck, rules = _references(written)
        named = [deck.plain(), rules and rules.plain()]
        key = json.dumps([str(Path(written.file).parent) if _names_a_path(named) else "", *named])
        if key not in self._loaded:
            loaded = (load_game if written.is_of_dice else load_deck)(deck, rules)
            self._loaded[key] = (loaded, build_game_tables(loaded))
        return self._loaded[key]


def _names_a_path(value: Any) -> bool:
    """Return whether some text may be a path, which starts in the scenario's folder."""
    if isinstance(value, dict | list):
        return any(map(_names_a_path, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and library.is_path("deck", value)


def _references(written: Written) -> tuple[Node, Node | None]:
    """Return the deck and the rules of a scenario; without a deck, it is the one with the name of the rules."""
    entries = written.content.entries
    deck, rules = entries.get("deck"), entries.get("rules")
    if deck is None:
        assert rules is not None  # the scenario's form has been checked
        deck = Node(_name_of(rules), rules.file, rules.line)
    if isinstance(deck.value, list):
        if rules is None:
            raise UserError([deck.problem("a deck that is a list of card sets needs rules")])
        deck = Node({"card_sets": deck, "rules": rules}, deck.file, deck.line)
    return deck, rules


def _name_of(rules: Node) -> str:
    """Return the name of a rule set, or of the base of a mapping of changes."""
    while "base" in rules.entries:
        rules = rules.entries["base"]
    if not isinstance(rules.value, str):
        raise UserError([rules.problem("rules must be a name, a path, or a mapping with the key base")])
    return library.name_of(rules.value)
