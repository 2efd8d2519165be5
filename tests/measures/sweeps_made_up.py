"""A made-up sweep: games that last so many gambits longer as the parameter says, on the same luck at every point."""

from typing import Any

import numpy as np
import polars as pl
from house_made_up import CARDS, GAMES, LINE_UP, MIXED, draws_of, games_of, house_study

from tda_sim.measures.sweeps import Axis, Sweep, Values

LENGTHS = (0, 1, 2, 4)  # of the first parameter, in gambits; 1 is printed
SHORTEST = 8  # gambits on average, where it is 0
CHANCES = (0.4, 0.3, 0.2, 0.1)  # of strategies where they meet
FIRST = Axis("rules.longer", "further gambits", LENGTHS, 1, "{} further gambits")
SECOND = Axis("rules.flights", "flights", (0, 2), 0, "{} flights")
WORDS = Axis("rules.debt", "debt", ("running", "hole"), "running", "debt = {}")

Named = dict[str, Values]


def games_at(seed: int, k: int, longer: int, games: int, flights: int = 0) -> pl.DataFrame:
    """Games at point k of a sweep."""
    own = np.random.default_rng([seed, k, 3])
    gambits = 4 + np.random.default_rng(seed).poisson(3, games) + own.poisson(1, games) + longer
    seats = {name: own.integers(0, 4, games) for name in ("half_richest", "half_poorest")}
    counts = {"lead_changes": own.poisson(2, games), "colour_flights": own.poisson(1 + flights, games)}
    stakes = {"stakes_won": own.poisson(20 * gambits)}
    lengths = {"gambits": gambits, "rounds": 3 * gambits, "plays": 12 * gambits}
    return games_of(k, seed, games=games, **lengths, **seats, **counts, **stakes)


def curve(seed: int = 1, games: int = GAMES, tables: tuple[str, ...] = ("balanced",)) -> tuple[Any, Sweep]:
    """A sweep of one parameter: its study, and what it is a sweep of."""
    points: Named = {"" if value == 1 else f"rules.longer={value}": (value,) for value in LENGTHS}
    return _played(seed, games, points, tables), Sweep((FIRST,), points)


def map_of_two(seed: int = 1, games: int = GAMES) -> tuple[Any, Sweep]:
    """A sweep of two parameters."""
    points: Named = {
        "" if (a, b) == (1, 0) else f"rules.longer={a}, rules.flights={b}": (a, b) for a in LENGTHS for b in (0, 2)
    }
    return _played(seed, games, points), Sweep((FIRST, SECOND), points)


def choice(seed: int = 1, games: int = GAMES) -> tuple[Any, Sweep]:
    """A sweep of a parameter that has words for values, of which one makes games two gambits longer."""
    points: Named = {"": ("running",), "rules.debt=hole": ("hole",)}
    return _played(seed, games, points), Sweep((WORDS,), points)


def _played(seed: int, games: int, points: Named, tables: tuple[str, ...] = ("balanced",)) -> Any:
    played: dict[Any, Any] = {}
    draws = draws_of(1, dict.fromkeys(CARDS, 0.0))
    for k, (variant, values) in enumerate(points.items()):
        longer = values[0] if isinstance(values[0], int) else 2 * (values[0] == "hole")
        flights = int(values[1] or 0) if values[1:] else 0
        for place, table in enumerate(tables):
            played[variant, table] = (games_at(seed + 1000 * place, k, longer + place, games, flights), draws)
        played[variant, MIXED] = (_meeting(seed, k, games), draws)
    return house_study(played)


def _meeting(seed: int, k: int, games: int) -> pl.DataFrame:
    """Games of strategies that win with `CHANCES`, wherever they sit."""
    drawn = np.random.default_rng([seed, k, 4]).choice(len(LINE_UP), games, p=CHANCES)
    winner = (drawn - np.arange(games)) % len(LINE_UP)
    return games_of(seed, seed, games=games, winner=winner, winners=1 << winner)
