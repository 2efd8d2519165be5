"""`tda_sim.sweep`: what becomes of a game as one or two of its parameters vary?"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from tda_sim.answers.sweep import sweep as answer
from tda_sim.measures.sweeps import analyse
from tda_sim.questions.answer import Answer
from tda_sim.runs.watch import Scheduler
from tda_sim.studies import run_study, usual_folder
from tda_sim.studies.sweep import GAMES, plan_sweep

POINT = ["variant", "first", "second"]  # the point, and its values of the first and the second parameter
CHANGE = {"estimate": "change", "low": "change_low", "high": "change_high", "verdict": "verdict"}


def sweep(
    deck: str | Path,
    *parameters: str,
    targets: Mapping[str, float] | Sequence[str] = (),
    games: int = GAMES,
    players: int = 4,
    strategies: Sequence[str] | str | None = None,
    search: bool = False,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    clock: str | None = None,
    smallest: Mapping[str, str | float] | None = None,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> Answer:
    """Vary a rule, a card or an effect, or two of them, on the same shuffles.

    The rows of ``summary()`` are the measures at each point of the main table. ``first`` and ``second`` are the values
    of the parameters there. ``change`` is the difference from the lowest value of a single parameter with numbers, or
    else from the printed game, all with 95 % intervals, and ``verdict`` says whether it matters.

    >>> from tempfile import mkdtemp
    >>> answer = sweep("original", "rules.rounds=2,3", games=100, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(metric="plays").select("first", "unit").rows()
    [(2, 'cards'), (3, 'cards')]

    Args:
        deck: the name of a deck or a dice game, or the path of its file.
        parameters: one or two, by their keys in a house rule, each with its values, a range or a list:
            ``"rules.starting_gold.each=20..60:5"``, ``"cards.thief.power.steal=5,7,9"``.
        targets: the answer shows where a curve reaches them: ``{"minutes": 45}``, or texts like ``"minutes=45"``.
        games: games of each table, at each point.
        players: 2 to 6.
        strategies: names or paths (a list, or separated by commas). The answer is about tables where everybody plays
            the first; the others show whether it holds for other players. None: ``master`` and ``weighted``.
        search: also play a table of ``lookahead``, which is far stronger and hundreds of times as slow.
        seed: seed of all randomness, 0 to 2**64 - 1.
        workers: threads; as many as there are processors if None.
        out: the folder of the games. None: a folder below ``results/``, where the command keeps them, too. Games that
            are there are not played again.
        clock: the clock by which minutes are estimated: its name, or the path of a YAML file.
        smallest: the smallest difference that matters, by metric: ``{"plays": "5%"}``.
        progress: show a progress bar; if None, only in a terminal and in a notebook.
        cluster: the address of a Dask scheduler whose workers play.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped. What is finished is kept, and the same call goes on.
    """
    aims = [f"{name}={value}" for name, value in targets.items()] if isinstance(targets, Mapping) else targets
    settings = {"clock": clock, "smallest": smallest}
    planned = plan_sweep(str(deck), parameters, players, games, strategies, seed, search, aims, **settings)
    study = run_study(planned.plan, out or usual_folder(planned.plan), workers, progress, cluster)
    tables = analyse(study, planned.sweep, planned.targets)
    return Answer(answer(study, planned, seed, tables), lambda: _points(tables), tables, study, study.path)


def _points(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return a row per point and metric at the main table, with the change from the point of reference."""
    points = tables["points"].filter("main")
    about = [*(name for name in POINT if name in points.columns), "metric", "title", "unit"]
    rows = points.select(*about, "estimate", "low", "high", "n")
    if tables["changes"].is_empty():  # a sweep of one point
        return rows
    changes = tables["changes"].filter("main").select("variant", "metric", pl.col(*CHANGE).name.map(CHANGE.__getitem__))
    return rows.join(changes, on=["variant", "metric"], how="left", maintain_order="left")
