"""Charts for players: what is said of made-up numbers, and an answer to a small question."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tda_sim
from tda_sim.answers.charts import advice_of, charts, compared
from tda_sim.measures.table import VALUES, estimates
from tda_sim.review.charts import ADVISING, ANY, BETWEEN, MARGIN, PAIRS, STRONGEST, WEAKEST
from tda_sim.review.forced_games import plan_forced
from tda_sim.stats.equivalence import verdict

CHART = {chart.name: chart for chart in ADVISING}
ANTE = ((WEAKEST, BETWEEN), (WEAKEST, STRONGEST), (BETWEEN, STRONGEST))


def rows(chart: str, gaps: dict[tuple[str, str], float], row: str = ANY, half: float = 0.5) -> list[dict[str, Any]]:
    """Differences between columns of a chart."""
    return [
        {
            "group": f"{chart}{PAIRS}",
            "kind": VALUES,
            "main": True,
            "subject": row,
            "table": "balanced",
            "measure": column,
            "reference": other,
            "estimate": gap,
            "low": gap - half,
            "high": gap + half,
            "verdict": verdict(gap - half, gap + half, MARGIN),
        }
        for (column, other), gap in gaps.items()
    ]


def said(chart: str, *every: list[dict[str, Any]]) -> list[str]:
    table = estimates([row for each in every for row in each])
    return [advice.sentence for advice in advice_of(CHART[chart], compared(table))]


def test_an_option_that_beats_all_others_is_advised() -> None:
    gaps = dict(zip(ANTE, (1.0, 3.0, 2.0), strict=True))
    assert said("ante", rows("ante", gaps)) == [
        "Ante your weakest card: it wins 3.0 ±0.5 points more than the strongest."
    ]


def test_an_option_that_all_others_beat_is_advised_against() -> None:
    gaps = dict(zip(ANTE, (0.0, 3.0, 3.1), strict=True))
    assert said("ante", rows("ante", gaps)) == [
        "Do not ante your strongest card: one in between wins 3.1 ±0.5 points more."
    ]


def test_what_is_not_certain_is_not_said() -> None:
    assert said("ante", rows("ante", dict(zip(ANTE, (0.1, 0.4, 0.3), strict=True)))) == []


def test_what_does_not_matter_is_not_said() -> None:
    """All differences are certain, and smaller than what matters."""
    assert said("ante", rows("ante", dict(zip(ANTE, (0.3, 0.6, 0.3), strict=True)), half=0.1)) == []


def test_rows_are_said_where_they_are_something_else() -> None:
    usual = rows("ante", dict(zip(ANTE, (0.0, 3.0, 3.1), strict=True)))
    same = rows("ante", dict(zip(ANTE, (0.0, 2.0, 2.1), strict=True)), "7 cards or more")
    turned = rows("ante", dict(zip(ANTE, (-1.0, -3.0, -2.0), strict=True)), "no card above 8")
    assert said("ante", usual, same, turned)[1:] == [
        "With no card above 8, ante your strongest card: it wins 3.0 ±0.5 points more than the weakest."
    ]


def test_to_give_is_said_by_the_number_of_cards() -> None:
    pairs = (("give the weakest", "give the strongest"), ("give the weakest", "pay"), ("give the strongest", "pay"))
    usual = rows("give", dict(zip(pairs, (1.0, 0.1, -0.9), strict=True)))
    few = rows("give", dict(zip(pairs, (1.0, 3.0, 2.0), strict=True)), "up to 3 cards")
    assert said("give", usual, few)[-1] == (
        "With up to 3 cards, give the weakest card that will do: it wins 3.0 ±0.5 points more than paying."
    )


def test_prices_are_a_cost() -> None:
    assert said("buy", rows("buy", {("1 to 3", "10 or more"): 4.0}, "more than 50 gold")) == [
        "With more than 50 gold, a price of 10 or more costs 4.0 ±0.5 points more than one of 1 to 3."
    ]


def test_other_players_who_contradict_are_named() -> None:
    ours = rows("ante", dict(zip(ANTE, (0.0, 3.0, 3.1), strict=True)))
    other = [
        row | {"main": False, "table": "spender"}
        for row in rows("ante", dict(zip(ANTE, (0.0, -3.0, -3.1), strict=True)))
    ]
    plan = plan_forced("original", None, 4, ["balanced", "spender"], 10, 1)

    def headline(rows: list[dict[str, Any]]) -> Sequence[str]:
        return charts("Mine", plan, estimates(rows), 100, Path("folder")).headline

    assert headline([*ours, *other])[-1] == (
        "Games of other players contradict some of it (Spender: not “one in between rather than the strongest”)."
    )
    assert headline(ours)[-1] == "Nothing in games of Spender contradicts them."


@pytest.mark.full
def test_the_same_question_again_plays_nothing(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"games": 20, "strategies": "balanced,random", "out": tmp_path, "progress": False}
    first = tda_sim.charts("legendary", **asked)
    before = (tmp_path / "positions.jsonl").stat().st_mtime_ns
    again = tda_sim.charts("legendary", **asked)
    assert first.summary().equals(again.summary()) and first.document.data == again.document.data
    assert (tmp_path / "positions.jsonl").stat().st_mtime_ns == before
    assert set(first.summary()["table"]) == {"balanced"} and "ante" in set(first.summary()["group"])
