"""Which groups a card belongs to, and what is added to the powers of a whole group."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tda_sim.definitions.files import part
from tda_sim.definitions.models import MAX_LINE
from tda_sim.definitions.sources import Node
from tda_sim.definitions.wording import in_words


def groups_of(alignment: Any, colour: Any, tags: Iterable[Any], god: bool) -> list[str]:
    """Return the words of all groups that a card belongs to."""
    side = ["mortal"] if alignment == "mortal" else ["dragon", f"{alignment}_dragon"]
    return ["card", *side, *(["dragon_god"] if god else []), *texts([colour, *tags])]


def groups_of_entry(card: Node, colour: str | None) -> list[str]:
    """Return the same for an entry of a card set; ``colour`` is given where the entry is that of a colour's dragons."""
    natural = colour or part(card, "colour").value
    tags = [tag.value for tag in part(card, "tags").items]
    god = "god" in card.entries and card.entries["god"].value is not None
    return groups_of(part(card, "alignment").value, natural, tags, god)


def with_effects(card: Node, before: Node, after: Node) -> Node:
    """Return a card with effects before and after those of its power, and with a text that tells them."""
    power = card.entries.get("power", replace(card, value=[]))
    if not isinstance(power.value, list):
        return card
    own = texts([part(card, "text").value])
    text = " ".join([*_sentence(before), *own, *_sentence(after)]) if any(own) else ""
    whole = replace(power, value=[*before.items, *power.value, *after.items])
    told = Node(text if len(text) <= MAX_LINE else "")
    return replace(card, value={**card.entries, "power": whole, "text": told})


def texts(values: Iterable[Any]) -> list[str]:
    """Return those values that are text."""
    return [value for value in values if isinstance(value, str)]


def _sentence(effects: Node) -> list[str]:
    text = in_words(effects.plain()) if effects.items else ""
    return [f"{text[0].upper()}{text[1:]}."] if text else []
