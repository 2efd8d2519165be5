"""A deck's values in the form of a house rule, with every number of every effect spelled out by its name.

``steal: 2`` becomes ``steal: {amount: 2}``, and ``pay_stakes`` alone ``pay_stakes: {amount: 1}``, so that each number
has a place of its own.
"""

from copy import deepcopy
from typing import Any

from tda_sim.definitions.card_sets import PARTS
from tda_sim.definitions.decks import Deck, Rules, as_node, as_nodes
from tda_sim.definitions.effects import AntePower, Power
from tda_sim.definitions.files import resolve
from tda_sim.definitions.games import Played, load_game
from tda_sim.definitions.house import lay_over
from tda_sim.definitions.models import File
from tda_sim.definitions.stock import SHARED, stock_of
from tda_sim.engine.vocabulary import Number
from tda_sim.errors import Problem

Tree = dict[str, Any]

HEAD = {*File.model_fields}  # keys of a file that say nothing about play
EFFECTS_OF = ("power", "ante")
WORDS = {name: model.word for name, model in (AntePower.models | Power.models).items()}


def spelled_out(reference: Any, house_rules: Rules | None = None) -> tuple[Played, Tree]:
    """Return a deck or a dice game, and its values by the keys of a house rule: rules, dragons, cards, unique_cards.

    ``house_rules`` are laid over it first. Raises UserError for a deck that does not exist or has mistakes.
    """
    deck = load_game(reference, house_rules)
    rules = deck.rules.model_dump(exclude=HEAD)
    if not isinstance(deck, Deck):
        return deck, {"rules": rules, "dragons": {name: each.model_dump() for name, each in deck.dragons.items()}}
    draw = {"unique_cards": {"draw": deck.n_drawn}} if deck.drawn else {}
    return deck, {"rules": rules, **draw, **_cards(deck, reference, house_rules)}


def _cards(deck: Deck, reference: Any, house_rules: Rules | None) -> Tree:
    """Return the colours and cards of a deck as in its files; a coloured dragon inherits from its colour."""
    problems: list[Problem] = []
    node = resolve("deck", as_node(reference), problems)
    assert node is not None, "the deck has been loaded"
    laid = lay_over(node, as_nodes(house_rules), problems)
    stock = stock_of(laid.deck, laid.changes, problems)
    colours, cards = (
        {name: _effects_named(each.plain()) for name, each in stock.entries(key).items()} for key in PARTS
    )
    used: Tree = {"dragons": {}, "cards": {}}
    for card in deck.cards:
        if card.name in cards:
            used["cards"][card.name] = cards[card.name]
        elif card.colour is not None:
            colour = used["dragons"].setdefault(card.colour, colours[card.colour])
            used["cards"][card.name] = {key: deepcopy(colour[key]) for key in SHARED if key in colour}
    return used


def _effects_named(entry: Tree) -> Tree:
    return {key: [_spelled(each) for each in value] if key in EFFECTS_OF else value for key, value in entry.items()}


def _spelled(effect: Any) -> Tree:
    """Return an effect with all its numbers by their names; lists of effects inside it as well."""
    name, arguments = (effect, {}) if isinstance(effect, str) else next(iter(effect.items()))
    word = WORDS[name]
    given = arguments if isinstance(arguments, dict) else {word.parameters[0].name: arguments}
    numbers = [each for each in word.parameters if isinstance(each.kind, Number) and each.default is not None]
    return {
        name: {each.name: each.default for each in numbers if each.name not in given}
        | {key: [*map(_spelled, value)] if key in word.lists else value for key, value in given.items()}
    }
