"""Run the shell and Python blocks of a document as they stand: ``python tests/docs/run_readme.py [FILE [FOLDER]]``.

Blocks fenced as ``bash`` run in a folder, by default the project's, with the commands of this Python's environment
first on the path; blocks fenced as ``python`` run with this Python. Other fences are output or data. A block after the
line ``<!-- not run here: REASON -->`` is left out, and the reason printed; so is one after ``<!-- slow -->``, unless
``--slow`` is given. The first failure ends it with exit code 1.
"""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SLOW = "--slow"
COMMENT = r"^<!-- (?:not run here: (?P<reason>.+?)|(?P<slow>slow)) -->\n+"
BLOCK = re.compile(rf"(?:{COMMENT})?^```(?P<language>bash|python)\n(?P<code>.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, its text, the line it starts on, and why it is not run ("" if it is)."""

    language: str
    code: str
    line: int
    reason: str
    is_slow: bool


def blocks(text: str) -> list[Block]:
    """The blocks of a Markdown text, in order."""
    return [
        Block(
            result["language"],
            result["code"],
            text.count("\n", 0, result.start("code")),
            result["reason"] or "",
            bool(result["slow"]),
        )
        for result in BLOCK.finditer(text)
    ]


def run(block: Block, folder: Path) -> int:
    """Run one block; the exit code."""
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    program = ["bash", "-euo", "pipefail", "-c"] if block.language == "bash" else [sys.executable, "-c"]
    return subprocess.run([*program, block.code], cwd=folder, env={**os.environ, "PATH": beside}).returncode


def main(file: Path, folder: Path = ROOT, slow: bool = False) -> int:
    """Run a document's blocks; 0 if all of them succeed."""
    for block in blocks(file.read_text()):
        place = f"{file.name}:{block.line}"
        if block.reason or (block.is_slow and not slow):
            print(f"--- {place} left out: {block.reason or 'slow'}", flush=True)
            continue
        print(f"--- {place}\n{block.code.rstrip()}\n---", flush=True)
        started = time.monotonic()
        if code := run(block, folder):
            print(f"{place}: exit code {code}", file=sys.stderr)
            return 1
        print(f"--- {time.monotonic() - started:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != SLOW]
    sys.exit(main(*map(Path, given or [ROOT / "README.md"]), slow=SLOW in sys.argv))
