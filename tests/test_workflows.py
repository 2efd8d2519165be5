"""The workflows of the project: their form, and that what they run are commands that work."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS: dict[str, list[Path]] = {
    "github-workflows": WORKFLOWS,
    "github-issue-forms": sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")),
    "citation-file-format": [ROOT / "CITATION.cff"],
}
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
VERSION = next(re.finditer(r'^version = "(.+)"$', PROJECT, re.M))[1]

# What a workflow runs and these tests do not: where it runs instead.
ELSEWHERE = {
    "bash .ci/run": "the whole of which this is a part",
    "make site": "tests/rendering/test_site.py writes a site of two reports",
    "python -m pip install --editable .": "`make setup`",
    "python -m pip install build": "`make setup`, with the tools for tests",
    "python -m build --outdir dist .": ".ci/run builds the wheel so, and tries it",
}


def steps() -> list[dict[str, Any]]:
    """Return the steps of all jobs."""
    read = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in WORKFLOWS]
    return [step for workflow in read for job in workflow["jobs"].values() for step in job["steps"]]


COMMANDS = sorted({step["run"] for step in steps() if "run" in step})


@pytest.mark.parametrize("schema", FORMS)
def test_files_for_the_forge_have_their_form(schema: str) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    checked = subprocess.run([*command, *map(str, FORMS[schema])], capture_output=True, text=True)
    assert FORMS[schema] and checked.returncode == 0, checked.stdout + checked.stderr


def test_actions_are_named_by_what_they_are_and_not_by_a_tag_that_may_move() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used and all(re.fullmatch(r"[\w/.-]+@[0-9a-f]{40}", each) for each in used)


@pytest.mark.full
@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ELSEWHERE])
def test_a_command_of_a_workflow_works(command: str) -> None:
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": beside, "GITHUB_REF_NAME": f"v{VERSION}"}
    run = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=ROOT, env=environment, capture_output=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_all_other_commands_of_workflows_run_elsewhere() -> None:
    assert {*COMMANDS} >= ELSEWHERE.keys()


def test_a_tag_of_another_version_is_refused() -> None:
    (command,) = [command for command in COMMANDS if "GITHUB_REF_NAME" in command]
    environment = {**os.environ, "GITHUB_REF_NAME": f"v{VERSION}.1"}
    assert subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True).returncode == 1


def test_the_paper_to_cite_is_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == VERSION
