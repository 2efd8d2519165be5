"""Every scenario comes out as it says; without the compiler, the first of each file does for `make test`."""

import pytest
from evidence import first_of_files, outcome, scenarios

from tda_sim.one_game.scenario_file import Written

FIRST = first_of_files()
ALL = [
    pytest.param(written, id=name, marks=pytest.mark.both(full=name not in FIRST))
    for name, written in scenarios().items()
]


@pytest.mark.parametrize("written", ALL)
def test_scenario(written: Written) -> None:
    result = outcome(written)
    assert not result.problems, "\n".join(map(str, result.problems))
    assert not result.differences, "\n".join(map(str, result.differences))
