"""Parameters of a deck that can vary: those of rules, strengths of cards, and amounts of effects.

A parameter is named by its keys in a house rule, joined by dots: ``rules.starting_gold.each``,
``cards.thief.strength``, ``cards.thief.power.steal``, ``dragons.black.power.steal``. In a list of effects, a key is the
name of an effect or, where an effect stands there twice, its place from 1.
"""

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tda_sim.definitions.card_sets import PARTS
from tda_sim.definitions.decks import Deck
from tda_sim.definitions.games import Played
from tda_sim.definitions.inherit import WHOLE
from tda_sim.definitions.spelled_out import EFFECTS_OF, Tree
from tda_sim.definitions.stock import dragon_title
from tda_sim.errors import UserError, suggest

Value = int | float | bool | str | None
Place = tuple[str | int, ...]

WORDS: dict[str, tuple[str, str]] = {  # title, and a value in a sentence, for keys that are unclear
    "rules.starting_gold.each": ("starting gold", "{} gold each"),
    "rules.starting_gold.per_player": ("starting gold per player", "{} gold per player"),
    "rules.starting_gold": ("starting gold", "{} gold each"),
    "rules.opening_hand": ("opening hand", "an opening hand of {}"),
    "rules.hand_limit": ("hand limit", "a hand limit of {}"),
    "rules.buying.at": ("hand at which a player buys", "hands bought at {} cards"),
    "rules.buying.poorest_pays": ("price for the poorest", "{} % of the price for the poorest"),
    "rules.special_flights.colour": ("cards of a colour flight", "colour flights of {} cards"),
    "rules.special_flights.strength": ("cards of a strength flight", "strength flights of {} cards"),
    "rules.buying.up_to": ("hand after buying", "hands bought up to {}"),
    "rules.draw_after_gambit": ("cards drawn after a gambit", "{} cards drawn after a gambit"),
    "rules.rounds": ("rounds in a gambit", "{} rounds"),
    "rules.end.gold": ("gold that ends the game", "a goal of {} gold"),
    "rules.end.gambits": ("gambits in a game", "{} gambits"),
    "rules.series": ("games in a row", "{} games in a row"),
    "unique_cards.draw": ("unique cards in a game", "{} unique cards"),
}
SAFEGUARDS = {"rules.round_cap", "rules.gambit_cap", "rules.ante_redos", "rules.series"}  # of no usual game
MOST_NAMED = 12  # names that an error lists
AMOUNT = "amount"  # the default number of an effect


@dataclass(frozen=True)
class Parameter:
    """A parameter: its ``name``, ``title``, value as ``printed``, and a ``phrase`` with {} in the place of a value.

    ``place`` is the path to its value in the deck, and ``part`` is what a house rule replaces as a whole.
    """

    name: str
    title: str
    phrase: str
    printed: Value
    place: Place
    part: Place


def written(value: Value) -> str:
    """Return a value as YAML writes it.

    >>> written(True), written(None), written(1200), written("running")
    ('true', 'null', '1200', 'running')
    """
    return value if isinstance(value, str) else json.dumps(value)


def find_parameter(deck: Played, tree: Tree, name: str) -> Parameter:
    """Return the parameter called ``name``; ``deck`` and ``tree`` come from `spelled_out`.

    Raises UserError for an unknown name, or one with several values; the error lists valid names.
    """
    plain = name.removeprefix("changes.")
    place = _place(deck, tree, plain)
    part = _part(place)
    if part[-1] in WHOLE and part != place:
        _check_rest(deck, tree, place, part)
    title, phrase = WORDS.get(plain, ("", ""))
    title = title or _title(deck, tree, plain)
    return Parameter(plain, title, phrase or f"{title} = {{}}", value_at(tree, place), place, part)


def house_rule(tree: Tree, values: Mapping[Parameter, Value]) -> Tree:
    """Return the house rule that gives parameters these values, in the form of its file.

    Its title has their names, such as ``rules.rounds=4``. ``tree``: the deck's values, see `spelled_out`.
    """
    changed = deepcopy(tree)
    for parameter, value in values.items():
        *above, last = parameter.place
        value_at(changed, above)[last] = value
    rule: Tree = {"title": ", ".join(f"{parameter.name}={written(value)}" for parameter, value in values.items())}
    for parameter in values:
        is_card = "cards" in tree and parameter.part[0] in PARTS
        *above, last = ("changes", *parameter.part) if is_card else parameter.part
        here = rule
        for key in above:
            here = here.setdefault(str(key), {})
        here[str(last)] = value_at(changed, parameter.part)
    return rule


def value_at(tree: Any, place: Iterable[str | int]) -> Any:
    """Return the value at a place."""
    for step in place:
        tree = tree[step]
    return tree


def _place(deck: Played, tree: Tree, name: str) -> Place:
    """Return the place of a parameter's value."""
    steps = name.split(".")
    if steps[0] == "cards" and len(steps) > 1 and isinstance(deck, Deck):
        steps[1] = _card(deck, tree, steps[1])
        if steps[2:] == ["strength"] and (strength := _strength_of_dragon(deck, tree, steps[1])):
            return strength
    place: list[str | int] = []
    here: Any = tree
    before = ""
    for step in steps:
        if isinstance(here, list):
            index = _effect(here, step, before)
            place += [index, next(iter(here[index]))]
        elif isinstance(here, dict) and step in here:
            place.append(step)
        else:
            raise _unknown(deck, tree, here, step, before)
        here, before = value_at(tree, place), f"{before}.{step}".lstrip(".")
    return (*place, *_only_number(here, name))


def _only_number(here: Any, name: str) -> Place:
    """Return the rest of the way to a number: the amount of an effect, or the only number that there is."""
    if not isinstance(here, dict | list):
        return ()
    numbers = [key for key, value in here.items() if type(value) is int] if isinstance(here, dict) else []
    if name.split(".")[0] in PARTS and (AMOUNT in numbers or len(numbers) == 1):
        return (AMOUNT if AMOUNT in numbers else numbers[0],)
    below = (
        [str(next(iter(each))) if isinstance(each, dict) else "" for each in here] if isinstance(here, list) else here
    )
    keys = [f"{name}.{key}" for key in numbers or below if key]
    raise UserError.of(f"{name} is not a single value", hint=f"name one below it: {_first(keys)}" if keys else None)


def _first(keys: list[str]) -> str:
    return ", ".join(keys[:MOST_NAMED]) + (", ..." if len(keys) > MOST_NAMED else "")


def _card(deck: Deck, tree: Tree, step: str) -> str:
    """Return the name of a card, which may also be named by its title with hyphens: red-dragon-12."""
    by_title = {card.title.lower().replace(" ", "-"): card.name for card in deck.cards}
    name = by_title.get(step.lower(), step)
    if name not in tree["cards"]:
        raise UserError.of(f"{deck.name} has no card {step}", hint=suggest(step, tree["cards"]))
    return name


def _strength_of_dragon(deck: Deck, tree: Tree, name: str) -> Place:
    """Return the place of a coloured dragon's strength, among those of its colour."""
    card = next(card for card in deck.cards if card.name == name)
    if "strength" in tree["cards"][name] or card.colour is None:
        return ()
    return "dragons", card.colour, "strengths", tree["dragons"][card.colour]["strengths"].index(card.strength)


def _effect(power: list[Any], step: str, before: str) -> int:
    """Return the index of an effect in a list."""
    names = [str(next(iter(each))) for each in power if isinstance(each, dict)]
    if step.isdecimal() and 0 < int(step) <= len(names):
        return int(step) - 1
    if step not in names:
        raise UserError.of(f"{before} has no effect {step}", hint=suggest(step, names))
    if names.count(step) > 1:
        places = " or ".join(f"{before}.{k}" for k, name in enumerate(names, 1) if name == step)
        raise UserError.of(f"{before} has {step} more than once", hint=f"say which: {places}")
    return names.index(step)


def _unknown(deck: Played, tree: Tree, here: Any, step: str, before: str) -> UserError:
    if not isinstance(here, dict):
        return UserError.of(f"there is nothing below {before}", hint=f"write {before}={written(here)}")
    name, known = f"{before}.{step}".lstrip("."), [f"{before}.{key}" for key in here]
    if not before:
        known = [*(f"rules.{key}" for key in tree["rules"]), "cards.CARD.strength", "dragons.COLOUR.power.EFFECT"]
    return UserError.of(f"{deck.name} has no parameter {name}", hint=suggest(name, known, 30))


def _part(place: Place) -> Place:
    """Return what a house rule replaces as a whole: effects, strengths, or a mapping that is one value."""
    for k, step in enumerate(place):
        if step in WHOLE or (k == 2 and step in (*EFFECTS_OF, "strengths")):
            return place[: k + 1]
    return place


def _check_rest(deck: Played, tree: Tree, place: Place, part: Place) -> None:
    """Check that the other values of a mapping that is one value are 0: they would be lost, or add up."""
    for key, value in value_at(tree, part).items():
        if key != place[-1] and value:
            right = ".".join(map(str, (*part, key)))
            raise UserError.of(f"{deck.name} has {part[-1]}: {{{key}: {value}}}", hint=f"vary {right} instead")


def _title(deck: Played, tree: Tree, name: str) -> str:
    """Return the title of a parameter: its keys, with the titles of cards and colours."""
    head, *steps = name.split(".")
    if head not in PARTS:
        return " ".join(steps).replace("_", " ")
    rest = " ".join(step.replace("_", " ") for step in steps[1:] if step not in (*EFFECTS_OF, AMOUNT))
    if not isinstance(deck, Deck):
        return f"{rest} of {deck.dragons[steps[0]].title}"
    if head == "dragons":
        return f"{dragon_title(steps[0], tree['dragons'][steps[0]].get('title'))}s: {rest}"
    title = next(card.title for card in deck.cards if card.name == _card(deck, tree, steps[0]))
    return f"strength of {title}" if rest == "strength" else f"{title}: {rest}"


# --- all of them ------------------------------------------------------------------------------------------


def numbers_of(deck: Played, tree: Tree) -> list[Parameter]:
    """Return all parameters of a deck that are whole numbers above 0 and shape its games, those of rules first.

    ``deck`` and ``tree`` come from `spelled_out`. Bounds that no usual game meets are left out, and so are the
    strengths of coloured dragons, of which there are dozens; `find_parameter` finds them by name.
    """
    own = {name: entry for name, entry in tree.get("cards", {}).items() if not _is_of_a_colour(deck, name)}
    names = [name for name in _names({"rules": tree["rules"]}, "") if name not in SAFEGUARDS]
    names += _names({"unique_cards": tree.get("unique_cards", {})}, "")
    for part, entries in (("dragons", tree.get("dragons", {})), ("cards", own)):
        for name, entry in entries.items():
            shaping = {key: value for key, value in entry.items() if key in (*EFFECTS_OF, "strength")}
            names += _names(shaping, f"{part}.{name}.")
    found = {parameter.place: parameter for name in names if (parameter := _found(deck, tree, name)) is not None}
    return list(found.values())


def _is_of_a_colour(deck: Played, name: str) -> bool:
    return isinstance(deck, Deck) and any(card.name == name and card.colour is not None for card in deck.cards)


def _names(tree: Any, before: str) -> list[str]:
    """Return the names of all whole numbers above 0 below a place."""
    if isinstance(tree, bool | str | None):
        return []
    if isinstance(tree, int | float):
        return [before.rstrip(".")] if type(tree) is int and tree > 0 else []
    if isinstance(tree, dict):
        return [name for key, value in tree.items() for name in _names(value, f"{before}{key}.")]
    effects = [(str(next(iter(each))), each) for each in tree if isinstance(each, dict)]
    named = [name for name, _ in effects]
    places = (str(k) if named.count(name) > 1 else name for k, name in enumerate(named, 1))
    return [
        name
        for place, (key, each) in zip(places, effects, strict=True)
        for name in _names(each[key], f"{before}{place}.")
    ]


def _found(deck: Played, tree: Tree, name: str) -> Parameter | None:
    try:
        return find_parameter(deck, tree, name.removesuffix(f".{AMOUNT}"))
    except UserError:  # a number beside others that a house rule would replace with it
        return None
