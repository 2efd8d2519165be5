"""A backend of joblib that sends its tasks to a Dask cluster.

joblib's own one waits forever where Dask gives a task up (no worker can load it, one worker after another has died
over it, the scheduler is gone), plays in this process where a cluster has a single thread, and cannot be stopped
before the next result.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from joblib.parallel import ParallelBackendBase

if TYPE_CHECKING:
    from distributed import Client, Future

LOOK = 0.2  # seconds between two looks at whether to stop

Finish = Callable[[Callable[[], Any]], Any]


class DaskBackend(ParallelBackendBase):  # type: ignore[misc]
    """joblib's tasks as Dask's, one call in each.

    ``finish`` makes an outcome of a function that returns what a call has returned, or raises whatever kept it from
    that. Once ``stop`` is set no task is sent, and those under way are cancelled.
    """

    supports_retrieve_callback = True

    def __init__(self, client: "Client", threads: int, finish: Finish, stop: threading.Event) -> None:
        super().__init__()
        self._client, self._threads, self._finish, self._stop = client, threads, finish, stop
        self._under_way: set[Future] = set()
        self._desk = ThreadPoolExecutor(1, "unsent")

    def effective_n_jobs(self, n_jobs: int | None) -> int:
        """Return how many tasks are played at a time; of one, joblib would think that it is quicker here."""
        return max(2, self._threads)

    def submit(self, calls: Any, callback: Callable[[Any], None]) -> None:
        """Send a task; ``callback`` gets its outcome, whatever that is, in another thread."""
        ((function, arguments, _),) = calls.items
        try:
            if self._stop.is_set():
                raise CancelledError
            future = self._client.submit(function, *arguments, pure=False)
            self._under_way.add(future)
            future.add_done_callback(lambda done: self._pass_on(done, callback))
        except Exception as error:
            self._desk.submit(self._not_sent, error, callback)

    def _pass_on(self, future: "Future", callback: Callable[[Any], None]) -> None:
        outcome = self._finish(future.result)
        self._under_way.discard(future)
        callback(outcome)

    def _not_sent(self, error: Exception, callback: Callable[[Any], None]) -> None:
        def result() -> Any:
            raise error

        callback(self._finish(result))

    def retrieve_result_callback(self, out: Any) -> list[Any]:
        """Return the results of a task's calls."""
        return [out]

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """Cancel all tasks under way."""
        self._client.cancel(list(self._under_way))

    @contextlib.contextmanager
    def cancelled_on_stop(self) -> Iterator[None]:
        """Cancel all tasks under way as soon as they are to stop."""
        over = threading.Event()

        def watch() -> None:
            while not over.wait(LOOK):
                if self._stop.is_set():  # again and again: a task may just be on its way
                    self.abort_everything()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()
