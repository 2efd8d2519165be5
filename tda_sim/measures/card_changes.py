"""What a house rule does to the cards: the draw value of each under both rules, and which cards gain and lose.

Draw value: "I drew this card at the end of a gambit instead of a random card of the same pile", in gold over the next
two gambits. Drawn cards are random, so this is an effect and no mere correlation. All differences of a pair of tables
get intervals that hold together (studentised maxima over a multiplier bootstrap of the blocks).
"""

from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.card_sums import Array, Values
from tda_sim.measures.card_values import MAIN, draw_values
from tda_sim.measures.compare import games_to_tell
from tda_sim.measures.pairs import Pair
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import Study, cell_of
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.simultaneous import max_t

NAME = "draw_value"
SMALLEST = 0.5  # gold: the usual smallest difference of a card's value that matters
SEED = 1


def drawn_values(study: Study, cell: str) -> Values:
    """Return the draw values of the cards of a cell that were drawn at all, over the next two gambits."""
    found = draw_values(study, cell)[MAIN]
    return found.only(found.n > 0)


def standard_errors(shifts: Array) -> Array:
    """Return standard errors (K,): the root of the sum of squares of what independent blocks add, (B, K)."""
    return np.asarray(np.sqrt((shifts**2).sum(axis=0)))


def card_changes(
    study: Study, pair: Pair, smallest: float = SMALLEST, scale: float = 1.0, level: float = LEVEL
) -> pl.DataFrame:
    """Return one row per card of either deck: its value as printed and under the rule, and the difference.

    ``estimate, low, high, n``: the difference in gold, with intervals that hold together for all cards, and the draws
    of the card under the rule; missing for a card that is in one of the decks only. ``scale``: what a coin under the
    rule is worth in coins of the printed game, where that starts with other gold. ``verdict``: "more", "less",
    "same", "unclear", or "only printed" and "only under the rule".
    """
    printed, changed = drawn_values(study, pair.printed), drawn_values(study, pair.changed)
    common = [card for card in printed.cards if card in set(changed.cards)]
    games = min(int(cell_of(study, cell)["games"]) for cell in (pair.printed, pair.changed))
    rows = _differences(printed, changed, common, scale, smallest, level, pair, games)
    rows += [_lonely(card, printed, "printed", "only printed") for card in printed.cards if card not in common]
    rows += [_lonely(card, changed, "changed", "only under the rule") for card in changed.cards if card not in common]
    return table_of([pair.keys | row for row in rows])


def _differences(
    printed: Values,
    changed: Values,
    common: list[str],
    scale: float,
    smallest: float,
    level: float,
    pair: Pair,
    games: int,
) -> list[dict[str, Any]]:
    here, there = [printed.of(card) for card in common], [changed.of(card) for card in common]
    before, after = printed.estimate[here], scale * changed.estimate[there]
    one, other = aligned(printed.shifts[:, here], scale * changed.shifts[:, there], pair.paired)
    errors, critical = standard_errors(other - one), max_t(other - one, level, SEED)
    low, high = after - before - critical * errors, after - before + critical * errors
    return [
        {
            "card": card,
            "printed": before[k],
            "changed": after[k],
            "estimate": after[k] - before[k],
            "low": low[k],
            "high": high[k],
            "n": int(changed.n[there[k]]),
            "error": errors[k],
            "margin": smallest,
        }
        | _judged(low[k], high[k], smallest, games)
        for k, card in enumerate(common)
    ]


def _judged(low: float, high: float, smallest: float, games: int) -> dict[str, Any]:
    word = verdict(low, high, smallest)
    return {"verdict": word, "games_needed": games_to_tell(low, high, smallest, games) if word == "unclear" else None}


def aligned(printed: Array, changed: Array, paired: bool) -> tuple[Array, Array]:
    """Return what both cells' blocks add over the same rows: side by side if paired, below each other if not."""
    if paired and len(printed) == len(changed):
        return printed, changed
    return np.pad(printed, ((0, len(changed)), (0, 0))), np.pad(changed, ((len(printed), 0), (0, 0)))


def _lonely(card: str, values: Values, column: str, said: str) -> dict[str, Any]:
    k = values.of(card)
    return {"card": card, column: values.estimate[k], "n": int(values.n[k]), "verdict": said}
