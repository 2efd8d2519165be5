"""The even race: its chances are right, and what is compared with it depends on how a game goes, not on how long."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from tda_sim.measures.compare import measured
from tda_sim.measures.drama import per_game
from tda_sim.measures.metrics import DRAMA_METRICS
from tda_sim.measures.null_model import race, race_chances, race_lag, race_moves

Profile = Callable[[np.ndarray], np.ndarray]
PROFILES: dict[str, Profile] = {  # the part of the final variance that is there after a part of the game
    "even": lambda part: part,
    "late": lambda part: part**3,
    "early": lambda part: 1 - (1 - part) ** 3,
    "open in the middle": lambda part: part + np.sin(2 * np.pi * part) / (2 * np.pi),
}
GAMES = 4_000


def compared(character: str, gambits: int, players: int = 4) -> dict[str, float]:
    """Drama and surprise, over those of the even race, of games of that character."""
    worth = np.diff(PROFILES[character](np.arange(gambits + 1) / gambits))
    sums = per_game(*race(worth, players, GAMES, seed=gambits)).with_columns(block=pl.col("game") // 100)
    return {name: measured(sums, metric).estimate for name, metric in DRAMA_METRICS.items()}


def test_chances_of_a_race_are_those_of_normal_numbers() -> None:
    """Two seats, two points apart, with a variance of 2 each to come: P(a normal number with variance 4 exceeds -2)."""
    assert race_chances(np.array([[2.0, 0.0]]), 2.0)[0] == pytest.approx([0.8413, 0.1587], abs=1e-4)
    assert race_chances(np.zeros((1, 5)), 1.0)[0] == pytest.approx([0.2] * 5)


def test_squared_moves_of_chances_add_up_to_the_same_in_every_game() -> None:
    """A martingale from 1/n to the outcome: 1 - 1/n, however long games are, within 3 standard errors."""
    for gambits in (3, 12):
        states, chance = race(np.ones(gambits), 4, GAMES, seed=1)
        path = np.concatenate([np.full((GAMES, 1, 4), 0.25), chance.reshape(GAMES, gambits, 4)], axis=1)
        total = (np.diff(path, axis=1) ** 2).sum(axis=(1, 2))
        assert states.last.sum() == GAMES
        assert abs(total.mean() - 0.75) < 3 * total.std() / np.sqrt(GAMES)


@pytest.mark.sample(3)
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("gambits", [2, 5, 20])
def test_the_even_race_is_what_the_tables_say(players: int, gambits: int) -> None:
    """Means of 4,000 races lie within 3.5 standard errors and 1 %: one of 18 misses in fewer than one of 100 tests."""
    rows = per_game(*race(np.ones(gambits), players, GAMES, seed=players))
    for name, message in (("drama", race_lag), ("surprise", race_moves)):
        expected = float(message(np.array([float(gambits)]), players)[0])
        error = rows[name].std() / np.sqrt(GAMES)  # type: ignore[operator]
        assert rows[name].mean() == pytest.approx(expected, abs=3.5 * error + 0.01 * expected), name


def test_a_single_gambit_has_no_drama_and_moves_all_at_once() -> None:
    assert race_lag(np.array([1.0]), 4)[0] == 0
    assert race_moves(np.array([1.0]), 4)[0] == pytest.approx(np.sqrt(0.75))


@pytest.mark.parametrize("character", PROFILES)
def test_games_of_the_same_character_compare_alike_however_long_they_are(character: str) -> None:
    """From 5 to 20 gambits drama changes by less than 10 %, surprise by less than 6 %; errors are 1.5 and 0.4 %.

    Undivided, the surprise of a gambit falls to less than half.
    """
    short, middle, long = (compared(character, gambits) for gambits in (5, 10, 20))
    for name, most in (("drama", 0.10), ("surprise", 0.06)):
        values = [result[name] for result in (short, middle, long)]
        assert max(values) / min(values) - 1 < most, name


def test_games_of_another_character_compare_otherwise_at_the_same_length() -> None:
    """Where the last gambits count most, or the first, few gambits decide: less drama, and less surprise in all."""
    result = {character: compared(character, 10) for character in PROFILES}
    assert result["even"] == pytest.approx({"drama": 100, "surprise": 100}, rel=0.04)
    for character in ("late", "early"):
        assert result[character]["drama"] < 85 and result[character]["surprise"] < 94
    assert result["open in the middle"]["drama"] > 104
