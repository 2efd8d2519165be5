"""What Ctrl-C, SIGTERM and SIGHUP do: the only place that handles signals.

During play, the first Ctrl-C requests a stop: games in progress finish, no more begin, and finished games are kept. The
second raises KeyboardInterrupt, so that open folders are saved, and abandons threads that are still playing. SIGTERM
and SIGHUP, which comes when a terminal is closed, are a Ctrl-C, with the second one `GRACE` seconds later. A signal
that the calling program has ignored stays ignored, as `nohup` wants it.
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

from tda_sim import last_words
from tda_sim.runs.threads import at_work

OTHERS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
ENDING = (signal.SIGINT, *OTHERS)
GRACE = 5.0  # seconds between such a signal and the end, whatever is in progress
STOPPING = "stopping after the games being played; press Ctrl-C again to stop at once"
TERMINATED = f"stopping after the games being played, in {GRACE:.0f} s at the latest"


@contextlib.contextmanager
def stopped_by_signals(stop: Callable[[], None], say: Callable[[str], None]) -> Iterator[list[int]]:
    """Let signals call ``stop``; yield a list that collects them. ``say`` shows the user a line."""
    caught: list[int] = []
    grace = threading.Timer(GRACE, _thread.interrupt_main, [signal.SIGTERM])
    grace.daemon = True

    def handle(number: int, frame: FrameType | None) -> None:
        caught.append(number)
        if len(caught) > 1:
            raise KeyboardInterrupt
        stop()
        if number in OTHERS:
            grace.start()
        with contextlib.suppress(OSError):  # the terminal is gone
            say(TERMINATED if number in OTHERS else STOPPING)

    try:
        with handled_by(handle, *ENDING):
            yield caught
    finally:
        grace.cancel()


@contextlib.contextmanager
def handled_by(handler: Callable[[int, FrameType | None], Any] | signal.Handlers, *numbers: int) -> Iterator[None]:
    """Handle signals that are not ignored, if this is the main thread: others may not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heeded = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in heeded}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, signal.SIG_DFL if earlier is None else earlier)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise KeyboardInterrupt, as Ctrl-C does, unless something else handles them."""
    with handled_by(signal.default_int_handler, *OTHERS):
        yield


def leave(code: int | str | None) -> NoReturn:
    """End the process, even if a thread is in an endless loop. Signals no longer matter."""
    with handled_by(signal.SIG_IGN, *ENDING):
        gc.freeze()  # memory goes with the process anyway, and collecting garbage takes 0.2 s
        last_words.farewell()
        if not at_work():
            sys.exit(code)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code if isinstance(code, int) else code is not None)
