"""Every scenario comes out as it says."""

from pathlib import Path

import pytest

from tda_sim.one_game.decks import Decks
from tda_sim.one_game.scenario import run_scenario, scenario_paths
from tda_sim.one_game.scenario_file import Written, scenarios_in

FOLDER = Path(__file__).parent
DECKS = Decks()
ALL = [
    pytest.param(written, id=f"{path.relative_to(FOLDER).with_suffix('')}: {written.name}")
    for path in scenario_paths([FOLDER])
    for written in scenarios_in(path)
]


@pytest.mark.both
@pytest.mark.parametrize("written", ALL)
def test_scenario(written: Written) -> None:
    outcome = run_scenario(written, DECKS)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert not outcome.differences, "\n".join(map(str, outcome.differences))
