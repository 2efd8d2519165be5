"""The deck and the rules of a cell, as its run recorded them, for analyses that name their parts."""

import json
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from math import prod
from typing import Any

import polars as pl

from tda_sim.engine.layout import NONE
from tda_sim.engine.registry import EFFECTS
from tda_sim.engine.vocabulary import Jump
from tda_sim.measures.ability_sums import ABILITY, BLANK, BUNDLE
from tda_sim.runs.manifest import Manifest
from tda_sim.runs.play import Work

PRINTED: dict[str, pl.DataType] = {
    "cell": pl.String(),
    "card": pl.String(),
    "title": pl.String(),
    "strength": pl.Int64(),
    "colours": pl.List(pl.String),
    "tags": pl.List(pl.String),
    "has_power": pl.Boolean(),
    "drawn": pl.Boolean(),
    "unseen": pl.Boolean(),
    "in_game": pl.Float64(),
    "deck_size": pl.Int64(),
    "opening_hand": pl.Int64(),
    "start_gold": pl.Int64(),
}

ABILITIES: dict[str, pl.DataType] = {
    "cell": pl.String(),
    "ability": pl.String(),
    "title": pl.String(),
    "mask": pl.UInt64(),
    "kind": pl.String(),
}

FACTS: dict[str, pl.DataType] = {name: pl.String() for name in ("cell", "part", "name", "about", "says")}
RULE, CARD, DRAW = "rule", "card", "draw"  # parts of a definition; draw: what is drawn for each game, and who sees it
POWER, ANTE, PRINT = "power", "ante", "print"  # topics of a card's facts; `PRINT` is everything except its effects
DRAGONS = "dragons"  # what the definition of a dice game has instead of cards
RANDOM, BUNDLES = "random", "bundles"  # ways in which chance deals abilities
LOTS = "lots"
OF_DRAWING = ("n_drawn", "each_picks", "shown")
OF_CARDS = ("strength", "colours", "groups", "bars", "drawn")


def facts_of(cell: str, manifest: Manifest) -> pl.DataFrame:
    """Return a row for each fact that the games of a cell may depend on, except for who plays.

    ``part`` is "rule", "card" or "draw"; ``about`` is the topic of a card's fact: its "power", what it does in the
    "ante", or "print" for all else; ``says`` is the same text if two cells have the same fact.
    """
    facts = manifest.definition["facts"]
    rows = [(RULE, name, "", value) for name, value in facts["rules"].items()]
    if DRAGONS in facts:
        rows += [(CARD, name, PRINT, fact) for name, fact in facts[DRAGONS].items()]
        return _table_of_facts(cell, rows)
    rows += [(DRAW, name, "", facts[name]) for name in OF_DRAWING]
    rows += [(DRAW, LOTS, "", [facts["lots"], facts["parts"]]) for _ in [0] if LOTS in facts]
    rows += [(CARD, card["name"], *fact) for card in facts["cards"] for fact in _of_card(facts, card)]
    return _table_of_facts(cell, rows)


def _table_of_facts(cell: str, rows: Iterable[tuple[str, str, str, Any]]) -> pl.DataFrame:
    data = [(cell, part, name, about, json.dumps(says)) for part, name, about, says in rows]
    return pl.DataFrame(data, schema=FACTS, orient="row")


def _of_card(facts: dict[str, Any], card: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the facts of a card, wherever the code of its effects starts."""
    (start, end), (first, last) = card["power"], card["ante"]
    before = len(facts["powers"])  # the code of the ante follows that of the powers
    yield PRINT, {name: card[name] for name in OF_CARDS}
    yield POWER, _lines(facts["powers"][start:end], start)
    yield ANTE, _lines(facts["ante_effects"][first - before : last - before], first)


def _lines(code: Iterable[Any], start: int) -> list[Any]:
    """Return instructions with jump targets counted from the first of them."""
    return [[effect, _from(effect, arguments, start), always] for effect, arguments, always in code]


def _from(effect: str, arguments: list[int], start: int) -> list[int]:
    jumps = [isinstance(parameter.kind, Jump) for parameter in EFFECTS[effect].parameters] if effect in EFFECTS else []
    return [value - start * jump for value, jump in zip_longest(arguments, jumps[: len(arguments)], fillvalue=False)]


def dealt_abilities(cell: str, manifest: Manifest) -> pl.DataFrame:
    """Return a row for each ability or bundle that chance may deal to the seats of a cell."""
    facts, words = manifest.definition["facts"].get("abilities"), manifest.words  # a dice game has none
    how = manifest.config.abilities[0].partition(":")[0] if len(manifest.config.abilities) == 1 else ""
    rows: list[tuple[str, str, str, int, str]] = []
    if how == RANDOM:
        kinds = [BLANK if each["when"] == NONE else ABILITY for each in facts["abilities"]]
        named = zip(words.abilities, words.ability_titles, kinds, strict=True)
        rows = [(cell, name, title, 1 << bit, kind) for bit, (name, title, kind) in enumerate(named)]
    if how == BUNDLES:
        bundles = zip(manifest.definition["deck"]["abilities"]["bundles"], facts["bundles"], strict=True)
        rows = [(cell, each["name"], each["title"], mask, BUNDLE) for each, mask in bundles]
    return pl.DataFrame(rows, schema=ABILITIES, orient="row")


def printed_cards(cell: str, run: Manifest | Work) -> pl.DataFrame:
    """Return a row for each card of a cell's deck.

    ``drawn`` is whether only some games have the card, ``unseen`` whether players do not know which.
    ``in_game`` is the probability that the card is in a game, ``deck_size`` the number of cards in a game,
    ``start_gold`` the gold of each player at the start. ``has_power`` is whether the card does anything, when triggered
    or in the ante.
    """
    deck, facts = run.definition["deck"], run.definition["facts"]
    if DRAGONS in facts:
        return pl.DataFrame(list(_printed_dragons(cell, deck, facts)), schema=PRINTED)
    rules, draw = facts["rules"], deck["draw"]
    shared = {
        "cell": cell,
        "deck_size": deck["cards"],
        "opening_hand": rules["opening_hand"],
        "start_gold": rules["gold_each"] + rules["gold_per_player"] * run.config.players,
    }
    texts = dict(_texts(deck))
    unseen = draw["cards"] / draw["of"] if draw else 1.0
    chances = [
        unseen ** card["drawn"] * prod(_chances(facts)[part] for part in facts.get("parts", {}).get(card["name"], ()))
        for card in facts["cards"]
    ]
    rows = [
        {**shared, **texts[card["name"]], **_facts(card, chance)}
        for card, chance in zip(facts["cards"], chances, strict=True)
    ]
    return pl.DataFrame(rows, schema=PRINTED)


def _chances(facts: dict[str, Any]) -> list[float]:
    """Return the chance of each part that games draw to be in one."""
    lots = facts.get("lots", ())
    return [(lot["least"] + lot["most"]) / 2 / len(lot["parts"]) for lot in lots for _ in lot["parts"]]


def _printed_dragons(cell: str, deck: dict[str, Any], facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each dragon of a dice game: all of them are in every game, and none is dealt."""
    for dragon in deck[DRAGONS]:
        fact = facts[DRAGONS][dragon["name"]]
        yield {
            "cell": cell,
            "card": dragon["name"],
            "title": dragon["title"],
            "strength": fact["strength"],
            "colours": [],
            "tags": [],
            "has_power": dragon["power"] != "",
            "drawn": False,
            "unseen": False,
            "in_game": 1.0,
            "deck_size": deck["cards"],
            "opening_hand": 0,
            "start_gold": facts["rules"]["starting_gold"],
        }


def _facts(card: dict[str, Any], chance: float) -> dict[str, Any]:
    """What the engine knows about a card. If no effects lie between start and end, it has no power."""
    return {
        "card": card["name"],
        "strength": card["strength"],
        "has_power": any(first != last for first, last in (card["power"], card["ante"])),
        "drawn": chance < 1.0,
        "unseen": bool(card["drawn"]),
        "in_game": chance,
    }


def _texts(deck: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield title, colours and tags of every card by name."""
    for colour in deck["colours"]:
        for strength in colour["strengths"]:
            about = {"title": f"{colour['title']} {strength}", "colours": [colour["name"]], "tags": colour["tags"]}
            yield f"{colour['name']}-{strength}", about
    for card in (*deck["single_dragons"], *deck["unique_cards"]):
        yield card["name"], {name: card[name] for name in ("title", "colours", "tags")}
