"""Decks and rule sets: loaded with everything they refer to, and checked as a whole."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tda_sim.definitions import sources
from tda_sim.definitions.abilities import NO_LIST, AbilitySet, ability_facts, load_abilities
from tda_sim.definitions.cards import Card, Colour, build_cards, natural_colours, table_of_colours, with_copies
from tda_sim.definitions.deck_files import DeckFile, Draw, Players
from tda_sim.definitions.dice import DiceDeck, is_dice
from tda_sim.definitions.draws import COLOUR, NO_DRAWS, Draws, read_draws
from tda_sim.definitions.files import name_of, part, resolve, title_of
from tda_sim.definitions.house import check_effect, check_fit, check_steps, lay_over
from tda_sim.definitions.instructions import compile_all
from tda_sim.definitions.models import RuleSet, words
from tda_sim.definitions.remarks import remarks
from tda_sim.definitions.selection import Selection, check_draw, select
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import Stock, stock_of
from tda_sim.definitions.validate import check
from tda_sim.engine.layout import FIRST_OWN_GROUP, MAX_CARDS, MAX_CODE, MAX_COLOURS, MAX_GROUPS
from tda_sim.engine.terms import Group
from tda_sim.errors import Problem, UserError, sound

Reference = str | Path | Mapping[str, Any] | Node
Rules = Reference | Sequence[Reference]


@dataclass(frozen=True)
class Deck:
    """A checked deck. ``groups`` are its colours and tags, then those that none of its cards belongs to.

    Of the cards ``drawn``, which it names in the order of its cards, ``n_drawn`` are in a game; all others always are.
    """

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
    drawn: tuple[str, ...] = ()
    n_drawn: int = 0
    each_player_picks: bool = False
    shown: bool = False
    draws: Draws = NO_DRAWS
    abilities: AbilitySet = NO_LIST

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The fewest and the most cards of a game."""
        fewest, most = self.draws.sizes([card.name for card in self.cards])
        left = len(self.drawn) - self.n_drawn
        return fewest - left, most - left

    @property
    def size(self) -> int:
        """The number of cards in a game; the whole number nearest to its mean, if games draw it."""
        return round(sum(self.chance(card.name) for card in self.cards))

    def chance(self, card: str) -> float:
        """Return the chance of a card to be in a game."""
        unseen = self.n_drawn / len(self.drawn) if card in self.drawn else 1.0
        return unseen * self.draws.chance(card)

    @property
    def single_dragons(self) -> list[Card]:
        """The coloured dragons that differ from the others of their colour."""
        return [card for card in self.cards if card.apart]

    @property
    def unique_cards(self) -> list[Card]:
        """The cards that are no coloured dragons."""
        dragons = {f"{colour.name}-{strength}" for colour in self.colours for strength in colour.strengths}
        return [card for card in self.cards if card.name not in dragons and not card.apart]

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on what is unusual about it."""
        return remarks(self.cards, self.sizes, self.chance)

    @cached_property
    def colour_names(self) -> tuple[str, ...]:
        """The colours of its cards by nature, in the order of their numbers."""
        return natural_colours(self.cards)

    @cached_property
    def group_numbers(self) -> dict[str, int]:
        """The number of every group that powers may name."""
        own = {name: FIRST_OWN_GROUP + place for place, name in enumerate(self.groups)}
        return dict(zip(words(Group), map(int, Group), strict=True)) | own


def load_deck(deck: Reference | Deck, rules: Rules | None = None) -> Deck:
    """Return a deck by name or path, or from a mapping in the form of a deck file; a loaded deck is returned unchanged.

    ``rules`` are one or several, applied in order. A rule set (a name, a path, or a mapping with the key ``base``)
    replaces the deck's own; a mapping without that key changes them; a house rule (a name, a path, or a mapping in the
    form of such a file) changes the deck and its rules. Raises one UserError with all mistakes in the deck and in
    every file it refers to.
    """
    if isinstance(deck, Deck):
        if rules is not None:
            raise ValueError("rules are applied when a deck is loaded")
        return deck
    return sound(lambda problems: _load_deck(as_node(deck), as_nodes(rules), problems))


def load_rules(rules: Reference) -> RuleSet:
    """Return a rule set by name or path, or from a mapping in the form of a rules file."""
    return sound(lambda problems: _load_rules(as_node(rules), problems)[0])


def check_players(deck: Deck | DiceDeck, players: int) -> None:
    """Raise a UserError if the deck is not for that many players."""
    low, high = deck.players.min, deck.players.max
    if not low <= players <= high:
        raise UserError.of(f"{deck.name} is not for {players} players", hint=f"from {low} to {high}")


def as_nodes(rules: Rules | None) -> list[Node]:
    """Return the references that are given as rules."""
    if rules is None:
        return []
    if isinstance(rules, Node):
        return rules.items if isinstance(rules.value, list) else [rules]
    if isinstance(rules, list | tuple):
        return [as_node(one) for one in rules]
    return [as_node(rules)]  # type: ignore[arg-type]  # if it is no reference, checking it reports a mistake


def as_node(reference: Reference) -> Node:
    """Return a reference as a node."""
    if isinstance(reference, Path):
        return Node(f"{'' if reference.is_absolute() else './'}{reference}")
    return sources.from_python(dict(reference) if isinstance(reference, Mapping) else reference)


def _load_rules(reference: Node, problems: list[Problem]) -> tuple[RuleSet | None, Node]:
    """Return a rule set, and where it is written."""
    node = resolve("rules", reference, problems)
    checked = None if node is None else check(RuleSet, node, problems)
    if checked is not None and not checked.title:
        checked = checked.model_copy(update={"title": title_of(name_of(reference))})
    return checked, node or reference


def _load_deck(reference: Node, rules: Sequence[Node], problems: list[Problem]) -> Deck | None:
    if is_dice(reference):
        problems.append(reference.problem(f"{name_of(reference)} is a dice game", "give a deck of cards"))
        return None
    node = resolve("deck", reference, problems)
    if node is None:
        return None
    name = name_of(reference)
    laid = lay_over(node, rules, problems)
    node = laid.deck
    file = check(DeckFile, node, problems)
    check_steps(node, problems)
    rule_set, rules_node = _load_rules(node.entries["rules"], problems) if "rules" in node.entries else (None, node)
    stock = stock_of(node, laid.changes, problems)
    selection = select(node, stock)
    whole = next((place for place in (node, rules_node, *stock.sets.sets.values()) if place.file), node)
    if not _has_room(selection, stock, whole, problems):
        return None
    cards = build_cards(stock, selection, problems)
    if not stock.incomplete:
        check_fit(laid.changes, name, stock, selection, problems)
    has_list = rule_set is not None and rule_set.abilities is not None
    abilities = load_abilities(node, rules_node.entries["abilities"] if has_list else None, problems)
    if problems or file is None or rule_set is None:
        return None
    check_draw(node, selection, file.players.max, problems)
    cards = with_copies(cards, part(node, "second_copies"), problems)
    _check_limit(len(cards), MAX_CARDS, "cards", whole, problems)
    draws = read_draws(node, file.draw, cards, selection, problems)
    if problems:
        return None
    check_effect(stock.added_effects, cards, name, problems)
    deck = Deck(
        name=name,
        title=file.title or title_of(name),
        text=file.text,
        file=node.file,
        cards=cards,
        colours=table_of_colours(stock, cards),
        groups=_groups(cards, stock, abilities),
        rules=rule_set,
        rules_name=laid.rules_name,
        players=file.players,
        drawn=selection.drawn,
        draws=draws,
        abilities=abilities,
        **_drawing(file),
    )
    _check_size(deck, whole, node.entries.get("players", whole), problems)
    return deck


def _drawing(file: DeckFile) -> dict[str, Any]:
    """Return how cards are drawn for each game, for a deck that draws some."""
    draw = file.unique_cards
    if not isinstance(draw, Draw):
        return {}
    return {"n_drawn": draw.draw, "each_player_picks": draw.each_player_picks, "shown": draw.shown}


def _groups(cards: tuple[Card, ...], stock: Stock, abilities: AbilitySet) -> tuple[str, ...]:
    """Return the groups of a deck; those that abilities name come last, and no card need belong to them."""
    tags = [tag for card in cards for tag in card.tags]
    known = dict.fromkeys([*natural_colours(cards), *tags, *stock.groups()])
    return tuple(known | dict.fromkeys(name for name in abilities.groups if name not in words(Group)))


def _has_room(selection: Selection, stock: Stock, node: Node, problems: list[Problem]) -> bool:
    """Check that the engine has room for the cards, before each of them is processed."""
    dragons = (f"{colour}-{strength}" for colour, row in selection.strengths.items() for strength in row)
    cards = len(selection.unique) + sum(name not in stock.gone for name in dragons)
    _check_limit(cards, MAX_CARDS, "cards", node, problems)
    return cards <= MAX_CARDS


def _check_limit(count: int, limit: int, what: str, node: Node, problems: list[Problem]) -> None:
    if count > limit:
        problems.append(node.problem(f"the deck has {count} {what}", f"at most {limit} are possible"))


def _size_of(abilities: AbilitySet, deck: Deck) -> int:
    facts = ability_facts(abilities, deck.group_numbers, 0)
    return len(facts["conditions"]) + len(facts["effects"])


def _check_size(deck: Deck, node: Node, players: Node, problems: list[Problem]) -> None:
    """Check that there are enough cards to play, and room for them in the engine.

    ``node`` is where the deck is written: if that is in Python, the first of its files.
    """
    limits = (
        (len(deck.colour_names), MAX_COLOURS, "colours"),
        (len(deck.groups), MAX_GROUPS - FIRST_OWN_GROUP, "colours and tags"),
        (len(compile_all(deck.cards, deck.group_numbers)) + _size_of(deck.abilities, deck), MAX_CODE, "effects"),
    )
    for count, limit, what in limits:
        _check_limit(count, limit, what, node, problems)
    dealt = deck.rules.opening_hand * deck.players.max
    fewest = deck.sizes[0]
    if fewest <= dealt:
        number = f"{fewest} cards" if fewest == deck.sizes[1] else f"smallest game of {fewest} cards"
        verb = "are" if fewest == deck.sizes[1] else "is"
        message = f"the deck's {number} {verb} too {'few' if verb == 'are' else 'small'} for {deck.players.max} players"
        hint = f"their opening hands take {dealt}, and some must be left to draw: add cards, or lower players: max"
        problems.append((players if players.file == node.file else node).problem(message, hint))


def settled(deck: Deck, inside: Collection[str]) -> dict[str, object]:
    """Return the house rule with which all games of a deck have the parts that a game with these drew, and no others.

    ``inside``: names of parts, also of unique cards that are drawn unseen.
    """
    draws: list[dict[str, object]] = []
    for lot in deck.draws.lots:
        key = "colours" if lot.kind == COLOUR else "cards"
        for there in (True, False):
            if names := [name for name in lot.parts if (name in inside) == there]:
                draws.append({key: names, "number": len(names) * there})
    rule: dict[str, object] = {"draw": draws} if draws else {}
    if deck.drawn:
        always = [card.name for card in deck.unique_cards if card.name not in deck.drawn]
        rule["unique_cards"] = [*always, *(name for name in deck.drawn if name in inside)]
    return rule
