"""Made-up games with abilities of known worth: abilities are really dealt, and who wins is drawn from known chances."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from made_up import CHUNK, MadeUpStudy, cell_row, study_of
from numpy.typing import NDArray

from tda_sim.measures.ability_sums import ABILITY, BLANK, BUNDLE

PLAYERS = 4
USES = {"used": 60.0, "uses": 1.5, "gold": 2.5, "cards": 0.5}  # of having an ability, whichever, in a game

Floats = Sequence[float] | NDArray[np.float64]
Pairs = Mapping[tuple[int, int], float]


def names_of(abilities: int, blanks: int = 0) -> list[str]:
    """Names of so many abilities, and of blanks after them."""
    return [f"ability-{k}" for k in range(abilities)] + [f"blank-{k}" for k in range(blanks)]


def ability_list(cell: str, abilities: int, blanks: int = 0, kind: str = ABILITY) -> pl.DataFrame:
    """What is dealt in a cell: a bit for each."""
    names = names_of(abilities, blanks)
    kinds = [kind] * abilities + [BLANK] * blanks
    columns = {"cell": cell, "ability": names, "title": [name.replace("-", " ").title() for name in names]}
    return pl.DataFrame(columns | {"mask": [1 << k for k in range(len(names))], "kind": kinds})


def deal(generator: np.random.Generator, games: int, listed: int, each: int, players: int = PLAYERS) -> Any:
    """Who has which of a list, (games, players, listed): so many each, none of them twice in a game."""
    order = generator.random((games, listed)).argsort(axis=1)[:, : players * each]
    held = np.zeros((games, players, listed), bool)
    seats = np.repeat(np.arange(players), each)
    held[np.arange(games)[:, None], seats[None, :], order] = True
    return held


def winners(generator: np.random.Generator, held: Any, worth: Floats, pairs: Pairs | None = None) -> Any:
    """Who wins each game: a seat's chance is its par, and what its abilities are worth, less the mean of the others'.

    ``worth``: parts of a win, of each that is listed; ``pairs``: what two are worth beyond that, by their places.
    """
    players = held.shape[1]
    own = held @ np.asarray(worth, float)
    for (a, b), more in (pairs or {}).items():
        own = own + more * (held[..., a] & held[..., b])
    chance = 1 / players + (players * own - own.sum(axis=1, keepdims=True)) / (players - 1)
    assert chance.min() >= 0, "worth so much that chances are none"
    return (generator.random((len(held), 1)) > chance.cumsum(axis=1)).sum(axis=1).clip(max=players - 1)


def seats_table(held: Any, winner: Any) -> pl.DataFrame:
    """The table `seats`, as far as the answer reads it."""
    games, players, listed = held.shape
    masks = held @ (1 << np.arange(listed))
    won = np.arange(players) == winner[:, None]
    columns = {"game": np.repeat(np.arange(games), players), "seat": np.tile(np.arange(players), games)}
    return pl.DataFrame(columns | {"abilities": masks.ravel(), "win_share": won.ravel().astype(float)})


def uses_table(generator: np.random.Generator, held: Any, chunk: int = CHUNK) -> pl.DataFrame:
    """The table `abilities`: what is known to come of them, see `USES`."""
    games, players, listed = held.shape
    there = held.reshape(games, players, listed).sum(axis=1)
    uses = generator.poisson(USES["uses"] * there)
    by_chunk = {
        name: np.add.reduceat(each, np.arange(0, games, chunk), axis=0)
        for name, each in {
            "held": there,
            "used": generator.binomial(there, USES["used"] / 100),
            "uses": uses,
            "gold": generator.poisson(USES["gold"] * there),
            "cards": generator.poisson(USES["cards"] * there),
        }.items()
    }
    chunks, places = np.indices(by_chunk["held"].shape)
    names = np.array(names_of(listed))[places.ravel()]
    return pl.DataFrame(
        {"chunk": chunks.ravel(), "ability": names} | {name: each.ravel() for name, each in by_chunk.items()}
    )


def abilities_study(
    generator: np.random.Generator,
    games: int,
    worth: Floats,
    *,
    each: int = 1,
    blanks: int = 0,
    pairs: Pairs | None = None,
    players: int = PLAYERS,
    bundles: bool = False,
    chunk: int = CHUNK,
    cell: str = "toy",
) -> MadeUpStudy:
    """A study of one cell, in which these abilities and so many blanks are dealt."""
    value = np.concatenate([np.asarray(worth, float), np.zeros(blanks)])
    held = deal(generator, games, len(value), each, players)
    tables = {
        (cell, "seats"): seats_table(held, winners(generator, held, value, pairs)),
        (cell, "abilities"): uses_table(generator, held, chunk),
    }
    tables[cell, "abilities"] = tables[cell, "abilities"].with_columns(
        pl.col("ability").replace(dict(zip(names_of(len(value)), names_of(len(worth), blanks), strict=True)))
    )
    listed = ability_list(cell, len(worth), blanks, BUNDLE if bundles else ABILITY)
    row = cell_row(cell, games, chunk=chunk, players=players, deck="toy", table=cell)
    return study_of([row], tables, abilities=listed)
