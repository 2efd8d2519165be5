"""The shipped decks as data for the page: their cards, the code of their powers, and what there is to change.

Cards that share a power form a *family*: the dragons of a colour, or a card that exists once. A whole number in the
power of a family, written in YAML or left to its default, is an *amount* that the page can change. Where the code has
it is found by trial: the power is compiled with another number, and the argument that differs is the one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tda_sim.definitions import library, sources
from tda_sim.definitions.cards import Card, build_cards, table_of_colours
from tda_sim.definitions.decks import Deck, load_deck
from tda_sim.definitions.files import part, resolve
from tda_sim.definitions.house import check_fit
from tda_sim.definitions.instructions import Instruction, compile_power
from tda_sim.definitions.models import words
from tda_sim.definitions.parsing import parse_power
from tda_sim.definitions.powers import STRUCTURES, Power, public_effects
from tda_sim.definitions.selection import select
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import Stock
from tda_sim.definitions.tables import Tables, build_tables
from tda_sim.engine.layout import FIRST_OWN_GROUP
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS, Effect, Parameter
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import AGroup, AMeasure, Jump, Number
from tda_sim.errors import Problem, UserError
from tda_sim.lab.module import STRATEGIES
from tda_sim.review.weighing import kept_values
from tda_sim.seats import find

Path = tuple[int | str, ...]  # to a place in a power, as YAML has it
Line = list[Any]  # of code: effect, always, and the arguments; see `lines_of`


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
    return Shipped(deck, build_tables(deck), node, Stock(node, (), problems))


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
    """Return the names of all shipped decks of cards."""
    return [name for name, path in library.available("deck").items() if library.is_shipped("deck", path)]


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
        "draw": {"n_drawn": deck.n_drawn, "each_picks": int(deck.each_player_picks), "shown": int(deck.shown)},
        "cards": [card | {"kept": kept[card["name"]]} for card in cards_of(one)],
        "families": families_of(one),
    }


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
    first: dict[tuple[str, str], Card] = {}
    for card in one.deck.cards:
        first.setdefault(family(card, one.stock), card)
    return {
        f"{key}/{name}": _family(card, one.stock.entries(key)[name], one.deck)
        for (key, name), card in first.items()
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
        "groups": card.groups,
        "bars": card.bars or "",
        "text": card.text,
        "family": f"{key}/{name}",
        "single": single,
        "settable": single or (key == "dragons" and not _is_listed(name, one.node)),
        "drawn": card.name in one.deck.drawn,
    }


def _coloured(deck: Deck) -> set[str]:
    return {f"{colour.name}-{strength}" for colour in deck.colours for strength in colour.strengths} | {
        card.name for card in deck.cards if card.apart
    }


def _is_listed(colour: str, deck: Node) -> bool:
    """Whether a deck names the strengths that it takes of a colour; a house rule cannot give it others."""
    return part(deck, "colours").entries.get(colour, Node(None)).value not in (None, "all")


def _family(card: Card, entry: Node, deck: Deck) -> dict[str, Any]:
    written = part(entry, "power").plain() or []
    power = spelled_out(written)
    return {
        "power": power,
        "amounts": list(amounts(written, power, deck)),
        "lines": lines_of(card.power, deck, EFFECTS),
        "ante": lines_of(card.ante, deck, ANTE_EFFECTS),
    }


def lines_of(power: Power, deck: Deck, effects: dict[str, Effect]) -> list[Line]:
    """Return the code of a power or of ante effects, line by line: number of the effect, always, and its arguments.

    An argument is a number, a group's name, or in a list the line to go on at.
    """
    code = compile_power(power, deck.group_numbers, 0)
    return [
        [effects[line.effect].code, int(line.always), *_arguments(line, effects[line.effect].parameters, deck)]
        for line in code
    ]


def _arguments(line: Instruction, parameters: Sequence[Parameter], deck: Deck) -> Iterator[Any]:
    for value, parameter in zip(line.arguments, parameters, strict=True):
        if isinstance(parameter.kind, Jump):
            yield [value]
        elif isinstance(parameter.kind, AGroup | AMeasure) and value >= FIRST_OWN_GROUP:
            yield deck.groups[value - FIRST_OWN_GROUP]
        else:
            yield value


def groups() -> dict[str, int]:
    """Return the numbers of the groups that every deck has; those of its colours and tags come after them."""
    return dict(zip(words(Group), map(int, Group), strict=True))


def amounts(written: Any, power: Any, deck: Deck) -> Iterator[dict[str, Any]]:
    """Yield the numbers of a power: their path in it, `label`, `value`, `least`, `most`, and where the code has them.

    ``written`` is the power as YAML has it, ``power`` has its defaults as well, whose amounts come last. Places are
    pairs of a line and an argument.
    """
    own = dict(_numbers(written, ()))
    found = dict(_numbers(power, ()))
    for path in [*(path for path in found if path in own), *(path for path in found if path not in own)]:
        yield from _amount(power, path, found[path], deck)


def _amount(power: Any, path: Path, value: int, deck: Deck) -> Iterator[dict[str, Any]]:
    code = _compiled(power, deck)
    other = _compiled(_replaced(power, path, value + 1), deck) or _compiled(_replaced(power, path, value - 1), deck)
    if code is None or other is None or len(code) != len(other):
        return
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
            "places": places,
        }


def spelled_out(power: Any) -> Any:
    """Return a power as YAML has it, with the amount of every effect that leaves it to its default.

    >>> spelled_out(["pay_stakes", {"draw": {"who": "everyone"}}, {"steal": 2}, "lead_next_round"])
    [{'pay_stakes': 1}, {'draw': {'who': 'everyone', 'amount': 1}}, {'steal': 2}, 'lead_next_round']
    """
    return [_step(step) for step in power]


def _step(step: Any) -> Any:
    pair: tuple[str, Any] = (step, None) if isinstance(step, str) else next(iter(step.items()))
    name, given = pair
    if name in STRUCTURES:
        lists = STRUCTURES[name].lists
        return {name: {word: spelled_out(entry) if word in lists else entry for word, entry in given.items()}}
    parameters = public_effects()[name].parameters
    amount = next((each for each in parameters if isinstance(each.kind, Number) and each.default is not None), None)
    if amount is None or (given is not None and not isinstance(given, dict) and amount == parameters[0]):
        return step
    if given is None and amount == parameters[0]:
        return {name: amount.default}
    named = given if isinstance(given, dict) else {} if given is None else {parameters[0].name: given}
    return {name: named if amount.name in named else {**named, amount.name: amount.default}}


def _compiled(plain: Any, deck: Deck) -> Any:
    problems: list[Problem] = []
    power = parse_power(sources.from_python(plain), list(deck.group_numbers), problems)
    return None if problems else compile_power(power, deck.group_numbers, 0)


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


def tables_of(decks: Iterable[Shipped]) -> bytes:
    """Return the tables of decks as the engine reads them, one deck after another: CARDS, then RULES."""
    return b"".join(
        np.concatenate([one.tables.cards.view(np.uint8), one.tables.rules.view(np.uint8)]).tobytes() for one in decks
    )
