"""Commands that search: for weights, for what beats a strategy, for what cards are worth, for how to play.

Their settings are described as those of questions are. From Python, what searches takes their plans.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.bounds import KINDS
from tda_sim.questions.question import Command
from tda_sim.questions.settings import FOLDER, Deck, OnDeck, Out, Players, Rules, Seed, Setting, SlowGames, Workers

if TYPE_CHECKING:
    from tda_sim.rendering.model import Document
    from tda_sim.training.play import LearningPlan
    from tda_sim.tuning.exploiting import ExploitPlan
    from tda_sim.tuning.plan import TuningPlan


@dataclass(frozen=True, kw_only=True)
class Search(Command):
    """A command that searches, on threads of this computer."""

    lacks: ClassVar[Collection[str]] = ("cluster", "patience")


@dataclass(frozen=True, kw_only=True)
class Tune(Search):
    """Search for better parameters of a strategy."""

    command: ClassVar = "tune"
    thing: ClassVar = "tuning"

    strategy: Annotated[str, Setting("A strategy with parameters: name or path.", argument="strategy")] = "weighted"
    deck: OnDeck = "original"
    players: Players = 4
    against: Annotated[
        Any,
        Setting("The opponents: one strategy for all other seats, or one per seat, separated by commas.", typed=str),
    ] = "balanced"
    generations: Annotated[int, Setting("Generations of the search, in all.", "generations")] = 60
    games: Annotated[int, Setting("Games of each candidate in a generation.", "games")] = 2000
    parameters: Annotated[
        Sequence[str] | str | None,
        Setting("The parameters to search, separated by commas; by default all.", typed=str | None),
    ] = None
    population: Annotated[int | None, Setting("Candidates in a generation.", "population")] = None
    held_out: Annotated[int, Setting("Games that measure the result.", "held_out")] = 40_000
    seed: Seed = 1
    workers: Workers = None
    out: Annotated[Path | None, Setting(FOLDER, typed=Path)] = Path("results/tuned")
    rules: Rules = None

    def plan(self) -> "TuningPlan":
        """Return the checked tuning."""
        from tda_sim.tuning.plan import plan_tuning

        self.check()
        where, numbers = (self.deck, self.rules, self.players), (self.population, self.held_out, self.seed)
        return plan_tuning(self.strategy, *where, self.against, self.parameters, self.generations, self.games, *numbers)

    def told(self) -> "Document":
        """Return the best weights, and what they win."""
        from tda_sim.answers.searches import tuned
        from tda_sim.tuning.tuning import run_tuning

        return tuned(run_tuning(self.plan(), self.out, self.workers, self.progress))


@dataclass(frozen=True, kw_only=True)
class Exploit(Search):
    """Search for the best response to a strategy.

    The result is the best of those tried. It shows by how much, at least, the strategy can be beaten.
    """

    command: ClassVar = "exploit"
    thing: ClassVar = "search"

    strategy: Annotated[str, Setting("The strategy to beat: name or path.", argument="strategy")]
    deck: OnDeck = "original"
    players: Players = 4
    generations: Annotated[
        int, Setting("Generations of the search for weights; 0 for none.", KINDS["generations"].or_none)
    ] = 30
    playouts: Annotated[int, Setting("Games played ahead at each decision; 0 for none.", KINDS["playouts"].or_none)] = (
        64
    )
    learning: Annotated[
        int, Setting("Games from which a network learns to beat it; 0 for none.", KINDS["learning"].or_none)
    ] = 40_000
    also: Annotated[
        Sequence[str] | str | None,
        Setting(
            "Further strategies to try as responses, separated by commas.", completes="strategies", typed=str | None
        ),
    ] = None
    games: Annotated[int, Setting("Games that measure the best response.", "games")] = 60_000
    slow_games: SlowGames = 2_400
    seed: Seed = 1
    workers: Workers = None
    out: Out = None
    rules: Rules = None

    def plan(self) -> "ExploitPlan":
        """Return the checked search."""
        from tda_sim.studies.usual import names_of
        from tda_sim.tuning.exploiting import plan_exploit

        self.check()
        efforts, games = (self.generations, self.playouts, self.learning), (self.games, self.slow_games)
        also = names_of(self.also) if self.also else []
        return plan_exploit(self.strategy, self.deck, self.rules, self.players, *efforts, *games, self.seed, also)

    def told(self) -> "Document":
        """Return the best response, and by how much it wins."""
        from tda_sim.answers.searches import exploited
        from tda_sim.tuning.exploiting import play_exploit

        plan = self.plan()
        return exploited(play_exploit(plan, self.out or plan.usual_folder, self.workers, self.progress))


@dataclass(frozen=True, kw_only=True)
class LearnValues(Search):
    """Learn what each card is worth to a player who keeps it."""

    command: ClassVar = "learn values"
    lacks: ClassVar = ("workers", "cluster", "patience")

    deck: Deck = "original"
    players: Players = 4
    strategy: Annotated[str, Setting("The strategy in all seats, a fast one.")] = "weighted"
    games: Annotated[int, Setting("Games to learn from.", "games")] = 20_000
    seed: Seed = 1
    out: Annotated[Path | None, Setting("The file to write, for lookahead:FILE.", metavar="FILE")] = None
    rules: Rules = None

    def told(self) -> "Document":
        """Return what cards are worth."""
        from tda_sim.answers.learned import learned_values
        from tda_sim.runs.threads import aside
        from tda_sim.training.values import learn_values

        table = self.deck, self.players, self.strategy, self.games, self.seed
        return learned_values(aside(learn_values, *table, self.rules, self.out, self.progress))


@dataclass(frozen=True, kw_only=True)
class LearnPlay(Search):
    """Train a network to play, and write it as a strategy."""

    command: ClassVar = "learn play"
    thing: ClassVar = "training"

    decks: Annotated[
        Sequence[Any], Setting("Decks: names, or paths of their files.", argument="DECK...", typed=list[str] | None)
    ] = ("original",)
    players: Annotated[
        Sequence[int],
        Setting(
            "Number of players; give several to mix them, with 4 players in half of the games.",
            "players",
            typed=list[int] | None,
        ),
    ] = (4,)
    strategy: Annotated[str, Setting("The strategy of the first round, a fast one.")] = "weighted"
    rivals: Annotated[
        Sequence[Any],
        Setting(
            "A fast strategy that the network also meets: it has all other seats in three quarters of the games. Give "
            "several to take turns.",
            option="rival",
            metavar="NAME",
            typed=list[str] | None,
        ),
    ] = ()
    rounds: Annotated[int, Setting("Rounds; in each, the network of the round before plays.", "rounds")] = 2
    games: Annotated[int, Setting("Games of each round, shared among all tables.", "games")] = 200_000
    seed: Seed = 1
    workers: Workers = None
    out: Out = None
    rules: Rules = None
    abilities: Annotated[
        str | None, Setting("Abilities dealt in a fifth of the games, where a deck has any: random:2.", metavar="TEXT")
    ] = None

    def plan(self) -> "LearningPlan":
        """Return the checked training."""
        from tda_sim.training.play import plan_learning

        self.check()
        rounds = self.rounds, self.games, self.seed
        return plan_learning(self.decks, self.players, self.strategy, *rounds, self.rules, self.abilities, self.rivals)

    def told(self) -> "Document":
        """Return what the networks win."""
        from tda_sim.answers.learned import learned_play
        from tda_sim.training.play import run_learning

        plan = self.plan()
        return learned_play(run_learning(plan, self.out or plan.usual_folder, self.workers, self.progress))


@dataclass(frozen=True, kw_only=True)
class Levels(Search):
    """Show how strong levels of play are, or calibrate them.

    A level stands for people of some experience: first-evening, casual, regular and club.
    """

    command: ClassVar = "levels"
    thing: ClassVar = "calibration"

    decks: Annotated[
        Sequence[Any],
        Setting(
            "Decks to calibrate the levels for: names, or paths of their files. By default nothing is played.",
            argument="DECK...",
            completes="decks",
            typed=list[str] | None,
        ),
    ] = ()
    players: Annotated[
        Sequence[int], Setting("Number of players; repeat it for several.", "players", typed=list[int] | None)
    ] = (4,)
    games: Annotated[int, Setting("Games that measure each level.", "games")] = 40_000
    keep: Annotated[bool, Setting("Write the result into strategies/calibration.yaml, which runs here use.")] = False
    seed: Seed = 271828
    workers: Workers = None
    out: Out = None
    rules: Rules = None

    def told(self) -> "Document":
        """Return what the levels win."""
        from tda_sim.agents.levels import OWN, calibration
        from tda_sim.answers.levels import calibrated, known_levels
        from tda_sim.errors import UserError
        from tda_sim.tuning.levels import calibrate, keep, plan_calibration

        self.check()
        if not self.decks:
            if self.keep or self.rules:
                raise UserError.of("name the decks to calibrate the levels for", hint="tda levels original --keep")
            return known_levels(calibration(), self.players[0])
        plan = plan_calibration(self.decks, self.players, self.games, self.seed, self.rules)
        folder = self.out or plan.usual_folder
        found = calibrate(plan, folder, self.workers, self.progress)
        if self.keep:
            keep(found, OWN)
        return calibrated(plan, found, f"Data: {OWN if self.keep else folder}")


SEARCHES: tuple[type[Search], ...] = (Tune, Exploit, Levels, LearnValues, LearnPlay)
