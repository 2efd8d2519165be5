"""Games by precision: a pilot fixes their number, which is written down and never moved by what comes later."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.stats.confidence_sequences import stein
from tda_sim.stats.intervals import mean
from tda_sim.studies import StudyResults, load_study, plan_study, run_study

Files = Callable[[Path], dict[str, bytes]]
CELL = "original, 2 players, random"


def play(out: Path, within: float = 0.4, decks: Sequence[Any] = ("original",), **changes: Any) -> StudyResults:
    precision = {"metric": "gambits", "within": within, "pilot": 90, "at_most": 2000, **changes}
    study = {"decks": list(decks), "players": 2, "tables": ["random"], "precision": precision}
    return run_study(replace(plan_study(study), chunk=10), out, workers=2, progress=False)


def gambits(results: StudyResults) -> np.ndarray[Any, Any]:
    return results.read(CELL, "games").collect()["gambits"].to_numpy()


def test_the_pilot_decides_by_stein_s_rule_and_says_so(engine: Any, tmp_path: Path) -> None:
    results = play(tmp_path)
    blocks = gambits(results)[:90].reshape(9, 10).mean(axis=1)
    decided = results.pilots[CELL]
    assert decided["games"] == decided["needed"] == stein(blocks, 0.4, games=10)
    assert (decided["pilot"], decided["reached"]) == (90, True)
    assert decided["value"] == pytest.approx(blocks.mean())
    assert decided["spread"] == pytest.approx(blocks.std(ddof=1))
    assert results.cells["games"].to_list() == [decided["games"]]
    assert results.complete


def test_the_interval_is_about_as_narrow_as_was_asked_for(engine: Any, tmp_path: Path) -> None:
    result = gambits(play(tmp_path, within=0.2)).astype(float)
    interval = mean(result.sum(), (result**2).sum(), len(result))
    assert (interval.high - interval.low) / 2 == pytest.approx(0.2, rel=0.5)


@pytest.mark.parametrize("games", [40, 130])
def test_a_stopped_study_decides_the_same(
    stop_after: Callable[[int], None], files: Files, tmp_path: Path, games: int
) -> None:
    """Stopped in the pilot, or after it."""
    assert play(tmp_path / "whole", within=0.3).cells["games"][0] > 130
    stop_after(games)
    with pytest.raises(InterruptedRunError, match="0 of 1 cells"):
        play(tmp_path / "stopped", within=0.3)
    play(tmp_path / "stopped", within=0.3)
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_a_narrower_interval_goes_on_with_the_same_pilot(engine: Any, files: Files, tmp_path: Path) -> None:
    play(tmp_path / "grown", within=0.6)
    first = load_study(tmp_path / "grown").pilots[CELL]
    second = play(tmp_path / "grown", within=0.3).pilots[CELL]
    assert first["games"] < second["games"]
    assert first["value"] == second["value"]
    play(tmp_path / "new", within=0.3)
    assert files(tmp_path / "grown") == files(tmp_path / "new")


def test_no_cell_gets_more_games_than_the_study_allows(engine: Any, tmp_path: Path) -> None:
    results = play(tmp_path, within=0.01, at_most=150)
    decided = results.pilots[CELL]
    assert (decided["games"], decided["reached"]) == (150, False)
    assert decided["needed"] > 10_000


def test_a_pilot_that_says_nothing_is_told(tmp_path: Path) -> None:
    short = {"base": "original", "rules": {"end": {"gambits": 1}}}  # so there is nobody who leads at half time
    with pytest.raises(UserError, match="half_leader_wins does not occur in the pilot"):
        play(tmp_path, decks=[short], metric="half_leader_wins")
