"""The commands of the pages in `docs/` work as they stand. Those of the README run in the project's folder, in CI."""

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
    "card-values",
    "how-it-works",
    "learners",
    "cluster",
    "design-benchmark",
)
NOT_HERE = {".git", ".venv", "results", "tda_sim"}  # a page has results of its own, and the package is installed


@pytest.mark.full
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_work_as_they_stand(page: str, tmp_path: Path) -> None:
    for entry in ROOT.iterdir():
        if entry.name not in NOT_HERE:
            (tmp_path / entry.name).symlink_to(entry)
    command = [sys.executable, ROOT / "tests/docs/run_readme.py", ROOT / f"docs/{page}.md", tmp_path]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
