"""Write docs/checked.md, how each deck and house rule was checked: ``python tests/promises/table.py``.

Cards are counted by the loader and scenarios by running them; the games are those of `tests/engine/million.py`.
"""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from evidence import ROOT, Shown, decks, identity, of_dice, shown, under_house_rules

from tda_sim import definitions
from tda_sim.definitions import Deck, library
from tda_sim.definitions.dice import HOUSE

PAGE = ROOT / "docs" / "checked.md"
GAMES = ROOT / "docs" / "checked.jsonl"

HEAD = """# How each deck was checked

Written by `python tests/promises/table.py`. **Scenarios** stand in files under `tests/scenarios/`, each a position with
its required outcome. The table counts those played by the deck's rules, and those that use a power (or ante effect) of
one of its cards, under any rules.

**Games** were played by `python tests/engine/million.py`, with `random` (which reaches every corner of the rules) in
all seats, the stated number for each number of players. In every game, gold and wins add up. Some games are played
again and audited after every turn: hidden and public cards, gold, debts, powers in force, and everything that the
table shows. `docs/checked.jsonl` records the version of the engine. A game is *unfinished* if it reaches the cap on
gambits.

"""

HOUSE_RULES_HEAD = """
## House rules

Each row names the deck that was used. The tests also play fewer games of every deck with every house rule that fits it,
and of decks mixed from all cards under random rules.

"""


ABILITIES_HEAD = """
## Abilities

Each row names the deck that was used, and how many abilities of the list each player was dealt at random (for numbers
of players with enough abilities for all).

"""

DICE_HEAD = """
## Dice games

"""
EACH = range(1, 5)  # abilities


@cache
def lines() -> tuple[dict[str, Any], ...]:
    """What `million.py` has written down."""
    text = GAMES.read_text(encoding="utf-8") if GAMES.exists() else ""
    return tuple(json.loads(line) for line in text.splitlines())


def page() -> str:
    """The whole page."""
    of_decks = [_deck_row(name, deck) for name, deck in decks().items()]
    of_rules = [_rule_row(rule) for rule in under_house_rules()]
    scenarios = ("scenarios by its rules", "with its powers")
    decks_head = ("deck", "cards a game", "cards in all", *scenarios, *_GAMES_HEAD)
    rules_head = ("house rule", "scenarios", "played with", *_GAMES_HEAD)
    of_abilities = [_abilities_row(listed, each) for listed in library.available("abilities") for each in EACH]
    of_dice = [
        _dice_row(deck, rule) for deck in library.available("dice") for rule in (None, *library.available(HOUSE))
    ]
    abilities_head = ("list of abilities", "each", "scenarios", "played with", *_GAMES_HEAD)
    dice_head = ("dice game", "house rule", "scenarios", *_GAMES_HEAD)
    parts = [_table(decks_head, of_decks), HOUSE_RULES_HEAD, _table(rules_head, of_rules)]
    parts += [ABILITIES_HEAD, _table(abilities_head, of_abilities), DICE_HEAD, _table(dice_head, of_dice)]
    return HEAD + "".join(parts)


# --- rows -------------------------------------------------------------------------------------------------


def _deck_row(name: str, deck: Deck) -> list[str]:
    by_its_rules = sum(numbers(scenario.deck) == numbers(deck) for scenario in shown())
    own = {identity(card) for card in deck.cards}
    with_its_powers = sum(not at_work(scenario).isdisjoint(own) for scenario in shown())
    counts = (deck.size, len(deck.cards), by_its_rules, with_its_powers)
    return [f"`{name}`", *map(str, counts), *_games(name, None)]


def numbers(deck: Deck) -> dict[str, Any]:
    """The rules of a deck, without their names."""
    return deck.rules.model_dump(exclude={"title", "text"})


def at_work(scenario: Shown) -> set[tuple[Any, ...]]:
    """The cards whose powers or ante effects a scenario shows at work."""
    with_ante_effect = {card.name for card in scenario.deck.cards if card.ante} & scenario.in_ante
    return scenario.cards(scenario.triggered | with_ante_effect)


def _rule_row(rule: str) -> list[str]:
    scenarios = sum(rule in scenario.references for scenario in shown())
    played_with = next((line["deck"] for line in lines() if line["rule"] == rule), None)
    shown_as = "" if played_with is None else f"`{played_with}`"
    return [f"`{rule}`", str(scenarios), shown_as, *_games(played_with, rule)]


def _abilities_row(listed: str, each: int) -> list[str]:
    """A list of abilities, this many of which are dealt to each player."""
    dealt = f"{listed} random:{each}"
    scenarios = sum(listed in words for words in _abilities_named())
    result = [line for line in lines() if line.get("abilities") == dealt]
    played_with = next((line["deck"] for line in result), None)
    rules = [{"abilities": listed}]
    counts = ["", "none yet", "", ""] if played_with is None else _counts(result, digests(played_with, rules))
    return [f"`{listed}`", str(each), str(scenarios), f"`{played_with}`" if played_with else "", *counts]


@cache
def _abilities_named() -> tuple[frozenset[str], ...]:
    """The list of abilities of every scenario in which somebody has one."""
    return tuple(
        frozenset([str(scenario.deck.rules.abilities)])
        for scenario in shown()
        if scenario.plain["start"].get("abilities")
    )


def _dice_row(deck: str, rule: str | None) -> list[str]:
    """A dice game, perhaps under a house rule."""
    scenarios = sum(scenario["deck"] == deck and scenario.get("rules") == rule for scenario in of_dice())
    result = [line for line in lines() if line["deck"] == deck and line["rule"] == rule]
    return [f"`{deck}`", f"`{rule}`" if rule else "", str(scenarios), *_counts(result, digests(deck, rule))]


# --- games ------------------------------------------------------------------------------------------------

_GAMES_HEAD = ("players", "games each", "unfinished", "audited")


def _games(deck: str | None, rule: str | None) -> list[str]:
    """How many players played how many games, as long as cards and rules are still the same."""
    if deck is None:
        return ["", "none yet", "", ""]
    return _counts([line for line in lines() if not line.get("abilities")], digests(deck, rule))


def _counts(among: Sequence[dict[str, Any]], wanted: tuple[str, str]) -> list[str]:
    result = [line for line in among if (line["deck_digest"], line["rules_digest"]) == wanted]
    if not result:
        return ["", "none yet", "", ""]
    games: Counter[int] = Counter()
    for line in result:
        games[line["players"]] = max(games[line["players"]], line["games"])
    unfinished, audited = (sum(line[name] for line in result) for name in ("unfinished", "audited"))
    return [in_words(sorted(games)), f"{min(games.values()):,}", str(unfinished), str(audited)]


def in_words(players: Sequence[int]) -> str:
    """Numbers of players, as a range where they are one."""
    first, last = players[0], players[-1]
    whole = list(players) == list(range(first, last + 1)) and last > first
    return f"{first} to {last}" if whole else ", ".join(map(str, players))


def digests(deck: str, rules: Any) -> tuple[str, str]:
    tables = definitions.build_game_tables(definitions.load_game(deck, rules))
    return tables.deck_digest, tables.rules_digest


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    marks = ["---" if k == 0 or name == "played with" else "---:" for k, name in enumerate(head)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [head, marks, *rows])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
