"""The shipped decks as the page gets them: the engine's own tables, and what there is to change about each card.

Cards that share a power form a *family*: the dragons of a colour, or a card that exists once. Every whole number in
the power of a family, as YAML has it, is an *amount* that the page can change. Where the engine keeps it is found by
trial: the power is compiled with another number, and the argument that differs is the one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.definitions import library, sources
from tda_sim.definitions.decks import Deck, load_deck
from tda_sim.definitions.files import resolve
from tda_sim.definitions.instructions import compile_power
from tda_sim.definitions.parsing import parse_power
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import Stock
from tda_sim.definitions.tables import Tables, build_tables
from tda_sim.engine.registry import EFFECTS
from tda_sim.engine.vocabulary import Jump, Number
from tda_sim.errors import Problem, UserError
from tda_sim.lab.module import STRATEGIES
from tda_sim.seats import find

Path = tuple[int | str, ...]  # to a place in a power, as YAML has it
JUMPS = {
    (effect.code, place)
    for effect in EFFECTS.values()
    for place, p in enumerate(effect.parameters)
    if isinstance(p.kind, Jump)
}


@dataclass(frozen=True)
class Shipped:
    """A deck with its tables, in which no two families share their instructions."""

    deck: Deck
    tables: Tables
    cards: NDArray[Any]
    stock: Stock


def shipped(name: str) -> Shipped:
    """Return a deck by name or path."""
    deck = load_deck(name)
    tables = build_tables(deck)
    problems: list[Problem] = []
    node = resolve("deck", Node(name), problems)
    if node is None or problems:
        raise UserError(problems)
    stock = Stock(node, (), problems)
    return Shipped(deck, tables, unshared(tables.cards, families_of(deck, stock)), stock)


def names() -> list[str]:
    """Return the names of all shipped decks of cards."""
    return [name for name, path in library.available("deck").items() if library.is_shipped("deck", path)]


def family(card: Any, stock: Stock) -> tuple[str, str]:
    """Return the key under which house rules change the power of a card, and the name there."""
    return ("cards", card.name) if card.name in stock.entries("cards") else ("dragons", card.colour)


def families_of(deck: Deck, stock: Stock) -> list[tuple[str, str]]:
    """Return the family of each card."""
    return [family(card, stock) for card in deck.cards]


def unshared(cards: NDArray[Any], families: list[tuple[str, str]]) -> NDArray[Any]:
    """Return the engine's table of cards, shape (1,), with a copy of each power that several families share."""
    table = cards.copy()
    row = table[0]
    owners: dict[int, tuple[str, str]] = {}
    copies: dict[tuple[int, tuple[str, str]], int] = {}
    end = _lines(row)
    for number, own in enumerate(families):
        first, last = int(row["power"][number]), int(row["power_end"][number])
        if first == last or owners.setdefault(first, own) == own:
            continue
        if (first, own) not in copies:
            copies[first, own] = end
            for line in range(first, last):
                _copy_line(row, line, end + line - first, end - first)
            end += last - first
        row["power"][number], row["power_end"][number] = copies[first, own], copies[first, own] + last - first
    return table


def _lines(row: Any) -> int:
    return int(
        max(
            row["power_end"].max(), row["ante_end"].max(), row["ability"]["end"].max(), row["ability"]["test_end"].max()
        )
    )


def _copy_line(row: Any, line: int, to: int, shift: int) -> None:
    row["op"][to], row["always"][to], row["arg"][to] = row["op"][line], row["always"][line], row["arg"][line]
    for place in range(row["arg"].shape[1]):
        if (int(row["op"][line]), place) in JUMPS:
            row["arg"][to, place] += shift


# --- what the page shows and changes ----------------------------------------------------------------------


def describe(one: Shipped) -> dict[str, Any]:
    """Return what the page knows of a deck, apart from its tables."""
    deck = one.deck
    keys = families_of(deck, one.stock)
    powers = {key: one.stock.entries(key[0])[key[1]].entries.get("power") for key in dict.fromkeys(keys)}
    first = {key: keys.index(key) for key in powers}
    return {
        "name": deck.name,
        "title": deck.title,
        "text": deck.text,
        "players": [deck.players.min, deck.players.max],
        "size": deck.size,
        "drawn": deck.n_drawn,
        "cards": [_card(card, key, deck) for card, key in zip(deck.cards, keys, strict=True)],
        "families": {
            "/".join(key): {
                "power": power.plain(),
                "amounts": list(amounts(power, deck, int(one.cards[0]["power"][first[key]]))),
            }
            for key, power in powers.items()
            if power is not None
        },
    }


def _card(card: Any, key: tuple[str, str], deck: Deck) -> dict[str, Any]:
    return {
        "name": card.name,
        "title": card.title,
        "strength": card.strength,
        "colour": card.colour or "",
        "alignment": card.alignment,
        "text": card.text,
        "family": "/".join(key),
        "single": card.name not in _coloured(deck),
        "drawn": card.name in deck.drawn,
    }


def _coloured(deck: Deck) -> set[str]:
    return {f"{colour.name}-{strength}" for colour in deck.colours for strength in colour.strengths} | {
        card.name for card in deck.cards if card.apart
    }


def amounts(power: Node, deck: Deck, start: int) -> Iterator[dict[str, Any]]:
    """Yield the numbers of a power: their path in it, `label`, `value`, `least`, `most`, and where the engine has them.

    ``start``: the number of the power's first instruction. Places are pairs of an instruction and an argument.
    """
    plain = power.plain()
    code = _compiled(plain, deck, start)
    for path, value in _numbers(plain, ()):
        other = _compiled(_replaced(plain, path, value + 1), deck, start) or _compiled(
            _replaced(plain, path, value - 1), deck, start
        )
        if code is None or other is None or len(code) != len(other):
            continue
        places = [
            (line, place)
            for line, (a, b) in enumerate(zip(code, other, strict=True))
            for place in range(len(a.arguments))
            if a.arguments[place] != b.arguments[place]
        ]
        kinds = [EFFECTS[code[line].effect].parameters[place].kind for line, place in places]
        if kinds and all(isinstance(kind, Number) for kind in kinds):
            yield {
                "path": path,
                "label": _label(path),
                "value": value,
                "least": max(kind.low for kind in kinds if isinstance(kind, Number)),
                "most": min(kind.high for kind in kinds if isinstance(kind, Number)),
                "places": [(start + line, place) for line, place in places],
            }


def _compiled(plain: Any, deck: Deck, start: int) -> Any:
    problems: list[Problem] = []
    groups = list(deck.group_numbers)
    power = parse_power(sources.from_python(plain), groups, problems)
    return None if problems else compile_power(power, deck.group_numbers, start)


def _numbers(plain: Any, path: Path) -> Iterator[tuple[Path, int]]:
    if isinstance(plain, int) and not isinstance(plain, bool):
        yield path, plain
    elif isinstance(plain, dict | list):
        for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from _numbers(value, (*path, key))


def _replaced(plain: Any, path: Path, value: int) -> Any:
    if not path:
        return value
    first, *rest = path
    inner = _replaced(plain[first], tuple(rest), value)
    if isinstance(plain, dict):
        return {**plain, first: inner}
    return [inner if place == first else each for place, each in enumerate(plain)]


def _label(path: Path) -> str:
    """Return what a number is, by the words above it: "steal", or "collect: amount"."""
    words = [str(part).replace("_", " ") for part in path if isinstance(part, str)]
    return ": ".join(dict.fromkeys(words[-2:]))


def weights(one: Shipped) -> dict[str, list[float]]:
    """Return the parameters that each strategy of the page is given with a deck, where it has some."""
    strategies = {name: find(name).at(one.deck.name, one.deck.rules_name) for name in STRATEGIES}
    return {name: [float(value) for value in one.values.values()] for name, one in strategies.items() if one.values}


def tables_of(decks: list[Shipped]) -> bytes:
    """Return the tables of decks as the engine reads them, one deck after another: CARDS, then RULES."""
    return b"".join(
        np.concatenate([one.cards.view(np.uint8), one.tables.rules.view(np.uint8)]).tobytes() for one in decks
    )
