"""What a house rule changes: the deck as printed against the deck under the rule, on the same shuffles.

Both play games with the same seeds, so the luck they share cancels out of the differences, and the gain from that is
measured. For each question there is a verdict against the smallest difference that matters: the rule changes more than
that, or less, or more games are needed. The results of the study's first table are then compared with those of the
other tables (`measures.robustness`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.card_changes import CARDS, card_changes
from tda_sim.measures.cell_sums import CellSums, sums_of
from tda_sim.measures.contrast import compared, judged
from tda_sim.measures.metrics import MAP, SKILL, shown_in
from tda_sim.measures.no_effect import Why, quiet_tables
from tda_sim.measures.orders import ranking_changes
from tda_sim.measures.pairs import (
    Pair,
    as_one,
    main_table,
    pairs_in,
    rule_pairs,
    rules_of,
    skill_pools,
    strategy_pools,
)
from tda_sim.measures.robustness import across_tables, over_tables
from tda_sim.measures.rule_questions import answers
from tda_sim.measures.skill import STRATEGIES
from tda_sim.measures.study import Study, primary
from tda_sim.measures.table import DIFFERENCES, estimates, together
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ABOUT = {"deck": pl.String, "rule": pl.String, "players": pl.Int64}
TABLES: dict[str, dict[str, Any]] = {  # besides estimates and orders: their further columns
    "answers": {"table": pl.String, "question": pl.String, "verdict": pl.String},
    "quiet": {"table": pl.String, "why": pl.String, "games": pl.Int64, "asked": pl.Int64}
    | {"cards": pl.List(pl.String), "often": pl.Float64},
    "notes": {"note": pl.String},
}
OF_LISTS = pl.col("group").is_in([CARDS, STRATEGIES])  # which have verdicts of their own
NOBODY_MEETS = "no table has different able strategies, so skill and the order of strategies are left out"

Frames = dict[str, pl.DataFrame]


def analyse(study: Study, level: float = LEVEL) -> Frames:
    """Return what each rule changes, by name of the table.

    - ``estimates``: a table of estimates (`measures.table`). Of every metric at every table the levels, the differences
      from the deck as printed, and whether they hold across tables; `main` are those that verdicts are about. The value
      of drawing each card at the main table, and win rates of strategies where able ones meet. Differences have no
      verdict where the rule never came up or cannot be tested;
    - ``answers``: the `verdict` on each rule and `question`: "changed", "same", "unclear", or "untested" where the rule
      never came up or all strategies ignore it;
    - ``orders``: pairs of strategies, see `measures.orders.ranking_changes`;
    - ``quiet``: the tables at which nothing changes, and why, see `measures.no_effect`;
    - ``notes``: what could not be compared, or only with care.

    Raises UserError for a study without house rules, and where games or columns are missing.
    """
    pairs = rule_pairs(study)
    if not pairs:
        raise UserError.of("the study has no house rules to compare", hint="name some under `variants`")
    sums = sums_of(study, pairs)
    rules = [_tested(study, of_rule, sums, level) for of_rule in rules_of(pairs)]
    found = {name: pl.concat([each[name] for each in rules], how="diagonal_relaxed") for name in rules[0]}
    return found | {"estimates": over_tables(together([found["estimates"]]), study.clock)}


def _tested(study: Study, pairs: list[Pair], sums: Mapping[str, CellSums], level: float) -> Frames:
    """Return the tables on one rule."""
    main, printed = main_table(pairs), study.cells.filter(pl.col("cell").is_in([pair.printed for pair in pairs]))
    skilled, showing = (pairs_in(pools, pairs) for pools in (skill_pools(printed), strategy_pools(printed)))
    known = compared(study, pairs, sums, skilled, level)
    silent = quiet_tables(study, pairs, known)
    cards = card_changes(study, main, level=level)
    ranked = [ranking_changes(pool, sums, level=level) for pool in showing] or [(estimates(), pl.DataFrame())]
    shares, orders = (pl.concat(each, how="diagonal_relaxed") for each in zip(*ranked, strict=True))
    told = [as_one(pool).table for pool in skilled[:1]]
    rows = _judged(together([known, cards, shares]), main, told, primary(study), level)
    unnoticed = _tables_of(skilled, [table for table, why in silent.items() if why.why is Why.UNNOTICED])
    tested = rows.filter(~pl.col("table").is_in(unnoticed), ~OF_LISTS, kind=DIFFERENCES)
    unjudged = [table for table, why in silent.items() if why.why is not Why.ALREADY]
    rows = together([_without_verdicts(rows, _tables_of(skilled, unjudged)), across_tables(tested, level)])
    asked = answers(rows.filter("main", kind=DIFFERENCES), orders, silent.get(main.table))
    missing = [sums[cell].missing for pair in pairs for cell in pair.cells]
    notes = [_start(main), *missing, "" if skilled else NOBODY_MEETS]
    return {
        "estimates": rows,
        "answers": _table("answers", main, ({"table": main.table} | row for row in asked)),
        "orders": orders,
        "quiet": _table("quiet", main, ({"table": table} | why.row for table, why in silent.items())),
        "notes": _table("notes", main, ({"note": note} for note in dict.fromkeys(filter(None, notes)))),
    }


def _tables_of(pools: Sequence[Sequence[Pair]], tables: Sequence[str]) -> list[str]:
    """Return tables, and the pools whose line-ups are all among them."""
    return [*tables, *(as_one(pool).table for pool in pools if {pair.table for pair in pool} <= {*tables})]


def _table(name: str, main: Pair, rows: Iterable[dict[str, Any]]) -> pl.DataFrame:
    """Return the rows of a table on one rule."""
    about = {column: getattr(main, column) for column in ABOUT}
    return pl.DataFrame([about | row for row in rows], schema=ABOUT | TABLES[name])


def _judged(rows: pl.DataFrame, main: Pair, skilled: Sequence[str], first: str, level: float) -> pl.DataFrame:
    """Return the rows with verdicts that allow for all metrics of a table, and whether they are `main` ones.

    ``skilled``: the table of skill that verdicts are about, if there is one.
    """
    is_skill, table = pl.col("group") == SKILL, pl.col("table")
    told = (
        pl.when(is_skill)
        .then(table.is_in([*skilled]))
        .otherwise((table == main.table) | (pl.col("group") == STRATEGIES))
    )
    asked = pl.when(is_skill & pl.col("main")).then(pl.lit(main.table)).otherwise(table)
    family = pl.when(~OF_LISTS & (pl.col("kind") == DIFFERENCES)).then(asked)
    return judged(rows.with_columns(main=told), family, first, level)


def _without_verdicts(rows: pl.DataFrame, tables: Sequence[str]) -> pl.DataFrame:
    """Return rows without verdicts at tables where differences are zero because the rule was never tested."""
    return rows.with_columns(verdict=pl.when(~pl.col("table").is_in([*tables])).then("verdict"))


def _start(pair: Pair) -> str:
    """Say so where players start with a different amount."""
    before, after = pair.start_gold
    if before is None or after is None or before == after:
        return ""
    return f"everybody starts with {after:g} gold, not {before:g}, so a coin is worth something else"


def figures(tables: Frames) -> "dict[str, Figure]":
    """Return the figure ``differences``, what the rules change, and, if there are several, one by each rule's name.

    In multiples of the smallest difference that matters; if there are too many rules for panels, it is a heat map.
    """
    from tda_sim.rendering.difference_pictures import draw_rules  # importing matplotlib takes longer than the rest

    rows = tables["estimates"].filter("main", kind=DIFFERENCES, subject="")
    return dict(draw_rules(rows, [each.name for each in shown_in(MAP)]))
