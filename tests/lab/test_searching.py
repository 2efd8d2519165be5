"""The search of the page in the browser, in Node: among made-up measures, whose truth is known."""

from itertools import pairwise
from typing import Any

import pytest
from in_node import ask, shipped  # beside this file
from played_cells import NODE

from tda_sim.definitions.parameters import find_parameter
from tda_sim.definitions.spelled_out import spelled_out

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node")

MINUTES = {"constant": 4, "slopes": [0.6]}  # 30 at 43
LENGTH = {"constant": 10, "slopes": [0.5, 2.0]}
COMEBACKS = {"constant": 20, "slopes": [-0.2, 1.0], "squares": [0.0, -0.05]}


def searched(**about: Any) -> dict[str, Any]:
    usual = {"ranges": [[20, 98]], "start": [50], "measures": [MINUTES], "noise": 0.0, "rounds": 20}
    (found,) = ask({"kind": "search", **usual, **about})
    return dict(found)


def truth(measure: dict[str, Any], point: list[int]) -> float:
    squares = measure.get("squares", [0.0] * len(point))
    return float(
        measure["constant"] + sum(a * x + b * x * x for a, b, x in zip(measure["slopes"], squares, point, strict=True))
    )


def goal(low: float | None, high: float | None, scale: float) -> dict[str, Any]:
    return {"low": low, "high": high, "scale": scale}


def test_one_number_is_found_and_what_changes_little_is_preferred() -> None:
    found = searched(goals=[goal(26, 30, 2)])
    (best,) = found["proposals"]
    assert 26 <= truth(MINUTES, best) <= 30
    assert best[0] == 40, "the nearest to the game as it stands that is well inside the range"
    assert found["isMet"] and len(found["asked"]) < 10


@pytest.mark.parametrize("noise", [0.0, 0.4])
def test_two_numbers_are_found_for_two_wants(noise: float) -> None:
    about = {"ranges": [[20, 80], [3, 10]], "start": [50, 6], "measures": [LENGTH, COMEBACKS], "noise": noise}
    found = searched(**about, goals=[goal(38, 42, 2), goal(17, None, 1)])
    best = found["proposals"][0]
    assert 37.5 <= truth(LENGTH, best) <= 42.5
    assert truth(COMEBACKS, best) >= 16.5
    played = sum(map(len, found["asked"]))
    assert played < 90, "of 248 points"


def test_what_the_rules_refuse_is_never_played() -> None:
    about = {"ranges": [[20, 80], [3, 10]], "start": [50, 6], "measures": [LENGTH, COMEBACKS], "refused": 60}
    found = searched(**about, goals=[goal(38, 42, 2), goal(15, None, 1)])
    played = [point for points in found["asked"] for point in points]
    assert all(sum(point) <= 60 for point in played) and len(found["asked"][0]) > 8
    assert 38 <= truth(LENGTH, found["proposals"][0]) <= 42


def test_the_same_search_asks_for_the_same_points() -> None:
    about = {"ranges": [[20, 80], [3, 10]], "start": [50, 6], "measures": [LENGTH, COMEBACKS], "noise": 0.4}
    one, other = (searched(**about, goals=[goal(38, 42, 2), goal(17, None, 1)]) for _ in range(2))
    assert one == other


def test_what_is_in_the_way_is_named() -> None:
    about = {"ranges": [[20, 80], [3, 10]], "start": [50, 6], "measures": [LENGTH, COMEBACKS]}
    never = searched(**about, goals=[goal(38, 42, 2), goal(90, None, 1)])
    assert never["way"] == [1] and not never["isMet"]
    apart = searched(**about, goals=[goal(65, None, 2), goal(19, None, 1)])
    assert apart["way"] == [0, 1]
    neither = searched(**about, goals=[goal(500, None, 2), goal(90, None, 1)])
    assert neither["way"] == []


def test_proposals_differ() -> None:
    found = searched(
        ranges=[[20, 80], [3, 10]],
        start=[50, 6],
        measures=[LENGTH, COMEBACKS],
        goals=[goal(30, 60, 15), goal(None, 30, 1)],
    )
    assert len(found["proposals"]) > 1
    for one, other in pairwise(found["proposals"]):
        assert abs(one[0] - other[0]) >= 15 or abs(one[1] - other[1]) >= 2


def test_a_range_has_few_values() -> None:
    ends = [(1, 4), (20, 60), (25, 100), (0, 100_000), (7, 1_000)]
    for (low, high), values in zip(ends, ask(*({"kind": "values", "from": a, "to": b} for a, b in ends)), strict=True):
        assert 2 <= len(values) <= 40 and values[0] == low and values[-1] <= high
        assert len({b - a for a, b in pairwise(values)}) == 1


@pytest.mark.parametrize("name", ["original", "legendary", "emperors-gambit"])
def test_commands_know_the_numbers_by_the_names_in_the_file_of_goals(name: str) -> None:
    place = [one.deck.name for one in shipped()].index(name)
    (names,) = ask({"kind": "parameters", "deck": place})
    deck, tree = spelled_out(name)
    assert len(names) > 60
    for each in names:
        assert find_parameter(deck, tree, each).name == each
