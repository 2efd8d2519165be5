"""Rates, naive figures and inclusion effects, on tables where they can be told by looking or by a formula."""

import numpy as np
import polars as pl
import pytest
from cards_made_up import card_table, names_of, printed_rows
from made_up import MadeUpStudy, cell_row, games_table, study_of

from tda_sim.measures.card_inclusion import (
    drawn_cards,
    games_with,
    inclusion_effects,
    inclusion_rows,
    inclusion_sums,
)
from tda_sim.measures.card_rates import NAIVE, card_rates, naive_figures, naive_rows, rate_rows
from tda_sim.measures.ranking import joint_ends

CARDS, GAMES = 10, 5_000
EVEN = [0.0] * CARDS


def rates_study() -> MadeUpStudy:
    cards = card_table(np.random.default_rng(1), GAMES, EVEN)
    return study_of([cell_row("toy", GAMES)], {("toy", "cards"): cards}, printed=printed_rows("toy", CARDS))


def test_rates_are_what_becomes_of_a_card() -> None:
    rates = card_rates(rates_study(), "toy")
    wanted = {"anted": 30, "played": 50, "unused": 20, "played_if_kept": 50 / 0.7, "used": 60, "idle": 10}
    for name, percent in wanted.items():
        assert rates[name].estimate == pytest.approx([percent] * CARDS, abs=1), name
    rows = rate_rows(rates)
    assert rows.columns == ["subject", "measure", "unit", "estimate", "low", "high", "n", "error"]
    assert ((rows["low"] >= 0) & (rows["high"] <= 100)).all()


def test_naive_figures_are_the_ones_that_trackers_show() -> None:
    study = rates_study()
    present = np.full((10, CARDS), 500.0)
    figures_found = naive_figures(study, "toy", present)
    cards = study.tables["toy", "cards"].drop("strategy").group_by("card", "contact", maintain_order=True).sum()
    for contact in ("played", "held", "drawn"):
        rows = cards.filter(pl.col("contact") == contact)
        assert figures_found[contact].estimate == pytest.approx(
            (100 / 60 * rows["win60_sum"] / rows["count"]).to_list()
        )
    held = cards.filter(pl.col("contact") == "held", pl.col("card") == "card-0").row(0, named=True)
    never = 100 * (GAMES - held["win60_sum"] / 60) / (4 * GAMES - held["count"])
    assert figures_found["held_gain"].estimate[0] == pytest.approx(100 / 60 * held["win60_sum"] / held["count"] - never)
    assert set(naive_rows(figures_found)["title"]) == {each.title for each in NAIVE}


# --- inclusion --------------------------------------------------------------------------------------------

DRAWN, LONGER = 6, np.array([2.0, 1.0, 0.0, 0.0, -1.0, -2.0])


def inclusion_study(seed: int, longer: np.ndarray, games: int) -> MadeUpStudy:
    """Three of six cards are in each game, and make it longer by so many gambits."""
    generator = np.random.default_rng(seed)
    inside = generator.random((games, DRAWN)).argsort(axis=1).argsort(axis=1) < 3
    lengths = (20 + inside @ longer + generator.normal(0, 4, games)).round().astype(int)
    table = games_table(plays=lengths, unique_cards=(inside @ (1 << np.arange(DRAWN))).astype(np.uint64))
    drawn = printed_rows("toy", CARDS, drawn=[False] * 4 + [True] * DRAWN, in_game=[1.0] * 4 + [0.5] * DRAWN)
    return study_of([cell_row("toy", games, chunk=100)], {("toy", "games"): table}, printed=drawn)


def test_what_a_card_does_to_the_game_when_it_is_in_the_deck() -> None:
    """Against the mean of the cards that come in its place: a difference of 6 / 5 of what it is above their mean."""
    study = inclusion_study(1, LONGER, 20_000)
    cards, sums = drawn_cards(study, "toy"), inclusion_sums(study, "toy")
    assert cards == tuple(names_of(CARDS)[4:])
    result = inclusion_effects(cards, sums)["plays"].values
    assert np.abs(result.estimate - 6 / 5 * LONGER).max() < 4 * result.error.max()
    rows = inclusion_rows(inclusion_effects(cards, sums)).filter(pl.col("measure") == "plays")
    assert (rows["low"] > 0).to_list() == [True, True, False, False, False, False]
    assert (rows["high"] < 0).to_list() == [False, False, False, False, True, True]


def test_cards_that_do_nothing_raise_alarms_in_one_of_twenty() -> None:
    """Any of six in 5 % of 100 worlds: more than 12 % in one of 100 tests."""
    alarms = 0
    for seed in range(100):
        study = inclusion_study(seed, np.zeros(DRAWN), 4_000)
        effects = inclusion_effects(drawn_cards(study, "toy"), inclusion_sums(study, "toy"))
        low, high = joint_ends(effects["plays"].values)
        alarms += bool(((low > 0) | (high < 0)).any())
    assert alarms / 100 <= 0.12


def test_what_never_happened_with_or_without_a_card_has_bounds() -> None:
    """No tie in 1,000 games: exact bounds of both shares, of which one in six times 40 is wrong each way."""
    study = inclusion_study(1, LONGER, 1_000)
    rows = inclusion_rows(inclusion_effects(drawn_cards(study, "toy"), inclusion_sums(study, "toy")))
    ties = rows.filter(pl.col("measure") == "tie")
    n = ties["n"].to_numpy()
    assert (ties["estimate"] == 0).all()
    assert ties["high"].to_numpy() == pytest.approx(100 * (1 - (0.025 / 6) ** (1 / n)))
    assert ties["low"].to_numpy() == pytest.approx(-100 * (1 - (0.025 / 6) ** (1 / (1_000 - n))))


def test_games_with_a_card_are_counted() -> None:
    study = inclusion_study(1, LONGER, 1_000)
    present = games_with(study, "toy", inclusion_sums(study, "toy"))
    assert (present[:, :4] == 100).all()
    assert present[:, 4:].sum() == 3 * 1_000
