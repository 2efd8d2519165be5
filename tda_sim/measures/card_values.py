"""What a card is worth to the player who gets it: the dealt value and the draw value, measured by the luck of the deal.

Chance decides who is dealt a card, and which card of the pile a player draws. So both values are causal without any
model:

- dealt value: P(win | the card is in my opening hand) - P(win | it is in the game, but not there). With p the share
  of the win that goes to its holder, n players, opening hands of H and a deck of K cards this is
  (p - 1/n) / (1 - H/K), as all seats together win exactly one game;
- draw value: what I gain over the next gambits after drawing the card at the end of a gambit, minus what I gain after
  drawing a random card of the same pile (which may be the card itself): Σ (X - X of a random card) / draws.

Both also hold for a card that is only in the deck of some games, as only those games count.
"""

import numpy as np
import polars as pl

from tda_sim.measures.card_sums import contact_sums, draw_sums, finished_share, names, printed
from tda_sim.measures.metrics import PERCENT, PERCENT_OF_WIN
from tda_sim.measures.ranking import Measure, Values, ratios
from tda_sim.measures.study import Study, cell_of

MAIN = "draw_wins"  # the value that orders cards: players play to win, and gold is only the means
HELD = "dealt"  # the value of a card that is held from the start
GOLD = "draw_4"  # the gold beside it: over four gambits, the order of cards is nearly that by wins
ENDS = 5  # cards at either end of a list
HORIZONS = 6  # the most gambits over which gold is counted, besides the rest of the game
POOLED = "dealt_pooled"

KINDS = {
    kind.name: kind
    for kind in (
        Measure(
            MAIN,
            "draw value",
            "points",
            "points of win rate from drawing it between gambits, above a random card",
            "draw",
            2,
        ),
        Measure("draw_1", "gold, 1 gambit", "gold", "gold over the next gambit, above a random card", "1"),
        *(
            Measure(f"draw_{h}", f"gold, {h} gambits", "gold", f"gold over {h} gambits, above a random card", f"{h}")
            for h in range(2, HORIZONS + 1)
        ),
        Measure("draw_end", "gold, to the end", "gold", "gold over the rest of the game, above a random card", "end"),
        Measure(
            HELD, "dealt value", "points", "points of win rate from holding it from the start, above elsewhere", "dealt"
        ),
        Measure(POOLED, "dealt, pooled", "points", "the dealt value, steadied by those of similar cards", "pooled"),
        Measure("power", "power", "points", "the draw value minus that of the card without power", "power", 2),
        Measure("power_gold", "power, gold", "gold", "gold that its power adds over four gambits", "power gold", 2),
        Measure("power_dealt", "power, dealt", "points", "the dealt value minus that of the card without power"),
    )
}
CURVE = (*(f"draw_{h}" for h in range(1, HORIZONS + 1)), "draw_end")  # gold, over longer and longer horizons
DRAWN = {name: (name.replace("draw_", "gold" if name[-1].isdigit() else "gold_"), 1.0) for name in CURVE} | {
    "draw_wins": ("win60", PERCENT_OF_WIN)
}


def card_values(study: Study, cell: str) -> dict[str, Values]:
    """Return the values of a cell's cards, by the names of `KINDS`; n counts draws, or games with a holder."""
    return {**draw_values(study, cell), "dealt": dealt_value(study, cell)}


def draw_values(study: Study, cell: str, first: int | None = None) -> dict[str, Values]:
    """Return the draw values of a cell's cards, over its first ``first`` blocks or all."""
    cards, sums = names(study, cell), draw_sums(study, cell)
    draws = sums["draws"][:first]
    return {name: ratios(cards, scale * sums[column][:first], draws) for name, (column, scale) in DRAWN.items()}


def dealt_value(study: Study, cell: str, first: int | None = None) -> Values:
    """Return the dealt values of a cell's cards, in percentage points, over its first ``first`` blocks or all.

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
        colour.get(card) if usable else None for card, usable in zip(values.names, values.error >= 0, strict=True)
    ]
    colours = tuple(name for name in dict.fromkeys(of_cards) if name is not None)
    inside = np.array([[name == each for each in of_cards] for name in colours], bool)
    inside = inside.reshape(len(colours), len(of_cards))
    weight = inside / inside.sum(axis=1, keepdims=True)
    return Values(
        colours,
        weight @ np.nan_to_num(values.estimate),
        values.shifts @ weight.T,
        inside.astype(np.int64) @ values.n,
        np.array([values.blocks[row].min() for row in inside], np.int64),
    )
