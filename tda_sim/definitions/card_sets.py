"""The card sets of a deck, read and united."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from weakref import WeakSet

from tda_sim.definitions.card_files import CardSet
from tda_sim.definitions.files import name_of, part, resolve
from tda_sim.definitions.models import MAX_CARD_SETS
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.errors import Hint, Problem, suggest

NOUNS = {"dragons": "colour", "cards": "card"}
PARTS = tuple(NOUNS)

_sound: WeakSet[Node] = WeakSet()  # card sets without mistakes: files are read once, and many decks share them


@dataclass(frozen=True)
class CardSets:
    """The card sets of a deck by name; ``incomplete`` if something that it refers to cannot be read."""

    deck: Node
    sets: dict[str, Node]
    incomplete: bool

    @cached_property
    def owners(self) -> dict[str, list[str]]:
        """Which sets have a colour or a card, by its name."""
        owners: dict[str, list[str]] = {}
        for set_name, node in self.sets.items():
            for name in dict.fromkeys(name for key in PARTS for name in part(node, key).entries):
                owners.setdefault(name, []).append(set_name)
        return owners

    @cached_property
    def united(self) -> Node:
        """The cards of all sets, in the form of one; where names clash, those of the set that the deck takes."""
        taken = {name: chosen.value for name, chosen in self._take_from.items()}
        others = self._first_of_all.value
        united: dict[str, Node] = {}
        for key in PARTS:
            entries: dict[str, Node] = {}
            for set_name, node in self.sets.items():
                for name, entry in part(node, key).entries.items():
                    if name not in entries or taken.get(name, others) == set_name:
                        entries[name] = entry
            united[key] = Node(entries, self.deck.file, self.deck.line, dubious=self.incomplete)
        return replace(self.deck, value=united, dubious=self.incomplete)

    def check_owners(self, names: Iterable[str], problems: list[Problem]) -> None:
        """Check that the deck chooses a set for each of its cards whose name is in several."""
        first = self._first_of_all
        if first.value and first.value not in self.sets and not self.incomplete:
            message = f"take_from: the deck has no card set {first.value}"
            problems.append(first.problem(message, suggest(str(first.value), self.sets)))
            return
        for name in names:
            sets = self.owners.get(name, [])
            if len(sets) > 1 and name not in self._take_from and first.value not in sets:
                choose = f"choose one with take_from: {{{name}: {sets[0]}}}"
                problems.append(self.deck.problem(f"{name} is in several card sets: {', '.join(sets)}", choose))
        for name, chosen in self._take_from.items():
            sets = self.owners.get(name, [])
            if chosen.value not in sets and not self.incomplete:
                hint: Hint = suggest(chosen.value, sets) if sets else suggest(name, self.owners)
                problems.append(chosen.problem(f"take_from: there is no {name} in {chosen.value}", hint))

    @property
    def _first_of_all(self) -> Node:
        """The set whose cards come before those of all others, or a node without value."""
        written = part(self.deck, "take_from")
        return written if isinstance(written.value, str) else Node(None)

    @property
    def _take_from(self) -> dict[str, Node]:
        return part(self.deck, "take_from").entries


def read_card_sets(deck: Node, problems: list[Problem]) -> CardSets:
    """Return the card sets that a deck names; mistakes in them are added to ``problems``."""
    sets: dict[str, Node] = {}
    incomplete = deck.dubious
    references = [node for node in part(deck, "card_sets").items if isinstance(node.value, str)]
    for reference in references[:MAX_CARD_SETS]:
        name = name_of(reference)
        if name in sets:
            problems.append(reference.problem(f"card_sets: two are called {name}", "rename one"))
            continue
        node = resolve("cards", reference, problems)
        incomplete = incomplete or node is None or node.dubious
        if node is not None:
            if node not in _sound and check(CardSet, node, problems) is not None:
                _sound.add(node)
            sets[name] = node
    return CardSets(deck, sets, incomplete)
