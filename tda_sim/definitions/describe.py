"""Decks as plain data, for people and other programs."""

from collections import Counter
from typing import Any

from pydantic import BaseModel

from tda_sim.definitions import library
from tda_sim.definitions.cards import Card
from tda_sim.definitions.decks import Deck, load_deck
from tda_sim.definitions.powers import Fork, Power
from tda_sim.definitions.sources import shown
from tda_sim.definitions.tables import build_tables
from tda_sim.errors import UserError

Data = dict[str, Any]


def list_decks() -> list[Data]:
    """Return a row per deck that can be found by name; ``problems`` says why one cannot be loaded."""
    rows = []
    for name, path in library.available("deck").items():
        row: Data = {"name": name, "file": shown(path), "problems": []}
        try:
            rows.append(row | _summary(load_deck(name)))
        except UserError as error:
            rows.append(row | {"problems": [str(problem) for problem in error.problems]})
    return rows


def describe(deck: Deck) -> Data:
    """Return all there is to know about a deck: its cards, its sizes, its rules, its digests."""
    tables = build_tables(deck)
    return {
        "name": deck.name,
        "file": deck.file,
        **_summary(deck),
        "text": deck.text,
        "sizes": {"cards": len(deck.cards), **Counter(card.alignment for card in deck.cards)},
        "colours": [
            {
                "name": colour.name,
                "title": colour.title,
                "alignment": colour.alignment,
                "strengths": list(colour.strengths),
                "power": colour.text or _effects(_power_of(deck, colour.name)),
            }
            for colour in deck.colours
        ],
        "unique_cards": [_card(card) for card in _unique(deck)],
        "rules": {
            "name": deck.rules_name,
            "title": deck.rules.title,
            "text": deck.rules.text,
            "parameters": _parameters(deck.rules),
        },
        "digests": {"deck": tables.deck_digest, "rules": tables.rules_digest},
    }


def _summary(deck: Deck) -> Data:
    return {
        "title": deck.title,
        "cards": len(deck.cards),
        "players": {"min": deck.players.min, "max": deck.players.max},
        "rules": deck.rules_name,
    }


def _unique(deck: Deck) -> list[Card]:
    dragons = {f"{colour.name}-{strength}" for colour in deck.colours for strength in colour.strengths}
    return [card for card in deck.cards if card.name not in dragons]


def _card(card: Card) -> Data:
    return {
        "name": card.name,
        "title": card.title,
        "strength": card.strength,
        "alignment": card.alignment,
        "colours": [*([card.colour] if card.colour else []), *card.colours],
        "tags": list(card.tags),
        "dragon_god": card.god,
        "power": card.text or _effects(card.power),
    }


def _power_of(deck: Deck, colour: str) -> Power:
    return next(card.power for card in deck.cards if card.colour == colour)


def _effects(power: Power) -> str:
    """Return the names of a power's effects, for a card without a text."""
    names = [step.test.effect if isinstance(step, Fork) else step.effect for step in power]
    return ", ".join(names).replace("_", " ")


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
