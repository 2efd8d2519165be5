"""What the page in the browser computes from its games: `tda_sim.stats` and `tda_sim.measures`, over arrays of sums.

`code` compiles the functions `FOR_PAGE`, with all that they call. Python's scipy, NumPy's generator and its products of
matrices are not in the page: `INSTEAD` has what takes their place.

Sums are arrays (B, C): a row for each block of games, a column for each of `COLUMNS`. A metric is a row of numbers, in
the order of `METRIC`. Of a game that is not compared, the other sums have no rows.
"""

import ast
import inspect
from collections.abc import Callable, Iterator
from math import nan, sqrt
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import MAX_PLAYERS, SUMS, TALLY
from tda_sim.engine.terms import Contact, End
from tda_sim.measures.blocks import DERIVED, PLAIN, derived, turn_above_par, won
from tda_sim.measures.margins import margin_of
from tda_sim.measures.metrics import ENDINGS
from tda_sim.stats import differences, exact, intervals, jackknife
from tda_sim.stats.beta import gamma_quantile
from tda_sim.stats.bootstrap import REPEATS
from tda_sim.stats.differences import correlation_of
from tda_sim.stats.equivalence import verdict_number
from tda_sim.stats.jackknife import error_of, ratio_over_blocks
from tda_sim.stats.kernels import Number, difference_within, ends, is_rare, level_apart, standing
from tda_sim.stats.simultaneous import level_of, reach_of

Array = NDArray[np.float64]
Words = NDArray[np.uint64]

SEATS = range(MAX_PLAYERS)
UNFINISHED = "unfinished"
COLUMNS = (
    *("games", "milliseconds", *PLAIN, *DERIVED, *(f"turn_{turn}_above_par" for turn in SEATS)),
    *(*(f"end_{end}" for end in ENDINGS), UNFINISHED),
    *(f"{what}_{entrant}" for entrant in SEATS for what in ("won", "held")),  # by a strategy of the page
)
METRIC = ("top", "bottom", "scale", "step", "par", "kind", "margin", "relative")
ROW = ("before", "after", "own_low", "own_high", "estimate", "low", "high", "margin", "verdict")
WAYS = (Contact.OPENING, Contact.DRAWN, Contact.ANTED, Contact.PLAYED, Contact.TRIGGERED)  # of meeting a card


def _places(names: tuple[str, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return where tallies have columns of games: the first number, how many there are to add up, and the column."""
    fields = {name: TALLY.fields[name] for name in names}  # type: ignore[index]
    return tuple((at // 8, dtype.itemsize // 8, COLUMNS.index(name)) for name, (dtype, at, *_) in fields.items())


_PLAIN_PLACES = _places(PLAIN)
_GAMES, _MILLISECONDS, _DERIVED, _TURNS, _WON = map(
    COLUMNS.index, ("games", "milliseconds", DERIVED[0], "turn_0_above_par", "won_0")
)
_ENDS = tuple(COLUMNS.index(UNFINISHED if end == End.UNFINISHED else f"end_{end.name.lower()}") for end in End)
_COUNT, _TIMES, _WINS, _SQUARES = map(SUMS.index, ("count", "times", "win", "win2"))
_WAYS = tuple(map(int, WAYS))


# --- sums over a block of games ---------------------------------------------------------------------------


def block_sums(tallies: Any, numbers: NDArray[np.int64], players: float, pace: Array, sums: Array) -> None:
    """Write what games add up to into ``sums`` (C,): see `measures.blocks.block_sums`.

    ``numbers`` are the same tallies as rows of numbers, and ``pace`` (C,) has milliseconds for each of ``sums``.
    """
    sums[:] = 0.0
    sums[_GAMES] = len(tallies)
    for k in range(len(tallies)):
        _add_game(tallies[k], numbers[k], int(players), sums)
    sums[_MILLISECONDS] = (pace * sums).sum()


def _add_game(game: Any, numbers: NDArray[np.int64], players: int, sums: Array) -> None:
    for first, count, column in _PLAIN_PLACES:
        sums[column] += numbers[first : first + count].sum()
    made = derived(game, players)
    for k in range(len(made)):
        sums[_DERIVED + k] += made[k]
    sums[_ENDS[game.end]] += 1
    for seat in range(players):
        sums[_TURNS + seat] += turn_above_par(game, seat, players)
        sums[_WON + 2 * game.entrant[seat]] += won(game, seat)
        sums[_WON + 2 * game.entrant[seat] + 1] += 1


def card_sums(sums: NDArray[np.int64], opening: Array, times: Array) -> None:
    """Add up the engine's sums of cards over all strategies.

    ``opening`` (cards, 3): how often a card was dealt in an opening hand, the shares of the win of who was dealt it, in
    sixtieths, and their squares. ``times`` (cards, ways): how often it was met in each of `WAYS`.
    """
    for card in range(len(opening)):
        for k, part in enumerate((_COUNT, _WINS, _SQUARES)):
            opening[card, k] = sums[:, _WAYS[0], card, part].sum()
        for k in range(len(_WAYS)):
            times[card, k] = sums[:, _WAYS[k], card, _TIMES].sum()


# --- measures ---------------------------------------------------------------------------------------------


def compare(before: Array, after: Array, metrics: Array, level: float, primary: float, rows: Array) -> None:
    """Write a row of `ROW` for each metric: after - before, if there is another game.

    ``primary``: the metric whose verdict stands by itself, while those of all others allow for each other; -1 if all
    stand by themselves.
    """
    tests, two = np.empty((len(metrics), 4)), len(after) > 0
    for k in range(len(metrics)):
        margin = _alone(before, metrics[k], level, rows[k])
        if two:
            _compared(before, after, metrics[k], level, margin, rows[k], tests[k])
    if two and primary >= 0:
        _judge(rows, tests, level, primary)


def _alone(before: Array, metric: Array, level: float, row: Array) -> Any:
    """Write the parts of a row that are about one game; returns the margin."""
    number, _ = number_of(before, metric)
    row[:] = nan
    row[0], (row[2], row[3]) = number.estimate, ends(number, level)
    row[7] = margin_of(metric[6], metric[7] > 0, number.estimate)
    return row[7]


def _compared(before: Array, after: Array, metric: Array, level: float, margin: float, row: Array, test: Array) -> None:
    """Write the rest of a row; and into ``test`` estimate, error, degrees of freedom and margin."""
    (one, own), (two, other) = number_of(before, metric), number_of(after, metric)
    blocks = min(one.blocks, two.blocks)
    error = error_of(other - own) if blocks > 1 else nan
    low, high, wide = difference_within(one, two, error, blocks - 1, correlation_of(own, other), level)
    row[1], (row[2], row[3]) = two.estimate, ends(two, level)
    row[4], row[5], row[6] = two.estimate - one.estimate, low, high
    row[8] = verdict_number(low, high, margin)
    test[0], test[1], test[2], test[3] = row[4], wide, blocks - 1, margin


def _judge(rows: Array, tests: Array, level: float, primary: float) -> None:
    """Have the verdicts on all rows but one allow for all of them; without a number there is none."""
    known, count = np.empty(len(rows), np.int64), 0
    for k in range(len(rows)):
        if not np.isnan(rows[k, 4]):
            known[count], count = k, count + 1
    kept, alone = np.empty((4, count)), np.empty(count, np.int64)
    for place in range(count):
        _copy(tests[known[place]], kept[:, place])
        alone[place] = int(rows[known[place], 8])
    joint = standing(kept[0], kept[1], kept[2], kept[3], alone, level)
    for place in range(count):
        if known[place] != primary:
            rows[known[place], 8] = joint[place]


def _copy(values: Array, place: Array) -> None:
    for k in range(len(values)):
        place[k] = values[k]


def number_of(sums: Array, metric: Array) -> tuple[Number, Array]:
    """Return a metric of block sums with the influences of blocks: see `measures.compare.measured`."""
    top, bottom, scale, step, par = sums[:, int(metric[0])], sums[:, int(metric[1])], metric[2], metric[3], metric[4]
    estimate, influence, blocks = ratio_over_blocks(scale * top, bottom)
    error, n = error_of(influence) if blocks > 1 else nan, bottom.sum()
    events, games = top.sum() / step + par * n, int(sums[:, _GAMES].sum())
    return Number(estimate, error, blocks, games, int(metric[5]), events, n, scale * step, par), influence


# --- many at once -----------------------------------------------------------------------------------------


def at_once(sums: Array, metrics: Array, level: float, stream: Words, found: Array) -> None:
    """Write low and high of each metric into ``found`` (M, 2), so that all hold: see `measures.compare.at_once`."""
    influences = np.empty((len(sums), len(metrics)))
    for k in range(len(metrics)):
        _copy(number_of(sums, metrics[k])[1], influences[:, k])
    joint = joint_level(influences, level, stream)
    for k in range(len(metrics)):
        number, _ = number_of(sums, metrics[k])
        at = level_apart(level, joint, len(metrics)) if is_rare(number) else joint
        found[k, 0], found[k, 1] = ends(number, at)


def level_of_orders(before: Array, after: Array, metrics: Array, level: float, stream: Words) -> float:
    """Return the level at which all statements on win rates hold: who gains, and who is ahead in both games."""
    count = len(metrics)
    influences = np.empty((len(before), count * count))
    k = 0
    for one in range(count):
        first, second = number_of(before, metrics[one])[1], number_of(after, metrics[one])[1]
        _copy(second - first, influences[:, k])
        k += 1
        for two in range(one + 1, count):
            _copy(first - number_of(before, metrics[two])[1], influences[:, k])
            _copy(second - number_of(after, metrics[two])[1], influences[:, k + 1])
            k += 2
    return joint_level(influences, level, stream)


def joint_level(influences: Array, level: float, stream: Words) -> float:
    """Return the level of each interval at which all hold: see `measures.compare.joint_level`."""
    blocks = len(influences)
    return level_of(reach_of(_largest_shares(influences, stream), blocks, level), blocks)


def _largest_shares(values: Array, stream: Words) -> Array:
    """Return what `simultaneous.largest_shares` does, with the signs that NumPy's generator would draw."""
    blocks, count = values.shape
    signs, largest = _signs(REPEATS * blocks, stream), np.zeros(REPEATS)
    for k in range(count):
        own = values[:, k].copy()
        squares = (own**2).sum()
        for repeat in range(REPEATS if squares > 0 else 0):
            signed = 0.0
            for block in range(blocks):
                signed += signs[repeat * blocks + block] * own[block]
            largest[repeat] = max(largest[repeat], signed**2 / (blocks * squares))
    return largest


_MULTIPLIER_HIGH, _MULTIPLIER_LOW = np.uint64(0x2360ED051FC65DA4), np.uint64(0x4385DF649FCCF645)
_HALF, _TURN, _WORD, _BYTE, _TOP = np.uint64(32), np.uint64(58), np.uint64(63), np.uint64(8), np.uint64(7)
_LOW, _ONE = np.uint64(0xFFFFFFFF), np.uint64(1)


def stream(seed: int) -> list[str]:
    """Return the state of NumPy's generator at its start: the halves of its number and of its increment."""
    state: Any = np.random.default_rng(seed).bit_generator.state
    return [str(number >> shift & (1 << 64) - 1) for number in state["state"].values() for shift in (64, 0)]


def _signs(count: int, stream: Words) -> NDArray[np.int8]:
    """Return random signs: one in each byte of the numbers of PCG64 (O'Neill 2014), which Python's generator draws."""
    signs = np.empty(count + 7, np.int8)
    high, low, more_high, more_low = stream[0], stream[1], stream[2], stream[3]
    for first in range(0, count, 8):
        high = _high_of_product(low, _MULTIPLIER_LOW) + high * _MULTIPLIER_LOW + low * _MULTIPLIER_HIGH + more_high
        low = low * _MULTIPLIER_LOW + more_low
        if low < more_low:
            high += _ONE
        mixed, turn = high ^ low, high >> _TURN
        drawn = mixed >> turn | mixed << (-turn & _WORD)
        for k in range(8):
            signs[first + k] = 1 if drawn >> (np.uint64(k) * _BYTE + _TOP) & _ONE else -1
    return signs


def _high_of_product(one: Any, other: Any) -> Any:
    """Return the upper half of the product of two numbers of 64 bits."""
    low, high = one & _LOW, one >> _HALF
    other_low, other_high = other & _LOW, other >> _HALF
    first = high * other_low + (low * other_low >> _HALF)
    second = low * other_high + (first & _LOW)
    return high * other_high + (first >> _HALF) + (second >> _HALF)


# --- what is compiled -------------------------------------------------------------------------------------


def _total(values: Any) -> Any:
    return values.sum()


def _only(where: NDArray[np.bool_], values: Array) -> Array:
    kept = np.zeros(len(values))
    for k in range(len(values)):
        if where[k]:
            kept[k] = values[k]
    return kept


def _product(one: Array, other: Array) -> float:
    total = 0.0
    for k in range(len(one)):
        total += one[k] * other[k]
    return total


def _normal_quantile(level: float) -> float:
    return sqrt(2 * gamma_quantile(0.5, level))


def _no_quantile(level: float, freedom: float) -> float:
    return nan


def _no_ends(events: float, tail: float) -> tuple[float, float]:
    return nan, nan


INSTEAD: dict[Callable[..., Any], Callable[..., Any]] = {
    jackknife.total: _total,  # these two would bring Numba's words for arrays of other shapes with them
    jackknife.only: _only,
    differences.product: _product,
    intervals.normal_quantile: _normal_quantile,  # to nine digits
    intervals.student_by_scipy: _no_quantile,  # of a fraction of degrees of freedom: blocks in the page are paired
    exact.poisson_by_scipy: _no_ends,  # of hundreds of events: these are not rare
}
FOR_PAGE = (block_sums, card_sums, compare, at_once, level_of_orders)


def called_by(function: Any) -> Iterator[tuple[str, FunctionType]]:
    """Yield the functions that a function calls, by the names that it has for them, as they are in the page."""
    scope: dict[str, Any] = function.__globals__
    for name in function.__code__.co_names:
        if isinstance(scope.get(name), FunctionType):
            yield name, INSTEAD.get(scope[name], scope[name])


def source() -> str:
    """Return all that the page calls, directly or not: functions without what only people read, and their constants."""
    found: dict[Callable[..., Any], None] = {}
    waiting: list[Callable[..., Any]] = list(FOR_PAGE)
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            waiting += [called for _, called in called_by(function)]
    return "\n".join(line for function in found for line in (_bare(function), *_constants(function)))


def _bare(function: Callable[..., Any]) -> str:
    tree = ast.parse(inspect.getsource(function))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            node.body = node.body[1:] if ast.get_docstring(node) else node.body
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(tree)


def _constants(function: Any) -> Iterator[str]:
    scope: dict[str, Any] = function.__globals__
    for name in function.__code__.co_names:
        if isinstance(scope.get(name), int | float | tuple | np.generic):
            yield f"{name} = {scope[name]!r}"
