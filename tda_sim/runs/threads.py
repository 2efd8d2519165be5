"""Threads that work while the main thread waits for them, free to handle signals.

They are abandoned when it stops waiting, because a strategy may be in an endless loop. The process does not wait for
them at its end; see `at_work`.
"""

import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from queue import SimpleQueue
from types import TracebackType
from typing import Any, TypeVar

from tda_sim.errors import UserError

T = TypeVar("T")
K = TypeVar("K")

LOOK = 0.1  # seconds between two checks while waiting: not every system wakes a waiting thread for a signal

_at_work: set[int] = set()  # threads, by their numbers


class Pool:
    """Threads that carry out calls. Leaving the context dismisses each after its current call."""

    def __init__(self, number: int) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self.number = 0  # the threads that could be started
        try:
            while self.number < number:
                threading.Thread(target=self._work, daemon=True).start()
                self.number += 1
        except RuntimeError as error:
            if self.number == 0:
                hint = "this user has too many processes: end some, or raise the limit (ulimit -u)"
                raise UserError.of(f"cannot start a thread: {error}", hint=hint) from error

    def submit(self, call: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Submit a call, and return its future."""
        future: Future[T] = Future()
        self._calls.put((future, call, arguments))
        return future

    def _work(self) -> None:
        while (task := self._calls.get()) is not None:
            future, call, arguments = task
            _at_work.add(threading.get_ident())
            try:
                future.set_result(call(*arguments))
            except BaseException as error:
                future.set_exception(error)
            finally:
                _at_work.discard(threading.get_ident())

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for _ in range(self.number):
            self._calls.put(None)


def at_work() -> bool:
    """Whether an abandoned thread may still be busy."""
    return bool(_at_work)


def aside(call: Callable[..., T], *arguments: Any) -> T:
    """Call a function in another thread, so that Ctrl-C reaches this one, and return what it returns."""
    if threading.current_thread() is not threading.main_thread():
        return call(*arguments)
    with Pool(1) as pool:
        return result(pool.submit(call, *arguments))


def result(future: "Future[T]") -> T:
    """Wait for the result of a call, and return it."""
    while not wait([future], LOOK).done:
        pass
    return future.result()


def as_finished(
    submit: Callable[[K], "Future[T]"],
    tasks: Iterable[K],
    ahead: Callable[[], int],
    look: Callable[[], None] = lambda: None,
) -> Iterator[T]:
    """Submit tasks, ``ahead()`` at a time, and yield their results as they finish.

    ``look`` is called repeatedly meanwhile.
    """
    under_way: set[Future[T]] = set()
    for task in tasks:
        under_way.add(submit(task))
        while len(under_way) >= ahead():
            yield from _finished(under_way, look)
    while under_way:
        yield from _finished(under_way, look)


def _finished(under_way: "set[Future[T]]", look: Callable[[], None]) -> Iterator[T]:
    """Wait a moment, and yield the results that are ready."""
    done = wait(under_way, timeout=LOOK, return_when=FIRST_COMPLETED).done
    look()
    for future in done:
        under_way.discard(future)
        yield future.result()


def processors() -> int:
    """Return how many processors this process may use, even if a container limits them."""
    with warnings.catch_warnings():
        # joblib warns that it cannot start processes without shared memory; we start none
        warnings.simplefilter("ignore")
        from joblib.externals.loky import cpu_count
    return int(cpu_count())
