"""What a run's folder says about itself: ``manifest.json``, and ``timing.json`` beside it.

The manifest is a function of the configuration and of the games that are there: two runs of one configuration
have the same manifest, byte for byte. What differs from run to run is in ``timing.json``.
"""

import functools
import json
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tda_sim.errors import UserError
from tda_sim.runs.columns import TABLES, Words
from tda_sim.runs.plan import Config, chunk_count, chunk_games

FORMAT = 3  # of the folder: raised when older folders can no longer be read
MANIFEST, TIMING = "manifest.json", "timing.json"
_RECORDED = ("numpy", "numba", "polars")


@dataclass(frozen=True)
class Part:
    """A finished chunk: how many rows it has in each table."""

    part: int
    games: int
    seats: int
    cards: int
    draws: int
    gambits: int

    def path(self, folder: Path, table: str) -> Path:
        """Return where the part's rows of a table lie."""
        return part_path(folder, table, self.part)


def part_path(folder: Path, table: str, part: int) -> Path:
    """Return where a part's rows of a table lie."""
    return folder / table / f"part-{part:06}.parquet"


@dataclass
class Manifest:
    """One run: configuration, what the numbers in its tables are called, and the parts that are finished."""

    config: Config
    games: int  # wanted in all
    chunk: int  # games per chunk
    words: Words
    definition: Mapping[str, Any]  # the deck and its rules in full
    versions: Mapping[str, str] = field(default_factory=lambda: versions())
    parts: dict[int, Part] = field(default_factory=dict)

    @property
    def games_done(self) -> int:
        """Games that are finished and on disk."""
        return sum(part.games for part in self.parts.values())

    @property
    def complete(self) -> bool:
        """Whether all games are there."""
        return self.games_done == self.games

    def missing(self) -> Iterator[int]:
        """Yield the chunks that are still to be played."""
        return (chunk for chunk in range(chunk_count(self.games, self.chunk)) if chunk not in self.parts)

    def extended(self, games: int) -> "Manifest":
        """Return the manifest of the same run with more games: a chunk that is to grow is no longer finished."""
        kept = {
            number: part for number, part in self.parts.items() if part.games == chunk_games(number, games, self.chunk)
        }
        return replace(self, games=games, parts=kept)

    def text(self) -> str:
        """Return the manifest as JSON, one finished part a line."""
        head = {
            "format": FORMAT,
            "status": "complete" if self.complete else "partial",
            "games": self.games,
            "games_done": self.games_done,
            "chunk": self.chunk,
            "configuration": self.config.to_dict(),
            "configuration_digest": self.config.digest(),
            "versions": dict(self.versions),
            "words": asdict(self.words),
            "definition": self.definition,
        }
        parts = [json.dumps(asdict(self.parts[number])) for number in sorted(self.parts)]
        opened = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
        return opened + ',\n  "parts": [' + ",".join(f"\n    {part}" for part in parts) + "\n  ]\n}\n"


def versions() -> dict[str, str]:
    """Return the versions of everything that makes or writes the numbers."""
    return dict(_installed())


@functools.cache  # finding out takes longer than writing a small run
def _installed() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in ("tda_sim", *_RECORDED):
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # run from a source folder that is not installed
            found[package] = "not installed"
    return found


def read(folder: Path) -> Manifest:
    """Read a run's manifest; raise UserError where there is none, or none that this version can read."""
    path = folder / MANIFEST
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        if stored["format"] != FORMAT:
            raise UserError.of(f"written by another version of tda_sim (format {stored['format']})", file=str(path))
        parts = [Part(**row) for row in stored["parts"]]
        words = Words(**{name: tuple(values) for name, values in stored["words"].items()})
        return Manifest(
            config=Config.from_dict(stored["configuration"]),
            games=stored["games"],
            chunk=stored["chunk"],
            words=words,
            definition=stored["definition"],
            versions=stored["versions"],
            parts={part.part: part for part in parts},
        )
    except FileNotFoundError:
        raise UserError.of("no run lies here", file=str(folder), hint=f"a run's folder has a {MANIFEST}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise UserError.of(f"not a manifest of a run: {error}", file=str(path)) from None


def whole_parts(manifest: Manifest, folder: Path) -> dict[int, Part]:
    """Return the parts whose files are all there and not empty."""
    return {
        number: part
        for number, part in manifest.parts.items()
        if all(_has_content(part.path(folder, table)) for table in TABLES)
    }


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def read_timing(folder: Path) -> dict[str, float | int]:
    """Return the seconds spent on playing and writing the run so far, and the workers used last."""
    try:
        timing = json.loads((folder / TIMING).read_text(encoding="utf-8"))
        return {"seconds": float(timing["seconds"]), "workers": int(timing["workers"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"seconds": 0.0, "workers": 0}
