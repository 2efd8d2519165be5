"""The titles under which people see decks, house rules and strategies; their names stay in commands, YAML and JSON."""

import re
from collections.abc import Sequence
from typing import Any

from tda_sim.definitions import library, sources
from tda_sim.definitions.files import part, title_of
from tda_sim.errors import UserError

DECKS = ("deck", "dice")
RULES = ("house-rule", "dice-house-rule")
UNDER = " + "  # between a deck and the house rules that it is played under
SLUG = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")  # any other name is shown as it is


def deck_title(deck: str) -> str:
    """Return the title of a deck or a dice game, given its name or the path of its file, perhaps with house rules.

    >>> deck_title("avandras-hand"), deck_title("dice-gambit"), deck_title("of-my-own")
    ("Avandra's Hand", 'Dice Gambit', 'Of My Own')
    >>> deck_title("legendary + four-rounds")
    'Legendary Edition + Four rounds'
    """
    name, *rules = [deck] if library.is_path("deck", deck) else deck.split(UNDER)
    return UNDER.join([_title(name, DECKS), *map(rule_title, rules)])


def rule_title(rule: str) -> str:
    """Return the title of a house rule, given its name or the path of its file.

    >>> rule_title("four-rounds")
    'Four rounds'
    """
    return _title(rule, RULES)


def strategy_title(strategy: str) -> str:
    """Return a strategy's name as a title, with its settings, if there are any.

    >>> strategy_title("weighted"), strategy_title("lookahead:fast=master,playouts=32")
    ('Weighted', 'Lookahead (fast=master, playouts=32)')
    """
    name, _, settings = strategy.partition(":")
    bare = library.name_of(library.find("strategy", name)) if library.is_path("strategy", name) else name
    title = title_of(bare) if SLUG.fullmatch(bare) else bare
    return f"{title} ({settings.replace(',', ', ')})" if settings else title


def player_names(strategies: Sequence[str], person: int | None = None) -> list[str]:
    """Return the names of a game's players: their seats, with their strategies' titles if these differ.

    ``person``: the seat of the person who plays, if anybody does; every player is then shown with a title.

    >>> player_names(["balanced", "master"]), player_names(["balanced"] * 2, 1)
    (['seat 0 (Balanced)', 'seat 1 (Master)'], ['seat 0 (Balanced)', 'seat 1 (you)'])
    """
    if person is None and len(set(strategies)) == 1:
        return [f"seat {seat}" for seat in range(len(strategies))]
    titles = ["you" if seat == person else strategy_title(name) for seat, name in enumerate(strategies)]
    return [f"seat {seat} ({title})" for seat, title in enumerate(titles)]


def _title(name: str, kinds: tuple[str, ...]) -> str:
    """Return the title that a file gives, or else what its name makes as one; a file that has gone has none."""
    for kind in kinds:
        try:
            return str(part(sources.read_or_raise(library.find(kind, name)), "title").value or title_of(name))
        except UserError:
            continue
    return title_of(name)


def rules_title(rules: str, deck: str = "") -> str:
    """Return the titles of the rules that a deck is played under, joined by plus signs, without the deck's own.

    >>> rules_title("original + four-rounds", "original")
    'Four rounds'
    """
    return UNDER.join(rule_title(name) for name in map(str.strip, rules.split("+")) if name != deck)


def title_under(deck: str, house_rules: Sequence[Any]) -> str:
    """Return the title of a deck with the house rules that it is played under: names, paths or mappings.

    >>> title_under("original", ["four-rounds"])
    'Three-Dragon Ante under Four rounds'
    """
    titles = [each["title"] if isinstance(each, dict) else rule_title(str(each)) for each in house_rules]
    return " under ".join(filter(None, [deck_title(deck), UNDER.join(titles)]))
