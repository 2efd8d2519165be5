"""What a house rule does to the cards: the draw value of each under both rules, and which cards gain and lose.

Draw value: "I drew this card at the end of a gambit instead of a random card of the same pile", in gold over the next
two gambits. Drawn cards are random, so this is an effect and no mere correlation. All differences of a pair of tables
get intervals that hold together (studentised maxima over a multiplier bootstrap of the blocks).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, ratio_influences
from tda_sim.stats.simultaneous import max_t

from .compare import games_to_tell
from .pairs import Pair
from .study import Study, cell_of, check_columns

Array = NDArray[np.float64]

OUTCOME = "gold2"  # gold over the next two gambits: by then a card has done what it does
UNIT = 2.0**-24  # of expected values in the table
SMALLEST = 0.5  # gold: the usual smallest difference of a card's value that matters
NAME = "draw_value"
SEED = 1


@dataclass(frozen=True)
class DrawValues:
    """Draw values (K,) of the cards of one cell, and what each block adds to their errors, (B, K)."""

    cards: list[str]
    values: Array
    influence: Array
    draws: NDArray[np.int64]

    @property
    def errors(self) -> Array:
        """Standard errors (K,)."""
        return standard_errors(self.influence)


def block_errors(found: Influences) -> Array:
    """Return what each block adds to the errors of estimates (K,), (B, K): see `standard_errors`."""
    blocks = np.maximum(found.blocks, 2)
    return np.asarray(found.influence / np.sqrt(blocks * (blocks - 1)))


def standard_errors(influence: Array) -> Array:
    """Return standard errors (K,): the root of the sum of squares of what independent blocks add, (B, K)."""
    return np.asarray(np.sqrt((influence**2).sum(axis=0)))


def draw_values(study: Study, cell: str, blocks: int | None = None) -> DrawValues:
    """Return the draw values of all cards of a cell that were drawn at all, from the first ``blocks`` chunks."""
    wanted = {"chunk", "card", "draws", OUTCOME, f"{OUTCOME}_reference"}
    read = check_columns(study, cell, "draws", wanted)
    if blocks is not None:
        read = read.filter(pl.col("chunk") < blocks)
    sums = (
        read.group_by("chunk", pl.col("card").cast(pl.String))
        .agg(pl.col("draws", OUTCOME, f"{OUTCOME}_reference").cast(pl.Int64).sum())
        .with_columns((pl.col(OUTCOME) - UNIT * pl.col(f"{OUTCOME}_reference")).alias("gained"))
        .sort("chunk", "card")
        .collect(engine="streaming")
    )
    top, bottom = (sums.pivot("card", index="chunk", values=name).fill_null(0) for name in ("gained", "draws"))
    cards = sorted(name for name in top.columns[1:] if bottom[name].sum() > 0)
    draws = bottom.select(cards).to_numpy()
    found = ratio_influences(top.select(cards).to_numpy(), draws)
    return DrawValues(cards, found.estimate, block_errors(found), draws.sum(axis=0))


def card_changes(
    study: Study, pair: Pair, smallest: float = SMALLEST, scale: float = 1.0, level: float = LEVEL
) -> pl.DataFrame:
    """Return one row per card of either deck: its value as printed and under the rule, and the difference.

    ``estimate, low, high, n``: the difference in gold, with intervals that hold together for all cards, and the draws
    of the card under the rule; missing for a card that is in one of the decks only. ``scale``: what a coin under the
    rule is worth in coins of the printed game, where that starts with other gold. ``verdict``: "more", "less",
    "same", "unclear", or "only printed" and "only under the rule".
    """
    printed, changed = draw_values(study, pair.printed), draw_values(study, pair.changed)
    common = [card for card in printed.cards if card in set(changed.cards)]
    games = min(int(cell_of(study, cell)["games"]) for cell in (pair.printed, pair.changed))
    rows = _differences(printed, changed, common, scale, smallest, level, pair, games)
    rows += [_lonely(card, printed, "printed", "only printed") for card in printed.cards if card not in common]
    rows += [_lonely(card, changed, "changed", "only under the rule") for card in changed.cards if card not in common]
    return pl.DataFrame([pair.keys | row for row in rows], infer_schema_length=None)


def _differences(
    printed: DrawValues,
    changed: DrawValues,
    common: list[str],
    scale: float,
    smallest: float,
    level: float,
    pair: Pair,
    games: int,
) -> list[dict[str, Any]]:
    here, there = _places(printed, common), _places(changed, common)
    before, after = printed.values[here], scale * changed.values[there]
    one, other = aligned(printed.influence[:, here], scale * changed.influence[:, there], pair.paired)
    influence = other - one
    errors, critical = standard_errors(influence), max_t(influence, level, SEED)
    low, high = after - before - critical * errors, after - before + critical * errors
    return [
        {
            "card": card,
            "printed": before[k],
            "changed": after[k],
            "estimate": after[k] - before[k],
            "low": low[k],
            "high": high[k],
            "n": int(changed.draws[there[k]]),
            "error": errors[k],
            "margin": smallest,
        }
        | _judged(low[k], high[k], smallest, games)
        for k, card in enumerate(common)
    ]


def _judged(low: float, high: float, smallest: float, games: int) -> dict[str, Any]:
    word = verdict(low, high, smallest)
    return {"verdict": word, "games_needed": games_to_tell(low, high, smallest, games) if word == "unclear" else None}


def _places(values: DrawValues, cards: list[str]) -> list[int]:
    place = {card: k for k, card in enumerate(values.cards)}
    return [place[card] for card in cards]


def aligned(printed: Array, changed: Array, paired: bool) -> tuple[Array, Array]:
    """Return what both cells' blocks add over the same rows: side by side if paired, below each other if not."""
    if paired and len(printed) == len(changed):
        return printed, changed
    return np.pad(printed, ((0, len(changed)), (0, 0))), np.pad(changed, ((len(printed), 0), (0, 0)))


def _lonely(card: str, values: DrawValues, column: str, said: str) -> dict[str, Any]:
    k = values.cards.index(card)
    return {"card": card, column: values.values[k], "n": int(values.draws[k]), "verdict": said}
