"""The company of a card: hands that are dealt on paper, counted by hand and of known worth."""

import numpy as np
import pytest
from hands_made_up import FIRST_CARD, NAMES, SECOND, dealt, true_company

from tda_sim.measures.card_company import FEWEST, company_rows, company_values


def test_the_contrast_is_that_of_the_four_kinds_of_hands() -> None:
    """Every hand of every game is counted once, with its own share of the win."""
    generator = np.random.default_rng(3)
    blocks = list(dealt(generator, 600, 0.2, 60))
    result = company_values(NAMES, FIRST_CARD, blocks)
    wins: dict[tuple[bool, bool], list[float]] = {}
    for holder, _, share in blocks:
        for held, won in zip(holder, share, strict=True):
            for seat in range(4):
                wins.setdefault((held[0] == seat, held[1] == seat), []).append(won[seat])
    mean = {key: np.mean(each) for key, each in wins.items()}
    expected = mean[True, True] - mean[True, False] - mean[False, True] + mean[False, False]
    assert result.estimate[result.of(SECOND)] == pytest.approx(100 * expected)
    assert result.n[result.of(SECOND)] == len(wins[True, True])


def test_the_true_company_is_found_and_only_that() -> None:
    values = company_values(NAMES, FIRST_CARD, dealt(np.random.default_rng(2), 40_000, 0.15, 400))
    rows = company_rows(values, FIRST_CARD).to_dicts()
    assert [row["reference"] for row in rows if row["low"] > 0 or row["high"] < 0] == [SECOND]
    truth = true_company(0.15)
    assert all(row["low"] < truth[row["reference"]] < row["high"] for row in rows)


def test_of_lists_without_company_one_in_twenty_names_a_card() -> None:
    """Four in sixty would be usual; ten are as rare as one list in a thousand."""
    lists = [company_values(NAMES, FIRST_CARD, dealt(np.random.default_rng([5, k]), 1500, 0.0, 50)) for k in range(60)]
    rows = [company_rows(values, FIRST_CARD) for values in lists]
    assert sum(bool(((each["low"] > 0) | (each["high"] < 0)).any()) for each in rows) < 10


def test_games_without_a_card_do_not_count() -> None:
    blocks = list(dealt(np.random.default_rng(2), 3000, 0.1, 100))
    absent = [(np.where(np.arange(30) == 1, -1, holder), present.copy(), share) for holder, present, share in blocks]
    for _, present, _ in absent:
        present[:, 1] = False
    result = company_values(NAMES, FIRST_CARD, [*blocks, *absent])
    usual = company_values(NAMES, FIRST_CARD, blocks)
    assert result.estimate[0] == usual.estimate[0] and result.n[0] == usual.n[0]
    assert result.n[1] > usual.n[1]


def test_too_few_hands_have_no_interval() -> None:
    few = company_values(NAMES, FIRST_CARD, dealt(np.random.default_rng(4), 100, 0.1, 10))
    assert (few.n < FEWEST).any()
    rows = company_rows(few, FIRST_CARD).to_dicts()
    assert all((row["low"] is None) == (row["n"] < FEWEST) for row in rows)
