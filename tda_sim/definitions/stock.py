"""The cards that a deck may choose from, before they are checked: its card sets, merged and changed step by step."""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any
from weakref import WeakSet

from tda_sim.definitions import inherit
from tda_sim.definitions.card_files import CardSet
from tda_sim.definitions.files import name_of, part, resolve, title_of
from tda_sim.definitions.groups import Further, groups_of_entry, texts
from tda_sim.definitions.models import MAX_ADDED, MAX_CARD_SETS, words
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.engine.terms import Group
from tda_sim.errors import Hint, Problem, suggest

NOUNS = {"dragons": "colour", "cards": "card"}
PARTS = tuple(NOUNS)
NEEDED = {"dragons": {"alignment", "strengths"}, "cards": {"alignment", "strength"}}  # some of it: then it is a new one
SHARED = ("alignment", "tags", "text", "power", "ante")  # what the dragons of a colour share
SETTLED = ("strength", "colour")  # what the name of a coloured dragon determines

_sound: WeakSet[Node] = WeakSet()  # card sets without mistakes: files are read once, and many decks share them


class Stock:
    """All cards that a deck may choose from. Mistakes are added to ``problems`` on the way.

    ``node`` has the form of a card set. Coloured dragons that differ from others of their colour are among its cards;
    ``apart`` has their colours. ``gone`` are coloured dragons that were removed.
    """

    def __init__(self, deck: Node, house_changes: Sequence[Node], problems: list[Problem]) -> None:
        self.deck = deck
        self.problems = problems
        self.take_from = part(deck, "take_from").entries
        self.sets = self._sets()
        self.owners = self._owners()
        self.apart: dict[str, str] = {}
        self.gone: set[str] = set()
        self.added_effects: list[Node] = []
        self.node = self._united()
        self.from_sets = {key: dict.fromkeys(self.entries(key)) for key in PARTS}
        self.ever = {key: dict(names) for key, names in self.from_sets.items()}
        for changes in [*part(deck, "changes").steps, *house_changes]:
            self._change(changes)

    def changed(self, changes: Node, problems: list[Problem]) -> "Stock":
        """Return a stock with one more step of changes; mistakes are added to ``problems``."""
        other = copy(self)
        other.problems, other.added_effects = problems, [*self.added_effects]
        other.apart, other.gone = {**self.apart}, {*self.gone}
        other.ever = {key: {**names} for key, names in self.ever.items()}
        other._change(changes)
        return other

    def entries(self, key: str) -> dict[str, Node]:
        """Return the colours or the cards by name."""
        return part(self.node, key).entries

    def ever_had(self, key: str) -> set[str]:
        """Return the names of all colours or cards, including coloured dragons and removed ones."""
        return {*self.ever[key], *((*self.coloured(), *self.gone) if key == "cards" else ())}

    # --- uniting card sets ---

    def _sets(self) -> dict[str, Node]:
        """Return the card sets by name; ``incomplete`` is set if one is missing."""
        references = [node for node in part(self.deck, "card_sets").items if isinstance(node.value, str)]
        sets: dict[str, Node] = {}
        self.incomplete = self.deck.dubious
        for reference in references[:MAX_CARD_SETS]:
            name = name_of(reference)
            if name in sets:
                self.problems.append(reference.problem(f"card_sets: two are called {name}", "rename one"))
                continue
            node = resolve("cards", reference, self.problems)
            self.incomplete = self.incomplete or node is None or node.dubious
            if node is not None:
                if node not in _sound and check(CardSet, node, self.problems) is not None:
                    _sound.add(node)
                sets[name] = node
        return sets

    def _owners(self) -> dict[str, list[str]]:
        """Return which sets have a colour or a card, by its name."""
        owners: dict[str, list[str]] = {}
        for set_name, node in self.sets.items():
            for name in dict.fromkeys(name for key in PARTS for name in part(node, key).entries):
                owners.setdefault(name, []).append(set_name)
        return owners

    def _united(self) -> Node:
        """Return the cards of all sets; where names clash, those of the set that the deck takes."""
        united: dict[str, Node] = {}
        for key in PARTS:
            entries: dict[str, Node] = {}
            for set_name, node in self.sets.items():
                for name, entry in part(node, key).entries.items():
                    if name not in entries or self._takes(name, set_name):
                        entries[name] = entry
            united[key] = Node(entries, self.deck.file, self.deck.line, dubious=self.incomplete)
        return replace(self.deck, value=united, dubious=self.incomplete)

    def _takes(self, name: str, set_name: str) -> bool:
        return name in self.take_from and self.take_from[name].value == set_name

    def check_owners(self, names: Iterable[str]) -> None:
        """Check that the deck chooses a set for each of its cards whose name is in several."""
        for name in names:
            sets = self.owners.get(name, [])
            if len(sets) > 1 and name not in self.take_from:
                choose = f"choose one with take_from: {{{name}: {sets[0]}}}"
                self.problems.append(self.deck.problem(f"{name} is in several card sets: {', '.join(sets)}", choose))
        for name, chosen in self.take_from.items():
            sets = self.owners.get(name, [])
            if chosen.value not in sets and not self.incomplete:
                hint: Hint = suggest(chosen.value, sets) if sets else suggest(name, self.owners)
                self.problems.append(chosen.problem(f"take_from: there is no {name} in {chosen.value}", hint))

    # --- changing cards ---

    def _change(self, changes: Node) -> None:
        """Carry out one step of changes: to colours, to cards, and to the powers of groups."""
        colours, cards = part(changes, "dragons"), part(changes, "cards")
        self._change_apart(colours)
        self._lay("dragons", colours)
        self._lay("cards", self._set_apart(cards))
        added = part(changes, "powers").items[:MAX_ADDED]
        groups = dict.fromkeys([*words(Group), *self.groups()]) if added else {}
        for step in added:
            self._add_effects(step, groups)

    def _lay(self, key: str, changes: Node) -> None:
        """Lay changes over the colours or over the cards."""
        known = part(self.node, key)
        names = [*self.entries(key), *(self.coloured() if key == "cards" else ())]
        fitting = {name: entry for name, entry in changes.entries.items() if self._fits(key, name, entry, names)}
        merged = inherit.merge(known, replace(changes, value=fitting), self.problems)
        place = replace(merged, file=known.file, line=known.line, dubious=self.incomplete)
        self.node = replace(self.node, value={**self.node.entries, key: place})
        self.ever[key].update(dict.fromkeys(name for name in fitting if name not in self.apart))

    def _fits(self, key: str, name: str, entry: Node, names: Sequence[str]) -> bool:
        """Whether there is such a card to change or remove, or the entry is a new card."""
        if name in self.entries(key) or (entry.value is not None and not NEEDED[key].isdisjoint(entry.entries)):
            return True
        if not self.incomplete and not entry.dubious and isinstance(entry.value, dict | None):
            verb = "remove" if entry.value is None else "change"
            self.problems.append(entry.problem(f"there is no {NOUNS[key]} {name} to {verb}", suggest(name, names)))
        return not isinstance(entry.value, dict | None)

    def coloured(self) -> dict[str, tuple[str, int]]:
        """Return the colour and strength of every coloured dragon, by its name."""
        return {
            name: (colour, strength.value)
            for colour, dragons in self.entries("dragons").items()
            for strength in part(dragons, "strengths").items
            if isinstance(strength.value, int) and (name := f"{colour}-{strength.value}") not in self.gone
        }

    def _set_apart(self, cards: Node) -> Node:
        """Give each changed coloured dragon its own entry, and return the remaining changes."""
        coloured = self.coloured()
        own, rest = dict(self.entries("cards")), dict(cards.entries)
        for name, entry in cards.entries.items():
            if name not in coloured:
                continue
            if entry.value is None:
                self._take_out(name, own)
                del rest[name]
            elif name not in self.apart:
                own[name] = self._entry(name, *coloured[name], entry)
            for word in SETTLED:
                if word in entry.entries:
                    hint = f"change the strengths of {coloured[name][0]}, or add a card with another name"
                    self.problems.append(entry.entries[word].problem(f"the name of {name} determines its {word}", hint))
        self._set_entries("cards", own)
        return replace(cards, value=rest)

    def _entry(self, name: str, colour: str, strength: int, changes: Node) -> Node:
        """Return a separate entry for a coloured dragon, with everything that it shares with its colour."""
        self.apart[name] = colour
        dragons = self.entries("dragons")[colour]
        title = Node(f"{dragon_title(colour, part(dragons, 'title').value)} {strength}")
        own = {"title": title, "strength": Node(strength), "colour": Node(colour)}
        own |= {word: dragons.entries[word] for word in SHARED if word in dragons.entries}
        return replace(changes, value=own)

    def _take_out(self, name: str, cards: dict[str, Node]) -> None:
        """Remove a coloured dragon from the deck, and its entry, if any, from ``cards``."""
        self.gone.add(name)
        self.apart.pop(name, None)
        cards.pop(name, None)

    def _set_entries(self, key: str, entries: dict[str, Node]) -> None:
        self.node = replace(self.node, value={**self.node.entries, key: replace(part(self.node, key), value=entries)})

    def _change_apart(self, colours: Node) -> None:
        """Apply changes of a colour to its dragons with separate entries."""
        cards = dict(self.entries("cards"))
        for name, colour in list(self.apart.items()):
            changes = colours.entries.get(colour)
            if changes is not None and changes.value is None:
                self._take_out(name, cards)
            elif changes is not None:
                shared = {word: entry for word, entry in changes.entries.items() if word in SHARED}
                cards[name] = inherit.merge(cards[name], replace(changes, value=shared), self.problems)
        self._set_entries("cards", cards)

    # --- adding effects to whole groups ---

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
