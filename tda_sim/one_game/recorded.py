"""A file of a game that a person played: everything needed to play it again, and every answer."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from tda_sim.bounds import PLAYERS, SEED
from tda_sim.definitions.titles import player_names
from tda_sim.engine.layout import MAX_OPTIONS
from tda_sim.errors import Problem, UserError
from tda_sim.runs.play import Work, plan_work
from tda_sim.store.checksums import STRICT, sealed, unsealed
from tda_sim.store.files import printable, read_given, write_document
from tda_sim.store.folders import differences
from tda_sim.store.outputs import check_unannounced

SUFFIX = ".json"
MOST = 10**6  # bytes of a file, a hundred times those of a long game
WRITTEN_BY = "`tda play --record FILE.json` writes such a file"
SAME = (
    "deck_digest",
    "rules_digest",
    "abilities_digest",
    "engine",
)  # parts of a configuration that must be the same for answers to fit

Answer = Annotated[int, Field(ge=0, lt=MAX_OPTIONS)]


@dataclass(frozen=True)
class KeptGame:
    """A game of `tda play`.

    Attributes:
        deck, rules, players, strategies, seed, abilities: the options of `tda play`; ``strategies`` has one for each
            seat, and any one for the person's own.
        seat: the person's.
        answers: of all players, as indices of the options, in the order of the decisions.
        same: digests of what was played.
        over: whether it was played to its end.
        format: of the file.
    """

    __pydantic_config__ = STRICT

    deck: str
    rules: list[str]
    players: Annotated[int, PLAYERS.field]
    strategies: list[str]
    seat: Annotated[int, Field(ge=0, lt=PLAYERS.high)]
    seed: Annotated[int, SEED.field]
    abilities: list[str]
    answers: list[Answer]
    same: dict[str, str]
    over: bool = False
    format: Literal[1] = 1  # raised when older files can no longer be read

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return player_names(self.strategies, self.seat)


_FIELDS = TypeAdapter(KeptGame)


def digests(work: Work) -> dict[str, str]:
    """Return what must be the same for a game's answers to fit."""
    return {name: str(getattr(work.config, name)) for name in SAME}


class Recorder:
    """Keeps a game in a file while it is played, so that whatever ends it, no answer is lost.

    Attributes:
        path: the file; ``game``: as it is there.
        known: the answers that were there at first: the game goes on after them.
    """

    def __init__(self, path: Path, game: KeptGame, there: KeptGame | None) -> None:
        """Write the file for the first time, so that it is clear at once whether that is possible.

        ``there``: see `game_there`. Raises UserError if that is another game, or for a file that cannot be written.
        """
        if there is not None:
            _check_same(path, there, game)
        self.path, self.game = path, there or game
        self.known = tuple(self.game.answers)
        self._write("name another file")

    def keep(self, answers: Sequence[int], over: bool = False) -> None:
        """Write the file with these answers, unless more are known. Raises UserError if it cannot be written."""
        if len(answers) >= len(self.game.answers):
            self.game = replace(self.game, answers=list(answers), over=over)
        there = read_game(self.path).answers if self.path.exists() else []
        if there != self.game.answers[: len(there)]:
            raise UserError.of("another process is recording a game here", printable(self.path), hint=_other(self.path))
        self._write("the game is kept up to an earlier answer: the same command goes on from there")

    def _write(self, hint: str) -> None:
        write_document(self.path, sealed(asdict(self.game)), hint)


def game_there(path: Path) -> KeptGame | None:
    """Return the game to go on with when one is recorded in a file; None for a new game.

    Raises UserError for a file that must not be written to: one that holds something else, or a game that is over.
    """
    if path.suffix != SUFFIX:
        raise UserError.of(f"{path.name} is not a name for a recorded game", hint=f"end it in {SUFFIX}")
    if not path.exists():
        return None
    game = read_game(path, _other(path))
    if game.over:
        hint = f"{_other(path)}; to review that game: tda review {path}"
        raise UserError.of("a game is recorded here already", printable(path), hint=hint)
    return game if game.answers else None


def _check_same(path: Path, there: KeptGame, here: KeptGame) -> None:
    """Raise UserError if a game was begun with other options than those given, or with other cards or rules."""
    before, now = ({**asdict(game), **game.same} for game in (there, here))
    for name in ("answers", "same", "over"):
        del now[name]
    if changes := differences(before, now):
        texts = ["another game is recorded here already", *changes]
        raise UserError(
            [Problem(text, printable(path), hint=None if i else _other(path)) for i, text in enumerate(texts)]
        )


def _other(path: Path) -> str:
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return f"name another file, such as {next(name for name in names if not name.exists())}"


def read_game(path: Path, hint: str = WRITTEN_BY) -> KeptGame:
    """Return the game in a file. Raises UserError, with the ``hint``, for a file without a game."""
    check_unannounced(path)
    raw = read_given(path, MOST, hint=hint)
    try:
        return unsealed(raw, _FIELDS)
    except ValidationError as error:
        first = error.errors()[0]
        reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    except ValueError as error:
        reason = str(error)
    raise UserError.of(f"this file does not hold a game: {reason}", printable(path), hint=hint)


def work_of_game(game: KeptGame, path: Path) -> Work:
    """Return the run in which a recorded game is number 0. Raises UserError if it cannot be played again."""
    if not game.answers:
        raise UserError.of("this game has not begun", printable(path), hint="play it: `tda play --record`")
    lengths = {"strategies": len(game.strategies), "players": game.players}
    if len(set(lengths.values())) > 1 or game.seat >= game.players:
        raise UserError.of("this file does not hold a game: its players do not fit each other", printable(path))
    work = plan_work(
        game.deck, game.rules or None, game.players, game.strategies, game.seed, True, abilities=game.abilities or None
    )  # fmt: skip
    changes = differences(game.same, digests(work))
    if changes:
        texts = ["this game cannot be played again: something has changed since", *changes]
        hint = "review it with the version of tda_sim and the files that it was played with"
        raise UserError([Problem(text, printable(path), hint=None if i else hint) for i, text in enumerate(texts)])
    return work
