"""The cards of a deck, checked."""

from collections.abc import Iterable
from dataclasses import dataclass

from tda_sim.definitions.card_files import CardSet, Dragons, SingleCard
from tda_sim.definitions.effects import AntePower, Power
from tda_sim.definitions.files import part, title_of
from tda_sim.definitions.groups import groups_of
from tda_sim.definitions.selection import Selection
from tda_sim.definitions.stock import Stock, dragon_title
from tda_sim.definitions.validate import check
from tda_sim.definitions.wording import in_words
from tda_sim.errors import Problem


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
    ante: AntePower
    power_words: str  # the effects as YAML names them
    ante_words: str
    apart: bool = False  # a coloured dragon that differs from the others of its colour

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
    power_words: str


def build_cards(stock: Stock, selection: Selection, problems: list[Problem]) -> tuple[Card, ...]:
    """Return the cards of the deck in the order of the card sets; none if there are mistakes."""
    model = check(CardSet, stock.node, problems, None if stock.incomplete else stock.groups())
    maker = _Maker(stock)
    if not stock.incomplete:
        stock.check_names()
    if model is None:
        return ()
    dragons = [
        maker.single(name, model.cards[name]) if name in stock.apart else maker.dragon(colour, strength, dragons)
        for colour, dragons in model.dragons.items()
        for strength in selection.strengths.get(colour, ())
        if (name := f"{colour}-{strength}") not in stock.gone
    ]
    for name in {card.name for card in dragons}.intersection(selection.unique):
        entry = stock.entries("cards")[name]
        problems.append(entry.problem(f"{name} is the name of a coloured dragon", "choose another name"))
    return (*dragons, *(maker.single(name, model.cards[name]) for name in selection.unique))


def table_of_colours(stock: Stock, cards: Iterable[Card]) -> tuple[Colour, ...]:
    """Return the colours of a deck's dragons."""
    single = {*stock.apart, *stock.entries("cards")}
    rows: dict[str, list[Card]] = {}
    for card in cards:
        if card.colour is not None and card.name not in single:
            rows.setdefault(card.colour, []).append(card)
    return tuple(
        Colour(
            name=name,
            title=dragon_title(name, part(stock.entries("dragons")[name], "title").value),
            alignment=row[0].alignment,
            strengths=tuple(card.strength for card in row),
            tags=row[0].tags,
            text=row[0].text,
            power_words=row[0].power_words,
        )
        for name, row in rows.items()
    )


def natural_colours(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the colours that cards have by nature, in the order of the cards."""
    return tuple(dict.fromkeys(card.colour for card in cards if card.colour is not None))


class _Maker:
    """Makes cards of checked entries."""

    def __init__(self, stock: Stock) -> None:
        self.stock = stock

    def words(self, key: str, name: str, what: str) -> str:
        """Return a list of effects as YAML names them."""
        entry = self.stock.entries(key)[name]
        return in_words(part(entry, what).plain()) if what in entry.entries else ""

    def dragon(self, colour: str, strength: int, dragons: Dragons) -> Card:
        return Card(
            name=f"{colour}-{strength}",
            title=f"{dragon_title(colour, dragons.title)} {strength}",
            strength=strength,
            alignment=dragons.alignment,
            colour=colour,
            colours=(),
            tags=tuple(dragons.tags),
            god=False,
            bars=None,
            text=dragons.text,
            power=dragons.power,
            ante=dragons.ante,
            power_words=self.words("dragons", colour, "power"),
            ante_words=self.words("dragons", colour, "ante"),
        )

    def single(self, name: str, card: SingleCard) -> Card:
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
            power=card.power,
            ante=card.ante,
            power_words=self.words("cards", name, "power"),
            ante_words=self.words("cards", name, "ante"),
            apart=name in self.stock.apart,
        )
