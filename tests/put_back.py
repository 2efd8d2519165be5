"""Put mended faults of the history back into today's code, one at a time, and count those that `make test` finds.

    python tests/put_back.py [--number 100] [--whole] [--near] [--list] [--table tests/put_back.jsonl] [COMMIT ...]

A mended fault is a commit that changes a few lines of code and tests besides, or one that is named. Its change of the
code is taken back in a copy of today's tree, as `git revert` does it, in files that have moved too; where today's lines
are others than the mend's, they stay, and the fault is put back in part. Then the tests run that `make test` would run,
first those that the commit changed, then (not with ``--near``) all that the changed packages can reach. ``--list`` only
says which faults can be put back. Each line of the table is one fault:
`caught`, by which test, `missed`, or `does not apply`; write `no fault` where the commit mended nothing after all, and
it does not count. Stopped with Ctrl-C, it goes on where it was.
"""

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CODE = ("tda_sim", "analyses", "decks", "strategies")
MADE = (":!*.gz", ":!*.json", ":!*.jsonl", ":!*.md")  # written by scripts
LINES = 250  # of code in a commit that mends something
MENDS = re.compile(  # subjects say what holds since; these words, that it did not before
    r"^(?!Prose|Names|Tests|README|Generated).*\b(again|also|as well|before|cannot|correct|either|even|every|exact|"
    r"holds?|instead|keeps?|longer|mended|mistakes?|never|no|not|nothing|only|refused|same|stays?|though|told|too|what)\b"
)
CAUGHT, MISSED, STALE, LISTED = "caught", "missed", "does not apply", "can be put back"
UNREADABLE, NOTHING = 4, 5  # pytest's exit codes where a conftest.py cannot be imported, and where no test is to run
REDIRECTED = """
import sys
(finder,) = [module for name, module in sys.modules.items() if name.startswith("__editable___tda_sim")]
finder.MAPPING.update((name, path.replace({old!r}, {new!r}, 1)) for name, path in [*finder.MAPPING.items()])
"""


def git(*words: str, at: Path = ROOT, **options: Any) -> str:
    return subprocess.run(["git", *words], cwd=at, check=True, capture_output=True, text=True, **options).stdout


class NotRunningError(Exception):
    """What was put back leaves code that tests cannot import."""


# --- the faults -------------------------------------------------------------------------------------------


def candidates() -> Iterator[str]:
    """Yield the commits that look like it: some lines of code, no new file of it, and tests; the latest first."""
    for line in git("log", "--no-merges", "--format=%H %s", "--", *CODE).splitlines():
        commit, _, subject = line.partition(" ")
        if not MENDS.search(subject) or not git("show", "--format=", "--name-only", commit, "--", "tests"):
            continue
        added = git("show", "--format=", "--name-only", "--diff-filter=AD", commit, "--", *CODE)
        lines = git("show", "--format=", "--numstat", commit, "--", *CODE, *MADE).splitlines()
        size = sum(int(n) for line in lines for n in line.split("\t")[:2])
        if not added and 0 < size <= LINES:
            yield commit


def tests_of(commit: str) -> list[str]:
    """Return the files of tests that a commit changed, as far as they are still there, perhaps in another folder."""
    names = git("show", "--format=", "--name-only", "--diff-filter=AM", commit, "--", "tests").split()
    scenarios = ["tests/scenarios"] if any(name.startswith("tests/scenarios/") for name in names) else []
    found = [now_at(name) for name in names if re.search(r"/test_\w+\.py$", name)]
    return scenarios + [name for name in found if name]


def now_at(name: str) -> str:
    """Return where a file of tests is today: folders take their names from packages, which were renamed."""
    if (ROOT / name).is_file():
        return name
    places = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob(Path(name).name)]
    return places[0] if len(places) == 1 else ""


def reached_from(commit: str) -> list[str]:
    """Return the folders and files of tests that a commit's packages can reach, the nearest first."""
    packages = {
        path.split("/")[1] if path.startswith("tda_sim/") else path.split("/")[0]
        for path in git("show", "--format=", "--name-only", commit, "--", *CODE).split()
    }
    (layers,) = [each["layers"] for each in contracts() if each["type"] == "layers"]
    names = [[name.strip() for name in layer.split("|")] for layer in layers]
    lowest = max((k for k, layer in enumerate(names) if packages & {*layer}), default=len(names) - 1)
    above = [name for layer in reversed(names[: lowest + 1]) for name in layer]
    known = {name for layer in names for name in layer}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and any(path.glob("test_*.py"))}
    order = [*sorted(packages & folders), *(name for name in above if name in folders), *sorted(folders - known)]
    return [*(f"tests/{name}" for name in dict.fromkeys(order)), *sorted(map(str, Path("tests").glob("test_*.py")))]


def contracts() -> list[dict[str, Any]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["tool"]["importlinter"]["contracts"])


# --- one of them ------------------------------------------------------------------------------------------


def verdict(commit: str, copy: Path, chosen: argparse.Namespace) -> dict[str, str]:
    """Put a fault back into the copy, and return what the tests say."""
    if not (how := put_back(commit, copy, chosen.whole)):
        return {"outcome": STALE}
    if chosen.list:
        return {"outcome": LISTED, "put back": how}
    return {"outcome": MISSED, "put back": how, **found(commit, copy, chosen.near)}


def put_back(commit: str, copy: Path, only_whole: bool = False) -> str:
    """Take a commit's change of the code back in the copy; return whether in whole or in part, or nothing at all."""
    for how, options in (("whole", []), ("in part", ["--strategy-option=ours"])):
        git("reset", "--hard", "--quiet", at=copy)
        git("clean", "--force", "--quiet", at=copy)
        patch = reversed_by(commit, copy, options)
        if patch:
            git("apply", at=copy, input=patch)
            return how
        if only_whole:
            break
    return ""


def reversed_by(commit: str, copy: Path, options: list[str]) -> str:
    """Return a patch of today's code that takes a commit back; without options, only if nothing of it has changed."""
    words = ["git", "revert", "--no-commit", *options, commit]
    run = subprocess.run(words, cwd=copy, capture_output=True)
    open_ = git("diff", "--name-only", "--diff-filter=U", "--", *CODE, *MADE, at=copy)
    gone = [f":!{name}" for name in open_.split()]
    patch = git("diff", "HEAD", "--binary", "--diff-filter=M", "--", *CODE, *MADE, *gone, at=copy)
    subprocess.run(["git", "revert", "--quit"], cwd=copy, capture_output=True)
    git("reset", "--hard", "--quiet", at=copy)
    git("clean", "--force", "--quiet", at=copy)
    return patch if options or run.returncode == 0 or not open_ else ""


def found(commit: str, copy: Path, only_near: bool) -> dict[str, str]:
    """Return the test that finds the fault, if one does."""
    first = tests_of(commit)
    others = [] if only_near else [place for place in reached_from(commit) if place not in first]
    for places, processes in ((first, "0"), (others, "auto")):
        try:
            test = failure(places, processes, copy) if places else None
        except NotRunningError:  # with a part of the mend gone, code calls what is not there: nobody would do that
            return {"outcome": STALE}
        if test is not None:
            return {"outcome": CAUGHT, "by": test}
    return {}


def failure(places: Sequence[str], processes: str, copy: Path) -> str | None:
    """Return the first test of `make test` that fails, or None."""
    chosen = ["-m", "not full and not slow"]
    words = ["--numprocesses", processes, "--dist", "loadfile", *chosen, "-x", "-q", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(copy.parent)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *words, *places], cwd=copy, env=environment, capture_output=True, text=True
    )
    if run.returncode in (0, NOTHING):
        return None
    if run.returncode == UNREADABLE:
        raise NotRunningError
    found = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", run.stdout, re.M)
    if found is None:
        raise SystemExit(f"pytest ended with exit code {run.returncode}:\n{run.stdout[-3000:]}{run.stderr[-3000:]}")
    if "::" not in found[1]:  # a whole file: it cannot be read
        raise NotRunningError
    return found[1]


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """A copy of today's tree whose package is the one that Python finds."""
    above = Path(tempfile.mkdtemp(prefix="tda-put-back-"))
    copy = above / "tree"
    (above / "sitecustomize.py").write_text(REDIRECTED.format(old=str(ROOT), new=str(copy)), encoding="utf-8")
    git("worktree", "add", "--quiet", "--detach", str(copy))
    try:
        yield copy
    finally:
        git("worktree", "remove", "--force", str(copy))
        shutil.rmtree(above)


# --- all of them ------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs="*", help="instead of the latest that look like mended faults")
    parser.add_argument("--number", type=int, default=100, help="how many faults that can be put back")
    parser.add_argument("--whole", action="store_true", help="only what can be taken back in whole")
    parser.add_argument("--near", action="store_true", help="only the tests that each commit changed")
    parser.add_argument("--list", action="store_true", help="run no tests")
    parser.add_argument("--table", type=Path, default=ROOT / "tests" / "put_back.jsonl")
    chosen = parser.parse_args()
    known = read(chosen.table)
    with contextlib.suppress(KeyboardInterrupt), copied() as copy:
        for commit in map(full_name, chosen.commits) if chosen.commits else candidates():
            if not chosen.commits and len(counted(known)) >= chosen.number:
                break
            if commit not in known:
                subject = git("show", "--no-patch", "--format=%s", commit).strip()
                known[commit] = {"commit": commit, "subject": subject, **verdict(commit, copy, chosen)}
                if not chosen.list:
                    with chosen.table.open("a", encoding="utf-8") as table:
                        table.write(json.dumps(known[commit]) + "\n")
                said = known[commit]
                print(f"{commit[:8]} {said['outcome']:16}{said.get('put back', ''):9}{subject}", flush=True)
    print(f"{counted(known).count(CAUGHT)} of {len(counted(known))} faults are caught")


def read(table: Path) -> dict[str, dict[str, str]]:
    """Return the lines of the table by commit."""
    lines = map(json.loads, table.read_text(encoding="utf-8").splitlines()) if table.exists() else ()
    return {line["commit"]: line for line in lines}


def counted(known: dict[str, dict[str, str]]) -> list[str]:
    """Return what became of the faults that could be put back."""
    return [line["outcome"] for line in known.values() if line["outcome"] in (CAUGHT, MISSED)]


def full_name(commit: str) -> str:
    return git("rev-parse", "--verify", f"{commit}^{{commit}}").strip()


if __name__ == "__main__":
    main()
