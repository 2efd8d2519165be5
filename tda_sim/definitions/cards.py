"""The cards that a deck may choose from: its card sets united, changed and checked."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tda_sim.definitions import inherit, powers
from tda_sim.definitions.files import name_of, part, resolve, title_of
from tda_sim.definitions.models import CardSet, Dragons, SingleCard, words
from tda_sim.definitions.powers import Power
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.engine.layout import Group
from tda_sim.errors import Problem, suggest

NOUNS = {"dragons": "colour", "cards": "card"}
PARTS = tuple(NOUNS)


@dataclass(frozen=True)
class Card:
    """One card of a deck. ``colour`` is its own by nature, ``colours`` what else it counts as."""

    name: str
    title: str
    strength: int
    alignment: str
    colour: str | None
    colours: tuple[str, ...]
    tags: tuple[str, ...]
    god: bool
    bars: str | None
    text: str
    power: Power
    ante: Power


@dataclass(frozen=True)
class Colour:
    """The dragons of one colour, as a table lists them."""

    name: str
    title: str
    alignment: str
    strengths: tuple[int, ...]
    text: str


class Pool:
    """All cards that a deck may choose from. Mistakes are added to ``problems`` on the way."""

    def __init__(self, deck: Node, problems: list[Problem]) -> None:
        self.deck = deck
        self.problems = problems
        self.take_from = part(deck, "take_from").entries
        self.sets = self._sets()
        self.owners = self._owners()
        self.node = self._changed(self._united())
        self.model = check(CardSet, self.node, problems)
        self.powers = self._powers()
        self._check_names()

    # --- putting the pool together ---

    def _sets(self) -> dict[str, Node]:
        """Return the card sets by name; ``incomplete`` tells whether one is missing."""
        references = [node for node in part(self.deck, "card_sets").items if isinstance(node.value, str)]
        sets: dict[str, Node] = {}
        self.incomplete = self.deck.dubious
        for reference in references:
            name, node = name_of(reference), resolve("cards", reference, self.problems)
            self.incomplete = self.incomplete or node is None or node.dubious
            if name in sets:
                self.problems.append(reference.problem(f"card_sets: there are two called {name}", "rename one"))
            if node is not None:
                check(CardSet, node, self.problems)
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

    def _changed(self, united: Node) -> Node:
        changes = self.deck.entries.get("changes")
        if changes is None:
            return united
        known = {key: entry for key, entry in changes.entries.items() if key in PARTS}  # others are reported elsewhere
        return replace(inherit.merge(united, replace(changes, value=known), self.problems), dubious=self.incomplete)

    def _powers(self) -> dict[tuple[str, str, str], Power]:
        """Return every power and ante effect, by part, name and kind."""
        groups = None if self.incomplete else self.groups()
        return {
            (key, name, kind): powers.parse(entry.entries[kind], groups, self.problems)
            for key in PARTS
            for name, entry in part(self.node, key).entries.items()
            for kind in ("power", "ante")
            if kind in entry.entries
        }

    # --- names ---

    def colours(self) -> list[str]:
        """Return every colour that some card has by nature."""
        natural = [part(card, "colour").value for card in part(self.node, "cards").entries.values()]
        return list(dict.fromkeys([*part(self.node, "dragons").entries, *_texts(natural)]))

    def groups(self) -> list[str]:
        """Return every colour, then every tag."""
        carriers = [card for key in PARTS for card in part(self.node, key).entries.values()]
        tags = [tag.value for card in carriers for tag in part(card, "tags").items]
        return list(dict.fromkeys([*self.colours(), *_texts(tags)]))

    def _check_names(self) -> None:
        """Check the groups and colours that cards name outside their powers."""
        if self.incomplete:
            return
        groups = [*words(Group), *self.groups()]
        for entry in part(self.node, "cards").entries.values():
            self._known(part(part(entry, "god"), "bars"), groups, "group")
            for colour in part(entry, "colours").items:
                self._known(colour, self.colours(), "colour")

    def _known(self, node: Node, names: Iterable[str], word: str) -> None:
        if isinstance(node.value, str) and node.value not in names and not node.dubious:
            self.problems.append(node.problem(f"there is no {word} called {node.value}", suggest(node.value, names)))

    # --- choosing from the pool ---

    def choose(self) -> tuple[Card, ...]:
        """Return the cards of the deck, in the order of the card sets."""
        colours, unique = self._selected("colours", "dragons"), self._selected("unique_cards", "cards")
        self._check_owners([*colours, *unique])
        if self.model is None:
            return ()
        dragons = [card for name in colours for card in self._dragons(name, self.model.dragons[name])]
        for name in {card.name for card in dragons}.intersection(unique):
            entry = part(self.node, "cards").entries[name]
            self.problems.append(entry.problem(f"{name} is the name of a coloured dragon", "choose another name"))
        return (*dragons, *(self._single(name, self.model.cards[name]) for name in unique))

    def table_of_colours(self, cards: Iterable[Card]) -> tuple[Colour, ...]:
        """Return the colours of a deck's dragons."""
        present = {card.colour for card in cards}
        dragons = {} if self.model is None else self.model.dragons
        return tuple(
            Colour(name, _dragon_title(name, each), each.alignment, tuple(each.strengths), each.text)
            for name, each in dragons.items()
            if name in present
        )

    def _selected(self, key: str, kind: str) -> list[str]:
        """Return the names that the deck's list under ``key`` chooses from a part of the pool."""
        known = list(part(self.node, kind).entries)
        if not isinstance(self.deck.entries.get(key, Node("all")).value, list):
            return known
        seen: set[Any] = set()
        for item in self.deck.entries[key].items:
            if not self.incomplete:
                self._known(item, known, NOUNS[kind])
            if str(item.value) in seen:
                self.problems.append(item.problem(f"{item.value} stands in {key} a second time", "name it once"))
            seen.add(str(item.value))
        return [name for name in known if name in seen]

    def _check_owners(self, names: Iterable[str]) -> None:
        for name in names:
            sets = self.owners.get(name, [])
            if len(sets) > 1 and name not in self.take_from:
                hint = f"choose one with take_from: {{{name}: {sets[0]}}}"
                self.problems.append(self.deck.problem(f"{name} is in several card sets: {', '.join(sets)}", hint))
        for name, chosen in self.take_from.items():
            sets = self.owners.get(name, [])
            if chosen.value not in sets and not self.incomplete:
                hint = suggest(chosen.value, sets) if sets else suggest(name, self.owners)
                self.problems.append(chosen.problem(f"take_from: there is no {name} in {chosen.value}", hint))

    def _dragons(self, colour: str, dragons: Dragons) -> list[Card]:
        power, ante = self._powers_of("dragons", colour)
        return [
            Card(
                name=f"{colour}-{strength}",
                title=f"{_dragon_title(colour, dragons)} {strength}",
                strength=strength,
                alignment=dragons.alignment,
                colour=colour,
                colours=(),
                tags=tuple(dragons.tags),
                god=False,
                bars=None,
                text=dragons.text,
                power=power,
                ante=ante,
            )
            for strength in dragons.strengths
        ]

    def _single(self, name: str, card: SingleCard) -> Card:
        power, ante = self._powers_of("cards", name)
        return Card(
            name=name,
            title=card.title or title_of(name),
            strength=card.strength,
            alignment=card.alignment,
            colour=card.colour,
            colours=tuple(card.colours),
            tags=tuple(card.tags),
            god=card.god is not None,
            bars=None if card.god is None else card.god.bars,
            text=card.text,
            power=power,
            ante=ante,
        )

    def _powers_of(self, key: str, name: str) -> tuple[Power, Power]:
        return self.powers.get((key, name, "power"), ()), self.powers.get((key, name, "ante"), ())


def natural_colours(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the colours that cards have by nature, in the order of the cards."""
    return tuple(dict.fromkeys(card.colour for card in cards if card.colour is not None))


def _dragon_title(colour: str, dragons: Dragons) -> str:
    return dragons.title or f"{title_of(colour)} Dragon"


def _texts(values: Iterable[Any]) -> list[str]:
    return [value for value in values if isinstance(value, str)]
