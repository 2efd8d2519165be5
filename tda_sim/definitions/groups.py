"""Which groups a card belongs to, and what is added to the powers of a whole group."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tda_sim.definitions.files import part
from tda_sim.definitions.models import MAX_LINE
from tda_sim.definitions.sources import Node
from tda_sim.definitions.wording import in_words
from tda_sim.engine.layout import MAX_CODE


def groups_of(alignment: Any, colour: Any, tags: Iterable[Any], god: bool) -> list[str]:
    """Return the words of all groups that a card belongs to."""
    side = ["mortal"] if alignment == "mortal" else ["dragon", f"{alignment}_dragon"]
    return ["card", *side, *(["dragon_god"] if god else []), *texts([colour, *tags])]


def groups_of_entry(card: Node, colour: str | None) -> list[str]:
    """Return the groups of an entry of a card set; ``colour`` if the entry is that of a colour's dragons."""
    natural = colour or part(card, "colour").value
    tags = [tag.value for tag in part(card, "tags").items]
    god = "god" in card.entries and card.entries["god"].value is not None
    return groups_of(part(card, "alignment").value, natural, tags, god)


class Further:
    """Effects before and after those of a card's power."""

    def __init__(self, before: Node, after: Node) -> None:
        self.before, self.after = before.items[:MAX_CODE], after.items[:MAX_CODE]  # no deck has room for more
        self._texts = sentence(self.before), sentence(self.after)

    def added_to(self, card: Node) -> Node:
        """Return a card with these effects, and a text that describes them."""
        power = card.entries.get("power", replace(card, value=[]))
        if not isinstance(power.value, list):
            return card
        own = texts([part(card, "text").value])
        text = " ".join([*self._texts[0], *own, *self._texts[1]]) if any(own) else ""
        whole = replace(power, value=[*self.before, *power.value, *self.after])
        sentence = Node(text if len(text) <= MAX_LINE else "")
        return replace(card, value={**card.entries, "power": whole, "text": sentence})


def texts(values: Iterable[Any]) -> list[str]:
    """Return those values that are text."""
    return [value for value in values if isinstance(value, str)]


def sentence(effects: Sequence[Node]) -> list[str]:
    """Return effects in words as a sentence; none for no effects."""
    text = in_words([effect.plain() for effect in effects])
    return [f"{text[0].upper()}{text[1:]}."] if text else []
