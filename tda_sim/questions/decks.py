"""`tda_sim.compare`: how do decks differ?"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from tda_sim.analyses import decks as analysis
from tda_sim.answers.compare import compare as answer
from tda_sim.answers.titles import deck_title, rule_title
from tda_sim.questions.answer import Answer
from tda_sim.runs.watch import Scheduler
from tda_sim.studies import run_study, usual_folder
from tda_sim.studies.comparing import GAMES, plan_compare


def compare(
    *decks: str | Path,
    games: int = GAMES,
    players: int = 4,
    strategies: Sequence[str] | str | None = None,
    search: bool = False,
    rules: Sequence[str | Path] = (),
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    clock: str | None = None,
    smallest: Mapping[str, str | float] | None = None,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> Answer:
    """Compare decks: how long games last, how they swing, how much skill counts, who wins where.

    The rows of ``summary()`` are the measures of each deck at the main table, with their 95 % intervals; ``change``
    is the difference to the first deck, and ``verdict`` says whether it is by more than what matters.

    >>> from tempfile import mkdtemp
    >>> answer = compare("original", "legendary", games=100, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(metric="plays")["deck"].to_list()
    ['original', 'legendary']

    Args:
        decks: names of decks, or paths of their files. All others are compared with the first.
        games: games of each deck at each table.
        players: 2 to 6.
        strategies: names or paths (a list, or separated by commas). The answer is about tables where everybody plays
            the first; the others show whether it holds for other players. None: six that play in different styles.
        search: also play tables of ``lookahead``, which is far stronger and hundreds of times as slow.
        rules: house rules, names or paths. Every deck is also compared under each of them.
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
    asked = [*map(str, decks)], players, games, strategies, seed, search, [*map(str, rules)]
    plan = plan_compare(*asked, clock=clock, smallest=smallest)
    study = run_study(plan, out or usual_folder(plan), workers, progress, cluster)
    tables = analysis.analyse(study)
    return Answer(answer(study, seed, tables), lambda: _measures(tables), tables, study, study.path)


def _measures(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return a row per deck and metric, with the difference to the first deck beside it."""
    keys = ["deck", "players", "metric"]
    ends = {"change": "estimate", "change_low": "low", "change_high": "high"}
    changes = tables["differences"].filter("main").select(*keys, "verdict", "margin", **ends)
    levels = tables["measures"].filter("main").select(*keys, "title", "unit", "estimate", "low", "high", "n")
    rows = levels.join(changes, on=keys, how="left", maintain_order="left")
    titles = rows["deck"].replace({deck: _title(deck) for deck in rows["deck"].unique()}).alias("deck_title")
    return rows.insert_column(1, titles).select(pl.exclude("margin", "verdict"), "margin", "verdict")


def _title(deck: str) -> str:
    """Return the title of a deck, with those of the house rules that are laid over it."""
    name, *rules = deck.split(" + ")
    return " + ".join([deck_title(name), *map(rule_title, rules)])
