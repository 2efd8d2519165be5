"""The yardstick: a small C program of the same shape, compiled on the spot, shows how fast the machine is."""

import shutil
from importlib import resources
from pathlib import Path

from tda_sim import children
from tda_sim.bench.sampling import Played

COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O3", "-std=c99", "-D_POSIX_C_SOURCE=199309L")


def build(folder: Path) -> Path | None:
    """Compile the yardstick into a folder, and return its path; None without a C compiler."""
    source = resources.files("tda_sim.bench").joinpath("yardstick.c")
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return None
    program = folder / "yardstick"
    with resources.as_file(source) as path:
        compilation = children.run(
            [compiler, *FLAGS, "-o", str(program), str(path)], stdout=children.NOWHERE, stderr=children.NOWHERE
        )
    return program if compilation.returncode == 0 else None


def play(program: Path, games: int) -> Played:
    """Run the yardstick on one thread."""
    line = children.run([str(program), str(games)], check=True, stdout=children.PIPE, text=True).stdout
    _, decisions, seconds, _ = line.split()
    return Played(games, int(decisions), float(seconds))
