"""What a house rule changes: the deck as printed against the deck under the rule, on the same shuffles.

Both play games with the same seeds, so that the luck they share drops out of the differences; how much that gains is
measured and told. For each question there is a verdict against the smallest difference that matters: it is changed by
more than that, or by less, or there are too few games to tell. What is found at the first table of the study is then
held against the other tables (`strategies_matter`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.card_changes import card_changes
from tda_sim.measures.cell_sums import CellSums, sums_of
from tda_sim.measures.holding import conclusions, effects_of
from tda_sim.measures.metric_changes import coin, judged, metric_changes, start_gold
from tda_sim.measures.pairs import Pair, rule_pairs, rules_of
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import MIXED, SAME, Study, primary
from tda_sim.stats.intervals import LEVEL

from .ranking import ranking_changes
from .verdicts import all_answers, overview

if TYPE_CHECKING:
    from matplotlib.figure import Figure


NOTHING = "not one game went differently: the deck has this rule already, or these strategies take no notice of it"


@dataclass
class Found:
    """What was found for one rule: tables, and what has to be said about them."""

    pairs: list[Pair]
    metrics: pl.DataFrame
    cards: pl.DataFrame
    strategies: pl.DataFrame
    orders: pl.DataFrame
    conclusions: pl.DataFrame
    notes: list[str] = field(default_factory=list)

    @property
    def main(self) -> Pair:
        """The table that the verdicts speak of: the first one of a single strategy."""
        return main_table(self.pairs)


def analyse(study: Study, level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return the tables, by name; each begins with `deck`, `rule` and `players`.

    - ``overview``: a sentence for each rule; ``answers``: one for each rule and question, with its `verdict`
      ("changed", "same", "unclear") and whether it `holds` at the other tables;
    - ``metrics``: every metric at every table, see `measures.metric_changes`;
    - ``cards``: draw values at the first table, see `measures.card_changes`;
    - ``strategies`` and ``orders``: win shares at the mixed table, see `ranking.ranking_changes`;
    - ``conclusions``: whether the metrics' changes hold at all tables, see `measures.holding`;
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
        all_answers(each.main, each.metrics, each.cards, each.strategies, each.orders, each.conclusions)
        for each in found
    ]
    return {
        "overview": pl.DataFrame(
            [overview(each.main, rows, NOTHING in each.notes) for each, rows in zip(found, said, strict=True)]
        ),
        "answers": table_of([row for rows in said for row in rows]),
        **tables,
        "notes": _notes(found),
    }


def main_table(pairs: Sequence[Pair]) -> Pair:
    """Return the table that verdicts speak of: the first of one strategy, or else the first."""
    return next((pair for pair in pairs if pair.kind == SAME), pairs[0])


def _found(study: Study, pairs: list[Pair], known: Mapping[str, CellSums], level: float) -> Found:
    main = main_table(pairs)
    rows = [judged(metric_changes(study, pair, known, level), primary(study), level) for pair in pairs]
    metrics = pl.concat(rows, how="diagonal_relaxed")
    cards = card_changes(study, main, scale=coin(study, main), level=level)
    mixed = next((pair for pair in pairs if pair.kind == MIXED), None)
    strategies, orders = pl.DataFrame(), pl.DataFrame()
    if mixed is not None:
        strategies, orders = ranking_changes(study, mixed, level=level)
    held = conclusions(effects_of(metrics, "rule", level), level).rename({"subject": "rule"}).drop("about", "variant")
    notes = [*_start(study, main), *_left_out(pairs, known, mixed is None)]
    if (metrics["estimate"] == 0).all():
        notes.append(NOTHING)
    return Found(pairs, metrics, cards, strategies, orders, held, notes)


def _left_out(pairs: Sequence[Pair], known: Mapping[str, CellSums], alike: bool) -> list[str]:
    """Say what could not be compared, and why."""
    told = [known[cell].untold for pair in pairs for cell in (pair.printed, pair.changed)]
    if alike:
        told.append("no mixed table: nothing is said about skill and the order of strategies")
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
    rows = [
        {"deck": each.main.deck, "rule": each.main.rule, "players": each.main.players, "note": note}
        for each in found
        for note in dict.fromkeys(each.notes)
    ]
    return pl.DataFrame(rows, schema={"deck": pl.String, "rule": pl.String, "players": pl.Int64, "note": pl.String})


def figures(tables: dict[str, pl.DataFrame]) -> "dict[str, Figure]":
    """Return the picture ``differences``, what the rules change, and, where there are several, each rule's by its name.

    In smallest differences that matter; more rules than have room side by side are laid out as a table.
    """
    from .pictures import draw_all  # matplotlib takes longer to import than the rest

    return dict(draw_all(tables["metrics"], tables["answers"]))
