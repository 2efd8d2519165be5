"""What a house rule changes: the deck as printed against the deck under the rule, on the same shuffles.

Both play games with the same seeds, so the luck they share cancels out of the differences, and the gain from that is
measured. For each question there is a verdict against the smallest difference that matters: the rule changes more than
that, or less, or more games are needed. The results of the study's first table are then compared with those of the
other tables (`measures.robustness`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures import contrast
from tda_sim.measures.card_changes import CARDS, card_changes
from tda_sim.measures.cell_sums import CellSums, sums_of
from tda_sim.measures.contrast import coin, start_gold
from tda_sim.measures.metrics import SKILL, SKILL_METRICS
from tda_sim.measures.no_effect import Quiet, Why, quiet
from tda_sim.measures.pairs import Pair, line_ups_of, rule_pairs, rules_of
from tda_sim.measures.robustness import across_tables, over_tables
from tda_sim.measures.skill import STRATEGIES
from tda_sim.measures.study import LINE_UPS, SAME, Study, primary
from tda_sim.measures.table import DIFFERENCES, estimates, together
from tda_sim.stats.intervals import LEVEL

from .questions import answers
from .ranking import ranking_changes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ABOUT = {"deck": pl.String, "rule": pl.String, "players": pl.Int64}
QUIET = {"table": pl.String, "why": pl.String, "games": pl.Int64, "asked": pl.Int64, "cards": pl.List(pl.String)}
NOBODY_MEETS = "no table has different able strategies, so skill and the order of strategies are left out"


def analyse(study: Study, level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return what each rule changes, by name of the table.

    - ``estimates``: a table of estimates (`measures.table`). Of every metric at every table the levels, the differences
      from the deck as printed, and whether they hold across tables; `main` are those that verdicts are about. The value
      of drawing each card at the main table, and win rates of strategies where able ones meet. Differences have no
      verdict where the rule never came up or cannot be tested;
    - ``answers``: the `verdict` on each rule and `question`: "changed", "same", "unclear", or "untested" where the rule
      never came up or all strategies ignore it;
    - ``orders``: pairs of strategies, see `ranking.ranking_changes`;
    - ``quiet``: the tables at which nothing changes, and why, see `measures.no_effect`;
    - ``notes``: what could not be compared, or only with care.

    Raises UserError for a study without house rules, and where games or columns are missing.
    """
    pairs = rule_pairs(study)
    if not pairs:
        raise UserError.of("the study has no house rules to compare", hint="name some under `variants`")
    sums = sums_of(study, pairs)
    rules = [_tested(study, of_rule, sums, level) for of_rule in rules_of(pairs)]
    return {
        "estimates": over_tables(together(each.estimates for each in rules)),
        "answers": _table(rules, Tested.answers, {"table": pl.String, "question": pl.String, "verdict": pl.String}),
        "orders": pl.concat([each.orders for each in rules], how="diagonal_relaxed"),
        "quiet": _table(rules, Tested.quiet, QUIET | {"often": pl.Float64}),
        "notes": _table(rules, Tested.notes, {"note": pl.String}),
    }


def figures(tables: dict[str, pl.DataFrame]) -> "dict[str, Figure]":
    """Return the figure ``differences``, what the rules change, and, if there are several, one by each rule's name.

    In multiples of the smallest difference that matters; if there are too many rules for panels, it is a heat map.
    """
    from .pictures import draw_all  # importing matplotlib takes longer than the rest

    return dict(draw_all(tables["estimates"]))


# --- one rule ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tested:
    """What is known of one rule; ``silent``: why it changes nothing, at the tables where it does not."""

    main: Pair  # the table that verdicts are about
    estimates: pl.DataFrame
    orders: pl.DataFrame
    silent: Mapping[str, Quiet]
    remarks: Sequence[str]

    @property
    def about(self) -> dict[str, Any]:
        """The columns that its tables begin with."""
        return {name: getattr(self.main, name) for name in ABOUT}

    def answers(self) -> Iterator[dict[str, Any]]:
        """Yield the verdict on each question, at the main table."""
        differences = self.estimates.filter("main", kind=DIFFERENCES)
        for row in answers(differences, self.orders, self.silent.get(self.main.table)):
            yield {"table": self.main.table} | row

    def quiet(self) -> Iterator[dict[str, Any]]:
        """Yield the tables at which it changes nothing, with the reason."""
        for table, why in self.silent.items():
            yield {"table": table} | why.row

    def notes(self) -> Iterator[dict[str, Any]]:
        """Yield what could not be compared, or only with care."""
        yield from ({"note": note} for note in dict.fromkeys(filter(None, self.remarks)))


def main_table(pairs: Sequence[Pair]) -> Pair:
    """Return the table that verdicts are about: the first of one strategy, or else the first."""
    return next((pair for pair in pairs if pair.kind == SAME), pairs[0])


def _tested(study: Study, pairs: list[Pair], sums: Mapping[str, CellSums], level: float) -> Tested:
    main, line_ups = main_table(pairs), _line_ups(study, pairs)
    scale = coin(study, main)
    rows = _metrics(study, pairs, line_ups, sums, level)
    silent = {pair.table: why for pair in pairs if (why := _quiet_at(study, pair, rows)) is not None}
    shares, orders = ranking_changes(line_ups, sums, level=level) if line_ups else (estimates(), pl.DataFrame())
    rows = together([rows, card_changes(study, main, scale=scale, level=level), shares])
    rows = _judged(rows, main, line_ups, primary(study), level)
    unnoticed = [table for table, why in silent.items() if why.why is Why.UNNOTICED]
    tested = rows.filter(~pl.col("table").is_in([LINE_UPS, *unnoticed]), ~_apart(), kind=DIFFERENCES)
    return Tested(
        main,
        together([_without_verdicts(rows, silent, line_ups), across_tables(tested, level)]),
        orders,
        silent,
        [
            _start(study, main),
            *(sums[cell].missing for pair in pairs for cell in pair.cells),
            "" if line_ups else NOBODY_MEETS,
        ],
    )


def _line_ups(study: Study, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs at which able strategies meet."""
    printed = study.cells.filter(pl.col("cell").is_in([pair.printed for pair in pairs]))
    tables = line_ups_of(printed)
    return [pair for pair in pairs if pair.table in tables]


def _metrics(
    study: Study, pairs: Sequence[Pair], line_ups: Sequence[Pair], sums: Mapping[str, CellSums], level: float
) -> pl.DataFrame:
    """Return the metrics at each table and over all line-ups, as printed and under the rule, and the differences."""
    metrics = contrast.metrics_of(study, pairs[0].players)
    pairings = contrast.pairings(study, pairs, sums, metrics)
    if line_ups:
        wanted = SKILL_METRICS[-1:] if len(line_ups) == 1 else SKILL_METRICS  # the share is among those of its table
        before, after = (contrast.skill_of(each, wanted) for each in contrast.line_ups_at(line_ups, sums))
        pairings.append(contrast.pairing(meeting(line_ups), before, after))
    worlds = [world for each in pairings for world in (each.before, each.after)]
    return together([contrast.levels(worlds, metrics, level), contrast.contrasts(pairings, metrics, level)])


def meeting(line_ups: Sequence[Pair]) -> Pair:
    """Return what stands for all line-ups together."""
    return line_ups[0] if len(line_ups) == 1 else replace(line_ups[0], table=LINE_UPS)


def _quiet_at(study: Study, pair: Pair, rows: pl.DataFrame) -> Quiet | None:
    """Return why nothing changes at a table; None where something does."""
    own = rows.filter(kind=DIFFERENCES, table=pair.table)["estimate"]
    return quiet(study, pair) if (own == 0).all() else None


def _apart() -> pl.Expr:
    """Whether a row is about cards or strategies, which have verdicts of their own."""
    return pl.col("group").is_in([CARDS, STRATEGIES])


def _judged(rows: pl.DataFrame, main: Pair, line_ups: Sequence[Pair], first: str, level: float) -> pl.DataFrame:
    """Return the rows with verdicts that allow for all metrics of a table, and whether they are `main` ones."""
    there = meeting(line_ups).table if line_ups else ""
    of_line_ups = pl.col("group").is_in([SKILL, STRATEGIES])
    is_main = pl.col("table") == pl.when(of_line_ups).then(pl.lit(there)).otherwise(pl.lit(main.table))
    table = pl.when(of_line_ups & pl.col("main")).then(pl.lit(main.table)).otherwise("table")
    family = pl.when(~_apart() & (pl.col("kind") == DIFFERENCES)).then(table)
    return contrast.judged(rows.with_columns(main=is_main), family, first, level)


def _without_verdicts(rows: pl.DataFrame, silent: Mapping[str, Quiet], line_ups: Sequence[Pair]) -> pl.DataFrame:
    """Return rows without verdicts on differences that are zero because the rule was never tested."""
    unjudged = [table for table, why in silent.items() if why.why is not Why.ALREADY]
    everywhere = [LINE_UPS] if all(pair.table in unjudged for pair in line_ups) else []
    return rows.with_columns(verdict=pl.when(~pl.col("table").is_in([*unjudged, *everywhere])).then("verdict"))


# --- remarks -------------------------------------------------------------------------------------------


def _start(study: Study, pair: Pair) -> str:
    """Say so where gold is rescaled because players start with a different amount."""
    before, after = (start_gold(study, cell) for cell in pair.cells)
    if before == after:
        return ""
    return (
        f"everybody starts with {after:g} gold, not {before:g}, so a coin has another value: * marks amounts in coins"
        f" of the printed game, {before / after:.2f} for each coin under the rule"
    )


def _table(rules: Iterable[Tested], rows: Callable[[Tested], Iterable[dict[str, Any]]], columns: Any) -> pl.DataFrame:
    """Return some rows of all rules."""
    return pl.DataFrame([each.about | row for each in rules for row in rows(each)], schema=ABOUT | columns)
