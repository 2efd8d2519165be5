"""What the scenario files show, and what the shipped decks, rule sets and house rules make use of.

The promises are checked against this, and `docs/checked.md` counts it: see `table`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tda_sim import definitions
from tda_sim.definitions import Card, Deck, Tables, library
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS
from tda_sim.errors import UserError
from tda_sim.one_game.decks import Decks
from tda_sim.one_game.dice.scenario import is_dice_scenario
from tda_sim.one_game.scenario import Outcome, run_scenario, scenario_paths
from tda_sim.one_game.scenario_file import ScenarioFile, read_scenario

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
EFFECT_NAMES = {effect.code: name for name, effect in EFFECTS.items()}
ANTE_NAMES = {effect.code: name for name, effect in ANTE_EFFECTS.items()}


# --- scenarios --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """A scenario file that has been run. Cards are named."""

    path: Path
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


class KeptDecks(Decks):
    """Decks that scenarios name, with their cards in words as well as in numbers."""

    def deck(self, file: ScenarioFile) -> Deck:
        """Return the deck that a scenario names."""
        wanted = self.tables(file)
        return next(deck for deck, tables in self._loaded.values() if tables is wanted)


@cache
def shown() -> tuple[Shown, ...]:
    """Every scenario file of the card game, run."""
    decks = KeptDecks()
    of_cards = (path for path in scenario_paths([SCENARIOS]) if not is_dice_scenario(path))
    return tuple(result for path in of_cards if (result := _shown(path, decks)) is not None)


def _shown(path: Path, decks: KeptDecks) -> Shown | None:
    """None where the file cannot be run: that is another test's matter."""
    outcome = run_scenario(path, decks)
    if outcome.problems:
        return None
    file = read_scenario(path)
    tables, plain = decks.tables(file), file.node.plain()
    named = {text for key in ("start", "script") for text in texts(plain.get(key)) if text in tables.names}
    return Shown(
        path=path,
        deck=decks.deck(file),
        tables=tables,
        references=frozenset(Path(text).stem for key in ("deck", "rules") for text in texts(plain.get(key))),
        named=frozenset(named),
        triggered=frozenset(event["power"] for event in outcome.events if event["event"] == "trigger"),
        in_ante=frozenset(plain["start"].get("ante", [])) | frozenset(_put_into_ante(outcome)),
    )


def _put_into_ante(outcome: Outcome) -> Iterator[str]:
    for event in outcome.events:
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
