"""Ways to win: made-up winners have more by a known amount, and hands explain a known share."""

import numpy as np
import pytest
from hands_made_up import PLAYERS
from wins_made_up import MORE, hands, seats_study, true_shares

from tda_sim.measures.wins import OTHERS, WINNER, explained, ways_to_win


def test_what_winners_have_more_of_is_found() -> None:
    rows = list(ways_to_win(seats_study(np.random.default_rng(1), 4_000), "toy"))
    gaps = {row["measure"]: row for row in rows if row["kind"] == "difference"}
    assert all(
        row["low"] < MORE[name] < row["high"] or abs(row["estimate"] - MORE[name]) < 0.3 for name, row in gaps.items()
    )
    wrong = sum(not row["low"] < MORE[name] < row["high"] for name, row in gaps.items())
    assert wrong <= 2  # of ten intervals that stand for themselves


def test_the_means_are_those_of_the_seats() -> None:
    study = seats_study(np.random.default_rng(2), 500)
    seats = study.read("toy", "seats").collect()
    rows = {(row["measure"], row["kind"], row["subject"]): row for row in ways_to_win(study, "toy")}
    won = seats.filter(seats["win_share"] == 1)
    assert rows["stolen", "level", WINNER]["estimate"] == pytest.approx(won["stolen"].mean())
    others = seats.filter(seats["win_share"] == 0)
    assert rows["stolen", "level", OTHERS]["estimate"] == pytest.approx(others["stolen"].mean())
    assert rows["stolen", "level", WINNER]["n"] == 500 and rows["stolen", "level", OTHERS]["n"] == 500 * (PLAYERS - 1)


def test_the_share_that_hands_explain_is_neither_too_high_nor_too_low() -> None:
    """On average over thirty small runs, where a line fitted to all games would be off by half a point or more."""
    found: dict[str, list[float]] = {}
    for seed in range(30):
        for row in explained(hands(np.random.default_rng(seed), 1_500, 30)):
            found.setdefault(row["measure"], []).append(row["estimate"])
    for name, truth in true_shares().items():
        error = np.std(found[name]) / np.sqrt(len(found[name]))
        assert abs(np.mean(found[name]) - truth) < 3.5 * error
    assert np.std(found["explained_win"]) < 0.5


def test_its_interval_holds() -> None:
    """Of thirty intervals, six that miss would be as rare as one in a thousand."""
    truth, wrong = true_shares(), dict.fromkeys(true_shares(), 0)
    for seed in range(30):
        for row in explained(hands(np.random.default_rng([1, seed]), 1_500, 30)):
            wrong[row["measure"]] += not row["low"] <= truth[row["measure"]] <= row["high"]
    assert max(wrong.values()) < 6
