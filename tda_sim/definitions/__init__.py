"""Cards, rules and decks: from YAML files to checked models to the engine's tables."""

from tda_sim.definitions.cards import Card, Colour
from tda_sim.definitions.decks import Deck, check_players, load_deck, load_rules
from tda_sim.definitions.describe import describe, list_decks
from tda_sim.definitions.describe_house import describe_house_rule, is_house_rule, list_house_rules
from tda_sim.definitions.glossary import glossary
from tda_sim.definitions.models import RuleSet
from tda_sim.definitions.schemas import schema
from tda_sim.definitions.tables import Tables, build_tables

__all__ = [
    "Card",
    "Colour",
    "Deck",
    "RuleSet",
    "Tables",
    "build_tables",
    "check_players",
    "describe",
    "describe_house_rule",
    "glossary",
    "is_house_rule",
    "list_decks",
    "list_house_rules",
    "load_deck",
    "load_rules",
    "schema",
]
