"""How strong are strategies? `ladder` lets each of them meet each other, and rates them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tda_sim import agents
from tda_sim.agents.games import CARDS
from tda_sim.bounds import check_numbers
from tda_sim.definitions import load_game
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import Problem, UserError
from tda_sim.measures.standing import meetings, standing
from tda_sim.runs.games import game_of
from tda_sim.store.checksums import digest_of
from tda_sim.studies.ladder.pairings import GamesAsked, meetings_plan
from tda_sim.studies.ladder.result import Ladder, LadderSetting
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.playing import run_study
from tda_sim.studies.results import StudyResults
from tda_sim.studies.tables import pairings

WIDTH, GAMES = 0.005, 1_000_000  # of every cell, by default
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
    """Let strategies play each other, and rate them.

    For every pair (A, B), a single A plays at a table of B, and a single B at a table of A; seats rotate. The results
    depend on the arguments up to ``seed`` and on ``rules``, and not on the order of the names, on workers or on
    interruptions.

    Args:
        names: names or paths of strategies (a list, or separated by commas); None for all that can be found by name.
        deck: a deck's name, the path of its file, or a mapping in the form of such a file.
        players: 2 to 6. With two, both tables of a pair are the same.
        width: half the width of the 95 % interval of every win rate (0.005 is half a point).
        games: the most for each table, rounded up to whole chunks (`pairings.CHUNK`).
        slow_games: the most for each table at which somebody plays ahead (`pairings.SLOW_CHUNK`).
        seed: 0 to 2**64 - 1.
        workers: threads; by default one per processor.
        out: the folder, which is a study's. A ladder in it continues: where it was stopped, with narrower intervals, or
            with more strategies. If None, nothing is kept.
        rules: as for `simulate`.
        progress: show a progress bar; if None, only on a terminal and in a notebook.

    Raises:
        UserError: for mistakes that the caller can correct.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    plan = plan_ladder(names, deck, players, width, games, slow_games, seed, rules)
    return play_ladder(plan, None if out is None else Path(out), workers, progress)


@dataclass(frozen=True)
class LadderPlan:
    """A checked ladder, with nothing compiled yet: its settings, and the study that answers it."""

    setting: LadderSetting
    study: StudyPlan

    @property
    def usual_folder(self) -> Path:
        """The folder of a ladder if the user names none: the same for all strategies and widths."""
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
    """Check the arguments of a ladder; see `ladder`."""
    check_numbers(players=players, width=width, games=games, slow_games=slow_games, seed=seed)
    loaded = load_game(deck, rules)  # once: there may be hundreds of tables
    entrants = find_strategies(names, game_of(loaded).name)
    strategies = sorted(entrants, key=lambda strategy: strategy.name)
    setting = LadderSetting(loaded.name, loaded.rules_name, players, seed, width, games, slow_games)
    title = f"Ladder of {len(strategies)} strategies: {loaded.name}, {players} players"
    tables = list(pairings(strategies, players))
    return LadderPlan(
        setting, meetings_plan("ladder", title, loaded, players, tables, GamesAsked(seed, games, slow_games, width))
    )


def play_ladder(
    plan: LadderPlan, path: Path | None, workers: int | None = None, progress: bool | None = None
) -> Ladder:
    """Play the missing games of a ladder, in a folder if the caller names one, and rate it; see `ladder`."""
    return rate(plan, run_study(plan.study, path, workers, progress), path)


def rate(plan: LadderPlan, results: StudyResults, path: Path | None) -> Ladder:
    """Return the ladder that the games of its study make."""
    ratings = standing(meetings(results), plan.setting.players)
    return Ladder(**vars(ratings), setting=plan.setting, out=path)


def find_strategies(names: str | Sequence[str] | None, game: str = CARDS) -> list[agents.Strategy]:
    """Return the strategies that take part in a ladder of a game. Raises one UserError with all mistakes."""
    if names is None:
        return _two_at_least(agents.available(game))
    references = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    strategies: list[agents.Strategy] = []
    problems: list[Problem] = []
    for reference in references:
        try:
            strategies.append(agents.find(reference, game))
        except UserError as error:
            problems += error.problems
    known = [strategy.name for strategy in strategies]
    problems += [Problem(f"{name} is named twice") for name in dict.fromkeys(known) if known.count(name) > 1]
    if problems:
        raise UserError(problems)
    return _two_at_least(strategies)


def _two_at_least(strategies: list[agents.Strategy]) -> list[agents.Strategy]:
    if len(strategies) < 2:
        raise UserError.of("a ladder takes at least two strategies", hint="name them, separated by commas")
    return strategies
