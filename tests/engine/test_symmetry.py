"""With one strategy in all seats no seat wins more than its share.

For n games the seats' shares of the wins (a tie is shared) are compared with 1 / players, by a chi-square statistic
with their covariance estimated from the games themselves. The seeds are fixed. A fair engine fails with a seed
picked at random once in a million (`FALSE_ALARM`). ``TDA_SYMMETRY_GAMES`` sets the number of games of the quick
test; the slow one plays two million.
"""

import os

import numpy as np
import pytest
from scipy import stats

from tda_sim import agents, definitions
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_CARDS, N_CONTACTS, SUMS, TALLY

FALSE_ALARM = 1e-6
CHUNK = 50_000


def seat_shares(deck: str, strategy: str, players: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Sums over games of seats' shares of wins, shape (players,), and of their products, shape (players, players)."""
    tables = definitions.build_tables(definitions.load_deck(deck))
    game = kernel.new_game(tables.cards, tables.rules)
    game[0]["table"]["players"] = players
    entrants, seatings = agents.entrants([agents.find(strategy)]), np.zeros((1, 6), np.int16)
    sums = np.zeros((1, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
    first, second = np.zeros(players), np.zeros((players, players))
    for start in range(0, games, CHUNK):
        tallies = np.zeros(min(CHUNK, games - start), TALLY)
        unasked = kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop()
        kernel.play_games(game, entrants, seatings, np.uint64(seed), start, len(tallies), tallies, sums, *unasked)
        won = (tallies["winners"][:, None] >> np.arange(players)) & 1
        shares = won / np.maximum(tallies["n_winners"], 1)[:, None]
        first += shares.sum(axis=0)
        second += shares.T @ shares
    return first, second


def chance_of_such_shares(deck: str, strategy: str, players: int, games: int, seed: int = 1) -> float:
    """How likely shares at least this uneven are in a fair game."""
    first, second = seat_shares(deck, strategy, players, games, seed)
    mean = first / games
    covariance = second / games - np.outer(mean, mean)
    off = mean - mean.mean()
    return float(stats.chi2.sf(games * off @ np.linalg.pinv(covariance, hermitian=True) @ off, players - 1))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("deck", "strategy", "players"),
    [
        ("original", "random", 4),
        ("original", "strongest", 2),
        ("original", "balanced", 5),
        ("emperors-gambit", "random", 3),
        ("legendary", "random", 4),
        ("legendary", "balanced", 3),
    ],
)
def test_no_seat_is_better_than_another(deck: str, strategy: str, players: int) -> None:
    games = int(os.environ.get("TDA_SYMMETRY_GAMES", "40000"))
    assert chance_of_such_shares(deck, strategy, players, games) > FALSE_ALARM


@pytest.mark.slow
def test_no_seat_is_better_than_another_in_two_million_games() -> None:
    assert chance_of_such_shares("original", "random", 4, 2_000_000, seed=2) > FALSE_ALARM


@pytest.mark.sample(4, 3)
@pytest.mark.parametrize("strategy", [strategy.name for strategy in agents.available() if strategy.form != "search"])
def test_no_strategy_is_better_in_some_seat(strategy: str) -> None:
    assert chance_of_such_shares("legendary", strategy, 3, 6_000, seed=3) > FALSE_ALARM


@pytest.mark.parametrize("strategy", [strategy.name for strategy in agents.available() if strategy.form == "search"])
def test_no_search_is_better_in_some_seat(strategy: str) -> None:
    assert chance_of_such_shares("original", f"{strategy}:playouts=6", 3, 600, seed=3) > FALSE_ALARM
