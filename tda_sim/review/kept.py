"""A file of a game that a person played: everything needed to play it again, and every answer."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from tda_sim.bounds import PLAYERS, SEED
from tda_sim.definitions.titles import player_names
from tda_sim.errors import Problem, UserError
from tda_sim.runs.play import Work, plan_work
from tda_sim.store.files import disk_errors, printable, write_whole
from tda_sim.store.folders import differences
from tda_sim.store.outputs import check_unannounced
from tda_sim.store.seals import STRICT, sealed, unsealed

SUFFIX = ".json"
SAME = (
    "deck_digest",
    "rules_digest",
    "abilities_digest",
    "engine",
)  # parts of a configuration that must be the same for answers to fit

Answer = Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class KeptGame:
    """A game of `tda play`.

    Attributes:
        deck, rules, players, strategies, seed, abilities: the options of `tda play`; ``strategies`` has one for each
            seat, and any one for the person's own.
        seat: the person's.
        answers: of all players, as indices of the options, in the order of the decisions.
        same: digests of what was played.
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
    format: Literal[1] = 1  # raised when older files can no longer be read

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return player_names(self.strategies, self.seat)


_FIELDS = TypeAdapter(KeptGame)


def digests(work: Work) -> dict[str, str]:
    """Return what must be the same for a game's answers to fit."""
    return {name: str(getattr(work.config, name)) for name in SAME}


def write_game(path: Path, game: KeptGame) -> None:
    """Write a game to a file. Raises UserError if that is impossible."""
    check_path(path)
    with disk_errors(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, sealed(asdict(game)))


def check_path(path: Path) -> None:
    """Raise UserError for a file that a game cannot be written to, before it is played."""
    if path.suffix != SUFFIX:
        raise UserError.of(f"{path.name} is not a name for a recorded game", hint=f"end it in {SUFFIX}")
    if path.is_dir():
        raise UserError.of("this is a folder", printable(path), hint="name a file")


def read_game(path: Path) -> KeptGame:
    """Return the game in a file. Raises UserError for a file without a game."""
    where, hint = printable(path), "`tda play --record FILE.json` writes such a file"
    check_unannounced(path)
    try:
        return unsealed(path.read_bytes(), _FIELDS)
    except OSError as error:
        raise UserError.of(f"cannot read this: {error.strerror or error}", where, hint=hint) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UserError.of(f"this file does not hold a game: {place}: {first['msg']}", where, hint=hint) from error
    except ValueError as error:
        raise UserError.of(f"this file does not hold a game: {error}", where, hint=hint) from error


def work_of_game(game: KeptGame, path: Path) -> Work:
    """Return the run in which a recorded game is number 0. Raises UserError if it cannot be played again."""
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
