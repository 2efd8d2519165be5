"""Which cards of the stock a deck has: its colours, its other cards, and those that are drawn game by game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tda_sim.definitions.files import part
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import NOUNS, Stock
from tda_sim.engine.layout import MAX_POOL
from tda_sim.errors import Problem


@dataclass(frozen=True)
class Selection:
    """The names of a deck's cards, in the order of the card sets; ``drawn`` are among ``unique``.

    ``named`` also has colours and cards that a later change removes.
    """

    strengths: dict[str, tuple[int, ...]]  # of every colour
    unique: tuple[str, ...]
    drawn: tuple[str, ...]
    named: tuple[str, ...]


def select(deck: Node, stock: Stock) -> Selection:
    """Return what a deck takes from its stock; unknown cards are added to the problems of the stock."""
    chooser = _Chooser(deck, stock)
    strengths = chooser.strengths()
    unique = chooser.unique()
    drawn = chooser.drawn(unique)
    stock.check_owners([*strengths, *unique])
    dragons = [f"{colour}-{strength}" for colour, row in strengths.items() for strength in row]
    colours, cards = stock.entries("dragons"), stock.entries("cards")
    went_with_colour = [name for name in stock.gone if name.rpartition("-")[0] not in colours]
    return Selection(
        strengths={colour: row for colour, row in strengths.items() if colour in colours},
        unique=tuple(name for name in unique if name in cards),
        drawn=tuple(name for name in drawn if name in cards),
        named=(*strengths, *unique, *dragons, *went_with_colour),
    )


def check_draw(deck: Node, selection: Selection, players: int, problems: list[Problem]) -> None:
    """Check that as many cards can be drawn as the deck says, and that every player can pick one of them."""
    written = part(deck, "unique_cards")
    draw, there = part(written, "draw"), len(selection.drawn)
    if not isinstance(draw.value, int) or written.dubious:
        return
    if draw.value > there:
        hint = f"at most {there} can be drawn"
        problems.append(draw.problem(f"unique_cards.draw: there are not {draw.value} cards to draw from", hint))
    if there > MAX_POOL:
        place = written.entries.get("from", written)
        problems.append(place.problem(f"unique_cards: {there} cards to draw from", f"at most {MAX_POOL} are possible"))
    picks = part(written, "each_player_picks")
    if picks.value is True and draw.value < players:
        hint = f"draw {players} or more, or lower players: max"
        problems.append(picks.problem(f"unique_cards: {players} players cannot each pick one of {draw.value}", hint))


class _Chooser:
    def __init__(self, deck: Node, stock: Stock) -> None:
        self.deck = deck
        self.stock = stock

    # --- coloured dragons ---

    def strengths(self) -> dict[str, tuple[int, ...]]:
        """Return the strengths that the deck has of every colour."""
        written = self.deck.entries.get("colours", Node("all"))
        if not isinstance(written.value, dict):
            return {colour: self.all_strengths(colour) for colour in self.listed("colours", written, "dragons")}
        for colour, node in written.entries.items():
            self.stock.known(Node(colour, node.file, node.line), self.stock.ever["dragons"], "colour")
        wanted = {**written.entries, **dict.fromkeys(self.added("dragons"), Node("all"))}
        return {
            colour: self.some_strengths(colour, wanted[colour])
            for colour in self.stock.ever["dragons"]
            if colour in wanted
        }

    def all_strengths(self, colour: str) -> tuple[int, ...]:
        dragons = self.stock.entries("dragons").get(colour, Node({}))
        return tuple(node.value for node in part(dragons, "strengths").items if isinstance(node.value, int))

    def some_strengths(self, colour: str, written: Node) -> tuple[int, ...]:
        there = dict.fromkeys(self.all_strengths(colour))
        if not isinstance(written.value, list):
            return tuple(there)
        self.once(written.items, f"colours.{colour}")
        wanted = {node.value for node in written.items if isinstance(node.value, int)}
        hint = f"there are {', '.join(map(str, there))}"
        for node in written.items:
            if isinstance(node.value, int) and node.value not in there and colour in self.stock.entries("dragons"):
                self.stock.problems.append(node.problem(f"there is no {colour} dragon of strength {node.value}", hint))
        return tuple(strength for strength in there if strength in wanted)

    # --- other cards ---

    def unique(self) -> list[str]:
        """Return the names of all other cards that the deck may have in a game."""
        written = self.deck.entries.get("unique_cards", Node("all"))
        if not isinstance(written.value, dict):
            return self.listed("unique_cards", written, "cards")
        always, source = part(written, "always"), written.entries.get("from", Node("all"))
        self.once([*always.items, *source.items], "unique_cards")
        if not isinstance(source.value, list):
            self.listed("always", always, "cards")
            return self.names("cards")
        named = {*self.listed("always", always, "cards"), *self.listed("from", source, "cards")}
        return [name for name in self.names("cards") if name in named]

    def drawn(self, unique: Iterable[str]) -> list[str]:
        """Return the cards of which some are drawn for each game."""
        written = part(self.deck, "unique_cards")
        if not written.entries:
            return []
        always = {node.value for node in part(written, "always").items if isinstance(node.value, str)}
        source = written.entries.get("from", Node("all"))
        listed = {node.value for node in source.items if isinstance(node.value, str)}
        wanted = (listed if isinstance(source.value, list) else set(unique)) - always
        return [name for name in unique if name in wanted]

    # --- lists of names ---

    def names(self, kind: str) -> list[str]:
        """Return everything to choose from, and what a change removed."""
        return [name for name in self.stock.ever[kind] if name not in self.stock.apart]

    def added(self, kind: str) -> list[str]:
        """Return additions by changes, which are in the deck without being listed."""
        return [name for name in self.names(kind) if name not in self.stock.from_sets[kind]]

    def listed(self, key: str, written: Node, kind: str) -> list[str]:
        """Return the names in a list, in the order of the card sets; all names if there is no list."""
        if not isinstance(written.value, list):
            return self.names(kind)
        names = dict.fromkeys(self.names(kind))
        for node in written.items:
            self.stock.known(node, names, NOUNS[kind])
        if key in ("colours", "unique_cards"):
            self.once(written.items, key)
        wanted = {node.value for node in written.items if isinstance(node.value, str)} | {*self.added(kind)}
        return [name for name in names if name in wanted]

    def once(self, nodes: Sequence[Node], key: str) -> None:
        """Report entries that are in a list twice."""
        seen: set[Any] = set()
        for node in nodes:
            if str(node.value) in seen:
                message = f"{node.value} is in {key} twice"
                self.stock.problems.append(node.problem(message, "list it once"))
            seen.add(str(node.value))
