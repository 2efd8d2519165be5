"""The study behind ``tda compare``: decks at the same tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions import library
from tda_sim.definitions.games import all_play_dice
from tda_sim.errors import UserError
from tda_sim.measures.metrics import PRIMARY
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.usual import SLOW_GAMES, tables, usual_at, with_clock

GAMES, RECORDED = 100_000, 20_000  # of each cell; of these, with a row per gambit
NAMED = 8  # most decks in a title


def compare_study(
    decks: Sequence[str],
    players: int = 4,
    games: int = GAMES,
    strategies: Sequence[str] | str | None = None,
    seed: int = 1,
    search: bool = False,
    rules: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the study that plays decks at the same tables: see `usual.tables`.

    Each deck under each of the ``rules`` counts as a further deck. Raises UserError for fewer than two decks, for a
    deck listed twice, and for a strategy without a name.
    """
    check_numbers(players=players, games=games, seed=seed)
    twice = sorted({deck for deck in decks if list(decks).count(deck) > 1})
    if twice:
        raise UserError.of(f"{', '.join(twice)} is listed twice", hint="list each deck once")
    pairs = [(deck, rule) for rule in dict.fromkeys(rules) for deck in decks]
    under = [{"deck": deck, "rules": [rule]} for deck, rule in pairs]
    if len(decks) + len(under) < 2:
        hint = "name another deck, or a house rule with --rules; tda decks lists both"
        raise UserError.of("a comparison needs two decks", hint=hint)
    names = [library.name_of(deck) for deck in decks]
    names += [f"{library.name_of(deck)} + {library.name_of(rule)}" for deck, rule in pairs]
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


def plan_compare(*question: Any, **settings: Any) -> StudyPlan:
    """Return the plan of `compare_study`, from the same arguments. Its folder is named after the command.

    ``settings`` are ``clock`` and ``smallest``, see `plan_study`.
    """
    return replace(plan_study(compare_study(*question), **with_clock(question[0], settings)), name="compare")


def _title(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) <= NAMED else f"{len(names)} decks"
