"""The cards that a deck may choose from, before they are checked: those of its card sets, changed step by step."""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from tda_sim.definitions import inherit
from tda_sim.definitions.card_sets import NOUNS, PARTS, CardSets, read_card_sets
from tda_sim.definitions.files import part, title_of
from tda_sim.definitions.groups import Further, groups_of_entry, texts
from tda_sim.definitions.models import MAX_ADDED, words
from tda_sim.definitions.sources import Node
from tda_sim.engine.terms import Group
from tda_sim.errors import Problem, suggest

NEEDED = {"dragons": {"alignment", "strengths"}, "cards": {"alignment", "strength"}}  # some of it: then it is a new one
SHARED = ("alignment", "tags", "text", "power", "ante")  # what the dragons of a colour share
SETTLED = ("strength", "colour")  # what the name of a coloured dragon determines


def stock_of(deck: Node, house_changes: Iterable[Node], problems: list[Problem]) -> "Stock":
    """Return the cards of a deck's card sets with its own changes, then those of house rules."""
    stock = Stock(read_card_sets(deck, problems), problems)
    for step in [*part(deck, "changes").steps, *house_changes]:
        stock.change(step)
    return stock


class Stock:
    """All cards that a deck may choose from. Mistakes in changes are added to ``problems``.

    Attributes:
        sets: the card sets that the cards come from.
        node: the cards, in the form of a card set. Among the single ones are coloured dragons that differ from others
            of their colour.
        apart: the colours of these, by name.
        gone: coloured dragons that were removed.
        ever: the names of all colours and of all other cards, also of removed ones.
        added_effects: the changes that add effects to powers of whole groups.
    """

    def __init__(self, sets: CardSets, problems: list[Problem]) -> None:
        self.sets, self.problems = sets, problems
        self.node = sets.united
        self.apart: dict[str, str] = {}
        self.gone: set[str] = set()
        self.ever = {key: dict.fromkeys(self.entries(key)) for key in PARTS}
        self.added_effects: list[Node] = []

    def changed(self, changes: Node, problems: list[Problem]) -> "Stock":
        """Return a stock with one more step of changes; mistakes are added to ``problems``."""
        other = copy(self)
        other.problems, other.added_effects = problems, [*self.added_effects]
        other.apart, other.gone = {**self.apart}, {*self.gone}
        other.ever = {key: {**names} for key, names in self.ever.items()}
        other.change(changes)
        return other

    @property
    def incomplete(self) -> bool:
        """Whether cards may be missing, because something cannot be read."""
        return self.sets.incomplete

    def entries(self, key: str) -> dict[str, Node]:
        """Return the colours or the cards by name."""
        return part(self.node, key).entries

    def names(self, key: str) -> list[str]:
        """Return all colours or other cards to choose from, and those that a change removed."""
        return [name for name in self.ever[key] if name not in self.apart]

    def additions(self, key: str) -> list[str]:
        """Return those that are in no card set: they are in a deck without being listed."""
        return [name for name in self.names(key) if name not in part(self.sets.united, key).entries]

    def ever_had(self, key: str) -> set[str]:
        """Return the names of all colours or cards, including coloured dragons and removed ones."""
        return {*self.ever[key], *((*self.coloured(), *self.gone) if key == "cards" else ())}

    def coloured(self) -> dict[str, tuple[str, int]]:
        """Return the colour and strength of every coloured dragon, by its name."""
        return {
            name: (colour, strength.value)
            for colour, dragons in self.entries("dragons").items()
            for strength in part(dragons, "strengths").items
            if isinstance(strength.value, int) and (name := f"{colour}-{strength.value}") not in self.gone
        }

    # --- changing cards ---

    def change(self, step: Node) -> None:
        """Carry out one step of changes: to colours, to cards, and to the powers of groups."""
        colours, cards = part(step, "dragons"), part(step, "cards")
        self._change_cards(replace(colours, value=self._of_those_apart(colours)))
        self._lay("dragons", colours)
        self._change_cards(cards)
        added = part(step, "powers").items[:MAX_ADDED]
        groups = dict.fromkeys([*words(Group), *self.groups()]) if added else {}
        for each in added:
            self._add_effects(each, groups)

    def _of_those_apart(self, colours: Node) -> dict[str, Node]:
        """Return changes of colours as those of their dragons that have entries of their own."""
        changes = {name: colours.entries[colour] for name, colour in self.apart.items() if colour in colours.entries}
        return {
            name: entry if entry.value is None else replace(entry, value=_only(SHARED, entry))
            for name, entry in changes.items()
        }

    def _change_cards(self, cards: Node) -> None:
        """Lay changes over cards, of which changed coloured dragons get their own entries."""
        coloured = self.coloured()
        own, rest = dict(self.entries("cards")), dict(cards.entries)
        for name, entry in cards.entries.items():
            if name not in coloured and name not in self.apart:
                continue
            if entry.value is None:
                self.gone.add(name)
                self.apart.pop(name, None)
                own.pop(name, None)
                del rest[name]
                continue
            if name not in self.apart:
                own[name] = self._entry(name, *coloured[name], entry)
            for word in _only(SETTLED, entry):
                hint = f"change the strengths of {self.apart[name]}, or add a card with another name"
                self.problems.append(entry.entries[word].problem(f"the name of {name} determines its {word}", hint))
        self._set_entries("cards", own)
        self._lay("cards", replace(cards, value=rest))

    def _entry(self, name: str, colour: str, strength: int, changes: Node) -> Node:
        """Return a separate entry for a coloured dragon, with everything that it shares with its colour."""
        self.apart[name] = colour
        dragons = self.entries("dragons")[colour]
        title = Node(f"{dragon_title(colour, part(dragons, 'title').value)} {strength}")
        own = {"title": title, "strength": Node(strength), "colour": Node(colour)}
        return replace(changes, value=own | _only(SHARED, dragons))

    def _lay(self, key: str, changes: Node) -> None:
        """Lay changes over the colours or over the cards."""
        known = part(self.node, key)
        names = [*self.entries(key), *(self.coloured() if key == "cards" else ())]
        fitting = {name: entry for name, entry in changes.entries.items() if self._fits(key, name, entry, names)}
        merged = inherit.merge(known, replace(changes, value=fitting), self.problems)
        self._set_entries(key, merged.entries)
        self.ever[key].update(dict.fromkeys(name for name in fitting if name not in self.apart))

    def _fits(self, key: str, name: str, entry: Node, names: Sequence[str]) -> bool:
        """Whether there is such a card to change or remove, or the entry is a new card."""
        if name in self.entries(key) or (entry.value is not None and not NEEDED[key].isdisjoint(entry.entries)):
            return True
        if not self.incomplete and not entry.dubious and isinstance(entry.value, dict | None):
            verb = "remove" if entry.value is None else "change"
            self.problems.append(entry.problem(f"there is no {NOUNS[key]} {name} to {verb}", suggest(name, names)))
        return not isinstance(entry.value, dict | None)

    def _set_entries(self, key: str, entries: dict[str, Node]) -> None:
        self.node = replace(self.node, value={**self.node.entries, key: replace(part(self.node, key), value=entries)})

    def _add_effects(self, added: Node, groups: Collection[str]) -> None:
        """Put effects before and after those of every card of a group."""
        group = part(added, "of").value
        if not isinstance(group, str):
            return
        self.known(part(added, "of"), groups, "group")
        self.added_effects.append(added)
        further = Further(part(added, "before"), part(added, "after"))
        for key in PARTS:
            entries = dict(self.entries(key))
            for name, card in entries.items():
                if group in groups_of_entry(card, name if key == "dragons" else None):
                    entries[name] = further.added_to(card)
            self._set_entries(key, entries)

    # --- names ---

    def colours(self) -> list[str]:
        """Return every colour that some card has by nature, or had before its removal."""
        natural = [part(card, "colour").value for card in self.entries("cards").values()]
        return list(dict.fromkeys([*self.ever["dragons"], *texts(natural)]))

    def groups(self) -> list[str]:
        """Return every colour, then every tag."""
        carriers = [card for key in PARTS for card in self.entries(key).values()]
        tags = [tag.value for card in carriers for tag in part(card, "tags").items]
        return list(dict.fromkeys([*self.colours(), *texts(tags)]))

    def check_names(self) -> None:
        """Check the groups and colours that cards name outside their powers."""
        groups, colours = dict.fromkeys([*words(Group), *self.groups()]), dict.fromkeys(self.colours())
        for entry in self.entries("cards").values():
            self.known(part(part(entry, "god"), "bars"), groups, "group")
            for colour in part(entry, "colours").items:
                self.known(colour, colours, "colour")

    def known(self, node: Node, names: Collection[str], word: str) -> None:
        """Report an unknown name, unless some names are missing."""
        if isinstance(node.value, str) and node.value not in names and not node.dubious and not self.incomplete:
            self.problems.append(node.problem(f"there is no {word} called {node.value}", suggest(node.value, names)))


def dragon_title(colour: str, title: Any) -> str:
    """Return the title of a colour's dragons."""
    return str(title) if title else f"{title_of(colour)} Dragon"


def _only(words: Iterable[str], entry: Node) -> dict[str, Node]:
    return {word: entry.entries[word] for word in words if word in entry.entries}
