"""A tuning's folder: ``tuning.json`` holds what every candidate of every generation has won, ``weights.yaml`` the end.

The file is written anew, as a whole, after each generation: whatever stops a tuning, the same command goes on from
the last generation that is over.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tda_sim.errors import Problem, UserError
from tda_sim.runs.storage import LOCK, UNFINISHED, disk_errors, locked, made, write_whole
from tda_sim.tuning.plan import Config, Plan

STATE, WEIGHTS = "tuning.json", "weights.yaml"
FORMAT = 1
_CODE = {
    "deck_digest": "the deck's cards have changed since",
    "rules_digest": "the rules have changed since",
    "strategy_digest": "the strategy's code or its first values have changed since",
    "against_digests": "the code of the field has changed since",
    "engine": "the engine has changed since",
}


@dataclass
class State:
    """What has been found so far."""

    generations: list[list[int]] = field(default_factory=list)  # wins of each candidate, in units of 1 / WIN_UNIT
    measured: dict[str, list[int]] = field(default_factory=dict)  # what finalists won, block by block


class TuningFolder:
    """A tuning's folder that is open for writing; ``path`` is None where nothing is to be kept."""

    def __init__(self, path: Path | None, config: Config, state: State) -> None:
        self.path, self._config, self.state = path, config, state

    def save(self) -> None:
        """Write down what has been found so far."""
        kept = {
            "tda_sim_tuning": FORMAT,
            "config": self._config.to_dict(),
            "generations": self.state.generations,
            "measured": self.state.measured,
        }
        self._write(STATE, json.dumps(kept) + "\n")

    def write_weights(self, text: str) -> None:
        """Write the weights that were found."""
        self._write(WEIGHTS, text)

    def _write(self, name: str, text: str) -> None:
        if self.path is not None:
            write_whole(self.path / name, text.encode())


@contextmanager
def open_folder(path: Path | None, plan: Plan) -> Iterator[TuningFolder]:
    """Open a folder: a new one, or one that holds a part of this very tuning. Raises UserError for any other."""
    if path is None:
        yield TuningFolder(None, plan.config, State())
        return
    with disk_errors(path), made(path, STATE, ()), locked(path):
        folder = TuningFolder(path, plan.config, _continued(path, plan))
        folder.save()
        yield folder


def _continued(path: Path, plan: Plan) -> State:
    for unfinished in path.glob(f"*{UNFINISHED}"):
        unfinished.unlink()
    if not (path / STATE).exists():
        if any(entry.name != LOCK for entry in path.iterdir()):
            message = "this folder holds other things than a tuning"
            raise UserError.of(message, file=str(path), hint="name another folder")
        return State()
    there = _read(path / STATE)
    _check_same(path, there["config"], plan.config.to_dict())
    state = State(there["generations"], there["measured"])
    if len(state.generations) > plan.generations:
        message = (
            f"{len(state.generations):,} generations are here already, more than the {plan.generations:,} asked for"
        )
        raise UserError.of(message, file=str(path), hint=f"ask for {len(state.generations):,} or more")
    return state


def _read(path: Path) -> dict[str, Any]:
    try:
        there = json.loads(path.read_text())
        if there["tda_sim_tuning"] == FORMAT:
            return {name: there[name] for name in ("config", "generations", "measured")}
    except (ValueError, KeyError, TypeError):
        pass
    raise UserError.of("this is not the state of a tuning", file=str(path), hint="name another folder")


def _check_same(path: Path, there: dict[str, Any], here: dict[str, Any]) -> None:
    changed = [name for name in here if there.get(name) != here[name]]
    told = [_CODE[name] for name in changed if name in _CODE]
    told += [
        f"{name}: {_told(there.get(name))} there, {_told(here[name])} here" for name in changed if name not in _CODE
    ]
    if told:
        hint = "name another folder, or make the same tuning"
        texts = ["this folder belongs to another tuning", *told]
        raise UserError([Problem(text, str(path), hint=None if i else hint) for i, text in enumerate(texts)])


def _told(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
