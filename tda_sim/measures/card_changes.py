"""What a house rule does to the cards: the draw value of each under both rules, and which cards gain and lose.

The draw value compares drawing this card at the end of a gambit with drawing a random card of the same pile. It is in
points of win rate, with the gold over the next gambits beside it. Drawn cards are random, so this is an effect, not
just a correlation. All differences of a pair of tables get intervals that hold jointly (studentised maxima over a
multiplier bootstrap).
"""

from collections.abc import Iterator
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
from tda_sim.measures.study import Study, cell_of
from tda_sim.measures.table import DIFFERENCES, LEVELS, estimates
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, mean_scale
from tda_sim.stats.simultaneous import simultaneous

NAME, GOLD_NAME = "draw_value", "draw_gold"
CARDS = "Cards"  # the heading that they stand under
POINTS = {"measure": NAME, "group": CARDS, "title": "draw value", "unit": "points"}
COINS = {"measure": GOLD_NAME, "group": CARDS, "title": "gold over the next gambits", "unit": "gold"}
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


def card_changes(study: Study, pair: Pair, smallest: float = SMALLEST, level: float = LEVEL) -> pl.DataFrame:
    """Return the cards of two decks as a table of estimates: their values in both, and the differences.

    Differences are those of `NAME`, in points of win rate, with intervals that hold jointly for all cards, and ``n``
    the draws of the card in the second deck; and of `GOLD_NAME`, over the next four gambits, without a verdict. A card
    that is in only one of the decks has its level alone.
    """
    before, after = (draw_values(study, cell) for cell in (pair.printed, pair.changed))
    printed, changed = _drawn(before[MAIN]), _drawn(after[MAIN])
    common = [card for card in printed.names if card in set(changed.names)]
    games = min(int(cell_of(study, cell)["games"]) for cell in (pair.printed, pair.changed))
    wins = change_of(printed, changed, common, pair.paired, level)
    tries, gold_before = np.minimum(games, wins.n), before[GOLD].in_order(common)
    gold = change_of(gold_before, _drawn(after[GOLD]), common, pair.paired, level)
    wins = unmoved_bounded(wins, bound_of_none(tries, len(common), level))
    gold = unmoved_bounded(gold, gold_bound_of_none(gold_before, tries, level))
    rows = [pair.where(False) | row for row in _levels(printed)] + [pair.where() | row for row in _levels(changed)]
    differences = [*_differences(wins, gold, smallest, games)]
    return estimates(rows + [pair.where() | {"reference": pair.reference} | row for row in differences])


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


def change_of(printed: Values, changed: Values, cards: list[str], paired: bool, level: float = LEVEL) -> CardChange:
    """Return how some cards' values change from one rule to another.

    A card that is missing from some blocks has fewer degrees of freedom and a wider interval: see `simultaneous`.
    """
    here, there = [printed.of(card) for card in cards], [changed.of(card) for card in cards]
    before, after = printed.estimate[here], changed.estimate[there]
    one, other = aligned(printed.shifts[:, here], changed.shifts[:, there], paired)
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


def _levels(values: Values) -> list[dict[str, Any]]:
    """Return the rows of the cards' values in one deck, without intervals."""
    known = zip(values.names, values.estimate, values.n, strict=True)
    return [POINTS | {"subject": card, "kind": LEVELS, "estimate": value, "n": int(n)} for card, value, n in known]


def _differences(wins: CardChange, gold: CardChange, smallest: float, games: int) -> Iterator[dict[str, Any]]:
    for change, about in ((wins, POINTS), (gold, COINS)):
        for k, card in enumerate(change.cards):
            low, high = change.low[k], change.high[k]
            yield about | {
                "subject": card,
                "kind": DIFFERENCES,
                "estimate": change.estimate[k],
                "low": low,
                "high": high,
                "n": int(change.n[k]),
                "error": change.error[k],
                **(_judged(low, high, smallest, games) if change is wins else {}),
            }


def _judged(low: float, high: float, smallest: float, games: int) -> dict[str, Any]:
    word = verdict(low, high, smallest) if np.isfinite(low) else "unclear"
    return {
        "margin": smallest,
        "verdict": word,
        "games_needed": games_to_tell(low, high, smallest, games) if word == "unclear" and np.isfinite(low) else None,
    }


def aligned(printed: Array, changed: Array, paired: bool) -> tuple[Array, Array]:
    """Return what both cells' blocks add, on the same rows: side by side if paired, below each other if not."""
    if paired and len(printed) == len(changed):
        return printed, changed
    return np.pad(printed, ((0, len(changed)), (0, 0))), np.pad(changed, ((len(printed), 0), (0, 0)))
