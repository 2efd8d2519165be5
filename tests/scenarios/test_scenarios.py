"""Every scenario comes out as it says."""

import pytest
from evidence import outcome, scenarios

from tda_sim.one_game.scenario_file import Written


@pytest.mark.both
@pytest.mark.parametrize("written", [pytest.param(written, id=name) for name, written in scenarios().items()])
def test_scenario(written: Written) -> None:
    result = outcome(written)
    assert not result.problems, "\n".join(map(str, result.problems))
    assert not result.differences, "\n".join(map(str, result.differences))
