"""What Ctrl-C and SIGTERM do: the only place that handles signals.

While games are being played the first Ctrl-C asks for a stop: games under way are played to their end, no more are
begun, and what is finished is kept. The second one raises KeyboardInterrupt, so that whoever holds a folder open saves
it, and leaves threads behind that are still playing. SIGTERM is a Ctrl-C, with the second one `GRACE` seconds later.
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

GRACE = 5.0  # seconds between SIGTERM and the end, whatever is being played then
STOPPING = "stopping after the games being played; press Ctrl-C again to stop at once"
TERMINATED = f"stopping after the games being played, in {GRACE:.0f} s at the latest"


@contextlib.contextmanager
def stopped_by_signals(stop: Callable[[], None], say: Callable[[str], None]) -> Iterator[list[int]]:
    """Let signals call ``stop``; hand out a list that they are put into. ``say`` shows the user a line."""
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
    """Have signals handled, if this is the main thread: others may not."""
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
    """Have SIGTERM raise KeyboardInterrupt, as Ctrl-C does, wherever nobody handles it otherwise."""
    with handled_by(signal.default_int_handler, signal.SIGTERM):
        yield


def leave(code: int | str | None) -> NoReturn:
    """End the process, even where a thread is in a loop that never ends."""
    gc.freeze()  # what there is goes with the process: to look for garbage in it takes 0.2 s
    if not at_work():
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else code is not None)
