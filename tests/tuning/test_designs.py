"""Searches for a design: what may change, and how well searches find what is known to meet the goals."""

import sys
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tda_sim.definitions.clocks import USUAL, load_clock
from tda_sim.errors import UserError
from tda_sim.measures.goals import Goal, levels_of, read_goal
from tda_sim.runs.play import Stop
from tda_sim.runs.threads import Pool
from tda_sim.studies.cells import Cell, Setting, Table
from tda_sim.studies.in_memory import InMemory, PlayedCell, play_cell
from tda_sim.tuning.designs import model
from tda_sim.tuning.designs.elites import elites
from tda_sim.tuning.designs.model import Model
from tda_sim.tuning.designs.search import METHODS, search
from tda_sim.tuning.designs.space import Point, Space, read_power, read_space
from tda_sim.tuning.designs.trials import Shown, Trials

GOLD, ROUNDS, STEAL = "rules.starting_gold.each", "rules.rounds", "dragons.black.power.steal"


@pytest.fixture(scope="module")
def space() -> Space:
    return read_space("original", [], {GOLD: "20..80:2", STEAL: "1..6"}, ["four-rounds"])


# --- what may change --------------------------------------------------------------------------------------


def test_the_printed_game_changes_nothing(space: Space) -> None:
    assert space.changes(space.printed) == []
    assert space.effort([space.printed]).tolist() == [0]
    assert space.size == 31 * 6 * 2


def test_a_point_is_a_house_rule_that_changes_what_it_says(space: Space) -> None:
    point = (5, 2, 1)
    assert space.named(point) == {
        0: "30 gold each (50 as printed)",
        1: "Black Dragons: steal = 3 (2 as printed)",
        2: "Four rounds",
    }
    *named, rule = space.rule(point, "design")
    assert named == ["four-rounds"]
    assert rule["rules"]["starting_gold"]["each"] == 30
    assert space.loaded(point).rules.rounds == 4


def test_more_and_larger_changes_are_more_effort(space: Space) -> None:
    small, large, both = space.effort([(16, 1, 0), (30, 1, 0), (30, 5, 0)])
    assert 0 < small < large < both


def test_bounds_that_leave_out_the_printed_value_are_bounds() -> None:
    space = read_space("original", [], {GOLD: "20..40:10"}, [])
    assert space.factors[0].values[space.printed[0]] == 40
    assert space.changes(space.printed) == [0]


def test_one_and_yes_are_two_values() -> None:
    space = read_space("original", [], {"rules.leader_triggers": "true,false", ROUNDS: "1..3"}, [])
    assert space.factors[1].text(0) == "rounds in a gambit = 1 (3 as printed)"
    assert space.factors[0].text(1 - space.printed[0]).startswith("leader triggers = ")


def test_parts_of_a_deck_go_in_and_out_and_their_number_stays() -> None:
    space = read_space("every-card", [], {}, [], parts=True)
    generator = np.random.default_rng(1)
    point = space.drawn(generator)
    for _ in range(200):
        k = int(generator.integers(len(space.factors)))
        moved = space.moved(point, k, 1, generator)
        assert all(lot.holds(moved) for lot in space.lots)
        assert space.distance(point, moved) in (0, 1, 2)
        point = moved
    deck = space.loaded(point)
    assert deck.draws.lots == () or all(lot.is_settled for lot in deck.draws.lots)


def test_a_card_may_have_the_power_of_another() -> None:
    power = read_power("original", [], "thief", ["druid", "silver"])
    space = read_space("original", [], {"cards.thief.strength": "5..7"}, [], powers=[power])
    own, druid = (space.loaded((2, place)) for place in (0, 1))
    cards = [{card.name: card for card in deck.cards} for deck in (own, druid)]
    assert cards[0]["thief"].power != cards[1]["thief"].power == cards[1]["druid"].power
    assert cards[1]["thief"].text == cards[1]["druid"].text
    assert space.named((0, 2)) == {
        0: "strength of Thief = 5 (7 as printed)",
        1: "Thief: power of Silver Dragons",
    }
    assert space.changes((2, 0)) == []
    assert space.loaded((0, 2)).cards != own.cards


@pytest.mark.parametrize(
    ("name", "others", "message"),
    [
        ("jester", ["druid"], "original has no card or colour jester"),
        ("copper-10", ["druid"], "original has no card or colour copper-10"),
        ("thief", ["druid", "druid"], "names a power twice"),
        ("thief", ["thief"], "names a power twice"),
        ("thief", ["tiamat"], "tiamat has no power"),
    ],
)
def test_powers_that_there_are_not_are_refused(name: str, others: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_power("original", [], name, others)


def test_a_power_and_its_numbers_do_not_change_at_once() -> None:
    power = read_power("original", [], "thief", ["druid"])
    with pytest.raises(UserError, match="the whole power may change"):
        read_space("original", [], {"cards.thief.power.steal": "1..9"}, [], powers=[power])


@pytest.mark.parametrize(
    ("change", "named", "parts", "message"),
    [
        ({}, [], False, "0 things may change"),
        ({ROUNDS: "2"}, [], False, "a single value"),
        ({"rules.bogus": "1..2"}, [], False, "no parameter rules.bogus"),
        ({ROUNDS: "2..3", f" {ROUNDS}": "3..4"}, [], False, "listed twice"),
        ({}, [], True, "all games of original have the same cards"),
    ],
)
def test_what_cannot_change_is_refused(change: dict[str, str], named: list[str], parts: bool, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_space("original", [], change, named, parts)


# --- searches of a known truth ----------------------------------------------------------------------------


class Known(Trials):
    """Trials whose numbers follow from their point, and from noise that falls with games; nothing is played."""

    def _begun(self, point: Point, games: int) -> list[Future[PlayedCell]]:
        return []

    def _measured(self, point: Point, games: int, played: Sequence[PlayedCell]) -> Shown:
        noise = np.random.default_rng([self.seed, self.generation, *point]).normal(size=2)
        error = np.array([20.0, 60.0]) / np.sqrt(games)
        numbers = truth(self.space, point) + error * noise
        return Shown(self.generation, list(point), games, [numbers.tolist()], [error.tolist()])


def truth(space: Space, point: Point) -> np.ndarray[Any, Any]:
    """Minutes and plays of a made-up game: curved, and two changes do more together."""
    gold, steal, four = space.scaled([point])[0]
    return np.array([30 + 20 * gold + 4 * gold**2 - 3 * steal, 80 + 40 * gold + 6 * four + 5 * steal * four])


def goals() -> list[Goal]:
    return [read_goal("minutes", "20 +- 1"), read_goal("plays", ">= 60").settled(80.0)]


def found(
    space: Space, method: str, seed: int, games: int, wanted: Sequence[Goal] | None = None
) -> tuple[Point, Trials]:
    trials = made_up(space, seed, games, wanted)
    return search(trials, method)[0], trials


def made_up(space: Space, seed: int, games: int, wanted: Sequence[Goal] | None = None) -> Trials:
    seated = {4: [Table("x", "same", ())]}
    return Known(space, {4: wanted or goals()}, seated, "x", seed, games, load_clock(USUAL), Pool(0))


def meets(space: Space, point: Point) -> bool:
    return all(goal.miss(number) == 0 for goal, number in zip(goals(), truth(space, point), strict=True))


def test_the_goals_are_hard_to_meet(space: Space) -> None:
    assert sum(meets(space, point) for point in space.points()) == 7  # of 372, all with three changes


@pytest.mark.sample(4)
@pytest.mark.parametrize("method", METHODS)
def test_a_search_plays_as_many_games_as_it_may_and_comes_nearer(space: Space, method: str) -> None:
    best, trials = found(space, method, 1, 40_000)
    assert 39_000 <= trials.spent <= 40_000
    there, printed = trials.loss([best, space.printed], np.array([[truth(space, best)], [truth(space, space.printed)]]))
    assert there < 0.1 * printed


@pytest.mark.full
def test_a_model_needs_fewer_games_than_chance(space: Space) -> None:
    """Of 12 seeds, 11 or more against 8 or fewer, with the same games."""
    hits = {
        method: sum(meets(space, found(space, method, seed, 40_000)[0]) for seed in range(12))
        for method in ("model", "chance")
    }
    assert hits["model"] >= 11
    assert hits["chance"] <= 8


def test_what_is_believed_is_nearer_than_what_points_showed_and_knows_how_near(space: Space) -> None:
    """Of some 500 numbers, their 95 % intervals hold for 92 % or more: with 95 % the chance of fewer is below 1 %."""
    off = []
    for seed in range(12):
        _, trials = found(space, "model", seed, 8_000)
        for point, believed in trials.believed.items():
            shown, right = trials.known[point], truth(space, point)
            off.append([(each.numbers[0] - right) / believed.errors[0] for each in (believed, shown)])
    believed, shown = np.moveaxis(np.array(off), 1, 0)
    assert (believed**2).mean() < 0.7 * (shown**2).mean()
    assert (np.abs(believed) < 1.96).mean() > 0.92


def test_of_many_things_that_may_change_the_few_that_matter_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each measure depends on one of nine strengths: squared errors at other points are less than 60 %."""
    names = ["archmage", "dragonslayer", "druid", "fool", "priest", "princess", "bahamut", "tiamat", "dracolich"]
    space = read_space("original", [], {f"cards.{name}.strength": "1..13" for name in names}, [])
    monkeypatch.setattr(Space, "is_taken", lambda self, point: True)

    def truth(space: Space, point: Point) -> np.ndarray[Any, Any]:
        first, second, *_ = space.scaled([point])[0]
        return np.array([30 + 3 * first, 80 + 9 * second - 3 * second**2])

    monkeypatch.setattr(sys.modules[__name__], "truth", truth)
    generator = np.random.default_rng(1)
    points = [space.drawn(generator) for _ in range(240)]
    seen, others = points[:40], points[40:]
    right = np.array([truth(space, point) for point in others])
    off: dict[int, list[float]] = {0: [], model.WEIGHED: []}
    for seed in range(10):
        trials = made_up(space, seed, 40 * 200)
        trials.play(seen, 200)
        for weighed, squares in off.items():
            monkeypatch.setattr(model, "WEIGHED", weighed)
            wrong = (Model(trials).predicted(others)[:, 0] - right) / [3, 9]
            squares.append(float((wrong**2).mean()))
    plain, sparse = (np.mean(each) for each in off.values())
    assert sparse < 0.6 * plain


def test_a_search_takes_back_what_is_not_needed(space: Space) -> None:
    wanted = [read_goal("minutes", "20 +- 2"), read_goal("plays", ">= 1").settled(80.0)]
    best, _ = found(space, "model", 3, 100_000, wanted)
    assert space.changes(best) == [0]


def test_an_evolution_whose_points_the_rules_never_take_ends(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Space, "is_taken", lambda self, point: False)
    with pytest.raises(UserError, match="the rules take hardly any"):
        found(space, "cma", 1, 40_000)


@pytest.mark.parametrize(("method", "least"), [("model", 3), ("cma", 2), ("coordinates", 3)])
def test_parts_are_searched_too(method: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten out of twenty colours, the first three are what a goal asks for: chance has all of them in one of 9."""
    space = read_space("every-card", [], {}, [], parts=True)
    monkeypatch.setattr(Space, "is_taken", lambda self, point: all(lot.holds(point) for lot in self.lots))
    monkeypatch.setattr(
        sys.modules[__name__], "truth", lambda space, point: np.array([10.0 + 5 * sum(point[:3]), 80.0])
    )
    best, _ = found(space, method, 2, 20_000, [read_goal("minutes", "24..30")])
    assert sum(best[:3]) >= least and all(lot.holds(best) for lot in space.lots)


def test_a_map_has_designs_all_over_two_goals(space: Space) -> None:
    _, trials = found(space, "model", 1, 40_000)
    kept = elites(trials, (0, 1))
    numbers = np.array([truth(space, point) for point in kept])
    every = np.array([truth(space, point) for point in space.points()])
    reach = (numbers.max(axis=0) - numbers.min(axis=0)) / (every.max(axis=0) - every.min(axis=0))
    assert len({*kept}) == len(kept) > 10 and (reach > 0.55).all()  # the ends of the outer cells
    assert kept == elites(trials, (0, 1))


def test_a_map_needs_a_library(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    _, trials = found(space, "model", 1, 10_000)
    for name in ("ribs", "ribs.archives"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UserError, match="needs pyribs") as error:
        elites(trials, (0, 1))
    assert "pip install ribs" in str(error.value)


def test_the_same_seed_finds_the_same(space: Space) -> None:
    one, again = (found(space, "model", 5, 10_000) for _ in range(2))
    assert one[0] == again[0]
    assert list(one[1].known) == list(again[1].known)


def test_too_few_games_are_refused_with_how_many_it_takes(space: Space) -> None:
    with pytest.raises(UserError, match="a budget of 1,000 games is too small"):
        found(space, "model", 1, 1_000)


# --- games in memory --------------------------------------------------------------------------------------


def test_games_in_memory_show_what_a_study_of_them_shows(space: Space, tmp_path: Path) -> None:
    import tda_sim
    from tda_sim import agents

    table = Table("balanced", "same", (agents.find("balanced"),))
    cell = Cell(Setting(space.loaded((5, 1, 0)), "design"), 4, table, 7, 1)
    played = play_cell(cell, cell.work(), 0, 400, Stop(), lambda games: None)
    assert played is not None
    here = InMemory({cell.name: played})
    rule = space.rule((5, 1, 0), "thirty")[-1]
    study = {"title": "x", "decks": ["original"], "variants": [rule], "tables": ["balanced"], "games": 400, "seed": 7}
    there = tda_sim.study(study, out=tmp_path).study
    assert there is not None
    rows = there.cells.filter(variant="thirty").to_dicts()
    wanted = [*goals(), read_goal("worth copper-10", "0 +- 1"), read_goal("spread of cards", "least")]
    shown = (levels_of(here, here.cells.to_dicts(), wanted, "balanced"), levels_of(there, rows, wanted, "balanced"))
    for one, other in zip(*shown, strict=True):
        assert one is not None and other is not None
        assert one.estimate == pytest.approx(other.estimate)
