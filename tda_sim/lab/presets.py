"""The shipped house rules as presets of the page: what each changes of the rules, and of the cards of each deck."""

from collections.abc import Sequence
from typing import Any

from tda_sim.answers.titles import rule_title
from tda_sim.definitions import library, sources
from tda_sim.definitions.files import part
from tda_sim.definitions.groups import sentence
from tda_sim.definitions.tables import build_tables
from tda_sim.lab import decks, rules
from tda_sim.lab.amounts import POWER, changeable

PARTS = ("rules", "changes", "unique_cards")  # what a preset may change
NAMED = ("dragons", "cards")  # changes by the name of a colour or a card
FIELDS = {"draw": "n_drawn", "each_player_picks": "each_picks", "shown": "shown"}  # of the engine, by the word in YAML


def presets(ready: list[decks.Shipped], own: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the house rules that the page can lay over decks: those that ship, and further ones by name or path.

    `rules` are the engine's numbers by parameter, `changes` and `unique_cards` what the file says of cards, `rivals`
    the house rules that change the same things. `decks` has what differs from each deck that it fits: `rules`, new and
    changed `cards` and `families`, the names of those that are `gone`, the `draw` of cards, and effects `added` to the
    powers of groups.
    """
    named = {library.name_of(rule): rule for rule in [*library.available("house-rule"), *own]}
    made = [one for rule in named.values() if (one := preset(rule, ready)) is not None]
    return [one | {"rivals": [other["name"] for other in made if _exclude(one, other)]} for one in made]


def _exclude(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two house rules change the same thing, so that only one can hold."""
    mine, theirs = _named(one), _named(other)
    return one is not other and any(mine[key] is None or mine[key] != theirs[key] for key in mine if key in theirs)


def _named(preset: dict[str, Any]) -> dict[Any, Any]:
    """Return what a house rule changes, by name; with the value where that is a number."""
    numbers = {(key, name): value for key in ("rules", "unique_cards") for name, value in preset[key].items()}
    return numbers | {(key, name): None for key in NAMED for name in preset["changes"].get(key, {})}


def preset(rule: str, ready: list[decks.Shipped]) -> dict[str, Any] | None:
    """Return one house rule, by name or path, as in `presets` but without its rivals; None if the page lacks it."""
    name, node = library.name_of(rule), sources.read_or_raise(library.find("house-rule", rule))
    given = {key: part(node, key).plain() or {} for key in PARTS}
    if (
        set(node.entries) - {"title", "text", *PARTS}
        or not isinstance(given["rules"], dict)
        or "base" in given["rules"]
    ):
        return None
    about = {"name": name, "title": rule_title(rule), "text": part(node, "text").value or ""}
    given["rules"] = rules.numbers_of(given["rules"])
    fitting = {one.deck.name: made for one in ready if (made := _made_of(one, name, given)) is not None}
    return {**about, **given, "decks": fitting}


def _differing(numbers: dict[str, int], printed: dict[str, int]) -> dict[str, int]:
    return {name: value for name, value in numbers.items() if value != printed[name]}


def _key(name: str, place: int) -> str:
    """Return the key of effects that a house rule adds to a group."""
    return f"powers/{name}{f':{place + 1}' if place else ''}"


def _made_of(one: decks.Shipped, name: str, given: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a house rule makes of the cards of a deck; None if it does not fit it."""
    draw = {FIELDS[key]: int(value) for key, value in given["unique_cards"].items()}
    if draw and not one.deck.n_drawn:
        return None
    named = {key: given["changes"][key] for key in NAMED if key in given["changes"]}
    other = decks.changed(one, sources.from_python(named)) if named else one
    added = given["changes"].get("powers", [])
    groups = {group for card in one.deck.cards for group in card.groups}
    if other is None or any(step["of"] not in groups for step in added):
        return None
    return {
        **(_differences(one, other) if named else {"cards": [], "gone": [], "families": {}}),
        "rules": _differing(given["rules"], decks.rule_numbers(one.deck)),
        "draw": _differing(draw, decks.draw_of(one.deck)),
        "added": [_added(step, _key(name, place), one) for place, step in enumerate(added)],
    }


def _differences(one: decks.Shipped, other: decks.Shipped) -> dict[str, Any]:
    before, after = ({card["name"]: card for card in decks.cards_of(deck)} for deck in (one, other))
    differing = [card for name, card in after.items() if card != before.get(name)]
    kept = decks.worth_in_hand(other.deck, build_tables(other.deck)) if differing else {}
    return {
        "cards": [card | {"kept": kept[card["name"]]} for card in differing],
        "gone": [name for name in before if name not in after],
        "families": decks.families_of(other, one),
    }


def _added(step: dict[str, Any], key: str, one: decks.Shipped) -> dict[str, Any]:
    """Return effects that are added to the powers of a group as a family, with what they add to the text of a card."""
    nodes = {place: sources.from_python(step.get(place, [])) for place in ("before", "after")}
    text = {place: " ".join(sentence(node.items)) for place, node in nodes.items()}
    made = changeable(key, {place: (node, POWER) for place, node in nodes.items()}, one.deck)
    title = f"Every {step['of'].replace('_', ' ')}"
    return made | {"key": key, "of": step["of"], "title": title, "text": text}
