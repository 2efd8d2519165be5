"""The kernel of a run, compiled in another process while this one compiles the strategies."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tda_sim.agents.games import CARDS, DICE
from tda_sim.engine import kernel
from tda_sim.engine.compiler import jit
from tda_sim.runs import compiling
from tda_sim.runs.executors import warm_up
from tda_sim.runs.games import GAMES
from tda_sim.runs.play import plan_work
from tda_sim.runs.progress import Reporter

compiled = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled here")


@compiled
@pytest.mark.parametrize("abilities", [None, "random:1"])
def test_runs_need_no_other_form_of_the_kernel(abilities: str | None) -> None:
    """What was compiled beside would be of no use for other types."""
    work = plan_work("original", None, 3, "random", 1, False, abilities=abilities)
    function = kernel._play_with_abilities if abilities else kernel._play_without_abilities
    compiling.compile_kernel(work.game, work.compiled)
    before = len(function.overloads)
    warm_up(work, Reporter(False))
    assert before == len(function.overloads) == 1


@compiled
def test_runs_of_dice_need_no_other_form_of_the_kernel() -> None:
    work = plan_work("dice-gambit", None, 3, "random", 1, False)
    compiling.compile_kernel(work.game, work.compiled)
    warm_up(work, Reporter(False))
    assert len(GAMES[DICE].play_games.overloads) == 1


@compiled
@pytest.mark.full
def test_the_other_process_keeps_what_it_has_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[DICE]
    monkeypatch.setenv("TDA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit, "is_cached", lambda name: False)
    monkeypatch.setattr(compiling, "processors", lambda: 2)
    with compiling.beside(game, game.compiled):
        pass
    assert len([*tmp_path.glob(f"*/kernel.{game.compiled}-*")]) == 1


class Started:
    """A process that only counts who waits for it."""

    def __init__(self) -> None:
        self.commands: list[Sequence[str]] = []
        self.waited = 0

    @contextlib.contextmanager
    def child(self, command: Sequence[str], **_: Any) -> Iterator["Started"]:
        self.commands.append(command)
        yield self

    def wait(self) -> None:
        self.waited += 1


@pytest.mark.parametrize(
    ("processors", "keeps", "kept", "starts"),
    [(2, True, False, 1), (1, True, False, 0), (2, False, False, 0), (2, True, True, 0)],
)
def test_another_process_starts_only_where_that_saves_time(
    processors: int, keeps: bool, kept: bool, starts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, game = Started(), GAMES[CARDS]
    monkeypatch.setattr(compiling, "processors", lambda: processors)
    monkeypatch.setattr(jit, "keeps", lambda: keeps)
    monkeypatch.setattr(jit, "is_cached", lambda name: kept)
    monkeypatch.setattr(compiling.children, "child", started.child)
    with compiling.beside(game, game.with_abilities):
        assert started.waited == 0
    assert started.waited == len(started.commands) == starts
    assert all([*command[-2:]] == [CARDS, game.with_abilities] for command in started.commands)


def test_a_process_that_cannot_be_started_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def child(*_: Any, **__: Any) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(compiling, "processors", lambda: 2)
    monkeypatch.setattr(jit, "keeps", lambda: True)
    monkeypatch.setattr(jit, "is_cached", lambda name: False)
    monkeypatch.setattr(compiling.children, "child", child)
    played = []
    with compiling.beside(GAMES[CARDS], kernel.KERNELS[0]):
        played.append(1)
    assert played == [1]
