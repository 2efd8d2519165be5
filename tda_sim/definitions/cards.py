"""The cards of a deck, checked."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tda_sim.definitions.card_files import CardSet, Carried, Dragons, SingleCard
from tda_sim.definitions.effects import AntePower, Power
from tda_sim.definitions.files import part, title_of
from tda_sim.definitions.groups import groups_of
from tda_sim.definitions.selection import Selection
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import Stock, dragon_title
from tda_sim.definitions.validate import check
from tda_sim.errors import Problem, suggest


@dataclass(frozen=True)
class Card:
    """One card of a deck. ``colour`` is its own by nature, ``colours`` what else it counts as."""

    name: str
    title: str
    strength: int
    alignment: str
    tags: tuple[str, ...]
    text: str
    power: Power
    ante: AntePower
    colour: str | None = None
    colours: tuple[str, ...] = ()
    god: bool = False
    bars: str | None = None
    apart: bool = False  # a coloured dragon that differs from the others of its colour

    @property
    def in_words(self) -> str:
        """What it does: its text, or else its effects as YAML names them."""
        ante = f"in the ante: {self.ante.words}" if self.ante else ""
        return self.text or "; ".join(words for words in (self.power.words, ante) if words)

    @property
    def all_colours(self) -> list[str]:
        """Its own colour and those that it counts as."""
        return [*([] if self.colour is None else [self.colour]), *self.colours]

    @property
    def groups(self) -> list[str]:
        """The words of all groups that it belongs to."""
        return groups_of(self.alignment, self.colour, self.tags, self.god)


@dataclass(frozen=True)
class Colour:
    """The dragons of one colour, as a table lists them: without those that differ."""

    name: str
    title: str
    alignment: str
    strengths: tuple[int, ...]
    tags: tuple[str, ...]
    text: str
    power: Power

    @property
    def in_words(self) -> str:
        """What they do: their text, or else their effects as YAML names them."""
        return self.text or self.power.words


def build_cards(stock: Stock, selection: Selection, problems: list[Problem]) -> tuple[Card, ...]:
    """Return the cards of the deck in the order of the card sets; none if there are mistakes."""
    model = check(CardSet, stock.node, problems, None if stock.incomplete else stock.groups())
    if not stock.incomplete:
        stock.check_names()
    if model is None:
        return ()
    dragons = [
        _single(name, model.cards[name], stock) if name in stock.apart else _dragon(name, colour, strength, entry)
        for colour, entry in model.dragons.items()
        for strength in selection.strengths.get(colour, ())
        if (name := f"{colour}-{strength}") not in stock.gone
    ]
    for name in {card.name for card in dragons}.intersection(selection.unique):
        entry = stock.entries("cards")[name]
        problems.append(entry.problem(f"{name} is the name of a coloured dragon", "choose another name"))
    return (*dragons, *(_single(name, model.cards[name], stock) for name in selection.unique))


def with_copies(cards: tuple[Card, ...], written: Node, problems: list[Problem]) -> tuple[Card, ...]:
    """Return the cards of a deck with the second copies that it names, each beside its first; mistakes are added."""
    names = [card.name for card in cards]
    wanted = {str(node.value) for node in written.items} if isinstance(written.value, list) else set()
    for node in written.items:
        if node.value not in names:
            problems.append(node.problem(f"the deck has no card {node.value}", suggest(str(node.value), names)))
    copied = [card.name for card in cards if written.value == "all" or card.name in wanted]
    for clash in {copy_of(name) for name in copied} & {*names}:
        problems.append(written.problem(f"second_copies: {clash} is a card already", "rename one of the two"))
    return tuple(each for card in cards for each in ([card, _copied(card)] if card.name in copied else [card]))


def copy_of(name: str) -> str:
    """Return the name of a card's second copy."""
    return f"{name}-copy"


def first_of(name: str) -> str:
    """Return the name of the first copy of a card, for that of any."""
    return name.removesuffix("-copy")


def _copied(card: Card) -> Card:
    """Return the second copy of a card. A coloured dragon's is listed apart from the others of its colour."""
    return replace(card, name=copy_of(card.name), title=f"{card.title} (copy)", apart=card.colour is not None)


def table_of_colours(stock: Stock, cards: Iterable[Card]) -> tuple[Colour, ...]:
    """Return the colours of a deck's dragons."""
    single = {*stock.apart, *stock.entries("cards")}
    rows: dict[str, list[Card]] = {}
    for card in cards:
        if card.colour is not None and card.name not in single and not card.apart:
            rows.setdefault(card.colour, []).append(card)
    return tuple(
        Colour(
            name=name,
            title=dragon_title(name, part(stock.entries("dragons")[name], "title").value),
            alignment=row[0].alignment,
            strengths=tuple(card.strength for card in row),
            tags=row[0].tags,
            text=row[0].text,
            power=row[0].power,
        )
        for name, row in rows.items()
    )


def natural_colours(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the colours that cards have by nature, in the order of the cards."""
    return tuple(dict.fromkeys(card.colour for card in cards if card.colour is not None))


def _dragon(name: str, colour: str, strength: int, entry: Dragons) -> Card:
    title = f"{dragon_title(colour, entry.title)} {strength}"
    return Card(name=name, title=title, strength=strength, colour=colour, **_shared(entry))


def _single(name: str, entry: SingleCard, stock: Stock) -> Card:
    return Card(
        name=name,
        title=entry.title or title_of(name),
        strength=entry.strength,
        colour=entry.colour,
        colours=tuple(entry.colours),
        god=entry.god is not None,
        bars=None if entry.god is None else entry.god.bars,
        apart=name in stock.apart,
        **_shared(entry),
    )


def _shared(entry: Carried) -> dict[str, Any]:
    """Return what every entry has."""
    tags = tuple(entry.tags)
    return {"alignment": entry.alignment, "tags": tags, "text": entry.text, "power": entry.power, "ante": entry.ante}
