"""All games to play: a row for each deck and house rule.

To make a row, a deck is loaded and checked in full, which takes a second for all decks. So the rows are cached, under
a digest of everything they depend on: the files of content, and the code that reads them.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tda_sim.definitions import library
from tda_sim.engine.compiler import cache

Data = dict[str, Any]

KINDS = {"decks": "deck", "house_rules": "house-rule", "dice": "dice", "dice_rules": "dice-house-rule"}
FOLDER = "listings"  # in the user's cache
CODE = ("definitions", "dice", "engine")  # packages


def listing() -> Data:
    """Return ``decks`` and ``house_rules``, ``dice`` and ``dice_rules``: see the functions `list_...` of such rows."""
    folder = cache.usable_folder(FOLDER)[0]
    if folder is None:
        return _lists()[0]
    path = folder / cache.file_name("decks", *_digests())
    content = cache.load(path)
    if content is not None:
        return _with_shown_paths(json.loads(content))
    lists, whole = _lists()
    if whole:
        cache.save(path, json.dumps(lists).encode())
    return lists


def _with_shown_paths(lists: Data) -> Data:
    """Return rows from the cache, with paths of files as shown in the current folder."""
    for key, kind in KINDS.items():
        files = library.available(kind)
        lists[key] = [row | {"file": library.shown(files[row["name"]])} for row in lists[key]]
    return lists


def _lists() -> tuple[Data, bool]:
    """Return the rows, and whether they depend only on the files that `_digests` knows."""
    from tda_sim.definitions import sources
    from tda_sim.definitions.describe_house import list_dice_rules, list_house_rules
    from tda_sim.definitions.descriptions import list_decks, list_dice

    lists = {"decks": list_decks(), "house_rules": list_house_rules()}
    lists |= {"dice": list_dice(), "dice_rules": list_dice_rules()}
    roots = [root.resolve() for root in library.roots("deck")]
    inside = all(any(path.resolve().is_relative_to(root) for root in roots) for path in sources.files_read)
    return lists, inside and not any(row["problems"] for rows in lists.values() for row in rows)


def _digests() -> Iterator[str]:
    """Yield the digests of all files."""
    for root in library.roots("deck"):
        yield _digest(root, f"*{library.KINDS['deck'].suffix}")
    for package in CODE:
        yield _digest(Path(__file__).parents[1] / package, "*.py")


def _digest(folder: Path, pattern: str) -> str:
    state = hashlib.sha256(str(folder).encode())
    for path in sorted(folder.rglob(pattern)):
        state.update(str(path).encode() + b"\0" + (path.read_bytes() if path.is_file() else b"") + b"\0")
    return state.hexdigest()
