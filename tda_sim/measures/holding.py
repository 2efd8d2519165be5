"""Whether what is found at one table of strategies holds at others: from effects to a verdict in words.

That is asked of tables at which everybody can play. What is found where somebody cannot, as where all play at random,
is a check of what the cards do by themselves: it is said apart, and no conclusion depends on it.

An effect is one comparison (a rule, a deck, a card) in one metric at one table, with its interval. Effects that differ
only by the table belong to one conclusion. Strategies are no random sample of anything, so the random-effects summary
is a description: its prediction interval says between what a further strategy of this kind would be expected.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from tda_sim.documents.words import agree, listed
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
PLAIN_WORDS = {"more": "more", "less": "less", "same": "no difference that matters"}
WORDS = {  # what more and less are called
    "gambits": PLAIN_WORDS | {"less": "fewer"},
    "minutes": PLAIN_WORDS | {"more": "longer", "less": "shorter"},
    "rounds": PLAIN_WORDS | {"more": "longer", "less": "shorter"},
    "plays": PLAIN_WORDS | {"more": "longer", "less": "shorter"},
    "draw_value": {"more": "better than average", "less": "worse than average", "same": "average"},
}


def effects_of(changes: pl.DataFrame, about: str, level: float = LEVEL) -> pl.DataFrame:
    """Return the effects in rows of `metric_changes`, at a level that holds for all tables together.

    ``about``: the column that they are about, "rule" or "deck". Changes without a number are left out.
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
    """Return effects with ``low``, ``high`` and ``verdict`` that hold for all tables of a conclusion together.

    Their rows have `estimate`, its `error` with so many degrees of `freedom`, and `smallest`.
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

    ``estimate, low, high, n``: the mean effect over the able tables of kind "same" (random effects) and how many they
    are; ``prediction_low, prediction_high``: where the effect at the table of a further strategy is to be expected;
    ``i2``: share of the differences between tables that is more than chance; ``agree``: share of those tables on the
    side of the majority; ``verdict`` and ``sentence`` take all able tables into account, mixed ones too; ``check``
    is what the other ones say, empty where there are none. Where nobody can play, all tables count.
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
    said, checked = (dict(each.select("table", "verdict").iter_rows()) for each in (able, rest))
    words = WORDS.get(first["metric"], PLAIN_WORDS)
    return (
        {name: first[name] for name in ("title", "unit")}
        | _pooled(alike["estimate"].to_numpy(), alike["error"].to_numpy(), level)
        | {"verdict": holding(list(said.values())) if len(said) > 1 else ONE_TABLE}
        | {"sentence": sentence(said, words), "check": saying(checked, words)}
    )


def _pooled(estimates: np.ndarray, errors: np.ndarray, level: float) -> dict[str, Any]:
    """Return the random-effects summary; a single table has nothing to be pooled with."""
    if len(estimates) < 2:
        nothing = dict.fromkeys(("low", "high", "prediction_low", "prediction_high", "i2", "agree"))
        return {"estimate": float(estimates[0]), "n": 1} | nothing
    found = random_effects(estimates, errors, level)
    return {
        "estimate": found.estimate,
        "low": found.low,
        "high": found.high,
        "n": len(estimates),
        "prediction_low": found.prediction_low,
        "prediction_high": found.prediction_high,
        "i2": found.i2,
        "agree": found.sign_agreement,
    }


def holding(verdicts: Sequence[str]) -> str:
    """Return whether one conclusion holds at all tables, given what each of them says.

    >>> holding(["more", "more"]), holding(["more", "less"]), holding(["more", "same"]), holding(["more", "unclear"])
    ('holds', 'does not hold', 'holds in part', 'cannot tell')
    """
    said = set(verdicts)
    if {"more", "less"} <= said:
        return NOT
    if "unclear" in said:
        return UNCLEAR
    return HOLDS if len(said) == 1 else PARTLY


def sentence(said: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Say whether a conclusion holds, from what each table says.

    >>> sentence({"balanced": "more", "random": "less"}, WORDS["gambits"])
    'does not hold: balanced says more, random says fewer'
    >>> sentence({"balanced": "more", "random": "more"}, WORDS["gambits"])
    'holds for both: more'
    """
    verdict = holding(list(said.values()))
    if len(said) == 1:
        table, word = next(iter(said.items()))
        return f"{ONE_TABLE}: {_named(table)} says {words.get(word, 'that it cannot tell yet')}"
    if verdict == HOLDS:
        count = "both" if len(said) == 2 else f"all {IN_WORDS.get(len(said), str(len(said)))}"
        return f"holds for {count}: {words[next(iter(said.values()))]}"
    if set(said.values()) == {"unclear"}:
        return "cannot tell yet, whatever the strategy"
    return f"{verdict}: {saying(said, words)}"


def saying(said: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Return what each table says, those of one opinion together; nothing where there are no tables.

    >>> saying({"balanced": "more", "spender": "unclear"}, WORDS["gambits"])
    'balanced says more, spender cannot tell yet'
    """
    decided = [word for word in dict.fromkeys(said.values()) if word != "unclear"]
    parts = [f"{_list(said, word)} {words[word]}" for word in decided]
    if "unclear" in said.values():
        parts.append(f"{_list(said, 'unclear', 'cannot', 'cannot')} tell yet")
    return ", ".join(parts)


def _list(said: Mapping[str, str], word: str, one: str = "says", several: str = "say") -> str:
    tables = [table for table, found in said.items() if found == word]
    named = [table for table in tables if "," not in table]
    mixed = len(tables) - len(named)
    named += [] if not mixed else ["the mixed table"] if mixed == 1 else [f"{mixed} mixed tables"]
    return f"{listed(named)} {agree(len(tables), one, several)}"


def _named(table: str) -> str:
    """Return what a table is called in a sentence."""
    return "the mixed table" if "," in table else table
