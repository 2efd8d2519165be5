"""Commands import what they use: libraries that take long to import are not there where nobody needs them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tda_sim.engine.compiler import jit

PROGRAM = """
import sys
from tda_sim.cli.app import main

sys.argv = ["tda", *{words!r}]
try:
    main()
except SystemExit as left:
    assert not left.code, left.code
sys.stderr.write("\\n".join(["imported:", *sys.modules]))
"""
SCIENCE = {"dask", "distributed", "matplotlib", "pandas", "pyarrow", "scipy.linalg", "scipy.special", "statsmodels"}
ENGINE = {"llvmlite", "numba", "numpy", "polars"}
FILES = {"jinja2", "pydantic", "yaml"}
COMPILER = {"numba.np.linalg", "numba.np.arraymath", "numba.typed.typeddict"}  # what only compiling needs


def imported(folder: Path, *words: str, cache: Path | None = None) -> set[str]:
    """Return the modules that a command has imported, in a process of its own."""
    environment = {**os.environ, **({} if cache is None else {"TDA_CACHE_DIR": str(cache)})}
    program = PROGRAM.format(words=list(words))
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    return set(run.stderr.partition("imported:\n")[2].splitlines())


def test_the_list_would_show_what_is_imported(tmp_path: Path) -> None:
    assert {"tda_sim.engine.layout", "numpy", "yaml"} <= imported(tmp_path, "decks", "original")


def test_help_needs_no_library(tmp_path: Path) -> None:
    assert not imported(tmp_path, "--help") & (SCIENCE | ENGINE | FILES | {"rich", "joblib"})


def test_decks_that_are_listed_again_need_no_engine(tmp_path: Path) -> None:
    first, second = (imported(tmp_path, "decks", cache=tmp_path / "cache") for _ in range(2))
    assert "numba" in first
    assert not second & (SCIENCE | ENGINE | {"jinja2", "joblib", "tda_sim.engine.compiler.jit"})


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled here")
def test_a_small_run_needs_no_compiler_and_no_statistics(tmp_path: Path) -> None:
    words = "simulate", "original", "--games", "1000"
    imported(tmp_path, *words, "--out", "first")  # compiles what is not compiled yet
    needless = SCIENCE | COMPILER | {"asyncio", "jinja2", "joblib"}
    assert not imported(tmp_path, *words, "--out", "second") & needless
