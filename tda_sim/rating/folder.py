"""A ladder's folder: what its games depend on, and the blocks of each cell.

How narrow the intervals are to be, and which strategies take part, is no part of what the folder says about itself.
So a ladder goes on from whatever is there: with narrower intervals, with more strategies, or where it was stopped.
"""

import contextlib
import hashlib
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tda_sim.errors import Problem, UserError
from tda_sim.rating.cells import BLOCK, SLOW_BLOCK, Cell
from tda_sim.runs.manifest import versions
from tda_sim.runs.plan import Config
from tda_sim.runs.storage import LOCK, UNFINISHED, disk_errors, locked, made, write_whole

FORMAT = 1
MANIFEST, CELLS = "ladder.json", "cells"
SAVE_EVERY = 1.0  # seconds

_SHOWN = {"deck": "deck", "rules": "rules", "players": "players", "seed": "seed", "block": "games per block"}
_CODE = {
    "deck_digest": ("the deck's cards have changed since", {"deck", "rules"}),
    "rules_digest": ("the rules have changed since", {"rules"}),
    "engine": ("the engine has changed since", set()),
}


def configuration(config: Config) -> dict[str, Any]:
    """Return everything that all cells' games depend on, but for the strategies."""
    shared = config.to_dict()
    for name in ("strategies", "strategy_digests", "fixed_seats"):
        del shared[name]
    return {**shared, "block": BLOCK, "slow_block": SLOW_BLOCK}


def digest(shared: dict[str, Any]) -> str:
    """Return a hex digest of a configuration."""
    return hashlib.sha256(json.dumps(shared, sort_keys=True).encode()).hexdigest()


def usual_folder(shared: dict[str, Any]) -> Path:
    """Return where the command keeps a ladder that it is not told a folder for."""
    return Path("results") / f"ladder-{shared['deck']}-{shared['players']}p-{digest(shared)[:8]}"


class LadderFolder:
    """A ladder's folder that is open for writing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._unsaved: dict[int, Cell] = {}
        self._next_save = 0.0

    def restore(self, cell: Cell) -> None:
        """Give a cell the blocks that are here."""
        path = self._cell_path(cell)
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
            cell.restore([(int(challenger), int(others)) for challenger, others in stored["blocks"]])
        except FileNotFoundError:
            return
        except (ValueError, KeyError, TypeError) as error:
            raise UserError.of(
                f"not a cell of a ladder: {error}", file=str(path), hint="remove it: it is then played again"
            ) from None

    def keep(self, cell: Cell) -> None:
        """Note that a cell has new blocks; they are on disk within about a second."""
        self._unsaved[id(cell)] = cell
        if time.monotonic() >= self._next_save:
            self.save()

    def save(self) -> None:
        """Write what is not on disk yet."""
        while self._unsaved:
            cell = self._unsaved.popitem()[1]
            write_whole(self._cell_path(cell), _cell_text(cell).encode())
        self._next_save = time.monotonic() + SAVE_EVERY

    def _cell_path(self, cell: Cell) -> Path:
        """Return the cell's file: another one when the code of its strategies changes."""
        sides = (cell.challenger, cell.others)
        text = "\n".join(part for side in sides for part in (side.name, side.digest))
        legible = "-against-".join(re.sub(r"[^\w.-]+", "_", side.name)[:60] for side in sides)
        return self.path / CELLS / f"{legible}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


def _cell_text(cell: Cell) -> str:
    head = {
        "challenger": {"name": cell.challenger.name, "digest": cell.challenger.digest},
        "others": {"name": cell.others.name, "digest": cell.others.digest},
        "seed": cell.seed,
        "unit": "sixtieths of a game, won by the challenger and by the others, in each block",
    }
    opened = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
    return opened + ',\n  "blocks": ' + json.dumps(cell.blocks) + "\n}\n"


@contextlib.contextmanager
def open_ladder(path: Path, shared: dict[str, Any]) -> Iterator[LadderFolder]:
    """Open a ladder's folder for writing: a new one, or one with games of the same configuration.

    Raises UserError for a folder that cannot be written, is in use, or holds something else.
    """
    with disk_errors(path), made(path, MANIFEST, (CELLS,)), locked(path):
        for unfinished in path.glob(f"**/*{UNFINISHED}"):
            unfinished.unlink()
        if (path / MANIFEST).exists():
            _check_same(path, shared)
        elif any(entry.name not in (LOCK, CELLS) for entry in path.iterdir()):
            raise UserError.of(
                "this folder holds other things than a ladder", file=str(path), hint="name another folder"
            )
        (path / CELLS).mkdir(exist_ok=True)
        write_whole(path / MANIFEST, _manifest_text(shared).encode())
        folder = LadderFolder(path)
        try:
            yield folder
        finally:
            folder.save()


def _manifest_text(shared: dict[str, Any]) -> str:
    content = {
        "format": FORMAT,
        "configuration": shared,
        "configuration_digest": digest(shared),
        "versions": dict(versions()),
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _check_same(path: Path, shared: dict[str, Any]) -> None:
    try:
        stored = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        if stored["format"] != FORMAT:
            raise UserError.of(f"written by another version of tda_sim (format {stored['format']})", file=str(path))
        there = dict(stored["configuration"])
    except (ValueError, KeyError, TypeError) as error:
        raise UserError.of(f"not a manifest of a ladder: {error}", file=str(path / MANIFEST)) from None
    changed = {name for name in shared if there.get(name) != shared[name]}
    told = [f"{_SHOWN[name]}: {there.get(name)} there, {shared[name]} here" for name in _SHOWN if name in changed]
    told += [text for name, (text, of) in _CODE.items() if name in changed and of.isdisjoint(changed)]
    if told:
        told.insert(0, "this folder belongs to another ladder")
        hint = "name another folder, or ask for the same ladder"
        raise UserError([Problem(text, str(path), hint=None if i else hint) for i, text in enumerate(told)])
