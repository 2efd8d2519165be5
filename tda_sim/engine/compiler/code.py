"""The code of source files, without comments and docstrings, so that digests do not depend on prose."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

# A string or a comment, whichever begins first. The sources are those of Python 3.11, in which no f-string holds a
# string with its own quotes.
_PIECE = re.compile(
    r"""("{3}|'{3})(?:\\.|(?!\1).)*\1 | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \#[^\n]*""", re.DOTALL | re.VERBOSE
)
_ENDS = re.compile(r"[ \t]*\n(?:[ \t]*\n)*")  # of lines, with the empty lines after them


def code_of(source: str) -> str:
    """Return the code of a source file, without comments, docstrings, empty lines and spaces at the ends of lines.

    >>> code_of('def f(x):  # of a number' + chr(10) + '    \"\"\"Double it.\"\"\"' + chr(10) + '    return 2 * x')
    'def f(x):\\n    return 2 * x'
    """
    parts, between, end = [], "", 0
    last = ":"  # a file begins as a function does: its first string is its docstring
    for piece in _PIECE.finditer(source):
        between += source[end : piece.start()]
        last = between.rstrip()[-1:] or last
        end = piece.end()
        alone = between[-1:] in "\n " and source[end : end + 1] in "\n"
        if not piece[0].startswith("#") and not (piece[1] and alone and last == ":"):
            parts += [_ENDS.sub("\n", between), piece[0]]
            between, last = "", piece[0][-1]
    return "".join([*parts, _ENDS.sub("\n", between + source[end:])]).strip()


def digest(files: Iterable[Path], folder: Path) -> bytes:
    """Return the SHA-256 digest of the code of files, with their paths in a folder."""
    state = hashlib.sha256()
    for path in sorted(files):
        code = code_of(path.read_text(encoding="utf-8"))
        state.update(path.relative_to(folder).as_posix().encode() + b"\0" + code.encode() + b"\0")
    return state.digest()
