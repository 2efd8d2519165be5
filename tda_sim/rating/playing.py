"""How strong are strategies? `ladder` lets every one of them meet every other, and rates them."""

import contextlib
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path

from tda_sim import seats
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import Problem, UserError
from tda_sim.rating.cells import Cell, Goal, Player, cell_seed
from tda_sim.rating.folder import LadderFolder, configuration, open_ladder, usual_folder
from tda_sim.rating.pool import Pool, expected_games
from tda_sim.rating.result import Ladder, Setting
from tda_sim.rating.standing import standing
from tda_sim.runs.plan import check_numbers
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.simulate import InterruptedRunError, processors, warm_up

WIDTH, GAMES = 0.005, 1_000_000  # of every cell, unless the user says otherwise


def ladder(
    names: str | Sequence[str] | None = None,
    deck: Reference = "original",
    players: int = 4,
    width: float = WIDTH,
    games: int = GAMES,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    rules: Rules | None = None,
    progress: bool | None = None,
) -> Ladder:
    """Let strategies play each other and return how strong they are.

    For every pair (A, B) one A plays against others that are all B, and one B against others that are all A, with
    seats that take turns. The results depend on the arguments up to ``seed``, and on ``rules``; not on the order of
    the names, nor on workers or interruptions.

    Args:
        names: names or paths of strategies (a list, or separated by commas); None for all that can be found by name.
        deck: a deck's name, the path of its file, or a mapping in the form of such a file.
        players: 2 to 6. With two, the two tables of a pair are the same one.
        width: how narrow results are to be: half of the 95 % interval of every win share (0.005: half a point).
        games: at most so many for each of the tables, rounded up to whole blocks.
        seed: 0 to 2**64 - 1.
        workers: threads; as many as there are processors if None.
        out: the ladder's folder. A ladder goes on from whatever lies there: where it was stopped, with narrower
            intervals, or with more strategies. If None, nothing is kept.
        rules: as for `simulate`.
        progress: show a progress bar; if None, only on a terminal.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    folder = None if out is None else Path(out)
    return play_ladder(names, deck, players, width, games, seed, workers, lambda usual: folder, rules, progress)


def play_ladder(
    names: str | Sequence[str] | None,
    deck: Reference,
    players: int,
    width: float,
    games: int,
    seed: int,
    workers: int | None,
    choose_folder: Callable[[Path], Path | None],
    rules: Rules | None,
    progress: bool | None = None,
) -> Ladder:
    """Play a ladder in the folder that ``choose_folder(usual folder)`` names, if any; see `ladder`."""
    check_numbers(players, games, seed, workers)
    if not 0 < width < 1:
        raise UserError.of(f"the width must be more than 0 and less than 100 percentage points, not {100 * width:g}")
    entrants = find_players(names)
    goal = Goal(width, games)
    with Reporter(progress) as reporter:
        tables = [plan_work(deck, rules, players, [entrant.reference] * players, seed, False) for entrant in entrants]
        shared = configuration(tables[0].config)
        path = choose_folder(usual_folder(shared))
        cells = _cells(entrants, players, seed, goal)
        with contextlib.nullcontext() if path is None else open_ladder(path, shared) as folder:
            if folder:
                for cell in cells:
                    folder.restore(cell)
            if not all(cell.done for cell in cells):
                for table in tables:
                    warm_up(table, reporter)
                _play(cells, folder, reporter, workers or processors(), lambda cell: _plan(cell, deck, rules, players))
    kept = None if path is None else str(path)
    config = tables[0].config
    return standing(cells, Setting(config.deck, config.rules, players, seed, width, games, kept))


def find_players(names: str | Sequence[str] | None) -> list[Player]:
    """Return the strategies that take part, in alphabetical order; raise one error for all that are wrong."""
    if names is None:
        references = [strategy.name for strategy in seats.available()]
    else:
        references = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    found, problems = [], []
    for reference in references:
        try:
            strategy = seats.find(reference)
            found.append(Player(reference, strategy.name, strategy.digest))
        except UserError as error:
            problems += error.problems
    known = [player.name for player in found]
    problems += [Problem(f"{name} is named twice") for name in dict.fromkeys(known) if known.count(name) > 1]
    if not problems and len(found) < 2:
        problems.append(Problem("a ladder takes two strategies at least", hint="name them, separated by commas"))
    if problems:
        raise UserError(problems)
    return sorted(found, key=lambda player: player.name)


def _cells(entrants: Sequence[Player], players: int, seed: int, goal: Goal) -> list[Cell]:
    pairs = permutations(entrants, 2)
    return [
        Cell(challenger, others, cell_seed(seed, challenger.name, others.name), goal)
        for challenger, others in pairs
        if players > 2 or challenger.name < others.name  # with two players, one cell says it all
    ]


def _plan(cell: Cell, deck: Reference, rules: Rules | None, players: int) -> Work:
    lineup = [cell.challenger.reference] + [cell.others.reference] * (players - 1)
    return plan_work(deck, rules, players, lineup, cell.seed, False)


def _play(
    cells: Sequence[Cell], folder: LadderFolder | None, reporter: Reporter, workers: int, plan: Callable[[Cell], Work]
) -> None:
    pool = Pool(plan, folder.keep if folder else lambda cell: None, reporter)
    reporter.start(expected_games(cells), sum(cell.games for cell in cells))
    if pool.play(cells, workers):
        done = f"{sum(cell.done for cell in cells):,} of {len(cells):,} tables are finished"
        kept = (
            f", in {folder.path}. The same command goes on from there."
            if folder
            else "; no folder was named to keep them"
        )
        raise InterruptedRunError(f"stopped: {done}{kept}")
