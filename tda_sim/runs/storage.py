"""A run's folder: parts are written beside their place and moved into it, and a manifest says which are finished.

Whatever is interrupted, and whenever, the folder holds a manifest and the parts that it names; a part that it
does not name yet counts where it is there as a whole, and is played again otherwise. Two processes never work in one
folder at a time.
"""

import contextlib
import errno
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import polars as pl

from tda_sim.errors import Problem, UserError
from tda_sim.runs.columns import CONTACTS, TABLES, Batch, frame
from tda_sim.runs.manifest import MANIFEST, TIMING, Manifest, Part, part_path, read, read_timing, whole_parts
from tda_sim.runs.plan import chunk_games, differences

LOCK = "run.lock"
UNFINISHED = ".writing"  # ending of a file that is not in its place yet
SCHEMA = {"tda_sim_format": "1"}  # in every part, for readers that see one file alone
GAME_BYTES, SEAT_BYTES, CARD_BYTES, DRAW_BYTES = 25, 12, 30, 130  # of a row on disk, a little more than measured
TRAIL_BYTES = 150  # of all rows of a game in `gambits`
PART_BYTES = 30_000  # of what says what is in a part's files
SAVE_EVERY = 1.0  # seconds between two manifests,
SAVE_SHARE = 0.05  # and the share of a run's time that they may take


class RunFolder:
    """A run that is open for writing."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        earlier = read_timing(path)
        self._earlier_seconds, self.workers = float(earlier["seconds"]), int(earlier["workers"])
        self._started: float | None = None
        self._next_save = 0.0

    def start_clock(self, workers: int) -> None:
        """Count seconds from here."""
        self.workers = workers
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds spent on playing and writing, in all calls that made this run."""
        return self._earlier_seconds + (time.perf_counter() - self._started if self._started is not None else 0.0)

    def write(self, chunk: "Sheets") -> Part:
        """Write a chunk's part of every table. May be called from several threads at a time."""
        for table, content in chunk.files.items():
            write_whole(part_path(self.path, table, chunk.chunk), content)
        return Part(chunk.chunk, **chunk.rows)

    def add(self, part: Part) -> None:
        """Note that a part is finished; the manifest on disk follows within about a second."""
        self.manifest.parts[part.part] = part
        if time.monotonic() >= self._next_save:
            self.save()

    def save(self) -> None:
        """Bring the manifest on disk up to date."""
        began = time.monotonic()
        write_whole(self.path / MANIFEST, self.manifest.text().encode())
        timing = {"seconds": round(self.seconds, 3), "workers": self.workers}
        write_whole(self.path / TIMING, (json.dumps(timing) + "\n").encode())
        now = time.monotonic()
        self._next_save = now + max(SAVE_EVERY, (now - began) / SAVE_SHARE)


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
    return Sheets(batch.chunk, counted, {table: parquet(part) for table, part in rows.items()})


def parquet(rows: pl.DataFrame) -> bytes:
    """Return a table as the bytes of a Parquet file, the same ones for the same rows."""
    buffer = BytesIO()
    rows.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False, metadata=SCHEMA)  # for speed
    return buffer.getvalue()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there as a whole, or not at all."""
    beside = path.with_name(path.name + UNFINISHED)
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)  # makes room for the manifest where the disk is full
        raise


@contextlib.contextmanager
def open_run(path: Path, wanted: Manifest) -> Iterator[RunFolder]:
    """Open a run's folder for writing: a new one, or one that holds a part of the wanted run already.

    Raises UserError for a folder that cannot be written, is in use, or belongs to another run.
    """
    with disk_errors(path), made(path, MANIFEST, TABLES), locked(path):
        run = RunFolder(path, _continued(path, wanted))
        _check_space(run)
        run.save()
        try:
            yield run
        finally:
            run.save()


def _continued(path: Path, wanted: Manifest) -> Manifest:
    for unfinished in path.glob(f"**/*{UNFINISHED}"):
        unfinished.unlink()
    if not (path / MANIFEST).exists():
        if any(entry.name not in (LOCK, *TABLES) for entry in path.iterdir()):
            raise UserError.of("this folder holds other things than a run", file=str(path), hint="name another folder")
        for table in TABLES:
            (path / table).mkdir(exist_ok=True)
            for part in (path / table).glob("part-*.parquet"):  # of which run, nobody knows
                part.unlink()
        return wanted
    there = read(path)
    _check_same(path, there, wanted)
    there.parts = whole_parts(there, path)
    grown = there.extended(wanted.games)
    grown.parts |= _unnamed_parts(grown, path)
    return grown


def _unnamed_parts(manifest: Manifest, path: Path) -> dict[int, Part]:
    """Return the parts that a process had written when it died, but not yet noted in the manifest."""
    found = {}
    for chunk in manifest.missing():
        counted = ((table, _rows(part_path(path, table, chunk))) for table in TABLES)
        rows = {table: n for table, n in counted if n is not None}
        if len(rows) == len(TABLES) and rows["games"] == chunk_games(chunk, manifest.games, manifest.chunk):
            found[chunk] = Part(chunk, **rows)
    return found


def _rows(part: Path) -> int | None:
    """Return how many rows a part has; None if it is not there as a whole."""
    try:
        return int(pl.scan_parquet(part).select(pl.len()).collect().item()) if part.exists() else None
    except (pl.exceptions.PolarsError, OSError):
        return None


def _check_same(path: Path, there: Manifest, wanted: Manifest) -> None:
    problems = differences(there.config, wanted.config)
    if wanted.chunk != there.chunk:
        problems.append(f"chunk: {there.chunk} there, {wanted.chunk} here")
    if problems:
        hint = "name another folder, or make the same run"
        problems.insert(0, "this folder belongs to another run")
        raise UserError([Problem(text, str(path), hint=None if i else hint) for i, text in enumerate(problems)])
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
            f"{games:,} games need about {needed / 1e9:,.1f} GB, and {free / 1e9:,.1f} GB are free",
            file=str(run.path),
            hint="ask for fewer games, or name a folder on another disk",
        )


# --- the folder itself ------------------------------------------------------------------------------------


@contextlib.contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn what a disk may refuse into one clear message."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        where = str(error.filename or path)
        hint = "make room and run this again; what is finished is kept" if full else "name a folder you can write to"
        raise UserError.of(f"cannot write here: {error.strerror or error}", file=where, hint=hint) from error


@contextlib.contextmanager
def made(path: Path, manifest: str, folders: Sequence[str]) -> Iterator[None]:
    """Make the folder; remove it, with ``folders`` in it, if there is no manifest in the end: nothing was put in."""
    if path.exists() and not path.is_dir():
        raise UserError.of("this is a file, not a folder", file=str(path), hint="name a folder for the results")
    path.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if not (path / manifest).exists():
            for folder in (*(path / name for name in folders), path):
                with contextlib.suppress(OSError):  # not empty: not ours
                    folder.rmdir()
        raise


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the folder's lock, which the operating system takes back from a process that dies."""
    if sys.platform == "win32":  # no such locks there
        yield
        return
    import fcntl

    name = path / LOCK
    while True:
        handle = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if name.exists() and os.path.samestat(os.fstat(handle), name.stat()):
                break
            os.close(handle)  # the holder before us removed this very file: take the new one
        except BlockingIOError:
            holder = os.read(handle, 32).decode(errors="replace").strip()
            os.close(handle)
            raise UserError.of(
                f"another process{f' ({holder})' if holder else ''} is writing here",
                file=str(path),
                hint="wait for it, or name another folder",
            ) from None
    try:
        os.ftruncate(handle, 0)  # a process that died may have left its number
        os.write(handle, f"{os.getpid()}\n".encode())
        yield
    finally:
        name.unlink(missing_ok=True)
        os.close(handle)
