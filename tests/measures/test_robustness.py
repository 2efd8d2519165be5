"""Whether levels and differences hold at the tables of other strategies, and how far levels depend on who plays."""

from typing import Any

import polars as pl
import pytest
from differences_made_up import difference

from tda_sim.measures.clock import Clock
from tda_sim.measures.robustness import across_tables, holding, over_tables
from tda_sim.measures.table import DIFFERENCES, LEVELS, estimates

WHERE = {"deck": "deck", "rule": "", "players": 4, "subject": "", "measure": "plays"}


# --- how far levels reach ---------------------------------------------------------------------------------


UNTIMED: Clock = {}
PLAUSIBLE: Clock = {"reach": {"least": 0.5, "most": 2.0}}


def ranges(
    *tables: tuple[str, str, bool, float | None], measure: str = "plays", clock: Clock = UNTIMED
) -> pl.DataFrame:
    rows = [
        WHERE | {"measure": measure, "kind": LEVELS, "table": name, "seats": seats, "able": able, "estimate": value}
        for name, seats, able, value in tables
    ]
    return over_tables(estimates(rows), clock)


def test_the_range_is_that_of_able_strategies_at_tables_of_their_own() -> None:
    result = ranges(
        ("weighted", "same", True, 10.0),
        ("spender", "same", True, 12.0),
        ("random", "same", False, 40.0),
        ("weighted,spender", "mixed", True, 1.0),
    )
    assert set(result["least"]) == {10.0} and set(result["most"]) == {12.0}


def test_a_single_able_table_has_no_range() -> None:
    result = ranges(("weighted", "same", True, 10.0), ("random", "same", False, 40.0), ("spender", "same", True, None))
    assert result["least"].is_null().all() and result["most"].is_null().all()


def test_minutes_also_range_over_plausible_clocks() -> None:
    tables = ("weighted", "same", True, 10.0), ("spender", "same", True, 12.0)
    timed = ranges(*tables, measure="minutes", clock=PLAUSIBLE)
    assert set(timed["least"]) == {5.0} and set(timed["most"]) == {24.0}
    alone = ranges(tables[0], measure="minutes", clock=PLAUSIBLE)
    assert (alone["least"][0], alone["most"][0]) == (5.0, 20.0)
    assert set(ranges(*tables, measure="minutes")["most"]) == {12.0}
    assert set(ranges(*tables, clock=PLAUSIBLE)["most"]) == {12.0}


# --- whether differences hold -----------------------------------------------------------------------------


def across(main: dict[str, Any], **others: dict[str, Any]) -> dict[str, Any]:
    place = WHERE | {"kind": DIFFERENCES, "reference": "a", "seats": "same", "able": True}
    rows = [place | {"table": "main", "main": True} | main]
    rows += [place | {"table": name, "main": False} | row for name, row in others.items()]
    return across_tables(estimates(rows)).row(0, named=True)


def test_a_difference_holds_where_no_table_speaks_against_it() -> None:
    result = across(
        difference(9.0, margin=3.0), weaker=difference(2.0, margin=3.0), as_clear=difference(8.0, margin=3.0)
    )
    assert result["refuted_by"] == [] and result["agree"] == 1
    assert (result["least"], result["most"], result["n"]) == (2.0, 9.0, 3)
    assert result["low"] < result["estimate"] < result["high"] and result["prediction_high"] > result["high"]


@pytest.mark.parametrize("other", [difference(-5.0, margin=3.0), difference(0.1, 0.1, 3.0)])
def test_a_difference_is_refuted_where_it_turns_round_or_vanishes(other: dict[str, Any]) -> None:
    result = across(difference(9.0, margin=3.0), fine=difference(9.0, margin=3.0), elsewhere=other)
    assert result["refuted_by"] == ["elsewhere"]


def test_no_difference_is_refuted_where_there_is_one() -> None:
    assert across(difference(0.0, 0.1, 3.0), elsewhere=difference(9.0, margin=3.0))["refuted_by"] == ["elsewhere"]
    assert across(difference(0.0, 0.1, 3.0), elsewhere=difference(0.0, margin=3.0))["refuted_by"] == []


def test_where_the_main_table_tells_nothing_nothing_can_be_refuted() -> None:
    assert across(difference(2.0, margin=3.0), elsewhere=difference(9.0, margin=3.0))["refuted_by"] == []


def test_who_cannot_play_does_not_count_and_is_named() -> None:
    random = difference(-9.0, margin=3.0) | {"able": False}
    result = across(difference(9.0, margin=3.0), fine=difference(8.0, margin=3.0), random=random)
    assert (result["holds"], result["refuted_by"], result["n"]) == ("holds", ["random"], 2)
    assert (result["least"], result["most"]) == (8.0, 9.0)
    assert {"table": "random", "able": False, "verdict": "less"} in result["at_tables"]


def test_a_single_table_has_no_summary() -> None:
    result = across(difference(1.0, 0.1))
    assert (result["estimate"], result["low"], result["n"], result["holds"]) == (1.0, None, 1, "one table only")


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        (["same", "same"], "holds"),
        (["less", "less", "less"], "holds"),
        (["more", "less", "unclear"], "does not hold"),
        (["same", "less"], "holds in part"),
        (["more", "unclear"], "cannot tell"),
        (["unclear", "unclear"], "cannot tell"),
    ],
)
def test_a_conclusion_is_as_good_as_what_the_tables_say(verdicts: list[str], whole: str) -> None:
    assert holding(verdicts) == whole
