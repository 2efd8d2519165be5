"""Numbers at three facets, whose true values are known: a list of things with joint intervals, and single measures."""

from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.table import LEVELS, VALUES, estimates

FACETS, THINGS, MEASURES = ("2 players", "4 players", "6 players"), 30, 8
TRUTH = 3  # the seed of the true values
ERROR, JOINT, ALONE = 0.3, 3.1, 1.96  # standard errors, and how many of them an interval reaches


def truths(seed: int = TRUTH) -> tuple[Any, Any]:
    """True values of things (F, K), which are alike from facet to facet, and of measures (F, M), some of them equal."""
    generator = np.random.default_rng(seed)
    common = generator.normal(0, 2, THINGS)
    things = np.stack([common * share + generator.normal(0, share / 2, THINGS) for share in (0.5, 1.0, 1.2)])
    measures = np.stack([10 + k * np.repeat([0.0, 1.0], MEASURES // 2) for k in range(len(FACETS))])
    return things, measures


def tables(generator: np.random.Generator, seed: int = TRUTH) -> dict[str, pl.DataFrame]:
    """Estimates of all of it, each with independent noise."""
    found = {}
    for name, things, measures in zip(FACETS, *truths(seed), strict=True):
        rows = [
            _row(f"card-{k}", "worth", VALUES, generator.normal(value, ERROR), JOINT, error=ERROR, unit="points")
            for k, value in enumerate(things)
        ]
        rows += [
            _row("", f"measure-{k}", LEVELS, generator.normal(value, ERROR), ALONE, unit="cards")
            for k, value in enumerate(measures)
        ]
        found[name] = estimates(rows)
    return found


def _row(subject: str, measure: str, kind: str, value: float, reach: float, **more: Any) -> dict[str, Any]:
    group = "values" if kind == VALUES else "Length"
    about = {"deck": "toy", "rule": "", "main": True, "subject": subject, "measure": measure, "kind": kind}
    return about | {
        "group": group,
        "estimate": value,
        "low": value - reach * ERROR,
        "high": value + reach * ERROR,
        **more,
    }


def true_difference(row: dict[str, Any], seed: int = TRUTH) -> float:
    """The true difference of the two facets of a row of `apart`."""
    things, measures = truths(seed)
    values = things if row["of"] == VALUES else measures
    place = int((row["subject"] or row["measure"]).rpartition("-")[2])
    return float(values[FACETS.index(row["facet"]), place] - values[FACETS.index(row["other"]), place])
