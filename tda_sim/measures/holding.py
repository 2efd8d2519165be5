"""Whether a result at one table of strategies holds at others: from effects to a verdict in words.

Only tables of able strategies count. Tables with players who cannot play, such as random ones, are a check of what the
cards do by themselves. They are reported separately, and no conclusion depends on them.

An effect is one comparison (a rule, a deck, a card) in one metric at one table, with its interval. Effects that differ
only by the table belong to one conclusion. Strategies are not a random sample of anything, so the random-effects
summary is a description: its prediction interval shows what to expect of another strategy of this kind.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from tda_sim.documents.words import listed
from tda_sim.measures.card_changes import NAME
from tda_sim.measures.compare import VERDICT_WORDS
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import SAME
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.pooling import random_effects

CONCLUSION = ("about", "deck", "variant", "players", "subject", "metric")  # what effects of one conclusion share
SHOWN = ("metric", "title", "unit", "smallest", "table", "kind", "able", "estimate", "error", "freedom", "n")
HOLDS, NOT, PARTLY, UNCLEAR = "holds", "does not hold", "holds in part", "cannot tell"
ONE_TABLE = "one table only"
IN_WORDS = dict(enumerate(["three", "four", "five", "six", "seven", "eight", "nine", "ten"], 3))
OF_CARDS = {"more": "better than average", "less": "worse than average", "same": "average"}


def effects_of(changes: pl.DataFrame, about: str, level: float = LEVEL) -> pl.DataFrame:
    """Return the effects in rows of `metric_changes`, at a level that holds jointly for all tables.

    ``about``: the column that names their subject, "rule" or "deck". Changes without a number are left out.
    """
    if changes.is_empty():
        return changes
    rows = changes.drop_nulls("estimate").with_columns(
        pl.lit(about).alias("about"),
        pl.col(about).alias("subject"),
        pl.lit("").alias("variant"),
        pl.col("margin").alias("smallest"),
    )
    return at_all_tables(rows.select("about", "deck", "variant", "players", "subject", *SHOWN), level)


def at_all_tables(effects: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return effects with ``low``, ``high`` and ``verdict`` that hold jointly for all tables of a conclusion.

    Their rows have `estimate`, its `error` with `freedom` degrees of freedom, and `smallest`.
    """
    rows = effects.with_columns(pl.len().over(CONCLUSION).alias("tables"))
    return pl.DataFrame([_at_level(row, level) for row in rows.iter_rows(named=True)], infer_schema_length=None)


def _at_level(row: dict[str, Any], level: float) -> dict[str, Any]:
    together = level ** (1 / row.pop("tables"))
    half = student_quantile(together, row["freedom"]) * row["error"] if row["freedom"] > 0 else np.nan
    low, high = row["estimate"] - half, row["estimate"] + half
    return row | {"low": low, "high": high, "verdict": verdict(low, high, row["smallest"])}


def conclusions(effects: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return one row for each conclusion, from effects with the columns of `CONCLUSION` and

    `title`, `unit`, `table`, `kind`, `able`, `estimate`, `error` (standard error), and `verdict` ("more", "less",
    "same", "unclear", against the smallest difference that matters).

    ``estimate, low, high, n``: the mean effect over the able tables of kind "same" (random effects), and the number of
    these tables; ``prediction_low, prediction_high``: where the effect at another strategy's table is expected;
    ``i2``: share of the differences between tables that is more than chance; ``agree``: share of those tables on the
    side of the majority; ``verdict`` and ``sentence`` take all able tables into account, mixed ones too; ``check``
    gives the result at the other tables, empty if there are none. If no table is able, all tables count.
    """
    rows = [
        dict(zip(CONCLUSION, key, strict=True)) | _conclusion(group, level)
        for key, group in effects.group_by(CONCLUSION, maintain_order=True)
    ]
    return table_of(rows)


def _conclusion(effects: pl.DataFrame, level: float) -> dict[str, Any]:
    able, rest = effects.filter("able"), effects.filter(~pl.col("able"))
    able, rest = (effects, able) if able.is_empty() else (able, rest)
    alike = able.filter(pl.col("kind") == SAME)
    alike = able if alike.is_empty() else alike
    first = effects.row(0, named=True)
    verdicts, checks = (dict(each.select("table", "verdict").iter_rows()) for each in (able, rest))
    words = words_for(first["metric"])
    return (
        {name: first[name] for name in ("title", "unit")}
        | _pooled(alike["estimate"].to_numpy(), alike["error"].to_numpy(), level)
        | {"verdict": holding(list(verdicts.values())) if len(verdicts) > 1 else ONE_TABLE}
        | {"sentence": sentence(verdicts, words), "check": saying(checks, words)}
    )


def words_for(metric: str) -> dict[str, str]:
    """Return the words for a verdict on a metric, or on the value of drawing a card."""
    own = EVERY[metric].own_words if metric in EVERY else OF_CARDS if metric == NAME else {}
    return VERDICT_WORDS | {word: own[word] for word in VERDICT_WORDS if word in own}


def _pooled(estimates: np.ndarray, errors: np.ndarray, level: float) -> dict[str, Any]:
    """Return the random-effects summary; a single table has nothing to pool."""
    if len(estimates) < 2:
        nothing = dict.fromkeys(("low", "high", "prediction_low", "prediction_high", "i2", "agree"))
        return {"estimate": float(estimates[0]), "n": 1} | nothing
    pooled = random_effects(estimates, errors, level)
    return {
        "estimate": pooled.estimate,
        "low": pooled.low,
        "high": pooled.high,
        "n": len(estimates),
        "prediction_low": pooled.prediction_low,
        "prediction_high": pooled.prediction_high,
        "i2": pooled.i2,
        "agree": pooled.sign_agreement,
    }


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


def sentence(verdicts: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Return whether a conclusion holds, as a sentence, from the verdict at each table.

    >>> sentence({"balanced": "more", "random": "less"}, words_for("gambits"))
    'does not hold: more with balanced, fewer with random'
    >>> sentence({"balanced": "more", "random": "more"}, words_for("gambits"))
    'holds for both: more'
    """
    verdict = holding(list(verdicts.values()))
    if len(verdicts) == 1:
        return f"{ONE_TABLE}: {saying(verdicts, words)}"
    if verdict == HOLDS:
        count = "both" if len(verdicts) == 2 else f"all {IN_WORDS.get(len(verdicts), str(len(verdicts)))}"
        return f"holds for {count}: {words[next(iter(verdicts.values()))]}"
    if set(verdicts.values()) == {"unclear"}:
        return "cannot tell yet, whatever the strategy"
    return saying(verdicts, words) if verdict == UNCLEAR else f"{verdict}: {saying(verdicts, words)}"


def saying(verdicts: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Return the verdicts as text, tables with the same verdict together; empty if there are no tables.

    >>> saying({"balanced": "more", "spender": "unclear"}, words_for("gambits"))
    'more with balanced, cannot tell yet with spender'
    """
    order = sorted(dict.fromkeys(verdicts.values()), key=lambda word: word == "unclear")
    return ", ".join(f"{words.get(word, VERDICT_WORDS['unclear'])} {_where(verdicts, word)}" for word in order)


def _where(verdicts: Mapping[str, str], word: str) -> str:
    """Return the tables with a verdict: "with balanced and spender and at the mixed table"."""
    tables = [table for table, verdict in verdicts.items() if verdict == word]
    alike = [table for table in tables if "," not in table]
    mixed = len(tables) - len(alike)
    places = [f"with {listed(alike)}"] if alike else []
    places += ["at the mixed table" if mixed == 1 else f"at {mixed} mixed tables"] if mixed else []
    return " and ".join(places)
