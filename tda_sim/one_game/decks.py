"""The decks and rules that scenarios name."""

import json
from pathlib import Path
from typing import Any

from tda_sim import definitions
from tda_sim.definitions import Deck, Tables, library
from tda_sim.definitions.sources import Node
from tda_sim.errors import UserError
from tda_sim.one_game.scenario_file import ScenarioFile


class Decks:
    """Loads each deck once, however many files name it."""

    def __init__(self) -> None:
        self._loaded: dict[str, tuple[Deck, Tables]] = {}

    def tables(self, file: ScenarioFile) -> Tables:
        """Return the cards and rules that a scenario names."""
        deck, rules = _references(file)
        named = [deck.plain(), rules and rules.plain()]
        key = json.dumps([str(Path(file.file).parent) if _names_a_path(named) else "", *named])
        if key not in self._loaded:
            loaded = definitions.load_deck(deck, rules)
            self._loaded[key] = (loaded, definitions.build_tables(loaded))
        loaded, tables = self._loaded[key]
        _check_players(file, loaded)
        return tables


def _names_a_path(value: Any) -> bool:
    """Return whether some text may be a path, which starts in the scenario's folder."""
    if isinstance(value, dict | list):
        return any(map(_names_a_path, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and library.is_path("deck", value)


def _references(file: ScenarioFile) -> tuple[Node, Node | None]:
    """Return the deck and the rules of a scenario; without a deck, it is the one with the name of the rules."""
    entries = file.content.entries
    deck, rules = entries.get("deck"), entries.get("rules")
    if deck is None:
        assert rules is not None  # the file's form has been checked
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


def _check_players(file: ScenarioFile, deck: Deck) -> None:
    try:
        definitions.check_players(deck, len(file.scenario.start.hands))
    except UserError as error:
        raise UserError([file.problem(("start", "hands"), p.message, p.hint) for p in error.problems]) from None
