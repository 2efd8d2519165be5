"""Name the tests that ask most about what has changed, and take a minute or two: `make quick` runs them.

What has changed since the last commit decides (`git diff` and new files): changed tests come first, then those of the
changed folders and of what `BESIDE` adds, the shortest first, as far as `tests/durations.md` fits into `SECONDS`. Where
nothing has changed, that is asked of all of them.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

TESTS = Path(__file__).parent
SECONDS = 40  # of tests; starting them on two cores takes as long again
ROW = re.compile(r"\| `(tests/\S+\.py)` \| \d+ \| (\d+) \|")
CARDS = ("scenarios", "definitions", "promises", "golden")
BESIDE = {  # a folder of the code: tests about it, besides those in the folder of its name
    "decks": CARDS,
    "definitions": CARDS,
    "engine": ("scenarios", "golden", "promises"),
    "kit": ("agents", "golden", "promises"),
    "strategies": ("agents", "golden"),
    "measures": ("analyses", "answers"),
    "stats": ("measures",),
    "answers": ("wording", "analyses"),
    "wording": ("answers", "lab", "one_game"),
    "rendering": ("answers",),
    "cli": ("test_command_line.py", "questions"),
    "questions": ("test_command_line.py", "answers"),
    "reports": ("answers",),
    "store": ("runs", "studies"),
    "notebooks": ("docs",),
}


def tests_about(file: str) -> Iterator[Path]:
    """Yield the folders and files of tests about a changed file."""
    path = Path(file)
    top, *below = path.parts
    if top == TESTS.name and path.name.startswith("test_"):
        yield TESTS.parent / path
        return
    inside = top in (TESTS.name, "tda_sim") and len(below) > 1
    folder = below[0] if inside else "docs" if path.suffix == ".md" else top
    yield from (there for name in (folder, *BESIDE.get(folder, ())) if (there := TESTS / name).exists())


def chosen(changed: Iterable[str]) -> list[str]:
    """Return the files of tests to run."""
    about = list(dict.fromkeys(place for file in changed for place in tests_about(file))) or [TESTS]
    first = [place for place in about if place.is_file()]
    others = {file for place in about if place.is_dir() for file in place.rglob("test_*.py")} - {*first}
    known = _seconds()
    taken = [file for file in first if file.exists()]
    left = SECONDS - sum(known.get(_name(file), 0) for file in taken)
    for file in sorted(others, key=lambda file: (known.get(_name(file), 0), file)):
        left -= known.get(_name(file), 0)
        if left >= 0:
            taken.append(file)
    print(f"{len(taken)} of {len({*first, *others})} files of tests about what has changed", file=sys.stderr)
    return [_name(file) for file in taken]


def _name(file: Path) -> str:
    return str(file.relative_to(TESTS.parent))


def _seconds() -> dict[str, int]:
    """Return how long files take with what `make test` runs of them, those that take a second."""
    text = (TESTS / "durations.md").read_text(encoding="utf-8")
    return {name: int(seconds) for name, seconds in ROW.findall(text)}


def changed() -> list[str]:
    """Return the files that differ from the last commit."""
    commands = ("diff --name-only -z HEAD", "ls-files --others --exclude-standard -z")
    each = (subprocess.run(["git", *words.split()], cwd=TESTS.parent, capture_output=True) for words in commands)
    return [name for run in each for name in run.stdout.decode(errors="surrogateescape").split("\0") if name]


if __name__ == "__main__":
    print(*chosen(changed()))
