"""Many differences at once: how often equal cells raise an alarm."""

from typing import Any

import numpy as np
from differences_made_up import difference

from tda_sim.measures.verdicts import joint_verdicts

LOOKS, SIMULATIONS = 20, 400


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
    result = words([difference(0.0, 0.0, 1.0), difference(5.0, 0.0, 1.0), difference(0.3)])
    assert result == ["same", "more", "unclear"]


def test_more_looks_need_more_games() -> None:
    one, many = ([difference(0.5, margin=1.0) for _ in range(looks)] for looks in (1, LOOKS))
    assert joint_verdicts(one)[0]["games_needed"] == 16_000  # half of the width, 1.96, is to become 0.5
    assert joint_verdicts(many)[0]["games_needed"] > 30_000
