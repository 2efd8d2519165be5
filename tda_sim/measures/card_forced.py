"""Big claims put to the test: cards that are dealt to somebody in every game of a cell of their own.

A card with an extreme value was lucky to some extent, as luck helped to make it extreme. Forced into games with other
seeds, it has no such luck: its forced effect, over 1 - H / K, estimates the dealt value again.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.card_powers import forced_cells, forced_twin_cells, power_values
from tda_sim.measures.card_values import dealt_value
from tda_sim.measures.ranking import Values, difference, estimated, side_by_side
from tda_sim.measures.study import Study
from tda_sim.stats.intervals import LEVEL

CARD, POWER = "card", "power"  # what a claim is about; a power is compared with the card `POWERLESS`
POWERLESS = "no power"
CONFIRMED, WEAKER, REFUTED, OPEN = "confirmed", "confirmed, but smaller", "not confirmed", "too small to tell"


def forced_values(study: Study, cell: str) -> Values | None:
    """Return the forced cards' dealt values, in points; None if there are no cells with forced cards."""
    values = [dealt_value(study, forced).in_order([card]) for card, forced in forced_cells(study, cell).items()]
    return side_by_side(values) if values else None


def forced_powers(study: Study, cell: str) -> Values | None:
    """Return what the powers of forced cards are worth to their holders, in points: with the power, minus without.

    Both are forced on the same shuffles. None if there are no cells with cards forced without their power.
    """
    twins, printed = forced_twin_cells(study, cell), forced_cells(study, cell)
    pairs = {
        card: [dealt_value(study, which[card]).in_order([card]) for which in (printed, twins)]
        for card in twins
        if card in printed
    }
    values = [difference(with_power, without) for with_power, without in pairs.values()]
    return side_by_side(values) if values else None


def claim_rows(study: Study, cell: str, dealt: Values, level: float = LEVEL) -> Iterator[pl.DataFrame]:
    """Yield the rows of `forced_rows` about the cards, and about the powers, that are forced in cells of this study."""
    if (forced := forced_values(study, cell)) is not None:
        yield forced_rows(dealt, forced, fresh=False, level=level)
    if (claimed := forced_powers(study, cell)) is not None and (natural := power_values(study, cell, "dealt")):
        claimed = claimed.only(np.isin(claimed.names, natural.values.names))
        yield forced_rows(natural.values, claimed, fresh=False, level=level, claim=POWER)


def forced_rows(dealt: Values, forced: Values, fresh: bool, level: float = LEVEL, claim: str = CARD) -> pl.DataFrame:
    """Return three rows per forced card, with `measure` forced, dealt, and difference (forced minus dealt), in points.

    ``claim``: what is put to the test, a `CARD` or its `POWER`, whose `reference` is `POWERLESS`. ``dealt`` are the
    values of all of them: as the claims were chosen among them, their intervals hold jointly. ``fresh``: the forced
    games have seeds of their own; otherwise they share those of the natural deals, and the blocks give the correlation
    of the two. ``verdict`` is the result of the test: confirmed (the forced value clearly has the same sign), confirmed
    but smaller (and clearly nearer to zero than the dealt value), not confirmed (the dealt value is clearly not zero,
    the forced one may be), or too small to tell.
    """
    claims = estimated(dealt, "dealt", "points", level).filter(pl.col("subject").is_in(forced.names))
    tested = forced.in_order(claims["subject"].to_list())
    apart = difference(tested, dealt.in_order(tested.names), fresh)
    confirmed, between = estimated(tested, "forced", "points", level), estimated(apart, "difference", "points", level)
    words = [
        _verdict(*rows)
        for rows in zip(claims.iter_rows(named=True), confirmed.rows(named=True), between.rows(named=True), strict=True)
    ]
    verdicts = pl.DataFrame({"subject": tested.names, "verdict": words})
    reference = pl.lit(POWERLESS if claim == POWER else None, dtype=pl.String)
    together = pl.concat([confirmed, claims, between]).with_columns(reference=reference)
    return together.join(verdicts, on="subject", how="left", maintain_order="left")


def _verdict(claim: dict[str, Any], forced: dict[str, Any], apart: dict[str, Any]) -> str:
    sign = 1 if (claim["estimate"] or 0.0) > 0 else -1
    if sure_sign(forced) == sign:
        return WEAKER if sure_sign(apart) == -sign else CONFIRMED
    return REFUTED if sure_sign(claim) == sign else OPEN


def sure_sign(row: dict[str, Any]) -> int:
    """Return 1 where an interval lies above zero, -1 where it lies below, otherwise 0."""
    if row["low"] is None or row["high"] is None:
        return 0
    return 1 if row["low"] > 0 else -1 if row["high"] < 0 else 0
