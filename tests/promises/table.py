"""Write docs/checked.md, what has been checked of every deck and house rule: ``python tests/promises/table.py``.

Cards are counted by the loader and scenarios by running them; the games are those of `tests/engine/million.py`.
"""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from evidence import ROOT, Shown, decks, identity, shown, under_house_rules

from tda_sim import definitions
from tda_sim.definitions import Deck

PAGE = ROOT / "docs" / "checked.md"
GAMES = ROOT / "docs" / "checked.jsonl"

HEAD = """# What has been checked

Written by `python tests/promises/table.py`. **Scenarios** are files under `tests/scenarios/`, each a position with
what must come of it: those played by the deck's rules, and those in which a power (or ante effect) of one of its cards
is at work, by whatever rules.
**Games** were played by `python tests/engine/million.py`, with `random` (who comes into every corner of the rules) in
all seats, as many for each number of players as are given; the gold and the wins of each add up, and some are played
again and audited after every turn (hidden and public cards, gold, debts, powers in force, and all that the table says
about them). `docs/checked.jsonl` says which
version of the engine played them. A game is *unfinished* if it passes the cap on gambits.

"""

HOUSE_RULES_HEAD = """
## House rules

Each was played with the deck that its row names. The tests play fewer games of every deck with every house rule
that fits it, and of decks mixed from all cards under rules made up at random.

"""


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
    return HEAD + _table(decks_head, of_decks) + HOUSE_RULES_HEAD + _table(rules_head, of_rules)


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


# --- games ------------------------------------------------------------------------------------------------

_GAMES_HEAD = ("players", "games each", "unfinished", "audited")


def _games(deck: str | None, rule: str | None) -> list[str]:
    """How many players played how many games, as long as cards and rules are still the same."""
    if deck is None:
        return ["", "none yet", "", ""]
    found = [line for line in lines() if (line["deck_digest"], line["rules_digest"]) == digests(deck, rule)]
    if not found:
        return ["", "none yet", "", ""]
    games: Counter[int] = Counter()
    for line in found:
        games[line["players"]] = max(games[line["players"]], line["games"])
    unfinished, audited = (sum(line[name] for line in found) for name in ("unfinished", "audited"))
    return [in_words(sorted(games)), f"{min(games.values()):,}", str(unfinished), str(audited)]


def in_words(players: Sequence[int]) -> str:
    """Numbers of players, as a range where they are one."""
    first, last = players[0], players[-1]
    whole = list(players) == list(range(first, last + 1)) and last > first
    return f"{first} to {last}" if whole else ", ".join(map(str, players))


@cache
def digests(deck: str, rule: str | None) -> tuple[str, str]:
    loaded = definitions.load_deck(deck, [] if rule is None else [rule])
    tables = definitions.build_tables(loaded)
    return tables.deck_digest, tables.rules_digest


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    marks = ["---" if k == 0 or name == "played with" else "---:" for k, name in enumerate(head)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [head, marks, *rows])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
