"""Cards, rules and decks: from YAML files to checked models to the engine's tables."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tda_sim.definitions.cards import Card, Colour
    from tda_sim.definitions.decks import Deck, check_players, load_deck, load_rules
    from tda_sim.definitions.describe_house import describe_house_rule, is_house_rule, list_house_rules
    from tda_sim.definitions.descriptions import describe, list_decks
    from tda_sim.definitions.dice import DiceDeck
    from tda_sim.definitions.games import Played, build_game_tables, load_game
    from tda_sim.definitions.listed import listing
    from tda_sim.definitions.models import RuleSet
    from tda_sim.definitions.schemas import schema
    from tda_sim.definitions.tables import Tables, build_tables
    from tda_sim.definitions.vocabulary import glossary

__all__ = [
    "Card",
    "Colour",
    "Deck",
    "DiceDeck",
    "Played",
    "RuleSet",
    "Tables",
    "build_game_tables",
    "build_tables",
    "check_players",
    "describe",
    "describe_house_rule",
    "glossary",
    "is_house_rule",
    "list_decks",
    "list_house_rules",
    "listing",
    "load_deck",
    "load_game",
    "load_rules",
    "schema",
]

_HOMES = {  # imported when first used: finding a file, or listing decks, must not wait for the engine
    "Card": "cards",
    "Colour": "cards",
    "Deck": "decks",
    "DiceDeck": "dice",
    "Played": "games",
    "RuleSet": "models",
    "Tables": "tables",
    "build_game_tables": "games",
    "build_tables": "tables",
    "check_players": "decks",
    "describe": "descriptions",
    "describe_house_rule": "describe_house",
    "glossary": "vocabulary",
    "is_house_rule": "describe_house",
    "list_decks": "descriptions",
    "list_house_rules": "describe_house",
    "listing": "listed",
    "load_deck": "decks",
    "load_game": "games",
    "load_rules": "decks",
    "schema": "schemas",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
