"""Many differences at once: how often equal cells raise an alarm, and whether conclusions hold elsewhere."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from tda_sim.analyses.decks.across import across_tables
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.stats.equivalence import verdict

LOOKS, SIMULATIONS = 20, 400


def difference(estimate: float, error: float = 1.0, margin: float = 0.0, **other: Any) -> dict[str, Any]:
    """A difference over many blocks, as a row."""
    low, high = estimate - 1.96 * error, estimate + 1.96 * error
    row = {"estimate": estimate, "low": low, "high": high, "n": 1_000, "error": error, "freedom": 1e6}
    return row | {"margin": margin, "verdict": verdict(low, high, margin), "primary": False} | other


def words(rows: list[dict[str, Any]]) -> list[str]:
    return [row["verdict"] for row in joint_verdicts(rows)]


def test_equal_cells_raise_any_alarm_at_all_in_one_of_twenty_comparisons() -> None:
    """One by one, 20 differences would raise some alarm in 64 % of all comparisons.

    Together they do in 5 %; of 400 comparisons more than 8.1 % with a chance of 0.5 %.
    """
    drawn = np.random.default_rng(5).normal(size=(SIMULATIONS, LOOKS))
    rows = [[difference(value) for value in values] for values in drawn.tolist()]
    alone = np.mean([any(row["verdict"] != "unclear" for row in each) for each in rows])
    together = np.mean([any(word != "unclear" for word in words(each)) for each in rows])
    assert alone > 0.55
    assert 0.02 < together < 0.081


def test_the_first_question_stands_for_itself() -> None:
    others = [difference(0.1) for _ in range(LOOKS - 1)]
    assert words([difference(2.1), *others])[0] == "unclear"
    assert words([difference(2.1, primary=True), *others])[0] == "more"


def test_a_verdict_never_goes_beyond_its_own_interval() -> None:
    """Among many clear differences, the procedure alone would flag one whose interval reaches into the margin."""
    many = [difference(9.0, margin=1.0) for _ in range(LOOKS)]
    assert words([*many, difference(2.9, margin=1.0)])[-1] == "unclear"
    assert words([*many, difference(3.1, margin=1.0)])[-1] == "more"


def test_the_same_has_to_hold_among_many_as_well() -> None:
    assert words([difference(0.0, margin=2.5)]) == ["same"]
    unsure = [difference(2.4, margin=2.5) for _ in range(LOOKS - 1)]
    assert words([difference(0.0, margin=2.2), *unsure])[0] == "unclear"


def test_what_does_not_vary_is_certain() -> None:
    found = words([difference(0.0, 0.0, 1.0), difference(5.0, 0.0, 1.0), difference(0.3)])
    assert found == ["same", "more", "unclear"]


def test_more_looks_need_more_games() -> None:
    one, many = ([difference(0.5, margin=1.0) for _ in range(looks)] for looks in (1, LOOKS))
    assert joint_verdicts(one)[0]["games_needed"] == 16_000  # half of the width, 1.96, is to become 0.5
    assert joint_verdicts(many)[0]["games_needed"] > 30_000


def tables(main: dict[str, Any], **others: dict[str, Any]) -> dict[str, Any]:
    place = {"players": 4, "deck": "b", "metric": "gambits", "kind": "same"}
    rows = [place | {"table": "main", "main": True} | main]
    rows += [place | {"table": name, "main": False} | row for name, row in others.items()]
    return across_tables(pl.DataFrame(rows)).row(0, named=True)


def test_a_difference_holds_where_no_table_speaks_against_it() -> None:
    found = tables(
        difference(9.0, margin=3.0), weaker=difference(2.0, margin=3.0), as_clear=difference(8.0, margin=3.0)
    )
    assert found["holds"] and found["against"] == "" and found["sign_agreement"] == 1
    assert (found["least"], found["most"], found["n"]) == (2.0, 9.0, 3)
    assert found["low"] < found["estimate"] < found["high"] and found["prediction_high"] > found["high"]


@pytest.mark.parametrize("other", [difference(-5.0, margin=3.0), difference(0.1, 0.1, 3.0)])
def test_a_difference_does_not_hold_where_it_turns_round_or_vanishes(other: dict[str, Any]) -> None:
    found = tables(difference(9.0, margin=3.0), fine=difference(9.0, margin=3.0), elsewhere=other)
    assert found["holds"] is False and found["against"] == "elsewhere"


def test_no_difference_does_not_hold_where_there_is_one() -> None:
    assert tables(difference(0.0, 0.1, 3.0), elsewhere=difference(9.0, margin=3.0))["against"] == "elsewhere"
    assert tables(difference(0.0, 0.1, 3.0), elsewhere=difference(0.0, margin=3.0))["holds"]


def test_where_the_main_table_tells_nothing_nothing_can_hold() -> None:
    assert tables(difference(2.0, margin=3.0), elsewhere=difference(9.0, margin=3.0))["holds"] is None
