"""What a card's power is worth: the card's value, minus that of its vanilla twin, the same card without a power.

Both decks are played with the same seeds, usually with fewer games for the twins. Luck that the two share cancels as
far as possible: the twin's value v_T over its games is corrected by what the printed card shows on the same games (v_n)
compared with all of its games (v),

    power value = v - v_T + β (v_n - v),   β the one that makes the variance smallest,

the regression estimator of two-phase sampling (Cochran 1977, Sampling Techniques, section 12.6). Without correlation
it is the plain difference; with identical games it is the paired one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np
import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.card_sums import block_count, chunks_per_block, names
from tda_sim.measures.card_values import GOLD, KINDS, MAIN, colour_means, dealt_value, draw_values
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.ranking import Array, Values, padded, ranked, with_bounds
from tda_sim.measures.study import Study, cell_of
from tda_sim.stats.intervals import LEVEL

POWERS = {"power": MAIN, "power_gold": GOLD, "power_dealt": "dealt"}  # values of powers, by the card value behind them
FEWEST_PAIRED = 10  # blocks: fewer cannot show how two cells are correlated

ROUNDING = 1e-20  # of a variance

Reader = Callable[[str, int | None], Values]


@dataclass(frozen=True)
class Powers:
    """Power values of cards, with the correlation of card and twin over their common games, and the gain from it.

    ``gain`` is the variance that the difference would have if the two were independent, over its actual variance.
    """

    values: Values
    correlation: Array
    gain: Array
    games: Array


def twin_cells(study: Study, cell: str) -> dict[str, str]:
    """Return the cells in which one card of this cell has no power, by card."""
    return _further(study, cell, "twin", pl.col("forced").is_null())


def forced_cells(study: Study, cell: str) -> dict[str, str]:
    """Return the cells in which one card is dealt to somebody in every game, by card."""
    return _further(study, cell, "forced", pl.col("twin").is_null())


def forced_twin_cells(study: Study, cell: str) -> dict[str, str]:
    """Return the cells in which one card is dealt to somebody in every game and has no power, by card."""
    return _further(study, cell, "forced", pl.col("twin") == pl.col("forced"))


def _further(study: Study, cell: str, column: str, also: pl.Expr) -> dict[str, str]:
    row = cell_of(study, cell)
    alike = [pl.col(key) == row[key] for key in ("deck", "variant", "players", "table")]
    cells = study.cells.filter(*alike, also, pl.col(column).is_not_null(), pl.col("games") > 0)
    return dict(cells.select(pl.col(column).cast(pl.String), "cell").iter_rows())


def power_values(study: Study, cell: str, name: str = MAIN) -> Powers | None:
    """Return the power values of a cell's cards that have a twin; None if there are none."""
    twins = twin_cells(study, cell)
    if not twins:
        return None

    @cache
    def read(which: str, first: int | None = None) -> Values:
        return dealt_value(study, which, first) if name == "dealt" else draw_values(study, which, first)[name]

    printed, cards = read(cell), [card for card in names(study, cell) if card in twins]
    powers = [_power(study, cell, twins[card], card, printed, read) for card in cards]
    estimates, shifts, n, blocks, correlation, gain, games = zip(*powers, strict=True)
    values = Values(tuple(cards), np.array(estimates), np.stack(shifts, axis=1), np.array(n), np.array(blocks))
    return Powers(values, np.array(correlation), np.array(gain), np.array(games))


class _Power(NamedTuple):
    """One card's power value: see `Values` and `Powers`."""

    estimate: float
    shifts: Array
    n: int
    blocks: int
    correlation: float
    gain: float
    games: int


def _power(study: Study, cell: str, twin: str, card: str, printed: Values, read: Reader) -> _Power:
    """Return the value of one card's power."""
    shared, rows = shared_blocks(study, cell, twin), max(block_count(study, each) for each in (cell, twin))
    plain, short = read(twin, None), read(cell, shared) if shared else printed
    here, there = printed.of(card), plain.of(card)
    whole, of_twin, of_short = (
        padded(each.shifts[:, k], rows) for each, k in ((printed, here), (plain, there), (short, here))
    )
    apart, ahead = whole - of_twin, of_short - whole
    enough = shared >= FEWEST_PAIRED and (ahead**2).sum() > 1e-9 * (whole**2).sum()
    beta = -float((apart * ahead).sum() / (ahead**2).sum()) if enough else 0.0
    shifts = apart + beta * ahead
    estimate = printed.estimate[here] - plain.estimate[there]
    estimate += beta * (short.estimate[here] - printed.estimate[here]) if enough else 0.0
    if (shifts**2).sum() <= ROUNDING * (whole**2).sum():  # the power made no difference in any game
        estimate, shifts = 0.0, np.zeros_like(shifts)
    independent = float((whole**2).sum() + (of_twin**2).sum())
    variance = float((shifts**2).sum())
    return _Power(
        estimate=float(estimate),
        shifts=shifts,
        n=int(plain.n[there]),
        blocks=int(min(printed.blocks[here], plain.blocks[there])),
        correlation=_correlation(of_twin[:shared], of_short[:shared]),
        gain=independent / variance if variance > 0 else np.nan,
        games=int(cell_of(study, twin)["games"]),
    )


def bounded_rows(powers: Powers, name: str, printed: Values, level: float = LEVEL) -> pl.DataFrame:
    """Return the rows of `ranking.ranked` for one of the `POWERS`; ``printed``: the values of the cards as printed.

    Powers that made no difference in any game have bounds.
    """
    values, unit = powers.values, KINDS[name].unit
    tries = np.minimum(powers.games, values.n)
    if unit == "points":
        reach = bound_of_none(tries, len(tries), level)
    else:
        reach = gold_bound_of_none(printed.in_order(values.names), tries, level)
    unmoved = (pl.col("estimate") == 0) & pl.col("low").is_null() & (pl.col("n") > 0)
    return with_bounds(ranked(values, name, unit, level), pl.Series(-reach), pl.Series(reach), unmoved)


def colour_rows(
    cards: pl.DataFrame, values: Mapping[str, Values], powers: Powers | None, level: float = LEVEL
) -> Iterator[pl.DataFrame]:
    """Yield the mean values of one colour's dragons that are in every game; of powers only if all of them have one."""
    dragons = cards.filter(~pl.col("drawn"), pl.col("colours").list.len() == 1)
    powerful = dragons.filter(pl.col("has_power"))["card"].cast(pl.String)
    for name, each in values.items():
        if (means := colour_means(each, dragons)).names:
            yield ranked(means, name, KINDS[name].unit, level)
    if powers is None or not set(powerful) <= set(powers.values.names):
        return
    if (means := colour_means(powers.values, dragons)).names:
        fewest = replace(powers, values=means, games=powers.games.min(keepdims=True))
        yield bounded_rows(fewest, "power", means, level)


def pairing(powers: Powers) -> pl.DataFrame:
    """Return for each card the correlation with its twin, and the gain from playing the same shuffles."""
    return pl.DataFrame({"correlation": powers.correlation, "variance_ratio": powers.gain}).fill_nan(None)


def game_rows(powers: Powers, name: str) -> pl.DataFrame:
    """Return the games in which each card had no power."""
    return pl.DataFrame({"subject": powers.values.names, "measure": name, "estimate": powers.games})


def bound_of_none(tries: Array | int, cards: int, level: float = LEVEL) -> Array:
    """Return how many points of win rate a change may still have if it made no difference in this many tries.

    If one try in m were different, none of them would differ with a chance of (1 - 1/m)^tries, and each changes a win
    by 100 points at most. A try is a draw, or a game with several draws. The bound holds jointly for this many cards.
    """
    return np.asarray(PERCENT * _most_others(tries, cards, level))


def gold_bound_of_none(value: Values, tries: Array | int, level: float = LEVEL) -> Array:
    """Return how much gold a change may still have if it made no difference in this many tries.

    A different draw is taken to be as far off as two draws are from each other. ``value``: what the draws of the cards
    bring, with errors. The bound holds jointly for all of them.
    """
    apart = np.sqrt(2 * np.maximum(value.n, 1)) * np.nan_to_num(value.error)
    return np.asarray(apart * _most_others(tries, len(value.names), level))


def _most_others(tries: Array | int, cards: int, level: float) -> Array:
    """Return the largest plausible share of different tries if none of them was different."""
    return np.asarray(1 - ((1 - level) / max(cards, 1)) ** (1 / np.maximum(tries, 1)))


def shared_blocks(study: Study, cell: str, twin: str) -> int:
    """Return how many first blocks hold the same games in both cells; raise UserError if chunks differ in size."""
    first, second = cell_of(study, cell), cell_of(study, twin)
    if first["chunk"] != second["chunk"]:
        hint = "all cells of a study have chunks of one size: run the study again"
        raise UserError.of(f"{cell!r} and {twin!r} have chunks of different sizes", hint=hint)
    fewest = min(int(first["games"]), int(second["games"]))
    if first["games"] == second["games"]:
        return block_count(study, cell)
    return fewest // (int(first["chunk"]) * chunks_per_block(study))


def _correlation(first: Array, second: Array) -> float:
    scale = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float((first * second).sum() / scale) if scale > 0 else np.nan
