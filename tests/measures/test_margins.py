"""The smallest difference that matters: a number, or a share of the baseline."""

from pathlib import Path

import polars as pl
import pytest
from differences_made_up import gap

from tda_sim.errors import UserError
from tda_sim.measures.margins import Margin
from tda_sim.measures.metrics import LENGTH, METRICS
from tda_sim.measures.study import check_smallest
from tda_sim.studies import plan_study, run_study

STUDY = {"decks": ["original"], "tables": ["random"], "players": 2, "games": 4}


@pytest.mark.parametrize(
    ("written", "of_200"), [(5, 5), ("5", 5), ("5%", 10), ("2.5 %", 5), ("0.5%", 1), ("100%", 200)]
)
def test_a_margin_is_a_number_or_a_share(written: float | str, of_200: float) -> None:
    assert Margin.read(written).of(200) == pytest.approx(of_200) == Margin.read(written).of(-200)


def test_a_share_of_nothing_is_as_good_as_nothing_but_not_zero() -> None:
    assert 0 < Margin.read("5%").of(0) < 1e-6


@pytest.mark.parametrize("written", [0, -1, "0%", "0.0 %", "-5%", "few", "5%%", "", "nan", "inf"])
def test_what_is_no_margin_is_refused_with_its_metric(written: float | str) -> None:
    with pytest.raises(UserError, match=r"smallest: plays cannot be .*a share of the baseline, such as 5%"):
        check_smallest({"plays": written})


def test_a_margin_of_no_metric_is_refused() -> None:
    with pytest.raises(UserError, match=r"smallest: there is no metric play.*did you mean plays"):
        check_smallest({"play": "5%"})


def test_lengths_matter_from_a_twentieth_of_what_they_are_compared_with() -> None:
    assert {str(metric.smallest) for metric in METRICS.values() if metric.group == LENGTH} == {"5 %"}
    sums = [
        pl.DataFrame({"block": [0, 1, 2], "games": [10] * 3, "plays": [10 * mean + each for each in (-1, 0, 1)]})
        for mean in (100, 104, 106)
    ]
    rows = [gap(sums[0], other, METRICS["plays"]) for other in sums[1:]]
    assert [(row["margin"], row["verdict"]) for row in rows] == [(5, "same"), (5, "more")]


def test_the_study_comes_before_the_command_and_the_command_before_the_metric(tmp_path: Path) -> None:
    """The study names plays and, in its question, ties; the command names these and rounds; nobody names minutes."""
    study = STUDY | {"question": {"metric": "ties", "smallest": 3}, "smallest": {"plays": "7%"}}
    command = {"plays": "1%", "ties": 1, "rounds": "2%"}
    results = run_study(plan_study(study, smallest=command), tmp_path / "study", progress=False)
    assert results.smallest == {"plays": "7%", "ties": 3, "rounds": "2%"}
    later = results.with_settings(smallest={"plays": "9%", "rounds": "3%"})
    assert later.smallest == {"plays": "7%", "ties": 3, "rounds": "3%"}
    assert "minutes" not in later.smallest and str(METRICS["minutes"].smallest) == "5 %"
