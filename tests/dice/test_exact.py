"""The dice game against numbers that are worked out by enumeration, in fractions, without the engine."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tda_sim import agents, simulate
from tda_sim.agents.games import DICE
from tda_sim.definitions import DiceDeck, build_game_tables, load_game
from tda_sim.dice import chances, kernel
from tda_sim.dice.terms import Die, Event, Stop
from tda_sim.engine.compiler.plain import wrap

DECK = load_game("dice-gambit", {"rules": {"may_withdraw": False}})
Z = 4.9  # false alarms: less than one in a million for each number


def strengths() -> dict[int, Fraction]:
    """The distribution of a dragon's strength as it is rolled."""
    assert isinstance(DECK, DiceDeck)
    result: Counter[int] = Counter()
    for dragon in DECK.dragons.values():
        faces = range(1, dragon.die + 1) if dragon.die else [dragon.strength or 0]
        for face in faces:
            result[face] += Fraction(1, len(DECK.dragons) * len(faces))  # type: ignore[assignment]
    return dict(result)  # type: ignore[arg-type]


def first_rolls(players: int) -> dict[tuple[int, int], Fraction]:
    """The chances of the highest first roll, and of how many players share it."""
    rows = Counter((max(rolls), rolls.count(max(rolls))) for rolls in product(range(1, 13), repeat=players))
    return {key: Fraction(count, 12**players) for key, count in rows.items()}


def seated(players: int) -> np.ndarray:
    """A game with strategies in its seats, watched."""
    tables = build_game_tables(DECK)
    game = kernel.new_dice_game(tables.cards, tables.rules)
    game["watched"] = 1
    agents.sit_down(game, [agents.find("balanced", DICE)] * players)
    return game


def rolled(games: int) -> dict[str, list[int]]:
    """What the engine's dice showed: first rolls by game, dragons and strengths."""
    game = seated(3)
    result: dict[str, list[int]] = {"ties": [], "dragon": [], "strength": []}
    for number in range(games):
        kernel.start_dice(game, number, np.uint64(5), 3)
        kernel.advance_dice(game, int(Stop.STEP))
        log = game[0]["log"][: game[0]["n_log"]]
        rolls = [int(row["gold"]) for row in log if row["kind"] == Event.ROLL and row["card"] == Die.FIRST]
        result["ties"].append(rolls.count(max(rolls)) > 1)
        for _ in range(3):
            kernel.advance_dice(game, int(Stop.STEP))
        log = game[0]["log"][: game[0]["n_log"]]
        for row in log[log["kind"] == Event.PLAY]:
            if not row["other"]:
                result["dragon"].append(int(row["card"]))
                result["strength"].append(int(row["gold"]))
    return result


@pytest.fixture(scope="module")
def sample(plain: bool) -> dict[str, list[int]]:
    return rolled(300 if plain else 4_000)


def test_a_dragons_strength_has_the_enumerated_distribution() -> None:
    exact, cards = strengths(), wrap(build_game_tables(DECK).cards)[0]
    result = chances.strengths_of_roll(cards).sum(axis=0)
    assert sum(exact.values()) == 1
    assert {k: pytest.approx(float(share)) for k, share in exact.items()} == {
        k: result[k] for k in range(len(result)) if result[k] > 0
    }
    assert chances.mean_strength(cards) == pytest.approx(float(sum(k * share for k, share in exact.items())))


def test_dragons_come_up_with_these_chances(sample: dict[str, list[int]]) -> None:
    n, exact = len(sample["strength"]), strengths()
    for dragon in range(12):
        assert is_near(sample["dragon"].count(dragon), n, Fraction(1, 12))
    for strength, share in exact.items():
        assert is_near(sample["strength"].count(strength), n, share)


def test_first_rolls_tie_as_often_as_they_should(sample: dict[str, list[int]]) -> None:
    tied = sum(share for (_, count), share in first_rolls(3).items() if count > 1)
    assert tied == 1 - Fraction(3 * sum(below**2 for below in range(12)), 12**3) == Fraction(35, 288)
    assert is_near(sum(sample["ties"]), len(sample["ties"]), tied)


def is_near(count: int, n: int, share: Fraction) -> bool:
    """Whether the count is where a share of n should be, up to `Z` standard errors."""
    p = float(share)
    return abs(count - n * p) < Z * sqrt(n * p * (1 - p))


def expected_stakes(players: int) -> Fraction:
    """The mean of the stakes before the first dragon: all but one pay the highest roll, one pays half, rounded up."""
    return sum(
        (
            share * ((players - 1) * highest + (highest + 1) // 2)
            for (highest, _), share in first_rolls(players).items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("players", [2, 4])
def test_the_expected_stakes_before_the_first_power(players: int) -> None:
    game, result = seated(players), []
    for number in range(2_000):
        kernel.start_dice(game, number, np.uint64(9), players)
        kernel.advance_dice(game, int(Stop.STEP))
        result.append(int(game[0]["table"]["stakes"]))
    assert abs(np.mean(result) - float(expected_stakes(players))) < Z * np.std(result) / sqrt(len(result))


def test_what_everybody_pays_in_for_dragons_has_the_enumerated_mean(tmp_path: Path) -> None:
    """Where powers and special flights do nothing, all that is paid into the stakes is antes and strengths."""
    quiet = {"dragons": {name: {"power": "none"} for name in DECK.dragons}}  # type: ignore[union-attr]
    rules = {"may_withdraw": False, "starting_gold": 1000, "god_flight": False, "triplet_flight": False}
    rules |= {"allied_flight": False}
    result = simulate("dice-gambit", 2, 20_000, "balanced", 3, rules=[quiet, {"rules": rules}], progress=False)
    stakes = result.games.select(pl.col("max_stakes")).collect()["max_stakes"]
    mean = float(expected_stakes(2) + 6 * sum((k * share for k, share in strengths().items()), Fraction(0)))
    assert abs(stakes.mean() - mean) < Z * stakes.std() / sqrt(len(stakes))  # type: ignore[operator]


def test_the_chance_of_a_flight_is_that_of_all_its_rolls() -> None:
    cards = wrap(build_game_tables(DECK).cards)[0]
    result = chances.strengths_of_flight(cards, 4, 2).sum(axis=0)
    exact: Counter[int] = Counter()
    for (a, share), (b, other) in product(strengths().items(), repeat=2):
        exact[4 + a + b] += share * other  # type: ignore[assignment]
    assert {k: pytest.approx(float(share)) for k, share in exact.items()} == {
        k: result[k] for k in range(len(result)) if result[k] > 0
    }
