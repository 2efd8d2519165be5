"""The same question has the same answer through every door: numbers, signs, verdicts and words."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tda_sim

Tda = Callable[..., tuple[int, str, str]]
HOW: dict[str, Any] = {"games": 400, "players": 3, "strategies": "random", "progress": False}
OPPOSITE = {"more": "less", "less": "more"}


@pytest.fixture
def less_gold(tmp_path: Path) -> Path:
    rule = tmp_path / "thirty.yaml"
    rule.write_text("title: Thirty gold\ntext: Everyone starts with 30 gold.\nrules:\n  starting_gold: {each: 30}\n")
    return rule


@pytest.mark.parametrize("measure", ["stakes", "plays", "minutes"])
def test_a_sweep_and_a_house_rule_agree_on_gold(measure: str, less_gold: Path, tmp_path: Path) -> None:
    """The sweep compares 50 gold with 30, and the rule 30 with 50."""
    rule = tda_sim.house_rule("original", less_gold, out=tmp_path / "rule", **HOW)
    sweep = tda_sim.sweep("original", "rules.starting_gold.each=30,50", out=tmp_path / "sweep", **HOW)
    here = rule.summary().filter(measure=measure).row(0, named=True)
    there = sweep.summary().filter(measure=measure, first=50).row(0, named=True)
    assert there["change"] == pytest.approx(-here["estimate"])
    assert (there["change_low"], there["change_high"]) == pytest.approx((-here["high"], -here["low"]))
    assert there["estimate"] == pytest.approx(here["printed"])
    assert here["changed"] - here["printed"] == pytest.approx(here["estimate"])


def test_coins_come_first_and_shares_of_the_starting_gold_second(less_gold: Path, tda: Tda, tmp_path: Path) -> None:
    options = ["-n", "400", "-p", "3", "--strategies", "random", "--out", str(tmp_path / "study")]
    code, out, err = tda("house-rule", "original", str(less_gold), *options, "--csv", str(tmp_path / "csv"))
    assert code == 0, err
    text = " ".join(out.split())
    assert "of the starting gold before and" in text and "scaling" not in text
    with (tmp_path / "csv" / "what-changes.csv").open() as file:
        row = next(row for row in csv.DictReader(file) if row["measure"] == "stakes per gambit, gold")
    before, after, change = (float(row[name]) for name in ("as printed", "with the rule", "difference (95 % interval)"))
    assert f"from {before:.1f} to {after:.1f} gold" in text
    assert f"or {2 * before:.0f} % of the starting gold before and {after / 0.3:.0f} % after" in text
    assert change == pytest.approx(after - before)
