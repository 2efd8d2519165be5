"""Experiments of made-up games along a parameter: every point, what differs between them, and where they cross."""

from typing import Any

import numpy as np
import sensitivity_made_up as made
from house_made_up import CARDS, draws_of, games_of, house_study
from real_games import Answered
from sweeps_made_up import SHORTEST, Named, curve

from tda_sim.measures.composition import EFFECTS, PAIRS
from tda_sim.measures.discoveries import discoveries
from tda_sim.measures.ranking import estimated, robustness
from tda_sim.measures.sensitivity import BENDS, fit
from tda_sim.measures.sweeps import Axis, Sweep, analyse
from tda_sim.measures.table import CROSSINGS, plain_rows

POWER, PLACE = 1.6, 37.4  # of the length in the gold to start with, and where it crosses the target
STEPS = {10: (30, 40, 50, 60), 15: (30, 45, 60)}  # points of a sweep, by the steps between them
SHARED = 0.3  # of a game's length is luck that all points share
TARGET = 12.0 * (SHORTEST + 1.5)  # cards played half way between two points


def sweep(seed: int, games: int) -> Answered:
    """A sweep of four points at one table, and at a line-up."""
    study, asked = curve(seed, games)
    result = analyse(study, asked, [("plays", TARGET)])
    yield "sweep", {"tables": {name: plain_rows(frame) for name, frame in result.items()}}


def bent(seed: int, games: int) -> Answered:
    """Sweeps with wide steps, along which games grow as a power of the parameter: where they cross a target."""
    for step, places in STEPS.items():
        axis = Axis("rules.starting_gold.each", "gold each", places, places[0], "{} gold each")
        points: Named = {"" if gold == places[0] else f"gold={gold}": (gold,) for gold in places}
        luck = np.random.default_rng([seed, step]).gamma(1 / SHARED**2, SHARED**2, games)
        draws = draws_of(1, dict.fromkeys(CARDS, 0.0))
        played = {
            (variant, "balanced"): (games_of(seed, seed, games=games, plays=_plays(seed, gold, luck)), draws)
            for variant, (gold,) in points.items()
        }
        found = analyse(house_study(played), Sweep((axis,), points), [("plays", PLACE**POWER)])["estimates"]
        crossed = plain_rows(found.filter(kind=CROSSINGS))
        yield "sweep", {"tables": {"estimates": [row | {"about": step, "truth": PLACE} for row in crossed]}}


def sensitivity(seed: int, games: int) -> Answered:
    """Points of a design whose measure hangs on its numbers by a known law; ``games`` are the points."""
    tables, rows = {}, []
    for table in range(3):
        design = made.design([seed, table, 1], games)
        groups = fit(design, made.measured([seed, table, 2], design))
        tables[f"table {table}"] = groups[EFFECTS]
        if table == 0:
            for group, truth in ((EFFECTS, made.STEEP), (BENDS, made.BENT)):
                rows += [
                    row | {"group": group, "kind": "value", "truth": truth.get(row["subject"], 0.0)}
                    for row in estimated(groups[group], "plays", "cards").to_dicts()
                ]
            rows += [
                row
                | {
                    "group": PAIRS,
                    "kind": "value",
                    "truth": made.BONUS * ((row["subject"], row["reference"]) == made.PAIR),
                }
                for row in discoveries(groups[PAIRS], "plays", "cards", [""] * len(groups[PAIRS].names)).to_dicts()
            ]
    rows += [
        row | {"group": "robust", "kind": "across", "truth": made.STEEP.get(row["subject"], 0.0)}
        for row in robustness(tables, "plays").to_dicts()
    ]
    yield "sensitivity", {"tables": {"estimates": rows}}


def _both(row: dict[str, Any]) -> tuple[str, str]:
    return row["subject"], row["reference"]


def _plays(seed: int, gold: int, luck: np.ndarray) -> np.ndarray:
    return np.random.default_rng([seed, gold]).poisson(gold**POWER * luck)
