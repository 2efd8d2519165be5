"""What the scenarios show, played once in a process, and what the shipped decks, rule sets and house rules make use of.

The promises are checked against this, and `docs/checked.md` counts it: see `table`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tda_sim import definitions
from tda_sim.definitions import Card, Deck, Tables, library
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS
from tda_sim.errors import UserError
from tda_sim.one_game.decks import Decks
from tda_sim.one_game.scenario import Outcome, run_scenario, scenario_paths
from tda_sim.one_game.scenario_file import Written, scenarios_in

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
EFFECT_NAMES = {effect.code: name for name, effect in EFFECTS.items()}
ANTE_NAMES = {effect.code: name for name, effect in ANTE_EFFECTS.items()}


# --- scenarios --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """A scenario of the card game that has been run. Cards are named."""

    plain: dict[str, Any]  # as it is written
    deck: Deck
    tables: Tables
    references: frozenset[str]  # rule sets and house rules that it names, without folders
    named: frozenset[str]  # cards in its position or its script
    triggered: frozenset[str]  # cards whose powers were used
    in_ante: frozenset[str]

    def cards(self, names: frozenset[str]) -> set[tuple[Any, ...]]:
        """The cards of some names, as the deck has them."""
        return {identity(card) for card in self.deck.cards if card.name in names}

    @property
    def effects(self) -> set[str]:
        """The effects of the powers that were used."""
        return {name for card in self.triggered for name in effects_of(self.tables, card, "power")}

    @property
    def ante_effects(self) -> set[str]:
        """The ante effects of cards that lay in the ante."""
        return {name for card in self.in_ante for name in effects_of(self.tables, card, "ante")}


DECKS = Decks()


@cache
def names() -> tuple[str, ...]:
    """Every scenario's file and name, from lines that begin with ``name:``, which takes no time to read."""
    found = ((path, re.findall(r"^name: (.*)$", path.read_text(), re.M)) for path in scenario_paths([SCENARIOS]))
    return tuple(f"{_file(path)}: {name}" for path, names in found for name in names)


@cache
def scenarios() -> dict[str, Written]:
    """Every scenario, by its file and its name."""
    return {
        f"{_file(path)}: {written.name}": written
        for path in scenario_paths([SCENARIOS])
        for written in scenarios_in(path)
    }


def _file(path: Path) -> Path:
    return path.relative_to(SCENARIOS).with_suffix("")


@cache
def outcome(written: Written) -> Outcome:
    """What comes of a scenario, whoever asks first."""
    return run_scenario(written, DECKS)


def first_of_files() -> set[str]:
    """The names of the scenarios that come first in their files: a sample that shows every effect."""
    return set({name.partition(":")[0]: name for name in reversed(names())}.values())


@cache
def shown() -> tuple[Shown, ...]:
    """Every scenario of the card game that can be run: that all can is another test's matter."""
    of_cards = (written for written in scenarios().values() if not written.is_of_dice)
    return tuple(_shown(written) for written in of_cards if not outcome(written).problems)


@cache
def shown_first() -> tuple[Shown, ...]:
    """Those of them that come first in their files."""
    first = [scenarios()[name] for name in first_of_files()]
    return tuple(_shown(written) for written in first if not written.is_of_dice)


def _shown(written: Written) -> Shown:
    (deck, tables), events, plain = DECKS.named_by(written), outcome(written).events, written.content.plain()
    named = {text for key in ("start", "script") for text in texts(plain.get(key)) if text in tables.names}
    return Shown(
        plain=plain,
        deck=deck,
        tables=tables,
        references=frozenset(Path(text).stem for key in ("deck", "rules") for text in texts(plain.get(key))),
        named=frozenset(named),
        triggered=frozenset(event["power"] for event in events if event["event"] == "trigger"),
        in_ante=frozenset(plain["start"].get("ante", [])) | frozenset(_put_into_ante(events)),
    )


@cache
def of_dice() -> tuple[dict[str, Any], ...]:
    """Every scenario of the dice game, as it is written."""
    return tuple(written.content.plain() for written in scenarios().values() if written.is_of_dice)


def _put_into_ante(events: Iterable[dict[str, Any]]) -> Iterator[str]:
    for event in events:
        if event["event"] in ("ante", "put_ante"):
            yield event["card"]


def texts(value: Any) -> Iterator[str]:
    """Every text in a value as YAML gives it."""
    if isinstance(value, str):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(below)


# --- decks, rule sets and house rules ----------------------------------------------------------------------


@cache
def decks() -> dict[str, Deck]:
    """Every shipped deck."""
    return {name: definitions.load_deck(name) for name in library.available("deck")}


@cache
def under_house_rules() -> dict[str, Deck]:
    """Every house rule, laid over the first deck that it fits."""
    result = {}
    for rule in library.available("house-rule"):
        for deck in decks():
            try:
                result[rule] = definitions.load_deck(deck, [rule])
                break
            except UserError:
                continue
    return result


@cache
def card_sets() -> dict[str, Deck]:
    """Every shipped card set, as a deck of its own."""
    sets = library.available("cards")
    return {name: definitions.load_deck({"card_sets": [name], "rules": "original"}) for name in sets}


def kinds(deck: Deck) -> dict[str, list[Card]]:
    """The cards of a set by what they are called: a coloured dragon by its colour, the others by name."""
    result: dict[str, list[Card]] = {}
    for card in deck.cards:
        strengths = next((colour.strengths for colour in deck.colours if colour.name == card.colour), ())
        coloured = card.strength in strengths and card.name == f"{card.colour}-{card.strength}"
        result.setdefault(str(card.colour) if coloured else card.name, []).append(card)
    return result


def identity(card: Card) -> tuple[Any, ...]:
    """What a card is, whichever deck it is in."""
    return card.name, card.strength, tuple(card.groups), card.colours, card.bars, card.power, card.ante


def effects_of(tables: Tables, name: str, kind: str) -> set[str]:
    """The effects that a card's power, or what it does in the ante, is compiled to; ``kind`` is power or ante."""
    cards, card = tables.cards[0], tables.names.index(name)
    known = EFFECT_NAMES if kind == "power" else ANTE_NAMES
    return {known[int(op)] for op in cards["op"][cards[kind][card] : cards[f"{kind}_end"][card]]}


def all_effects_of(deck: Deck, kind: str) -> set[str]:
    """The effects that some card of a deck has."""
    tables = definitions.build_tables(deck)
    return {effect for name in tables.names for effect in effects_of(tables, name, kind)}


def value_at(values: Any, dotted: str) -> Any:
    """The value of a parameter of rules, by its dotted name."""
    for step in dotted.split("."):
        values = values[step]
    return values
