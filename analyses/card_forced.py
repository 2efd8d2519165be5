"""Big claims put to the test: cards that are dealt to somebody in every game of a cell of their own.

A card with an extreme value owes part of it to luck, as that is how it came to be extreme. Dealt for sure in games of
other seeds it has no such luck: its forced effect, over 1 - H / K, estimates the dealt value once more.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from tda_sim.stats.intervals import LEVEL

from .card_powers import forced_cells
from .card_sums import Values, padded
from .card_values import dealt_value, value_rows, with_intervals
from .study import Study

CONFIRMED, WEAKER, REFUTED, OPEN = "confirmed", "confirmed, but smaller", "not confirmed", "too small to tell"


def forced_values(study: Study, cell: str) -> Values | None:
    """Return the forced cards' dealt values, in points; None if the cell has no cells with forced cards."""
    found = [
        value.only(np.array([name == card for name in value.cards]))
        for card, forced in forced_cells(study, cell).items()
        for value in [dealt_value(study, forced)]
    ]
    return side_by_side(found) if found else None


def side_by_side(found: Iterable[Values]) -> Values:
    """Return the values of several cells as one; rows of the same number hold games of the same seeds."""
    each = list(found)
    rows = max(len(value.shifts) for value in each)
    return Values(
        tuple(card for value in each for card in value.cards),
        np.concatenate([value.estimate for value in each]),
        np.concatenate([padded(value.shifts, rows) for value in each], axis=1),
        np.concatenate([value.n for value in each]),
        np.concatenate([value.blocks for value in each]),
    )


def forced_rows(dealt: Values, forced: Values, fresh: bool, level: float = LEVEL) -> pl.DataFrame:
    """Return three rows per forced card, ``value`` being forced, dealt and difference (forced less dealt), in points.

    ``fresh``: the forced games have seeds of their own; otherwise they share those of the natural deals, and the
    blocks know how the two hang together. ``verdict`` says what became of the claim: confirmed (the forced value is
    not zero, with the same sign), confirmed but smaller (the difference is not zero either, towards zero), not
    confirmed (zero is inside its interval, and the dealt value beyond it), or too small to tell.
    """
    claims = dealt.only(np.array([card in forced.cards for card in dealt.cards]))
    forced = _in_order(forced, claims.cards)
    apart = difference(forced, claims, fresh)
    frames = [
        value_rows(values, name, level, places=False).with_columns(pl.lit("points").alias("unit"))
        for name, values in (("forced", forced), ("dealt", claims), ("difference", apart))
    ]
    verdicts = pl.DataFrame({"card": claims.cards, "verdict": _verdicts(forced, claims, apart, level)})
    return pl.concat(frames).join(verdicts, on="card", how="left", maintain_order="left")


def difference(first: Values, second: Values, independent: bool) -> Values:
    """Return first less second, of the same cards."""
    rows = max(len(first.shifts), len(second.shifts))
    if independent:
        shifts = np.concatenate([first.shifts, -second.shifts])
    else:
        shifts = padded(first.shifts, rows) - padded(second.shifts, rows)
    blocks = np.minimum(first.blocks, second.blocks)
    return Values(first.cards, first.estimate - second.estimate, shifts, first.n, blocks)


def _in_order(values: Values, cards: Sequence[str]) -> Values:
    places = [values.of(card) for card in cards]
    return Values(
        tuple(cards), values.estimate[places], values.shifts[:, places], values.n[places], values.blocks[places]
    )


def _verdicts(forced: Values, dealt: Values, apart: Values, level: float) -> list[str]:
    low, high = with_intervals(forced, level)
    lower, upper = with_intervals(apart, level)
    found = []
    for k, claim in enumerate(np.sign(dealt.estimate)):
        beyond_zero = low[k] > 0 if claim > 0 else high[k] < 0
        shrunk = upper[k] < 0 if claim > 0 else lower[k] > 0
        found.append((WEAKER if shrunk else CONFIRMED) if beyond_zero else REFUTED if shrunk else OPEN)
    return found
