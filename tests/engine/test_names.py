"""Compiled code that two processes have kept never goes by the same names."""

import subprocess
import sys

from tda_sim.engine.jit import FunctionIdentity

SHOW = "from tda_sim.engine.jit import FunctionIdentity; print(next(FunctionIdentity._unique_ids))"


def test_processes_number_their_functions_apart() -> None:
    """Two processes begin within a billion of each other in about 1 of 100,000 tests."""
    first, second = (
        int(subprocess.run([sys.executable, "-c", SHOW], capture_output=True, text=True, check=True).stdout)
        for _ in range(2)
    )
    here = next(FunctionIdentity._unique_ids)
    assert min(abs(first - second), abs(first - here), abs(second - here)) > 1_000_000_000
