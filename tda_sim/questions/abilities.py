"""`tda_sim.abilities`: what is each ability worth?"""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from tda_sim.analyses.abilities import analyse
from tda_sim.answers.abilities import abilities as answer
from tda_sim.questions.answer import Answer
from tda_sim.runs.watch import Scheduler
from tda_sim.studies.ability_study import GAMES, AbilitiesAsked, AbilityResults, plan_abilities, play_abilities
from tda_sim.studies.usual import names_of


def abilities(
    deck: str | Path,
    *,
    players: int | Sequence[int] = 4,
    games: int = GAMES,
    strategies: Sequence[str] | str | None = None,
    search: bool = False,
    seed: int = 1,
    listed: str | Path | None = None,
    each: int = 1,
    bundles: bool = False,
    blanks: int | None = None,
    margin: float | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> Answer:
    """Find out what every ability is worth: everybody is dealt some at random, blanks among them.

    The rows of ``summary()`` are the abilities, the best first. ``estimate`` is what the holder wins more than the
    holder of a blank, in percentage points, with an interval that holds for all abilities at once.

    >>> from tempfile import mkdtemp
    >>> answer = abilities("original", games=200, strategies="balanced", out=mkdtemp())
    >>> answer.summary().columns[:2]
    ['ability', 'title']

    Args:
        deck: a deck's name, or the path of its file.
        players: 2 to 6, or several such numbers.
        games: games of each number of players at each table.
        strategies: names or paths (a list, or separated by commas). The answer is about tables where everybody plays
            the first; the others show whether it holds for other players. None: six that play in different styles.
        search: also play a table of ``lookahead``, which is far stronger and hundreds of times as slow.
        seed: seed of all randomness, 0 to 2**64 - 1.
        listed: a list of abilities, by name or path; the deck's own if None.
        each: abilities that every player is dealt.
        bundles: deal everybody one bundle of the list instead. Are the bundles fair to each other?
        blanks: blanks among what is dealt; about the square root of the number of abilities if None.
        margin: the smallest difference that matters, in percentage points: 0.5, or 2 for bundles, if None.
        workers: threads; as many as there are processors if None.
        out: the folder of the games. None: a folder below ``results/``, where the command keeps them, too. Games that
            are there are not played again.
        progress: show a progress bar; if None, only in a terminal and in a notebook.
        cluster: the address of a Dask scheduler whose workers play.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped. What is finished is kept, and the same call goes on.
    """
    numbers = (players,) if isinstance(players, int) else tuple(players)
    names, named = tuple(names_of(strategies)), None if listed is None else str(listed)
    asked = AbilitiesAsked(str(deck), numbers, games, names, seed, search, named, each, bundles, blanks, margin)
    folder = None if out is None else Path(out)
    played = play_abilities(plan_abilities(asked), asked, analyse, folder, workers, progress=progress, cluster=cluster)
    return Answer(answer(played), lambda: _worth(played), played.tables, played.study, played.study.path)


def _worth(played: AbilityResults) -> pl.DataFrame:
    """Return a row per ability, or bundle, at the main table."""
    values, titles = played.tables["values"], played.tables["list"].select("ability", "title").unique("ability")
    main = values.filter(pl.col("table") == values["table"][0], pl.col("players") == values["players"][0])
    rows = main.filter(value=main["value"][0]).sort("estimate", descending=True, nulls_last=True)
    rows = rows.join(titles, on="ability", how="left", maintain_order="left")
    wanted = ("ability", "title", "estimate", "low", "high", "n", "best", "worst", "group", "margin", "verdict")
    return rows.select(name for name in wanted if name in rows.columns)
