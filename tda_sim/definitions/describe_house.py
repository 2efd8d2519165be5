"""House rules of decks and dice games as plain data, for people and other programs."""

from collections.abc import Iterable
from typing import Any

from tda_sim.definitions import library, sources
from tda_sim.definitions.card_sets import PARTS
from tda_sim.definitions.dice import HOUSE as DICE_HOUSE
from tda_sim.definitions.files import part, resolve, title_of
from tda_sim.definitions.fitting import check_house_rule, fitting_decks
from tda_sim.definitions.house import HOUSE, read_house_rule, rule_set_of
from tda_sim.definitions.sources import Node
from tda_sim.definitions.vocabulary import rule_parameters
from tda_sim.definitions.wording import in_words
from tda_sim.errors import UserError, sound, suggest

Data = dict[str, Any]
DECK = "deck"
DECK_KEYS = {"base", "card_sets"}  # one of which every deck needs
PLACES = ("before", "after")
ABOUT_CARDS = ("card_sets", "take_from", "colours", "unique_cards", "players")


def is_house_rule(reference: str) -> bool:
    """Return whether a name or a path is that of a house rule. Raises UserError if it is neither that nor a deck's."""
    decks, house_rules = library.available(DECK), library.available(HOUSE)
    if library.is_path(DECK, reference):
        path = library.find(DECK, reference)
        node = sources.read(path, [])  # loading it reports its mistakes
        return path.parent.name == library.KINDS[HOUSE].below or not DECK_KEYS.intersection(
            node.entries if node else ()
        )
    if reference not in decks and reference not in house_rules:
        hint = suggest(reference, [*decks, *house_rules])
        raise UserError.of(f"there is no deck or house rule called {reference}", hint=hint)
    return reference not in decks


def list_house_rules() -> list[Data]:
    """Return a row per house rule that can be found by name; ``problems`` says why one cannot be loaded."""
    return library.rows(HOUSE, lambda name: _summary(_house_rule(name), name))


def list_dice_rules() -> list[Data]:
    """Return a row per house rule for dice games that can be found by name."""
    return library.rows(DICE_HOUSE, lambda name: _summary(_dice_rule(name), name))


def describe_dice_rule(reference: str) -> Data:
    """Return what a house rule for dice games changes. Raises UserError with its mistakes."""
    node, name = _dice_rule(reference), library.name_of(reference)
    changes = {key: part(node, key).plain() for key in ("rules", "dragons")}
    return {"house_rule": name, **_summary(node, name), "file": node.file, **changes}


def _dice_rule(reference: str) -> Node:
    return sound(lambda problems: resolve(DICE_HOUSE, sources.from_python(reference), problems))


def describe_house_rule(reference: str) -> Data:
    """Return what a house rule changes: the rules, the cards, and which cards are in; and which decks it fits.

    The key ``reference`` is what ``--rules`` takes: the name, or the path if no name leads to the file. Raises
    UserError with all its mistakes.
    """
    node, name = _house_rule(reference), library.name_of(reference)
    steps = part(node, "changes").steps
    return {
        "house_rule": name,
        **_summary(node, name),
        "reference": _reference(reference),
        "file": node.file,
        "fits": fitting_decks(reference),
        "rule_set": rule_set_of(node),
        "rules": _rules(part(node, "rules")),
        "cards": [_card(key, name, entry) for step in steps for key, name, entry in _changes(step)],
        "powers": [_addition(entry) for step in steps for entry in part(step, "powers").items],
        "deck": {key: node.entries[key].plain() for key in ABOUT_CARDS if key in node.entries},
    }


def _house_rule(reference: str) -> Node:
    """Return a house rule. Raises UserError with all its mistakes."""
    check_house_rule(reference)
    return sound(lambda problems: read_house_rule(sources.from_python(reference), problems))


def _summary(node: Node, name: str) -> Data:
    return {"title": part(node, "title").value or title_of(name), "text": part(node, "text").value or ""}


def _reference(reference: str) -> str:
    """Return a house rule's reference: its name, if that leads to the same file, or else its path."""
    path, name = library.find(HOUSE, reference), library.name_of(reference)
    known = library.available(HOUSE).get(name)
    is_known = known is not None and known.resolve() == path.resolve()
    return name if is_known and name not in library.available("rules") else library.shown(path)


def _rules(rules: Node) -> list[Data]:
    """Return the parameters that differ."""
    meanings = {row["name"]: row["meaning"] for row in rule_parameters()}
    return [
        {"name": name, "value": node.plain(), "meaning": meanings[name]}
        for name, node in _leaves(rules, "")
        if name in meanings
    ]


def _leaves(node: Node, above: str) -> Iterable[tuple[str, Node]]:
    for name, entry in node.entries.items():
        if entry.entries:
            yield from _leaves(entry, f"{above}{name}.")
        else:
            yield f"{above}{name}", entry


def _changes(step: Node) -> Iterable[tuple[str, str, Node]]:
    return ((key, name, entry) for key in PARTS for name, entry in part(step, key).entries.items())


def _card(key: str, name: str, entry: Node) -> Data:
    """Return what changes about a card, or the dragons of a colour, with powers in words."""
    fields = {word: node.plain() for word, node in entry.entries.items()}
    shown = {word: in_words(value) if word in ("power", "ante") else value for word, value in fields.items()}
    return {"kind": "colour" if key == "dragons" else "card", "name": name, "out": entry.value is None, "fields": shown}


def _addition(step: Node) -> Data:
    """Return which effects are added to the powers of a group, in words."""
    effects = {place: in_words(part(step, place).plain()) if place in step.entries else "" for place in PLACES}
    return {"of": part(step, "of").value, **effects}
