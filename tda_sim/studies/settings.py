"""The decks of a study: as printed, under variants, and with single cards without power."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tda_sim.definitions import Card, Played, load_deck, load_game
from tda_sim.definitions.dice import HOUSE as DICE_HOUSE
from tda_sim.definitions.dice import is_dice
from tda_sim.definitions.files import name_of, resolve, rule_name
from tda_sim.definitions.house import kind_of
from tda_sim.definitions.sources import Node, from_python
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.studies.cells import Setting


def settings(decks: Sequence[Node], variants: Sequence[Node], problems: list[Problem]) -> list[Setting]:
    """Return every deck as printed, and under each variant."""
    deck_settings = []
    for entry in decks:
        deck, own = _under_rules(entry)
        name = " + ".join([name_of(deck), *map(rule_name, own)])
        is_sound = False
        for variant in (Node([]), *variants):
            steps = [*own, *_steps(variant)]
            try:
                loaded = load_game(deck, Node(steps) if steps else None)
            except UserError as error:
                problems.extend(_placed(error, deck, variant) if is_sound else error.problems)
            else:
                is_sound = True
                deck_settings.append(Setting(loaded, name, "+".join(map(rule_name, _steps(variant)))))
    return deck_settings


def _under_rules(entry: Node) -> tuple[Node, list[Node]]:
    """Return a deck, and the rules that make it another deck: ``{deck: NAME, rules: [RULE, ...]}``."""
    if "deck" not in entry.entries:
        return entry, []
    rules = entry.entries.get("rules", Node([]))
    return entry.entries["deck"], rules.items or [rules]


def _placed(error: UserError, deck: Node, variant: Node) -> list[Problem]:
    """Return the problems with a sound deck under rules: if they all exist, the first is that they do not fit."""
    steps = _steps(variant)
    if not all(_exists(step, is_dice(deck)) for step in steps):
        return error.problems
    message = f"{'+'.join(map(rule_name, steps))} does not fit {name_of(deck)}"
    return [variant.problem(message, "tda rules NAME names the decks that a house rule fits"), *error.problems]


def _exists(rule: Node, dice: bool) -> bool:
    """Return whether there is such a house rule or rule set that can be read; ``dice``: one for dice games."""
    problems: list[Problem] = []
    kind = DICE_HOUSE if dice else kind_of(rule, problems)
    return kind is not None and resolve(kind, rule, problems) is not None and not problems


def _steps(variant: Node) -> list[Node]:
    return variant.items if isinstance(variant.value, list) else [variant]


def has_power(card: Card) -> bool:
    """Whether a card does anything when it triggers, or in the ante."""
    return bool(card.power or card.ante)


def powerless(setting: Setting, reference: Node, card: Card) -> Setting:
    """Return a deck as printed, except that one card has no power. Shuffles and cards stay the same.

    The change is written as in a house rule: see ``decks/house-rules/vanilla-druid.yaml``.
    """
    entry = {"text": "No power.", "power": [], **({"ante": []} if card.ante else {})}
    printed, own = _under_rules(reference)
    deck = load_deck(printed, Node([*own, from_python({"changes": {"cards": {card.name: entry}}})]))
    rules = f"{setting.deck.rules_name} + {card.name} without power"
    return Setting(replace(deck, rules_name=rules), setting.deck_name, twin=card.name)


def chosen_cards(decks: Sequence[Played], written: Node, powers: bool, problems: list[Problem]) -> set[str]:
    """Return the named cards, or all; with ``powers``, only those with a power. Each must be in some deck."""
    cards = {card.name: card for deck in decks for card in deck.cards}
    fit = {name for deck in decks for name, card in _by_name(deck).items() if has_power(card) or not powers}
    if not isinstance(written.value, list):
        return fit
    for node in written.items:
        if node.value not in cards:
            problems.append(node.problem(f"there is no card {node.value} in these decks", suggest(node.value, cards)))
        elif node.value not in fit:
            problems.append(node.problem(f"{node.value} has no power to take away", suggest("", sorted(fit))))
    return {str(node.value) for node in written.items} & fit


def _by_name(deck: Played) -> dict[str, Card]:
    return {card.name: card for card in deck.cards}


def cards_of(deck: Played, names: set[str], powers: bool) -> Iterator[Card]:
    """Yield the cards of a deck that are among ``names``; with ``powers``, only those that have a power."""
    return (card for card in deck.cards if card.name in names and (has_power(card) or not powers))
