"""Rules applied to a deck: rule sets replace its own, and house rules change them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tda_sim.definitions import inherit, library, sources
from tda_sim.definitions.card_sets import NOUNS
from tda_sim.definitions.cards import Card
from tda_sim.definitions.deck_files import HOUSE_KEYS, ChangesStep, HouseRule
from tda_sim.definitions.files import name_of, part, resolve, rule_name
from tda_sim.definitions.models import RuleSet
from tda_sim.definitions.selection import Selection
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import Stock
from tda_sim.definitions.validate import check
from tda_sim.errors import Problem, suggest

RULES, HOUSE = "rules", "house-rule"
RULE_KEYS = frozenset(RuleSet.model_fields) - {"title", "text"}


@dataclass(frozen=True)
class LaidOver:
    """A deck under rules; ``changes`` are those of the house rules, in order."""

    deck: Node
    changes: tuple[Node, ...]
    rules_name: str


def lay_over(deck: Node, references: Iterable[Node], problems: list[Problem]) -> LaidOver:
    """Return the deck under rule sets and house rules, applied in order."""
    rules = deck.entries.get("rules")
    name = "" if rules is None else name_of(rules)
    house: list[str] = []
    changes: list[Node] = []
    for reference in references:
        kind = kind_of(reference, problems)
        if kind == RULES:
            deck = _replaced(deck, "rules", _merged_rules(deck, reference, problems))
            name = name_of(deck.entries["rules"])
        elif kind == HOUSE and (node := read_house_rule(reference, problems)) is not None:
            house.append(rule_name(reference))
            changes.extend(part(node, "changes").steps)
            name = rule_set_of(node) or name
            deck = _under(deck, node, problems)
    return LaidOver(deck, tuple(changes), " + ".join([name, *house]))


def read_house_rule(reference: Node, problems: list[Problem]) -> Node | None:
    """Return a house rule with all that it extends, mistakes or not; None if it cannot be read.

    Mistakes in the rule itself are added to ``problems``. Whether its cards and rules exist depends on the deck.
    """
    node = resolve(HOUSE, reference, problems)
    if node is not None:
        check(HouseRule, node, problems)
        check_steps(node, problems)
    return node


def check_steps(node: Node, problems: list[Problem]) -> None:
    """Check the changes in the files that a deck or a house rule extends."""
    for step in part(node, "changes").steps[:-1]:
        check(ChangesStep, Node({"changes": step}), problems)


def kind_of(reference: Node, problems: list[Problem]) -> str | None:
    """Return whether something given as rules is a rule set or a house rule; None if there is no such thing."""
    if isinstance(reference.value, dict):
        return HOUSE if _says_house(reference) else RULES
    if not isinstance(reference.value, str):
        problems.append(reference.problem("rules must be a name, a path or a mapping"))
        return None
    if library.is_path(RULES, reference.value):
        return _kind_of_file(reference, problems)
    return _kind_of_name(reference, problems)


def _says_house(node: Node) -> bool:
    """Whether a mapping has keys of a house rule; a rule set, too, may name a list of abilities."""
    keys, base = set(node.entries), node.entries.get("base")
    if HOUSE_KEYS.intersection(keys) != {"abilities"}:
        return bool(HOUSE_KEYS.intersection(keys))
    extends = (
        base is not None and isinstance(base.value, str) and library.name_of(base.value) in library.available(RULES)
    )
    return not extends and not (RULE_KEYS - {"abilities"}).intersection(keys)


def _kind_of_name(reference: Node, problems: list[Problem]) -> str | None:
    name = str(reference.value)
    kinds = [kind for kind in (RULES, HOUSE) if name in library.available(kind)]
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        paths = " or ".join(library.shown(library.find(kind, name)) for kind in kinds)
        problems.append(reference.problem(f"{name} is both a rule set and a house rule", f"give its path: {paths}"))
    else:
        known = [*library.available(RULES), *library.available(HOUSE)]
        problems.append(reference.problem(f"there is no rule set or house rule called {name}", suggest(name, known)))
    return None


def _kind_of_file(reference: Node, problems: list[Problem]) -> str | None:
    """Return the kind of a file, from its keys and its folder."""
    path = inherit.find(RULES, str(reference.value), problems, reference)
    if path is None:
        return None
    node = sources.read(path, [])  # loading it reports its mistakes
    keys = set(node.entries if node else ())
    is_house = (node is not None and _says_house(node)) or path.parent.name == library.KINDS[HOUSE].below
    return HOUSE if is_house or not RULE_KEYS.intersection(keys) else RULES


def _merged_rules(deck: Node, rules: Node, problems: list[Problem]) -> Node:
    return inherit.merge(deck.entries.get("rules", rules), rules, problems, "rules")


def rule_set_of(house: Node) -> str | None:
    """Return the name of the rule set with which a house rule replaces a deck's own; None if it does not."""
    rules = part(house, "rules")
    base = rules if isinstance(rules.value, str) else rules.entries.get("base")
    return None if base is None else name_of(base)


def _under(deck: Node, house: Node, problems: list[Problem]) -> Node:
    """Return a deck with everything in a house rule, except for its changes to cards."""
    keys = HOUSE_KEYS - {"changes", "card_sets", "rules"}
    draw = part(house, "unique_cards")
    if draw.entries and "draw" not in draw.entries and not part(deck, "unique_cards").entries:
        problems.append(draw.problem("the deck does not draw cards for each game", "add draw: with the number to draw"))
        keys -= {"unique_cards"}
    result = inherit.lay_over(deck, house, keys, problems)
    rules = house.entries.get("rules")
    if rules is not None and rules.value is not None:
        result = _replaced(result, "rules", _merged_rules(result, rules, problems))
    there = part(deck, "card_sets")
    names = {name_of(node) for node in there.items}
    further = [node for node in part(house, "card_sets").items if name_of(node) not in names]
    return _replaced(result, "card_sets", replace(there, value=[*there.items, *further])) if further else result


def _replaced(deck: Node, key: str, entry: Node) -> Node:
    return replace(deck, value={**deck.entries, key: entry})


def check_fit(
    changes: Iterable[Node], deck_name: str, stock: Stock, selection: Selection, problems: list[Problem]
) -> None:
    """Check that everything that house rules change is in the deck, and not only in the card sets."""
    for step in changes:
        for key, noun in NOUNS.items():
            ever, named = stock.ever_had(key), set(selection.named)
            known = [name for name in selection.named if name in ever]
            for name, entry in part(step, key).entries.items():
                if name in ever and name not in named:
                    problems.append(entry.problem(f"{deck_name} has no {noun} {name}", suggest(name, known)))


def check_effect(added: Iterable[Node], cards: Iterable[Card], deck_name: str, problems: list[Problem]) -> None:
    """Check that each group whose powers get further effects has a card in the deck."""
    groups = {group for card in cards for group in card.groups}
    for step in added:
        of = part(step, "of")
        if isinstance(of.value, str) and of.value not in groups:
            message = f"{deck_name} has no card of the group {of.value}"
            problems.append(of.problem(message, suggest(of.value, sorted(groups))))
