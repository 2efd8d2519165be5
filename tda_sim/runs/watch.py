"""Watches whether a cluster works: workers may be missing, killed or frozen, and so may the scheduler.

The only question, asked repeatedly, is for signs of life: when the scheduler last heard from each worker, and what the
worker was doing.
"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tda_sim.bounds import check_numbers
from tda_sim.errors import GivenUpError, Problem
from tda_sim.runs.threads import Pool

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 600.0  # seconds; Dask itself gives up on a frozen worker after 300
ASKED = 10  # questions within the ``quiet`` seconds
GOES_ON = "finished games are kept, and the same command continues"


@dataclass(frozen=True)
class Scheduler:
    """Where a cluster is, and how long it may stay idle.

    Attributes:
        address: the scheduler's.
        patience: seconds after which a run is given up.
        quiet: seconds after which the user gets a message, and chunks of silent workers go to others.
    """

    address: str
    patience: float = PATIENCE
    quiet: float = 10.0

    def __post_init__(self) -> None:
        check_numbers(patience=self.patience)


class Watch:
    """Reports when nobody works any longer, and gives up after ``patience`` such seconds."""

    def __init__(self, client: "Client", pool: Pool, scheduler: Scheduler, say: Callable[[str], None]) -> None:
        self._client, self._pool, self._say = client, pool, say
        self._address, self._patience, self.quiet = scheduler.address, scheduler.patience, scheduler.quiet
        self._answer: Future[Mapping[str, Any]] | None = None
        self._seen: dict[str, tuple[float, float]] = {}  # when the scheduler heard from a worker; when we learned that
        self._known: Mapping[str, Any] = {}  # the workers, as last described by the scheduler
        self._asked = self._answered = self._worked = time.monotonic()
        self._has_warned = False

    def note_work(self) -> None:
        """Note a sign of work."""
        self._worked = time.monotonic()
        if self._has_warned:
            self._has_warned = False
            self._say(f"the cluster at {self._address} works again")

    def look(self) -> bool:
        """Return whether nobody has worked for a while. Raises GivenUpError after ``patience`` seconds."""
        self._ask()
        quiet = time.monotonic() - self._worked
        if quiet > self._patience or self._client.status == "closed":
            message = f"{self._state()}, for {self._patience:g} s"
            raise GivenUpError([Problem(message, hint=GOES_ON)])
        if quiet > self.quiet and not self._has_warned:
            self._has_warned = True
            self._say(f"{self._state()}; waiting up to {self._patience:g} s")
        return quiet > self.quiet

    def alive(self) -> list[str]:
        """Return the workers that gave a sign of life lately."""
        now = time.monotonic()
        return [worker for worker, (_, news) in self._seen.items() if now - news < self.quiet]

    @property
    def threads(self) -> int:
        """The number of threads of all workers."""
        return sum(int(worker["nthreads"]) for worker in self._known.values())

    def _ask(self) -> None:
        """Take the scheduler's answer, if there is one, and ask again when it is time."""
        now = time.monotonic()
        if self._answer is not None and self._answer.done():
            if self._answer.exception() is None:
                self._answered = now
                self._hear(self._answer.result()["workers"])
            self._answer = None
        if self._answer is None and now - self._asked >= self.quiet / ASKED and self._client.status == "running":
            self._asked = now
            self._answer = self._pool.submit(lambda: self._client.sync(self._client.scheduler.identity))

    def _hear(self, workers: Mapping[str, Any]) -> None:
        now = time.monotonic()
        for address, worker in workers.items():
            if address not in self._seen or self._seen[address][0] != worker["last_seen"]:
                self._seen[address] = worker["last_seen"], now
                if worker["metrics"].get("task_counts", {}).get("executing", 0) > 0:
                    self.note_work()
        self._seen = {address: seen for address, seen in self._seen.items() if address in workers}
        self._known = workers

    def _state(self) -> str:
        """Return why nobody works."""
        if self._client.status != "running":
            return f"the connection to the cluster at {self._address} is lost"
        if time.monotonic() - self._answered > self.quiet:
            return f"the scheduler at {self._address} does not answer"
        if not self._known:
            return f"the cluster at {self._address} has no workers"
        if not self.alive():
            return f"no worker of the cluster at {self._address} answers"
        return f"the workers of the cluster at {self._address} do not play"
