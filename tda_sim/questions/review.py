"""`tda review`: where players lose, in a strategy's games, in a run or in one game."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.errors import UserError
from tda_sim.questions.question import Command
from tda_sim.questions.settings import AbilitiesOf, FixedSeats, Rules, Setting, Workers
from tda_sim.runs.threads import aside

if TYPE_CHECKING:
    from tda_sim.rendering.model import Document
    from tda_sim.runs.play import Work

STRATEGY, RUN, GAME, RECORD = "a strategy", "a run's folder", "a game of a deck", "a recorded game"
WAYS = (
    "tda review STRATEGY, tda review FOLDER for a run, tda review DECK --game N, or tda review FILE.json for a game "
    "recorded by tda play --record"
)
SHARED = {"what", "rules", "workers"}
TAKEN = {  # the settings of each
    STRATEGY: SHARED | {"deck", "players", "games", "seed"},
    RUN: SHARED | {"deck", "games", "strategies"},
    GAME: SHARED | {"game", "players", "seed", "strategies", "fixed_seats", "abilities", "seat", "deals"},
    RECORD: SHARED - {"rules"} | {"seat", "deals"},
}
GAMES = 1_000


@dataclass(frozen=True, kw_only=True)
class Review(Command):
    """Show where players lose, in many games or in one."""

    command: ClassVar = "review"
    lacks: ClassVar = ("cluster", "patience", "out")
    views: ClassVar = {"full": "Show every decision of the game, gambit by gambit."}

    what: Annotated[
        str,
        Setting(
            "A run's folder; a deck, with --game N; the file of `tda play --record`; or a strategy.",
            argument="RUN|GAME|STRATEGY",
        ),
    ]
    game: Annotated[int | None, Setting("Review this game of a run of the deck; give the run's options.", "game")] = (
        None
    )
    deck: Annotated[
        str | None,
        Setting(
            "The deck that a strategy plays, by default original; or a run's deck, if its file has moved.",
            completes="decks",
        ),
    ] = None
    players: Annotated[int | None, Setting("Number of players; by default 4.", "players")] = None
    games: Annotated[
        int | None,
        Setting("Games of a strategy or a run, by default 1,000. One decision in forty is weighed.", "games"),
    ] = None
    seed: Annotated[int | None, Setting("Seed of all randomness; by default 1.", "seed")] = None
    strategies: Annotated[
        str | None,
        Setting(
            "Who plays the game, by default regular players, or played the run: one strategy, or one per player.",
            completes="strategies",
        ),
    ] = None
    rules: Rules = None
    fixed_seats: FixedSeats = False
    abilities: AbilitiesOf = None
    seat: Annotated[int | None, Setting("Review only the decisions of this seat of the game.", "seat")] = None
    deals: Annotated[
        int | None, Setting("Deals on which each option of the game is tried; by default 400.", "deals")
    ] = None
    workers: Workers = None

    def view(self, wanted: Collection[str]) -> dict[str, Any]:
        """Return how it is shown: ``full`` with every decision, gambit by gambit."""
        from tda_sim.answers.review import CARDS
        from tda_sim.answers.review_game import GAMBITS

        full = "full" in wanted
        return {"full": full, "opened": [GAMBITS, CARDS] if full else [], "unfold": "--full"}

    def told(self) -> "Document":
        """Weigh decisions, and return what they lost."""
        kind = self._kind()
        for name in (field.name for field in fields(self) if getattr(self, field.name) != field.default):
            if name not in TAKEN[kind]:
                others = " or ".join(other for other, taken in TAKEN.items() if name in taken)
                message = f"{self.what} is {kind}, but --{name.replace('_', '-')} is an option for {others}"
                raise UserError.of(message, hint=WAYS)
        return {STRATEGY: self._strategy, RUN: self._run, GAME: self._game, RECORD: self._record}[kind]()

    @property
    def _seed(self) -> int:
        return 1 if self.seed is None else self.seed

    def _kind(self) -> str:
        """Return which kind of review is asked for."""
        from tda_sim.definitions import library
        from tda_sim.one_game.recorded import SUFFIX
        from tda_sim.runs.manifest import RUN as RUNS

        what, path = self.what, Path(self.what)
        if self.game is not None:
            return GAME
        if RUNS.lies_in(path) or (path.is_dir() and what not in library.available("strategy")):
            return RUN
        if path.suffix == SUFFIX:
            return RECORD
        if what in library.available("deck") and what not in library.available("strategy"):
            hint = f"tda review {what} --game 0 reviews a game, tda review balanced --deck {what} a strategy"
            raise UserError.of(f"{what} is a deck; a review needs a game or a strategy", hint=hint)
        return STRATEGY

    def _strategy(self) -> "Document":
        from tda_sim.answers.review import reviewed
        from tda_sim.review import review as find

        named = self.deck or "original", self.players or 4, self.games or GAMES, self._seed
        return reviewed(aside(find, self.what, *named, self.rules, self.workers))

    def _run(self) -> "Document":
        from tda_sim.answers.review import run_reviewed
        from tda_sim.review import review_run

        reviews = aside(
            review_run, self.what, self.games or GAMES, self.deck, self.rules, self.strategies, self.workers
        )
        return run_reviewed(reviews, self.what)

    def _game(self) -> "Document":
        from tda_sim.runs.play import plan_work

        who = self.players or 4, self.strategies, self._seed, self.fixed_seats
        work = plan_work(self.what, self.rules, *who, abilities=self.abilities)
        return self._reviewed(work, game=self.game)

    def _record(self) -> "Document":
        from tda_sim.one_game.recorded import read_game, work_of_game

        record = read_game(Path(self.what))
        work = work_of_game(record, Path(self.what))
        return self._reviewed(work, record.seat, answers=record.answers, names=record.names)

    def _reviewed(self, work: "Work", person: int | None = None, **settings: Any) -> "Document":
        from tda_sim.answers.review_game import game_reviewed
        from tda_sim.one_game.driver import say_compiling
        from tda_sim.one_game.replay import replay_record
        from tda_sim.review.game import DEALS, review_game

        if self.seat is not None and self.seat >= work.config.players:
            hint = f"the seats are 0 to {work.config.players - 1}"
            raise UserError.of(f"there is no seat {self.seat}", hint=hint)
        say_compiling()
        seats = None if self.seat is None else [self.seat]
        review = aside(
            lambda: review_game(work, seats=seats, deals=self.deals or DEALS, workers=self.workers, **settings)
        )
        record = aside(replay_record, work, review.game, review.answers)
        return game_reviewed(review, record, person)
