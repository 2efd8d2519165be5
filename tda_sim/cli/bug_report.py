"""What helps whoever looks for a mistake: versions, machine, and the last error that nobody foresaw.

An error of that kind is kept in the user's cache with its command, without the path of the user's home.
"""

import json
import os
import platform
import shlex
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tda_sim.engine.compiler.cache import usable_folder
from tda_sim.runs.threads import processors
from tda_sim.store.files import write_whole
from tda_sim.store.versions import versions

if TYPE_CHECKING:
    from tda_sim.rendering.model import Document

FOLDER, FILE = "errors", "last-error.json"
HOME = "~"
MOST = 20_000  # characters of an error, of which the end is kept
NONE_KEPT = "No error is kept. Add the command, what it printed, and what you expected."
ADD = "Add what you expected. Look through it first: it holds the command and names of files."


def keep(error: BaseException, words: Sequence[str]) -> bool:
    """Keep an error that nobody foresaw with its command; return whether that was possible."""
    said = "".join(traceback.format_exception(error))[-MOST:]
    when = datetime.now(UTC).isoformat(" ", "seconds")
    kept = {"when": when, "command": _without_home(shlex.join(["tda", *words])), "error": _without_home(said)}
    folder, _ = usable_folder(FOLDER)
    if folder is None:
        return False
    try:
        write_whole(folder / FILE, json.dumps(kept).encode())
    except OSError:
        return False
    return True


def report() -> "Document":
    """Return versions, machine and the error that is kept."""
    from tda_sim.rendering import model as doc

    machine = _machine()
    error = _kept()
    sections = [
        doc.Section("Versions", [doc.Facts({name: [number] for name, number in versions().items()})]),
        doc.Section("Machine", [doc.Facts({name: [value] for name, value in machine.items()})]),
    ]
    if error is not None:
        lines = [f"{error['when']}: {error['command']}", "", error["error"].rstrip()]
        sections.append(doc.Section("The last error", [doc.Verbatim("\n".join(lines))]))
    sections.append(doc.Section("", [doc.Words([NONE_KEPT if error is None else ADD], tone="quiet")]))
    data = {"versions": versions(), "machine": machine, "last_error": error}
    return doc.Document("For a report of a mistake", sections=sections, data=data)


def _machine() -> dict[str, str]:
    set_here = sorted(name for name in os.environ if name.startswith(("TDA_", "NUMBA_")))
    return {
        "system": platform.platform(),
        "processor": platform.machine(),
        "processors": f"{processors()}",
        "terminal": f"{'yes' if sys.stdout.isatty() else 'no'}, {sys.stdout.encoding}",
        "variables": ", ".join(set_here) or "none",
    }


def _kept() -> dict[str, Any] | None:
    """Return the error that is kept; None where there is none, or none that can be read."""
    folder, _ = usable_folder(FOLDER)
    if folder is None:
        return None
    try:
        kept = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return {name: str(kept[name]) for name in ("when", "command", "error")}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _without_home(text: str) -> str:
    """Return a text in which the user's home has no name, also where backslashes are doubled."""
    home = str(Path.home())
    if len(home) < len("/a"):  # of a service without a home
        return text
    for written in (json.dumps(home)[1:-1], home):
        text = text.replace(written, HOME)
    return text
