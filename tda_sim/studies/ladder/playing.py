"""How strong are strategies? `ladder` lets every one of them meet every other, and rates them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tda_sim import seats
from tda_sim.bounds import check_numbers
from tda_sim.definitions import load_game
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import Problem, UserError
from tda_sim.measures.standing import meetings, standing
from tda_sim.runs.games import game_of
from tda_sim.seats.games import CARDS
from tda_sim.store.seals import digest_of
from tda_sim.studies.ladder.pairings import GamesAsked, meetings_plan
from tda_sim.studies.ladder.result import Ladder, LadderSetting
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.playing import run_study
from tda_sim.studies.tables import pairings

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
        games: at most so many for each of the tables, rounded up to whole chunks (`pairings.CHUNK`).
        slow_games: the same for tables at which somebody plays ahead (`pairings.SLOW_CHUNK`).
        seed: 0 to 2**64 - 1.
        workers: threads; as many as there are processors if None.
        out: the folder, which is a study's. A ladder goes on from whatever lies there: where it was stopped, with
            narrower intervals, or with more strategies. If None, nothing is kept.
        rules: as for `simulate`.
        progress: show a progress bar; if None, only on a terminal.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    plan = plan_ladder(names, deck, players, width, games, slow_games, seed, rules)
    return play_ladder(plan, None if out is None else Path(out), workers, progress)


@dataclass(frozen=True)
class LadderPlan:
    """A ladder that has been checked, with nothing compiled yet: what was asked for, and the study that answers it."""

    setting: LadderSetting
    study: StudyPlan

    @property
    def usual_folder(self) -> Path:
        """Where the command keeps a ladder that it is not told a folder for: one for all strategies and widths."""
        setting, config = self.setting, self.study.works[0].config
        shared = [config.deck_digest, config.rules_digest, config.engine, setting.players, setting.seed]
        return Path("results") / f"ladder-{setting.deck}-{setting.players}p-{digest_of(shared)[:8]}"


def plan_ladder(
    names: str | Sequence[str] | None,
    deck: Reference,
    players: int,
    width: float,
    games: int,
    slow_games: int,
    seed: int,
    rules: Rules | None,
) -> LadderPlan:
    """Check what a ladder is made of; see `ladder`."""
    check_numbers(players=players, width=width, games=games, slow_games=slow_games, seed=seed)
    loaded = load_game(deck, rules)  # once: there may be hundreds of tables
    found = find_strategies(names, game_of(loaded).name)
    strategies = sorted(found, key=lambda strategy: strategy.name)
    setting = LadderSetting(loaded.name, loaded.rules_name, players, seed, width, games, slow_games)
    title = f"Ladder of {len(strategies)} strategies: {loaded.name}, {players} players"
    tables = list(pairings(strategies, players))
    return LadderPlan(
        setting, meetings_plan("ladder", title, loaded, players, tables, GamesAsked(seed, games, slow_games, width))
    )


def play_ladder(
    plan: LadderPlan, path: Path | None, workers: int | None = None, progress: bool | None = None
) -> Ladder:
    """Play what is missing of a ladder, kept in a folder if one is named, and rate it; see `ladder`."""
    results = run_study(plan.study, path, workers, progress)
    found = standing(meetings(results), plan.setting.players)
    return Ladder(**vars(found), setting=plan.setting, out=path)


def find_strategies(names: str | Sequence[str] | None, game: str = CARDS) -> list[seats.Strategy]:
    """Return the strategies of a game that take part; raise one error for all that are wrong."""
    if names is None:
        return _two_at_least(seats.available(game))
    references = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    found: list[seats.Strategy] = []
    problems: list[Problem] = []
    for reference in references:
        try:
            found.append(seats.find(reference, game))
        except UserError as error:
            problems += error.problems
    known = [strategy.name for strategy in found]
    problems += [Problem(f"{name} is named twice") for name in dict.fromkeys(known) if known.count(name) > 1]
    if problems:
        raise UserError(problems)
    return _two_at_least(found)


def _two_at_least(found: list[seats.Strategy]) -> list[seats.Strategy]:
    if len(found) < 2:
        raise UserError.of("a ladder takes two strategies at least", hint="name them, separated by commas")
    return found
