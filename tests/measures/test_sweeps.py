"""What is measured along a sweep, in made-up games whose truth is known."""

import polars as pl
import pytest
from sweeps_made_up import LENGTHS, SHORTEST, choice, curve, map_of_two

from tda_sim.measures.sweeps import analyse
from tda_sim.measures.table import CROSSINGS, DIFFERENCES, LEVELS

Tables = dict[str, pl.DataFrame]
HALF_WAY = 12.0 * (SHORTEST + 2.5)  # cards played with two and a half further gambits


@pytest.fixture(scope="module")
def tables() -> Tables:
    study, sweep = curve(tables=("balanced", "spender"))
    return analyse(study, sweep, [("plays", HALF_WAY), ("plays", 1e6), ("skill", 5.0)])


def rows_of(tables: Tables, kind: str, *where: str, **equal: object) -> pl.DataFrame:
    """The rows of a kind, with the values at their points."""
    rows = tables["estimates"].filter(kind=kind).join(tables["points"], on="rule", how="left", maintain_order="left")
    return rows.filter(*where, **equal)


def test_a_curve_has_every_point_in_the_order_of_its_values_with_the_printed_one_in_its_place(tables: Tables) -> None:
    rows = rows_of(tables, LEVELS, "main", measure="gambits")
    assert rows["first"].to_list() == list(LENGTHS)
    assert rows["rule"].to_list() == ["rules.longer=0", "", "rules.longer=2", "rules.longer=4"]
    for longer, estimate, low, high in rows.select("first", "estimate", "low", "high").iter_rows():
        assert low < estimate < high
        assert abs(estimate - SHORTEST - longer) < 3 * (high - low) / 2  # 4 of 100,000 by chance, with this seed not


def test_what_changes_is_compared_with_the_first_point_on_the_same_shuffles(tables: Tables) -> None:
    rows = rows_of(tables, DIFFERENCES, "main", measure="gambits")
    assert rows["reference"].unique().to_list() == ["deck + rules.longer=0"]
    assert rows["paired"].all() and (rows["correlation"] > 0.5).all()
    assert rows["verdict"].to_list() == ["more"] * 3
    points = rows_of(tables, LEVELS, "main", measure="gambits")
    wide = (points["high"] - points["low"]).min()
    assert (rows["high"] - rows["low"]).max() < wide  # type: ignore[operator]  # the luck they share drops out
    assert set(rows_of(tables, DIFFERENCES, "main", measure="special_flights")["verdict"]) <= {
        "less",
        "unclear",
    }  # of more gambits


def test_a_crossing_lies_where_the_curve_has_the_target(tables: Tables) -> None:
    rows = rows_of(tables, CROSSINGS, measure="plays").to_dicts()
    (here,) = (row for row in rows if row["main"])
    assert here["low"] < 2.5 < here["high"] and here["high"] - here["low"] < 0.5
    (there,) = (row for row in rows if not row["main"])
    assert there["table"] == "spender" and there["low"] < 1.5 < there["high"]  # games are one gambit longer there
    assert {row["target"] for row in rows} == {HALF_WAY}  # nothing is said of a target that is far away


def test_skill_is_measured_where_strategies_meet(tables: Tables) -> None:
    """The best wins 40 of 100 games; games of 8 gambits are shorter than ten, and the longest are longer."""
    wins, in_ten = (rows_of(tables, LEVELS, measure=name) for name in ("skill", "skill_per_ten"))
    assert wins.height == len(LENGTHS) and wins["main"].all()
    assert wins["estimate"].to_list() == pytest.approx([40] * len(LENGTHS), abs=4)
    assert (in_ten["estimate"] > wins["estimate"]).all()  # games of about 8 gambits


def test_a_map_has_the_crossings_of_each_of_its_rows() -> None:
    study, sweep = map_of_two()
    assert (sweep.reference, sweep.has_printed) == ("", True)
    result = analyse(study, sweep, [("plays", HALF_WAY)])
    crossings = rows_of(result, CROSSINGS)
    assert crossings["subject"].to_list() == ["0", "2"]
    assert all(row["low"] < 2.5 < row["high"] for row in crossings.to_dicts())
    flights = rows_of(result, LEVELS, measure="special_flights", first=1)
    assert flights.sort("second")["estimate"].to_list() == pytest.approx([100 / 9, 300 / 9], rel=0.1)


def test_words_make_no_curve_and_are_compared_with_the_printed_one() -> None:
    study, sweep = choice()
    assert (sweep.runs, sweep.reference, sweep.order()) == (False, "", ["", "rules.debt=hole"])
    result = analyse(study, sweep)
    assert result["points"]["first"].unique().sort().to_list() == ["hole", "running"]
    (row,) = rows_of(result, DIFFERENCES, measure="gambits").to_dicts()
    assert row["verdict"] == "more" and row["low"] < 2 < row["high"]
