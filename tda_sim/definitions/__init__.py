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
    "cards": ("Card", "Colour"),
    "decks": ("Deck", "check_players", "load_deck", "load_rules"),
    "describe_house": ("describe_house_rule", "is_house_rule", "list_house_rules"),
    "descriptions": ("describe", "list_decks"),
    "dice": ("DiceDeck",),
    "games": ("Played", "build_game_tables", "load_game"),
    "listed": ("listing",),
    "models": ("RuleSet",),
    "schemas": ("schema",),
    "tables": ("Tables", "build_tables"),
    "vocabulary": ("glossary",),
}


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
