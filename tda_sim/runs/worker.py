"""A cluster worker's side: it unpacks a run, compiles the strategies once, and plays chunks.

A worker returns files for the run's folder, which it never sees. It plays only if everything that the numbers depend on
is the same as on the client's machine.
"""

import functools
import hashlib
import pickle
import platform
import threading
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from tda_sim.agents.files import written_with
from tda_sim.agents.games import SORTS
from tda_sim.definitions import library
from tda_sim.engine.compiler import jit
from tda_sim.errors import Problem, UserError
from tda_sim.runs.play import Table, Work, load_strategies
from tda_sim.runs.storage import Sheets, sheets
from tda_sim.store.versions import versions

RUNS_KEPT = 16  # in a worker's memory, because the cells of a study take turns

_unpacking = threading.Lock()


@functools.cache
def credentials() -> dict[str, str]:
    """Return everything that the numbers of a run depend on, except for the run, by name."""
    python, minor, _ = platform.python_version_tuple()
    return {
        **versions(),
        "python": f"{python}.{minor}",
        "system": f"{platform.system()} {platform.machine()}",  # systems differ in exp and log
        "engine": jit.digest()[:12],
        "strategy helpers": hashlib.sha256(b"".join(map(written_with, SORTS))).hexdigest()[:12],
        "code of tda_sim": _code()[:12],
    }


def _code() -> str:
    """Return a digest of the code of the package and of its strategies."""
    state = hashlib.sha256()
    for name, content in _sources():
        state.update(name.encode() + b"\0" + content + b"\0")
    return state.hexdigest()


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file, however the package is installed."""
    package, content = Path(__file__).parents[1], ("analyses", "decks", "reports", "strategies")
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in content:
            yield path.relative_to(package).as_posix(), path.read_bytes()
    for path in sorted(library.shipped("strategies").rglob("*.py")):
        yield f"strategies/{path.relative_to(library.shipped('strategies')).as_posix()}", path.read_bytes()


def strange(worker: str, there: Mapping[str, str], here: Mapping[str, str]) -> list[Problem]:
    """Return the differences between the credentials of a worker (``there``) and a client (``here``)."""
    return [
        Problem(f"worker {worker} has a different {name}: {there.get(name, 'none')} there, {expected} here")
        for name, expected in here.items()
        if there.get(name) != expected
    ]


def play_chunk(client: Mapping[str, str], packed: bytes, chunk: int, first: int, n: int) -> Sheets:
    """Play games ``first`` .. ``first + n - 1`` of a packed run for a client with these credentials.

    Raises UserError if this worker has others, or cannot play the run.
    """
    if credentials() != client:
        raise UserError(strange(_me(), credentials(), client))
    batch = _table(packed).play(chunk, first, n)
    assert batch is not None  # nobody requests a stop here
    return sheets(batch)


def _table(packed: bytes) -> Table:
    with _unpacking:  # otherwise all threads of a worker would compile the same strategies
        return Table(*_unpacked(packed))


@functools.lru_cache(maxsize=RUNS_KEPT)
def _unpacked(packed: bytes) -> tuple[Work, NDArray[Any]]:
    try:
        work: Work = pickle.loads(zlib.decompress(packed))
        return work, load_strategies(work)
    except UserError as error:
        raise UserError([*error.problems, Problem(f"reported by worker {_me()}")]) from error
    except Exception as error:
        hint = "a strategy in a file travels as text; what it imports must be installed there"
        raise UserError.of(f"worker {_me()} cannot unpack the run: {error}", hint=hint) from error


def _me() -> str:
    """Return the address of this worker."""
    from distributed import get_worker

    return str(get_worker().address)
