"""The six kinds of folders, small and quickly made, and a disk that fails when it is told to.

The engine is the made-up one that runs are tested with. What lies in a folder is a function of the arguments alone, so
that whatever happens on the way, the files in the end must be the same to the bit.
"""

import errno
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim import simulate
from tda_sim.errors import UserError
from tda_sim.kit.inputs import PLACES
from tda_sim.questions.searches import Exploit, LearnPlay, Tune
from tda_sim.stats.intervals import wilson
from tda_sim.studies import StudyResults, plan_study, run_study
from tda_sim.studies.ladder import ladder
from tda_sim.training import labels, run_learning
from tda_sim.tuning.exploiting import play_exploit as search
from tda_sim.tuning.tuning import run_tuning

QUIET: dict[str, Any] = {"players": 3, "workers": 1, "progress": False}
STUDY: dict[str, Any] = {
    "decks": ["original"],
    "players": 3,
    "tables": ["random"],
    "games": 100,
    "twins": {"cards": ["druid"], "games": 50},
}


def play_run(out: Path) -> Any:
    message = simulate("original", games=130, chunk=20, strategies="random,thrifty,robber", out=out, **QUIET).json
    changing = {"seconds", "games_per_second", "decisions_per_second", "out"}
    return {name: value for name, value in message.items() if name not in changing}


def play_study(out: Path) -> Any:
    results = run_study(replace(plan_study(STUDY), chunk=20), out, workers=1, progress=False)
    return read_study(results)


def read_study(results: StudyResults) -> Any:
    tables = ("games", "seats", "cards", "draws", "gambits", "abilities")
    cells = results.cells["cell"].to_list()
    return {(cell, table): results.read(cell, table).collect().to_dicts() for cell in cells for table in tables}


def play_ladder(out: Path) -> Any:
    return without_out(ladder("random,thrifty", games=1200, out=out, **QUIET).to_dict())


def play_tuning(out: Path) -> Any:
    sizes = {"generations": 3, "population": 4, "games": 10, "held_out": 400}
    plan = Tune(strategy="weighted", against="random", parameters="lead", **sizes, **QUIET).plan()
    return without_out(run_tuning(plan, out, QUIET["workers"], False).to_dict())


def play_exploit(out: Path) -> Any:
    sizes = {"generations": 1, "playouts": 1, "games": 400, "slow_games": 120, "learning": 0}
    plan = Exploit(strategy="thrifty", **sizes, **QUIET).plan()
    return without_out(search(plan, out, QUIET["workers"], False).to_dict())


def play_learning(out: Path) -> Any:
    sizes = {"rounds": 2, "games": 5 * 20, "seed": QUIET.get("seed", 1)}
    plan = LearnPlay(players=(3, 4), strategy="thrifty", **sizes).plan()
    told = run_learning(plan, out, workers=1, progress=False).to_dict()
    return {name: value for name, value in told.items() if name != "strategies"}


QUICK_SEARCH = ["--generations", "0", "--playouts", "1", "--learning", "0"]  # of `tda exploit`


def attempt(use: Callable[[Path], Any], folder: Path) -> Any:
    """What comes of using a folder: an answer, or the error that the user is shown."""
    try:
        return use(folder)
    except UserError as error:
        return error


def without_out(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name != "out"}


KINDS: dict[str, Callable[[Path], Any]] = {
    "run": play_run,
    "study": play_study,
    "ladder": play_ladder,
    "tuning": play_tuning,
    "exploit": play_exploit,
    "learning": play_learning,
}


# --- learning from nothing --------------------------------------------------------------------------------


class Labels:
    """Labels in place of those of games: drawn by chance, the same for the same games."""

    def __init__(self, plan: Any, player: Any, kept: Any) -> None:
        self.seed = plan.seed

    def play(self, table: int, first: int, games: int, rival: Any = None) -> Any:
        rng = np.random.default_rng([self.seed, table, first, games])
        return np.concatenate([self.decision(rng) for _ in range(games)])

    def decision(self, rng: np.random.Generator) -> Any:
        """Three options, with three inputs each and of the state."""
        numbers = [[3, 0, rng.integers(3), 3], *self.inputs(rng)]
        for _ in range(3):
            numbers += [[rng.integers(-500, 500), 3], *self.inputs(rng)]
        return np.concatenate(numbers).astype(np.int32)

    def inputs(self, rng: np.random.Generator) -> Any:
        yield rng.integers(PLACES, size=3) << labels.INPUT_BITS | rng.integers(1, 20, size=3)


def kept_values(plan: Any, player: Any) -> dict[str, list[float]]:
    """The value of keeping cards, drawn by chance."""
    rng = np.random.default_rng(plan.seed)
    return {work.config.deck: rng.normal(size=len(work.tables.names)).tolist() for work in plan.works}


def share_alone(
    own: Any, rival: Any, deck: Any, players: int, games: int, seed: int, workers: Any, abilities: Any
) -> Any:
    """A win rate that follows from the file of a network and its rival."""
    return wilson(int(own.code[:8] + rival.code[:8], 16) % games, games)


FROM_NOTHING: dict[str, Any] = {
    "labeller": Labels,
    "kept_values": kept_values,
    "share_alone": share_alone,
    "_network_of": lambda player: None,
    "CHUNK": 20,
    "TESTED": 20,
    "MEASURED": 200,
}  # in place of what `tda_sim.training.play` has


# --- what lies in a folder --------------------------------------------------------------------------------


def tree(folder: Path) -> dict[str, bytes | str | None]:
    """Everything in a folder: contents of files, targets of links, None for folders."""
    result: dict[str, bytes | str | None] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        result[name] = str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else None
    return result


def lasting(folder: Path) -> Mapping[str, bytes | str | None]:
    """The same, except for the time that it took, and names that are no text of ours."""
    return {name: content for name, content in tree(folder).items() if Path(name).name != "timing.json"}


# --- a disk that fails ------------------------------------------------------------------------------------

CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.link", "os.symlink", "os.truncate"}
GROWTH = {"open", "os.mkdir"}


@dataclass
class Disk:
    """Counts what is changed on the disk below a folder, and refuses it from a certain change on.

    With ``dead`` every change is refused: for the disk, that is a process that was killed. Otherwise the disk is full:
    files can be moved and removed, and no new ones be written.
    """

    folder: Path = field(default_factory=Path)
    last: int | None = None  # changes that succeed
    code: int = errno.EIO
    dead: bool = True
    changes: int = 0
    watching: bool = False

    def look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.watching or not (self._grows(event, arguments) or event in CHANGES):
            return
        if not str(arguments[0]).startswith(str(self.folder)):
            return
        self.changes += 1
        if self.last is not None and self.changes > self.last and (self.dead or event in GROWTH):
            raise OSError(self.code, os.strerror(self.code), str(arguments[0]))

    def _grows(self, event: str, arguments: tuple[Any, ...]) -> bool:
        return event == "open" and bool(arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


_DISK = Disk()
_HOOKED: list[bool] = []


def disk_below(folder: Path) -> Disk:
    """Return the disk below a folder, which works as yet."""
    if not _HOOKED:  # such a hook stays for good
        sys.addaudithook(lambda event, arguments: _DISK.look(event, arguments))
        _HOOKED.append(True)
    _DISK.__init__(folder)  # type: ignore[misc]
    return _DISK
