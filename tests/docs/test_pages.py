"""The commands of the pages in `docs/` work as they stand. Those of the README run in the project's folder, in CI.

Blocks after ``<!-- slow -->`` run in `make test-slow`, and so do `LONG` pages: CI has no time for them. `make test`
only reads all command lines of all pages (`tests/test_command_line.py`).
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    "strategies",
    "studies",
    "reports",
    "tutorial",
    "how-to",
    "python",
    "data",
    "card-values",
    "how-it-works",
    "learners",
    "cluster",
    "design-benchmark",
)
LONG = {"strategies", "learners", "studies", "reports", "cluster", "how-to"}
SLOW = "<!-- slow -->"
NOT_HERE = {".git", ".venv", "results", "tda_sim"}  # a page has results of its own, and the package is installed


def run_page(page: str, folder: Path, *options: str) -> None:
    """Run the blocks of a page in a folder that has all of the project but its results."""
    for entry in ROOT.iterdir():
        if entry.name not in NOT_HERE:
            (folder / entry.name).symlink_to(entry)
    command = [sys.executable, ROOT / "tests/docs/run_readme.py", ROOT / f"docs/{page}.md", folder, *options]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]


@pytest.mark.full
@pytest.mark.parametrize("page", [pytest.param(page, marks=[pytest.mark.slow] * (page in LONG)) for page in PAGES])
def test_the_commands_of_a_page_work_as_they_stand(page: str, tmp_path: Path) -> None:
    run_page(page, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if SLOW in (ROOT / f"docs/{page}.md").read_text()])
def test_the_slow_commands_of_a_page_work_as_well(page: str, tmp_path: Path) -> None:
    run_page(page, tmp_path, "--slow")
