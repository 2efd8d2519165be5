"""Made-up decks, whose differences are known."""

from typing import Any

import numpy as np
import polars as pl
from made_up import MadeUpStudy, cell_row, games_table, study_of

GAMES, PLAYERS = 800, 4
NAMES = ("balanced", "spender")
STRENGTHS = {"balanced": 0.9, "spender": 0.6}
MIXED = "balanced,spender,balanced,spender"


def play(seed: int, gambits: int = 8, games: int = GAMES) -> pl.DataFrame:
    """Games of about so many gambits, in which everything else is drawn from the same box."""
    generator = np.random.default_rng(seed)
    drawn = {name: generator.integers(1, 40, games) for name in ("triggers", "max_stakes")}
    drawn["lead_changes"] = generator.integers(0, 4, games)
    winner = generator.integers(0, PLAYERS, games)
    length = gambits + generator.integers(-2, 3, games)
    return games_table(
        gambits=length,
        rounds=3 * length,
        plays=12 * length,
        winners=2**winner,
        winner=winner,
        first_leader=generator.integers(0, PLAYERS, games),
        openers_won=generator.binomial(length, 1 / PLAYERS),
        half_richest=np.where(generator.random(games) < 0.5, winner, (winner + 1) % PLAYERS),
        half_poorest=(winner + 2) % PLAYERS,
        stakes_won=20 * length,
        **drawn,
    )


def seats(seed: int, chance: float, games: int = GAMES) -> pl.DataFrame:
    """Two balanced and two spender seats: a balanced one wins with such a chance."""
    generator = np.random.default_rng(seed)
    winner = 2 * generator.integers(0, 2, games) + (generator.random(games) >= chance)
    number = np.repeat(np.arange(games), PLAYERS)
    shares = (np.tile(np.arange(PLAYERS), games) == np.repeat(winner, PLAYERS)).astype(float)
    return pl.DataFrame({"game": number, "strategy": list(NAMES) * 2 * games, "win_share": shares})


def empty_trails() -> pl.DataFrame:
    names = ("game", "gambit", "opener", "winner", *(f"gold_{seat}" for seat in range(PLAYERS)))
    return pl.DataFrame(schema=dict.fromkeys(names, pl.Int64))


def compared(lengths: dict[str, tuple[int, int]], chances: dict[str, float], **other: Any) -> MadeUpStudy:
    """Decks by the length of their games at either table, and the chance that balanced wins where they meet."""
    cells, tables = [], {}
    for k, (deck, there) in enumerate(lengths.items()):
        for place, (strategy, gambits) in enumerate(zip(NAMES, there, strict=True)):
            name = f"{deck}, {strategy}"
            who = {"table": strategy, "strategies": [strategy] * PLAYERS, "strength": STRENGTHS[strategy]}
            cells.append(cell_row(name, GAMES, deck=deck, **who))
            tables[name, "games"] = play(10 * k + place, gambits)
            tables[name, "gambits"] = empty_trails()
        if deck in chances:
            name = f"{deck}, mixed"
            cells.append(cell_row(name, GAMES, deck=deck, table=MIXED, kind="mixed", strategies=list(NAMES) * 2))
            tables[name, "seats"] = seats(10 * k, chances[deck])
            tables[name, "games"] = play(10 * k + 2)
    return study_of(cells, tables, **other)


DECKS = {"first": (8, 8), "longer": (10, 10), "odd": (10, 6), "alike": (8, 8)}
CHANCES = {"first": 0.7, "longer": 0.9, "odd": 0.7, "alike": 0.7}
