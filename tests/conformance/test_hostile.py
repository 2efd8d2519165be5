"""Strategies that cheat or do harm: each is refused, fails in play or is caught by a trial, and its line is named.

In each file of hostile/ a comment stands at the line that has to be named: ``refused`` when it is loaded, ``faulted``
in play, ``caught`` by that trial, or ``ended`` by a check when it ends or blocks the process; and what has to be said.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tried import tried

import tda_sim
from tda_sim import agents
from tda_sim.conformance import check
from tda_sim.errors import UserError

pytestmark = pytest.mark.usefixtures("few_decks")

FILES = sorted((Path(__file__).parent / "hostile").glob("*.py"))
EXPECTED = re.compile(r"# (refused|faulted|caught|ended): (.+)")
SECONDS = 10.0  # without progress: an endless loop takes longer, however fast the machine


def expected(path: Path) -> tuple[str, int, str]:
    """What becomes of a hostile strategy, the line that is named, and what is said."""
    ((line, result),) = (
        (line, result)
        for line, text in enumerate(path.read_text().splitlines(), 1)
        if (result := EXPECTED.search(text))
    )
    return result[1], line, result[2]


def those(outcome: str) -> list[object]:
    return [pytest.param(path, id=path.stem) for path in FILES if expected(path)[0] == outcome]


def assert_named(error: UserError, path: Path) -> None:
    (problem,) = error.problems
    _, line, text = expected(path)
    assert (problem.file, problem.line) == (str(path), line) and text in problem.message


def test_there_is_one_of_every_outcome() -> None:
    assert {expected(path)[0] for path in FILES} == {"refused", "faulted", "caught", "ended"}


@pytest.mark.parametrize("path", those("refused"))
def test_it_is_refused_when_it_is_loaded(path: Path) -> None:
    with pytest.raises(UserError) as caught:
        agents.load(agents.find(path))
    assert_named(caught.value, path)


@pytest.mark.parametrize("path", those("faulted"))
def test_it_fails_in_play(path: Path) -> None:
    with pytest.raises(UserError) as caught:
        tda_sim.simulate("original", 2, 20, [path, "random"], progress=False)
    assert_named(caught.value, path)


@pytest.mark.parametrize("path", those("caught"))
def test_it_is_caught_by_a_trial(path: Path) -> None:
    _, line, trial = expected(path)
    verdict = tried(path, trial, 12, in_games=trial in ("hidden", "untouched"))
    assert verdict.status == "failed"
    message = verdict.violations[0]
    assert ("error" in message and f"{path}:{line}:" in message["error"]) or str(path) in message["command"]


@pytest.mark.full
@pytest.mark.parametrize("path", those("ended"))
def test_what_ends_or_blocks_the_process_is_named(path: Path) -> None:
    data = check(path, n=10, patience=SECONDS)
    _, line, text = expected(path)
    (failed,) = (trial for trial in data["trials"] if trial["status"] == "failed")
    assert not data["passed"] and failed["name"] == "apart"
    assert f"{path}:{line}: it " in failed["violations"][0]["error"] and text in failed["violations"][0]["error"]


def test_a_run_that_is_ended_from_within_says_what_to_do(tmp_path: Path) -> None:
    path = next(path for path in FILES if path.stem == "exit_without_goodbye")
    command = [
        sys.executable,
        "-c",
        "from tda_sim.cli.app import main; main()",
        "simulate",
        "original",
        "--games",
        "10",
    ]
    run = subprocess.run(
        [*command, "--players", "2", "--strategies", f"{path},random"],
        cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"},
    )  # fmt: skip
    assert run.returncode == 3
    assert f"tda strategies check {path}" in run.stderr


@pytest.mark.sample(7, 7)
@pytest.mark.parametrize("name", [strategy.name for strategy in agents.available()])
def test_shipped_strategies_leave_everything_as_it_is(name: str) -> None:
    n = 3 if agents.find(name).form == "search" else 40
    assert tried(name, "untouched", n).status == "passed"
    assert tried(name, "untouched", 4, in_games=True).status == "passed"
    assert tried(name, "hidden", 4, in_games=True).status == "passed"
    assert tried(name, "keeps", 4).status == "passed"


@pytest.mark.sample(7, 7)
@pytest.mark.parametrize("name", [strategy.name for strategy in agents.available()])
def test_shipped_strategies_answer_the_same_without_the_compiler(name: str) -> None:
    quick = f"{name}:playouts=4" if agents.find(name).form == "search" else name
    assert tried(quick, "plain", 60).status == "passed"


@pytest.mark.full
@pytest.mark.sample(1, 3)
@pytest.mark.parametrize("step", sorted(Path("docs/examples").glob("step_*.py")), ids=lambda path: path.stem)
def test_the_examples_in_the_documentation_pass(step: Path, pytestconfig: pytest.Config) -> None:
    path = pytestconfig.rootpath / step
    for trial in ("untouched", "keeps", "plain"):
        assert tried(path, trial, 30).status == "passed"
    assert tried(path, "hidden", 4, in_games=True).status == "passed"
