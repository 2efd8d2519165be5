"""Every scenario file comes out as it says."""

from pathlib import Path

import pytest

from tda_sim.one_game.decks import Decks
from tda_sim.one_game.scenario import run_scenario, scenario_paths

FOLDER = Path(__file__).parent
DECKS = Decks()


@pytest.mark.both
@pytest.mark.parametrize("path", scenario_paths([FOLDER]), ids=lambda path: str(path.relative_to(FOLDER)))
def test_scenario(path: Path) -> None:
    outcome = run_scenario(path, DECKS)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert not outcome.differences, "\n".join(map(str, outcome.differences))
