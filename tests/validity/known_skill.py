"""An experiment of made-up line-ups: how often the best player wins there is known, and in games of ten gambits."""

from itertools import product
from math import sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray
from real_games import Answered

from tda_sim.measures.contrast import Pairing, World, contrasts, levels
from tda_sim.measures.metrics import SKILL_METRICS
from tda_sim.measures.skill import TEN, LineUp, skill_of
from tda_sim.measures.study import MIXED
from tda_sim.measures.table import DIFFERENCES, LEVELS, plain_rows
from tda_sim.stats.best_of import chance_of, lead_of

BLOCKS = 40
NAMES = ("best", "good", "fair", "worst")
CHANCES = {"": (0.46, 0.28, 0.16, 0.1), "rule": (0.4, 0.29, 0.18, 0.13)}
LENGTHS = {"": (10.0, 8.0, 7.0, 6.0), "rule": (6.0, 5.0, 4.5, 4.0)}  # gambits on average, by who wins
KNOWN = {"graded": "best", "named": ""}  # the best, by table


def skill(seed: int, games: int) -> Answered:
    """Two tables, as printed and under a rule that makes games shorter; at one of them, who is best has to be found."""
    generator = np.random.default_rng([seed, 21])
    worlds = {each: _world(generator, *each, games) for each in product(KNOWN, CHANCES)}
    pairs = [Pairing(worlds[table, ""], worlds[table, "rule"], paired=False) for table in KNOWN]
    frames = levels(worlds.values(), SKILL_METRICS), contrasts(pairs, SKILL_METRICS)
    rows = [
        row | {"truth": _truth(row["kind"], row["rule"], row["measure"])} for each in frames for row in plain_rows(each)
    ]
    for answer in ("decks", "house_rules", "sweep"):
        yield answer, {"tables": {"estimates": rows}}


def _world(generator: np.random.Generator, table: str, rule: str, games: int) -> World:
    winner = generator.choice(len(NAMES), games, p=CHANCES[rule])
    gambits = generator.poisson(np.array(LENGTHS[rule])[winner])
    block = np.arange(games) * BLOCKS // games
    size = np.bincount(block)
    won = [_by_block(block, winner == k) for k in range(len(NAMES))]
    sums = {"block": np.tile(np.arange(BLOCKS), len(NAMES)), "strategy": np.repeat(NAMES, BLOCKS)}
    sums |= {"won": 60 * np.concatenate(won), "seats": np.tile(size, len(NAMES))}
    lengths = {"block": np.arange(BLOCKS), "games": size, "gambits": _by_block(block, gambits)}
    line_up = LineUp(pl.DataFrame(sums).sort("block", "strategy"), games, pl.DataFrame(lengths), KNOWN[table])
    where = {"deck": "deck", "rule": rule, "players": len(NAMES), "table": table, "seats": MIXED, "able": True}
    return World(where | {"strength": None, "main": table == "graded"}, skill_of([line_up]))


def _by_block(block: NDArray[np.int64], values: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.bincount(block, values).astype(np.int64)


def _truth(kind: str, rule: str, measure: str) -> float:
    if kind == DIFFERENCES:
        return _truth(LEVELS, rule, measure) - _truth(LEVELS, "", measure)
    chance, *_ = CHANCES[rule]
    gambits = float(np.dot(CHANCES[rule], LENGTHS[rule]))
    in_ten = chance_of(lead_of(chance, len(NAMES)) * sqrt(TEN / gambits), len(NAMES))
    return 100 * (chance if measure == "skill" else in_ten)
