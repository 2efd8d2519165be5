"""Decks as numbers: the printed cards and the rules, as the engine reads them."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tda_sim.definitions.abilities import ability_facts
from tda_sim.definitions.decks import Deck
from tda_sim.definitions.instructions import compile_all
from tda_sim.definitions.models import RuleSet
from tda_sim.engine.layout import CARDS, NONE, PARTS_IN_WORD, RULES
from tda_sim.engine.registry import ABILITY_EFFECTS, ANTE_EFFECTS, CHANGES, CONDITIONS, EFFECTS, Effect
from tda_sim.engine.terms import CHANGING, Once, When

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
    abilities: tuple[str, ...]  # bit k of a player's abilities is the k-th
    ability_titles: tuple[str, ...]
    parts: tuple[str, ...]  # parts of the deck that games draw: see `TALLY.parts`
    drawn: tuple[str, ...]  # cards of which some are drawn for each game: the k-th is bit k of TALLY.unique_cards
    deck_digest: str
    rules_digest: str


def build_tables(deck: Deck) -> Tables:
    """Return a checked deck in numbers, with digests of everything that affects play."""
    facts, rules = card_facts(deck), rule_facts(deck.rules)
    groups = {number: name for name, number in deck.group_numbers.items()}
    return Tables(
        cards=_card_table(facts, ability_facts(deck.abilities, deck.group_numbers, _n_lines(facts))),
        rules=np.array([tuple(rules.values())], RULES),
        names=tuple(card.name for card in deck.cards),
        titles=tuple(card.title for card in deck.cards),
        colours=deck.colour_names,
        groups=tuple(groups.get(number, "") for number in range(max(groups) + 1)),
        abilities=deck.abilities.names,
        ability_titles=tuple(ability.title for ability in deck.abilities.abilities.values()),
        parts=deck.draws.parts,
        drawn=deck.drawn,
        deck_digest=_digest(facts),
        rules_digest=_digest(rules),
    )


def card_facts(deck: Deck) -> dict[str, Any]:
    """Return everything about the cards that affects play: groups and colours as masks, effects by name."""
    compiled = compile_all(deck.cards, deck.group_numbers)
    return {
        "colours": deck.colour_names,
        "cards": [
            {
                "name": card.name,
                "strength": card.strength,
                "colours": _mask(map(deck.colour_names.index, {*card.all_colours} & {*deck.colour_names})),
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
    } | _draw_facts(deck)


def _draw_facts(deck: Deck) -> dict[str, Any]:
    """Return the draws of parts and the parts of each card, for a deck that has such draws."""
    if not deck.draws.lots:
        return {}
    return {
        "lots": [asdict(lot) for lot in deck.draws.lots],
        "parts": {card.name: deck.draws.parts_of(card.name) for card in deck.cards},
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
        "buy_poorest": rules.buying.poorest_pays,
        "colour_flight_wins": flights.colour_wins,
        "leave_until": rules.end.players_left or 0,
        "end_gold": rules.end.gold or 0,
        "end_gambits": rules.end.gambits or 0,
        "end_unpaid": rules.end.unpaid_antes or 0,
    }
    return {name: int(grouped[name] if name in grouped else getattr(rules, name)) for name in RULES.names or ()}


def _n_lines(facts: dict[str, Any]) -> int:
    return len(facts["powers"]) + len(facts["ante_effects"])


def _card_table(facts: dict[str, Any], abilities: dict[str, Any]) -> Array:
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
    row["n_lots"] = len(facts.get("lots", ()))
    row["varies"] = int(bool(facts["n_drawn"] or row["n_lots"]))
    first = 0
    for number, lot in enumerate(facts.get("lots", ())):
        row["lot"][number] = (first, first := first + len(lot["parts"]), lot["least"], lot["most"])
    for number, parts in enumerate(facts.get("parts", {}).values()):
        for part in parts:
            row["needs"][part // PARTS_IN_WORD, number] |= 1 << part % PARTS_IN_WORD
    _write_abilities(row, abilities, _n_lines(facts))
    row["number"] = 1 + int.from_bytes(hashlib.sha256(table.tobytes()).digest()[:7])
    return table


def _write_abilities(row: Any, facts: dict[str, Any], start: int) -> None:
    """Write the abilities that players may have, and their instructions from number ``start`` on."""
    abilities = facts["abilities"]
    row["n_abilities"], row["unshared"], row["n_bundles"] = len(abilities), facts["unshared"], len(facts["bundles"])
    row["bundle"][: len(facts["bundles"])] = facts["bundles"]
    for number, ability in enumerate(abilities):
        there = row["ability"][number]
        there["when"], there["once"] = ability["when"], ability["once"]
        there["test"], there["test_end"] = ability["test"]
        there["step"], there["end"] = ability["step"]
        if ability["when"] != NONE:
            row["at"][ability["when"]] |= 1 << number
    row["optional"] = sum(1 << number for number, ability in enumerate(abilities) if ability["asks"])
    for name, once in (("by_disk", Once.DISK), ("recharged", Once.RECHARGED), ("each_gambit", Once.GAMBIT)):
        row[name] = sum(1 << number for number, ability in enumerate(abilities) if ability["once"] & once)
    _fill_code(row, start, facts["conditions"], CONDITIONS)
    changing = {when: when in CHANGING for when in When}
    effects = [(CHANGES if changing.get(a["when"]) else ABILITY_EFFECTS) for a in abilities for _ in range(*a["step"])]
    for place, line in enumerate(facts["effects"]):
        _fill_code(row, start + len(facts["conditions"]) + place, [line], effects[place])


def _fill_code(row: Any, start: int, code: Any, effects: dict[str, Effect]) -> None:
    for place, (effect, arguments, always) in enumerate(code, start):
        row["op"][place] = effects[effect].code
        row["arg"][place, : len(arguments)] = arguments
        row["always"][place] = always


def _mask(bits: Any) -> int:
    return sum(1 << int(bit) for bit in set(bits))


def _digest(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
