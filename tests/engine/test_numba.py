"""Numba's inside may be another in versions to come: then rules are compiled plainly, which a line says."""

import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import numba
import pytest

from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.compilers import KernelCompiler, compiled_by

pytestmark = pytest.mark.full

PROGRAM = """
import sys
import numba
{change}
from tda_sim.engine.compiler.jit import kernel, rule, without

@rule
def double(number):
    return 2 * number

@kernel
def total(n):
    found = 0
    for number in range(n):
        found += double(number)
    return found

@rule
def asked(number):
    return number > 1

@kernel
def _odd(n):
    return 7 if asked(n) else 8

print(total(10), double(4), without(_odd, "odd", (asked,))(1))
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
    assert (done.returncode, done.stdout) == (0, "90 8 8\n"), done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.rstrip().endswith(": compiling takes longer")


def test_a_newer_numba_finds_what_it_has_compiled(tmp_path: Path) -> None:
    first, second = (run(NEWER, tmp_path, tmp_path / "cache") for _ in range(2))
    assert first.stderr and (second.stdout, second.stderr) == ("90 8 8\n", "")


def test_the_version_that_is_known_says_nothing(tmp_path: Path) -> None:
    done = run("", tmp_path, tmp_path / "cache")
    assert (done.stdout, done.stderr) == ("90 8 8\n", "")


# --- rules that are absent --------------------------------------------------------------------------------


@jit.rule
def asked(number):  # type: ignore[no-untyped-def]
    return number > 0


@jit.rule
def does_not_compile(number):  # type: ignore[no-untyped-def]
    return number.nothing


@jit.rule
def between(number):  # type: ignore[no-untyped-def]
    own.asked(number)
    if asked(number) and number > 1:
        return does_not_compile(number)
    return number + 1


own = ModuleType("tda_sim.own")
own.asked = asked  # type: ignore[attr-defined]


@pytest.mark.skipif(not jit.COMPILED, reason="needs the compiler")
def test_code_behind_an_absent_rule_is_never_compiled() -> None:
    """Called by its name or through a module, at any depth; the rule itself stays as it is."""

    def outermost(number):  # type: ignore[no-untyped-def]
        return between(number) if not asked(number) else -1

    scope = {**globals(), "between": between, "asked": asked}
    function = jit.lacking(FunctionType(outermost.__code__, scope, "outermost"), (asked,))
    compiled = numba.njit(**compiled_by(KernelCompiler, {"error_model": "numpy"}))(function)
    assert compiled(5) == 6 and function.__qualname__.endswith("outermost_without_asked")
    assert asked(5) and jit.rebuilt(between, {}) is not None
    with pytest.raises(jit.CompileError, match="nothing"):
        numba.njit(**compiled_by(KernelCompiler, {"error_model": "numpy"}))(between.py_func)(5)
