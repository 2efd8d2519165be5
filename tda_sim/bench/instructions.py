"""Instructions a decision, counted by Valgrind: the same on a busy machine, and on machines without counters.

Valgrind knows no AVX-512, so the rules are compiled for a processor with AVX2, beside those for this one.
"""

import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tda_sim import agents, children
from tda_sim.bench.measures import DECK
from tda_sim.definitions import load_game
from tda_sim.engine.compiler.prepared import KINDS, in_words
from tda_sim.errors import UserError

STRATEGIES = ("random", "balanced", "weighted", "master")
PLAYERS = 4
FEW, MANY = 20, 220  # games; the difference is counted
PROCESSORS = {machine: (name, in_words(features)) for machine, (name, features) in KINDS.items()}
PROCESSORS |= {"aarch64": ("generic", "+neon")}
VALGRIND = "valgrind", "--tool=cachegrind", "--cache-sim=no", "--smc-check=all-non-file"


@dataclass(frozen=True)
class Counted:
    """Instructions a decision of a strategy in all seats, with everything that the rules do around it."""

    strategy: str
    deck: str
    players: int
    decisions: int
    processor: str  # for which the rules were compiled
    instructions_per_decision: float


def count(strategies: Sequence[str] = STRATEGIES, decks: Sequence[str] = (DECK,)) -> list[Counted]:
    """Count the instructions of strategies. Raises UserError without Valgrind, and for unknown names."""
    if shutil.which(VALGRIND[0]) is None or platform.machine() not in PROCESSORS:
        hint = "install it (apt install valgrind), or leave --instructions out: tda bench uses the processor's counters"
        raise UserError.of("instructions are counted by Valgrind, which is not here", hint=hint)
    for strategy in strategies:
        agents.find(strategy)
    for deck in decks:
        load_game(deck)
    cases = [(strategy, deck) for strategy in strategies for deck in decks]
    processor, features = PROCESSORS[platform.machine()]
    environment = {**os.environ, "NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": features}
    program = [sys.executable, "-m", "tda_sim.bench.counted_games", str(PLAYERS)]
    named = [f"{strategy}@{deck}" for strategy, deck in cases]
    _output([*program, "2", "2", *named], environment)  # compiles
    with TemporaryDirectory() as folder:
        files = f"--cachegrind-out-file={folder}/%p", f"--log-file={folder}/log"
        forks = json.loads(_output([*VALGRIND, *files, *program, str(FEW), str(MANY), *named], environment))
        return list(_differences(Path(folder), cases, forks, f"{processor} ({features})"))


def _output(command: Sequence[str], environment: dict[str, str]) -> str:
    """Run a command, and return the last line that it prints. Raises UserError if it fails."""
    process = children.run(command, env=environment, stdout=children.PIPE, stderr=children.PIPE, text=True)
    if process.returncode != 0:
        last = next(iter(process.stderr.splitlines()[-1:]), f"it ended with {process.returncode}")
        raise UserError.of(f"the games to be counted failed: {last}")
    return str(process.stdout.splitlines()[-1])


def _differences(
    folder: Path, cases: Sequence[tuple[str, str]], forks: Sequence[Sequence[tuple[int, int]]], processor: str
) -> Iterator[Counted]:
    """Yield what many games took beyond few."""
    for (strategy, deck), ((few, decisions), (many, more)) in zip(cases, forks, strict=True):
        instructions = total(folder / str(many)) - total(folder / str(few))
        each = instructions / (more - decisions)
        yield Counted(strategy, deck, PLAYERS, more - decisions, processor, each)


def total(file: Path) -> int:
    """Return the instructions of a process, from Valgrind's file on it."""
    summary = re.search(r"^summary: *(\d+)", file.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    assert summary is not None, file
    return int(summary[1])
