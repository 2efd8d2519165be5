"""What is printed on the cards of a deck, and what their effects mean, for people."""

from collections.abc import Iterator

from tda_sim import definitions
from tda_sim.answers.cards_rows import Face, colour_of
from tda_sim.definitions.cards import Card
from tda_sim.definitions.effects import AntePower, Power, Steps
from tda_sim.documents.words import capital
from tda_sim.errors import UserError, suggest


def faces(deck: str) -> dict[str, Face]:
    """Return what is printed on the cards of a deck, by name; nothing if the deck's file is gone or broken by now."""
    try:
        return {card.name: face(card) for card in definitions.load_deck(deck).cards}
    except UserError:  # the games are there all the same
        return {}


def face(card: Card) -> Face:
    """Return what is printed on a card."""
    return Face(card.strength, colour_of([card.colour] if card.colour else card.colours), kind(card), card.text)


def kind(card: Card) -> str:
    """Return what a card is: "Good dragon", "Dragon god" or "Mortal"."""
    if card.god:
        return "Dragon god"
    return capital(f"{card.alignment} dragon" if "dragon" in card.groups else card.alignment)


def find_card(deck: str, name: str) -> Card:
    """Return a card by its name or its title in any case; raise UserError where the deck has no such card."""
    every = definitions.load_deck(deck).cards
    by_name = {each.name: each for each in every}
    by_title = {each.title.lower(): each for each in every}
    if (card := by_name.get(name) or by_title.get(name.lower())) is None:
        raise UserError.of(f"{deck} has no card {name}", hint=suggest(name, by_name))
    return card


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
