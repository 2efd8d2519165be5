"""The order of cards: when gold may stand in for wins, what would come again; pooled values; bounds, not zeros."""

import numpy as np
import polars as pl
import pytest
from cards_made_up import names_of, one_deck, printed_rows, true_dealt

from tda_sim.measures.card_checks import horizon_rows, screening_value
from tda_sim.measures.card_pooling import pooled_rows
from tda_sim.measures.card_powers import bound_of_none, gold_bound_of_none
from tda_sim.measures.card_rates import NAIVE, RATES, naive_rows, rate_rows
from tda_sim.measures.card_values import CURVE, ENDS, MAIN, dealt_value
from tda_sim.measures.ranking import Values, again, ratios

CARDS, BLOCKS = 40, 40


def values_of(generator: np.random.Generator, truth: np.ndarray, noise: float) -> Values:
    """Values with a standard error of about ``noise``."""
    tops = truth + noise * np.sqrt(BLOCKS) * generator.standard_normal((BLOCKS, len(truth)))
    return ratios(tuple(names_of(len(truth))), tops, np.ones((BLOCKS, len(truth))))


def world(seed: int, noise: float = 0.05) -> dict[str, Values]:
    """Gold that orders cards as wins do from three gambits on; before, it says nothing of the lower half."""
    generator = np.random.default_rng(seed)
    wins = np.linspace(2, -2, CARDS) ** 3 / 4 + generator.normal(0, 0.02, CARDS)
    early = np.where(wins > 0, wins, wins[generator.permutation(CARDS)].clip(max=0))
    result = {name: values_of(generator, early if name in CURVE[:2] else wins, 0.02) for name in CURVE}
    return result | {MAIN: values_of(generator, wins, noise)}


def test_the_shortest_horizon_that_orders_cards_as_wins_do_is_found() -> None:
    """In all of 20 worlds; a horizon that misleads about half of the cards is taken in none."""
    assert {screening_value(horizon_rows(world(seed))) for seed in range(20)} == {"draw_3"}


def test_where_wins_are_noise_no_horizon_is_trusted() -> None:
    rows = horizon_rows(world(1, noise=5.0))
    assert rows["corrected"].null_count() == rows.height and screening_value(rows) == MAIN


def test_the_chances_that_a_list_stays_the_same() -> None:
    rows = again(world(1)[MAIN], ENDS)
    assert rows["measure"].to_list() == ["top", "bottom"] + ["ahead"] * (CARDS - 1)
    assert rows["estimate"].is_between(0, 1).all()
    assert again(world(1)[MAIN].only(np.arange(CARDS) < 2 * ENDS), ENDS).is_empty()  # too short for two ends


def test_pooled_dealt_values_are_nearer_to_the_truth() -> None:
    """Cards of one colour are worth the same: the mean squared error of 20 small runs is less than half."""
    strengths = np.repeat([0.05, 0.02, -0.02, -0.05], 5)
    truth, colours = true_dealt(strengths), np.repeat(["red", "gold", "blue", "white"], 5)
    printed = printed_rows("toy", 20, colours=[[colour] for colour in colours])
    raw, pooled, kept = 0.0, 0.0, []
    for seed in range(20):
        dealt = dealt_value(one_deck(seed, 1_500, strengths, strengths), "toy")
        rows = pooled_rows(dealt, printed)
        raw += ((dealt.estimate - truth) ** 2).sum()
        pooled += ((rows["estimate"].to_numpy() - truth) ** 2).sum()
        kept.append(((rows["low"].to_numpy() <= truth) & (truth <= rows["high"].to_numpy())).mean())
    assert pooled < raw / 2 and np.mean(kept) > 0.9  # of 400 intervals that hold in 95 %: fewer in 1 of 10,000


def test_a_rate_of_nothing_has_a_bound() -> None:
    """Of 300 independent times none, for two cards at once: 1 - 0.025^(1/300)."""
    nothing = ratios(("one", "two"), np.array([[0.0, 0.0]] * 3), np.full((3, 2), 100.0))
    rows = rate_rows({rate.name: nothing for rate in RATES}).filter(pl.col("measure") == "played")
    assert rows["low"].to_list() == [0, 0]
    assert rows["high"].to_list() == pytest.approx([100 * (1 - 0.025 ** (1 / 300))] * 2)


def test_what_never_made_a_difference_has_a_bound() -> None:
    """If one game in 100 went another way, 300 games would all be the same in 5 % of all cases: about three in 300."""
    assert bound_of_none(300, 1) == pytest.approx(100 * (1 - 0.05 ** (1 / 300)))
    assert bound_of_none(300, 10) > bound_of_none(300, 1) > bound_of_none(3000, 1) > 0


def test_gold_that_never_moved_has_a_bound() -> None:
    """None of 300 draws, which are 10 gold apart from the mean: one in 100 may be as far off as two draws, 14 gold."""
    value = Values(("one",), np.zeros(1), np.full((2, 1), 1.0) * 10 / np.sqrt(2 * 300), np.array([300]), np.array([2]))
    assert value.error[0] == pytest.approx(10 / np.sqrt(300))
    assert gold_bound_of_none(value, 300) == pytest.approx(10 * np.sqrt(2) * (1 - 0.05 ** (1 / 300)))


def test_a_power_that_is_always_used_may_yet_not_be() -> None:
    """Once in each of 300 plays: to both sides, as it may also be used twice."""
    always = ratios(("one",), np.array([[10_000.0]] * 3), np.full((3, 1), 100.0))
    rows = rate_rows({rate.name: always for rate in RATES})
    reach = 100 * (1 - 0.05 ** (1 / 300))
    ends = {row["measure"]: (row["low"], row["high"]) for row in rows.iter_rows(named=True)}
    assert ends["used"] == pytest.approx((100 - reach, 100 + reach))
    assert ends["played"] == pytest.approx((100 - reach, 100))


def test_players_who_never_won_may_yet_win() -> None:
    """A naive figure of nothing in 300 has the bound of a rate of nothing."""
    nothing = ratios(("one",), np.zeros((3, 1)), np.full((3, 1), 100.0))
    rows = naive_rows({each.name: nothing for each in NAIVE}).filter(pl.col("measure") == "played")
    assert rows["low"].to_list() == [0] and rows["high"].to_list() == pytest.approx([100 * (1 - 0.05 ** (1 / 300))])
