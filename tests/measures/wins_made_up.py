"""Hands of known worth, of which the share that they explain is known; seats and flights with known differences."""

from collections.abc import Iterator

import numpy as np
import polars as pl
from hands_made_up import CARDS, HAND, NAMES, PLAYERS, STRENGTHS, dealt
from made_up import MadeUpStudy, cell_row, study_of

from tda_sim.measures.wins import SOURCES, Faces, Flights, Hands

MORE = {name: float(k) for k, name in enumerate(SOURCES)}  # by how much winners have more of each, on average
PAY, NOISE = 200.0, 20.0  # gold per unit of a hand's worth, and the standard deviation of the rest


def hands(generator: np.random.Generator, games: int, size: int) -> Iterator[Hands]:
    """Yield opening hands, who won, and gold that follows from the hand but for noise."""
    for holder, _, share in dealt(generator, games, 0.0, size):
        held = (holder[:, None, :] == np.arange(PLAYERS)[:, None]).reshape(-1, CARDS)
        gold = PAY * (held @ STRENGTHS) + generator.normal(0, NOISE, len(held))
        yield held, {"win": share.ravel(), "gold": gold}


def true_shares() -> dict[str, float]:
    """What opening hands explain, in percent.

    The variance of the worth of a hand is that of a sum of cards drawn without replacement. Others have the less, the
    more one has: three hands of the other cards, of whose worth the win takes off a quarter.
    """
    spread = HAND * float(STRENGTHS.var()) * (CARDS - HAND) / (CARDS - 1)
    told = 1 - (1 - (PLAYERS - 1) * HAND / (CARDS - HAND)) / PLAYERS
    of_win = told**2 * spread / (1 / PLAYERS * (1 - 1 / PLAYERS))
    return {"explained_win": 100 * of_win, "explained_gold": 100 * PAY**2 * spread / (PAY**2 * spread + NOISE**2)}


def seats_study(generator: np.random.Generator, games: int, chunk: int = 50) -> MadeUpStudy:
    """Return games in which each source is noise, and `MORE` for winners."""
    winner = generator.integers(PLAYERS, size=games)
    share = (winner[:, None] == np.arange(PLAYERS)).astype(float).ravel()
    columns = {
        name: (generator.normal(20, 5, share.shape) + more * share).round().astype(int) for name, more in MORE.items()
    }
    columns["received"] = columns["repaid"]
    columns["stolen"] = columns.pop("by_powers") + columns["flight_gold"]
    seats = pl.DataFrame({"game": np.repeat(np.arange(games), PLAYERS), "win_share": share, **columns})
    return study_of([cell_row("toy", games, chunk=chunk)], {("toy", "seats"): seats})


# --- flights ----------------------------------------------------------------------------------------------

GAMBITS = 5
IN_WINNING = np.linspace(0.02, 0.2, CARDS)  # the chance of each card to lie in a flight that wins, and in another
IN_OTHERS = IN_WINNING[::-1]
FACES = Faces(dict(zip(NAMES, NAMES, strict=True)), np.arange(CARDS, dtype=float), np.zeros((CARDS, 1)), np.eye(CARDS))


def flights(generator: np.random.Generator, games: int, size: int) -> Iterator[Flights]:
    """Yield flights of games, some of which have larger ones than others."""
    for first in range(0, games, size):
        more = np.repeat(generator.uniform(0.5, 1.5, min(size, games - first)), GAMBITS * PLAYERS)
        won = np.tile(np.arange(PLAYERS) == 0, len(more) // PLAYERS)
        chance = np.where(won[:, None], IN_WINNING, IN_OTHERS) * more[:, None]
        yield Flights(won, (generator.random(chance.shape) < chance).astype(float))


def true_gaps() -> dict[str, float]:
    """What winning flights have more than others."""
    more = IN_WINNING - IN_OTHERS
    cards = {f"with_{name}": 100 * gap for name, gap in zip(NAMES, more, strict=True)}
    return cards | {"flight_cards": more.sum(), "flight_strength": float(more @ FACES.strength)}
