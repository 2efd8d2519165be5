"""Numbers side by side: what certainly differs between facets, what moves, and whether a list keeps its order."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from facets_made_up import FACETS, MEASURES, THINGS, tables, true_difference, truths

from tda_sim.measures.facets import apart, numbers_of, orders
from tda_sim.measures.table import LEVELS, VALUES, estimates
from tda_sim.stats.agreement import spearman


def test_only_what_several_facets_have_stands_side_by_side() -> None:
    found = tables(np.random.default_rng(1))
    found[FACETS[0]] = found[FACETS[0]].filter(pl.col("measure") != "measure-0")
    found[FACETS[1]] = found[FACETS[1]].filter(pl.col("measure") != "measure-0")
    numbers = numbers_of(found)
    assert numbers.height == len(FACETS) * (THINGS + MEASURES - 1)
    assert "measure-0" not in numbers["measure"]


def test_what_differs_is_found_and_intervals_hold_for_the_pair_that_is_shown() -> None:
    """Wrong in one of twenty lists; over forty of them, ten would be as rare as one in ten thousand."""
    wrong = []
    for seed in range(40):
        rows = apart(numbers_of(tables(np.random.default_rng(seed))), {}).filter(of=VALUES).to_dicts()
        wrong.append(any(not row["low"] <= true_difference(row) <= row["high"] for row in rows))
        assert max(row["low"] for row in rows) > 0.5  # the largest true difference is found
    assert sum(wrong) < 10


def test_equal_measures_are_seldom_called_apart_and_others_are() -> None:
    rows = apart(numbers_of(tables(np.random.default_rng(2))), {}).filter(of=LEVELS).to_dicts()
    alike, unlike = rows[: MEASURES // 2], rows[MEASURES // 2 :]
    assert not any(row["low"] > 0 or row["high"] < 0 for row in alike)
    assert all((row["other"], row["facet"]) == (FACETS[0], FACETS[2]) and row["low"] > 0 for row in unlike)


def side(tier: str | None, low: float, high: float, kind: str = VALUES) -> pl.DataFrame:
    row: dict[str, Any] = {
        "deck": "toy",
        "rule": "",
        "subject": "one",
        "measure": "worth",
        "kind": kind,
        "unit": "points",
    }
    ends = {"estimate": (low + high) / 2, "low": low, "high": high, "error": (high - low) / 6.2, "tier": tier}
    return estimates([row | {"group": "values"} | ends])


@pytest.mark.parametrize(
    ("here", "there", "moved"),
    [
        (("S", 4.0, 5.0), ("B", -0.2, 0.3), "S to B"),
        (("S", 2.1, 5.0), ("A", 1.6, 4.0), None),  # the second only fails to place it
        (("A", 0.6, 1.0), ("A", 1.2, 1.9), None),
        ((None, -3.0, -1.0), (None, 2.0, 3.0), "below to above"),
        ((None, -3.0, 0.1), (None, 2.0, 3.0), None),
    ],
)
def test_what_stands_elsewhere_for_sure_has_moved(here: Any, there: Any, moved: str | None) -> None:
    (row,) = apart(numbers_of({"2 players": side(*here), "4 players": side(*there)}), {}).to_dicts()
    assert row["moved"] == moved


def test_facets_of_the_same_games_take_their_correlation() -> None:
    numbers = numbers_of({name: side(None, 1.0 + k, 3.0 + k, LEVELS) for k, name in enumerate(("early", "late"))})
    widths = []
    for correlation in (-0.9, 0.0, 0.9):
        (row,) = apart(numbers, {}, {("worth", "early", "late"): correlation}).to_dicts()
        widths.append(row["high"] - row["low"])
    assert widths == sorted(widths, reverse=True)


def test_the_order_of_two_facets_is_found_whatever_the_noise() -> None:
    things, _ = truths()
    rows = orders(numbers_of(tables(np.random.default_rng(5)))).to_dicts()
    assert [(row["other"], row["facet"]) for row in rows] == [
        (FACETS[a], FACETS[b]) for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    for row in rows:
        both = np.column_stack([things[FACETS.index(row[name])] for name in ("other", "facet")])
        assert row["low"] < spearman(both)[0, 1] < row["high"] and row["n"] == THINGS


def test_a_list_of_noise_has_no_known_order() -> None:
    rows = [side(None, 1.0, 3.0).with_columns(subject=pl.lit(f"card-{k}"), error=pl.lit(5.0)) for k in range(20)]
    (row,) = orders(numbers_of({name: pl.concat(rows) for name in ("2 players", "4 players")})).to_dicts()
    assert row["high"] - row["low"] > 0.8
