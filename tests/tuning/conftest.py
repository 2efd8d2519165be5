"""A strategy with one parameter whose best value is known, and the folder that a tuning leaves behind."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

BEST = 3.0
TOY = f'''
    """Plays its strongest card the more often, the nearer its parameter is to {BEST:g}, else its weakest one."""

    from tda_sim.kit import Question, below, helper

    PARAMETERS = {{"aim": 1.0, "idle": 0.0}}


    @helper
    def hits(me):
        return below(me.stream, 1000) < 1000 - 250 * abs(me.parameter[0] - {BEST})


    def choose(cards, table, me, question):
        if question.kind != Question.PLAY:
            return 0
        sign = 1 if hits(me) else -1
        chosen = 0
        for k in range(1, question.n):
            if sign * cards.strength[question.option[k]] > sign * cards.strength[question.option[chosen]]:
                chosen = k
        return chosen
'''

Settings = dict[str, Any]


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of such a strategy."""
    path = tmp_path_factory.mktemp("strategies") / "toy.py"
    path.write_text(dedent(TOY).lstrip())
    return str(path)


@pytest.fixture
def settings(toy: str) -> Settings:
    """A small tuning of it."""
    return {
        "strategy": toy,
        "players": 3,
        "against": "random",
        "generations": 4,
        "games": 120,
        "population": 6,
        "held_out": 800,
        "parameters": "aim",
        "seed": 5,
        "workers": 1,
        "progress": False,
    }


@pytest.fixture
def files() -> Callable[[Path], dict[str, bytes]]:
    """A function: what lies in a folder."""
    return lambda folder: {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
