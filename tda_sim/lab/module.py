"""The WebAssembly module that ships, and whether it is that of this engine.

``engine.wasm.gz`` holds the module, ``engine.json`` what it was made from: digests of the engine, of each
strategy and of the statistics.
"""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

from tda_sim import agents
from tda_sim.engine.compiler import code, jit
from tda_sim.errors import UserError
from tda_sim.lab import statistics

PACKAGE = Path(__file__).parents[1]
MODULE = Path(__file__).parent / "engine.wasm.gz"
MADE_FROM = Path(__file__).parent / "engine.json"
STRATEGIES = ("random", "balanced", "weighted", "master")  # in the order of their handles, from weak to strong
COACH = ("choose_reviewer", "play_on", "look_away")  # what weighs decisions, and what that calls in the engine
COACH_FILES = ("review/reviewer.py", "review/losses.py", "training/labels.py")  # its own code, apart from the engine's
HANDLES = (*(f"choose_{name}" for name in STRATEGIES), *COACH)  # functions that are called by number


def sources() -> dict[str, Any]:
    """Return digests of all that the module is made from, as they are now."""
    package = Path(__file__).parent
    made_by = hashlib.sha256(b"".join((package / name).read_bytes() for name in ("build.py", "code.py", "shim.c")))
    return {
        "engine": jit.digest(),
        "strategies": {name: agents.find(name).code for name in STRATEGIES},
        "coach": code.digest([PACKAGE / name for name in COACH_FILES], PACKAGE).hex(),
        "statistics": hashlib.sha256(statistics.source().encode()).hexdigest(),
        "functions": list(HANDLES),
        "made_by": made_by.hexdigest(),
    }


def is_current() -> bool:
    """Return whether the module was made from this engine and these strategies."""
    return bool(made_from()["sources"] == sources())


def made_from() -> dict[str, Any]:
    """Return what is known of the module: its ``sources``, its digest and its size in bytes."""
    try:
        known: dict[str, Any] = json.loads(MADE_FROM.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UserError.of(
            "the compiled rules of the laboratory are missing", str(MADE_FROM), hint="make lab"
        ) from error
    return known


def packed() -> bytes:
    """Return the module as gzip, as it goes into a page; raise UserError if it is not that of this engine."""
    if not is_current():
        message = "the laboratory's compiled rules are older than the engine"
        raise UserError.of(message, str(MODULE), hint="make lab")
    content = MODULE.read_bytes()
    if hashlib.sha256(gzip.decompress(content)).hexdigest() != made_from()["sha256"]:
        raise UserError.of("the laboratory's compiled rules are damaged", str(MODULE), hint="make lab")
    return content


def write(module: bytes) -> None:
    """Write a module, and what it was made from."""
    MODULE.write_bytes(gzip.compress(module, 9, mtime=0))
    known = {"sources": sources(), "sha256": hashlib.sha256(module).hexdigest(), "bytes": len(module)}
    MADE_FROM.write_text(json.dumps(known, indent=2) + "\n", "utf-8")


def describe() -> str:
    """Return the size of the module, in words."""
    return f"{made_from()['bytes']:,} bytes, {MODULE.stat().st_size:,} packed"
