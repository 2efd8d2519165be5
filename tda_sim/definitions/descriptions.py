"""Decks as plain data, for people and other programs."""

from collections import Counter
from typing import Any

from pydantic import BaseModel

from tda_sim.definitions import library
from tda_sim.definitions.ability_files import Ability
from tda_sim.definitions.cards import Card
from tda_sim.definitions.decks import Deck, load_deck
from tda_sim.definitions.tables import Tables, build_tables

Data = dict[str, Any]


def list_decks() -> list[Data]:
    """Return a row per deck that can be found by name; ``problems`` says why one cannot be loaded."""
    return library.rows("deck", lambda name: _summary(load_deck(name)))


def describe(deck: Deck, tables: Tables | None = None) -> Data:
    """Return all there is to know about a deck: its cards, its sizes, its rules, its digests."""
    tables = tables or build_tables(deck)
    return {
        "name": deck.name,
        "file": deck.file,
        **_summary(deck),
        "text": deck.text,
        "sizes": {"cards": len(deck.cards), **Counter(card.alignment for card in deck.cards)},
        "draw": _draw(deck),
        "colours": [
            {
                "name": colour.name,
                "title": colour.title,
                "alignment": colour.alignment,
                "strengths": list(colour.strengths),
                "tags": list(colour.tags),
                "power": colour.in_words,
            }
            for colour in deck.colours
        ],
        "single_dragons": [_card(card, deck) for card in deck.single_dragons],
        "unique_cards": [_card(card, deck) for card in deck.unique_cards],
        "remarks": list(deck.remarks),
        "rules": {
            "name": deck.rules_name,
            "title": deck.rules.title,
            "text": deck.rules.text,
            "parameters": _parameters(deck.rules),
        },
        "abilities": {
            "list": deck.abilities.name,
            "title": deck.abilities.title,
            "unshared": deck.abilities.unshared,
            "abilities": [_ability(name, ability) for name, ability in deck.abilities.abilities.items()],
            "bundles": [{"name": name} | bundle.model_dump() for name, bundle in deck.abilities.bundles.items()],
        },
        "digests": {"deck": tables.deck_digest, "rules": tables.rules_digest},
    }


def _summary(deck: Deck) -> Data:
    return {
        "title": deck.title,
        "cards": deck.size,
        "players": {"min": deck.players.min, "max": deck.players.max},
        "rules": deck.rules_name,
    }


def _draw(deck: Deck) -> Data | None:
    """Return how many cards are drawn for each game, of how many; None if all are in every game."""
    if not deck.drawn:
        return None
    return {
        "cards": deck.n_drawn,
        "of": len(deck.drawn),
        "each_player_picks": deck.each_player_picks,
        "shown": deck.shown,
    }


def _card(card: Card, deck: Deck) -> Data:
    return {
        "name": card.name,
        "title": card.title,
        "strength": card.strength,
        "alignment": card.alignment,
        "colours": [*([card.colour] if card.colour else []), *card.colours],
        "tags": list(card.tags),
        "dragon_god": card.god,
        "power": card.in_words,
        "ante": card.ante.words,
        "drawn": card.name in deck.drawn,
    }


def _ability(name: str, ability: Ability) -> Data:
    return {
        "name": name,
        "title": ability.title,
        "when": "" if ability.when is None else ability.when.name.lower(),
        "once": [limit.name.lower() for limit in ability.limits],
        "optional": ability.optional,
        "effects": ability.in_words,
    }


def _parameters(model: BaseModel, above: str = "") -> list[Data]:
    """Return every parameter with its value and meaning, nested ones by dotted names."""
    rows: list[Data] = []
    data = model.model_dump(mode="json")
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            rows.extend(_parameters(value, f"{above}{name}."))
        elif above or name not in ("base", "title", "text"):
            rows.append({"name": f"{above}{name}", "value": data[name], "meaning": field.description})
    return rows
