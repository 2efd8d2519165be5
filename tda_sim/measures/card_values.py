"""What a card is worth to whoever gets it: the dealt value and the draw value, read off the luck of the deal.

Who is dealt a card is chance, and so is which card of the pile one draws. So both values are causal without any model:

- dealt value: P(win | the card is in my opening hand) - P(win | it is in the game, but not there). With p the share
  of the win that goes to its holder, n players, opening hands of H and a deck of K cards this is
  (p - 1/n) / (1 - H/K), as all seats together win exactly one game;
- draw value: what I gain over the next gambits after drawing the card at the end of a gambit, above what I gain after
  drawing a random card of the same pile (the card itself among them): Σ (X - X of a random card) / draws.

Both hold for a card that is in the deck of some games only, as only those games count.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from tda_sim.measures.card_sums import Array, Values, contact_sums, draw_sums, finished_share, names, printed, ratios
from tda_sim.measures.metrics import PERCENT, PERCENT_OF_WIN
from tda_sim.measures.study import Study, cell_of
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.simultaneous import simultaneous, tied_sets

MAIN = "draw_wins"  # what orders cards: the win is what players play for, and gold only leads there
GOLD = "draw_4"  # the gold beside it: over four gambits, cards have nearly the order that they have by wins
HORIZONS = 6  # gambits, at most, over which gold is counted, and once more to the end of the game


@dataclass(frozen=True)
class Kind:
    """A way to say what a card is worth."""

    name: str
    title: str
    unit: str
    meaning: str


KINDS = {
    kind.name: kind
    for kind in (
        Kind("draw_wins", "draw value", "points", "points of win share, above a random card of the pile"),
        Kind("draw_1", "gold, 1 gambit", "gold", "gold over the next gambit, above a random card of the pile"),
        *(
            Kind(f"draw_{h}", f"gold, {h} gambits", "gold", f"gold over the next {h} gambits, above a random card")
            for h in range(2, HORIZONS + 1)
        ),
        Kind("draw_end", "gold, to the end", "gold", "gold over the rest of the game, above a random card of the pile"),
        Kind(
            "dealt", "dealt value", "points", "points of win share, in the opening hand against elsewhere in the game"
        ),
    )
}
CURVE = (*(f"draw_{h}" for h in range(1, HORIZONS + 1)), "draw_end")  # gold, over ever more gambits
DRAWN = {name: (name.replace("draw_", "gold" if name[-1].isdigit() else "gold_"), 1.0) for name in CURVE} | {
    "draw_wins": ("win60", PERCENT_OF_WIN)
}
PLACES = ("best", "worst", "group")


def card_values(study: Study, cell: str) -> dict[str, Values]:
    """Return the values of a cell's cards, by the name of their `KINDS`; n counts draws, or games with a holder."""
    return {**draw_values(study, cell), "dealt": dealt_value(study, cell)}


def draw_values(study: Study, cell: str, first: int | None = None) -> dict[str, Values]:
    """Return the draw values of a cell's cards, over its first so many blocks if ``first`` is given."""
    cards, sums = names(study, cell), draw_sums(study, cell)
    draws = sums["draws"][:first]
    return {name: ratios(cards, scale * sums[column][:first], draws) for name, (column, scale) in DRAWN.items()}


def dealt_value(study: Study, cell: str, first: int | None = None) -> Values:
    """Return the dealt values of a cell's cards, in percentage points, over the first so many blocks if given.

    In a cell with a forced card, that card's value is its forced one: `opening` then counts its chosen holders.
    """
    table, opening = printed(study, cell), contact_sums(study, cell)["opening"]
    par = finished_share(study, cell) / cell_of(study, cell)["players"]
    elsewhere = 1 - (table["opening_hand"] / table["deck_size"]).to_numpy()
    above = PERCENT_OF_WIN * opening["win60_sum"] - PERCENT * par * opening["count"]
    dealt = opening["count"][:first]
    return ratios(names(study, cell), above[:first], dealt * elsewhere, n=dealt)


def colour_means(values: Values, cards: pl.DataFrame) -> Values:
    """Return the mean value of each colour's dragons, under the colour's name; cards of several colours have none."""
    colour = {row["card"]: row["colours"][0] for row in cards.iter_rows(named=True) if len(row["colours"]) == 1}
    of_cards = [
        colour.get(card) if known else None for card, known in zip(values.cards, values.error >= 0, strict=True)
    ]
    found = tuple(name for name in dict.fromkeys(of_cards) if name is not None)
    inside = np.array([[name == each for each in of_cards] for name in found], bool).reshape(len(found), len(of_cards))
    weight = inside / inside.sum(axis=1, keepdims=True)
    return Values(
        found,
        weight @ np.nan_to_num(values.estimate),
        values.shifts @ weight.T,
        inside.astype(np.int64) @ values.n,
        np.array([values.blocks[row].min() for row in inside], np.int64),
    )


# --- tables -----------------------------------------------------------------------------------------------


def value_rows(values: Values, name: str, level: float = LEVEL, places: bool = True) -> pl.DataFrame:
    """Return a row per card: `card`, `value`, `unit`, `estimate`, `low`, `high`, `n`, `error`, and its places.

    The intervals hold for all cards at once. ``best`` and ``worst`` are the places that a card may hold, ``group``
    the tied set that it belongs to: the cards of a group are not told apart from the best one of it.
    """
    low, high = with_intervals(values, level)
    frame = pl.DataFrame(
        {
            "card": values.cards,
            "value": name,
            "unit": KINDS[name].unit if name in KINDS else "",
            "estimate": values.estimate,
            "low": low,
            "high": high,
            "n": values.n,
            "error": values.error,
        },
        schema_overrides={"card": pl.String, "n": pl.Int64},
    ).with_columns(pl.col("estimate", "low", "high", "error").fill_nan(None))
    return frame.with_columns(*place_columns(values, level)) if places else frame


def with_intervals(values: Values, level: float = LEVEL) -> tuple[Array, Array]:
    """Return the ends of intervals that hold for all cards at once (max-t); NaN where there is too little for one."""
    found = simultaneous(values.influences, level)
    known = values.error > 0
    return np.where(known, found.low, np.nan), np.where(known, found.high, np.nan)


def place_columns(values: Values, level: float = LEVEL) -> list[pl.Series]:
    """Return the columns `best`, `worst` and `group`; missing for cards without a number."""
    known = np.isfinite(values.estimate) & np.isfinite(values.error)
    columns: dict[str, list[int | None]] = {name: [None] * len(values.cards) for name in PLACES}
    if known.any():
        chosen = values.only(known)
        tied = tied_sets(chosen.estimate, chosen.rows, level)
        for name, found in zip(PLACES, (tied.best, tied.worst, tied.tier), strict=True):
            for place, number in zip(np.flatnonzero(known), found, strict=True):
                columns[name][place] = int(number)
    return [pl.Series(name, column, dtype=pl.Int64) for name, column in columns.items()]
