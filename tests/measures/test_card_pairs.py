"""All pairs of cards in the opening hand: of known worth, named without too many mistakes, by what they share."""

import numpy as np
import pytest
from hands_made_up import FIRST_CARD, GIFTS, NAMES, PRINTED, dealt, dealt_pairs, true_pairs

from tda_sim.measures.card_company import company_values
from tda_sim.measures.card_pairs import (
    COLOUR,
    FIRST,
    OTHER,
    POOLED,
    STRENGTH,
    WINS,
    group_rows,
    kinds_of,
    pair_rows,
    pair_values,
    pairs_of,
)
from tda_sim.stats.intervals import LEVEL

BONUS = 0.15
KINDS = kinds_of(NAMES, PRINTED)


def test_pairs_are_those_of_the_company_of_a_card() -> None:
    """Both are the same contrast, where all games have all cards and where they have not."""
    blocks = list(dealt_pairs(np.random.default_rng(1), 3000, BONUS, 100))
    for holder, present, _ in blocks[::2]:
        holder[:, 5], present[:, 5] = -1, False
    values = pair_values(NAMES, blocks)[WINS]
    company = company_values(NAMES, FIRST_CARD, [(holder, there, won[WINS]) for holder, there, won in blocks])
    assert values.estimate[: len(company.estimate)] == pytest.approx(company.estimate)
    assert (values.n[: len(company.n)] == company.n).all()
    known = company.error > 0
    assert values.error[: len(known)][known] == pytest.approx(company.error[known], rel=0.15)


def test_the_truth_is_that_of_many_hands() -> None:
    """The formulas of the made-up hands, against many of them: three standard errors for nearly all pairs."""
    truth, values = true_pairs(BONUS), pair_values(NAMES, dealt_pairs(np.random.default_rng(7), 60_000, BONUS, 600))
    for name, each in values.items():
        known = np.array([truth[name, *pair] for pair in pairs_of(NAMES)])
        far = np.abs(each.estimate - known) / each.error
        assert (far > 3).mean() < 0.02 and abs((each.estimate - known).mean()) < 0.1


def test_gifts_are_named_and_hardly_anything_else() -> None:
    rows = pair_rows(NAMES, pair_values(NAMES, dealt_pairs(np.random.default_rng(2), 40_000, BONUS, 200)), KINDS)
    named = rows.filter(measure=FIRST).filter(rows.filter(measure=FIRST)["verdict"].is_in(["more", "less"]))
    found = {(row["subject"], row["reference"]): row["verdict"] for row in named.to_dicts()}
    for (one, other), gift in GIFTS.items():
        assert found.pop((NAMES[one], NAMES[other])) == ("more" if gift > 0 else "less")
    assert len(found) <= 2  # of 430 others, of which each has a small effect


def test_intervals_of_named_pairs_hold_after_the_selection() -> None:
    """The share that misses, list by list, is 5 % on average: 14 % would be as rare as one in ten thousand."""
    truth, missed = true_pairs(BONUS), []
    for seed in range(25):
        values = pair_values(NAMES, dealt_pairs(np.random.default_rng([8, seed]), 3_000, BONUS, 60))
        rows = pair_rows(NAMES, {FIRST: values[FIRST]}, KINDS).filter(measure=FIRST).to_dicts()
        named = [row for row in rows if row["verdict"] != "unclear"]
        far = [not row["low"] < truth[FIRST, row["subject"], row["reference"]] < row["high"] for row in named]
        missed.append(sum(far) / max(len(named), 1))
    assert np.mean(missed) < 0.14


def test_pooled_values_of_pairs_without_effect_shrink_to_nothing() -> None:
    """And one list in twenty names a pair by mistake: of fifteen, five would be as rare as one in two thousand."""
    wrong = 0
    for seed in range(15):
        values = pair_values(NAMES, dealt_pairs(np.random.default_rng([3, seed]), 2_000, 0.0, 50))
        rows = pair_rows(NAMES, values, KINDS)
        raw, pooled = (rows.filter(measure=name) for name in (WINS, f"{WINS}{POOLED}"))
        assert pooled["estimate"].std() < raw["estimate"].std() / 2  # type: ignore[operator]
        wrong += raw["verdict"].is_in(["more", "less"]).any()
    assert wrong < 5


def test_too_few_hands_have_no_interval() -> None:
    rows = pair_rows(NAMES, pair_values(NAMES, dealt_pairs(np.random.default_rng(4), 100, 0.1, 10)), KINDS)
    few = rows.filter(measure=WINS).to_dicts()
    assert any(row["low"] is None for row in few) and all((row["low"] is None) == (row["n"] < 50) for row in few)


def test_pairs_are_told_apart_by_what_they_share() -> None:
    names = ("a", "b", "c", "d")
    printed = {
        "a": {"colours": ["red"], "strength": 1},
        "b": {"colours": ["red"], "strength": 5},
        "c": {"colours": None, "strength": 5},
        "d": {"colours": ["blue", "red"], "strength": 9},
    }
    assert kinds_of(names, printed) == [COLOUR, OTHER, COLOUR, STRENGTH, COLOUR, OTHER]


def test_the_mean_of_pairs_of_a_colour_is_known() -> None:
    values = pair_values(NAMES, dealt_pairs(np.random.default_rng(5), 20_000, BONUS, 200))
    (row,) = group_rows(values, KINDS, LEVEL).filter(measure=FIRST, subject=COLOUR).to_dicts()
    truth = np.mean([true_pairs(BONUS)[FIRST, NAMES[one], NAMES[other]] for one, other in GIFTS])
    assert row["low"] < truth < row["high"] and row["low"] > 0


def test_dealing_pairs_deals_as_before() -> None:
    one, other = (list(each(np.random.default_rng(6), 50, 0.1, 50)) for each in (dealt, dealt_pairs))
    assert (one[0][0] == other[0][0]).all() and (one[0][2] == other[0][2][WINS]).all()
