"""What Ctrl-C and SIGTERM do: the only place that handles signals.

During play, the first Ctrl-C requests a stop: games in progress finish, no more begin, and finished games are kept. The
second raises KeyboardInterrupt, so that open folders are saved, and abandons threads that are still playing. SIGTERM is
a Ctrl-C, with the second one `GRACE` seconds later.
"""

import _thread
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NoReturn

from tda_sim.runs.threads import at_work

GRACE = 5.0  # seconds between SIGTERM and the end, whatever is in progress
STOPPING = "stopping after the games being played; press Ctrl-C again to stop at once"
TERMINATED = f"stopping after the games being played, in {GRACE:.0f} s at the latest"


@contextlib.contextmanager
def stopped_by_signals(stop: Callable[[], None], say: Callable[[str], None]) -> Iterator[list[int]]:
    """Let signals call ``stop``; yield a list that collects them. ``say`` shows the user a line."""
    caught: list[int] = []
    grace = threading.Timer(GRACE, _thread.interrupt_main)
    grace.daemon = True

    def handle(number: int, frame: FrameType | None) -> None:
        caught.append(number)
        if len(caught) > 1:
            raise KeyboardInterrupt
        stop()
        if number == signal.SIGTERM:
            grace.start()
        say(TERMINATED if number == signal.SIGTERM else STOPPING)

    try:
        with handled_by(handle, signal.SIGINT, signal.SIGTERM):
            yield caught
    finally:
        grace.cancel()


@contextlib.contextmanager
def handled_by(handler: Callable[[int, FrameType | None], Any], *numbers: int) -> Iterator[None]:
    """Handle signals, if this is the main thread: others may not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, signal.SIG_DFL if earlier is None else earlier)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM raise KeyboardInterrupt, as Ctrl-C does, unless something else handles it."""
    with handled_by(signal.default_int_handler, signal.SIGTERM):
        yield


def leave(code: int | str | None) -> NoReturn:
    """End the process, even if a thread is in an endless loop."""
    gc.freeze()  # memory goes with the process anyway, and collecting garbage takes 0.2 s
    if not at_work():
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else code is not None)
