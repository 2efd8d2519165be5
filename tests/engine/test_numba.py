"""Numba's inside may be another in versions to come: then rules are compiled plainly, which a line says."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

PROGRAM = """
import sys
import numba
{change}
from tda_sim.engine.compiler.jit import kernel, rule

@rule
def double(number):
    return 2 * number

@kernel
def total(n):
    found = 0
    for number in range(n):
        found += double(number)
    return found

print(total(10), double(4))
"""
NEWER = "numba.__version__ = '9.1.0'"
OTHER = "import numba.core.codegen; del numba.core.codegen.JITCodeLibrary"


def run(change: str, folder: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    program = folder / "program.py"
    program.write_text(PROGRAM.format(change=change))
    environment = {"PATH": "", "TDA_CACHE_DIR": str(cache)}
    return subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False, timeout=300, env=environment
    )


@pytest.mark.parametrize("change", [NEWER, OTHER, f"{NEWER}; {OTHER}"])
def test_a_numba_that_is_not_known_compiles_plainly(change: str, tmp_path: Path) -> None:
    done = run(change, tmp_path, tmp_path / "cache")
    assert (done.returncode, done.stdout) == (0, "90 8\n"), done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.rstrip().endswith(": compiling takes longer")


def test_a_newer_numba_finds_what_it_has_compiled(tmp_path: Path) -> None:
    first, second = (run(NEWER, tmp_path, tmp_path / "cache") for _ in range(2))
    assert first.stderr and (second.stdout, second.stderr) == ("90 8\n", "")


def test_the_version_that_is_known_says_nothing(tmp_path: Path) -> None:
    done = run("", tmp_path, tmp_path / "cache")
    assert (done.stdout, done.stderr) == ("90 8\n", "")
