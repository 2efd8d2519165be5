"""Goals of a designer: how they are written, how far numbers miss them, and the numbers themselves."""

from math import inf

import numpy as np
import pytest

import tda_sim
from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.card_values import dealt_value
from tda_sim.measures.compare import measured
from tda_sim.measures.goals import Goal, Level, in_the_way, levels_of, line_ups_of, read_goal
from tda_sim.measures.metrics import METRICS
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR
from tda_sim.studies import StudyResults


@pytest.mark.parametrize(
    ("wish", "low", "high", "scale"),
    [
        ("45 +- 5", 40, 50, 5),
        ("45 ± 5", 40, 50, 5),
        ("10..12", 10, 12, 1),
        ("-2..2", -2, 2, 2),
        (">= 12", 12, inf, 0),
        ("<= 3.5", -inf, 3.5, 0),
    ],
)
def test_a_range_is_written_as_people_do(wish: str, low: float, high: float, scale: float) -> None:
    goal = read_goal("minutes", wish)
    assert (goal.low, goal.high, goal.scale) == (low, high, scale)


def test_a_range_that_lacks_an_end_is_missed_by_what_matters_of_the_measure() -> None:
    goal = read_goal("comebacks", ">= 12").settled(10.0)
    margin = METRICS["comebacks"].smallest.of(10.0)
    assert goal.scale == margin
    assert goal.miss(12 - 2 * margin) == pytest.approx(2.0)


def test_as_printed_is_known_once_the_printed_game_is() -> None:
    goal = read_goal("plays", "as printed +- 3").settled(80.0)
    assert (goal.low, goal.high) == (77.0, 83.0)
    margin = METRICS["plays"].smallest.of(80.0)
    usual = read_goal("plays", "as printed").settled(80.0)
    assert (usual.low, usual.high) == (80.0 - margin, 80.0 + margin)


def test_no_less_than_printed_leaves_room_for_what_does_not_matter() -> None:
    margin = METRICS["comebacks"].smallest.of(10.0)
    no_less, no_more = (read_goal("comebacks", wish).settled(10.0) for wish in (">= printed", "<= printed"))
    assert (no_less.low, no_less.high) == (10.0 - margin, inf)
    assert (no_more.low, no_more.high) == (-inf, 10.0 + margin)


def test_least_and_most_have_no_range_and_are_never_missed() -> None:
    least, most = (read_goal("spread of cards", wish).settled(3.0) for wish in ("least", "most"))
    assert least.miss(100.0) == 0.0
    assert least.loss(4.0) > least.loss(3.0)
    assert most.loss(4.0) < most.loss(3.0)
    assert least.verdict(1.0, 2.0) == UNCLEAR


def test_a_goal_holds_where_the_whole_interval_is_in_its_range() -> None:
    goal = read_goal("minutes", "45 +- 5")
    ends = ((41, 49), (39, 49), (30, 39), (51, 60), (30, 60))
    assert [goal.verdict(*each) for each in ends] == [HOLDS, UNCLEAR, NOT, NOT, UNCLEAR]


@pytest.mark.parametrize(
    ("name", "wish", "message"),
    [
        ("minute", "45 +- 5", "there is no measure minute"),
        ("minutes", "45", "minutes: 45 is not a goal"),
        ("minutes", "", "minutes: nothing is not a goal"),
        ("minutes", "45 +- 0", "leaves no room"),
        ("minutes", "12..10", "leaves no room"),
        ("worth", "0 +- 1", "there is no measure worth"),
    ],
)
def test_what_is_no_goal_is_refused(name: str, wish: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_goal(name, wish)


def test_the_goal_in_the_way_is_that_without_which_all_others_can_be_met() -> None:
    goals = [
        read_goal("minutes", "10..20"),
        read_goal("comebacks", ">= 12").settled(10.0),
        read_goal("ties", "<= 50").settled(1.0),
    ]
    short, wild = ({"minutes": 15, "comebacks": 5, "ties": 1}, {"minutes": 30, "comebacks": 15, "ties": 1})
    assert [goal.name for goal in in_the_way(goals, [short, wild])] == ["minutes", "comebacks"]
    assert in_the_way(goals, [short, {"minutes": 15, "comebacks": 13, "ties": 1}]) == []
    assert goals[1].loss(5) > goals[1].loss(13)


# --- numbers ----------------------------------------------------------------------------------------------

TWO = ["master", "casual"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    study = {"title": "Goals", "decks": ["original"], "tables": ["balanced", TWO], "games": 600, "players": 2}
    found = tda_sim.study(study, out=tmp_path_factory.mktemp("goals")).study
    assert isinstance(found, StudyResults)
    return found


def number(played: StudyResults, goal: Goal) -> Level:
    (found,) = levels_of(played, played.cells.to_dicts(), [goal], "balanced")
    assert found is not None
    return found


def test_a_metric_is_that_of_the_table_where_all_play_alike(played: StudyResults) -> None:
    cell = played.cells.filter(kind="same")["cell"][0]
    expected = measured(block_sums(played, cell), METRICS["minutes"])
    found = number(played, read_goal("minutes", "45 +- 5"))
    assert (found.estimate, found.error) == pytest.approx((expected.estimate, expected.error))


def test_what_one_wins_over_the_other_is_what_the_other_does_not(played: StudyResults) -> None:
    one, other = (number(played, read_goal(name, "50 +- 5")) for name in ("master over casual", "casual over master"))
    assert one.estimate + other.estimate == pytest.approx(100.0)
    assert one.estimate > 55
    assert one.error == pytest.approx(other.error)


def test_three_players_meet_in_two_line_ups_with_as_many_seats() -> None:
    tables = line_ups_of(read_goal("master over casual", "60 +- 5"), 3)
    assert sorted(name for table in tables for name in table) == ["casual"] * 3 + ["master"] * 3


def test_the_worth_of_a_card_is_its_dealt_value_and_their_spread_is_without_noise(played: StudyResults) -> None:
    cell = played.cells.filter(kind="same")["cell"][0]
    values = dealt_value(played, cell)
    place = values.of("copper-10")
    worth = number(played, read_goal("worth copper-10", "0 +- 1"))
    assert (worth.estimate, worth.error) == pytest.approx((values.estimate[place], values.error[place]))
    spread = number(played, read_goal("spread of cards", "least"))
    assert spread.estimate < np.std(values.estimate)


def test_a_difference_of_paired_numbers_is_known_better() -> None:
    luck = np.random.default_rng(3).normal(size=40)
    one, other = Level(5.0, luck, 100), Level(3.0, luck + 0.01, 100)
    gap = one.minus(other)
    assert gap.estimate == 2.0
    assert gap.error < 0.1 * one.error


def test_what_nobody_plays_has_no_number(played: StudyResults) -> None:
    assert levels_of(played, played.cells.to_dicts(), [read_goal("skill", "50 +- 5")], "balanced") == [None]
