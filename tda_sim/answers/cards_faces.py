"""The cards of a deck at a table, what is printed on them, and what their effects mean, for people."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from tda_sim.answers.ranking import Estimates, Ranking, Tables
from tda_sim.definitions.cards import Card
from tda_sim.definitions.decks import Deck
from tda_sim.definitions.effects import AntePower, Power, Steps
from tda_sim.errors import UserError, suggest
from tda_sim.measures.card_values import HELD, MAIN
from tda_sim.studies.asked import Asked
from tda_sim.wording.numbers import NOTHING
from tda_sim.wording.words import capital

Face = Mapping[str, Any]  # strength, colour, kind ("Good dragon") and text (what its power does), as far as known


class Cards(Ranking):
    """The cards of one deck at one table, best first.

    ``faces``: what is printed on cards, by name; the study knows only their strengths and colours.
    """

    measured = ("values", "rates", "naive")
    compared = MAIN
    other = HELD

    def __init__(
        self, tables: Tables, order: str = MAIN, cell: int = 0, faces: Mapping[str, Face] | None = None
    ) -> None:
        super().__init__(tables, order, cell)
        self.faces = faces or {}
        for name, row in self.listed.items():
            self.listed[name] = row | {"colour": colour_of(row.get("colours") or ())} | dict(self.faces.get(name, {}))

    @cached_property
    def checks(self) -> Estimates:
        """Checks of how far the values can be trusted, by name."""
        return {row.measure: row.estimate for row in self.estimates(group="checks")}


def faces(asked: Asked) -> dict[str, Face]:
    """Return what is printed on the cards of a deck, by name; nothing if the deck's file is gone or broken by now."""
    try:
        return {card.name: face(card) for card in asked.loaded.cards}
    except UserError:  # the games are there all the same
        return {}


def face(card: Card) -> Face:
    """Return what is printed on a card."""
    colour = colour_of([card.colour] if card.colour else card.colours)
    return {"strength": card.strength, "colour": colour, "kind": kind(card), "text": card.text}


def colour_of(colours: Iterable[str]) -> str:
    """Return a card's colours for people; a dash if it has none.

    >>> colour_of(["red"]), colour_of([]), colour_of(["red", "blue"])
    ('Red', '-', 'Red, Blue')
    """
    return ", ".join(map(capital, colours)) or NOTHING


def kind(card: Card) -> str:
    """Return what a card is: "Good dragon", "Dragon god" or "Mortal"."""
    if card.god:
        return "Dragon god"
    return capital(f"{card.alignment} dragon" if "dragon" in card.groups else card.alignment)


def find_card(deck: str, name: str, loaded: Deck) -> Card:
    """Return a card by its name or its title in any case; raise UserError where the deck has no such card."""
    every = {card.name: card for card in loaded.cards}
    return every[name_of(deck, name, {known: card.title for known, card in every.items()}, "card")]


def name_of(deck: str, name: str, titles: Mapping[str, str], kind: str) -> str:
    """Return the name of a card or a dragon, given it or its title; raise UserError where the deck has none such."""
    by_title = {title.lower(): known for known, title in titles.items()}
    if (found := name if name in titles else by_title.get(name.lower())) is None:
        raise UserError.of(f"{deck} has no {kind} {name}", hint=suggest(name, titles))
    return found


def effects_of(card: Card) -> dict[str, str]:
    """Return the meaning of each effect of a card's power and ante effect, by name."""
    used = {*_effects(card.power), *_effects(card.ante)}
    models = [*Power.models.items(), *AntePower.models.items()]
    return {name: model.word.meaning for name, model in models if name in used}


def _effects(power: Steps) -> Iterator[str]:
    """Yield the names of all effects of a power, with those inside structures."""
    for step in power:
        yield step.effect
        for inner in step.lists:
            yield from _effects(inner)
