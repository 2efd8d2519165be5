"""The side of a run's client: its chunks go to the workers of a Dask cluster, and what they send back into its folder.

joblib hands out the chunks, as it does for threads: see `runs.dask_backend`.
"""

import asyncio
import contextlib
import dataclasses
import logging
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from joblib import Parallel, delayed

from tda_sim.errors import Problem, UserError
from tda_sim.runs.dask_backend import DaskBackend
from tda_sim.runs.play import Work
from tda_sim.runs.storage import Sheets
from tda_sim.runs.team import Outcome, Team
from tda_sim.runs.worker import credentials, play_chunk, strange

if TYPE_CHECKING:
    from distributed import Client

CONNECT = 5.0  # seconds that a scheduler may take to answer,
FIRST_WORKER = 10.0  # and that a cluster may take to have a worker
AHEAD = 2  # chunks handed out per thread of the cluster, so that none waits for this process,
LEAST_AHEAD = 32  # and at least so many, for workers that join later

HOW_TO = "`dask scheduler` and `dask worker ADDRESS --nthreads 1` make a cluster; docs/cluster.md tells more"
GOES_ON = "what is finished is kept, and the same command goes on from there"


@contextlib.contextmanager
def on_cluster(team: Team, address: str) -> Iterator["Cluster"]:
    """Hand out the crew that the workers of a cluster are.

    Raises UserError where there is no such cluster, it has no workers, or one of them is not fit to play.
    """
    with _connected(address) as client:
        _check_workers(client, address)
        yield Cluster(team, client, address)


def pack(work: Work) -> bytes:
    """Return all that a worker needs of a run; raise UserError for a strategy that cannot travel."""
    import cloudpickle

    def packed(thing: Any) -> bytes:
        return bytes(cloudpickle.dumps(thing))

    problems = []
    for strategy in work.strategies:
        try:
            packed(strategy.thing)
        except Exception as error:  # whatever the object's own methods raise
            hint = "write it into a file: files travel as their text"
            problems.append(Problem(f"strategy {strategy.name} cannot travel to a cluster: {error}", hint=hint))
    if problems:
        raise UserError(problems)
    return zlib.compress(packed(dataclasses.replace(work, definition={})))


@contextlib.contextmanager
def _connected(address: str) -> Iterator["Client"]:
    client = _connect(address)
    log = logging.getLogger("distributed.client")
    level = log.level
    log.setLevel(logging.CRITICAL)  # of lost connections it tells with a traceback, and we in a sentence
    try:
        yield client
    finally:
        client.close(timeout=CONNECT)
        log.setLevel(level)


def _connect(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'tda_sim[cluster]'"
        raise UserError.of("playing on a cluster needs dask and distributed", hint=hint) from None
    try:
        with ThreadPoolExecutor(1) as aside:  # a notebook's main thread has an event loop already
            kind = aside.submit(asyncio.run, _kind(address)).result()
        if kind == "Scheduler":
            return Client(address, timeout=CONNECT, set_as_default=False)
    except Exception as error:  # of many kinds: whatever a stranger on that port may have said has been read
        reason = f"not within {CONNECT:.0f} s" if isinstance(error, TimeoutError) else str(error)
        raise UserError.of(f"no Dask scheduler answers at {address}: {reason}", hint=HOW_TO) from error
    raise UserError.of(f"at {address} there is a {kind.lower()}, not a scheduler", hint=HOW_TO)


async def _kind(address: str) -> str:
    """Return what answers at an address: "Scheduler", "Worker" or "Nanny"."""
    from distributed import Security
    from distributed.core import rpc

    async with (
        asyncio.timeout(CONNECT),
        rpc(address, connection_args=Security().get_connection_args("client")) as there,
    ):
        return str((await there.identity())["type"])


def _check_workers(client: "Client", address: str) -> None:
    """Raise UserError unless there are workers, and all of them can play."""
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER)
    except TimeoutError:
        raise UserError.of(f"the cluster at {address} has no workers", hint=HOW_TO) from None
    problems = []
    for worker, answer in client.run(credentials, on_error="return").items():
        if isinstance(answer, OSError):  # has died since
            continue
        if isinstance(answer, BaseException):
            problems.append(Problem(f"worker {worker} cannot load tda_sim: {answer}"))
        else:
            problems += strange(worker, answer, credentials())
    if problems:
        first = dataclasses.replace(problems[0], hint="install the same versions on all machines; see docs/cluster.md")
        raise UserError([first, *problems[1:]])


class Cluster:
    """The workers of a Dask cluster as a crew; see `team.Crew`."""

    def __init__(self, team: Team, client: "Client", address: str) -> None:
        self.workers = sum(client.nthreads().values())
        self._team, self._client, self._address = team, client, address
        self._packed = pack(team.work)

    def play(self, chunks: Iterable[int]) -> Iterator[Outcome]:
        """See `team.Crew`."""
        backend = DaskBackend(self._client, self.workers, self._finish, self._team.stop)
        ahead = max(LEAST_AHEAD, AHEAD * self.workers)
        parallel = Parallel(backend=backend, return_as="generator_unordered", pre_dispatch=ahead)
        with backend.cancelled_on_stop():
            yield from parallel(self._task(chunk) for chunk in chunks)

    def _task(self, chunk: int) -> Any:
        return delayed(play_chunk)(credentials(), self._packed, chunk, *self._team.games(chunk))

    def _finish(self, result: Callable[[], Sheets]) -> Outcome:
        """Write what a worker has sent. The next chunk is handed out after that, so that a slow disk slows all down."""
        team = self._team
        try:
            part = team.run.write(result())
            team.reporter.add(part.games)
            return part
        except BaseException as error:
            if team.stop.is_set():
                return None
            team.stop.set()
            return self._told(error)

    def _told(self, error: BaseException) -> Exception:
        """Return what went wrong, in words where it is not a fault of this program."""
        from distributed import KilledWorker

        if isinstance(error, CancelledError):
            return UserError.of(f"the connection to the cluster at {self._address} is lost", hint=GOES_ON)
        if isinstance(error, KilledWorker):
            hint = f"their logs say why: perhaps they have too little memory; {GOES_ON}"
            return UserError.of("a chunk was given up: one worker after another has died over it", hint=hint)
        if isinstance(error, ImportError):
            hint = f"install the same versions on all machines; {GOES_ON}"
            return UserError.of(f"a worker cannot load tda_sim: {error}", hint=hint)
        return error if isinstance(error, Exception) else RuntimeError(repr(error))
