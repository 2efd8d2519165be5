"""The table of estimates: every answer's numbers, one a row, in columns that are declared here once.

A row is one number with its interval: the level of a measure, or how it differs from a reference. What it is about
stands in the first columns. The *world* is a deck, perhaps under house rules, with a number of players and a table of
strategies. The *subject* is what is measured there: a card, a strategy, a place in the turn order, or nothing else than
the game. A ``kind`` says what the number is, and which columns a row has; in the others it is missing.

Everything that estimates returns this table, and everything that shows numbers reads it: pages, `--json`, `--csv`,
notebooks and figures. Verbs take it and return it:

- `summary.summary` makes it from the games of one run;
- `contrast.levels` and `contrast.contrasts` make it from what was measured in cells, narrower where cells are paired,
  and `contrast.compared` makes it from pairs of cells; `skill.who_wins` adds the strategies that win where they meet;
- `contrast.judged` gives verdicts that allow for all rows of a family;
- `ranking.ranking` makes it of lists of things, such as cards or abilities, at each table and over several;
  `ranking.placed` of what was found at one;
- `robustness.over_tables` adds how far levels reach over able players, `robustness.jointly` makes intervals hold for
  all tables, `robustness.across_tables` says whether a row holds at all of them, and `robustness.contested` finds the
  rows that do not;
- `sweeps.crossed` finds where levels along a sweep cross targets.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import polars as pl

Row = Mapping[str, Any]


LEVELS, DIFFERENCES, STEPS, ACROSS, CROSSINGS = "level", "difference", "step", "across", "crossing"
QUANTILES, COUNTS = "quantile", "count"
VALUES, AGAIN, AGREEMENTS = "value", "again", "agreement"
KINDS = {
    LEVELS: "a measure of a subject in a world",
    DIFFERENCES: "the same, minus what it is in the world that is called `reference`",
    STEPS: "the same, minus what it is at the table `reference`, that of the next weaker players",
    ACROSS: "the mean of levels or differences over tables where all seats play one able strategy",
    CROSSINGS: "where a measure along a sweep crosses a target; its subject is the value of the second parameter",
    QUANTILES: "what a measure is at most in the share `target` of the games",
    COUNTS: "a number without error, such as of games, perhaps of those in which a measure is `target`",
    VALUES: "a measure of one thing of a list, such as a card; intervals hold jointly for all things of the `group`",
    AGAIN: "the chance that a list keeps its order in as many other games, or that one thing stays ahead of the next",
    AGREEMENTS: "the rank correlation of a list's values with those at the table `reference`",
}
EVERY = tuple(KINDS)
MEASURED, COMPARED = (LEVELS, DIFFERENCES, STEPS, VALUES), (DIFFERENCES, STEPS)
BETWEEN = tuple(kind for kind in KINDS if kind not in (AGAIN, AGREEMENTS))  # both ends of an interval
PAIRED = (*COMPARED, VALUES)
AT_TABLE = pl.Struct({"table": pl.String, "able": pl.Boolean, "verdict": pl.String})


@dataclass(frozen=True)
class Column:
    """A column: its name, its type, what it means, and the kinds of rows that have it."""

    name: str
    dtype: pl.DataType | type[pl.DataType]
    meaning: str
    kinds: tuple[str, ...] = EVERY


COLUMNS = (
    # the world
    Column("deck", pl.String, "the deck, by its name"),
    Column(
        "rule",
        pl.String,
        "the house rules over it, joined by +, or what else is changed in it; empty as printed",
    ),
    Column("players", pl.Int64, "the number of players"),
    Column("table", pl.String, "who plays: one strategy, or a list; `all line-ups` together; empty over all tables"),
    Column("seats", pl.String, "`same`: all seats play one strategy; `mixed`; `against`: one against the others"),
    Column("able", pl.Boolean, "whether all strategies at the table can play, as far as that is known"),
    Column("strength", pl.Float64, "the strength of its players; 1 is an even match for the strategy of most answers"),
    Column("main", pl.Boolean, "whether the answer is about this table"),
    Column("looks", pl.Int64, "how often its games may be looked at before it stops; intervals hold at all looks"),
    Column("start_gold", pl.Float64, "the gold of each player at the start of a game"),
    # what is measured
    Column(
        "subject", pl.String, "a card, a strategy, an ability, a place in the turn order; empty for the game itself"
    ),
    Column("measure", pl.String, "the measure, by its name"),
    Column("group", pl.String, "the heading that the measure stands under"),
    Column("title", pl.String, "what people call the measure"),
    Column("unit", pl.String, "its unit; differences of percentages are in points"),
    Column("kind", pl.String, "what the number is: a kind of row"),
    Column(
        "reference",
        pl.String,
        "what it is compared with: a deck, perhaps with rules after a +; a table; or another thing",
    ),
    # the number
    Column("estimate", pl.Float64, "the number"),
    Column(
        "low", pl.Float64, "the lower end of its interval; missing if there are too few games, or no such end", BETWEEN
    ),
    Column("high", pl.Float64, "the upper end", BETWEEN),
    Column(
        "n", pl.Int64, "games behind it, the fewer of both if it is a difference; of `across`, tables; of lists, things"
    ),
    Column("error", pl.Float64, "its standard error", MEASURED),
    Column("df", pl.Float64, "degrees of freedom of the error", (LEVELS, *COMPARED)),
    Column("alone_low", pl.Float64, "the lower end of an interval that holds by itself", (VALUES,)),
    Column("alone_high", pl.Float64, "the upper end", (VALUES,)),
    Column("weight", pl.Float64, "the share of a pooled value that is the thing's own", (VALUES,)),
    Column("corrected", pl.Float64, "the correlation, corrected for noise", (AGREEMENTS,)),
    Column("ceiling", pl.Float64, "the highest correlation that noise allows", (AGREEMENTS,)),
    # the verdict
    Column("margin", pl.Float64, "the smallest difference that matters", MEASURED),
    Column("verdict", pl.String, "`more` or `less` by more than the margin, `same`, `unclear`; or if a claim holds"),
    Column("games_needed", pl.Int64, "games of each cell that would about settle what is unclear", MEASURED),
    Column(
        "primary", pl.Boolean, "whether the study asked about it beforehand, so that its verdict is its own", COMPARED
    ),
    # the pairing
    Column("paired", pl.Boolean, "whether both worlds played the same shuffles", COMPARED),
    Column("correlation", pl.Float64, "of the two over blocks of games", PAIRED),
    Column("variance_ratio", pl.Float64, "how many times more games different shuffles would take", PAIRED),
    # an order
    Column("best", pl.Int64, "the best place among its like that the subject may hold", MEASURED),
    Column("worst", pl.Int64, "the worst place", MEASURED),
    Column("reference_best", pl.Int64, "the best place in the world of reference", COMPARED),
    Column("reference_worst", pl.Int64, "the worst place there", COMPARED),
    Column("tied", pl.Int64, "the tied set of the subject: the data cannot rank its members", (VALUES,)),
    Column("tier", pl.String, "the tier of the subject: see `tiers.tier`", (VALUES,)),
    # over tables
    Column("least", pl.Float64, "the least over tables of one able strategy each", (LEVELS, ACROSS)),
    Column("most", pl.Float64, "the most over these tables", (LEVELS, ACROSS)),
    Column("prediction_low", pl.Float64, "from where the number at another strategy's table is expected", (ACROSS,)),
    Column("prediction_high", pl.Float64, "up to where", (ACROSS,)),
    Column("i2", pl.Float64, "share of the variance between tables that is more than chance", (ACROSS,)),
    Column("agree", pl.Float64, "share of the tables on the side of the majority", (ACROSS,)),
    Column(
        "holds",
        pl.String,
        "whether it holds at all tables: see `robustness.holding`",
        (ACROSS,),
    ),
    Column("at_tables", pl.List(AT_TABLE), "the verdict at each table; all of them hold jointly", (ACROSS,)),
    Column(
        "refuted_by", pl.List(pl.String), "tables that contradict the main table's verdict by themselves", (ACROSS,)
    ),
    # a target
    Column(
        "target",
        pl.Float64,
        "the value that is crossed, a share of games, or a value that is counted",
        (CROSSINGS, QUANTILES, COUNTS),
    ),
)
JSON_TYPES: dict[Any, str] = {pl.String: "string", pl.Boolean: "boolean", pl.Int64: "integer", pl.Float64: "number"}
SCHEMA = {column.name: column.dtype for column in COLUMNS}
WORLD = ("deck", "rule", "players", "table")
WHERE = (*WORLD, "seats", "able", "strength", "main", "looks", "start_gold")
IDENTITY = (*WORLD, "subject", "measure", "group", "kind", "reference", "target")
SAME_THING = ("deck", "rule", "players", "subject", "measure", "reference")  # what rows share that differ by table


def estimates(rows: Iterable[Row] = ()) -> pl.DataFrame:
    """Return rows as a table of estimates: columns in their order, missing where a row has none.

    Raises ValueError for a row with another column.

    >>> estimates([{"deck": "original", "measure": "plays", "kind": "level", "estimate": 81.5}]).item(0, "rule") is None
    True
    """
    every = list(rows)
    _check({name for row in every for name in row})
    frame = pl.DataFrame([{name: row.get(name) for name in SCHEMA} for row in every], schema=SCHEMA, strict=False)
    ends = pl.col("estimate", "low", "high")
    return frame.fill_nan(None).with_columns(pl.when(ends.is_finite()).then(ends))


def filled(frame: pl.DataFrame, **shared: Any) -> pl.DataFrame:
    """Return a frame as a table of estimates: with what all its rows share, as far as it has no such column.

    Raises ValueError for a frame with another column.
    """
    _check(frame.columns)
    columns = (
        pl.col(name).cast(dtype) if name in frame.columns else pl.lit(shared.get(name), dtype=dtype).alias(name)
        for name, dtype in SCHEMA.items()
    )
    return frame.select(columns)


def _check(names: Iterable[str]) -> None:
    if unknown := sorted({*names} - SCHEMA.keys()):
        raise ValueError(f"the table of estimates has no column {', '.join(unknown)}")


def together(tables: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """Return tables of estimates as one; a number that several have stands in it once."""
    return pl.concat([estimates(), *tables]).unique(IDENTITY, keep="first", maintain_order=True)


def plain_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return any table as JSON's rows: numbers that are none are null. Estimates have the columns of their kind."""
    columns = {kind: [each.name for each in COLUMNS if kind in each.kinds] for kind in KINDS}
    is_estimates = frame.columns == list(SCHEMA)
    return [
        {name: _known(row[name]) for name in (columns[row["kind"]] if is_estimates else row)}
        for row in frame.iter_rows(named=True)
    ]


def _known(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


def label(deck: str, rule: str | None) -> str:
    """Return what a world is called as a reference: its deck, and its rules after a +.

    >>> label("original", ""), label("original", "four-rounds")
    ('original', 'original + four-rounds')
    """
    return f"{deck} + {rule}" if rule else deck


def where_of(cell: Row, main: bool = False) -> dict[str, Any]:
    """Return the columns of a world that say where it is; ``cell``: a row of `Study.cells`."""
    same = {name: cell.get(name) for name in ("deck", "players", "table", "able", "strength", "looks", "start_gold")}
    return same | {"rule": cell["variant"], "seats": cell.get("kind"), "main": main}


def labels() -> pl.Expr:
    """Return what the world of a row is called: see `label`."""
    return pl.when(pl.col("rule") == "").then("deck").otherwise(pl.concat_str("deck", pl.lit(" + "), "rule"))


def with_levels(differences: pl.DataFrame, levels: pl.DataFrame, columns: Sequence[str]) -> pl.DataFrame:
    """Return differences with the same in their two worlds beside them: `before_estimate`, `after_low` and so on.

    ``columns``: those of the levels that are wanted. A level that is not in ``levels`` is missing.
    """
    keys = ["players", "table", "subject", "measure"]
    worlds = levels.filter(kind=LEVELS).with_columns(world=labels())
    beside = differences.with_columns(world=labels())
    for name, world in (("before", "reference"), ("after", "world")):
        numbers = worlds.select(
            *keys, pl.col("world").alias(world), *(pl.col(each).alias(f"{name}_{each}") for each in columns)
        )
        beside = beside.join(numbers, on=[*keys, world], how="left", nulls_equal=True, maintain_order="left")
    return beside.drop("world")


def marked(levels: pl.DataFrame, rows: pl.DataFrame, **columns: str) -> pl.DataFrame:
    """Return levels with columns of their difference from the reference, where it is among ``rows``, by new names."""
    same = [*WORLD, "subject", "measure"]
    beside = rows.filter(kind=DIFFERENCES).select(*same, **{name: pl.col(each) for name, each in columns.items()})
    return levels.join(beside, on=same, how="left", nulls_equal=True, maintain_order="left")


def row_schema() -> dict[str, Any]:
    """Return the JSON Schema of a row, as `plain_rows` makes it: null where it has no number."""
    columns = {
        each.name: {"type": [JSON_TYPES.get(each.dtype, "array"), "null"], "description": each.meaning}
        for each in COLUMNS
    }
    return {"type": "object", "properties": columns, "additionalProperties": False, "required": [*IDENTITY[:-1]]}


def columns_markdown() -> str:
    """Return the kinds of rows and the columns as Markdown."""
    kinds = [f"- `{name}`: {meaning}" for name, meaning in KINDS.items()]
    rows = [f"| `{each.name}` | {_in_rows(each)} | {each.meaning} |" for each in COLUMNS]
    return "\n".join([*kinds, "", "| column | in rows | meaning |", "| --- | --- | --- |", *rows])


def _in_rows(column: Column) -> str:
    others = [kind for kind in KINDS if kind not in column.kinds]
    return f"all but {', '.join(others)}" if 0 < len(others) < 3 else ", ".join(column.kinds) if others else "all"
