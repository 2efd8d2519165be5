"""What a house rule changes: the deck as printed against the deck under the rule, on the same shuffles.

Both play games with the same seeds, so that the luck they share drops out of the differences; how much that gains is
measured and told. For each question there is a verdict against the smallest difference that matters: it is changed by
more than that, or by less, or there are too few games to tell. What is found at the first table of the study is then
held against the other tables (`strategies_matter`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
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

from .ranking import ranking_changes
from .verdicts import all_answers, overview

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass
class Found:
    """What was found for one rule: tables, and what has to be said about them."""

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
        """The columns that tables of it begin with."""
        return {"deck": self.main.deck, "rule": self.main.rule, "players": self.main.players}

    @property
    def main(self) -> Pair:
        """The table that the verdicts speak of: the first one of a single strategy."""
        return main_table(self.pairs)


def analyse(study: Study, level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return the tables, by name; each begins with `deck`, `rule` and `players`.

    - ``overview``: a sentence for each rule; ``answers``: one for each rule and question, with its `verdict`
      ("changed", "same", "unclear", "untested"), whether it `holds` where other able strategies play, and what the
      tables `check` at which somebody cannot;
    - ``metrics``: every metric at every table, see `measures.metric_changes`; those of `main` are what verdicts are
      about, and have none where the rule never came up or cannot be tested; `printed_least` to `printed_most`, and the
      same under the rule, are the values where able strategies play;
    - ``cards``: draw values at the first table, see `measures.card_changes`;
    - ``strategies`` and ``orders``: win shares where able strategies meet, see `ranking.ranking_changes`;
    - ``conclusions``: whether the metrics' changes hold at all tables, see `measures.holding`;
    - ``quiet``: the tables at which nothing changes, and why, see `measures.came_up`;
    - ``notes``: what could not be compared, or only with care.

    Raises UserError for a study without house rules, and where games or columns are missing.
    """
    pairs = rule_pairs(study)
    if not pairs:
        raise UserError.of("the study has no house rules to compare", hint="name some under `variants`")
    known = sums_of(study, pairs)
    found = [_found(study, of_rule, known, level) for of_rule in rules_of(pairs)]
    tables = {
        name: _all(getattr(each, name) for each in found)
        for name in ("metrics", "cards", "strategies", "orders", "conclusions")
    }
    said = [
        all_answers(each.main, each.metrics, each.cards, each.strategies, each.orders, each.conclusions, each.quiet)
        for each in found
    ]
    return {
        "overview": pl.DataFrame(
            [overview(each.main, rows, each.quiet) for each, rows in zip(found, said, strict=True)]
        ),
        "answers": table_of(
            {**each.about, "table": each.main.table} | asdict(answer)
            for each, answers in zip(found, said, strict=True)
            for answer in answers
        ),
        **tables,
        "quiet": _quiet(found),
        "notes": _notes(found),
    }


def main_table(pairs: Sequence[Pair]) -> Pair:
    """Return the table that verdicts speak of: the first of one strategy, or else the first."""
    return next((pair for pair in pairs if pair.kind == SAME), pairs[0])


def _found(study: Study, pairs: list[Pair], known: Mapping[str, CellSums], level: float) -> Found:
    main, line_ups = main_table(pairs), _line_ups(study, pairs)
    rows = [row for pair in pairs for row in metric_changes(study, pair, known, level)]
    if line_ups:
        rows += skill_changes(study, line_ups, known, SKILL_METRICS if len(line_ups) > 1 else [RUNG_GAP], level)
    silent = {pair.table: why for pair in pairs if (why := _quiet_at(study, pair, rows)) is not None}
    unjudged = [table for table, why in silent.items() if why.why is not Why.ALREADY]
    at_line_ups = [LINE_UPS] if all(pair.table in unjudged for pair in line_ups) else []
    metrics = _judged(with_levels(table_of(rows)), main, line_ups, primary(study), level)
    metrics = _without_verdicts(metrics, pl.col("table").is_in([*unjudged, *at_line_ups]))
    cards = card_changes(study, main, scale=coin(study, main), level=level)
    cards = _without_verdicts(cards, pl.lit(main.table in unjudged) & pl.col("estimate").is_not_null())
    strategies, orders = pl.DataFrame(), pl.DataFrame()
    if line_ups:
        strategies, orders = ranking_changes(line_ups, known, level=level)
        strategies = _without_verdicts(strategies, pl.lit(bool(at_line_ups)))
    untested = [table for table, why in silent.items() if why.why is Why.UNNOTICED]
    tested = metrics.filter(~pl.col("table").is_in([LINE_UPS, *untested]))
    held = conclusions(effects_of(tested, "rule", level), level) if tested.height else pl.DataFrame()
    held = held.rename({"subject": "rule"}).drop("about", "variant") if held.height else held
    notes = [*_start(study, main), *_left_out(pairs, known, not line_ups)]
    return Found(pairs, metrics, cards, strategies, orders, held, silent, notes)


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
    """Return the metrics with verdicts that regard all of their table, and whether they are the `main` ones."""
    meeting = LINE_UPS if len(line_ups) > 1 else next((pair.table for pair in line_ups), "")
    is_skill = pl.col("group") == SKILL
    is_main = pl.col("table") == pl.when(is_skill).then(pl.lit(meeting)).otherwise(pl.lit(main.table))
    rows = metrics.with_columns(main=is_main)
    family = pl.when(is_skill & is_main).then(pl.lit(main.table)).otherwise(pl.col("table"))
    parts = rows.with_columns(family=family).partition_by("family", maintain_order=True, include_key=False)
    return pl.concat([judged(part.to_dicts(), first, level) for part in parts], how="diagonal_relaxed")


def _without_verdicts(rows: pl.DataFrame, where: pl.Expr) -> pl.DataFrame:
    """Return rows without the verdicts on differences that are zero because the rule was never put to the test."""
    if rows.is_empty():
        return rows
    return rows.with_columns(verdict=pl.when(~where).then("verdict"))


def _left_out(pairs: Sequence[Pair], known: Mapping[str, CellSums], alone: bool) -> list[str]:
    """Say what could not be compared, and why."""
    told = [known[cell].untold for pair in pairs for cell in (pair.printed, pair.changed)]
    if alone:
        told.append("no able strategies meet at a table: nothing is said about skill and the order of strategies")
    return [note for note in told if note]


def _start(study: Study, pair: Pair) -> list[str]:
    """Say so where gold is measured by another gold at the start."""
    before, after = start_gold(study, pair.printed), start_gold(study, pair.changed)
    if before == after:
        return []
    return [
        f"everybody starts with {after:g} gold, not {before:g}, so that gold is worth another part of it: * marks"
        f" amounts in coins of the printed game, {before / after:.2f} for each coin under the rule"
    ]


def _all(tables: Iterable[pl.DataFrame]) -> pl.DataFrame:
    filled = [table for table in tables if not table.is_empty()]
    return pl.concat(filled, how="diagonal_relaxed") if filled else pl.DataFrame()


def _notes(found: Sequence[Found]) -> pl.DataFrame:
    rows = [each.about | {"note": note} for each in found for note in dict.fromkeys(each.notes)]
    return pl.DataFrame(rows, schema={"deck": pl.String, "rule": pl.String, "players": pl.Int64, "note": pl.String})


def _quiet(found: Sequence[Found]) -> pl.DataFrame:
    rows = [
        each.about | {"table": table} | {"why": why.why.name.lower(), "sentence": why.sentence}
        for each in found
        for table, why in each.quiet.items()
    ]
    types = dict.fromkeys(("deck", "rule", "players", "table", "why", "sentence"), pl.String) | {"players": pl.Int64}
    return pl.DataFrame(rows, schema=types)


def figures(tables: dict[str, pl.DataFrame]) -> "dict[str, Figure]":
    """Return the picture ``differences``, what the rules change, and, where there are several, each rule's by its name.

    In smallest differences that matter; more rules than have room side by side are laid out as a table.
    """
    from .pictures import draw_all  # matplotlib takes longer to import than the rest

    return dict(draw_all(tables["metrics"], tables["answers"]))
