"""Asks the page's own modules, in Node."""

import functools
import gzip
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from played_cells import HERE, NODE  # beside this file

from tda_sim.lab import decks, module
from tda_sim.lab.page import data


@functools.cache
def shipped() -> list[decks.Shipped]:
    return [decks.shipped(name) for name in decks.names()]


@functools.cache
def known() -> dict[str, Any]:
    return data(shipped(), "original")


def ask(*tasks: dict[str, Any]) -> list[Any]:
    """Return what the modules answer, one answer a task: see page.mjs."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "request.json").write_text(json.dumps({"data": known(), "tasks": tasks}))
        (here / "engine.wasm").write_bytes(gzip.decompress(module.packed()))
        (here / "tables.bin").write_bytes(decks.tables_of(shipped()))
        command = [str(NODE), str(HERE / "page.mjs"), folder]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers
