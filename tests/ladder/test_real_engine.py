"""The ladder with the real rules: its cells are runs that can be played again."""

import json
from pathlib import Path
from typing import Any

import pytest

import tda_sim
from tda_sim.studies import load_study
from tda_sim.studies.ladder import ladder

SETTINGS: dict[str, Any] = {"players": 4, "games": 1_200, "seed": 3, "progress": False}


@pytest.mark.full
def test_a_cell_is_a_run_with_the_seed_that_is_told() -> None:
    for cell in ladder("random,thrifty", **SETTINGS).to_dict()["cells"]:
        lineup = [cell["challenger"]] + [cell["others"]] * 3
        run = tda_sim.simulate(players=4, games=cell["games"], strategies=lineup, seed=cell["seed"], progress=False)
        rows = {row["name"]: row for row in run.json["strategies"]}
        assert rows[cell["challenger"]]["win_share"] == pytest.approx(cell["win_share"], abs=1e-12)


def test_workers_change_nothing() -> None:
    one, two = (ladder("random,thrifty,robber", workers=workers, **SETTINGS) for workers in (1, 2))
    assert json.dumps(one.to_dict()) == json.dumps(two.to_dict())


def test_tables_where_somebody_plays_ahead_have_a_cap_and_chunks_of_their_own(tmp_path: Path) -> None:
    result = ladder(
        ["random", "thrifty", "lookahead:playouts=1"], players=2, games=1200, slow_games=120, width=0.01, out=tmp_path
    )
    games = {(meeting["challenger"], meeting["others"]): meeting["games"] for meeting in result.meetings}
    slow = {pair: n for pair, n in games.items() if "lookahead:playouts=1" in pair}
    assert len(slow) == 2 and set(slow.values()) == {120}
    assert set(games.values()) - set(slow.values()) == {1200}
    assert set(load_study(tmp_path).cells.select("games", "chunk").iter_rows()) == {(120, 60), (1200, 1200)}
