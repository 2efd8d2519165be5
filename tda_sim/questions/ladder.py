"""`tda_sim.ladder`: which strategy is the strongest?"""

from pathlib import Path

import polars as pl

from tda_sim.answers.ladder import ladder as answer
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.questions.answer import Answer
from tda_sim.studies import load_study
from tda_sim.studies.ladder import Ladder
from tda_sim.studies.ladder.playing import GAMES, SLOW_GAMES, plan_ladder, play_ladder


def ladder(
    *strategies: str | Path,
    deck: Reference = "original",
    players: int = 4,
    width: float = 0.5,
    games: int = GAMES,
    slow_games: int = SLOW_GAMES,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    rules: Rules | None = None,
    progress: bool | None = None,
) -> Answer:
    """Rate strategies: each plays alone against tables of each other.

    The rows of ``summary()`` are the strategies, the strongest first, with their ``rating`` in points of Elo and its
    interval; ``place`` to ``last_place`` are the places it may hold.

    >>> from tempfile import mkdtemp
    >>> answer = ladder("balanced", "random", games=200, width=5, out=mkdtemp())
    >>> answer.summary()["strategy"].to_list()
    ['balanced', 'random']

    Args:
        strategies: names or paths of strategies, two or more; all that can be found by name if there are none.
        deck: a deck's name, the path of its file, or a mapping in the form of such a file.
        players: 2 to 6. With two, the two tables of a pair are the same.
        width: half of the 95 % interval that every win rate is to have, in percentage points.
        games: games of each table, at most.
        slow_games: the same where a player plays ahead.
        seed: seed of all randomness, 0 to 2**64 - 1.
        workers: threads; as many as there are processors if None.
        out: the folder of the games. None: a folder below ``results/``, where the command keeps them, too. A ladder
            goes on from what is there: where it was stopped, with narrower intervals, or with more strategies.
        rules: a house rule or a rule set (a name, a path or a mapping), or a list of them.
        progress: show a progress bar; if None, only in a terminal and in a notebook.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped. What is finished is kept, and the same call goes on.
    """
    names = [*map(str, strategies)] or None
    plan = plan_ladder(names, deck, players, width / 100, games, slow_games, seed, rules)
    path = plan.usual_folder if out is None else Path(out)
    rated = play_ladder(plan, path, workers, progress)
    tables = _tables(rated)
    return Answer(answer(rated), lambda: tables["strategies"], tables, load_study(path), path)


def _tables(rated: Ladder) -> dict[str, pl.DataFrame]:
    """Return the strategies, the tables that were played, and what each rung wins more than the next."""
    names = {"name": "strategy", "rank": "place", "worst_rank": "last_place"}
    ends = {"low": "rating_low", "high": "rating_high"}
    data = rated.to_dict()
    return {
        "strategies": pl.DataFrame(data["strategies"]).rename(names | ends),
        "win_rates": pl.DataFrame(data["cells"]),
        "rungs": pl.DataFrame(data["rungs"]),
    }
