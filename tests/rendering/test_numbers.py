"""Numbers as people read them."""

from dataclasses import dataclass

import pytest

from tda_sim.rendering.model import ENDS, Column, number, plain, table, text
from tda_sim.stats import intervals
from tda_sim.wording.numbers import (
    Estimate,
    brief,
    decimals,
    games,
    percent,
    places,
    plus_minus,
    points,
    rank,
    read,
    share,
    span,
    suited,
    with_interval,
)

WIDE = Estimate(12.345, 12.225, 12.465, 1000, "more")


def test_a_number_shows_the_digits_that_its_interval_allows() -> None:
    cell = number(WIDE, decimals([WIDE]))
    assert (cell.text, cell.half, cell.exact) == ("12.3", "±0.1", "12.2 to 12.5; n 1,000")
    assert (cell.mark, cell.meaning) == ("▲", "more, by a difference that matters")
    assert decimals([WIDE, Estimate(1.0, -20.0, 22.0)])(12.345) == "12"
    assert decimals([Estimate(1.0, -20.0, 22.0)], least=1)(12.345) == "12"
    assert decimals([Estimate(1.0)], unknown=2)(12.345) == "12.35"


def test_a_number_in_a_sentence_has_two_decimals_at_most() -> None:
    assert suited(Estimate(0.12345, 0.12344, 0.12346))(0.12345) == "0.12"
    assert suited(Estimate(12.345, 9.0, 16.0))(12.345) == suited(Estimate(12.345))(12.345) == "12.3"


def test_what_is_surely_not_nothing_is_not_shown_as_nothing() -> None:
    sure = Estimate(1.0, 0.9999, 1.0001, 5)
    assert number(sure, places(1)).half == "±0.1" and plus_minus(sure) == "+1.00 ±0.01"


def test_differences_have_signs_and_nothing_has_none() -> None:
    below = Estimate(-1.0, -2.0, 0.5, 5)
    cell = number(below, places(1), with_sign=True)
    assert (cell.text, cell.half, cell.exact) == ("-1.0", "±1.5", "-2.0 to +0.5; n 5")  # the farther end
    assert number(Estimate(0.01, -1.0, 1.0), places(1), with_sign=True).text == "0.0"
    assert plus_minus(Estimate(-0.001, -0.1, 0.1)) == "0.00 ±0.10"


def test_a_missing_number_is_a_dash_and_a_missing_interval_is_said() -> None:
    assert number(None).text == number(Estimate(None, 1.0, 2.0)).text == plus_minus(Estimate()) == brief(None) == "-"
    assert number(Estimate(1.0, None, 2.0, 5), places(1)).exact == "no interval; n 5"
    assert with_interval(Estimate(1.0, None, 2.0), places(1)) == "1.0"
    assert plain(None).text == "-" and plain(1234).text == "1,234"


def test_a_column_has_its_intervals_in_one_way() -> None:
    cell = number(Estimate(1.0, -0.5, 2.5), places(1), with_sign=True)
    assert cell.in_column(Column("")) == "+1.0 ±1.5"
    assert cell.in_column(Column("", interval=ENDS)) == "+1.0 (-0.5 to 2.5)"
    assert cell.in_column(Column("", interval="")) == "+1.0"


def test_signs_are_sure_only_beyond_an_interval() -> None:
    assert [Estimate(1.0, 0.5, 1.5).sign(beyond) for beyond in (0.0, 0.4, 0.6)] == [1, 1, 0]
    assert Estimate(-1.0, -1.5, -0.5).sign() == -1 and Estimate(1.0).sign() == 0


def test_rows_become_objects_of_a_class() -> None:
    @dataclass
    class Row:
        deck: str
        estimate: Estimate
        margin: float = 1.0

    (row,) = read(Row, [{"deck": "a", "estimate": float("nan"), "low": 1.0, "verdict": "same", "other": 3}])
    assert (row.deck, row.margin, row.estimate) == ("a", 1.0, Estimate(None, 1.0, verdict="same"))
    assert Estimate.of({"estimate": 1.0, "verdict": "fair"}).verdict == ""


def test_shares_counts_and_places_are_told_as_one_says_them() -> None:
    result = intervals.Estimate(0.251, 0.24, 0.262, 10)
    assert share(result) == "25.1 % (24.0 to 26.2)" and points(result, "points") == "+25.1 points (+24.0 to +26.2)"
    assert percent(0.955) == "96 %" and percent(0.955, 1) == "95.5 %"
    assert games(23_000) == "23,000" and games(1_250_000) == "1.2 million"
    assert (rank(2, 5), rank(2, 2), rank(None, None)) == ("2-5", "2", "-")
    assert span([3.04, None, 1.0], places(1)) == "1.0 to 3.0" and span([1.0, 1.01], places(1)) == "1.0"


@pytest.mark.parametrize(
    ("value", "text"), [(12_345.6, "12,346"), (0.123456, "0.1235"), (True, "yes"), ([], "-"), (3, "3")]
)
def test_any_value_is_told_in_brief(value: object, text: str) -> None:
    assert brief(value) == text


def test_a_column_in_which_nothing_stands_is_left_out() -> None:
    columns = [text("card"), text("remarks", lambda row: ""), Column("n", lambda row: row)]
    assert [column.title for column in table("", [1, 2], columns).columns] == ["card", "n"]
    assert len(table("", [], columns).columns) == 3


@dataclass(frozen=True)
class Row:
    name: str
    share: float | None
    estimate: Estimate


def test_rows_are_read_as_objects_without_numbers_that_are_none() -> None:
    row = {"name": "a", "share": float("nan"), "wins": 2.0, "low": 1.0, "high": float("inf"), "more": 0}
    assert read(Row, [row], "wins") == [Row("a", None, Estimate(2.0, 1.0))]
    with pytest.raises(TypeError, match="share"):
        read(Row, [{"name": "a", "estimate": 1.0}])
