"""Decks as numbers: the printed cards and the rules, as the engine reads them."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from tda_sim.definitions.cards import Card
from tda_sim.definitions.decks import Deck
from tda_sim.definitions.instructions import compile_all
from tda_sim.definitions.models import RuleSet
from tda_sim.engine.layout import CARDS, NONE, RULES
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS, Effect

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Tables:
    """A deck for the engine: ``cards`` and ``rules`` have shape (1,); names go from numbers to words."""

    cards: Array
    rules: Array
    names: tuple[str, ...]
    titles: tuple[str, ...]
    colours: tuple[str, ...]
    groups: tuple[str, ...]  # "" for numbers that no group has
    drawn: tuple[str, ...]  # cards of which some are drawn game by game: the k-th is bit k of TALLY.unique_cards
    deck_digest: str
    rules_digest: str


def build_tables(deck: Deck) -> Tables:
    """Return a checked deck in numbers, with digests of all that matters for play."""
    facts, rules = card_facts(deck), rule_facts(deck.rules)
    groups = {number: name for name, number in deck.group_numbers.items()}
    return Tables(
        cards=_card_table(facts),
        rules=np.array([tuple(rules.values())], RULES),
        names=tuple(card.name for card in deck.cards),
        titles=tuple(card.title for card in deck.cards),
        colours=deck.colour_names,
        groups=tuple(groups.get(number, "") for number in range(max(groups) + 1)),
        drawn=deck.drawn,
        deck_digest=_digest(facts),
        rules_digest=_digest(rules),
    )


def card_facts(deck: Deck) -> dict[str, Any]:
    """Return what matters for play about the cards: groups and colours as masks, effects by name."""
    compiled = compile_all(deck.cards, deck.group_numbers)
    return {
        "colours": deck.colour_names,
        "cards": [
            {
                "name": card.name,
                "strength": card.strength,
                "colours": _mask(deck.colour_names.index(name) for name in _colours(card) if name in deck.colour_names),
                "groups": _mask(deck.group_numbers[name] for name in card.groups),
                "bars": NONE if card.bars is None else deck.group_numbers[card.bars],
                "power": power,
                "ante": ante,
                "drawn": int(card.name in deck.drawn),
            }
            for card, power, ante in zip(deck.cards, compiled.power_spans, compiled.ante_spans, strict=True)
        ],
        "powers": [(line.effect, line.arguments, int(line.always)) for line in compiled.powers],
        "ante_effects": [(line.effect, line.arguments, int(line.always)) for line in compiled.ante],
        "n_drawn": deck.n_drawn,
        "each_picks": int(deck.each_player_picks),
        "shown": int(deck.shown),
    }


def rule_facts(rules: RuleSet) -> dict[str, int]:
    """Return the numbers of a rule set by the engine's names, which ungrouped parameters share."""
    flights = rules.special_flights
    grouped = {
        "gold_each": rules.starting_gold.each,
        "gold_per_player": rules.starting_gold.per_player,
        "buy_at": rules.buying.at,
        "buy_up_to": rules.buying.up_to,
        "buy_when": rules.buying.when,
        "colour_flight": flights.colour,
        "strength_flight": flights.strength,
        "strength_flight_mortals": flights.mortals_in_strength,
        "strength_flight_takes": NONE if flights.ante_cards == "all" else flights.ante_cards,
        "mortal_flight": flights.mortals_as_colour,
        "leave_until": rules.end.players_left or 0,
        "end_gold": rules.end.gold or 0,
        "end_gambits": rules.end.gambits or 0,
    }
    return {name: int(grouped[name] if name in grouped else getattr(rules, name)) for name in RULES.names or ()}


def _card_table(facts: dict[str, Any]) -> Array:
    table = np.zeros(1, dtype=CARDS)
    row = table[0]
    row["n"], row["n_colours"] = len(facts["cards"]), len(facts["colours"])
    row["bars"][:] = NONE
    for number, card in enumerate(facts["cards"]):
        for name in ("strength", "colours", "groups", "bars", "drawn"):
            row[name][number] = card[name]
        for name in ("power", "ante"):
            row[name][number], row[f"{name}_end"][number] = card[name]
    _fill_code(row, 0, facts["powers"], EFFECTS)
    _fill_code(row, len(facts["powers"]), facts["ante_effects"], ANTE_EFFECTS)
    row["ante_effects"] = int(bool(facts["ante_effects"]))
    for name in ("n_drawn", "each_picks", "shown"):
        row[name] = facts[name]
    return table


def _fill_code(row: Any, start: int, code: Any, effects: dict[str, Effect]) -> None:
    for place, (effect, arguments, always) in enumerate(code, start):
        row["op"][place] = effects[effect].code
        row["arg"][place, : len(arguments)] = arguments
        row["always"][place] = always


def _colours(card: Card) -> list[str]:
    return [*([] if card.colour is None else [card.colour]), *card.colours]


def _mask(bits: Any) -> int:
    return sum(1 << int(bit) for bit in set(bits))


def _digest(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
