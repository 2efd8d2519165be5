"""The description of a run in its folder: ``manifest.json``, and ``timing.json`` beside it.

The manifest depends only on the configuration, the versions that played and the finished games: two runs of one
configuration have the same manifest, byte for byte. What differs from run to run is in ``timing.json``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter

from tda_sim.agents.games import CARDS, DICE
from tda_sim.bounds import CHUNK, GAMES
from tda_sim.runs.columns import TABLES, Names
from tda_sim.runs.plan import Config, chunk_count, chunk_games
from tda_sim.store.checksums import STRICT, Digest, damaged, members, sealed, unsealed
from tda_sim.store.folders import Kind
from tda_sim.store.versions import versions

MANIFEST, TIMING = "manifest.json", "timing.json"

Rows = Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class Part:
    """A finished chunk: its number of rows in each table, and the digests of its files."""

    __pydantic_config__ = STRICT

    part: Rows
    games: Rows
    seats: Rows
    cards: Rows
    draws: Rows
    gambits: Rows
    abilities: Rows
    digests: dict[str, Digest]

    def path(self, folder: Path, table: str) -> Path:
        """Return the file with the part's rows of a table."""
        return part_path(folder, table, self.part)

    def files(self, folder: Path) -> list[Path]:
        """Return the files with the part's rows of all tables."""
        return [self.path(folder, table) for table in TABLES]


def part_path(folder: Path, table: str, part: int) -> Path:
    """Return the file with a part's rows of a table."""
    return folder / table / f"part-{part:06}.parquet"


def _numbered(rows: Any) -> dict[int, Any]:
    if not isinstance(rows, list):
        raise ValueError("should be a list")
    return dict(enumerate(rows))


@dataclass
class Manifest:
    """One run: its configuration, the names behind the numbers in its tables, and its finished parts.

    The fields are also those that are read from the file. Everything else in the file follows from them.
    """

    __pydantic_config__ = STRICT

    config: Annotated[Config, Field(alias="configuration")]
    games: Annotated[int, GAMES.field]  # in all
    chunk: Annotated[int, CHUNK.field]  # games per chunk
    words: Names
    definition: dict[str, Any]  # the deck and its rules in full
    own: list[str] = field(default_factory=list)  # strategies that are not shipped, whatever their names
    versions: dict[str, str] = field(default_factory=versions)
    parts: Annotated[dict[int, Part], BeforeValidator(_numbered)] = field(default_factory=dict)

    @property
    def games_done(self) -> int:
        """Games that are finished and on disk."""
        return sum(part.games for part in self.parts.values())

    @property
    def complete(self) -> bool:
        """Whether all games are finished."""
        return self.games_done == self.games

    def missing(self) -> Iterator[int]:
        """Yield the chunks that are not finished."""
        return (chunk for chunk in range(chunk_count(self.games, self.chunk)) if chunk not in self.parts)

    def extended(self, games: int) -> "Manifest":
        """Return the manifest of the same run with more games. A chunk that has to grow is no longer finished."""
        kept = {
            number: part for number, part in self.parts.items() if part.games == chunk_games(number, games, self.chunk)
        }
        return replace(self, games=games, parts=kept)

    def damaged(self, folder: Path, tables: Sequence[str] = TABLES) -> list[Path]:
        """Return the files of finished parts that are missing or have changed."""
        parts = [self.parts[number] for number in sorted(self.parts)]
        return damaged([(part.path(folder, table), part.digests[table]) for part in parts for table in tables])

    def content(self) -> bytes:
        """Return the content of the manifest's file, with one line per finished part."""
        head = {
            "format": RUN.format,
            "status": "complete" if self.complete else "partial",
            "games": self.games,
            "games_done": self.games_done,
            "chunk": self.chunk,
            "configuration": self.config.to_dict(),
            "configuration_digest": self.config.digest(),
            "versions": self.versions,
        }
        parts = (vars(self.parts[number]) for number in sorted(self.parts))
        return sealed(head, more=self._what_is_played, parts=parts)

    @property
    def game(self) -> str:
        """The game that was played, see `agents.games`."""
        return DICE if "dragons" in self.definition["facts"] else CARDS

    @cached_property
    def _what_is_played(self) -> str:
        """JSON of the largest part of the file, which stays the same during the run."""
        return members({"words": asdict(self.words), "definition": self.definition, "own": self.own})


def _fitting(manifest: Manifest) -> Manifest:
    """Return a manifest after reading. Raises ValueError if its parts do not belong to the run."""
    for part in manifest.parts.values():
        if part.games != chunk_games(part.part, manifest.games, manifest.chunk) or part.digests.keys() != set(TABLES):
            raise ValueError(f"part {part.part} does not belong to this run")
    return replace(manifest, parts={part.part: part for part in manifest.parts.values()})


_FIELDS: TypeAdapter[Any] = TypeAdapter(Annotated[Manifest, AfterValidator(_fitting)])
RUN: Kind[Manifest] = Kind("run", MANIFEST, 6, _FIELDS)


# --- timing -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Timing:
    """The time that a run has taken so far."""

    __pydantic_config__ = STRICT

    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0  # spent on playing and writing; 0 if unknown
    workers: Annotated[int, Field(ge=0)] = 0  # in the last call


_TIMING = TypeAdapter(Timing)


def timing_content(timing: Timing, config: Config) -> bytes:
    """Return the content of the timing file of a run with this configuration."""
    return sealed(asdict(timing), of=config.digest())


def read_timing(folder: Path, config: Config) -> Timing:
    """Return the time that a run has taken; unknown if the file is missing or has changed."""
    try:
        return unsealed((folder / TIMING).read_bytes(), _TIMING, of=config.digest())
    except (OSError, ValueError):
        return Timing()
