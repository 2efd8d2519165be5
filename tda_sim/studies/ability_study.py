"""What are abilities worth? The study behind `tda abilities`: everybody is dealt some at random, blanks among them.

Chance decides who has what, so this is an experiment. Abilities are compared with blanks, which do nothing. The
comparisons are sharpest with about as many blanks as the square root of the number of abilities (Dunnett 1955, Journal
of the American Statistical Association 50, p. 1096).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.bounds import check_numbers
from tda_sim.definitions import library, load_deck
from tda_sim.definitions.abilities import AbilitySet
from tda_sim.errors import UserError
from tda_sim.measures.ability_values import FAIR, SMALLEST
from tda_sim.runs.watch import Scheduler
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.playing import run_study, usual_folder
from tda_sim.studies.printed import BUNDLES, RANDOM
from tda_sim.studies.results import StudyResults
from tda_sim.studies.usual import USUAL, alone

GAMES = 1_000_000  # of four players: each of sixteen abilities is known to about 0.2 points
SLOW_GAMES = 20_000  # where somebody plays ahead: known to less than 2 points

Tables = dict[str, pl.DataFrame]
Analyse = Callable[[StudyResults, float, float], Tables]


@dataclass(frozen=True)
class AbilitiesAsked:
    """A question about abilities: see `tda abilities`."""

    deck: str
    players: tuple[int, ...] = (4,)
    games: int = GAMES
    strategies: tuple[str, ...] = USUAL
    seed: int = 1
    search: bool = False  # whether to add a table at which everybody plays ahead
    listed: str | None = None  # the list of abilities, by name or path; by default the deck's
    each: int = 1  # abilities dealt to each seat
    bundles: bool = False  # whether to deal each seat one bundle of the list instead
    blanks: int | None = None  # by default about the square root of the number of abilities
    margin: float | None = None  # the smallest difference that matters, in points of win rate

    @property
    def smallest(self) -> float:
        """The smallest difference that matters, in points of win rate."""
        return self.margin or (FAIR if self.bundles else SMALLEST)


@dataclass(frozen=True)
class AbilityResults:
    """The tables of `analyses.abilities`, the study that has the games, and the list that was dealt from."""

    asked: AbilitiesAsked
    study: StudyResults
    tables: Tables
    level: float
    listed: AbilitySet


def plan_abilities(asked: AbilitiesAsked) -> StudyPlan:
    """Check a question and return its study. Raises UserError for mistakes."""
    check_numbers(games=asked.games, seed=asked.seed, each=asked.each, blanks=asked.blanks, margin=asked.margin)
    for players in asked.players:
        check_numbers(players=players)
    study = {
        "title": f"{list_of(asked).title}, {asked.deck}",
        "decks": [_with_blanks(asked)],
        "players": list(dict.fromkeys(asked.players)),
        "tables": alone(asked.strategies, asked.search),
        "games": asked.games,
        "slow_games": SLOW_GAMES,
        "seed": asked.seed,
        "abilities": BUNDLES if asked.bundles else f"{RANDOM}:{asked.each}",
    }
    return replace(plan_study(study), name=f"{BUNDLES if asked.bundles else 'abilities'}-{library.name_of(asked.deck)}")


def list_of(asked: AbilitiesAsked) -> AbilitySet:
    """Return the list of abilities that a question is about. Raises UserError if there is none."""
    abilities = load_deck(_deck(asked, {})).abilities
    if not abilities.abilities:
        raise UserError.of(f"{asked.deck} has no list of abilities", hint="--list legendary names one")
    if asked.bundles and not abilities.bundles:
        raise UserError.of(f"{abilities.title} has no bundles", hint="--list tournament has some")
    return abilities


def _with_blanks(asked: AbilitiesAsked) -> dict[str, Any] | str:
    """Return the deck with the blanks of the question among its abilities."""
    there = len(list_of(asked).abilities)
    blanks = 0 if asked.bundles else round(sqrt(there)) if asked.blanks is None else asked.blanks
    return _deck(asked, {f"blank-{k}": {"text": "Does nothing."} for k in range(1, blanks + 1)})


def _deck(asked: AbilitiesAsked, further: dict[str, Any]) -> dict[str, Any] | str:
    """Return the deck with its own list of abilities, or the one that the question names, and further entries."""
    listed = {} if asked.listed is None else {"list": asked.listed}
    abilities = {**listed, **({"entries": further} if further else {})}
    return {"base": asked.deck, "abilities": abilities} if abilities else asked.deck


def play_abilities(
    plan: StudyPlan,
    asked: AbilitiesAsked,
    analyse: Analyse,
    out: Path | None = None,
    workers: int | None = None,
    level: float = LEVEL,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> AbilityResults:
    """Play the missing games and analyse all of them.

    ``analyse`` is the analysis `abilities`. ``out`` is the study's folder, by default `usual_folder`. Raises UserError
    for mistakes that the caller can correct, and InterruptedRunError (a KeyboardInterrupt) when stopped.
    """
    study = run_study(plan, out or usual_folder(plan), workers, progress, cluster)
    return AbilityResults(asked, study, analyse(study, level, asked.smallest), level, list_of(asked))
