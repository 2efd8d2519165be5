"""What a house rule does to the cards: the draw value of each under both rules, and which cards gain and lose.

The draw value compares drawing this card at the end of a gambit with drawing a random card of the same pile. It is in
points of win rate, with the gold over the next gambits beside it. Drawn cards are random, so this is an effect, not
just a correlation. All differences of a pair of tables get intervals that hold jointly (studentised maxima over a
multiplier bootstrap).
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_powers import bound_of_none, gold_bound_of_none
from tda_sim.measures.card_values import GOLD, MAIN, draw_values
from tda_sim.measures.compare import games_to_tell
from tda_sim.measures.pairs import Pair
from tda_sim.measures.ranking import Array, Values
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import Study, cell_of
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, mean_scale
from tda_sim.stats.simultaneous import simultaneous

NAME = "draw_value"
SMALLEST = 0.5  # points: 5 wins in 1,000 games, the usual smallest difference of a card's value that matters
SEED = 1


def drawn_values(study: Study, cell: str) -> Values:
    """Return the draw values, in points, of the cards of a cell that were drawn at least once."""
    return _drawn(draw_values(study, cell)[MAIN])


def _drawn(values: Values) -> Values:
    return values.only(values.n > 0)


def standard_errors(shifts: Array) -> Array:
    """Return standard errors (K,): the root of the sum of squares of what independent blocks add, (B, K)."""
    return np.asarray(np.sqrt((shifts**2).sum(axis=0)))


def card_changes(
    study: Study, pair: Pair, smallest: float = SMALLEST, scale: float = 1.0, level: float = LEVEL
) -> pl.DataFrame:
    """Return one row per card of either deck: its value as printed and under the rule, and the difference.

    ``estimate, low, high, n``: the difference in points of win rate, with intervals that hold jointly for all cards,
    and the draws of the card under the rule; missing for a card that is in only one of the decks. ``gold``,
    ``gold_low``, ``gold_high``: the difference in gold over the next four gambits; ``scale`` is what a coin under the
    rule is worth in coins of the printed game, if players start with different gold. ``verdict``: "more", "less",
    "same", "unclear", or "only printed" and "only under the rule".
    """
    before, after = (draw_values(study, cell) for cell in (pair.printed, pair.changed))
    printed, changed = _drawn(before[MAIN]), _drawn(after[MAIN])
    common = [card for card in printed.names if card in set(changed.names)]
    games = min(int(cell_of(study, cell)["games"]) for cell in (pair.printed, pair.changed))
    wins = change_of(printed, changed, common, pair.paired, level)
    tries, gold_before = np.minimum(games, wins.n), before[GOLD].in_order(common)
    gold = change_of(gold_before, _drawn(after[GOLD]), common, pair.paired, level, scale)
    wins = unmoved_bounded(wins, bound_of_none(tries, len(common), level))
    gold = unmoved_bounded(gold, gold_bound_of_none(gold_before, tries, level))
    rows = _differences(wins, gold, smallest, games)
    rows += [_lonely(card, printed, "printed", "only printed") for card in printed.names if card not in common]
    rows += [_lonely(card, changed, "changed", "only under the rule") for card in changed.names if card not in common]
    return table_of([pair.keys | row for row in rows])


@dataclass(frozen=True)
class CardChange:
    """The values of K cards under both rules, and the differences, with intervals that hold jointly for all cards."""

    cards: list[str]
    printed: Array
    changed: Array
    low: Array
    high: Array
    error: Array
    n: NDArray[np.int64]  # draws under the rule

    @property
    def estimate(self) -> Array:
        """The values under the rule, minus the printed ones."""
        return self.changed - self.printed


def change_of(
    printed: Values, changed: Values, cards: list[str], paired: bool, level: float = LEVEL, scale: float = 1.0
) -> CardChange:
    """Return how some cards' values change from one rule to another; ``scale`` multiplies the values under the latter.

    A card that is missing from some blocks has fewer degrees of freedom and a wider interval: see `simultaneous`.
    """
    here, there = [printed.of(card) for card in cards], [changed.of(card) for card in cards]
    before, after = printed.estimate[here], scale * changed.estimate[there]
    one, other = aligned(printed.shifts[:, here], scale * changed.shifts[:, there], paired)
    shifts, both = other - one, printed.blocks[here] + changed.blocks[there]
    blocks = np.minimum(printed.blocks[here], changed.blocks[there]) if paired else both - 1
    joint = simultaneous(
        Influences(after - before, shifts * mean_scale(len(shifts)), blocks, after - before), level, SEED
    )
    has_error = joint.error > 0
    low, high = np.where(has_error, joint.low, np.nan), np.where(has_error, joint.high, np.nan)
    return CardChange(cards, before, after, low, high, standard_errors(shifts), changed.n[there])


def unmoved_bounded(change: CardChange, reach: Array) -> CardChange:
    """Return changes with bounds of this size for cards whose value no game changed."""
    unmoved = (change.error == 0) & (change.estimate == 0)
    low, high = np.where(unmoved, -reach, change.low), np.where(unmoved, reach, change.high)
    return replace(change, low=low, high=high)


def _differences(wins: CardChange, gold: CardChange, smallest: float, games: int) -> list[dict[str, Any]]:
    return [
        {
            "card": card,
            "printed": wins.printed[k],
            "changed": wins.changed[k],
            "estimate": wins.estimate[k],
            "low": wins.low[k],
            "high": wins.high[k],
            "n": int(wins.n[k]),
            "error": wins.error[k],
            "gold": gold.estimate[k],
            "gold_low": gold.low[k],
            "gold_high": gold.high[k],
            "margin": smallest,
        }
        | _judged(wins.low[k], wins.high[k], smallest, games)
        for k, card in enumerate(wins.cards)
    ]


def _judged(low: float, high: float, smallest: float, games: int) -> dict[str, Any]:
    word = verdict(low, high, smallest) if np.isfinite(low) else "unclear"
    return {
        "verdict": word,
        "games_needed": games_to_tell(low, high, smallest, games) if word == "unclear" and np.isfinite(low) else None,
    }


def aligned(printed: Array, changed: Array, paired: bool) -> tuple[Array, Array]:
    """Return what both cells' blocks add, on the same rows: side by side if paired, below each other if not."""
    if paired and len(printed) == len(changed):
        return printed, changed
    return np.pad(printed, ((0, len(changed)), (0, 0))), np.pad(changed, ((len(printed), 0), (0, 0)))


def _lonely(card: str, values: Values, column: str, verdict_: str) -> dict[str, Any]:
    k = values.of(card)
    return {"card": card, column: values.estimate[k], "n": int(values.n[k]), "verdict": verdict_}
