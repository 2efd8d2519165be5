"""What abilities are worth to whoever has them: read off the luck of who was dealt what.

Abilities are dealt to seats by chance, so that their values are causal without any model of the game. In points of win
share (a point is 10 wins in 1,000 games), for whoever has an ability, on average over what else is dealt:

- worth: against having a blank in its place, that is, nothing;
- swap: against having another one of the list in its place, each of them equally likely;
- together: what two abilities of one seat are worth beyond the sum of what each of them is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from tda_sim.measures.ability_sums import ABILITY, BLANK, BUNDLE, AbilitySums
from tda_sim.measures.card_sums import Array, Values
from tda_sim.measures.card_values import place_columns
from tda_sim.measures.compare import games_to_tell
from tda_sim.measures.metrics import PERCENT_OF_WIN
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.factorial import Fit, least_squares
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import mean_scale
from tda_sim.stats.simultaneous import simultaneous

WORTH, SWAP, TOGETHER, BETWEEN = "worth", "swap", "together", "between"
SMALLEST = 0.5  # points: less does not matter
MOST_GAMES = 10**12  # more cannot be asked for
FAIR = 2.0  # points: bundles that differ by less are fair to each other


@dataclass(frozen=True)
class Kind:
    """A way to say what an ability is worth."""

    name: str
    title: str
    meaning: str


KINDS = {
    kind.name: kind
    for kind in (
        Kind(WORTH, "worth", "points of win share, against having nothing in its place"),
        Kind(SWAP, "swap", "points of win share, against having another one of the list in its place"),
        Kind(TOGETHER, "together", "points of win share beyond the sum of what each of the two is worth"),
        Kind(BETWEEN, "between", "points of win share of whoever has the first, against having the second"),
    )
}


def ability_values(found: AbilitySums) -> dict[str, Values]:
    """Return the values of abilities, or of whole bundles, by the names of their `KINDS`; n counts the seats with it.

    Without blanks, or seats that have nothing, `WORTH` is not known and is left out.
    """
    places = found.dealt.places(ABILITY, BUNDLE)
    names = tuple(found.dealt.names[place] for place in places)
    fit, held = _fitted(found, places)
    every = {WORTH: _values(fit, names, np.eye(len(names)), held), SWAP: _values(fit, names, _swap(held), held)}
    return {name: values for name, values in every.items() if np.isfinite(values.estimate).any()}


def _swap(held: Array) -> Array:
    """Return the weights of each less the mean of the others, of those that anybody had."""
    there = held > 0
    others = max(int(there.sum()) - 1, 1)
    return np.where(there, np.where(np.eye(len(held)) > 0, 1.0, -1.0 / others), np.eye(len(held)))


def blank_values(found: AbilitySums) -> Values | None:
    """Return what blanks are worth, each against the other ones: nothing, if all is well; None for less than two."""
    blanks, places = found.dealt.places(BLANK), found.dealt.places(ABILITY, BLANK)
    if len(blanks) < 2:
        return None
    fit, held = _fitted(found, places)
    weights, inside = np.zeros((len(blanks), len(places))), [places.index(blank) for blank in blanks]
    weights[:, inside] = _swap(held[inside])
    return _values(fit, tuple(found.dealt.names[blank] for blank in blanks), weights, held[inside])


def pair_values(found: AbilitySums) -> tuple[list[tuple[str, str]], Values] | None:
    """Return the pairs of abilities that one seat may have, and what they are worth together; None without any."""
    if not found.pairs:
        return None
    own, all_dealt = found.dealt.places(ABILITY), len(found.dealt.names)
    places = [*own, *range(all_dealt, all_dealt + len(found.pairs))]
    fit, held = _fitted(found, places)
    pairs = [found.names(pair) for pair in found.pairs]
    weights = np.eye(len(places))[len(own) :]
    return pairs, _values(fit, _joined(pairs), weights, held[len(own) :])


def between_values(found: AbilitySums) -> tuple[list[tuple[str, str]], Values]:
    """Return every two of what is dealt, but for blanks, and how much more the first is worth than the second."""
    places = found.dealt.places(ABILITY, BUNDLE)
    fit, held = _fitted(found, places)
    two = np.array(list(combinations(range(len(places)), 2)), np.int64).reshape(-1, 2)
    each = np.eye(len(places))
    pairs = [(found.dealt.names[places[a]], found.dealt.names[places[b]]) for a, b in two]
    return pairs, _values(fit, _joined(pairs), each[two[:, 0]] - each[two[:, 1]], held[two].min(axis=1))


def _joined(pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(" and ".join(pair) for pair in pairs)


def _fitted(found: AbilitySums, places: Sequence[int]) -> tuple[Fit, Array]:
    sums = found.sums.of(places)
    return least_squares(sums), sums.held.sum(axis=0)


def _values(fit: Fit, names: tuple[str, ...], weights: ArrayLike, held: Array) -> Values:
    found = fit.combination(weights)
    shifts = PERCENT_OF_WIN * found.influence / mean_scale(len(found.influence))
    return Values(names, PERCENT_OF_WIN * found.estimate, shifts, held.round().astype(np.int64), found.blocks)


# --- tables -----------------------------------------------------------------------------------------------


def ability_rows(
    values: Values, name: str, games: int, smallest: float = SMALLEST, level: float = LEVEL, places: bool = False
) -> pl.DataFrame:
    """Return a row for each: `ability`, `value`, `unit`, `estimate`, `low`, `high`, `n`, `error`, `verdict`.

    `low` to `high` holds for all at once (max-t), `alone_low` to `alone_high` for each by itself. The verdict says
    whether all of the former lies beyond ``smallest``, the `margin`, or within it; where it does neither, some
    `games_needed`, in place of ``games``, would about do. ``places``: as in `card_values.value_rows`.
    """
    found = simultaneous(values.influences, level)
    known = values.error > 0
    ends = {"low": found.low, "high": found.high, "alone_low": found.pointwise_low, "alone_high": found.pointwise_high}
    ends = {end: np.where(known, each, np.nan) for end, each in ends.items()}
    words = [verdict(low, high, smallest) for low, high in zip(ends["low"], ends["high"], strict=True)]
    needed = [
        _needed(low, high, smallest, games) if word == "unclear" else None
        for low, high, word in zip(ends["low"], ends["high"], words, strict=True)
    ]
    columns: dict[str, Any] = {"ability": values.cards, "value": name, "unit": "points"}
    columns |= {"estimate": values.estimate, **ends, "n": values.n, "error": values.error}
    columns |= {"margin": smallest, "verdict": words, "games_needed": needed}
    schema = {"ability": pl.String, "n": pl.Int64, "verdict": pl.String, "games_needed": pl.Int64}
    frame = pl.DataFrame(columns, schema_overrides=schema)
    frame = frame.with_columns(pl.col("estimate", "error", *ends).fill_nan(None))
    return frame.with_columns(*place_columns(values, level)) if places else frame


def _needed(low: float, high: float, smallest: float, games: int) -> int | None:
    """Return about how many games would do; None for more than anybody plays."""
    found = games_to_tell(low, high, smallest, games)
    return found if found is not None and found <= MOST_GAMES else None


def pair_rows(
    pairs: Sequence[tuple[str, str]], values: Values, name: str, games: int, smallest: float, level: float = LEVEL
) -> pl.DataFrame:
    """Return the rows of `ability_rows` for every two, `one` and `two`; intervals hold for all pairs at once."""
    names = [pl.Series(side, [pair[k] for pair in pairs], dtype=pl.String) for k, side in enumerate(("one", "two"))]
    return ability_rows(values, name, games, smallest, level).select(*names, pl.exclude("ability"))
