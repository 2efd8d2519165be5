"""Compiling before a run: the kernel in a process of its own, while this one compiles the strategies.

``python -m tda_sim.runs.compiling GAME KERNEL`` is that process.
"""

import contextlib
import gc
import os
import sys
from collections.abc import Iterator

import numpy as np

from tda_sim import children
from tda_sim.engine import kernel, layout
from tda_sim.engine.compiler import jit
from tda_sim.runs.games import GAMES, Game
from tda_sim.runs.progress import Reporter
from tda_sim.runs.threads import processors

COMPILING = "compiling the engine (once per installation, about half a minute) ..."


def say_compiling(reporter: Reporter, name: str = kernel.KERNELS[0]) -> None:
    """Inform the user if a kernel has to be compiled first."""
    if not jit.is_cached(name):
        reporter.say(COMPILING)


@contextlib.contextmanager
def beside(game: Game, name: str) -> Iterator[None]:
    """Compile the kernel of this name in another process meanwhile, if that saves time, and wait for it at the end.

    Where it fails, the first game compiles the kernel, and shows why.
    """
    with contextlib.ExitStack() as stack:
        other = None
        if jit.keeps() and not jit.is_cached(name) and processors() > 1:
            command = [sys.executable, "-P", "-m", __name__, game.name, name]
            with contextlib.suppress(OSError):  # this user may have too many processes
                other = stack.enter_context(children.child(command, stdout=children.NOWHERE, stderr=children.NOWHERE))
        yield
        if other is not None:
            other.wait()


def compile_kernel(game: Game, name: str) -> None:
    """Compile the kernel of this name, with the types of a run: play none of its games."""
    entrants = np.zeros(1, layout.ENTRANT)
    entrants["abilities"] = name == game.with_abilities
    counts = np.zeros(0, layout.TALLY), kernel.no_sums(), kernel.no_draws(), kernel.no_gambits(), kernel.no_uses()
    seatings = np.zeros((1, layout.MAX_PLAYERS), np.int16)
    game.play_games(game.new_game(0, 0), entrants, seatings, np.uint64(0), 0, 0, *counts, kernel.no_stop())


if __name__ == "__main__":
    gc.disable()
    compile_kernel(GAMES[sys.argv[1]], sys.argv[2])
    os._exit(0)  # to free all that Numba has made would take a quarter of the time
