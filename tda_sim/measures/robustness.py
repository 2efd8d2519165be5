"""Whether a result at one table of strategies holds at others.

Only tables of able strategies count, unless there are none. Tables with players who cannot play, such as random ones,
are a check of what the cards do by themselves, and no conclusion depends on them. Strategies are not a random sample of
anything, so the random-effects summary is a description: its prediction interval shows what to expect of another
strategy of this kind.
"""

from collections.abc import Sequence
from math import isfinite, nan
from typing import Any

import polars as pl

from tda_sim.measures.clock import Clock, reach
from tda_sim.measures.metrics import MINUTES, SKILL, TURNS
from tda_sim.measures.study import SAME
from tda_sim.measures.table import ACROSS, LEVELS, SAME_THING, Row, estimates
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.random_effects import random_effects

HOLDS, NOT, PARTLY, UNCLEAR = "holds", "does not hold", "holds in part", "cannot tell"
ONE_TABLE = "one table only"
SIGNS = {"more": 1, "less": -1}
ABLE_ALIKE = pl.col("able") & ((pl.col("seats") == SAME) | (pl.col("group") == SKILL))  # skill has no such tables


def over_tables(levels: pl.DataFrame, clock: Clock) -> pl.DataFrame:
    """Return levels with ``least`` and ``most``: over the tables where all seats play one able strategy; of skill, over
    those at which able ones meet.

    Missing where there are fewer than two such tables. A level depends on who plays, often far more than on chance.
    Minutes also depend on how fast people play, so theirs range over plausible clocks as well, and over these alone
    where there are fewer tables.
    """
    there = pl.col("estimate").filter(ABLE_ALIKE)
    several = there.drop_nulls().len() > 1
    ends = {name: pl.when(several.over(SAME_THING)).then(end.over(SAME_THING)) for name, end in _ends(there)}
    timed = (pl.col("measure") == MINUTES) & (pl.col("kind") == LEVELS) & (reach(clock) != (1.0, 1.0))
    paced = {
        name: pl.when(timed).then(pl.coalesce(name, "estimate") * pace).otherwise(name)
        for name, pace in zip(ends, reach(clock), strict=True)
    }
    return levels.with_columns(**ends).with_columns(**paced)


def _ends(values: pl.Expr) -> tuple[tuple[str, pl.Expr], ...]:
    return ("least", values.min()), ("most", values.max())


def jointly(rows: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return rows with ``low``, ``high`` and ``verdict`` that hold jointly for all tables of the same thing (Šidák).

    And at all looks at them, where they may stop early. Rows have an `error` with `df` degrees of freedom, and a
    `margin`.
    """
    tests = rows.with_columns(tests=pl.col("looks").fill_null(1).sum().over(SAME_THING))
    return estimates(_at_level(row, level ** (1 / row.pop("tests"))) for row in tests.to_dicts())


def _at_level(row: dict[str, Any], level: float) -> dict[str, Any]:
    half = student_quantile(level, row["df"]) * row["error"] if (row["df"] or 0) > 0 else nan
    low, high = row["estimate"] - half, row["estimate"] + half
    return row | {"low": low, "high": high, "verdict": verdict(low, high, row["margin"])}


def across_tables(rows: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return a row of kind `across` for each thing that was measured at one table or more.

    ``estimate, low, high, n``: the mean over tables where all seats play one able strategy (random effects), and the
    number of these tables. ``holds`` goes by the verdicts at all able tables, which hold jointly; mixed ones count too,
    except for turn order. A table is in ``refuted_by`` if its own interval contradicts the verdict at the main table:
    no such difference, or one where there is none.
    """
    if rows.is_empty():
        return estimates()
    groups = zip(
        *(each.partition_by(SAME_THING, maintain_order=True) for each in (rows, jointly(rows, level))), strict=True
    )
    return estimates(_across(own.to_dicts(), joint.to_dicts(), level) for own, joint in groups)


def _across(own: Sequence[Row], joint: Sequence[Row], level: float) -> dict[str, Any]:
    able = [row for row in joint if row["able"]] or joint
    alike = [row for row in able if row["seats"] == SAME] or able
    if own[0]["group"] == TURNS:  # where unlike players meet, the strong lead more often, or less
        able = alike
    numbers = [row["estimate"] for row in alike]
    same = {name: own[0][name] for name in ("deck", "rule", "players", "subject", "measure", "group", "title", "unit")}
    return {
        **same,
        "table": "",
        "reference": own[0]["reference"],
        "kind": ACROSS,
        **_pooled(numbers, [row["error"] for row in alike], level),
        "least": min(numbers),
        "most": max(numbers),
        "holds": holding([row["verdict"] for row in able]) if len(able) > 1 else ONE_TABLE,
        "at_tables": [{name: row[name] for name in ("table", "able", "verdict")} for row in joint],
        "refuted_by": _refuting(own),
    }


def _pooled(numbers: Sequence[float], errors: Sequence[float], level: float) -> dict[str, Any]:
    """Return the random-effects summary; a single table has nothing to pool."""
    if len(numbers) < 2:
        return {"estimate": numbers[0], "n": 1}
    pooled = random_effects(numbers, errors, level)
    names = ("estimate", "low", "high", "prediction_low", "prediction_high", "i2")
    known = {name: value for name in names if isfinite(value := getattr(pooled, name))}
    return known | {"n": len(numbers), "agree": pooled.sign_agreement}


def holding(verdicts: Sequence[str]) -> str:
    """Return whether a conclusion holds at all tables, given the verdict at each of them.

    >>> holding(["more", "more"]), holding(["more", "less"]), holding(["more", "same"]), holding(["more", "unclear"])
    ('holds', 'does not hold', 'holds in part', 'cannot tell')
    """
    kinds = set(verdicts)
    if {"more", "less"} <= kinds:
        return NOT
    if "unclear" in kinds:
        return UNCLEAR
    return HOLDS if len(kinds) == 1 else PARTLY


def _refuting(rows: Sequence[Row]) -> list[str]:
    """Return the tables that contradict the main one; none where there is no main one."""
    main = next((row for row in rows if row["main"]), None)
    return [row["table"] for row in rows if main is not None and not row["main"] and _refutes(main, row)]


def _refutes(main: Row, other: Row) -> bool:
    here, there = main["verdict"], verdict(other["low"] or 0.0, other["high"] or 0.0, other["margin"])
    if here == "same":
        return there in SIGNS
    if here not in SIGNS:
        return False
    other_side = SIGNS[here] * ((other["high"] if here == "more" else other["low"]) or 0.0) < 0
    return there == "same" or other_side


def contested(rows: pl.DataFrame, most: int) -> pl.DataFrame:
    """Return the rows whose conclusions do not hold at every table, with the `place` of each conclusion.

    Refuted conclusions come first, then those that hold in part, then unclear ones; within each those whose tables lie
    furthest apart. ``rows`` include those of `across_tables`; ``most``: conclusions to return.
    """
    order = {verdict: k for k, verdict in enumerate((NOT, PARTLY, UNCLEAR))}
    effects, across = rows.filter(pl.col("kind") != ACROSS), rows.filter(pl.col("holds").is_in([*order]), kind=ACROSS)
    apart = (pl.col("estimate").max() - pl.col("estimate").min()) / pl.col("margin").first()
    spread = effects.group_by(SAME_THING, maintain_order=True).agg(apart.alias("apart"))
    ranks = across.select(*SAME_THING, rank=pl.col("holds").replace_strict(order, return_dtype=pl.Int8))
    joined = spread.join(ranks, on=SAME_THING, nulls_equal=True, maintain_order="left")
    placed = joined.sort("rank", "apart", descending=[False, True], maintain_order=True).head(most)
    placed = placed.with_row_index("place").select("place", *SAME_THING)
    return effects.join(placed, on=SAME_THING, how="inner", nulls_equal=True, maintain_order="left")
