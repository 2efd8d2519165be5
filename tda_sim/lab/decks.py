"""The shipped decks as data for the page: their cards, the code of their powers, and what there is to change.

Cards that share a power form a *family*: the dragons of a colour, or a card that exists once. Which of its numbers the
page can change: see `amounts`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tda_sim.agents import entrants, find
from tda_sim.agents.levels import USUAL_EDITION, calibration, levels
from tda_sim.agents.parameters import edition_of
from tda_sim.definitions import library
from tda_sim.definitions.cards import Card, build_cards, table_of_colours
from tda_sim.definitions.decks import Deck, load_deck
from tda_sim.definitions.files import part, resolve
from tda_sim.definitions.house import check_fit
from tda_sim.definitions.models import words
from tda_sim.definitions.selection import select
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import Stock, stock_of
from tda_sim.definitions.tables import Tables, build_tables, rule_facts
from tda_sim.engine.terms import Group
from tda_sim.errors import Problem, UserError
from tda_sim.lab import rules
from tda_sim.lab.amounts import ANTE, POWER, changeable
from tda_sim.lab.module import STRATEGIES
from tda_sim.review.weighing import kept_values


@dataclass(frozen=True)
class Shipped:
    """A deck with its tables; ``node`` is its file, and ``stock`` the cards that it chooses from."""

    deck: Deck
    tables: Tables
    node: Node
    stock: Stock


def shipped(name: str) -> Shipped:
    """Return a deck by name or path."""
    deck = load_deck(name)
    problems: list[Problem] = []
    node = resolve("deck", Node(name), problems)
    if node is None or problems:
        raise UserError(problems)
    return Shipped(deck, build_tables(deck), node, stock_of(node, (), problems))


def changed(one: Shipped, changes: Node) -> Shipped | None:
    """Return a deck with changes to its cards, but with its tables as they were; None if they do not fit."""
    problems: list[Problem] = []
    stock = one.stock.changed(changes, problems)
    selection = select(one.node, stock)
    check_fit([changes], one.deck.name, stock, selection, problems)
    cards = build_cards(stock, selection, problems)
    if problems:
        return None
    groups = tuple(dict.fromkeys([*one.deck.groups, *stock.groups()]))
    colours = table_of_colours(stock, cards)
    deck = replace(one.deck, cards=cards, colours=colours, drawn=selection.drawn, groups=groups)
    return replace(one, deck=deck, stock=stock)


def names() -> list[str]:
    """Return the names of all shipped decks of cards, without those that draw colours: no evening is played so."""
    shipped = [name for name, path in library.available("deck").items() if library.is_shipped("deck", path)]
    return [name for name in shipped if not load_deck(name).draws.lots]


def family(card: Card, stock: Stock) -> tuple[str, str]:
    """Return the key under which house rules change the power of a card, and the name there."""
    return ("cards", card.name) if card.name in stock.entries("cards") else ("dragons", str(card.colour))


# --- what the page shows and changes ----------------------------------------------------------------------


def describe(one: Shipped) -> dict[str, Any]:
    """Return what the page knows of a deck."""
    deck = one.deck
    kept = worth_in_hand(deck, one.tables)
    return {
        "name": deck.name,
        "title": deck.title,
        "text": deck.text,
        "players": [deck.players.min, deck.players.max],
        "edition": edition(one),
        "draw": draw_of(deck),
        "rules": rule_numbers(deck),
        "cards": [card | {"kept": kept[card["name"]]} for card in cards_of(one)],
        "families": families_of(one),
    }


def draw_of(deck: Deck) -> dict[str, int]:
    """Return how a deck draws cards for each game, as the engine's numbers."""
    draw = {"n_drawn": deck.n_drawn, "each_picks": int(deck.each_player_picks), "shown": int(deck.shown)}
    return draw | {"varies": int(deck.n_drawn > 0)}


def rule_numbers(deck: Deck) -> dict[str, int]:
    """Return the engine's number of each parameter that the page can change."""
    facts = rule_facts(deck.rules)
    return {row["name"]: int(facts[row["field"]]) for row in rules.parameters()}


def cards_of(one: Shipped) -> list[dict[str, Any]]:
    """Return what the page knows of the cards of a deck."""
    coloured = _coloured(one.deck)
    return [_card(card, card.name not in coloured, one) for card in one.deck.cards]


def worth_in_hand(deck: Deck, tables: Tables) -> dict[str, int]:
    """Return what each card is worth in hand when a gambit ends, by name, as the coach has it."""
    values = kept_values(tables, deck.name, deck.rules_name).tolist()
    return dict(zip([card.name for card in deck.cards], values, strict=True))


def families_of(one: Shipped, before: Shipped | None = None) -> dict[str, Any]:
    """Return what the page knows of the families of a deck; only of those whose entries differ from ``before``."""
    cards = {family(card, one.stock): card for card in one.deck.cards}
    return {
        f"{key}/{name}": _family(f"{key}/{name}", one.stock.entries(key)[name], card, one.deck)
        for (key, name), card in cards.items()
        if before is None or one.stock.entries(key)[name] is not before.stock.entries(key).get(name)
    }


def _card(card: Card, single: bool, one: Shipped) -> dict[str, Any]:
    key, name = family(card, one.stock)
    return {
        "name": card.name,
        "title": card.title,
        "strength": card.strength,
        "colour": card.colour or "",
        "colours": list(card.colours),
        "alignment": card.alignment,
        "kind": _kind(card),
        "groups": card.groups,
        "bars": card.bars or "",
        "text": card.text,
        "family": f"{key}/{name}",
        "single": single,
        "settable": single or (key == "dragons" and not _is_listed(name, one.node)),
        "drawn": card.name in one.deck.drawn,
    }


def _kind(card: Card) -> str:
    side = card.alignment if card.alignment == "mortal" else f"{card.alignment} dragon{' god' if card.god else ''}"
    also = f"counts as {', '.join(card.colours)}" if card.colours else None
    return ", ".join(filter(None, (side, card.colour, also)))


def _coloured(deck: Deck) -> set[str]:
    return {f"{colour.name}-{strength}" for colour in deck.colours for strength in colour.strengths} | {
        card.name for card in deck.cards if card.apart
    }


def _is_listed(colour: str, deck: Node) -> bool:
    """Whether a deck names the strengths that it takes of a colour; a house rule cannot give it others."""
    return part(deck, "colours").entries.get(colour, Node(None)).value not in (None, "all")


def _family(key: str, entry: Node, card: Card, deck: Deck) -> dict[str, Any]:
    title = card.title if key.startswith("cards/") else f"{card.title.removesuffix(f' {card.strength}')}s"
    lists = {"power": (part(entry, "power"), POWER), "ante": (part(entry, "ante"), ANTE)}
    return changeable(key, lists, deck) | {"title": title}


def groups() -> dict[str, int]:
    """Return the numbers of the groups that every deck has; those of its colours and tags come after them."""
    return dict(zip(words(Group), map(int, Group), strict=True))


FIELDS = ("modified", "play_noise", "ante_noise", "boldness", "lapses", "blind", "member", "up_to")  # of ENTRANT


def weights(one: Shipped) -> dict[str, list[float]]:
    """Return the parameters that each strategy of the page is given with a deck, where it has some."""
    strategies = {name: find(name).at(one.deck.name, one.deck.rules_name) for name in STRATEGIES}
    return {name: [float(value) for value in one.values.values()] for name, one in strategies.items() if one.values}


def edition(one: Shipped) -> str:
    """Return the edition whose levels of play a deck has."""
    return edition_of(one.deck.name, one.deck.rules_name, calibration()) or USUAL_EDITION


def members() -> dict[str, dict[int, dict[str, list[dict[str, int]]]]]:
    """Return who plays at the levels, by edition, number of players and level: fields of ENTRANT that are not 0.

    ``strategy`` is its number among those of the page.
    """
    return {
        name: {players: {level: _members(level, name, players) for level in levels()} for players in counts}
        for name, counts in calibration().items()
    }


def _members(level: str, name: str, players: int) -> list[dict[str, int]]:
    rows = entrants([find(level).at(name, name, players)])[1:]
    names = [each.strategy.path.stem for each in find(level).at(name, name, players).members]
    return [
        {"strategy": STRATEGIES.index(strategy)} | {field: int(row[field]) for field in FIELDS if row[field]}
        for strategy, row in zip(names, rows, strict=True)
    ]


def tables_of(decks: Iterable[Shipped]) -> bytes:
    """Return the tables of decks as the engine reads them, one deck after another: CARDS, then RULES."""
    return b"".join(
        np.concatenate([one.tables.cards.view(np.uint8), one.tables.rules.view(np.uint8)]).tobytes() for one in decks
    )
