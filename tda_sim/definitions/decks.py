"""Decks and rule sets: loaded with all that they refer to, and checked as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tda_sim.definitions import inherit, sources
from tda_sim.definitions.cards import Card, Colour, Pool, natural_colours
from tda_sim.definitions.files import name_of, resolve, title_of
from tda_sim.definitions.instructions import compile_all
from tda_sim.definitions.models import DeckFile, Players, RuleSet, words
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.engine.layout import FIRST_OWN_GROUP, MAX_CARDS, MAX_CODE, MAX_COLOURS, MAX_GROUPS, Group
from tda_sim.errors import Problem, UserError, in_reading_order

Reference = str | Path | Mapping[str, Any] | Node


@dataclass(frozen=True)
class Deck:
    """A checked deck. ``groups`` are its colours and tags, then those that none of its cards belongs to."""

    name: str
    title: str
    text: str
    file: str | None
    cards: tuple[Card, ...]
    colours: tuple[Colour, ...]
    groups: tuple[str, ...]
    rules: RuleSet
    rules_name: str
    players: Players

    @cached_property
    def colour_names(self) -> tuple[str, ...]:
        """The colours of its cards by nature, in the order of their numbers."""
        return natural_colours(self.cards)

    @cached_property
    def group_numbers(self) -> dict[str, int]:
        """The number of every group that powers may name."""
        own = {name: FIRST_OWN_GROUP + place for place, name in enumerate(self.groups)}
        return dict(zip(words(Group), map(int, Group), strict=True)) | own


def load_deck(deck: Reference, rules: Reference | None = None) -> Deck:
    """Return a deck by name or path, or from a mapping in the form of a deck file.

    ``rules`` take the place of the deck's own: a name, a path, or a mapping with the key ``base``; a mapping without
    it changes the deck's own rules. A UserError holds all mistakes of the deck and of every file it refers to.
    """
    problems: list[Problem] = []
    loaded = _load_deck(_reference(deck), None if rules is None else _reference(rules), problems)
    if problems or loaded is None:
        raise UserError(in_reading_order(problems))
    return loaded


def load_rules(rules: Reference) -> RuleSet:
    """Return a rule set by name or path, or from a mapping in the form of a rules file."""
    problems: list[Problem] = []
    loaded = _load_rules(_reference(rules), problems)
    if problems or loaded is None:
        raise UserError(in_reading_order(problems))
    return loaded


def check_players(deck: Deck, players: int) -> None:
    """Raise a UserError if the deck is not for that many players."""
    low, high = deck.players.min, deck.players.max
    if not low <= players <= high:
        raise UserError.of(f"{deck.name} is not for {players} players", hint=f"from {low} to {high}")


def _reference(reference: Reference) -> Node:
    if isinstance(reference, Path):
        return Node(str(reference.absolute()))
    return sources.from_python(dict(reference) if isinstance(reference, Mapping) else reference)


def _load_rules(reference: Node, problems: list[Problem]) -> RuleSet | None:
    node = resolve("rules", reference, problems)
    checked = None if node is None else check(RuleSet, node, problems)
    if checked is None or checked.title:
        return checked
    return checked.model_copy(update={"title": title_of(name_of(reference))})


def _load_deck(reference: Node, rules: Node | None, problems: list[Problem]) -> Deck | None:
    node = resolve("deck", reference, problems)
    if node is None:
        return None
    if rules is not None:
        own = node.entries.get("rules", rules)
        node = replace(node, value={**node.entries, "rules": inherit.merge(own, rules, problems, "rules")})
    file = check(DeckFile, node, problems)
    rules = node.entries.get("rules")
    rule_set = None if rules is None else _load_rules(rules, problems)
    pool = Pool(node, problems)
    cards = pool.choose()
    if problems or file is None or rules is None or rule_set is None:
        return None
    name = name_of(reference)
    deck = Deck(
        name=name,
        title=file.title or title_of(name),
        text=file.text,
        file=node.file,
        cards=cards,
        colours=pool.table_of_colours(cards),
        groups=_groups(cards, pool),
        rules=rule_set,
        rules_name=name_of(rules),
        players=file.players,
    )
    _check_size(deck, node, problems)
    return deck


def _groups(cards: tuple[Card, ...], pool: Pool) -> tuple[str, ...]:
    tags = [tag for card in cards for tag in card.tags]
    return tuple(dict.fromkeys([*natural_colours(cards), *tags, *pool.groups()]))


def _check_size(deck: Deck, node: Node, problems: list[Problem]) -> None:
    """Check that there are cards enough to play, and room for them in the engine."""
    limits = (
        (len(deck.cards), MAX_CARDS, "cards"),
        (len(deck.colour_names), MAX_COLOURS, "colours"),
        (len(deck.groups), MAX_GROUPS - FIRST_OWN_GROUP, "colours and tags"),
        (len(compile_all(deck.cards, deck.group_numbers).code), MAX_CODE, "effects"),
    )
    for count, limit, what in limits:
        if count > limit:
            problems.append(node.problem(f"the deck has {count} {what}", f"at most {limit} are possible"))
    dealt = deck.rules.opening_hand * deck.players.max
    if len(deck.cards) <= dealt:
        message = f"the deck's {len(deck.cards)} cards are too few for {deck.players.max} players"
        hint = f"their opening hands take {dealt}, and something must be left to draw: add cards or lower players: max"
        players = node.entries.get("players", node)
        problems.append((players if players.file == node.file else node).problem(message, hint))
