"""`tda_sim.house_rule`: what does a house rule change?"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from tda_sim.analyses import house_rules as analysis
from tda_sim.answers.house_rules import house_rules as answer
from tda_sim.definitions.games import plays_dice
from tda_sim.errors import UserError
from tda_sim.questions.answer import Answer
from tda_sim.runs.watch import Scheduler
from tda_sim.studies import run_study, usual_folder
from tda_sim.studies.house_rule import GAMES, RuleWords, plan_house_rule, rule_words

ENDS = ("", "_low", "_high")


def house_rule(
    deck: str | Path,
    *rules: str | Path,
    together: bool = False,
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
    """Find out what house rules change: the same shuffles are played as printed and under each rule.

    The rows of ``summary()`` are the measures under each rule at the main table: ``printed`` without it, ``changed``
    with it, ``estimate`` the difference, all with 95 % intervals, and the ``verdict``.

    >>> from tempfile import mkdtemp
    >>> answer = house_rule("original", "four-rounds", games=100, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(metric="plays").select("rule", "rule_title", "unit").row(0)
    ('four-rounds', 'Four rounds', 'cards')

    Args:
        deck: a deck's name, or the path of its file.
        rules: house rules or rule sets, names or paths: one or several.
        together: lay all of them over the deck at once, in place of one at a time.
        games: games of each table, as printed and under each rule.
        players: 2 to 6.
        strategies: names or paths (a list, or separated by commas). The answer is about tables where everybody plays
            the first; the others show whether it holds for other players. None: six that play in different styles.
        search: also play tables of ``lookahead``, which is far stronger and hundreds of times as slow.
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
    if not rules:
        raise UserError.of("no house rule is named", hint='house_rule("original", "four-rounds"); tda decks lists them')
    name, names = str(deck), [*map(str, rules)]
    asked = names, together, players, games, strategies, seed, search
    plan = plan_house_rule(name, *asked, clock=clock, smallest=smallest)
    study = run_study(plan, out or usual_folder(plan), workers, progress, cluster)
    tables = analysis.analyse(study)
    words = rule_words(names, together, plays_dice(name))
    return Answer(answer(study, words, seed, tables), lambda: _changes(tables, words), tables, study, study.path)


def _changes(tables: Mapping[str, pl.DataFrame], words: Mapping[str, RuleWords]) -> pl.DataFrame:
    """Return a row per rule and metric at the main table."""
    numbers = [f"{name}{end}" for name in ("printed", "changed") for end in ENDS]
    about = ["deck", "rule", "players", "metric", "title", "unit"]
    wanted = [*about, *numbers, "estimate", "low", "high", "n", "margin", "verdict"]
    rows = tables["metrics"].filter("main").select(wanted)
    titles = rows["rule"].replace({rule: title for rule, (title, _) in words.items()}).alias("rule_title")
    return rows.insert_column(2, titles)
