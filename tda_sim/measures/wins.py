"""How games are won: the gold of winners by its source, winning flights, and what the opening hand decides.

Winners differ from the others in all that they do, so a difference between them is no effect: it says what winning
looks like. So do the flights that win gambits. The opening hand is dealt by chance. The share of the variance of
results that it explains is measured in games that the explanation has not seen: else, seventy cards would always
explain something.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import block_size
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.ranking import Array
from tda_sim.measures.study import Study, check_columns
from tda_sim.measures.table import DIFFERENCES, LEVELS, Row
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, half_width, ratio_influences, subtract

WINNER, OTHERS = "winner", "others"
IN, OUT, PLAY, DECIDES = "Gold that comes in", "Gold that goes out", "What they do", "What the opening hand decides"
FLIGHT, CARDS = "The flight", "Cards in it"
SOURCES = {  # columns of `seats`: group, title, unit, in their order
    "stakes_won": (IN, "won with the stakes", "gold"),
    "flight_gold": (IN, "brought by special flights", "gold"),
    "repaid": (IN, "repaid by debtors", "gold"),
    "by_powers": (IN, "brought by powers", "gold"),
    "paid_stakes": (OUT, "paid into the stakes", "gold"),
    "paid_players": (OUT, "paid to players", "gold"),
    "paid_hole": (OUT, "paid into the hole", "gold"),
    "gambits_won": (PLAY, "gambits won", "gambits"),
    "special_flights": (PLAY, "special flights", "flights"),
    "purchases": (PLAY, "purchases", "times"),
    "leads": (PLAY, "rounds led", "rounds"),
}
BY_POWERS = (pl.col("stolen") + pl.col("received") - pl.col("flight_gold") - pl.col("repaid")).alias("by_powers")
SHAPES = {  # what a flight is: title, unit
    "cards": ("cards", ""),
    "strength": ("printed strength", ""),
    "of_a_colour": ("most of one colour", ""),
    "of_a_strength": ("most of one strength", ""),
}
EXPLAINED = {"win": "of who wins", "gold": "of the gold at the end"}  # outcomes of a seat
FOLDS = 10
RIDGE = 1e-9  # of the largest sum of squares: hands always have as many cards, so that one card follows from the others

Hands = tuple[NDArray[np.bool_], Mapping[str, Array]]  # of a block: cards of each hand, (N, K), and its outcomes, (N,)


class Faces(NamedTuple):
    """What K cards show: numbers (K,), and whether each has each of some colours and strengths, (K, C) and (K, S)."""

    titles: Mapping[str, str]  # by the names of the cards
    strength: Array
    colours: Array
    strengths: Array


class Flights(NamedTuple):
    """F flights of some games, as they were scored: whether each won its gambit, (F,), and its cards, (F, K)."""

    won: NDArray[np.bool_]
    cards: Array


def ways_to_win(study: Study, cell: str, level: float = LEVEL) -> Iterator[Row]:
    """Yield, for each of the `SOURCES`, its mean for winners, for the others, and the difference.

    A seat that shares a win counts for as much as its share.
    """
    needed = {"game", "win_share", "stolen", "received", *SOURCES} - {"by_powers"}
    frame = check_columns(study, cell, "seats", needed).with_columns(BY_POWERS)
    share, block = pl.col("win_share"), pl.col("game") // block_size(study)
    weights = {WINNER: share, OTHERS: 1 - share}
    sums = [(weight * pl.col(name)).sum().alias(f"{name} {who}") for who, weight in weights.items() for name in SOURCES]
    counts = [weight.sum().alias(who) for who, weight in weights.items()]
    totals = frame.group_by(block.alias("block")).agg(*counts, *sums).sort("block").collect(engine="streaming")
    for name, (group, title, unit) in SOURCES.items():
        about = {"measure": name, "group": group, "title": title, "unit": unit}
        both = {who: (totals[f"{name} {who}"].to_numpy(), totals[who].to_numpy()) for who in weights}
        yield from _beside(about, both, level)


def winning_flights(blocks: Iterable[Flights], faces: Faces, level: float = LEVEL) -> Iterator[Row]:
    """Yield, for each of the `SHAPES` and each card, its mean for flights that win a gambit, for others, and the gap.

    A card's mean is the share of flights that it lies in, in percent.
    """
    sums: dict[str, list[Array]] = {WINNER: [], OTHERS: []}
    for flights in blocks:
        cards = flights.cards
        shapes = [
            cards.sum(axis=1),
            cards @ faces.strength,
            *((cards @ shown).max(axis=1, initial=0) for shown in (faces.colours, faces.strengths)),
        ]
        every = np.column_stack([np.ones(len(cards)), *shapes, PERCENT * cards])
        for who, these in ((WINNER, flights.won), (OTHERS, ~flights.won)):
            sums[who].append(every[these].sum(axis=0))
    both = {who: np.array(rows) for who, rows in sums.items()}
    names = [(f"flight_{name}", FLIGHT, *words) for name, words in SHAPES.items()]
    names += [(f"with_{name}", CARDS, title, "") for name, title in faces.titles.items()]
    for k, (name, group, title, unit) in enumerate(names, 1):
        about = {"measure": name, "group": group, "title": title, "unit": unit}
        yield from _beside(about, {who: (rows[:, k], rows[:, 0]) for who, rows in both.items()}, level)


def _beside(about: dict[str, Any], sums: Mapping[str, tuple[Array, Array]], level: float) -> Iterator[Row]:
    """Yield the mean of winners, that of the others, and the difference; ``sums``: of blocks, and their sizes."""
    means = {who: ratio_influences(*pair) for who, pair in sums.items()}
    for who, found in means.items():
        yield about | {"subject": who, "kind": LEVELS, **_ends(found, level), "n": round(sums[who][1].sum())}
    gap = _ends(subtract(means[WINNER], means[OTHERS]), level)
    n = round(sums[WINNER][1].sum())
    yield about | {"subject": WINNER, "reference": OTHERS, "kind": DIFFERENCES, **gap, "n": n}


def _ends(found: Influences, level: float) -> Row:
    estimate, error = float(found.estimate), float(found.error)
    half = half_width(error, float(found.blocks), level)
    known = half > 0  # what is the same in all blocks has no error
    ends = {"low": estimate - half, "high": estimate + half, "error": error} if known else {}
    return {"estimate": estimate, **ends}


def explained(blocks: Iterable[Hands], level: float = LEVEL) -> Iterator[Row]:
    """Yield the share of the variance of each outcome that the cards of a seat's opening hand explain, in percent.

    A line through all cards is fitted to nine tenths of the blocks, and says what to expect in the others. The share is
    the covariance of outcomes with what was expected, over their variance. It is neither too high, as in games
    that the line was fitted to, nor too low, as by the squares of the misses, to which the line's own noise adds. It
    may be negative where there is nothing to explain. The error is that by the squares, over blocks: what a block adds
    to the line and what the line says of the block both count. Nothing is yielded for fewer than two blocks.
    """
    every = list(blocks)
    if len(every) < 2:
        return
    folds = [range(fold, len(every), FOLDS) for fold in range(min(FOLDS, len(every)))]
    squares = [_with_one(hands).T @ _with_one(hands) for hands, _ in every]
    whole = np.sum(squares, axis=0)
    for name in EXPLAINED:
        products = [_with_one(hands).T @ outcomes[name] for hands, outcomes in every]
        total, (gains, saved, spreads) = np.sum(products, axis=0), np.zeros((3, len(every)))
        for fold in folds:
            left = whole - np.sum([squares[k] for k in fold], axis=0)
            told = total - np.sum([products[k] for k in fold], axis=0)
            fitted = np.linalg.solve(left + RIDGE * left.max() * np.eye(len(left)), told)
            for k in fold:
                hands, outcomes = every[k]
                mean = told[0] / left[0, 0]
                apart, said = outcomes[name] - mean, _with_one(hands) @ fitted - mean
                gains[k], saved[k], spreads[k] = apart @ said, 2 * apart @ said - said @ said, apart @ apart
        about = {"measure": f"explained_{name}", "group": DECIDES, "title": EXPLAINED[name], "unit": "%", "subject": ""}
        hands_seen = sum(len(hands) for hands, _ in every)
        share = replace(ratio_influences(PERCENT * saved, spreads), estimate=PERCENT * gains.sum() / spreads.sum())
        yield about | {"kind": LEVELS, **_ends(share, level), "n": hands_seen}


def _with_one(hands: NDArray[np.bool_]) -> Array:
    return np.column_stack([np.ones(len(hands)), hands.astype(float)])
