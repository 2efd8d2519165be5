"""`tda review`: where players lose, in a strategy's games, in a run or in one game."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tda_sim.cli import completing
from tda_sim.cli.options import AbilitiesOf, Csv, FixedSeats, Html, Json, Markdown, Rules, Workers, number, option, show
from tda_sim.errors import UserError
from tda_sim.runs.threads import aside

if TYPE_CHECKING:
    from tda_sim.rendering.model import Document
    from tda_sim.runs.play import Work

app = typer.Typer()

STRATEGY, RUN, GAME, RECORD = "a strategy", "a run's folder", "a game of a deck", "a recorded game"
WAYS = (
    "tda review STRATEGY, tda review FOLDER for a run, tda review DECK --game N, or tda review FILE.json for a game "
    "recorded by tda play --record"
)
SHARED = {"rules", "workers", "html", "markdown", "full", "as_json", "csv"}
TAKEN = {  # the options of each
    STRATEGY: SHARED | {"deck", "players", "games", "seed"},
    RUN: SHARED | {"deck", "games", "strategies"},
    GAME: SHARED | {"game", "players", "seed", "strategies", "fixed_seats", "abilities", "seat", "deals"},
    RECORD: SHARED - {"rules"} | {"seat", "deals"},
}
GAMES = 1_000


@dataclass(frozen=True)
class _Options:
    """The options given on the command line; None and False stand for options left out."""

    game: int | None
    deck: str | None
    players: int | None
    games: int | None
    seed: int | None
    strategies: str | None
    rules: list[str] | None
    fixed_seats: bool
    abilities: list[str] | None
    seat: int | None
    deals: int | None
    workers: int | None

    def check(self, kind: str, what: str) -> None:
        """Raise UserError for options that do not go with this kind of review."""
        for name, value in vars(self).items():
            if value not in (None, False) and name not in TAKEN[kind]:
                option = f"--{name.replace('_', '-')}"
                others = " or ".join(other for other, taken in TAKEN.items() if name in taken)
                raise UserError.of(f"{what} is {kind}, but {option} is an option for {others}", hint=WAYS)


@app.command()
def review(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RUN|GAME|STRATEGY",
            help="A run's folder; a deck, with --game N; the file of `tda play --record`; or a strategy.",
        ),
    ],
    game: Annotated[
        int | None, number("game", "Review this game of a run of the deck; give the run's options.")
    ] = None,
    deck: Annotated[
        str | None,
        typer.Option(
            help="The deck that a strategy plays, by default original; or a run's deck, if its file has moved.",
            autocompletion=completing.decks,
        ),
    ] = None,
    players: Annotated[int | None, number("players", "Number of players; by default 4.")] = None,
    games: Annotated[
        int | None, number("games", "Games of a strategy or a run, by default 1,000. One decision in forty is weighed.")
    ] = None,
    seed: Annotated[int | None, number("seed", "Seed of all randomness; by default 1.")] = None,
    strategies: Annotated[
        str | None,
        option(
            "strategies",
            "Who plays the game, or played the run: one strategy, or one per player.",
            autocompletion=completing.strategies,
        ),
    ] = None,
    rules: Rules = None,
    fixed_seats: FixedSeats = False,
    abilities: AbilitiesOf = None,
    seat: Annotated[int | None, number("seat", "Review only the decisions of this seat of the game.")] = None,
    deals: Annotated[
        int | None, number("deals", "Deals on which each option of the game is tried; by default 400.")
    ] = None,
    workers: Workers = None,
    html: Html = None,
    markdown: Markdown = None,
    full: Annotated[bool, typer.Option("--full", help="Show every decision of the game, gambit by gambit.")] = False,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Show where players lose, in many games or in one."""
    from tda_sim.answers.review import CARDS
    from tda_sim.answers.review_game import GAMBITS

    given = _Options(game, deck, players, games, seed, strategies, rules, fixed_seats, abilities, seat, deals, workers)
    kind = _kind(what, game)
    given.check(kind, what)
    document = {STRATEGY: _strategy, RUN: _run, GAME: _game, RECORD: _record}[kind](what, given)
    opened = [GAMBITS, CARDS] if full else []
    show(document, as_json, markdown, csv=csv, html=html, full=full, opened=opened, unfold="--full")


def _kind(what: str, game: int | None) -> str:
    """Return which kind of review is asked for."""
    from tda_sim.definitions import library
    from tda_sim.one_game.recorded import SUFFIX
    from tda_sim.runs.manifest import RUN as RUNS

    path = Path(what)
    if game is not None:
        return GAME
    if RUNS.lies_in(path) or (path.is_dir() and what not in library.available("strategy")):
        return RUN
    if path.suffix == SUFFIX:
        return RECORD
    if what in library.available("deck") and what not in library.available("strategy"):
        hint = f"tda review {what} --game 0 reviews a game, tda review balanced --deck {what} a strategy"
        raise UserError.of(f"{what} is a deck; a review needs a game or a strategy", hint=hint)
    return STRATEGY


def _strategy(what: str, given: _Options) -> "Document":
    from tda_sim.answers.review import reviewed
    from tda_sim.review import review as find

    named = given.deck or "original", given.players or 4, given.games or GAMES, _seed(given)
    return reviewed(aside(find, what, *named, given.rules, given.workers))


def _run(what: str, given: _Options) -> "Document":
    from tda_sim.answers.review import run_reviewed
    from tda_sim.review import review_run

    reviews = aside(review_run, what, given.games or GAMES, given.deck, given.rules, given.strategies, given.workers)
    return run_reviewed(reviews, what)


def _game(what: str, given: _Options) -> "Document":
    from tda_sim.runs.play import plan_work

    players, strategies = given.players or 4, given.strategies or "balanced"
    work = plan_work(what, given.rules, players, strategies, _seed(given), given.fixed_seats, abilities=given.abilities)
    return _reviewed(work, given, game=given.game)


def _record(what: str, given: _Options) -> "Document":
    from tda_sim.one_game.recorded import read_game, work_of_game

    record = read_game(Path(what))
    work = work_of_game(record, Path(what))
    return _reviewed(work, given, record.seat, answers=record.answers, names=record.names)


def _reviewed(work: "Work", given: _Options, person: int | None = None, **settings: Any) -> "Document":
    from tda_sim.answers.review_game import game_reviewed
    from tda_sim.one_game.driver import say_compiling
    from tda_sim.one_game.replay import replay_record
    from tda_sim.review.game import DEALS, review_game

    if given.seat is not None and given.seat >= work.config.players:
        hint = f"the seats are 0 to {work.config.players - 1}"
        raise UserError.of(f"there is no seat {given.seat}", hint=hint)
    say_compiling()
    seats = None if given.seat is None else [given.seat]
    review = aside(
        lambda: review_game(work, seats=seats, deals=given.deals or DEALS, workers=given.workers, **settings)
    )
    record = aside(replay_record, work, review.game, review.answers)
    return game_reviewed(review, record, person)


def _seed(given: _Options) -> int:
    return 1 if given.seed is None else given.seed
