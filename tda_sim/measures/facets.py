"""The same numbers at several *facets*, such as numbers of players: what differs, and do lists keep their order?

All facets have tables of estimates from games of their own, so that their errors are independent; where they share
games, the correlation of two facets is given. A difference is of the two facets that differ most clearly. Its interval
holds for all pairs of facets at once, and for all things of a list, so that it also holds for the pair that is shown.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import polars as pl

from tda_sim.measures.blocks import BLOCKS
from tda_sim.measures.composition import EFFECTS
from tda_sim.measures.metrics import Metric
from tda_sim.measures.table import DIFFERENCES, LEVELS, VALUES
from tda_sim.measures.tiers import ABOVE, contradicts
from tda_sim.stats.agreement import true_rank_correlation
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.exact import difference_ends
from tda_sim.stats.intervals import LEVEL, student_quantile

SAME_THING = ("deck", "rule", "measure", "kind", "group", "reference", "subject")
LISTS = ("values", EFFECTS)  # groups of values of things
FEWEST = 5  # things of a list, for a rank correlation
Correlations = Mapping[tuple[str, str, str], float]  # by measure and two facets


def numbers_of(facets: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return what can be laid side by side of tables of estimates, each at its main table, by `facet`.

    Levels, differences, values and effects of things with an interval, as far as two facets or more have them; no
    pooled values, which borrow from others.
    """
    frames = [frame.select(pl.lit(name).alias("facet"), pl.all()) for name, frame in facets.items()]
    is_level = pl.col("kind").is_in([LEVELS, DIFFERENCES])
    is_value = (pl.col("kind") == VALUES) & pl.col("group").is_in(LISTS)
    rows = pl.concat(frames).filter(is_level | is_value, pl.col("weight").is_null())
    rows = rows.drop_nulls(["estimate", "low", "high"])
    rows = rows.unique(["facet", *SAME_THING], keep="first", maintain_order=True)
    return rows.filter(pl.len().over(SAME_THING) > 1)


def apart(
    rows: pl.DataFrame, metrics: Mapping[str, Metric], correlations: Correlations | None = None, level: float = LEVEL
) -> pl.DataFrame:
    """Return for each number of `numbers_of` the two facets that differ most clearly: `facet` minus `other`.

    Columns of the thing (`of`: its kind), then `facet`, `other`, `estimate`, `low`, `high`, `margin` and `verdict`:
    "same" where no two facets differ by more than what matters. `moved`: tiers, or sides of zero, at both, where
    these certainly differ.
    """
    found: list[dict[str, Any]] = []
    for family in rows.partition_by(SAME_THING[:-1], maintain_order=True):
        things, facets = family["subject"].n_unique(), family["facet"].n_unique()
        share = (1 - level) / (things * facets * (facets - 1) / 2)
        reach = student_quantile(1 - share, BLOCKS - 1)
        for thing in family.partition_by("subject", maintain_order=True):
            found.append(_most_apart(thing.rows(named=True), reach, metrics, correlations or {}, level))
    return pl.DataFrame(found, infer_schema_length=None).rename({"kind": "of"})


def _most_apart(
    rows: list[dict[str, Any]], reach: float, metrics: Mapping[str, Metric], known: Correlations, level: float
) -> dict[str, Any]:
    each = [(row["estimate"], *_ends(row, reach, level)) for row in rows]
    margin, pairs = max(_margin(row, metrics) for row in rows), []
    for before, after in combinations(range(len(rows)), 2):
        two = rows[before]["facet"], rows[after]["facet"]
        low, high = difference_ends(each[after], each[before], known.get((rows[0]["measure"], *two), 0.0))
        pairs.append((max(low, -high), abs(each[after][0] - each[before][0]), low, high, before, after))
    _, _, low, high, before, after = max(pairs)
    words = {verdict(low, high, margin) for _, _, low, high, *_ in pairs}
    shown = verdict(low, high, margin)
    return {name: rows[0][name] for name in (*SAME_THING, "title", "unit")} | {
        "facet": rows[after]["facet"],
        "other": rows[before]["facet"],
        "estimate": each[after][0] - each[before][0],
        "low": low,
        "high": high,
        "margin": margin,
        "verdict": shown if shown in ("more", "less") else "same" if words == {"same"} else "unclear",
        "moved": _moved(rows[before], rows[after]) if low > 0 or high < 0 else None,
    }


def _ends(row: Mapping[str, Any], reach: float, level: float) -> tuple[float, float]:
    """Return the ends of a wider interval, by Student's distribution: at least ``reach`` standard errors on both sides.

    Where there is no error, its own interval is taken to hold by itself, and stretched.
    """
    down, up = row["estimate"] - row["low"], row["high"] - row["estimate"]
    stretch = reach / student_quantile(level, BLOCKS - 1)
    own = (reach * row["error"],) * 2 if row["kind"] == VALUES and row["error"] else (stretch * down, stretch * up)
    return row["estimate"] - max(own[0], down), row["estimate"] + max(own[1], up)


def _margin(row: Mapping[str, Any], metrics: Mapping[str, Metric]) -> float:
    if row["margin"] is not None:
        return float(row["margin"])
    if row["kind"] == VALUES:
        return ABOVE if row["unit"] == "points" else 0.0
    metric = metrics.get(row["measure"])
    return 0.0 if metric is None or row["subject"] else metric.smallest.of(row["estimate"])


def _moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
    """Return where something stood and stands, if both are certain and differ: its tiers, or its sides of zero."""
    two = before, after
    if all(row["tier"] is not None for row in two):
        ends = [(row["low"], row["high"]) for row in two]
        crosses = contradicts(before["tier"], *ends) or contradicts(after["tier"], *ends[::-1])
        return f"{before['tier']} to {after['tier']}" if before["tier"] != after["tier"] and crosses else None
    if before["kind"] == LEVELS:
        return None  # no level is on a side
    sides = [1 if row["low"] > 0 else -1 if row["high"] < 0 else 0 for row in two]
    return "below to above" if sides == [-1, 1] else "above to below" if sides == [1, -1] else None


def orders(rows: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return how far lists of values in points keep their order from one facet to the other, for every pair of facets.

    `estimate`, `low` and `high` are of the rank correlation of the true values: see `stats.agreement`; `n` things.
    """
    lists = rows.filter(pl.col("error") > 0, kind=VALUES, group=LISTS[0], unit="points")
    columns = ["deck", "rule", "measure", "reference"]
    found = [row for one in lists.partition_by(columns, maintain_order=True) for row in _orders(one, columns, level)]
    names = [*columns, "facet", "other", "estimate", "low", "high", "n"]
    numbers: Any = dict.fromkeys(("estimate", "low", "high"), pl.Float64) | {"n": pl.Int64}
    return pl.DataFrame(found, schema={name: numbers.get(name, pl.String) for name in names})


def _orders(rows: pl.DataFrame, columns: list[str], level: float) -> Iterator[dict[str, Any]]:
    facets = rows["facet"].unique(maintain_order=True).to_list()
    for before, after in combinations(facets, 2):
        both = rows.filter(facet=before).join(rows.filter(facet=after), on="subject", maintain_order="left")
        if both.height >= FEWEST:
            x, y = (both.select(f"estimate{end}", f"error{end}").to_numpy().T for end in ("", "_right"))
            found = true_rank_correlation(x[0], x[1], y[0], y[1], level)
            about = {name: rows[name][0] for name in columns} | {"facet": after, "other": before}
            yield about | {"estimate": found.estimate, "low": found.low, "high": found.high, "n": found.n}
