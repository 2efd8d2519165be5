"""What is printed on the cards of a cell, as its run has written it down: for analyses that name cards."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from tda_sim.runs.manifest import Manifest

PRINTED: dict[str, pl.DataType] = {
    "cell": pl.String(),
    "card": pl.String(),
    "title": pl.String(),
    "strength": pl.Int64(),
    "colours": pl.List(pl.String),
    "tags": pl.List(pl.String),
    "has_power": pl.Boolean(),
    "drawn": pl.Boolean(),
    "in_game": pl.Float64(),
    "deck_size": pl.Int64(),
    "opening_hand": pl.Int64(),
    "start_gold": pl.Int64(),
}


def printed_cards(cell: str, manifest: Manifest) -> pl.DataFrame:
    """Return a row for each card of a cell's deck.

    ``in_game`` is the chance that the card is in a game, ``deck_size`` the number of cards in a game, ``start_gold``
    what each player starts with. ``has_power`` tells whether it does anything, when triggered or in the ante.
    """
    deck, facts = manifest.definition["deck"], manifest.definition["facts"]
    rules, draw = facts["rules"], deck["draw"]
    shared = {
        "cell": cell,
        "deck_size": deck["cards"],
        "opening_hand": rules["opening_hand"],
        "start_gold": rules["gold_each"] + rules["gold_per_player"] * manifest.config.players,
    }
    told = dict(_told(deck))
    chance = draw["cards"] / draw["of"] if draw else 1.0
    rows = [{**shared, **told[card["name"]], **_facts(card, chance)} for card in facts["cards"]]
    return pl.DataFrame(rows, schema=PRINTED)


def _facts(card: dict[str, Any], chance: float) -> dict[str, Any]:
    """What the engine knows of a card; where its effects begin and end, nothing between them is no power."""
    return {
        "card": card["name"],
        "strength": card["strength"],
        "has_power": any(first != last for first, last in (card["power"], card["ante"])),
        "drawn": bool(card["drawn"]),
        "in_game": chance if card["drawn"] else 1.0,
    }


def _told(deck: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield title, colours and tags of every card by name."""
    for colour in deck["colours"]:
        for strength in colour["strengths"]:
            about = {"title": f"{colour['title']} {strength}", "colours": [colour["name"]], "tags": colour["tags"]}
            yield f"{colour['name']}-{strength}", about
    for card in (*deck["single_dragons"], *deck["unique_cards"]):
        yield card["name"], {name: card[name] for name in ("title", "colours", "tags")}
