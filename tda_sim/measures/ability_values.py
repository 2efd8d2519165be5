"""What abilities are worth to the players who have them, measured by the luck of the deal.

Abilities are dealt to seats by chance, so their values are causal without any model of the game. They are in points of
win rate (a point is 10 wins in 1,000 games), averaged over what else is dealt:

- worth: compared with a blank in its place, which does nothing;
- swap, called its lead: compared with another ability of the list in its place, each equally likely;
- together: what two abilities of one seat are worth beyond the sum of their separate values.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from tda_sim.measures.ability_sums import ABILITY, BLANK, BUNDLE, AbilitySums
from tda_sim.measures.metrics import PERCENT_OF_WIN
from tda_sim.measures.ranking import Array, Measure, Values, alone, estimated, judged, ranked
from tda_sim.stats.factorial import Fit, least_squares
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import mean_scale

WORTH, SWAP, TOGETHER, BETWEEN = "worth", "swap", "together", "between"
SMALLEST = 0.5  # points: smaller values do not matter
FAIR = 2.0  # points: bundles that differ by less are a fair match


KINDS = {
    kind.name: kind
    for kind in (
        Measure(WORTH, "worth", "points", "points of win rate, compared with nothing in its place"),
        Measure(SWAP, "lead", "points", "points of win rate, compared with another ability of the list in its place"),
        Measure(TOGETHER, "together", "points", "points of win rate beyond the sum of what each of the two is worth"),
        Measure(BETWEEN, "between", "points", "win rate with the first, minus that with the second, in points"),
    )
}


def ability_values(sums: AbilitySums) -> dict[str, Values]:
    """Return the values of abilities, or of whole bundles, by the names of their `KINDS`; n counts the seats with it.

    `WORTH` is left out if there are no blanks and no seats without an ability.
    """
    places = sums.dealt.places(ABILITY, BUNDLE)
    names = tuple(sums.dealt.names[place] for place in places)
    fit, held = _fitted(sums, places)
    every = {WORTH: _values(fit, names, np.eye(len(names)), held), SWAP: _values(fit, names, _swap(held), held)}
    return {name: values for name, values in every.items() if np.isfinite(values.estimate).any()}


def _swap(held: Array) -> Array:
    """Return the weights of each minus the mean of the others, among those that any seat had."""
    there = held > 0
    others = max(int(there.sum()) - 1, 1)
    return np.where(there, np.where(np.eye(len(held)) > 0, 1.0, -1.0 / others), np.eye(len(held)))


def blank_values(sums: AbilitySums) -> Values | None:
    """Return what blanks are worth, each compared with the others, which should be zero; None for fewer than two."""
    blanks, places = sums.dealt.places(BLANK), sums.dealt.places(ABILITY, BLANK)
    if len(blanks) < 2:
        return None
    fit, held = _fitted(sums, places)
    weights, inside = np.zeros((len(blanks), len(places))), [places.index(blank) for blank in blanks]
    weights[:, inside] = _swap(held[inside])
    return _values(fit, tuple(sums.dealt.names[blank] for blank in blanks), weights, held[inside])


def pair_values(sums: AbilitySums) -> tuple[list[tuple[str, str]], Values] | None:
    """Return the pairs of abilities that a seat can have, and what they are worth together; None if there are none."""
    if not sums.pairs:
        return None
    own, all_dealt = sums.dealt.places(ABILITY), len(sums.dealt.names)
    places = [*own, *range(all_dealt, all_dealt + len(sums.pairs))]
    fit, held = _fitted(sums, places)
    pairs = [sums.names(pair) for pair in sums.pairs]
    weights = np.eye(len(places))[len(own) :]
    return pairs, _values(fit, _joined(pairs), weights, held[len(own) :])


def between_values(sums: AbilitySums) -> tuple[list[tuple[str, str]], Values]:
    """Return all pairs of what is dealt, except for blanks, and how much more the first is worth than the second."""
    places = sums.dealt.places(ABILITY, BUNDLE)
    fit, held = _fitted(sums, places)
    two = np.array(list(combinations(range(len(places)), 2)), np.int64).reshape(-1, 2)
    each = np.eye(len(places))
    pairs = [(sums.dealt.names[places[a]], sums.dealt.names[places[b]]) for a, b in two]
    return pairs, _values(fit, _joined(pairs), each[two[:, 0]] - each[two[:, 1]], held[two].min(axis=1))


def _joined(pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(" and ".join(pair) for pair in pairs)


def _fitted(totals: AbilitySums, places: Sequence[int]) -> tuple[Fit, Array]:
    sums = totals.sums.of(places)
    return least_squares(sums), sums.held.sum(axis=0)


def _values(fit: Fit, names: tuple[str, ...], weights: ArrayLike, held: Array) -> Values:
    estimates = fit.combination(weights)
    shifts = PERCENT_OF_WIN * estimates.influence / mean_scale(len(estimates.influence))
    return Values(names, PERCENT_OF_WIN * estimates.estimate, shifts, held.round().astype(np.int64), estimates.blocks)


# --- tables -----------------------------------------------------------------------------------------------


def ability_rows(
    values: Values, name: str, games: int, smallest: float, level: float = LEVEL, is_ranked: bool = False
) -> pl.DataFrame:
    """Return a row for each with its verdict: see `ranking.estimated` and `judged`, or `ranked` if ``is_ranked``.

    `low` to `high` holds jointly (max-t), `alone_low` to `alone_high` for each by itself.
    """
    rows = (ranked if is_ranked else estimated)(values, name, "points", level)
    return judged(rows.hstack(alone(values, level)), smallest, games)


def pair_rows(
    pairs: Sequence[tuple[str, str]], values: Values, name: str, games: int, smallest: float, level: float = LEVEL
) -> pl.DataFrame:
    """Return the rows of `ability_rows` for each pair, `subject` and `reference`; intervals hold for all pairs."""
    names = [
        pl.Series(side, [pair[k] for pair in pairs], dtype=pl.String) for k, side in enumerate(("subject", "reference"))
    ]
    return ability_rows(values, name, games, smallest, level).with_columns(names)
