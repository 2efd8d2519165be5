"""The client's side of a run on a cluster: Dask workers play its chunks, and their results go into its folder."""

import asyncio
import contextlib
import dataclasses
import logging
import time
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from tda_sim.errors import Problem, UserError
from tda_sim.runs.executors import Outcome, Team
from tda_sim.runs.play import Work
from tda_sim.runs.storage import Sheets
from tda_sim.runs.threads import Pool, as_finished
from tda_sim.runs.watch import GOES_ON, Scheduler, Watch
from tda_sim.runs.worker import credentials, play_chunk, strange

if TYPE_CHECKING:
    from distributed import Client

CONNECT = 5.0  # seconds that a scheduler may take to answer
AHEAD = 2  # chunks handed out per thread of the cluster, so that none waits for this process,
LEAST_AHEAD = 32  # and at least this many, for workers that join later

HOW_TO = "`dask scheduler` and `dask worker ADDRESS --nthreads 1` make a cluster; see docs/cluster.md"


@contextlib.contextmanager
def on_cluster(team: Team, where: Scheduler | str) -> Iterator["Cluster"]:
    """Yield the workers of a cluster as an executor.

    Raises UserError if there is no such cluster, or if one of its workers cannot play.
    """
    scheduler = where if isinstance(where, Scheduler) else Scheduler(where)
    with _connected(scheduler) as client, Pool(1) as pool:
        threads = _check_workers(client, scheduler.quiet)
        watch = Watch(client, pool, scheduler, team.reporter.say)
        yield Cluster(team, client, watch, threads)


def pack(work: Work) -> bytes:
    """Return everything that a worker needs to play a run. Raises UserError for a strategy that cannot travel."""
    import cloudpickle

    def packed(thing: Any) -> bytes:
        return bytes(cloudpickle.dumps(thing))

    problems = []
    for strategy in work.strategies:
        try:
            packed(strategy.thing)
        except Exception as error:  # the object's own methods may raise anything
            hint = "write it in a file, because files travel as text"
            problems.append(Problem(f"strategy {strategy.name} cannot travel to a cluster: {error}", hint=hint))
    if problems:
        raise UserError(problems)
    return zlib.compress(packed(dataclasses.replace(work, definition={})))


@contextlib.contextmanager
def _connected(scheduler: Scheduler) -> Iterator["Client"]:
    client = _connect(scheduler)
    log = logging.getLogger("distributed.client")
    level = log.level
    log.setLevel(logging.CRITICAL)  # it reports lost connections with a traceback; we use a sentence
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):  # a lost connection cannot be closed: what is under way says more
            client.close(timeout=CONNECT)
        log.setLevel(level)


def _connect(scheduler: Scheduler) -> "Client":
    address = scheduler.address
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install dask distributed"
        raise UserError.of("playing on a cluster needs dask and distributed", hint=hint) from None
    try:
        with ThreadPoolExecutor(1) as aside:  # a notebook's main thread already has an event loop
            kind = aside.submit(asyncio.run, _kind(address)).result()
        if kind == "Scheduler":
            return Client(
                address, timeout=scheduler.patience, set_as_default=False
            )  # reconnects if the connection is lost
    except Exception as error:  # of any kind: a stranger on that port may have sent anything
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


def _check_workers(client: "Client", quiet: float) -> int:
    """Return the number of threads of all workers. Raises UserError unless all of them can play.

    Workers that do not answer within ``quiet`` seconds are checked when they get their first chunk.
    """
    with Pool(1) as pool:
        asked = pool.submit(lambda: (client.nthreads(), client.run(credentials, on_error="return")))
    if not wait([asked], timeout=quiet).done:
        return 0
    threads, answers = asked.result()
    problems = []
    for worker, answer in answers.items():
        if isinstance(answer, OSError):  # it died meanwhile
            continue
        if isinstance(answer, BaseException):
            problems.append(Problem(f"worker {worker} cannot load tda_sim: {answer}"))
        else:
            problems += strange(worker, answer, credentials())
    if problems:
        first = dataclasses.replace(problems[0], hint="install the same versions on all machines; see docs/cluster.md")
        raise UserError([first, *problems[1:]])
    return sum(threads.values())


class Cluster:
    """The workers of a Dask cluster as an executor; see `executors.Executor`."""

    def __init__(self, team: Team, client: "Client", watch: Watch, threads: int) -> None:
        self.workers = threads
        self._team, self._client, self._watch = team, client, watch
        self._packed = pack(team.work)
        self._under_way: dict[Future[Outcome], _Sent] = {}

    def play(self, chunks: Iterable[int]) -> Iterator[Outcome]:
        """See `executors.Executor`."""
        yield from as_finished(self._hand_out, chunks, self._ahead, self._look)

    def _ahead(self) -> int:
        return max(LEAST_AHEAD, AHEAD * (self._watch.threads or self.workers))

    def _hand_out(self, chunk: int) -> Future[Outcome]:
        outcome: Future[Outcome] = Future()
        self._send(outcome, chunk)
        return outcome

    def _send(self, outcome: Future[Outcome], chunk: int) -> None:
        """Send a chunk to a worker, if possible to one that sent a sign of life lately."""
        self._under_way[outcome] = _Sent(chunk)
        if self._client.status != "running":
            return  # `_look` sends it later
        task = credentials(), self._packed, chunk, *self._team.games(chunk)
        wishes = {"workers": self._watch.alive() or None, "allow_other_workers": bool(self._watch.alive())}
        future = self._client.submit(play_chunk, *task, pure=False, **wishes)
        self._under_way[outcome] = _Sent(chunk, future)
        future.add_done_callback(partial(self._take, outcome))

    def _take(self, outcome: Future[Outcome], future: Any) -> None:
        """Store a worker's result. The next chunk is handed out after that, so a slow disk slows everything down."""
        sent = self._under_way.get(outcome)
        if sent is None or sent.future is not future:  # given up, or sent to another worker meanwhile
            return
        try:
            result = self._write(future.result(timeout=self._watch.quiet))
        except BaseException as error:
            if _is_lost(error, future):
                self._under_way[outcome] = _Sent(sent.chunk)  # `_look` sends it again
                return
            result = _explained(error)
        if self._under_way.pop(outcome, None):
            outcome.set_result(result)

    def _write(self, chunk: Sheets) -> Outcome:
        try:
            part = self._team.run.write(chunk)
        except OSError as error:
            return error
        self._team.reporter.add(part.games)
        self._watch.note_work()
        return part

    def _look(self) -> None:
        """Check whether anybody plays the chunks under way."""
        if self._team.stop.is_set():
            for outcome in list(self._under_way):
                if self._under_way.pop(outcome, None):
                    outcome.set_result(None)
            return
        nobody_plays = self._watch.look()
        self._team.run.workers = self._watch.threads or self._team.run.workers
        for outcome, sent in list(self._under_way.items()):
            with_somebody_else = (
                nobody_plays and self._watch.alive() and time.monotonic() - sent.when > self._watch.quiet
            )
            if sent.future is None or with_somebody_else:
                self._send(outcome, sent.chunk)


@dataclass(frozen=True)
class _Sent:
    """A chunk under way. Without a future, no worker has it yet, or any longer."""

    chunk: int
    future: Any = None  # one of distributed's
    when: float = field(default_factory=time.monotonic)


def _is_lost(error: BaseException, future: Any) -> bool:
    """Whether to send a chunk again: the connection is lost, or its worker is frozen."""
    from distributed.comm import CommClosedError

    return isinstance(error, CancelledError | CommClosedError) or (
        isinstance(error, TimeoutError) and future.status != "error"
    )


def _explained(error: BaseException) -> Exception:
    """Return the error, as a message unless it is a bug of this program."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        hint = f"their logs say why, perhaps too little memory; {GOES_ON}"
        return UserError.of("a chunk was given up because one worker after another died playing it", hint=hint)
    if isinstance(error, ImportError):
        hint = f"install the same versions on all machines; {GOES_ON}"
        return UserError.of(f"a worker cannot load tda_sim: {error}", hint=hint)
    return error if isinstance(error, Exception) else RuntimeError(repr(error))
