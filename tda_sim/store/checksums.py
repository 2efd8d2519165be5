"""Detects whether a file has changed since it was written.

JSON files end with the SHA-256 digest of everything before it: their seal. A seal may be ``of`` something, such as the
configuration that the file belongs to, so that the file is valid for nothing else. Other kinds of files have their
digests in such JSON.
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter

T = TypeVar("T")
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
STRICT = ConfigDict(strict=True)  # for what is read: nothing is converted

_FILE = (',\n  "digest": "', '"\n}\n')  # the text before and after a seal, in a file,
_LINE = (', "digest": "', '"}\n')  # and in a line
SEAL = b'"digest"'  # somewhere in what is sealed
REMEMBERED = 100_000  # files whose digests are remembered
THREADS = min(8, os.cpu_count() or 1)


def digest(content: bytes, of: str = "") -> str:
    """Return the hex digest of some bytes."""
    return hashlib.sha256(of.encode() + content).hexdigest()


def digest_of(content: Any) -> str:
    """Return the hex digest of a JSON value, whatever the order of its keys."""
    return digest(json.dumps(content, sort_keys=True).encode())


def sealed(head: Mapping[str, Any], of: str = "", more: str = "", **lists: Iterable[Any]) -> bytes:
    """Return a JSON object as a file with its seal; lists take a line for each item.

    ``more`` is a result of `members`, for content that is large and stays the same.
    """
    text = "{" + ",".join(filter(None, (members(head), more)))
    for name, items in lists.items():
        lines = ",".join(f"\n    {json.dumps(item, ensure_ascii=False)}" for item in items)
        text += f',\n  "{name}": [{lines}\n  ]'
    return _sealed(text, of, _FILE)


def members(content: Mapping[str, Any]) -> str:
    """Return the text between the braces of a JSON object in a file."""
    return json.dumps(content, indent=2, ensure_ascii=False)[1:].removesuffix("\n}")


def sealed_line(content: Mapping[str, Any], of: str = "") -> bytes:
    """Return a JSON object as a line with its seal."""
    return _sealed(json.dumps(content, ensure_ascii=False).removesuffix("}"), of, _LINE)


def _sealed(text: str, of: str, around: tuple[str, str]) -> bytes:
    before, after = around
    body = text.encode()
    return body + f"{before}{digest(body, of)}{after}".encode()


def unsealed(raw: bytes, fields: TypeAdapter[T], of: str = "") -> T:
    """Return the content of a sealed file. Raises ValueError if it has changed."""
    return _unsealed(raw, fields, of, _FILE)


def unsealed_lines(path: Path, fields: TypeAdapter[T], of: str = "") -> tuple[list[T], int]:
    """Return the content of a file's lines, and the number of damaged ones. A missing file has no lines."""
    contents, damaged = [], 0
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
        try:
            contents.append(_unsealed(line, fields, of, _LINE))
        except ValueError:
            damaged += 1
    return contents, damaged


def _unsealed(raw: bytes, fields: TypeAdapter[T], of: str, around: tuple[str, str]) -> T:
    before, after = around
    body, mark, seal = raw.rpartition(before.encode())
    if not mark or seal != f"{digest(body, of)}{after}".encode():
        raise ValueError("this file is damaged, or has been changed since it was written")
    return fields.validate_json(body + b"}")


# --- other files ------------------------------------------------------------------------------------------


def damaged(files: Sequence[tuple[Path, str]]) -> list[Path]:
    """Return the files that are missing or do not have the digest given beside them.

    Files are read, on all cores, unless this process knows them already and they have not been written since.
    """
    with ThreadPoolExecutor(THREADS) as threads:
        whole = threads.map(lambda file: _digest_there(file[0]) == file[1], files)
        return [path for (path, _), good in zip(files, whole, strict=True) if not good]


def _digest_there(path: Path) -> str | None:
    try:
        there = path.stat()
        if not stat.S_ISREG(there.st_mode):
            return None
        return _digest_read(str(path), there.st_ino, there.st_size, there.st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=REMEMBERED)
def _digest_read(path: str, *version: int) -> str:
    return digest(Path(path).read_bytes())
