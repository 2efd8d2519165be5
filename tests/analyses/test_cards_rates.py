"""Rates, flags, naive figures and inclusion effects, on tables where they can be told by looking or by a formula."""

import numpy as np
import polars as pl
import pytest
from cards_made_up import card_table, cards_study, names_of, printed_rows, tables_of
from made_up import MadeUpStudy, cell_row, games_table, study_of

from tda_sim.analyses.cards import ORDER, analyse, figures
from tda_sim.analyses.cards.agreement import DEPENDS, HOLDS, SMALL, correlation_rows, robust_rows
from tda_sim.analyses.cards.flags import flag_rows, peers_of
from tda_sim.errors import UserError
from tda_sim.measures.card_inclusion import (
    drawn_cards,
    games_with,
    inclusion_effects,
    inclusion_rows,
    inclusion_sums,
)
from tda_sim.measures.card_rates import NAIVE, card_rates, naive_figures, naive_rows, rate_rows
from tda_sim.measures.card_sums import Values, ratios
from tda_sim.measures.card_values import with_intervals

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
    assert rows.columns == ["card", "rate", "unit", "estimate", "low", "high", "n", "error"]
    assert ((rows["low"] >= 0) & (rows["high"] <= 100)).all()


def fixed(percent: list[float], error: float = 0.5) -> Values:
    """Rates with a standard error of about ``error``."""
    noise = np.random.default_rng(1).normal(0, error * np.sqrt(50), (50, len(percent)))
    noise -= noise.mean(axis=0)
    return ratios(tuple(names_of(len(percent))), 10 * (np.array(percent) + noise), np.full((50, len(percent)), 10))


def usual(**other: list[float]) -> dict[str, Values]:
    rates = {"played_if_kept": [70.0] * 6, "used": [60.0] * 6, "anted": [20.0] * 6}
    return {name: fixed(percent) for name, percent in (rates | other).items()}


def flags(printed: pl.DataFrame, rates: dict[str, Values], power: Values | None = None) -> list[tuple[str, str]]:
    return [(row["card"], row["flag"]) for row in flag_rows(printed, rates, power, "thrifty").iter_rows(named=True)]


def test_cards_that_the_strategy_cannot_use_are_flagged() -> None:
    printed = printed_rows("toy", 6)
    assert flags(printed, usual()) == []
    assert flags(printed, usual(played_if_kept=[70, 70, 70, 70, 70, 20])) == [("card-5", "unplayed")]
    assert flags(printed, usual(used=[0, 60, 60, 60, 60, 60])) == [("card-0", "unused")]
    assert flags(printed, usual(anted=[20, 90, 20, 20, 20, 20])) == [("card-1", "ante")]
    power = fixed([1.0, 1.0, -0.1, -4.0, 1.0, 1.0])
    assert flags(printed, usual(), power) == [("card-3", "harmful")]
    (words,) = flag_rows(printed, usual(), power, "thrifty")["words"]
    assert words == "thrifty cannot play this card yet: its power costs the holder 4.00 gold"


def test_cards_are_compared_with_cards_as_strong_that_have_a_power() -> None:
    apart = printed_rows("toy", 6, strength=[1, 10, 10, 10, 10, 10])
    assert flags(apart, usual(used=[5, 60, 60, 60, 60, 60])) == []  # no peers: weak cards may trigger as they do
    few = usual() | {"used": ratios(tuple(names_of(6)), np.full((9, 6), 60.0) * np.eye(6)[0], np.ones((9, 6)))}
    assert flags(printed_rows("toy", 6), few) == []  # nine plays say nothing
    plain = printed_rows("toy", 6, has_power=[False, True, True, True, True, True])
    assert flags(plain, usual(used=[0, 60, 60, 60, 60, 60])) == []
    assert peers_of(0, np.array([5.0, 6.0, 8.0, 3.0]), np.array([True, True, True, False])).tolist() == [1]


def test_cards_alike_raise_hardly_any_flag() -> None:
    """A flag takes a rate of surely less than half of the usual one: none in 100 decks of cards that are alike."""
    printed, raised = printed_rows("toy", 6), 0
    for seed in range(100):
        noise = np.random.default_rng(seed).normal(0, 100, (3, 50, 6))  # standard errors of 14 points
        rates = {
            name: ratios(tuple(names_of(6)), 10 * (base + each), np.full((50, 6), 10))
            for name, base, each in zip(("played_if_kept", "used", "anted"), (70.0, 60.0, 20.0), noise, strict=True)
        }
        raised += len(flags(printed, rates))
    assert raised == 0


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
    table = games_table(gambits=lengths, unique_cards=(inside @ (1 << np.arange(DRAWN))).astype(np.uint64))
    drawn = printed_rows("toy", CARDS, drawn=[False] * 4 + [True] * DRAWN, in_game=[1.0] * 4 + [0.5] * DRAWN)
    return study_of([cell_row("toy", games, chunk=100)], {("toy", "games"): table}, printed=drawn)


def test_what_a_card_does_to_the_game_when_it_is_in_the_deck() -> None:
    """Against the mean of the cards that come in its place: a difference of 6 / 5 of what it is above their mean."""
    study = inclusion_study(1, LONGER, 20_000)
    cards, sums = drawn_cards(study, "toy"), inclusion_sums(study, "toy")
    assert cards == tuple(names_of(CARDS)[4:])
    found = inclusion_effects(cards, sums)["gambits"]
    assert np.abs(found.estimate - 6 / 5 * LONGER).max() < 4 * found.error.max()
    rows = inclusion_rows(inclusion_effects(cards, sums)).filter(pl.col("outcome") == "gambits")
    assert (rows["low"] > 0).to_list() == [True, True, False, False, False, False]
    assert (rows["high"] < 0).to_list() == [False, False, False, False, True, True]


def test_cards_that_do_nothing_raise_alarms_in_one_of_twenty() -> None:
    """Any of six in 5 % of 100 worlds: more than 12 % in one of 100 tests."""
    alarms = 0
    for seed in range(100):
        study = inclusion_study(seed, np.zeros(DRAWN), 4_000)
        effects = inclusion_effects(drawn_cards(study, "toy"), inclusion_sums(study, "toy"))
        low, high = with_intervals(effects["gambits"])
        alarms += bool(((low > 0) | (high < 0)).any())
    assert alarms / 100 <= 0.12


def test_games_with_a_card_are_counted() -> None:
    study = inclusion_study(1, LONGER, 1_000)
    present = games_with(study, "toy", inclusion_sums(study, "toy"))
    assert (present[:, :4] == 100).all()
    assert present[:, 4:].sum() == 3 * 1_000


# --- other tables -----------------------------------------------------------------------------------------


def test_values_at_several_tables_agree_or_not() -> None:
    tables = {"one": fixed([5.0, 5, 0.1, -5]), "two": fixed([6.0, -5, 0.2, -4]), "three": fixed([4.0, 5, -0.1, -6])}
    rows = robust_rows(tables, "draw_2")
    assert rows["robust"].to_list() == [HOLDS, DEPENDS, SMALL, HOLDS]
    assert rows["sign_agreement"].to_list() == pytest.approx([1, 2 / 3, 2 / 3, 1])
    assert (rows["prediction_low"] <= rows["low"]).all()
    correlations = correlation_rows(tables, "draw_2")
    same = correlations.filter(pl.col("table") == pl.col("other"))
    assert same["estimate"].to_list() == [1.0] * 3 and len(correlations) == 9


# --- all of it --------------------------------------------------------------------------------------------


def test_the_analysis_has_all_its_tables() -> None:
    worth = np.linspace(2, -2, CARDS)
    rows = [
        cell_row("toy", GAMES),
        cell_row("other", GAMES, deck="toy", table="random"),
        cell_row("twin", GAMES // 2, deck="toy", twin="card-0"),
        cell_row("forced", GAMES, deck="toy", forced="card-0"),
    ]
    tables = {}
    for seed, row in enumerate(rows):
        tables |= tables_of(row["cell"], seed, row["games"], worth, worth / 50)
    study = cards_study(rows, tables, drawn=[False] * 9 + [True])
    found = analyse(study)
    assert list(found) == list(ORDER)
    assert all({"deck", "variant", "players", "table"} <= set(table.columns) for table in found.values())
    assert set(found["values"]["value"]) == {"draw_1", "draw_2", "draw_3", "draw_wins", "dealt", "power", "power_dealt"}
    assert found["cells"]["table"].to_list() == ["balanced", "random"]
    assert list(figures(found)) == ["values", "strength"]


def test_studies_without_a_plain_cell_are_refused() -> None:
    study = cards_study([cell_row("toy", GAMES, twin="card-0")], tables_of("toy", 1, GAMES, EVEN, EVEN))
    with pytest.raises(UserError, match="as printed"):
        analyse(study)
