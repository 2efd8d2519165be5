"""``tda bench``: all measurements, one after another."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

from tda_sim.bench import measures
from tda_sim.bench.markdown import replace_section
from tda_sim.bench.results import Report
from tda_sim.bench.sampling import Say
from tda_sim.bench.show import markdown
from tda_sim.engine import jit
from tda_sim.errors import UserError

README_SECTION = "speed"


def bench_command(quick: bool = False, write_readme: Path | None = None, say: Say = lambda text: None) -> Report:
    """Measure everything; with ``write_readme``, put the table into that file, between its marks.

    ``say`` is told what is being measured. ``quick`` is for trying this out: its figures are not worth quoting.
    Raises UserError without the compiler, or for a file without the marks.
    """
    if not jit.COMPILED:
        raise UserError.of("there is nothing to measure without the compiler", hint="unset NUMBA_DISABLE_JIT")
    if write_readme:
        replace_section(write_readme, README_SECTION, None)  # fails early
    report = measure(measures.QUICK if quick else measures.FULL, say)
    if write_readme:
        replace_section(write_readme, README_SECTION, markdown(report))
    return report


def measure(sizes: measures.Sizes, say: Say) -> Report:
    """Take all measurements."""
    speed, yardstick = measures.speed(sizes, say)
    return Report(
        machine=f"{platform.machine()}, {os.cpu_count()} cores",
        versions=f"Python {platform.python_version()}, Numba {version('numba')}, NumPy {version('numpy')}",
        repetitions=sizes.repetitions,
        speed=speed,
        threads=measures.threads(sizes, say),
        start=measures.start(sizes, say),
        memory=measures.memory(sizes, say),
        writing=measures.writing(sizes, say),
        yardstick=yardstick,
    )
