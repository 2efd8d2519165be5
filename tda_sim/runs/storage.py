"""A run's folder: parts are written beside their place and moved into it, and a manifest says which are finished.

A part is noted in a journal as soon as it is written, and in the manifest about once a second: whatever ends a process,
nothing that was finished is lost. It is left to the system when parts reach the disk; those that a power failure has
spoilt before that are known by their digests, and played again.
"""

import contextlib
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
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
from tda_sim.store.files import Pace, write_whole
from tda_sim.store.folders import check_same, differences, opened
from tda_sim.store.seals import digest, sealed_line, unsealed_lines
from tda_sim.store.versions import joined, say, versions

JOURNAL = ".tda_sim.parts"  # a line for each part that is finished, until the manifest names them all
SCHEMA = {"tda_sim_format": "1"}  # in every part, for readers that see one file alone
GAME_BYTES, SEAT_BYTES, CARD_BYTES, DRAW_BYTES = 25, 12, 30, 130  # of a row on disk, a little more than measured
TRAIL_BYTES = 150  # of all rows of a game in `gambits`
PART_BYTES = 30_000  # of what says what is in a part's files
SAVE_EVERY = 1.0  # seconds

_PART = TypeAdapter(Part)


class RunFolder:
    """A run that is open for writing."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.workers, self._earlier_seconds = 0, 0.0
        self._timed = True  # whether the time of all games is known
        self._started: float | None = None
        self._digest = manifest.config.digest()
        self._noting = threading.Lock()
        self._noted: list[Part] = []  # in the journal, and not in the manifest yet
        self.keep_up = Pace(self.save, SAVE_EVERY).save  # brings the manifest on disk up to date about once a second
        if manifest.parts:
            earlier = read_timing(path, manifest.config)
            self.workers, self._earlier_seconds, self._timed = earlier.workers, earlier.seconds, earlier.seconds > 0

    def start_clock(self, workers: int) -> None:
        """Count seconds from here."""
        self.workers = workers
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds spent on playing and writing, in all calls that made this run; 0 where that is not known."""
        now = time.perf_counter() - self._started if self._started is not None else 0.0
        return self._earlier_seconds + now if self._timed else 0.0

    def write(self, chunk: "Sheets") -> Part:
        """Write a chunk's part of every table, and note it. May be called from several threads at a time."""
        for table, content in chunk.files.items():
            write_whole(part_path(self.path, table, chunk.chunk), content, synced=False)
        digests = {table: digest(content) for table, content in chunk.files.items()}
        part = Part(chunk.chunk, **chunk.rows, digests=digests)
        with self._noting, (self.path / JOURNAL).open("ab") as journal:
            journal.write(sealed_line(asdict(part), self._digest))
            self._noted.append(part)
        return part

    def save(self) -> None:
        """Bring the manifest on disk up to date."""
        with self._noting:
            noted, self._noted = self._noted, []
        self.manifest.parts |= {part.part: part for part in noted}
        timing = Timing(round(self.seconds, 3), self.workers)
        write_whole(self.path / TIMING, timing_content(timing, self.manifest.config), synced=False)
        self._write_manifest()

    def begin(self) -> None:
        """Say what the folder is for, before there is anything else in it."""
        self._write_manifest()
        (self.path / JOURNAL).unlink(missing_ok=True)
        for table in TABLES:
            (self.path / table).mkdir(exist_ok=True)

    def close(self) -> None:
        """Save, and remove the journal, which says nothing more than the manifest then."""
        self.save()
        (self.path / JOURNAL).unlink(missing_ok=True)

    def _write_manifest(self) -> None:
        write_whole(self.path / MANIFEST, self.manifest.content())


@dataclass(frozen=True)
class Sheets:
    """A chunk as it goes into a folder, by tables: how many rows it has in each, and the content of each file."""

    chunk: int
    rows: Mapping[str, int]
    files: Mapping[str, bytes]


def sheets(batch: Batch) -> Sheets:
    """Return a chunk as it goes into a folder."""
    rows = {table: frame(table, batch) for table in TABLES}
    counted = {table: part.height for table, part in rows.items()}
    files = {table: parquet(part) if part.height else _without_rows(table, batch.words) for table, part in rows.items()}
    return Sheets(batch.chunk, counted, files)


@lru_cache(maxsize=64)
def _without_rows(table: str, words: Names) -> bytes:
    """Return the file of a table that a chunk adds nothing to, as most do to `gambits`."""
    return parquet(empty(table, words))


def parquet(rows: pl.DataFrame) -> bytes:
    """Return a table as the bytes of a Parquet file, the same ones for the same rows."""
    buffer = BytesIO()
    rows.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False, metadata=SCHEMA)  # for speed
    return buffer.getvalue()


@contextlib.contextmanager
def open_run(path: Path, wanted: Manifest) -> Iterator[RunFolder]:
    """Open a run's folder for writing: a new one, or one that holds a part of the wanted run already.

    Raises UserError for a folder that cannot be written, is in use, or belongs to another run.
    """
    with opened(path, RUN, partial(_check_same, path, wanted)) as there:
        run = RunFolder(path, wanted if there is None else _continued(path, there, wanted.games))
        _check_space(run)
        run.begin()
        try:
            yield run
        finally:
            run.close()


def _continued(path: Path, there: Manifest, games: int) -> Manifest:
    """Return the manifest that a run goes on with: with what a dead process had noted, and without what is damaged."""
    noted, _ = unsealed_lines(path / JOURNAL, _PART, there.config.digest())
    found = replace(there, parts=there.parts | {part.part: part for part in noted}).extended(games)
    if damaged := set(found.damaged(path)):
        whole = {n: part for n, part in found.parts.items() if damaged.isdisjoint(part.files(path))}
        lost = len(found.parts) - len(whole)
        parts = "part is" if lost == 1 else "parts are"
        say(f"{lost:,} damaged or missing {parts} played again, beginning with {min(damaged)}")
        found = replace(found, parts=whole)
    return found if found.complete else replace(found, versions=joined(there.versions) if found.parts else versions())


def _check_same(path: Path, wanted: Manifest, there: Manifest) -> None:
    told = differences(there.config.to_dict(), wanted.config.to_dict())
    if wanted.chunk != there.chunk:
        told.append(f"chunk: {there.chunk} there, {wanted.chunk} here")
    check_same(path, RUN, told)
    if wanted.games < there.games_done:
        raise UserError.of(
            f"{there.games_done:,} games are here already, more than the {wanted.games:,} asked for",
            file=str(path),
            hint=f"ask for {there.games_done:,} or more, or name another folder",
        )


def _check_space(run: RunFolder) -> None:
    manifest, config = run.manifest, run.manifest.config
    games = manifest.games - manifest.games_done
    parts = games / manifest.chunk
    met = len(config.entrants) * len(manifest.words.cards) * (len(CONTACTS) * CARD_BYTES + DRAW_BYTES)
    each = GAME_BYTES + SEAT_BYTES * config.players
    needed = games * each + min(games, config.trails) * TRAIL_BYTES + parts * (met + PART_BYTES)
    free = shutil.disk_usage(run.path).free
    if needed > free:
        raise UserError.of(
            f"{games:,} games need about {decimal(int(needed))}, and {decimal(free)} are free",
            file=str(run.path),
            hint="ask for fewer games, or name a folder on another disk",
        )
