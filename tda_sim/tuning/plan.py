"""A tuning's settings: the strategy, the deck, the opponents and the number of games."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents, definitions
from tda_sim.agents.files import check_single
from tda_sim.bounds import check_numbers
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.engine.compiler import jit
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.runs.plan import line_up, seatings
from tda_sim.runs.play import abilities_of, check_deals_none

STEP = 0.3  # first step of the search, as a share of each weight
FLOOR = 0.1  # the least size of a weight's step unit


@dataclass(frozen=True)
class TuningConfig:
    """Everything that a tuning's result depends on, except for the numbers of generations and held-out games."""

    deck: str
    deck_digest: str
    rules: str
    rules_digest: str
    players: int
    strategy: str
    strategy_digest: str  # of its file and its start values
    parameters: tuple[str, ...]  # the searched ones
    against: tuple[str, ...]  # who sits at the other places
    against_digests: tuple[str, ...]
    games: int  # of each candidate, in each generation
    population: int  # candidates in each generation
    seed: int
    engine: str  # digest of its sources
    cma: str  # version of the library

    def to_dict(self) -> dict[str, Any]:
        """Return the configuration in JSON's types."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


@dataclass(frozen=True)
class Layout:
    """Who sits where: the candidate is entrant 0, and the field has the following numbers."""

    name: str  # "alone" or "many"
    candidates: int
    seatings: NDArray[np.int16]


@dataclass(frozen=True)
class TuningPlan:
    """A checked tuning, with nothing compiled yet."""

    config: TuningConfig
    generations: int
    held_out: int
    strategy: agents.Strategy
    field: tuple[agents.Strategy, ...]  # each once
    layouts: tuple[Layout, ...]
    tables: definitions.Tables

    @property
    def start(self) -> NDArray[np.float64]:
        """The first values of the searched parameters."""
        return np.array([self.strategy.values[name] for name in self.config.parameters])

    def row(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return all parameters in the engine's form, with these values for the searched ones."""
        row, names = self.strategy.parameter_row(), list(self.strategy.values)
        row[[names.index(name) for name in self.config.parameters]] = values
        return row


def plan_tuning(
    strategy: str,
    deck: Reference | definitions.Deck,
    rules: Rules | None,
    players: int,
    against: Any,
    parameters: str | Sequence[str] | None,
    generations: int,
    games: int,
    population: int | None,
    held_out: int,
    seed: int,
) -> TuningPlan:
    """Return the tuning that `questions.searches.Tune` describes, whose numbers are checked there.

    In half of its games, a candidate sits alone among the field; in the other half, one of the field sits among copies
    of it. Raises UserError for mistakes.
    """
    check_numbers(held_out=held_out)  # also of a search for weaknesses, whose games may be fewer
    chosen = definitions.load_deck(deck, rules=rules)
    definitions.check_players(chosen, players)
    check_deals_none(abilities_of(chosen, None, players), chosen.name, "parameters are searched in")
    tuned = agents.find(strategy).at(chosen.name, chosen.rules_name)
    check_single(tuned, "a tuning")
    names = _searched(tuned, parameters)
    candidates = usual_population(len(names)) if population is None else population
    others = [agents.find(name).at(chosen.name, chosen.rules_name) for name in line_up(against, players - 1)]
    field = {other.name: other for other in others}
    tables = definitions.build_tables(chosen)
    config = TuningConfig(
        deck=chosen.name,
        deck_digest=tables.deck_digest,
        rules=chosen.rules_name,
        rules_digest=tables.rules_digest,
        players=players,
        strategy=tuned.name,
        strategy_digest=tuned.digest,
        parameters=names,
        against=tuple(other.name for other in others),
        against_digests=tuple(other.digest for other in others),
        games=int(games),
        population=candidates,
        seed=int(seed),
        engine=jit.digest(),
        cma=version("cma"),
    )
    places = [1 + list(field).index(other.name) for other in others]
    return TuningPlan(config, generations, held_out, tuned, tuple(field.values()), layouts(places), tables)


def layouts(field: Sequence[int]) -> tuple[Layout, ...]:
    """Return a layout with one candidate among the field and, for three or more players, one with a single opponent."""
    n = len(field) + 1
    alone = Layout("alone", 1, seatings([0, *field], fixed=False))
    if n == 2:
        return (alone,)
    rows = [seatings([other, *[0] * (n - 1)], fixed=False) for other in field]
    return alone, Layout("many", n - 1, np.concatenate(rows))


def usual_population(parameters: int) -> int:
    """Return the candidates per generation: 4 + 3 ln(parameters) (Hansen 2016, The CMA Evolution Strategy, table 1)."""
    return 4 + int(3 * log(max(2, parameters)))


def seed_of(config: TuningConfig, purpose: str) -> np.uint64:
    """Return the seed of games for a purpose, such as a generation. Each purpose has its own."""
    return np.uint64(int.from_bytes(hashlib.sha256(f"{config.seed} {purpose}".encode()).digest()[:8], "big"))


def _searched(strategy: agents.Strategy, parameters: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the parameters to search: the named ones, or all."""
    if not strategy.values:
        message = f"{strategy.name} has no parameters to tune"
        raise UserError.of(message, str(strategy.path), hint='a strategy declares PARAMETERS = {"name": number, ...}')
    if parameters is None:
        return tuple(strategy.values)
    names = parameters.split(",") if isinstance(parameters, str) else parameters
    wanted = tuple(dict.fromkeys(name.strip() for name in names))
    unknown = [name for name in wanted if name not in strategy.values]
    if unknown or not wanted:
        problems = [
            Problem(f"{strategy.name} has no parameter {name}", hint=suggest(name, strategy.values, 64))
            for name in unknown
        ]
        raise UserError(problems or [Problem("name at least one parameter")])
    return wanted
