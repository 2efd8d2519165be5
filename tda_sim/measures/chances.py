"""Who would win from here: each seat's chance after every gambit, from the gold on the table.

A conditional logit model (McFadden 1974) of the winner, given everybody's gold, the gambit, and who leads next. It is
cross-fitted: fitted to one half of the recorded games and applied to the other, in turn, so that no game takes part in
the model that is applied to it. `reliability` shows whether the chances are right.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.errors import UserError
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import Study, cell_of, check_columns
from tda_sim.stats.conditional_logit import fit, probabilities
from tda_sim.stats.intervals import LEVEL, jackknife_ratio

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

FOLDS = 2
BINS = 10  # of the reliability table
TEN = 10.0  # gambits: the scale of a feature
POOR = 0.5  # of the mean gold: below it, a seat is about to run out of gold
PENALTY = 0.01  # of a game's weight: keeps coefficients finite where two players' gold is redundant
MOST_STATES = 40_000  # for one fit: a dozen coefficients are precise enough long before
MOST_GAMES = 100_000  # to read: chances are stable long before, and the table of states has to fit into memory


class SingleGambitsError(UserError):
    """Games that end with their first gambit, so that their course cannot be followed."""


@dataclass(frozen=True)
class Trails:
    """What was on the table after each gambit of the recorded games with a winner, in order; S gambits, n seats.

    ``game`` (S,), ``gambit`` (S,) from 1, ``gold`` (S, n), ``leader`` (S,) the seat that won the gambit and leads the
    next one (-1: nobody), ``last`` (S,) whether the game ended with it, ``shares`` (S, n) of the game's win.
    """

    game: Numbers
    gambit: Numbers
    gold: Array
    leader: Numbers
    last: NDArray[np.bool_]
    shares: Array

    def open(self) -> "Trails":
        """Return the states from which the game went on."""
        return self.where(~self.last)

    def where(self, rows: NDArray[np.bool_]) -> "Trails":
        """Return some of the states."""
        return Trails(*(values[rows] for values in vars(self).values()))


def trails(study: Study, cell: str) -> Trails:
    """Return the recorded gambits of a cell; raise UserError where there are none."""
    players = int(cell_of(study, cell)["players"])
    gold = [f"gold_{seat}" for seat in range(players)]
    gambits = check_columns(study, cell, "gambits", {"game", "gambit", "winner", *gold})
    games = check_columns(study, cell, "games", {"game", "winners"}).select("game", "winners")
    looked_at = pl.col("game") < MOST_GAMES  # in both tables, or the join would hold all games in memory
    won = games.filter(looked_at, pl.col("winners") > 0)
    wanted = gambits.select("game", "gambit", "winner", *gold).filter(looked_at)
    rows = wanted.join(won, on="game").sort("game", "gambit").collect(engine="streaming")
    if rows.is_empty():
        raise UserError.of(
            f"no gambits were recorded in {cell!r}", hint="record them in the study: record: {gambits: 20000}"
        )
    game = rows["game"].to_numpy()
    if (np.diff(game) != 0).all():
        raise SingleGambitsError.of(f"every game of {cell!r} is a single gambit, so there is no course to follow")
    return Trails(
        game,
        rows["gambit"].to_numpy().astype(np.int64),
        rows.select(gold).to_numpy().astype(float),
        rows["winner"].fill_null(-1).to_numpy().astype(np.int64),
        np.append(game[1:] != game[:-1], True),
        _shares(rows["winners"].to_numpy(), players),
    )


def _shares(winners: NDArray[np.integer], players: int) -> Array:
    """Return each seat's share of the win, (S, n), from bit masks (S,)."""
    won = winners.astype(np.int64)[:, None] >> np.arange(players) & 1
    return np.asarray(won / won.sum(axis=1, keepdims=True))


# --- the model --------------------------------------------------------------------------------------------


def features(states: Trails) -> Array:
    """Return the features of each seat, (S, n, F), that predict its chance to win.

    Gold is measured in means over the seats. A lead counts for more the closer the end is: when somebody is almost out
    of gold, somebody has very much, or many gambits are over. So it is a feature alone and times each of these.
    """
    gold = states.gold / np.maximum(states.gold.mean(axis=1, keepdims=True), 1e-9)
    lead = gold - _best_other(gold)
    near_end = np.clip(1 - gold.min(axis=1, keepdims=True), 0, 1)
    richest = gold.max(axis=1, keepdims=True)
    late = states.gambit[:, None] / TEN
    leads = (states.leader[:, None] == np.arange(gold.shape[1])).astype(float)
    poor = np.minimum(gold, POOR)
    each = (gold, lead, lead * near_end, lead * near_end**2, lead * richest, lead * late, poor, leads, leads * near_end)
    return np.stack(each, axis=-1)


def _best_other(values: Array) -> Array:
    """Return the greatest value (S, n) among the other seats."""
    ordered = np.sort(values, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return np.where(values == best, second, best)  # where two are best, the second is equally good


@dataclass(frozen=True)
class Model:
    """A model for one half of the games, fitted to states ``training`` (S,) of the other, applied to ``target`` (S,).

    ``varying`` (F,) are the features that differ between seats at all, ``coefficients`` theirs.
    """

    training: NDArray[np.bool_]
    target: NDArray[np.bool_]
    varying: NDArray[np.bool_]
    coefficients: Array


def models(states: Trails, seen: Array, most_states: int = MOST_STATES) -> list[Model]:
    """Return a model for each half of the games, from their features (S, n, F); none where there are too few games.

    ``most_states``: about how many unfinished states are enough to fit a model.
    """
    fitted = []
    for fold in range(FOLDS):
        target = states.game % FOLDS == fold
        training = _enough(states, ~target & ~states.last, most_states)
        varying = seen[training].std(axis=1).any(axis=0)  # over the seats
        if varying.any() and target.any():
            coefficients = fit(seen[training][..., varying], states.shares[training], penalty=PENALTY)
            fitted.append(Model(training, target, varying, coefficients))
    return fitted


def applied(states: Trails, seen: Array, fitted: Sequence[Model]) -> Array:
    """Return each seat's chance to win (S, n) after every gambit; after the last gambit it is the outcome.

    Par, 1/n, where no model applies.
    """
    chance = np.full(states.gold.shape, 1 / states.gold.shape[1])
    for model in fitted:
        chance[model.target] = probabilities(seen[model.target][..., model.varying], model.coefficients)
    return settled(states, chance)


def settled(states: Trails, chance: Array) -> Array:
    """Return chances (S, n) with the outcome instead of the chance after the last gambit of each game."""
    return np.where(states.last[:, None], states.shares, chance)


def chances(states: Trails) -> Array:
    """Return each seat's chance to win (S, n) after every gambit, cross-fitted."""
    seen = features(states)
    return applied(states, seen, models(states, seen))


def _enough(states: Trails, wanted: NDArray[np.bool_], most: int) -> NDArray[np.bool_]:
    """Return a sample of the wanted states to fit a model to: all states of every k-th game.

    They are spread over all games, so that every block takes part in the model and errors over blocks are right.
    """
    every = -(-int(wanted.sum()) // most)
    return np.asarray(wanted & (states.game // FOLDS % max(every, 1) == 0))


# --- are the chances right? -------------------------------------------------------------------------------


def reliability(states: Trails, chance: Array, block: Numbers, level: float = LEVEL) -> pl.DataFrame:
    """Return how often seats win that are given a certain chance: one row per tenth of the chances.

    Columns: ``chance_from`` and ``chance_to``, ``chance`` (mean), ``states`` (seats after gambits), and the win rate
    as ``estimate, low, high, n``, with an interval over ``block`` (S,); ``n`` counts blocks.
    """
    going_on = ~states.last
    given, won = chance[going_on].ravel(), states.shares[going_on].ravel()
    bins = np.minimum((given * BINS).astype(np.int64), BINS - 1)
    blocks = int(block.max(initial=0)) + 1
    where = np.repeat(block[going_on], chance.shape[1]) * BINS + bins

    def summed(weights: Array | None) -> Array:
        return np.asarray(np.bincount(where, weights, minlength=blocks * BINS).reshape(blocks, BINS).T, float)

    each = zip(range(BINS), summed(None), summed(won), summed(given), strict=True)
    return table_of(_bin(k, counted, sums, chances, level) for k, counted, sums, chances in each if counted.any())


def _bin(k: int, states: Array, won: Array, given: Array, level: float) -> dict[str, float]:
    """Return a row of `reliability`, from what each block adds to it: states, wins and chances given."""
    rate = jackknife_ratio(won, states, level)
    place = {"chance_from": k / BINS, "chance_to": (k + 1) / BINS}
    place |= {"chance": float(given.sum() / states.sum()), "states": int(states.sum())}
    return place | {"estimate": rate.estimate, "low": rate.low, "high": rate.high, "n": rate.n}


def scores(states: Trails, chance: Array) -> dict[str, float]:
    """Return how good the chances are: ``off`` and ``explained``.

    ``off`` is the mean distance between chance and win rate, over the rows of `reliability`, in parts of a chance (the
    expected calibration error). ``explained`` is 1 - Brier score / that of par: 0 if the chances are no better than
    1/n, 1 if they name the winner.
    """
    going_on = ~states.last
    given, won = chance[going_on], states.shares[going_on]
    table = reliability(states, chance, np.zeros(len(chance), np.int64))
    weights = table["states"].to_numpy()
    off = np.abs(table["chance"].to_numpy() - table["estimate"].to_numpy())
    par = ((won - 1 / won.shape[1]) ** 2).sum()
    explained = 1 - ((given - won) ** 2).sum() / par if par > 0 else np.nan
    return {"off": float(np.average(off, weights=weights)), "explained": float(explained)}


def has_trails(study: Study, cell: str) -> bool:
    """Whether gambits were recorded after which games went on: a game of a single gambit has no course."""
    later = study.read(cell, "gambits").filter(pl.col("gambit") > 1)
    return not later.head(1).collect().is_empty()
