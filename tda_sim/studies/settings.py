"""The decks of a study, each as printed and under its variants, and with single cards without power."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tda_sim.definitions import Card, Played, load_deck, load_game
from tda_sim.definitions.files import name_of
from tda_sim.definitions.sources import Node, from_python
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.studies.cells import Setting


def settings(decks: Sequence[Node], variants: Sequence[Node], problems: list[Problem]) -> list[Setting]:
    """Return every deck as printed, and under each variant."""
    found = []
    for entry in decks:
        deck, own = _under_rules(entry)
        name = " + ".join(map(name_of, [deck, *own]))
        for variant in (Node([]), *variants):
            steps = [*own, *_steps(variant)]
            try:
                loaded = load_game(deck, Node(steps) if steps else None)
            except UserError as error:
                problems.extend(_placed(error, deck, variant))
            else:
                found.append(Setting(loaded, name, "+".join(map(name_of, _steps(variant)))))
    return found


def _under_rules(entry: Node) -> tuple[Node, list[Node]]:
    """Return a deck, and the rules under which it is a deck of its own: ``{deck: NAME, rules: [RULE, ...]}``."""
    if "deck" not in entry.entries:
        return entry, []
    rules = entry.entries.get("rules", Node([]))
    return entry.entries["deck"], rules.items or [rules]


def _placed(error: UserError, deck: Node, variant: Node) -> list[Problem]:
    """Return what is wrong with a deck; where it is a variant that does not fit, say so first, at its place."""
    if not _steps(variant):
        return error.problems
    message = f"{'+'.join(map(name_of, _steps(variant)))} cannot be laid over {name_of(deck)}"
    return [variant.problem(message, "name such variants in a study of the decks that they fit"), *error.problems]


def _steps(variant: Node) -> list[Node]:
    return variant.items if isinstance(variant.value, list) else [variant]


def has_power(card: Card) -> bool:
    """Whether a card does something when it triggers, or in the ante."""
    return bool(card.power or card.ante)


def powerless(setting: Setting, reference: Node, card: Card) -> Setting:
    """Return a deck as printed in which one card has no power: the same shuffles, the same card, nothing happens.

    The change is what a house rule would say: see ``decks/house-rules/vanilla-druid.yaml``.
    """
    entry = {"text": "No power.", "power": [], **({"ante": []} if card.ante else {})}
    deck = load_deck(reference, from_python({"changes": {"cards": {card.name: entry}}}))
    rules = f"{setting.deck.rules_name} + {card.name} without power"
    return Setting(replace(deck, rules_name=rules), setting.deck_name, twin=card.name)


def chosen_cards(decks: Sequence[Played], written: Node, powers: bool, problems: list[Problem]) -> set[str]:
    """Return the cards that are named, or all; with ``powers``, of those that have one. None may be in no deck."""
    cards = {card.name: card for deck in decks for card in deck.cards}
    fit = {name for deck in decks for name, card in _by_name(deck).items() if has_power(card) or not powers}
    if not isinstance(written.value, list):
        return fit
    for node in written.items:
        if node.value not in cards:
            problems.append(node.problem(f"there is no card {node.value} in these decks", suggest(node.value, cards)))
        elif node.value not in fit:
            problems.append(
                node.problem(f"{node.value} has no power that could be taken away", suggest("", sorted(fit)))
            )
    return {str(node.value) for node in written.items} & fit


def _by_name(deck: Played) -> dict[str, Card]:
    return {card.name: card for card in deck.cards}


def cards_of(deck: Played, names: set[str], powers: bool) -> Iterator[Card]:
    """Yield the cards of a deck that are among ``names``; with ``powers``, only those that have one there."""
    return (card for card in deck.cards if card.name in names and (has_power(card) or not powers))
