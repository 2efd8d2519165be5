"""Ways to win: made-up winners have more by a known amount, and hands explain a known share."""

import numpy as np
import pytest
from hands_made_up import PLAYERS
from wins_made_up import FACES, MORE, flights, hands, seats_study, true_gaps, true_shares

from tda_sim.measures.wins import OTHERS, WINNER, Faces, Flights, explained, ways_to_win, winning_flights


def test_what_winners_have_more_of_is_found() -> None:
    rows = list(ways_to_win(seats_study(np.random.default_rng(1), 4_000), "toy"))
    gaps = {row["measure"]: row for row in rows if row["kind"] == "difference"}
    assert all(
        row["low"] < MORE[name] < row["high"] or abs(row["estimate"] - MORE[name]) < 0.3 for name, row in gaps.items()
    )
    wrong = sum(not row["low"] < MORE[name] < row["high"] for name, row in gaps.items())
    assert wrong <= 2  # of eleven intervals that stand for themselves


def test_the_means_are_those_of_the_seats() -> None:
    study = seats_study(np.random.default_rng(2), 500)
    seats = study.read("toy", "seats").collect()
    rows = {(row["measure"], row["kind"], row["subject"]): row for row in ways_to_win(study, "toy")}
    won = seats.filter(seats["win_share"] == 1)
    assert rows["flight_gold", "level", WINNER]["estimate"] == pytest.approx(won["flight_gold"].mean())
    others = seats.filter(seats["win_share"] == 0)
    assert rows["flight_gold", "level", OTHERS]["estimate"] == pytest.approx(others["flight_gold"].mean())
    assert rows["flight_gold", "level", WINNER]["n"] == 500 and rows["flight_gold", "level", OTHERS]["n"] == 500 * (
        PLAYERS - 1
    )


def test_winning_flights_differ_as_they_are_made_to() -> None:
    """Of 32 intervals, seven that miss would be as rare as one in a thousand. Flights of a game are alike."""
    rows = {
        row["measure"]: row
        for row in winning_flights(flights(np.random.default_rng(3), 2_000, 20), FACES)
        if row["kind"] == "difference"
    }
    truth = true_gaps()
    assert sum(not rows[name]["low"] <= gap <= rows[name]["high"] for name, gap in truth.items()) < 7
    assert rows["flight_of_a_colour"]["estimate"] == 0 and rows["flight_of_a_strength"]["n"] == 10_000


def test_the_shape_of_a_flight_is_that_of_its_cards() -> None:
    faces = Faces(
        dict(zip("abc", "abc", strict=True)),
        np.array([5.0, 5, 1]),
        np.array([[1.0, 0], [1, 0], [0, 1]]),
        np.array([[1.0, 0], [1, 0], [0, 1]]),
    )
    lying = Flights(np.array([True, False]), np.array([[1.0, 1, 0], [0, 0, 1]]))
    means = {
        (row["measure"], row["subject"]): row["estimate"]
        for row in winning_flights([lying], faces)
        if row["kind"] == "level"
    }
    for name, won, other in (("cards", 2, 1), ("strength", 10, 1), ("of_a_colour", 2, 1), ("of_a_strength", 2, 1)):
        assert (means[f"flight_{name}", WINNER], means[f"flight_{name}", OTHERS]) == (won, other)
    assert (means["with_a", WINNER], means["with_c", WINNER], means["with_c", OTHERS]) == (100, 0, 100)


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
