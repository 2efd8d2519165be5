"""`tda review` of a strategy or a run: weighs some of the decisions of many games."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tda_sim.agents.games import DICE
from tda_sim.bounds import check_numbers
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import Problem, UserError
from tda_sim.one_game.script import answers_of
from tda_sim.review.sums import Review, decisions_of, summed_up
from tda_sim.review.weighing import Weighed, Weigher
from tda_sim.runs.manifest import RUN, Manifest
from tda_sim.runs.play import Work, load_strategies, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.threads import Pool, processors, result
from tda_sim.store.folders import differences

CHUNK = 4  # games
ELSEWHERE = "--deck, --rules and --strategies name your own files"
ONE_IN, DEALS = 40, 48  # decisions per weighed one, and deals


def review(
    strategy: str,
    deck: Reference = "original",
    players: int = 4,
    games: int = 200,
    seed: int = 1,
    rules: Rules | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Review:
    """Play games of a strategy and return the losses of its decisions.

    Args:
        strategy: the strategy in all seats.
        deck, players, seed, rules, workers, progress: as for `simulate`.
        games: in each, one decision in forty is weighed, which takes a hundred times as long as the game.

    Raises:
        UserError: for mistakes that the caller can correct.
    """
    check_numbers(players=players, games=games, seed=seed, workers=workers)
    (result,) = review_games(plan_work(deck, rules, players, [strategy], seed, False), games, workers, progress)
    return result


def review_run(
    path: str | Path,
    games: int = 200,
    deck: Reference | None = None,
    rules: Rules | None = None,
    strategies: Any = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> list[Review]:
    """Return the losses of each strategy's decisions in the first games of a run: a review for each.

    Args:
        path: the run's folder.
        games: as for `review`; a shorter run is reviewed in full.
        deck, rules, strategies: the run's, as for `simulate`, if they are your own files: the run's folder has only
            their names.
        workers, progress: as for `simulate`.

    Raises:
        UserError: for a folder without a run, or with a run whose games cannot be played again here.
    """
    check_numbers(games=games, workers=workers)
    manifest = RUN.read(Path(path))
    work = work_of(manifest, path, deck, rules, strategies)
    return review_games(work, min(games, manifest.games), workers, progress)


def review_games(work: Work, games: int, workers: int | None, progress: bool | None) -> list[Review]:
    """Return the losses of each strategy's decisions in the first games of a run."""
    weigher, entrants = Weigher(work), load_strategies(work)

    def weigh(first: int) -> list[Weighed]:
        decisions = []
        for game in range(first, min(first + CHUNK, games)):
            answers = answers_of(work, game, entrants)
            decisions += weigher.of_game(game, answers, _picked(work.config.seed, game, len(answers)), DEALS)
        return decisions

    with Reporter(progress) as reporter, Pool(workers or processors()) as pool:
        reporter.start(games, 0)
        rows = []
        for call in [pool.submit(weigh, first) for first in range(0, games, CHUNK)]:
            weighed: list[Weighed] = result(call)
            rows.append(decisions_of(weighed))
            reporter.add(min(CHUNK, games - (len(rows) - 1) * CHUNK))
    decisions = pl.concat(rows)
    return [
        summed_up(work, games, _made_by(name, work, decisions), ONE_IN, name, weigher.judge)
        for name in work.config.entrants
    ]


def _picked(seed: int, game: int, decisions: int) -> set[int]:
    """Return the decisions of a game to weigh."""
    generator = np.random.default_rng([seed, game, ONE_IN])
    return set(np.flatnonzero(generator.random(decisions) < 1 / ONE_IN).tolist())


def _made_by(name: str, work: Work, decisions: pl.DataFrame) -> pl.DataFrame:
    """Return the decisions of a strategy, in any seat."""
    rows = work.config.seatings()
    roles = rows[decisions["game"].to_numpy() % len(rows), decisions["seat"].to_numpy()]
    names = np.array([role for role, _ in work.config.roles])
    return decisions.filter(pl.Series(names[roles] == name))


# --- a run's folder ---------------------------------------------------------------------------------------


def work_of(manifest: Manifest, path: str | Path, deck: Reference | None, rules: Rules | None, strategies: Any) -> Work:
    """Return a run's work, loaded by the names in its manifest.

    Raises UserError if anything has changed since the run.
    """
    config, where = manifest.config, str(path)
    try:
        work = _found(manifest, deck, rules, strategies)
    except UserError as error:
        message = f"its games cannot be played again: {error.problems[0].message}"
        raise UserError.of(message, where, hint=ELSEWHERE) from None
    changes = differences(config.to_dict(), work.config.to_dict())
    if changes:
        texts = ["its games cannot be played again: something has changed since", *changes]
        raise UserError([Problem(text, where, hint=None if i else ELSEWHERE) for i, text in enumerate(texts)])
    return work


def _found(manifest: Manifest, deck: Reference | None, rules: Rules | None, strategies: Any) -> Work:
    config = manifest.config
    nobody = None if manifest.game == DICE else "none"
    abilities = list(config.abilities) or nobody

    def plan(rules: Any) -> Work:
        named = strategies or list(config.strategies)
        seats = config.players, named, config.seed, config.fixed_seats
        return plan_work(deck or config.deck, rules, *seats, config.forced, config.trails, abilities)

    work = plan(rules)
    if rules is None and work.config.rules_digest != config.rules_digest:
        work = plan(config.rules.split(" + "))
    return work
