"""A tuning's folder: ``tuning.json`` has the settings, ``wins.jsonl`` all wins, and ``weights.yaml`` the result.

All wins are written again after each generation. Whatever stops a tuning, the same command continues after the last
finished generation.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter

from tda_sim.errors import UserError
from tda_sim.store.checksums import STRICT, sealed_line, unsealed_lines
from tda_sim.store.files import write_whole
from tda_sim.store.folders import DESCRIBED, Folder, Kind, opened_for
from tda_sim.store.versions import say
from tda_sim.tuning.plan import TuningPlan

WINS, WEIGHTS = "wins.jsonl", "weights.yaml"

Wins = list[Annotated[int, Field(ge=0)]]  # in units of 1 / WIN_UNIT


@dataclass(frozen=True)
class _Line:
    """A line of ``wins.jsonl``: the wins of a generation's candidates, or of a finalist block by block."""

    __pydantic_config__ = STRICT

    generation: Annotated[int, Field(ge=0)] | None
    finalist: str | None
    won: Wins


KIND = Kind("tuning", "tuning.json", 2, DESCRIBED)
_LINE = TypeAdapter(_Line)


@dataclass
class State:
    """All results so far."""

    generations: dict[int, Wins] = field(default_factory=dict)  # of each candidate
    measured: dict[str, Wins] = field(default_factory=dict)  # of finalists, block by block


class TuningFolder:
    """A tuning's folder, open for writing; without a folder, nothing is kept."""

    def __init__(self, folder: Folder | None, state: State) -> None:
        self._folder, self.state = folder, state

    @property
    def path(self) -> Path | None:
        """The folder's path."""
        return None if self._folder is None else self._folder.path

    def save(self) -> None:
        """Write all results so far."""
        if self._folder is None:
            return
        lines = [_Line(number, None, won) for number, won in sorted(self.state.generations.items())]
        lines += [_Line(None, finalist, won) for finalist, won in sorted(self.state.measured.items())]
        content = b"".join(sealed_line(asdict(line), self._folder.digest) for line in lines)
        self._folder.go_on()
        write_whole(self._folder.path / WINS, content)

    def write_weights(self, text: str) -> None:
        """Write the best weights."""
        if self._folder is not None:
            write_whole(self._folder.path / WEIGHTS, text.encode())


@contextmanager
def open_folder(path: Path | None, plan: TuningPlan) -> Iterator[TuningFolder]:
    """Open a folder: a new one, or one that holds part of this tuning. Raises UserError for any other."""
    if path is None:
        yield TuningFolder(None, State())
        return
    with opened_for(path, KIND, plan.config.to_dict()) as folder:
        lines, damaged = unsealed_lines(path / WINS, _LINE, folder.digest)
        tuning = TuningFolder(folder, _state(path, lines, plan.generations))
        if damaged:
            lines_there = "line" if damaged == 1 else "lines"
            say(f"{damaged:,} damaged {lines_there} in {path / WINS}: those games are played again")
            tuning.save()
        yield tuning


def _state(path: Path, lines: list[_Line], generations: int) -> State:
    state = State(
        {line.generation: line.won for line in lines if line.generation is not None},
        {line.finalist: line.won for line in lines if line.finalist is not None},
    )
    there = 1 + max(state.generations, default=-1)
    if there > generations:
        message = f"the folder already has {there:,} generations, more than {generations:,}"
        raise UserError.of(message, file=str(path), hint=f"ask for {there:,} or more")
    return state
