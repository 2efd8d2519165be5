"""What every two cards are worth together, in an opening hand or in a flight, beyond what each is worth apart.

Chance deals opening hands, so these are effects. For each pair and each of the `OUTCOMES`, of all hands:

    mean with both - mean with the first alone - mean with the second alone + mean with neither

See `card_company`, which has one card with all others. The first gambit is played with the opening hand: its gold shows
what two cards do in one flight, with far less luck than the win of the whole game. Players have reasons for what they
play, so flights that they have chosen are not compared. Where all of them choose by chance, flights are, too: there the
same contrast, of all flights, is what it does to have both cards in one.

Thousands of pairs are compared, most of which have no effect. Those that are named are *flagged*, at a rate of false
discoveries, and intervals hold after that selection: of those that are named, as many miss as their level says
(Benjamini and Yekutieli 2005, Journal of the American Statistical Association 100, p. 71). Pooled values borrow
strength: see `stats.shrinkage`.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_company import FEWEST, SIGNS
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.ranking import Array, Measure, Values, estimated
from tda_sim.stats.false_discovery import Q, flagged
from tda_sim.stats.intervals import student_quantile
from tda_sim.stats.jackknife import mean_scale, ratio_influences
from tda_sim.stats.shrinkage import adaptive_pooling

WINS, FIRST, FLIGHT = "together_wins", "together_first", "together_flight"
OUTCOMES = {
    FIRST: Measure(FIRST, "together, first gambit", "gold", "gold in the first gambit with both in the opening hand"),
    WINS: Measure(WINS, "together, wins", "points", "points of win rate with both in the opening hand", scale=PERCENT),
    FLIGHT: Measure(FLIGHT, "together, flight", "gold", "gold in a gambit with both in the flight, played by chance"),
}
GROUP, GROUPS, POOLED = "synergy", "synergy_groups", "_pooled"
COLOUR, STRENGTH, OTHER = "same colour", "same strength", "others"

# of N games with K cards and n players: who holds each card in the opening hand, (N, K), -1 for nobody; whether it is
# in the game, (N, K); and some of the outcomes of each seat, (N, n). Or of N gambits: in whose flight each card lies
Block = tuple[NDArray[np.int64], NDArray[np.bool_], Mapping[str, Array]]


def pairs_of(cards: Sequence[str]) -> list[tuple[str, str]]:
    """Return all pairs of cards, in the order of their values."""
    return [*combinations(cards, 2)]


def pair_values(cards: Sequence[str], blocks: Iterable[Block]) -> dict[str, Values]:
    """Return the values of all pairs by outcome; n counts hands with both. Too few of them have no error."""
    measured, rows = zip(*((tuple(block[2]), _sums(*block)) for block in blocks), strict=True)
    sums = np.array(rows)  # blocks, hands and outcomes, four kinds of hands, pairs
    names = tuple(f"{one} + {other}" for one, other in pairs_of(cards))
    both = sums[:, 0, 0].sum(axis=0).astype(np.int64)
    result = {}
    for place, outcome in enumerate((OUTCOMES[name] for name in measured[0]), start=1):
        means = ratio_influences(outcome.scale * sums[:, place], sums[:, 0])
        estimate, influence = SIGNS @ means.estimate, np.einsum("k,bkp->bp", SIGNS, means.influence)
        usable = (both >= FEWEST) & (means.blocks.min(axis=0) > 1)
        shifts = np.where(usable, influence, 0.0) / mean_scale(len(sums))
        result[outcome.name] = Values(names, estimate, shifts, both, np.where(usable, means.blocks.min(axis=0), 0))
    return result


def _sums(holder: NDArray[np.int64], present: NDArray[np.bool_], results: Mapping[str, Array]) -> Array:
    """Return hands and outcomes of a block, with both cards of each pair, either alone, and neither: (3, 4, pairs)."""
    games, cards = holder.shape
    players = next(iter(results.values())).shape[1]
    held = (holder[:, None, :] == np.arange(players)[:, None]).reshape(-1, cards).astype(float)
    here = np.repeat(present, players, axis=0).astype(float)
    one, other = np.triu_indices(cards, 1)
    found = []
    for weight in (np.ones((games, players)), *results.values()):
        weighted_held, weighted_here = weight.reshape(-1, 1) * held, weight.reshape(-1, 1) * here
        both, beside, all_hands = weighted_held.T @ held, weighted_held.T @ here, weighted_here.T @ here
        first, second = (beside - both)[one, other], (beside - both)[other, one]
        found.append([both[one, other], first, second, all_hands[one, other] - both[one, other] - first - second])
    return np.array(found)


def kinds_of(cards: Sequence[str], printed: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return what the two cards of each pair have in common: `COLOUR`, `STRENGTH` or nothing of these (`OTHER`).

    ``printed``: `colours` and `strength` of each card.
    """

    def kind(one: str, other: str) -> str:
        if {*(printed[one]["colours"] or ())} & {*(printed[other]["colours"] or ())}:
            return COLOUR
        return STRENGTH if printed[one]["strength"] == printed[other]["strength"] else OTHER

    return [kind(*pair) for pair in pairs_of(cards)]


def pair_rows(cards: Sequence[str], values: Mapping[str, Values], kinds: Sequence[str], q: float = Q) -> pl.DataFrame:
    """Return a row per pair and outcome: `subject`, `reference`, `measure`, `unit`, the number, and its `verdict`.

    `verdict`: "more" or "less" for pairs that are flagged at the rate ``q`` of false discoveries, "unclear" for others.
    Each interval has the level 1 - R q / m, for R of m pairs that are flagged (for one, if none is). A second row has
    the pooled value, by what the cards have in common, whose intervals hold 95 % on average over all pairs; `weight` is
    the share of it that is the pair's own.
    """
    return pl.concat([frame for name, each in values.items() for frame in _rows(cards, each, name, kinds, q)])


def _rows(cards: Sequence[str], values: Values, name: str, kinds: Sequence[str], q: float) -> Iterable[pl.DataFrame]:
    error, known = values.error, values.error > 0
    freedom = np.maximum(values.blocks - 1, 1)
    chosen = flagged(values.estimate, error, 0.0, q, freedom)
    level = 1 - max(int(chosen.sum()), 1) * q / max(int(known.sum()), 1)
    reach = error * np.array([student_quantile(level, int(each)) for each in freedom])
    words = [_word(*each) for each in zip(chosen, known, values.estimate > 0, strict=True)]
    one, other = zip(*pairs_of(cards), strict=True)
    about = {"subject": one, "reference": other, "unit": OUTCOMES[name].unit}
    ends = {"low": values.estimate - reach, "high": values.estimate + reach}
    number = {"estimate": values.estimate, "n": values.n, "error": error}
    yield _frame(about | {"measure": name} | number | ends | {"verdict": words, "weight": None})
    chosen_kinds = [kind for kind, is_known in zip(kinds, known, strict=True) if is_known]
    pooled = adaptive_pooling(values.estimate[known], error[known], chosen_kinds)
    whole = {field: np.full(len(known), np.nan) for field in ("estimate", "low", "high", "weight")}
    for field, column in whole.items():
        column[known] = getattr(pooled, field)
    yield _frame(about | {"measure": f"{name}{POOLED}", "n": values.n, "error": error, "verdict": None} | whole)


def _word(is_chosen: bool, is_known: bool, is_more: bool) -> str | None:
    if not is_known:
        return None
    return ("more" if is_more else "less") if is_chosen else "unclear"


def _frame(columns: Mapping[str, Any]) -> pl.DataFrame:
    order = ["subject", "reference", "measure", "unit", "estimate", "low", "high", "n", "error", "verdict", "weight"]
    types: Any = {"verdict": pl.String, "weight": pl.Float64, "n": pl.Int64}
    return pl.DataFrame({name: columns[name] for name in order}, schema_overrides=types, strict=False).fill_nan(None)


def group_rows(values: Mapping[str, Values], kinds: Sequence[str], level: float) -> pl.DataFrame:
    """Return the mean of the pairs of each kind, with intervals that hold jointly for all kinds of an outcome."""
    return pl.concat(estimated(_means(each, kinds), name, OUTCOMES[name].unit, level) for name, each in values.items())


def _means(values: Values, kinds: Sequence[str]) -> Values:
    names = tuple(kind for kind in (COLOUR, STRENGTH, OTHER) if kind in kinds)
    members = np.array([[kind == name for kind in kinds] for name in names]) & (values.error > 0)
    share = members / np.maximum(members.sum(axis=1, keepdims=True), 1)
    estimate = np.nan_to_num(values.estimate) @ share.T
    blocks = np.where(members.any(axis=1), len(values.shifts), 0)
    return Values(names, estimate, values.shifts @ share.T, (members * values.n).sum(axis=1), blocks)
