"""A run's folder: parts are written beside their place and moved into it, and a manifest lists finished ones.

A part is noted in a journal as soon as it is written, and in the manifest about once a second. So whatever ends a
process, no finished part is lost. The system decides when parts reach the disk. Parts that a power failure damages
before that are recognized by their digests, and played again.
"""

import contextlib
import shutil
import threading
import time
from collections.abc import Iterator, Mapping, Set
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path

import polars as pl
from pydantic import TypeAdapter
from rich.filesize import decimal

from tda_sim.errors import UserError
from tda_sim.runs.columns import CONTACTS, TABLES, Batch, Names, empty, frame
from tda_sim.runs.manifest import (
    MANIFEST,
    RUN,
    TIMING,
    Manifest,
    Part,
    Timing,
    part_path,
    read_timing,
    timing_content,
)
from tda_sim.runs.plan import chunk_games
from tda_sim.store.checksums import digest, sealed_line, unsealed_lines
from tda_sim.store.files import Pace, write_whole
from tda_sim.store.folders import check_same, differences, opened
from tda_sim.store.versions import joined, say, versions

JOURNAL = ".tda_sim.parts"  # a line for each finished part, until the manifest has them all
SCHEMA = {"tda_sim_format": "1"}  # in every part, for readers of a single file
GAME_BYTES, SEAT_BYTES, CARD_BYTES, DRAW_BYTES = 25, 12, 30, 130  # per row on disk, a little more than measured
TRAIL_BYTES = 150  # per game, for all its rows in `gambits`
PART_BYTES = 30_000  # per part, for the metadata of its files
SAVE_EVERY = 1.0  # seconds

_PART = TypeAdapter(Part)


class RunFolder:
    """A run's folder, open for writing."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.workers, self._earlier_seconds = 0, 0.0
        self._timed = True  # whether the time of all games is known,
        self._started: float | None = None
        self._digest = manifest.config.digest()
        self._noting = threading.Lock()
        self._noted: list[Part] = []  # in the journal, but not in the manifest yet
        self.keep_up = Pace(self.save, SAVE_EVERY).save  # updates the manifest on disk about once a second
        if manifest.parts:
            earlier = read_timing(path, manifest.config)
            self.workers, self._earlier_seconds, self._timed = earlier.workers, earlier.seconds, earlier.seconds > 0

    def start_clock(self, workers: int) -> None:
        """Count seconds from here."""
        self.workers = workers
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds spent on playing and writing, in all calls that made this run; 0 if unknown."""
        now = time.perf_counter() - self._started if self._started is not None else 0.0
        return self._earlier_seconds + now if self._timed else 0.0

    def write(self, chunk: "Sheets") -> Part:
        """Write a chunk's part of every table, and note it. Several threads may call this at once."""
        for table, content in chunk.files.items():
            write_whole(part_path(self.path, table, chunk.chunk), content, synced=False)
        digests = {table: digest(content) for table, content in chunk.files.items()}
        part = Part(chunk.chunk, **chunk.rows, digests=digests)
        with self._noting, (self.path / JOURNAL).open("ab") as journal:
            journal.write(sealed_line(asdict(part), self._digest))
            self._noted.append(part)
        return part

    def take(self, part: Part, folder: Path) -> bool:
        """Copy a part of the same run from another folder, and note it. Returns whether its files there are whole."""
        contents = {table: _read(part.path(folder, table)) for table in TABLES}
        if any(digest(content) != part.digests[table] for table, content in contents.items()):
            return False
        rows = {table: getattr(part, table) for table in TABLES}
        self.write(Sheets(part.part, rows, contents))
        return True

    def save(self) -> None:
        """Update the manifest on disk."""
        with self._noting:
            noted, self._noted = self._noted, []
        self.manifest.parts |= {part.part: part for part in noted}
        timing = Timing(round(self.seconds, 3), self.workers)
        write_whole(self.path / TIMING, timing_content(timing, self.manifest.config), synced=False)
        self._write_manifest()

    def begin(self) -> None:
        """Mark the folder as this run's, before anything else is in it."""
        self._write_manifest()
        (self.path / JOURNAL).unlink(missing_ok=True)
        for table in TABLES:
            (self.path / table).mkdir(exist_ok=True)

    def close(self) -> None:
        """Save, and remove the journal: the manifest has all of it now."""
        self.save()
        (self.path / JOURNAL).unlink(missing_ok=True)

    def _write_manifest(self) -> None:
        write_whole(self.path / MANIFEST, self.manifest.content())


def _read(file: Path) -> bytes:
    """Return the content of a part's file; nothing if it cannot be read, since no part is empty."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


@dataclass(frozen=True)
class Sheets:
    """A chunk in the form of its files: the number of rows and the content of the file, for each table."""

    chunk: int
    rows: Mapping[str, int]
    files: Mapping[str, bytes]


def sheets(batch: Batch) -> Sheets:
    """Return a chunk in the form of its files."""
    rows = {table: frame(table, batch) for table in TABLES}
    heights = {table: part.height for table, part in rows.items()}
    files = {table: parquet(part) if part.height else _without_rows(table, batch.words) for table, part in rows.items()}
    return Sheets(batch.chunk, heights, files)


@lru_cache(maxsize=64)
def _without_rows(table: str, words: Names) -> bytes:
    """Return the file of a table to which a chunk adds nothing, as most chunks to `gambits`."""
    return parquet(empty(table, words))


def parquet(rows: pl.DataFrame) -> bytes:
    """Return a table as the bytes of a Parquet file. The same rows give the same bytes."""
    buffer = BytesIO()
    rows.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False, metadata=SCHEMA)  # for speed
    return buffer.getvalue()


@contextlib.contextmanager
def open_run(path: Path, wanted: Manifest, only: Set[int] | None = None) -> Iterator[RunFolder]:
    """Open a run's folder for writing: a new one, or one that already holds part of the run.

    ``only`` are the chunks that will be written, if not all.

    Raises UserError for a folder that cannot be written, is in use, or belongs to another run.
    """
    with opened(path, RUN, partial(_check_same, path, wanted)) as there:
        run = RunFolder(path, wanted if there is None else _continued(path, there, wanted.games))
        _check_space(run, only)
        run.begin()
        try:
            yield run
        finally:
            run.close()


def _continued(path: Path, there: Manifest, games: int) -> Manifest:
    """Return the manifest with which a run continues: with parts noted by a dead process, without damaged ones."""
    manifest = with_noted(path, there).extended(games)
    if damaged := set(manifest.damaged(path)):
        whole = {n: part for n, part in manifest.parts.items() if damaged.isdisjoint(part.files(path))}
        lost = len(manifest.parts) - len(whole)
        parts = "part is" if lost == 1 else "parts are"
        say(f"{lost:,} damaged or missing {parts} played again, beginning with {min(damaged)}")
        manifest = replace(manifest, parts=whole)
    return (
        manifest
        if manifest.complete
        else replace(manifest, versions=joined(there.versions) if manifest.parts else versions())
    )


def with_noted(path: Path, there: Manifest) -> Manifest:
    """Return the manifest of a run's folder with the parts that a process noted before it was killed."""
    noted, _ = unsealed_lines(path / JOURNAL, _PART, there.config.digest())
    return replace(there, parts=there.parts | {part.part: part for part in noted})


def _check_same(path: Path, wanted: Manifest, there: Manifest) -> None:
    changes = differences(there.config.to_dict(), wanted.config.to_dict())
    if wanted.chunk != there.chunk:
        changes.append(f"chunk: {there.chunk} there, {wanted.chunk} here")
    check_same(path, RUN, changes)
    if wanted.games < there.games_done:
        raise UserError.of(
            f"the folder already has {there.games_done:,} games, more than {wanted.games:,}",
            file=str(path),
            hint=f"ask for {there.games_done:,} or more, or name another folder",
        )


def _check_space(run: RunFolder, only: Set[int] | None) -> None:
    manifest, config = run.manifest, run.manifest.config
    games = manifest.games - manifest.games_done
    if only is not None:
        left = only - manifest.parts.keys()
        games = sum(chunk_games(chunk, manifest.games, manifest.chunk) for chunk in left)
    parts = games / manifest.chunk
    met = len(config.entrants) * len(manifest.words.cards) * (len(CONTACTS) * CARD_BYTES + DRAW_BYTES)
    each = GAME_BYTES + SEAT_BYTES * config.players
    needed = games * each + min(games, config.trails) * TRAIL_BYTES + parts * (met + PART_BYTES)
    free = shutil.disk_usage(run.path).free
    if needed > free:
        raise UserError.of(
            f"{games:,} games need about {decimal(int(needed))}, but only {decimal(free)} are free",
            file=str(run.path),
            hint="ask for fewer games, or name a folder on another disk",
        )
