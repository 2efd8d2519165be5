"""The study behind ``tda compare``: decks at the same tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions.files import name_of
from tda_sim.definitions.games import all_play_dice
from tda_sim.definitions.sources import Node
from tda_sim.errors import UserError
from tda_sim.measures.metrics import PRIMARY
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.usual import SLOW_GAMES, tables, usual_at, with_clock

GAMES, RECORDED = 100_000, 20_000  # of each cell; with a row per gambit
NAMED = 8  # decks at most in a title


def compare_study(
    decks: Sequence[str],
    players: int = 4,
    games: int = GAMES,
    strategies: Sequence[str] | str | None = None,
    seed: int = 1,
    search: bool = False,
    rules: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the study in which decks are played at the same tables: see `usual.tables`.

    Under each of the ``rules``, every deck is also a deck of its own.

    Raises UserError for fewer than two decks, for a deck that is there twice, and for a strategy without a name.
    """
    check_numbers(players=players, games=games, seed=seed)
    twice = sorted({deck for deck in decks if list(decks).count(deck) > 1})
    if twice:
        raise UserError.of(f"{', '.join(twice)} is there twice", hint="name each deck once")
    pairs = [(deck, rule) for rule in dict.fromkeys(rules) for deck in decks]
    under = [{"deck": deck, "rules": [rule]} for deck, rule in pairs]
    if len(decks) + len(under) < 2:
        hint = "name two decks or more, or --rules; tda decks lists them"
        raise UserError.of("there is nothing to compare", hint=hint)
    names = [name_of(Node(deck)) for deck in decks]
    names += [f"{name_of(Node(deck))} + {name_of(Node(rule))}" for deck, rule in pairs]
    return {
        "title": f"{_title(names)} compared",
        "decks": [*decks, *under],
        "players": players,
        "tables": tables(usual_at(decks, strategies, search), players, search and not all_play_dice(decks)),
        "games": games,
        "slow_games": SLOW_GAMES,
        "seed": seed,
        "question": {"metric": PRIMARY},
        "record": {"gambits": min(RECORDED, games)},
    }


def plan_compare(*asked: Any, **told: Any) -> StudyPlan:
    """Return the plan of `compare_study`, from the same arguments; its folder is named after the command.

    ``told``: ``clock`` and ``smallest``, see `plan_study`.
    """
    return replace(plan_study(compare_study(*asked), **with_clock(asked[0], told)), name="compare")


def _title(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) <= NAMED else f"{len(names)} decks"
