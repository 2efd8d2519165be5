"""What a house rule changes: the deck as printed against the deck under the rule, on the same shuffles.

Both play games with the same seeds, so the luck they share cancels out of the differences, and the gain from that is
measured. For each question there is a verdict against the smallest difference that matters: the rule changes more than
that, or less, or more games are needed. The results of the study's first table are then compared with those of the
other tables (`strategies_matter`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.came_up import Quiet, Why, quiet
from tda_sim.measures.card_changes import card_changes
from tda_sim.measures.cell_sums import CellSums, sums_of
from tda_sim.measures.holding import conclusions, effects_of
from tda_sim.measures.levels import with_levels
from tda_sim.measures.metric_changes import coin, judged, metric_changes, skill_changes, start_gold
from tda_sim.measures.metrics import RUNG_GAP, SKILL, SKILL_METRICS
from tda_sim.measures.pairs import Pair, line_ups_of, rule_pairs, rules_of
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import LINE_UPS, SAME, Study, primary
from tda_sim.stats.intervals import LEVEL

from .questions import answers
from .ranking import ranking_changes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass
class RuleResults:
    """The results for one rule: tables, and notes about them."""

    pairs: list[Pair]
    metrics: pl.DataFrame
    cards: pl.DataFrame
    strategies: pl.DataFrame
    orders: pl.DataFrame
    conclusions: pl.DataFrame
    quiet: dict[str, Quiet]  # by table
    notes: list[str]

    @property
    def about(self) -> dict[str, Any]:
        """The columns that its tables begin with."""
        return {"deck": self.main.deck, "rule": self.main.rule, "players": self.main.players}

    @property
    def main(self) -> Pair:
        """The table that the verdicts are about: the first one of a single strategy."""
        return main_table(self.pairs)

    def answers(self) -> Iterator[dict[str, Any]]:
        """Yield the verdict on each question, at the main table."""
        at_main, why = self.metrics.filter("main"), self.quiet.get(self.main.table)
        for row in answers(at_main, self.cards, self.strategies, self.orders, why):
            yield self.about | {"table": self.main.table} | row


def analyse(study: Study, level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return the tables, by name; each begins with `deck`, `rule` and `players`.

    - ``answers``: the `verdict` on each rule and `question`: "changed", "same", "unclear", or "untested" where the rule
      never came up or all strategies ignore it;
    - ``metrics``: every metric at every table, see `measures.metric_changes`; verdicts are about those of `main`, which
      have none where the rule never came up or cannot be tested; `printed_least` to `printed_most`, and `changed_least`
      to `changed_most`, are the range over able strategies;
    - ``cards``: draw values at the first table, see `measures.card_changes`;
    - ``strategies`` and ``orders``: win rates where able strategies meet, see `ranking.ranking_changes`;
    - ``conclusions``: whether the metrics' changes hold at all tables, see `measures.holding`;
    - ``quiet``: the tables at which nothing changes, and why, see `measures.came_up`;
    - ``notes``: what could not be compared, or only with care.

    Raises UserError for a study without house rules, and where games or columns are missing.
    """
    pairs = rule_pairs(study)
    if not pairs:
        raise UserError.of("the study has no house rules to compare", hint="name some under `variants`")
    sums = sums_of(study, pairs)
    results = [_results(study, of_rule, sums, level) for of_rule in rules_of(pairs)]
    tables = {
        name: _all(getattr(each, name) for each in results)
        for name in ("metrics", "cards", "strategies", "orders", "conclusions")
    }
    return {
        "answers": table_of(row for each in results for row in each.answers()),
        **tables,
        "quiet": _quiet(results),
        "notes": _notes(results),
    }


def main_table(pairs: Sequence[Pair]) -> Pair:
    """Return the table that verdicts are about: the first of one strategy, or else the first."""
    return next((pair for pair in pairs if pair.kind == SAME), pairs[0])


def _results(study: Study, pairs: list[Pair], sums: Mapping[str, CellSums], level: float) -> RuleResults:
    main, line_ups = main_table(pairs), _line_ups(study, pairs)
    rows = [row for pair in pairs for row in metric_changes(study, pair, sums, level)]
    if line_ups:
        rows += skill_changes(study, line_ups, sums, SKILL_METRICS if len(line_ups) > 1 else [RUNG_GAP], level)
    silent = {pair.table: why for pair in pairs if (why := _quiet_at(study, pair, rows)) is not None}
    unjudged = [table for table, why in silent.items() if why.why is not Why.ALREADY]
    at_line_ups = [LINE_UPS] if all(pair.table in unjudged for pair in line_ups) else []
    metrics = _judged(with_levels(table_of(rows)), main, line_ups, primary(study), level)
    metrics = _without_verdicts(metrics, pl.col("table").is_in([*unjudged, *at_line_ups]))
    cards = card_changes(study, main, scale=coin(study, main), level=level)
    cards = _without_verdicts(cards, pl.lit(main.table in unjudged) & pl.col("estimate").is_not_null())
    strategies, orders = pl.DataFrame(), pl.DataFrame()
    if line_ups:
        strategies, orders = ranking_changes(line_ups, sums, level=level)
        strategies = _without_verdicts(strategies, pl.lit(bool(at_line_ups)))
    untested = [table for table, why in silent.items() if why.why is Why.UNNOTICED]
    tested = metrics.filter(~pl.col("table").is_in([LINE_UPS, *untested]))
    holding = conclusions(effects_of(tested, "rule", level), level) if tested.height else pl.DataFrame()
    holding = holding.rename({"subject": "rule"}).drop("about", "variant") if holding.height else holding
    notes = [*_start(study, main), *_left_out(pairs, sums, not line_ups)]
    return RuleResults(pairs, metrics, cards, strategies, orders, holding, silent, notes)


def _line_ups(study: Study, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs at which able strategies meet."""
    printed = study.cells.filter(pl.col("cell").is_in([pair.printed for pair in pairs]))
    tables = line_ups_of(printed)
    return [pair for pair in pairs if pair.table in tables]


def _quiet_at(study: Study, pair: Pair, rows: Iterable[Mapping[str, Any]]) -> Quiet | None:
    """Return why nothing changes at a table; None where something does."""
    own = (row["estimate"] for row in rows if row["table"] == pair.table)
    return quiet(study, pair) if all(estimate in (0, None) for estimate in own) else None


def _judged(metrics: pl.DataFrame, main: Pair, line_ups: Sequence[Pair], first: str, level: float) -> pl.DataFrame:
    """Return the metrics with verdicts that allow for all metrics of the table, and whether they are `main` ones."""
    meeting = LINE_UPS if len(line_ups) > 1 else next((pair.table for pair in line_ups), "")
    is_skill = pl.col("group") == SKILL
    is_main = pl.col("table") == pl.when(is_skill).then(pl.lit(meeting)).otherwise(pl.lit(main.table))
    rows = metrics.with_columns(main=is_main)
    family = pl.when(is_skill & is_main).then(pl.lit(main.table)).otherwise(pl.col("table"))
    parts = rows.with_columns(family=family).partition_by("family", maintain_order=True, include_key=False)
    return pl.concat([judged(part.to_dicts(), first, level) for part in parts], how="diagonal_relaxed")


def _without_verdicts(rows: pl.DataFrame, where: pl.Expr) -> pl.DataFrame:
    """Return rows without verdicts on differences that are zero because the rule was never tested."""
    if rows.is_empty():
        return rows
    return rows.with_columns(verdict=pl.when(~where).then("verdict"))


def _left_out(pairs: Sequence[Pair], sums: Mapping[str, CellSums], alone: bool) -> list[str]:
    """Say what could not be compared, and why."""
    reasons = [sums[cell].missing for pair in pairs for cell in (pair.printed, pair.changed)]
    if alone:
        reasons.append("no table has different able strategies, so skill and the order of strategies are left out")
    return [reason for reason in reasons if reason]


def _start(study: Study, pair: Pair) -> list[str]:
    """Say so where gold is rescaled because players start with a different amount."""
    before, after = start_gold(study, pair.printed), start_gold(study, pair.changed)
    if before == after:
        return []
    return [
        f"everybody starts with {after:g} gold, not {before:g}, so a coin has another value: * marks amounts in coins"
        f" of the printed game, {before / after:.2f} for each coin under the rule"
    ]


def _all(tables: Iterable[pl.DataFrame]) -> pl.DataFrame:
    filled = [table for table in tables if not table.is_empty()]
    return pl.concat(filled, how="diagonal_relaxed") if filled else pl.DataFrame()


def _notes(results: Sequence[RuleResults]) -> pl.DataFrame:
    rows = [each.about | {"note": note} for each in results for note in dict.fromkeys(each.notes)]
    return pl.DataFrame(rows, schema={"deck": pl.String, "rule": pl.String, "players": pl.Int64, "note": pl.String})


def _quiet(results: Sequence[RuleResults]) -> pl.DataFrame:
    rows = [
        each.about | {"table": table} | {"why": why.why.name.lower(), "sentence": why.sentence}
        for each in results
        for table, why in each.quiet.items()
    ]
    types = dict.fromkeys(("deck", "rule", "players", "table", "why", "sentence"), pl.String) | {"players": pl.Int64}
    return pl.DataFrame(rows, schema=types)


def figures(tables: dict[str, pl.DataFrame]) -> "dict[str, Figure]":
    """Return the figure ``differences``, what the rules change, and, if there are several, one by each rule's name.

    In multiples of the smallest difference that matters; if there are too many rules for panels, it is a heat map.
    """
    from .pictures import draw_all  # importing matplotlib takes longer than the rest

    return dict(draw_all(tables["metrics"], tables["answers"]))
