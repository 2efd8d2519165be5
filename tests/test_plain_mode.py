"""The tests marked `both`, once more without the compiler: every index and every number is checked there."""

import subprocess
import sys

import pytest

TIERS = (
    "not full and not slow",
    pytest.param("full or slow", marks=pytest.mark.slow),
)


@pytest.mark.parametrize("tier", TIERS)
def test_what_holds_compiled_holds_without_the_compiler(tier: str, pytestconfig: pytest.Config) -> None:
    command = [sys.executable, "-m", "pytest", "--plain", "-m", tier, "-q", "-p", "no:cacheprovider", "tests"]
    run = subprocess.run(command, cwd=pytestconfig.rootpath, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
