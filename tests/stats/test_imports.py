"""What is slow to import is imported where it is used."""

import subprocess
import sys
from pathlib import Path

import tda_sim.stats

SLOW = ("pandas", "scipy.stats", "statsmodels")


def test_statistics_are_quick_to_import() -> None:
    modules = [f"tda_sim.stats.{path.stem}" for path in Path(tda_sim.stats.__path__[0]).glob("[a-z]*.py")]
    code = f"import sys, {', '.join(modules)}; print([name for name in {SLOW} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
