"""A run's configuration, who sits where in which game, and how games are cut into chunks."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from tda_sim.bounds import GAMES, SEED
from tda_sim.engine.layout import MAX_PLAYERS, NONE
from tda_sim.errors import UserError
from tda_sim.store.checksums import STRICT, digest_of

CHUNKS_WANTED = 64  # enough blocks for intervals, and to keep every worker busy until the end
MIN_CHUNK, USUAL_MAX_CHUNK = 2_000, 25_000  # less: much time goes into writing; more: memory, and a late first result


@dataclass(frozen=True)
class Config:
    """Everything that the outcome of game number k depends on, except for k."""

    __pydantic_config__ = STRICT

    deck: str
    deck_digest: str
    rules: str
    rules_digest: str
    players: Annotated[int, Field(ge=2, le=MAX_PLAYERS)]
    strategies: tuple[str, ...]  # one per place of the line-up
    strategy_digests: tuple[str, ...]
    fixed_seats: bool
    seed: Annotated[int, SEED.field]
    engine: str  # digest of its sources
    forced: str | None = None  # a card that a random seat is dealt in every game
    trails: Annotated[int, GAMES.or_none.field] = 0  # this many games, the first ones, have their gambits recorded
    abilities: tuple[str, ...] = ()  # one per place of the line-up, or how they are dealt; empty: nobody has any
    abilities_digest: str = ""  # of their list, if somebody has abilities

    def to_dict(self) -> dict[str, Any]:
        """Return the configuration in JSON's types."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    def digest(self) -> str:
        """Return a hex digest of the configuration."""
        return digest_of(self.to_dict())

    @property
    def entrants(self) -> tuple[str, ...]:
        """The strategies, each once, in the order of the line-up."""
        return tuple(dict.fromkeys(self.strategies))

    @property
    def roles(self) -> tuple[tuple[str, str], ...]:
        """Each strategy with its given abilities, once, in the order of the line-up."""
        abilities_by_place = self.abilities if len(self.abilities) == self.players else ("",) * self.players
        return tuple(dict.fromkeys(zip(self.strategies, abilities_by_place, strict=True)))

    def seatings(self) -> NDArray[np.int16]:
        """Return who sits where, as indices into `roles`: see `seatings`."""
        abilities_by_place = self.abilities if len(self.abilities) == self.players else ("",) * self.players
        roles = self.roles
        return seatings(
            [roles.index(role) for role in zip(self.strategies, abilities_by_place, strict=True)], self.fixed_seats
        )

    def seated(self, game: int) -> list[str]:
        """Return the strategies in the order in which they sit in a game of the run."""
        return [self.roles[role][0] for role in self.row(game)]

    def row(self, game: int) -> list[int]:
        """Return who sits in which seat in a game of the run, as indices into `roles`."""
        rows = self.seatings()
        return [int(role) for role in rows[game % len(rows), : self.players]]


# --- who sits where ---------------------------------------------------------------------------------------


def seatings(lineup: Sequence[int], fixed: bool) -> NDArray[np.int16]:
    """Return the seating of every game: game g is seated by row ``g % len(rows)``.

    ``lineup`` names an entrant for each place. Shape (seatings, MAX_PLAYERS): the entrant in each seat, NONE in
    seats that do not exist. Unless the seats are fixed, all orders of the places are equally frequent. Rows
    k * n .. k * n + n - 1 are the rotations of one circular order, so that short runs are balanced, too.
    """
    orders = [tuple(lineup)] if fixed or len(set(lineup)) == 1 else list(_all_orders(lineup))
    rows = np.full((len(orders), MAX_PLAYERS), NONE, np.int16)
    rows[:, : len(lineup)] = orders
    return rows


def _all_orders(lineup: Sequence[int]) -> Iterator[tuple[int, ...]]:
    first, *others = lineup
    for rest in itertools.permutations(others):
        circle = (first, *rest)
        for turn in range(len(circle)):
            yield circle[turn:] + circle[:turn]


def line_up(strategies: Any, players: int) -> tuple[Any, ...]:
    """Return one strategy per place, as named. A single one fills all places."""
    if isinstance(strategies, str):
        names: list[Any] = [name.strip() for name in strategies.split(",")]
    else:
        names = list(strategies) if isinstance(strategies, Iterable) else [strategies]
    if len(names) == 1:
        names *= players
    if len(names) != players or "" in names:
        raise UserError.of(
            f"{len(names)} strategies for {players} players: {','.join(map(str, names))}",
            hint=f"give one name for all seats, or {players} names separated by commas",
        )
    return tuple(names)


# --- chunks -----------------------------------------------------------------------------------------------


def usual_chunk(games: int) -> int:
    """Return the default number of games per chunk."""
    return min(max(games // CHUNKS_WANTED, MIN_CHUNK), USUAL_MAX_CHUNK)


def chunk_count(games: int, size: int) -> int:
    """Return the number of chunks."""
    return -(-games // size)


def chunk_games(chunk: int, games: int, size: int) -> int:
    """Return the number of games in a chunk. The last chunk may have fewer than the others."""
    return min(size, games - chunk * size)
