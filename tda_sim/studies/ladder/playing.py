"""How strong are strategies? `ladder` lets every one of them meet every other, and rates them."""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from tda_sim import seats
from tda_sim.bounds import check_numbers
from tda_sim.definitions import Deck, load_deck
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import InterruptedRunError, Problem, UserError
from tda_sim.measures.standing import standing
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.team import processors, warm_up
from tda_sim.studies.ladder.cells import SLOW_BLOCK, Cell, Goal, Player, cell_seed
from tda_sim.studies.ladder.folder import configuration, open_ladder, usual_folder
from tda_sim.studies.ladder.pool import Pool, expected_games
from tda_sim.studies.ladder.result import Ladder, Setting

WIDTH, GAMES = 0.005, 1_000_000  # of every cell, unless the user says otherwise
SLOW_GAMES = 1200  # where somebody plays ahead


def ladder(
    names: str | Sequence[str] | None = None,
    deck: Reference = "original",
    players: int = 4,
    width: float = WIDTH,
    games: int = GAMES,
    slow_games: int = SLOW_GAMES,
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
        slow_games: the same for tables at which somebody plays ahead.
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
    plan = plan_ladder(names, deck, players, width, games, slow_games, seed, rules)
    return play_ladder(plan, None if out is None else Path(out), workers, progress)


@dataclass(frozen=True)
class Plan:
    """A ladder that has been checked, with nothing compiled yet."""

    setting: Setting
    deck: Deck
    entrants: tuple[Player, ...]  # in alphabetical order
    shared: dict[str, Any]  # what the games at all tables depend on

    @property
    def usual_folder(self) -> Path:
        """Where the command keeps a ladder that it is not told a folder for."""
        return usual_folder(self.shared)

    def work(self, challenger: Player, others: Player, seed: int) -> Work:
        """Return the games of one against others who all play the same."""
        places = self.setting.players - 1
        lineup = [challenger.reference] + [others.reference] * places
        return plan_work(self.deck, None, self.setting.players, lineup, seed, False)

    def cells(self) -> list[Cell]:
        """Return the tables to be played; with two players, one says it all about a pair."""
        setting = self.setting
        pairs = permutations(self.entrants, 2) if setting.players > 2 else combinations(self.entrants, 2)
        return [Cell(*pair, cell_seed(setting.seed, *(each.name for each in pair)), self.goal(*pair)) for pair in pairs]

    def goal(self, challenger: Player, others: Player) -> Goal:
        """Return how many games one is to play against others."""
        if challenger.searches or others.searches:
            return Goal(self.setting.width, self.setting.max_slow_games, SLOW_BLOCK)
        return Goal(self.setting.width, self.setting.max_games)


def plan_ladder(
    names: str | Sequence[str] | None,
    deck: Reference,
    players: int,
    width: float,
    games: int,
    slow_games: int,
    seed: int,
    rules: Rules | None,
) -> Plan:
    """Check what a ladder is made of; see `ladder`."""
    check_numbers(players=players, width=width, games=games, slow_games=slow_games, seed=seed)
    references = find_strategies(names)
    loaded = load_deck(deck, rules)  # once: there may be hundreds of tables
    works = [plan_work(loaded, None, players, [reference], seed, False) for reference in references]
    found = [work.strategies[0] for work in works]  # as it plays this very deck
    entrants = [
        Player(reference, strategy.name, strategy.digest, strategy.fast is not None)
        for reference, strategy in zip(references, found, strict=True)
    ]
    config = works[0].config
    setting = Setting(config.deck, config.rules, players, seed, width, games, slow_games)
    in_order = sorted(entrants, key=lambda entrant: entrant.name)
    return Plan(setting, loaded, tuple(in_order), configuration(config))


def play_ladder(plan: Plan, path: Path | None, workers: int | None = None, progress: bool | None = None) -> Ladder:
    """Play what is missing of a ladder, kept in a folder if one is named, and rate it; see `ladder`."""
    check_numbers(workers=workers)
    cells = plan.cells()

    def work(cell: Cell) -> Work:
        return plan.work(cell.challenger, cell.others, cell.seed)

    alone = [plan.work(entrant, entrant, plan.setting.seed) for entrant in plan.entrants]
    try:
        play_cells(cells, work, alone, plan.shared, path, workers or processors(), progress)
    except KeyboardInterrupt:
        raise InterruptedRunError(_what_is_kept(cells, path)) from None
    found = standing([cell.meeting for cell in cells], plan.setting.players)
    return Ladder(**vars(found), setting=plan.setting, out=path)


def play_cells(
    cells: Sequence[Cell],
    work: Callable[[Cell], Work],
    entrants: Iterable[Work],
    shared: dict[str, Any],
    path: Path | None,
    workers: int,
    progress: bool | None,
) -> None:
    """Play what is missing of some cells, kept in a folder if one is named; raise KeyboardInterrupt where stopped.

    ``entrants`` are games that have every strategy compiled, and ``shared`` is what all cells' games depend on.
    """
    with contextlib.nullcontext() if path is None else open_ladder(path, shared, cells) as folder:
        if all(cell.done for cell in cells):
            return
        with Reporter(progress) as reporter:
            for entrant in entrants:
                warm_up(entrant, reporter)
            reporter.start(expected_games(cells), sum(cell.games for cell in cells))
            Pool(work, folder.keep if folder else lambda cell: None, reporter).play(cells, workers)


def _what_is_kept(cells: Sequence[Cell], path: Path | None) -> str:
    if path is None:
        return "stopped; nothing is kept, as no folder was named"
    done = f"{sum(cell.done for cell in cells):,} of {len(cells):,} tables are finished"
    return f"stopped: {done}, in {path}. The same command goes on from there."


def find_strategies(names: str | Sequence[str] | None) -> list[str]:
    """Return how the strategies that take part are named; raise one error for all that are wrong."""
    if names is None:
        references = [strategy.name for strategy in seats.available()]
    else:
        references = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    known, problems = [], []
    for reference in references:
        try:
            known.append(seats.find(reference).name)
        except UserError as error:
            problems += error.problems
    problems += [Problem(f"{name} is named twice") for name in dict.fromkeys(known) if known.count(name) > 1]
    if not problems and len(known) < 2:
        problems.append(Problem("a ladder takes two strategies at least", hint="name them, separated by commas"))
    if problems:
        raise UserError(problems)
    return references
