"""Charts of positions whose truth is known: classes of options and positions, and what the numbers are."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from made_up_charts import position

from tda_sim.definitions.tables import Tables
from tda_sim.engine.layout import NONE
from tda_sim.measures.discoveries import BESIDE
from tda_sim.review.charts import (
    ANY,
    AVERAGE,
    BETWEEN,
    CHARTS,
    FEW,
    GIVE_STRONGEST,
    GIVE_WEAKEST,
    PAIR,
    PAY,
    STRONGEST,
    TAKEN,
    WEAKEST,
    Chart,
    estimates_of,
    of_player,
    options_of,
)
from tda_sim.review.forced import Forced, Kind
from tda_sim.review.forced_games import ForcedPlan
from tda_sim.runs.play import plan_work

WORK = plan_work("original", None, 4, ["balanced"], 1, False)
TABLES: Tables = WORK.tables
NAMED = {name: k for k, name in enumerate(TABLES.names)}
HAND = [NAMED[name] for name in ("black-1", "blue-4", "copper-10", "gold-11", "white-8")]
CHART = {chart.name: chart for chart in CHARTS}
GAMES = 40


def numbers(positions: list[Forced], group: str) -> dict[tuple[str, str, str], float]:
    values = dict(of_player(positions, TABLES, GAMES))[group]
    row_column_other = (name.split(BESIDE) for name in values.names)
    return {
        (row, column, other): value
        for (row, column, other), value in zip(row_column_other, values.estimate.tolist(), strict=True)
    }


def masks(chart: Chart, it: Forced) -> dict[str, list[int]]:
    belongs = options_of([it], TABLES).select(**chart.columns)
    return {name: belongs[name].fill_null(False).arg_true().to_list() for name in chart.columns}


def test_ranks_are_the_strengths_of_the_hand() -> None:
    assert masks(CHART["ante"], position(0, Kind.ANTE, HAND, [0.2] * 5)) == {
        WEAKEST: [0],
        BETWEEN: [1, 2, 4],
        STRONGEST: [3],
    }


def test_cards_of_one_strength_have_no_ranks() -> None:
    alike = [NAMED["black-1"], NAMED["white-1"]]
    assert masks(CHART["ante"], position(0, Kind.ANTE, alike, [0.2, 0.3])) == {WEAKEST: [], BETWEEN: [], STRONGEST: []}


def test_what_triggers_is_compared_with_what_does_not() -> None:
    it = position(0, Kind.FOLLOW, HAND, [0.2] * 5, triggers=[True, True, False, False, False])
    assert [*masks(CHART["follow"], it).values()] == [[0], [1], [3]]


def test_to_pay_is_compared_with_the_cards_that_will_do() -> None:
    it = position(0, Kind.GIVE, [NONE, *HAND[1:3]], [0.2] * 3)
    assert masks(CHART["give"], it) == {GIVE_WEAKEST: [1], GIVE_STRONGEST: [2], PAY: [0]}


def test_sorts_of_cards() -> None:
    pair = [NAMED["black-1"], NAMED["black-2"], NAMED["gold-11"]]
    found = masks(CHART["cards, open"], position(0, Kind.OPEN, pair, [0.2] * 3, triggers=[True] * 3))
    assert found[PAIR] == [0, 1] and found["evil dragons"] == [0, 1] and found["good dragons"] == [2]
    assert found["strength 1 to 3"] == [0, 1] and found["strength 10 or more"] == [2]


def test_numbers_are_differences_from_the_average_card_of_the_hand() -> None:
    worth = [0.3, 0.2, 0.2, 0.1, 0.2]
    found = numbers([position(game, Kind.ANTE, HAND, worth, taken=0) for game in range(GAMES)], "ante")
    expected = {WEAKEST: 10.0, BETWEEN: 0.0, STRONGEST: -10.0, TAKEN: 10.0}
    for row in (ANY, "a card of 11 or more", "5 or 6 cards"):
        assert {column: found[row, column, AVERAGE] for column in expected} == pytest.approx(expected)
    assert {row for row, *_ in found} == {ANY, "a card of 11 or more", "5 or 6 cards"}


def test_against_paying() -> None:
    every = [position(game, Kind.GIVE, [NONE, *HAND[1:3]], [0.25, 0.24, 0.2], taken=1, hand=3) for game in range(GAMES)]
    found = numbers(every, "give")
    assert found[ANY, GIVE_WEAKEST, PAY] == pytest.approx(-1) and found[ANY, GIVE_STRONGEST, PAY] == pytest.approx(-5)
    assert found[ANY, TAKEN, PAY] == pytest.approx(-1) and ("up to 3 cards", TAKEN, PAY) in found


def test_a_price_that_the_deck_cannot_set_is_left_out() -> None:
    every = [position(game, Kind.BUY, [0, 1, 3], [0.3, 0.29, 0.2]) for game in range(GAMES)]
    found = numbers(every, "buy")
    assert found[ANY, "10 or more", "1 to 3"] == pytest.approx(-10) and (ANY, "7 to 9", "1 to 3") not in found


def test_few_positions_have_no_number() -> None:
    every = [position(game, Kind.ANTE, HAND, [0.2] * 5) for game in range(FEW - 1)]
    assert numbers(every, "ante") == {}


def test_positions_of_a_game_count_as_one_where_they_are_alike() -> None:
    """Ten copies of each position tell no more than one: the error is over games."""
    chance = np.random.default_rng(1)
    once = [position(game, Kind.ANTE, HAND, chance.uniform(0.1, 0.4, 5)) for game in range(GAMES)]

    def error(positions: list[Forced]) -> Any:
        return dict(of_player(positions, TABLES, GAMES))["ante"].error

    assert error(once * 10) == pytest.approx(error(once))


def test_the_check_is_the_difference_from_games_as_they_ended() -> None:
    every = [position(game, Kind.ANTE, HAND, [0.25] * 5, wins=[0.25, 0.25, 0.25, 0.25, 0.35]) for game in range(GAMES)]
    found = numbers(every, "ante, check")
    assert found[ANY, BETWEEN, AVERAGE] == pytest.approx(2 - 10 / 3) and {row for row, *_ in found} == {ANY}


@pytest.mark.parametrize(("other", "holds"), [(0.1, "holds"), (-0.1, "does not hold")])
def test_over_players(other: float, holds: str) -> None:
    chance = np.random.default_rng(1)

    def games(gap: float) -> list[Forced]:
        noise = chance.normal(0, 0.01, (GAMES, 2))
        return [position(game, Kind.ANTE, HAND[:2], [0.2 + gap + a, 0.2 + b]) for game, (a, b) in enumerate(noise)]

    plan = ForcedPlan((WORK, WORK), GAMES)
    table = estimates_of({"balanced": games(0.1), "spender": games(other)}, plan, {"deck": "original", "rule": ""})
    across = table.filter(kind="across", subject=ANY).row(0, named=True)
    assert (across["measure"], across["reference"], across["holds"]) == (WEAKEST, STRONGEST, holds)
    assert table.filter(pl.col("main"))["table"].unique().to_list() == ["balanced"]
    verdicts = table.filter(group="ante, pairs", kind="value", subject=ANY)["verdict"].to_list()
    assert verdicts == ["more", "more" if other > 0 else "less"]
