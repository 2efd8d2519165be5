"""What each part of a deck does to the game, where chance decides which parts are in it, game by game.

Chance has put the parts into games, so differences between games with and without one are effects of it. Measures of
games are ratios of sums (`metrics`). Game g counts as z = scale (top - r bottom) / mean(bottom), with r the ratio over
all games: the mean of z over some games is, to first order, how far their ratio lies from r.

- The *effect* of a part: z is regressed on which parts were in (least squares), and each coefficient is compared with
  the mean of its lot, since a part takes the place of another one.
- *One more* part of a lot: the mean of its coefficients, where games differ in their number.
- A *pair*: mean(e | both) - mean(e | the first alone) - mean(e | the second alone) + mean(e | neither), of what the
  regression leaves, e. Zero if no part depends on another.
- *Presence on value*: how often the player who is dealt a card wins in games with a part, minus the same without it.

Errors are those of blocks of games: with scores u_b = Σ_b (x - mean) e, the variance is A⁺ Σ_b u_b u_b' A⁺ (Liang and
Zeger 1986, Biometrika 73, p. 13).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import block_size, block_sums, values_of_games
from tda_sim.measures.drawn import Drawn, Lot
from tda_sim.measures.metrics import METRICS, PERCENT, SKILL_METRICS, Metric, with_smallest
from tda_sim.measures.ranking import Array, Values
from tda_sim.measures.study import Study, cell_of, check_columns, pieces
from tda_sim.stats.false_discovery import adjusted, p_values
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.shrinkage import partial_pooling

OUTCOMES = (
    "plays",
    "stakes",
    "triggers_per_play",
    "special_flights",
    "lead_changes",
    "comebacks",
    "leader_game",
)
SKILL = next(iter(SKILL_METRICS))  # of tables with a best player
BLOCKS = 60
FEWEST = 50  # games or hands in each of the groups that are compared
FALSE = 0.05  # rate of false discoveries among pairs
EFFECTS, ADDED, ONE_MORE, PAIRS, PRESENCE = "effects", "added", "one more", "pairs", "presence"  # groups of estimates
DEALT = "dealt"  # the measure of presence on value
BESIDE = " | "  # between the names of two
SIGNS = np.array([1.0, -1.0, -1.0, 1.0])  # both, the first alone, the second alone, neither


@dataclass(frozen=True)
class Sums:
    """Sums over B blocks of games, of P parts and M outcomes z.

    ``games`` (B,); ``inside`` (B, P, P): games with both of two parts; ``total`` (B, M) and ``with_one`` (B, M, P): of
    z over all games, and over those with a part. ``levels``: of the outcomes, over all games.
    """

    levels: dict[str, float]
    games: Array
    inside: Array
    total: Array
    with_one: Array

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes, in their order."""
        return tuple(self.levels)

    @property
    def alone(self) -> Array:
        """Games with each part: (B, P)."""
        return np.asarray(np.diagonal(self.inside, axis1=1, axis2=2))


def outcomes_of(study: Study, cell: str) -> list[Metric]:
    """Return what is measured in a cell: `OUTCOMES`, or skill where unlike players meet and one is known to be best."""
    row = cell_of(study, cell)
    metrics = [*METRICS.values(), *SKILL_METRICS.values()]
    wanted = (SKILL,) if row["best"] else OUTCOMES
    return [metric for metric in with_smallest(metrics, study.smallest) if metric.name in wanted]


def sums(study: Study, cell: str, found: Drawn) -> Sums:
    """Return the sums of a cell."""
    levels, games, size = _games(study, cell, found)
    blocks, parts = _block_count(study, cell, size), len(found.parts)
    inside, counts = np.zeros((blocks, parts, parts)), np.zeros(blocks)
    total, with_one = np.zeros((blocks, len(levels))), np.zeros((blocks, len(levels), parts))
    for block, x, z in _pieces(games, found, levels):
        counts[block] += len(x)
        inside[block] += x.T @ x
        total[block] += z.sum(axis=0)
        with_one[block] += z.T @ x
    return Sums(levels, counts, inside, total, with_one)


def _games(study: Study, cell: str, found: Drawn) -> tuple[dict[str, float], pl.LazyFrame, int]:
    """Return the level of each outcome, the games with their outcomes and what they drew, and the size of a block."""
    row = cell_of(study, cell)
    size = max(1, -(-int(row["games"]) // BLOCKS))
    metrics = outcomes_of(study, cell)
    values, levels = _skill(study, cell, row) if row["best"] else _values(study, cell, metrics)
    columns = sorted({column for column, _ in found.columns})
    return levels, values.select((pl.col("game") // size).alias("block"), *columns, *levels), size


def _block_count(study: Study, cell: str, size: int) -> int:
    return -(-int(cell_of(study, cell)["games"]) // size)


def _pieces(games: pl.LazyFrame, found: Drawn, outcomes: Iterable[str]) -> Iterator[tuple[int, Array, Array]]:
    """Yield games piece by piece: their block, which parts were in (G, P), and the outcomes (G, M)."""
    for piece in pieces(games):
        for (block,), rows in piece.partition_by("block", as_dict=True).items():
            yield int(str(block)), found.inside(rows).astype(float), rows.select(*outcomes).to_numpy()


def _values(study: Study, cell: str, metrics: Sequence[Metric]) -> tuple[pl.LazyFrame, dict[str, float]]:
    """Return games with the outcomes as columns, in place of the numbers they are made of, and the level of each."""
    every = block_sums(study, cell, block_size(study)).sum()
    adds = values_of_games(int(cell_of(study, cell)["players"]), study.clock) | {"games": pl.lit(1)}
    columns, levels = [], {}
    for metric in metrics:
        top, bottom = float(every[metric.top][0]), float(every[metric.bottom][0])
        if bottom > 0:
            mean = bottom / float(every["games"][0])
            levels[metric.name] = metric.scale * top / bottom
            z = metric.scale / mean * (adds[metric.top] - top / bottom * adds[metric.bottom])
            columns.append(z.cast(pl.Float64).alias(metric.name))
    return check_columns(study, cell, "games", {"game"}).with_columns(columns), levels


def skill_in_cell(study: Study, row: Any) -> float:
    """Return the wins of the best player in 100 games of a cell, given its row."""
    return _skill(study, row["cell"], row)[1][SKILL]


def _skill(study: Study, cell: str, row: Any) -> tuple[pl.LazyFrame, dict[str, float]]:
    """Return games with the wins of the best player, in 100 games, minus their mean."""
    seats = check_columns(study, cell, "seats", {"game", "strategy", "win_share"})
    best = seats.filter(pl.col("strategy").cast(pl.String) == row["best"])
    wins = best.group_by("game").agg((PERCENT * pl.col("win_share")).mean().alias(SKILL))
    level = float(wins.select(pl.col(SKILL).mean()).collect()[SKILL][0])
    games = check_columns(study, cell, "games", {"game"}).join(wins, on="game", maintain_order="left")
    return games.with_columns(pl.col(SKILL) - level), {SKILL: level}


# --- effects of single parts ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fit:
    """The least squares of z on which parts were in: coefficients (P,), and the shift (B, P) of each block on them.

    In lots with a fixed number of parts only differences mean something: there they add up to zero.
    """

    found: Drawn
    coefficients: Array
    shifts: Array
    games: NDArray[np.int64]  # with each part

    def against_others(self) -> Values:
        """Return the effect of each part in place of the average one of its lot; lots of a single part are left out."""
        names: list[str] = []
        rows: list[Array] = []
        for lot, span in self.found.spans():
            if lot.draws and len(lot.parts) > 1:
                names += lot.parts
                rows += list(_contrast(span, len(self.coefficients)))
        return self._combined(names, np.array(rows), self.games[_places(self.found, names)])

    def added(self) -> Values:
        """Return the effect of each part by itself, in lots where games differ in the number of parts."""
        names = [part for lot in self.found.lots if lot.varies for part in lot.parts]
        places = _places(self.found, names)
        return self._combined(names, np.eye(len(self.coefficients))[places], self.games[places])

    def one_more(self) -> Values:
        """Return the effect of one more part of each lot where games differ in their number."""
        names: list[str] = []
        rows: list[Array] = []
        for lot, span in self.found.spans():
            if lot.varies:
                names.append(label(lot))
                rows.append(_mean_of(span, len(self.coefficients)))
        games = np.full(len(names), int(self.games.max(initial=0)))
        return self._combined(names, np.array(rows), games)

    def predicted(self, inside: NDArray[np.bool_], mean: Array) -> Values:
        """Return what is expected of games with these parts (D, P), beyond all games; ``mean`` (P,): their shares."""
        weights = inside - mean
        return self._combined([str(k) for k in range(len(inside))], weights, np.zeros(len(inside), np.int64))

    def _combined(self, names: Sequence[str], weights: Array, games: NDArray[np.int64]) -> Values:
        size = len(self.coefficients)
        weights = weights.reshape(len(names), size)
        blocks = np.full(len(names), len(self.shifts))
        return Values(tuple(names), weights @ self.coefficients, self.shifts @ weights.T, games, blocks)


def fit(found: Drawn, every: Sums, outcome: str) -> Fit:
    """Return the least squares of an outcome on the parts of a deck."""
    k = every.outcomes.index(outcome)
    n = every.games.sum()
    mean_x, mean_z = every.alone.sum(axis=0) / n, every.total[:, k].sum() / n
    products, sums_z, games = every.with_one[:, k], every.total[:, k], every.games
    scores = products - sums_z[:, None] * mean_x - every.alone * mean_z + games[:, None] * mean_x * mean_z
    half = every.alone[:, :, None] * mean_x
    squares = every.inside - half - half.transpose(0, 2, 1) + games[:, None, None] * np.outer(mean_x, mean_x)
    inverse = np.linalg.pinv(squares.sum(axis=0), rcond=1e-9, hermitian=True)
    coefficients = inverse @ scores.sum(axis=0)
    blocks = len(games)
    shifts = (scores - squares @ coefficients) @ inverse * sqrt(blocks / max(1, blocks - 1))
    return Fit(found, coefficients, shifts, every.alone.sum(axis=0).astype(np.int64))


def label(lot: Lot) -> str:
    """Return what one part of a lot is called.

    >>> label(Lot("dragon", ("red-2", "red-3"), 1, 2, "red")), label(Lot("card", ("fool",), 0, 1))
    ('red dragon', 'fool')
    """
    if len(lot.parts) == 1:
        return lot.parts[0]
    return f"{lot.of} dragon" if lot.of else lot.kind


def _places(found: Drawn, names: Sequence[str]) -> list[int]:
    return [found.places[name] for name in names]


def _mean_of(span: slice, size: int) -> Array:
    """Return the weights (P,) of a lot's mean."""
    weights = np.zeros(size)
    weights[span] = 1 / (span.stop - span.start)
    return weights


def _contrast(span: slice, size: int) -> Iterator[Array]:
    """Yield the weights (P,) of each part of a lot against the mean of the lot."""
    for place in range(span.start, span.stop):
        weights = -_mean_of(span, size)
        weights[place] += 1
        yield weights


# --- pairs ------------------------------------------------------------------------------------------------


def pairs(study: Study, cell: str, found: Drawn, every: Sums) -> dict[str, Values]:
    """Return what each two parts do together beyond what each does, by outcome: names are "first | second".

    Of what least squares leave of z, so that numbers of parts that go together are not taken for it.
    """
    levels, games, size = _games(study, cell, found)
    coefficients = np.stack([fit(found, every, name).coefficients for name in every.outcomes])
    n = every.games.sum()
    mean_x, mean_z = every.alone.sum(axis=0) / n, every.total.sum(axis=0) / n
    blocks, parts = _block_count(study, cell, size), len(found.parts)
    both = np.zeros((blocks, len(levels), parts, parts))
    total = np.zeros((blocks, len(levels)))
    for block, x, z in _pieces(games, found, levels):
        rest = z - mean_z - (x - mean_x) @ coefficients.T
        total[block] += rest.sum(axis=0)
        for k in range(len(levels)):
            both[block, k] += (x * rest[:, [k]]).T @ x
    first, second = np.triu_indices(parts, 1)
    counts = _four(every.games, every.inside, first, second)
    names = [f"{found.parts[a]}{BESIDE}{found.parts[b]}" for a, b in zip(first, second, strict=True)]
    return {
        name: _difference_of_four(names, counts, _four(total[:, k], both[:, k], first, second))
        for k, name in enumerate(levels)
    }


def _four(total: Array, both: Array, first: NDArray[Any], second: NDArray[Any]) -> Array:
    """Return sums (B, 4, K) over games with both of two parts, the first alone, the second alone, and neither."""
    together, one, other = both[:, first, second], both[:, first, first], both[:, second, second]
    neither = total[:, None] - one - other + together
    return np.stack([together, one - together, other - together, neither], axis=1)


def _difference_of_four(names: Sequence[str], counts: Array, totals: Array) -> Values:
    """Return the difference of differences of four means; those with fewer than `FEWEST` games have no error."""
    n, s = counts.sum(axis=0), totals.sum(axis=0)
    usable = (n >= FEWEST).all(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = s / n
        shifts = np.einsum("c,bck->bk", SIGNS, (totals - means * counts) / n)
    blocks = len(counts)
    shifts = np.where(usable, shifts, 0.0) * sqrt(blocks / max(1, blocks - 1))
    return Values(tuple(names), SIGNS @ means, shifts, n[0].astype(np.int64), np.where(usable, blocks, 0))


# --- presence on value ------------------------------------------------------------------------------------

Block = tuple[NDArray[np.bool_], NDArray[np.int64], Array]


def presence(found: Drawn, blocks: Iterable[Block]) -> Values:
    """Return how much more the holder of each card wins if a part is in the game: names are "card | part".

    In points of win rate. ``blocks`` of games: which parts were in, (G, P); who holds each of K cards in the opening
    hand, -1 for nobody, (G, K); and each seat's share of the win, (G, players). A part that a card needs is left out.
    """
    cards = tuple(found.cards)
    counts, totals = (np.array(each) for each in zip(*(_held(*block) for block in blocks), strict=True))
    with np.errstate(divide="ignore", invalid="ignore"):
        n, s = counts.sum(axis=0), totals.sum(axis=0)
        means = s / n
        shifts = (totals - means * counts) / n
    count = len(counts)
    needs = np.array([[part in found.cards[card] for card in cards] for part in range(len(found.parts))], bool)
    usable = (n >= FEWEST).all(axis=0) & ~needs.reshape(n.shape[1:])
    shifts = np.where(usable, shifts[:, 0] - shifts[:, 1], 0.0) * sqrt(count / max(1, count - 1)) * PERCENT
    estimate = PERCENT * (means[0] - means[1])
    names = [f"{card}{BESIDE}{part}" for part in found.parts for card in cards]
    size = len(names)
    used = np.where(usable, count, 0).reshape(size)
    return Values(
        tuple(names), estimate.reshape(size), shifts.reshape(count, size), n[0].reshape(size).astype(int), used
    )


def _held(inside: NDArray[np.bool_], holder: NDArray[np.int64], share: Array) -> tuple[Array, Array]:
    """Return the hands and the wins (2, P, K) of the holders of each card, with each part and without it."""
    held = (holder >= 0).astype(float)
    padded = np.hstack([share, np.zeros((len(share), 1))])  # nobody's share is the last
    won = held * np.take_along_axis(padded, holder, axis=1)
    x = inside.astype(float).T
    with_part = np.array([x @ held, x @ won])
    every = np.array([held.sum(axis=0), won.sum(axis=0)])[:, None, :]
    both = np.stack([with_part, every - with_part], axis=1)
    return both[0], both[1]


# --- tables -----------------------------------------------------------------------------------------------


def discoveries(values: Values, measure: str, unit: str, groups: Sequence[str], level: float = LEVEL) -> pl.DataFrame:
    """Return a row per pair of `pairs` or `presence`: `subject`, `reference`, the shrunken estimate, and a verdict.

    The estimates are pooled (`stats.shrinkage`), since most of many pairs do next to nothing, so ``low`` and ``high``
    hold on average, also for those that look largest. ``alone_low`` and ``alone_high`` are those of the raw difference.
    ``verdict``: "more" or "less" for discoveries, of which at most a share `FALSE` is expected to be none; ``groups``:
    of each, those that are alike.
    """
    known = values.only(values.error > 0)
    alike = dict(zip(values.names, groups, strict=True))
    shrunk = partial_pooling(
        known.estimate, known.error, np.zeros((len(known.names), 1)), [alike[name] for name in known.names], level
    )
    freedom = max(1, len(known.shifts) - 1)
    rates = adjusted(p_values(known.estimate, known.error, 0.0, freedom))
    found = np.where(known.estimate > 0, "more", "less")
    raw = student_quantile(level, freedom) * known.error
    both = [name.split(BESIDE) for name in known.names]
    columns = {
        "subject": [one for one, _ in both],
        "reference": [other for _, other in both],
        "measure": measure,
        "unit": unit,
        "estimate": shrunk.estimate,
        "low": shrunk.low,
        "high": shrunk.high,
        "n": known.n,
        "error": known.error,
        "weight": shrunk.weight,
        "alone_low": known.estimate - raw,
        "alone_high": known.estimate + raw,
        "verdict": np.where(rates <= FALSE, found, "unclear"),
    }
    return pl.DataFrame(columns, schema_overrides={"subject": pl.String, "reference": pl.String, "verdict": pl.String})
