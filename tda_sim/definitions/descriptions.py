"""Decks and dice games as plain data, for people and other programs."""

from collections import Counter
from typing import Any

from pydantic import BaseModel

from tda_sim.definitions import library
from tda_sim.definitions.ability_files import Ability
from tda_sim.definitions.cards import Card, Colour
from tda_sim.definitions.decks import Deck, load_deck
from tda_sim.definitions.dice import KIND as DICE
from tda_sim.definitions.dice import DiceDeck, load_dice
from tda_sim.definitions.games import Played, PlayedTables, build_game_tables
from tda_sim.definitions.models import File
from tda_sim.definitions.sources import Node
from tda_sim.errors import sound

Data = dict[str, Any]


def list_decks() -> list[Data]:
    """Return a row per deck that can be found by name; ``problems`` says why one cannot be loaded."""
    return library.rows("deck", lambda name: _summary(load_deck(name)))


def list_dice() -> list[Data]:
    """Return a row per dice game that can be found by name; ``problems`` says why one cannot be loaded."""
    return library.rows(DICE, lambda name: _summary(sound(lambda problems: load_dice(Node(name), [], problems))))


def describe(game: Played, tables: PlayedTables | None = None) -> Data:
    """Return all there is to know about a deck or a dice game: its cards or dragons, its rules, its digests."""
    tables = tables or build_game_tables(game)
    rules = {"name": game.rules_name, "parameters": parameters(game.rules)}
    return {
        "name": game.name,
        "file": game.file,
        **_summary(game),
        "text": game.text,
        **(_dice(game, rules) if isinstance(game, DiceDeck) else _deck(game, rules)),
        "digests": {"deck": tables.deck_digest, "rules": tables.rules_digest},
    }


def parameters(model: BaseModel, above: str = "") -> list[Data]:
    """Return every parameter with its value and meaning, nested ones by dotted names."""
    rows: list[Data] = []
    data = model.model_dump(mode="json")
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            rows.extend(parameters(value, f"{above}{name}."))
        elif above or name not in File.model_fields:
            rows.append({"name": f"{above}{name}", "value": data[name], "meaning": field.description})
    return rows


def _summary(game: Played) -> Data:
    players = game.players.model_dump()
    return {"title": game.title, "cards": game.size, "players": players, "rules": game.rules_name}


def _dice(game: DiceDeck, rules: Data) -> Data:
    dragons = [
        {
            "name": name,
            "title": dragon.title,
            "alignment": dragon.alignment,
            "god": dragon.god,
            "strength": dragon.strength_in_words,
            "power": game.power_of(name),
        }
        for name, dragon in game.dragons.items()
    ]
    return {"dragons": dragons, "rules": rules}


def _deck(deck: Deck, rules: Data) -> Data:
    listed = deck.abilities
    return {
        "sizes": {"cards": len(deck.cards), **Counter(card.alignment for card in deck.cards)},
        "cards_in_game": list(deck.sizes),
        "draw": _draw(deck),
        "draws": [
            {"kind": lot.kind, "of": lot.of, "parts": list(lot.parts), "least": lot.least, "most": lot.most}
            for lot in deck.draws.lots
        ],
        "colours": [_colour(colour) for colour in deck.colours],
        "single_dragons": [_card(card, deck) for card in deck.single_dragons],
        "unique_cards": [_card(card, deck) for card in deck.unique_cards],
        "remarks": list(deck.remarks),
        "rules": {"name": deck.rules_name, "title": deck.rules.title, "text": deck.rules.text, **rules},
        "abilities": {
            "list": listed.name,
            "title": listed.title,
            "unshared": listed.unshared,
            "abilities": [_ability(name, ability) for name, ability in listed.abilities.items()],
            "bundles": [{"name": name} | bundle.model_dump() for name, bundle in listed.bundles.items()],
        },
    }


def _draw(deck: Deck) -> Data | None:
    """Return how many cards are drawn for each game, of how many; None if all are in every game."""
    drawn = {"cards": deck.n_drawn, "of": len(deck.drawn)}
    return drawn | {"each_player_picks": deck.each_player_picks, "shown": deck.shown} if deck.drawn else None


def _colour(colour: Colour) -> Data:
    return {
        "name": colour.name,
        "title": colour.title,
        "alignment": colour.alignment,
        "strengths": list(colour.strengths),
        "tags": list(colour.tags),
        "power": colour.in_words,
    }


def _card(card: Card, deck: Deck) -> Data:
    return {
        "name": card.name,
        "title": card.title,
        "strength": card.strength,
        "alignment": card.alignment,
        "colours": card.all_colours,
        "tags": list(card.tags),
        "dragon_god": card.god,
        "power": card.in_words,
        "ante": card.ante.words,
        "drawn": card.name in deck.drawn or card.name in deck.draws.cards,
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
