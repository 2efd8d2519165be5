"""The analysis of cards: flags, what several tables agree on, and all its tables."""

import numpy as np
import polars as pl
import pytest
from cards_made_up import cards_study, names_of, printed_rows, tables_of
from made_up import cell_row

from tda_sim.analyses.cards import analyse, figures
from tda_sim.errors import UserError
from tda_sim.measures.card_flags import flag_rows, peers_of
from tda_sim.measures.card_values import KINDS
from tda_sim.measures.ranking import Values, correlations, ratios, robustness
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR

CARDS, GAMES = 10, 5_000
EVEN = [0.0] * CARDS


# --- flags ------------------------------------------------------------------------------------------------


def fixed(percent: list[float], error: float = 0.5) -> Values:
    """Rates with a standard error of about ``error``."""
    noise = np.random.default_rng(1).normal(0, error * np.sqrt(50), (50, len(percent)))
    noise -= noise.mean(axis=0)
    return ratios(tuple(names_of(len(percent))), 10 * (np.array(percent) + noise), np.full((50, len(percent)), 10))


def usual(**other: list[float]) -> dict[str, Values]:
    rates = {"played_if_kept": [70.0] * 6, "used": [60.0] * 6, "anted": [20.0] * 6}
    return {name: fixed(percent) for name, percent in (rates | other).items()}


def flags(printed: pl.DataFrame, rates: dict[str, Values], power: Values | None = None) -> list[tuple[str, str]]:
    return [(row["subject"], row["flag"]) for row in flag_rows(printed, rates, power, "thrifty").iter_rows(named=True)]


def test_cards_that_the_strategy_cannot_use_are_flagged() -> None:
    printed = printed_rows("toy", 6)
    assert flags(printed, usual()) == []
    assert flags(printed, usual(played_if_kept=[70, 70, 70, 70, 70, 20])) == [("card-5", "unplayed")]
    assert flags(printed, usual(used=[0, 60, 60, 60, 60, 60])) == [("card-0", "unused")]
    assert flags(printed, usual(anted=[20, 90, 20, 20, 20, 20])) == [("card-1", "ante")]
    power = fixed([1.0, 1.0, -0.1, -4.0, 1.0, 1.0])
    assert flags(printed, usual(), power) == [("card-3", "harmful")]
    (words,) = flag_rows(printed, usual(), power, "thrifty")["words"]
    assert words == "thrifty misplays this card: its power costs the holder 4.0 points of win rate"


def test_cards_are_compared_with_cards_as_strong_that_have_a_power() -> None:
    apart = printed_rows("toy", 6, strength=[1, 10, 10, 10, 10, 10])
    assert flags(apart, usual(used=[5, 60, 60, 60, 60, 60])) == []  # no peers: weak cards may trigger as they do
    few = usual() | {"used": ratios(tuple(names_of(6)), np.full((9, 6), 60.0) * np.eye(6)[0], np.ones((9, 6)))}
    assert flags(printed_rows("toy", 6), few) == []  # nine plays say nothing
    plain = printed_rows("toy", 6, has_power=[False, True, True, True, True, True])
    assert flags(plain, usual(used=[0, 60, 60, 60, 60, 60])) == []
    assert peers_of(0, np.array([5.0, 6.0, 8.0, 3.0]), np.array([True, True, True, False])).tolist() == [1]


def test_cards_alike_raise_hardly_any_flag() -> None:
    """A flag takes a rate of certainly less than half of the usual one: none in 100 decks of cards that are alike."""
    printed, raised = printed_rows("toy", 6), 0
    for seed in range(100):
        noise = np.random.default_rng(seed).normal(0, 100, (3, 50, 6))  # standard errors of 14 points
        rates = {
            name: ratios(tuple(names_of(6)), 10 * (base + each), np.full((50, 6), 10))
            for name, base, each in zip(("played_if_kept", "used", "anted"), (70.0, 60.0, 20.0), noise, strict=True)
        }
        raised += len(flags(printed, rates))
    assert raised == 0


# --- other tables -----------------------------------------------------------------------------------------


def test_values_at_several_tables_agree_or_not() -> None:
    tables = {"one": fixed([5.0, 5, 0.1, -5]), "two": fixed([6.0, -5, 0.2, -4]), "three": fixed([4.0, 5, -0.1, -6])}
    rows = robustness(tables, "draw_wins")
    assert rows["holds"].to_list() == [HOLDS, NOT, UNCLEAR, HOLDS]
    assert rows["agree"].to_list() == pytest.approx([1, 2 / 3, 2 / 3, 1])
    assert (rows["prediction_low"] <= rows["low"]).all()
    both = correlations(tables, "draw_wins")
    ways = dict(zip(both.select("table", "reference").iter_rows(), both["estimate"], strict=True))
    assert len(ways) == 6 and ways["one", "three"] == ways["three", "one"] == 1 > ways["one", "two"]


# --- all of it --------------------------------------------------------------------------------------------


def test_the_analysis_has_all_its_tables() -> None:
    worth = np.linspace(2, -2, CARDS)
    rows = [
        cell_row("toy", GAMES),
        cell_row("other", GAMES, deck="toy", table="spender"),
        cell_row("twin", GAMES // 2, deck="toy", twin="card-0"),
        cell_row("forced", GAMES, deck="toy", forced="card-0"),
    ]
    tables = {}
    for seed, row in enumerate(rows):
        tables |= tables_of(row["cell"], seed, row["games"], worth, worth / 50)
    study = cards_study(rows, tables, drawn=[False] * 9 + [True])
    result = analyse(study)
    assert list(result) == ["cells", "list", "estimates", "flags"]
    facts = {name: frame for name, frame in result.items() if name != "estimates"}
    assert all({"deck", "variant", "players", "table"} <= set(table.columns) for table in facts.values())
    by_group = result["estimates"].partition_by("group", as_dict=True)
    assert {group for (group,) in by_group} == {
        *("values", "colours", "games", "rates", "checks", "link"),
        *("forced", "inclusion", "agreement", "horizons", "robust", "naive"),
    }
    assert set(by_group["values",]["measure"]) == set(KINDS)
    assert result["cells"]["table"].to_list() == ["balanced", "spender"]
    assert list(figures(result)) == ["tiers", "values", "strength", "gold"]


def test_studies_without_a_plain_cell_are_refused() -> None:
    study = cards_study([cell_row("toy", GAMES, twin="card-0")], tables_of("toy", 1, GAMES, EVEN, EVEN))
    with pytest.raises(UserError, match="as printed"):
        analyse(study)
