"""Bounds of numbers: each kind in one place, checked before anything else is done."""

import inspect
import math
from typing import Any, get_args

import numpy as np
import pytest
import typer

from tda_sim.bounds import DIFFERENCE, KINDS, PLAYERS, Bounds, check_numbers
from tda_sim.cli.app import app
from tda_sim.engine.layout import MAX_PLAYERS
from tda_sim.errors import UserError

HUGE = 10**4000


def test_as_many_may_play_as_the_engine_has_seats() -> None:
    assert PLAYERS.high == MAX_PLAYERS


def test_all_bad_numbers_are_named_at_once() -> None:
    with pytest.raises(UserError) as error:
        check_numbers(players=7, games=0, seed=2**64, workers=0, chunk=-1)
    named = [problem.message.split()[0] for problem in error.value.problems]
    assert named == ["players", "games", "seed", "workers", "chunk"]


@pytest.mark.parametrize("games", [0, -5, 10**12 + 1, 1.5, True, "5", math.nan, HUGE])
def test_absurd_numbers_of_games(games: Any) -> None:
    with pytest.raises(UserError, match="games must be a whole number from 1 to 1,000,000,000,000, not ") as error:
        check_numbers(games=games)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize("width", [0, -1, math.nan, math.inf, -math.inf, 1e-300, 1e300, HUGE])
def test_absurd_widths(width: Any) -> None:
    assert not DIFFERENCE.hold(width)


def test_numbers_of_numpy_are_numbers() -> None:
    check_numbers(players=np.int64(4), seed=np.uint64(2**64 - 1), within=np.float64(0.5))


def parameters_of_commands() -> list[tuple[str, inspect.Parameter]]:
    """Every parameter of every command, with the command's name."""
    groups = [app, *(group.typer_instance for group in app.registered_groups)]
    commands = [command.callback for group in groups if group for command in group.registered_commands]
    return [
        (command.__name__, parameter)
        for command in commands
        if command
        for parameter in inspect.signature(command, eval_str=True).parameters.values()
    ]


def test_every_number_of_every_command_has_bounds() -> None:
    without, numbers = [], 0
    for command, parameter in parameters_of_commands():
        kind, info = get_args(parameter.annotation)[:2]
        if {int, float} & {kind, *get_args(kind)}:
            numbers += 1
            if not isinstance(info, typer.models.OptionInfo) or info.parser is None:
                without.append(f"{command} --{parameter.name}")
    assert numbers > 40
    assert without == []


def reads(bounds: Bounds, text: str) -> bool:
    try:
        bounds.read(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_is_read_as_a_number_out_of_bounds(kind: str) -> None:
    texts = ["", " ", "x", "nan", "inf", "-inf", "1e-300", "1e300", "-1", "9" * 5_000, "0." + "0" * 300 + "1"]
    assert [text for text in texts if reads(KINDS[kind], text)] == []
