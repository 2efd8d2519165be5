"""A file of a game that a person played: everything needed to play it again, and every answer.

`tda play --record` and the laboratory write such files, and `tda schema game` describes them. A file ends with its seal
(`store.checksums`), or has none: then only playing the game again shows whether it is sound.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from tda_sim import definitions
from tda_sim.bounds import PLAYERS, SEED
from tda_sim.definitions import library
from tda_sim.definitions.titles import player_names
from tda_sim.engine.layout import MAX_OPTIONS
from tda_sim.errors import Problem, UserError
from tda_sim.runs.play import Work, plan_work
from tda_sim.store.checksums import SEAL, STRICT, sealed, unsealed
from tda_sim.store.files import printable, read_given, write_document
from tda_sim.store.folders import differences
from tda_sim.store.outputs import check_unannounced

SUFFIX = ".json"
MOST = 10**6  # bytes of a file, a hundred times those of a long game
WRITTEN_BY = "`tda play --record FILE.json` and the laboratory write such files, and `tda schema game` describes them"
SAME = (
    "deck_digest",
    "rules_digest",
    "abilities_digest",
    "engine",
)  # parts of a configuration that must be the same for answers to fit

Answer = Annotated[int, Field(ge=0, lt=MAX_OPTIONS)]
Milliseconds = Annotated[int, Field(ge=0, le=10**9)]
FileName = Annotated[str, Field(pattern=r"^[\w-][\w .-]*\.ya?ml$")]
Amount = Annotated[int, Field(ge=-(10**9), le=10**9)]


def _said(text: str, **more: Any) -> Any:
    """Return a field, with what its schema says."""
    return Field(description=text, **more)


@dataclass(frozen=True)
class KeptGame:
    """A game against strategies: its settings, and the answers of all players.

    ``own`` has the content of files that do not come with tda_sim, so that the game can be played again anywhere.
    """

    __pydantic_config__ = ConfigDict(**STRICT, extra="forbid")

    deck: Annotated[str, _said("The deck: a name, or one of `own`.")]
    rules: Annotated[list[str], _said("House rules or a rule set: names, or some of `own`.")]
    players: Annotated[int, PLAYERS.field, _said("Number of players.")]
    strategies: Annotated[list[str], _said("One for each seat; any one in the person's own.")]
    seat: Annotated[int, _said("The person's, from 0.", ge=0, lt=PLAYERS.high)]
    seed: Annotated[int, SEED.field, _said("Seed of all randomness.")]
    abilities: Annotated[list[str], _said("As the option of `tda play`.")]
    answers: Annotated[
        list[Answer], _said("Of all players, as indices of the options from 0, in the order of the decisions.")
    ]
    same: Annotated[
        dict[str, str], _said(f"Digests of what was played: {', '.join(SAME)}. Without `engine`, `gold` is the proof.")
    ]
    over: Annotated[bool, _said("Whether it was played to its end.")] = False
    format: Annotated[Literal[1, 2], _said("Raised when older programs can no longer read the files.")] = 2
    player: Annotated[
        str, _said("The person's name, any that they like; empty: anonymous.", pattern=r"^[^\x00-\x1f\x7f]{0,60}$")
    ] = ""
    own: Annotated[
        dict[FileName, Annotated[str, Field(max_length=200_000)]], _said("YAML files by name: their content.")
    ] = field(default_factory=dict)
    times: Annotated[
        list[Milliseconds] | None,
        _said("Milliseconds that the person took for each of their decisions; null if they did not agree to that."),
    ] = None
    gold: Annotated[
        list[Amount] | None, _said("Everybody's gold at the end, by seat; null if it was not played to its end.")
    ] = None

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return player_names(self.strategies, self.seat)


_FIELDS = TypeAdapter(KeptGame)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of such a file."""
    made = _FIELDS.json_schema()
    made["properties"]["digest"] = {"type": "string", "description": "The SHA-256 of all that comes before; optional."}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": "Recorded game"}


def digests(work: Work) -> dict[str, str]:
    """Return what must be the same for a game's answers to fit."""
    return {name: str(getattr(work.config, name)) for name in SAME}


class Recorder:
    """Keeps a game in a file while it is played, so that whatever ends it, no answer is lost.

    Attributes:
        path: the file; ``game``: as it is there.
        known: the answers that were there at first: the game goes on after them; ``known_times``: of the person's.
    """

    def __init__(self, path: Path, game: KeptGame, there: KeptGame | None) -> None:
        """Write the file for the first time, so that it is clear at once whether that is possible.

        ``there``: see `game_there`. Raises UserError if that is another game, or for a file that cannot be written.
        """
        if there is not None:
            _check_same(path, there, game)
        self.path, self.game = path, there or game
        self.known, self.known_times = tuple(self.game.answers), tuple(self.game.times or ())
        self._write("name another file")

    def keep(self, answers: Sequence[int], gold: Sequence[int] | None = None, times: Sequence[int] = ()) -> None:
        """Write the file with these answers, unless more are known. Raises UserError if it cannot be written.

        ``gold``: everybody's at the end of the game; ``times``: those of the person's decisions, if they are kept.
        """
        if len(answers) >= len(self.game.answers):
            at_end = None if gold is None else [*gold]
            timed = None if self.game.times is None else [*times]
            over = gold is not None
            self.game = replace(self.game, answers=[*answers], over=over, gold=at_end, times=timed)
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
    before, now = ({**asdict(game), **game.same, "times": game.times is not None} for game in (there, here))
    for name in ("answers", "same", "over", "gold", "format", "own"):
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
        game = unsealed(raw, _FIELDS) if SEAL in raw else _FIELDS.validate_json(raw)
        by_seat = game.strategies, game.strategies if game.gold is None else game.gold
        if {*map(len, by_seat)} == {game.players} and game.seat < game.players:
            return game
        reason = "its players do not fit each other: strategies and gold are by seat, and the person's is one of them"
    except ValidationError as error:
        first = error.errors()[0]
        reason = ": ".join(filter(None, (".".join(map(str, first["loc"])), first["msg"])))
    except ValueError as error:
        reason = str(error)
    raise UserError.of(f"this file does not hold a game: {reason}", printable(path), hint=hint)


def work_of_game(game: KeptGame, path: Path) -> Work:
    """Return the run in which a recorded game is number 0. Raises UserError if it cannot be played again."""
    work = planned(game, path, game.strategies)
    check_unchanged(path, changes_since(game, work))
    return work


def planned(game: KeptGame, path: Path, strategies: Sequence[str]) -> Work:
    """Return the run in which a recorded game is number 0, with strategies in the seats, whatever has changed since."""
    if not game.answers:
        raise UserError.of("this game has not begun", printable(path), hint="play it: `tda play --record`")
    seats = game.players, [*strategies], game.seed, True
    return plan_work(game_of(game), None, *seats, abilities=game.abilities or None)


def game_of(game: KeptGame) -> definitions.Played:
    """Return the deck with its rules, or the dice game, that was played."""
    with TemporaryDirectory() as folder:
        for name, content in game.own.items():
            Path(folder, name).write_text(content, "utf-8")
        deck, *rules = (str(Path(folder, name)) if name in game.own else name for name in (game.deck, *game.rules))
        return definitions.load_game(deck, rules or None)


def changes_since(game: KeptGame, work: Work) -> list[str]:
    """Return what is not as it was when a game was played: decks, rules or the engine."""
    now = digests(work)
    if "engine" not in game.same:
        return ["engine: not said"]
    return differences(game.same, {name: now[name] for name in game.same if name in now})


def check_unchanged(path: Path, changes: Sequence[str]) -> None:
    """Raise UserError if anything has changed since a game was played."""
    if changes:
        texts = ["this game cannot be played again: something has changed since", *changes]
        hint = "take the version of tda_sim and the files that it was played with"
        raise UserError([Problem(text, printable(path), hint=None if i else hint) for i, text in enumerate(texts)])


def own_files(deck: str | Path, rules: Sequence[str | Path]) -> tuple[str, list[str], dict[str, str]]:
    """Return a deck and rules as a recorded game names them, and the content of those that did not come with tda_sim.

    Raises UserError for two files of the same name.
    """
    own: dict[str, str] = {}

    def named(reference: str | Path, *kinds: str) -> str:
        kind = next((kind for kind in kinds if str(reference) in library.available(kind)), kinds[0])
        path = library.find(kind, reference)
        if library.is_shipped(kind, path):
            return str(reference)
        content = path.read_text("utf-8")
        if own.setdefault(path.name, content) != content:
            raise UserError.of(f"two files are called {path.name}", hint="give one of them another name")
        return path.name

    return named(deck, "deck"), [named(each, "house-rule", "rules") for each in rules], own
