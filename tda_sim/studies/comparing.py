"""The study behind ``tda compare``: decks at the same tables."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions.files import name_of
from tda_sim.definitions.sources import Node
from tda_sim.errors import UserError
from tda_sim.measures.metrics import PRIMARY
from tda_sim.studies.plan import StudyPlan, plan_study

GAMES, RECORDED = 100_000, 20_000  # of each cell; with a row per gambit
NAMED = 8  # decks at most in a title
STRATEGIES = "balanced,weighted,thrifty,random"


def compare_study(
    decks: Sequence[str],
    players: int = 4,
    games: int = GAMES,
    strategies: str = STRATEGIES,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the study in which decks are played at the same tables.

    Every strategy plays at a table of its own, and all of them at a mixed one (repeated, or cut off, to fill the
    seats). Raises UserError for fewer than two decks, for a deck that is there twice, and for no strategies.
    """
    check_numbers(players=players, games=games, seed=seed)
    twice = sorted({deck for deck in decks if list(decks).count(deck) > 1})
    if twice:
        raise UserError.of(f"{', '.join(twice)} is there twice", hint="name each deck once")
    if len(decks) < 2:
        raise UserError.of("there is nothing to compare", hint="name two decks or more; tda decks lists them")
    return {
        "title": f"{_title([name_of(Node(deck)) for deck in decks])} compared",
        "decks": list(decks),
        "players": players,
        "tables": tables(strategies, players),
        "games": games,
        "seed": seed,
        "question": {"metric": PRIMARY},
        "record": {"gambits": min(RECORDED, games)},
    }


def plan_compare(*asked: Any, **told: Any) -> StudyPlan:
    """Return the plan of `compare_study`, from the same arguments; its folder is named after the command.

    ``told``: ``clock`` and ``smallest``, see `plan_study`.
    """
    return replace(plan_study(compare_study(*asked), **told), name="compare")


def _title(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) <= NAMED else f"{len(names)} decks"


def tables(strategies: str, players: int) -> list[Any]:
    """Return one table for each strategy, and a mixed one if there are several.

    >>> tables("balanced,random", 3)
    ['balanced', 'random', ['balanced', 'random', 'balanced']]
    """
    names = list(dict.fromkeys(name.strip() for name in strategies.split(",")))
    if "" in names:
        raise UserError.of(f"a strategy without a name: {strategies!r}", hint="names, separated by commas")
    mixed = list(islice(cycle(names), players))
    return [*names, mixed] if len(set(mixed)) > 1 else [*names]
