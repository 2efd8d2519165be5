"""Whether anybody works on a cluster: workers may be missing, killed or frozen, and so may the scheduler.

Nobody is asked for more than a sign of life: the scheduler is asked, again and again, when it has last heard from
each worker, and what that one was doing.
"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tda_sim.bounds import check_numbers
from tda_sim.errors import GivenUpError, Problem
from tda_sim.runs.threads import Hands

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 600.0  # seconds; Dask itself takes what a frozen worker has away from it after 300
ASKED = 10  # times in the seconds without a sign of work after which the user is told
GOES_ON = "what is finished is kept, and the same command goes on from there"


@dataclass(frozen=True)
class Scheduler:
    """Where a cluster is found, and how long nobody may work there.

    Attributes:
        address: the scheduler's.
        patience: seconds after which a run is given up.
        quiet: seconds after which the user is told, and chunks of workers that do not answer are sent to others.
    """

    address: str
    patience: float = PATIENCE
    quiet: float = 10.0

    def __post_init__(self) -> None:
        check_numbers(patience=self.patience)


class Watch:
    """Tells the user when nobody works any longer, and gives up when ``patience`` seconds have passed like that."""

    def __init__(self, client: "Client", hands: Hands, scheduler: Scheduler, say: Callable[[str], None]) -> None:
        self._client, self._hands, self._say = client, hands, say
        self._address, self._patience, self.quiet = scheduler.address, scheduler.patience, scheduler.quiet
        self._answer: Future[Mapping[str, Any]] | None = None
        self._seen: dict[str, tuple[float, float]] = {}  # when the scheduler heard of a worker; when that was news here
        self._known: Mapping[str, Any] = {}  # the workers, as the scheduler described them last
        self._asked = self._answered = self._worked = time.monotonic()
        self._told = False

    def note_work(self) -> None:
        """Note a sign of work."""
        self._worked = time.monotonic()
        if self._told:
            self._told = False
            self._say(f"the cluster at {self._address} plays on")

    def look(self) -> bool:
        """Look around; return whether nobody has worked for a while. Raises GivenUpError when it has been too long."""
        self._ask()
        quiet = time.monotonic() - self._worked
        if quiet > self._patience or self._client.status == "closed":
            message = f"{self._state()}, and {self._patience:g} s have passed like that"
            raise GivenUpError([Problem(message, hint=GOES_ON)])
        if quiet > self.quiet and not self._told:
            self._told = True
            self._say(f"{self._state()}; waiting, for {self._patience:g} s at most")
        return quiet > self.quiet

    def alive(self) -> list[str]:
        """Return the workers that have been heard of lately."""
        now = time.monotonic()
        return [worker for worker, (_, news) in self._seen.items() if now - news < self.quiet]

    @property
    def threads(self) -> int:
        """How many threads all workers have."""
        return sum(int(worker["nthreads"]) for worker in self._known.values())

    def _ask(self) -> None:
        """Take the scheduler's answer, if there is one, and ask again, if it is time to."""
        now = time.monotonic()
        if self._answer is not None and self._answer.done():
            if self._answer.exception() is None:
                self._answered = now
                self._hear(self._answer.result()["workers"])
            self._answer = None
        if self._answer is None and now - self._asked >= self.quiet / ASKED and self._client.status == "running":
            self._asked = now
            self._answer = self._hands.submit(lambda: self._client.sync(self._client.scheduler.identity))

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
        """Say why nobody works."""
        if self._client.status != "running":
            return f"the connection to the cluster at {self._address} is lost"
        if time.monotonic() - self._answered > self.quiet:
            return f"the scheduler at {self._address} does not answer"
        if not self._known:
            return f"the cluster at {self._address} has no workers"
        if not self.alive():
            return f"no worker of the cluster at {self._address} answers"
        return f"the workers of the cluster at {self._address} do not play"
