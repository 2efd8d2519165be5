"""``tda bench``: all measurements in turn, or a comparison of two commits or strategies."""

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from tda_sim.bench import comparing, instructions, measures
from tda_sim.bench.busy import Watch
from tda_sim.bench.comparing import Comparison
from tda_sim.bench.counters import Counters, NoCountersError
from tda_sim.bench.instructions import Counted
from tda_sim.bench.markdown import replace_section
from tda_sim.bench.results import Report
from tda_sim.bench.sampling import Say
from tda_sim.bench.show import markdown
from tda_sim.engine.compiler import jit
from tda_sim.errors import UserError

README_SECTION = "speed"


def bench_command(quick: bool = False, write_readme: Path | None = None, say: Say = lambda text: None) -> Report:
    """Measure everything; with ``write_readme``, put the table into that file, between its marks.

    ``say`` is called with the name of each measurement. ``quick`` is for a trial; its figures are not worth quoting.
    Raises UserError without the compiler, or for a file without the marks.
    """
    _check_compiled()
    if write_readme:
        replace_section(write_readme, README_SECTION, None)  # fails early
    report = measure(measures.QUICK if quick else measures.FULL, say)
    if write_readme:
        replace_section(write_readme, README_SECTION, markdown(report))
    return report


def compare_command(
    against: str | None, strategies: str | None, quick: bool = False, say: Say = lambda text: None
) -> Comparison:
    """Compare the commit ``against`` with the one checked out, or two strategies, separated by a comma.

    Raises UserError for missing commits, a checkout with changes, and any number of strategies except for two.
    """
    _check_compiled()
    sizes = comparing.QUICK if quick else comparing.FULL
    if against is not None and strategies is not None:
        raise UserError.of("--against and --strategies exclude each other", hint="commits are compared with balanced")
    if against is not None:
        return comparing.compare_commits(against, sizes, say)
    names = [name.strip() for name in (strategies or "").split(",")]
    return comparing.compare_strategies(names, sizes, say)


def count_command(strategies: str | None, decks: Sequence[str]) -> list[Counted]:
    """Count the instructions of strategies, separated by commas, with decks; by default of a few, with the original."""
    _check_compiled()
    names = instructions.STRATEGIES if strategies is None else [name.strip() for name in strategies.split(",")]
    return instructions.count(names, decks or [measures.DECK])


def _check_compiled() -> None:
    if not jit.COMPILED:
        raise UserError.of("there is nothing to measure without the compiler", hint="unset NUMBA_DISABLE_JIT")


def measure(sizes: measures.Sizes, say: Say) -> Report:
    """Take all measurements."""
    watch = Watch()
    counters, no_counters = _counters()
    speed, yardstick = measures.speed(sizes, say, counters)
    return Report(
        machine=f"{platform.machine()}, {os.cpu_count()} cores",
        versions=f"Python {platform.python_version()}, Numba {version('numba')}, NumPy {version('numpy')}",
        repetitions=sizes.repetitions,
        no_counters=no_counters,
        speed=speed,
        threads=measures.threads(sizes, say),
        start=measures.start(sizes, say),
        memory=measures.memory(sizes, say),
        writing=measures.writing(sizes, say),
        yardstick=yardstick,
        others_busy=watch.others(),  # last: all has been measured
    )


def _counters() -> tuple[Counters | None, str | None]:
    """Return the processor's counters, or the reason why there are none."""
    try:
        return Counters(), None
    except NoCountersError as error:
        return None, str(error)
