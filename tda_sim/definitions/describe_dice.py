"""Dice games and their house rules as plain data, for people and other programs."""

from typing import Any

from tda_sim.definitions import library
from tda_sim.definitions.dice import (
    HOUSE,
    KIND,
    DiceDeck,
    DiceTables,
    Dragon,
    build_dice_tables,
    load_dice,
    load_dice_rule,
)
from tda_sim.definitions.files import part, title_of
from tda_sim.definitions.sources import Node
from tda_sim.errors import sound

Data = dict[str, Any]

POWERS = {
    "none": "",
    "steal": "Take {gold} gold from the stakes.",
    "return": "You may have an opponent with an evil dragon pay {gold} gold into the stakes.",
    "weakest_wins": "While it is in play at the end, the weakest flight wins the stakes.",
    "banish": "After any turn you may give it up to remove a dragon that has the weakest flight win; "
    "{other} comes in its place.",
}


def list_dice() -> list[Data]:
    """Return a row per dice game that can be found by name; ``problems`` says why one cannot be loaded."""
    return library.rows(KIND, lambda name: _summary(sound(lambda problems: load_dice(Node(name), [], problems))))


def list_dice_rules() -> list[Data]:
    """Return a row per house rule for dice games that can be found by name."""
    return library.rows(HOUSE, lambda name: {key: describe_dice_rule(name)[key] for key in ("title", "text")})


def describe_dice_rule(reference: str) -> Data:
    """Return what a house rule for dice games changes."""
    node = sound(lambda problems: load_dice_rule(Node(reference), problems))
    return {
        "house_rule": library.name_of(reference),
        "title": part(node, "title").value or title_of(library.name_of(reference)),
        "text": part(node, "text").value or "",
        "file": node.file,
        "rules": part(node, "rules").plain(),
        "dragons": part(node, "dragons").plain(),
    }


def describe_dice(deck: DiceDeck, tables: DiceTables | None = None) -> Data:
    """Return all there is to know about a dice game: its dragons, its rules, its digests."""
    tables = tables or build_dice_tables(deck)
    return {
        "name": deck.name,
        "file": deck.file,
        **_summary(deck),
        "text": deck.text,
        "dragons": [_dragon(deck, name, dragon) for name, dragon in deck.dragons.items()],
        "rules": {
            "name": deck.rules_name,
            "parameters": [
                {"name": name, "value": getattr(deck.rules, name), "meaning": field.description}
                for name, field in type(deck.rules).model_fields.items()
            ],
        },
        "digests": {"deck": tables.deck_digest, "rules": tables.rules_digest},
    }


def _summary(deck: DiceDeck) -> Data:
    return {
        "title": deck.title,
        "cards": len(deck.dragons),
        "players": {"min": deck.players.min, "max": deck.players.max},
        "rules": deck.rules_name,
    }


def _dragon(deck: DiceDeck, name: str, dragon: Dragon) -> Data:
    other = "" if dragon.replaced_by is None else deck.dragons[dragon.replaced_by].title
    return {
        "name": name,
        "title": dragon.title,
        "alignment": dragon.alignment,
        "god": dragon.god,
        "strength": f"d{dragon.die}" if dragon.die else str(dragon.strength),
        "power": POWERS[dragon.power].format(gold=dragon.moved, other=other),
    }
