"""The ladder finds the order of strategies, and it is the same ladder however it came about."""

import json
import os
import signal
from collections.abc import Callable
from itertools import permutations
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.measures.standing import meetings, standing
from tda_sim.studies import load_study
from tda_sim.studies.ladder import Ladder, ladder
from tda_sim.studies.ladder.pairings import CHUNK
from tda_sim.studies.ladder.playing import plan_ladder

Strategies = Callable[..., list[str]]
STRENGTH = {"ant": 0.0, "bee": 0.3, "cat": 0.9}


def climb(names: Any = "ant,bee,cat", **more: Any) -> Ladder:
    return ladder(names, **{"players": 3, "games": 6_000, "seed": 5, "workers": 1, "progress": False, **more})


def everything(found: Ladder) -> str:
    return json.dumps({name: value for name, value in found.to_dict().items() if name != "out"}, sort_keys=True)


@pytest.fixture
def three(engine: Any, strategies: Strategies) -> Any:
    engine.strength = STRENGTH
    strategies(*STRENGTH)
    return engine


# --- what it finds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
def test_ratings_are_the_strengths_that_games_are_won_by(three: Any, players: int) -> None:
    """Three ratings within 4.3 standard errors of the truth: a false alarm once in 20,000 seeds."""
    result = climb(players=players)
    assert result.names == ("cat", "bee", "ant")
    for k, name in enumerate(result.names):
        truth = 400 / log(10) * (STRENGTH[name] - np.mean(list(STRENGTH.values())))
        half = (result.rating.high[k] - result.rating.low[k]) / 2
        assert abs(result.rating.estimate[k] - truth) < 2.2 * half
        assert half < 14
    assert result.rank.tolist() == result.worst_rank.tolist() == [1, 2, 3]
    assert result.misfit.p_value > 1e-5


def test_every_strategy_has_a_rating_with_an_interval_and_their_mean_is_nothing(
    engine: Any, strategies: Strategies
) -> None:
    engine.strength = {"random": 0.4, "bee": 1.0}
    result = climb(strategies("random", "bee"))
    assert result.rating.estimate.sum() == pytest.approx(0)
    assert np.all((result.rating.low < result.rating.estimate) & (result.rating.estimate < result.rating.high))
    assert result.rating.estimate[0] - result.rating.estimate[1] == pytest.approx(0.6 * 400 / log(10), abs=25)


def test_equals_share_their_places(engine: Any, strategies: Strategies) -> None:
    """Wrongly failing one time in twenty for a new seed: the confidence that ranks claim."""
    engine.strength = {"ant": 1.0}
    result = climb(strategies("ant", "bee", "cat", "dog"))
    assert result.names[0] == "ant"
    assert result.rank.tolist() == [1, 2, 2, 2]
    assert result.worst_rank.tolist() == [1, 4, 4, 4]


def test_rock_paper_scissors_is_a_cycle(engine: Any, strategies: Strategies) -> None:
    engine.edge = {("rock", "scissors"): 0.5, ("scissors", "paper"): 0.5, ("paper", "rock"): 0.5}
    result = climb(strategies("rock", "paper", "scissors"))
    cycle = result.cycles[0]
    assert len(result.cycles) == 1
    assert {*zip(cycle, (*cycle[1:], cycle[0]), strict=True)} == set(engine.edge)
    assert result.misfit.p_value < 1e-9
    assert result.unclear.any()
    assert result.worst_rank[0] > 1  # the model cannot tell who is best, and nobody is


def test_a_ladder_without_a_cycle_says_so(three: Any) -> None:
    assert climb().cycles == ()


def test_ties_are_shared(three: Any) -> None:
    three.tied = 1.0
    result = climb(players=4)
    assert np.all(result.payoff.estimate == 0.25)
    assert result.rating.estimate == pytest.approx(0, abs=1e-6)
    assert result.rank.tolist() == [1, 1, 1]


def test_who_never_wins_is_rated_as_well(engine: Any, strategies: Strategies) -> None:
    engine.strength = {"ant": -100.0}
    result = climb(strategies("ant", "bee"))
    assert result.names == ("bee", "ant")
    assert np.isfinite(result.rating.estimate).all()
    assert result.payoff.estimate.tolist() == [[1 / 3, 1], [0, 1 / 3]]
    assert (result.payoff.low[1, 0], result.payoff.high[1, 0]) == (0, pytest.approx(1 - 0.025 ** (1 / 6_000)))
    (gap,) = result.gaps
    assert gap.gain.low < gap.gain.estimate == 0.75 <= gap.gain.high


def test_two_players_meet_once(three: Any) -> None:
    result = climb(players=2)
    assert len(result.pairs) == 3
    assert np.allclose(result.payoff.estimate + result.payoff.estimate.T, 1)
    assert np.array_equal(result.payoff.games, result.payoff.games.T)


def test_two_strategies_of_two_players_leave_nothing_to_explain(three: Any) -> None:
    result = climb("ant,cat", players=2)
    assert result.misfit.freedom == 0
    assert result.payoff.estimate == pytest.approx(result.model, abs=1e-4)  # except for the game that is added
    assert not result.unclear.any()


# --- how many games ---------------------------------------------------------------------------------------


def test_games_are_played_until_the_intervals_are_narrow_enough(three: Any) -> None:
    """A pilot decides; its own interval is wrong to the narrower side in one of forty cells at most."""
    result = climb(width=0.012, games=100_000)
    games = result.payoff.games[result.payoff.games > 0]
    half = (result.payoff.high - result.payoff.low)[result.payoff.games > 0] / 2
    assert half.max() <= 0.012
    assert np.all(games % CHUNK == 0) and len(set(games.tolist())) > 1
    assert np.all(half * np.sqrt(games / (games - CHUNK)) > 0.012 * 0.9)  # of one chunk less


def test_the_cap_comes_first(three: Any) -> None:
    result = climb(width=0.0001, games=7_300)
    assert set(result.payoff.games[result.payoff.games > 0].tolist()) == {8_400}  # in whole chunks


def test_without_a_choice_there_is_no_pilot(three: Any) -> None:
    plan = plan_ladder("ant,bee", "original", 3, 0.01, 1_200, 1_200, 5, None)
    assert plan.study.precision is None
    assert [cell.games for cell in plan.study.cells] == [1_200, 1_200]


def test_the_games_are_a_study_that_every_analysis_reads(three: Any, tmp_path: Path) -> None:
    result = climb(out=tmp_path / "here", games=1_200)
    study = load_study(tmp_path / "here")
    assert study.complete and set(study.cells["kind"]) == {"against"} and study.cells["games"].sum() == 7_200
    assert standing(meetings(study), 3).payoff.estimate.tolist() == result.payoff.estimate.tolist()


# --- one ladder, however it came about --------------------------------------------------------------------


def test_workers_change_nothing(three: Any) -> None:
    assert everything(climb(width=0.008)) == everything(climb(width=0.008, workers=3))


@pytest.mark.sample(3)
@pytest.mark.parametrize("names", list(permutations(STRENGTH))[1:])
def test_the_order_of_names_changes_nothing(three: Any, names: tuple[str, ...]) -> None:
    assert everything(climb(names, games=1_200)) == everything(climb(games=1_200))


@pytest.mark.full
def test_every_cell_has_its_own_games_and_another_seed_has_others(three: Any) -> None:
    cells, others = climb().to_dict()["cells"], climb(seed=6).to_dict()["cells"]
    assert len({row["seed"] for row in cells + others}) == 12
    assert sum(row["win_share"] == other["win_share"] for row, other in zip(cells, others, strict=True)) <= 1


def test_more_strategies_leave_games_between_the_others_as_they_were(three: Any) -> None:
    small, big = climb("ant,cat").to_dict(), climb().to_dict()
    cells = [
        {name: row[name] for name in ("challenger", "others", "seed", "games", "win_share")} for row in big["cells"]
    ]
    assert all({name: row[name] for name in cells[0]} in cells for row in small["cells"])


def stop_after(engine: Any, games: int) -> None:
    """Press Ctrl-C once so many games have been played."""

    def press() -> None:
        if engine.games_played >= games:
            engine.after_block.clear()
            os.kill(os.getpid(), signal.SIGINT)

    engine.after_block.append(press)


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "timing.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.mark.sample(2)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_stopped_ladder_goes_on_to_the_same_bits(three: Any, tmp_path: Path, workers: int) -> None:
    whole = climb(out=tmp_path / "whole", width=0.01)
    stop_after(three, three.games_played + 15_000)
    with pytest.raises(InterruptedRunError, match="of 6 cells are finished"):
        climb(out=tmp_path / "stopped", width=0.01, workers=workers)
    kept = files(tmp_path / "stopped")
    assert set(kept) < set(files(tmp_path / "whole"))
    played = three.games_played
    assert everything(climb(out=tmp_path / "stopped", width=0.01, workers=workers)) == everything(whole)
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")
    assert three.games_played - played < whole.payoff.games.sum()


def test_what_is_finished_is_not_played_again(three: Any, tmp_path: Path) -> None:
    first = climb(out=tmp_path / "here")
    played = three.games_played
    assert everything(climb(out=tmp_path / "here")) == everything(first)
    assert three.games_played == played


@pytest.mark.full
def test_a_ladder_goes_on_to_narrower_intervals_and_back(three: Any, tmp_path: Path) -> None:
    wide = climb(out=tmp_path / "here", width=0.02)
    narrow = climb(out=tmp_path / "here", width=0.012)
    assert everything(narrow) == everything(climb(width=0.012))
    assert narrow.payoff.games.sum() > wide.payoff.games.sum()
    played = three.games_played
    assert everything(climb(out=tmp_path / "here", width=0.02)) == everything(wide)
    assert three.games_played == played


def test_a_ladder_with_other_strategies_goes_on_in_the_same_folder(three: Any, tmp_path: Path) -> None:
    small = climb("ant,bee", out=tmp_path / "here", games=1_200)
    climb(out=tmp_path / "here", games=1_200)
    played = three.games_played
    assert everything(climb("ant,bee", out=tmp_path / "here", games=1_200)) == everything(small)
    assert three.games_played == played


def test_a_strategy_whose_code_changes_plays_again_and_nobody_else(three: Any, tmp_path: Path) -> None:
    climb(out=tmp_path / "here", games=1_200)
    played = three.games_played
    with (tmp_path / "strategies" / "bee.py").open("a") as file:
        file.write("# a change\n")
    climb(out=tmp_path / "here", games=1_200)
    assert three.games_played - played == 4 * 1_200 + 4  # and a game to warm up at each table


def test_settings_make_a_strategy_of_their_own(three: Any, tmp_path: Path) -> None:
    with (tmp_path / "strategies" / "bee.py").open("a") as file:
        file.write('\n\nPARAMETERS = {"sting": 1.0}\n')
    three.strength = {"bee:sting=2": 1.0, "bee:sting=3": 2.0}
    result = climb(["bee", "bee:sting=3", "bee:sting=2"], out=tmp_path / "here", games=1_200)
    assert result.names == ("bee:sting=3", "bee:sting=2", "bee")
    assert len(list((tmp_path / "here" / "cells").iterdir())) == 6


def test_a_fault_keeps_what_is_finished(three: Any, tmp_path: Path) -> None:
    three.fault_in = "cat"
    with pytest.raises(UserError, match="a strategy failed"):
        climb(out=tmp_path / "here", games=1_200)
    assert load_study(tmp_path / "here").cells.filter(games=1_200)["table"].to_list() == ["ant against bee"]


# --- mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"names": "ant,bat"}, "there is no strategy called bat"),
        ({"names": "eel,bat"}, "called eel(.|\n)*called bat"),
        ({"names": "ant"}, "takes at least two strategies"),
        ({"names": []}, "takes at least two strategies"),
        ({"names": "ant,bee,ant,bee"}, "ant is named twice\nbee is named twice"),
        ({"names": ["ant", "strategies/ant.py"]}, "ant is named twice"),
        ({"names": "ant,,bee"}, "no strategy called"),
        ({"width": 0}, "width must be a number from 0.000001 to 0.99, not 0"),
        ({"width": -0.1}, "width must be"),
        ({"width": float("nan")}, "width must be"),
        ({"width": 1}, "width must be"),
        ({"players": 1}, "players must be"),
        ({"players": 7}, "players must be"),
        ({"games": 0}, "games must be"),
        ({"seed": -1}, "seed must be"),
        ({"workers": 0}, "workers must be"),
        ({"deck": "nonsense"}, "no deck called nonsense"),
        ({"rules": "nonsense"}, "nonsense"),
    ],
)
def test_mistakes_are_told_before_a_game_is_played(three: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        climb(**settings)
    assert three.games_played == 0


def test_a_file_is_no_folder(three: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UserError, match="this is a file, not a folder"):
        climb(out=tmp_path / "file")


def test_a_folder_of_other_things_is_left_alone(three: Any, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(UserError, match="this folder does not hold a study"):
        climb(out=tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 6}, "seed: 5 there, 6 here"),
        ({"players": 4}, "players: 3 there, 4 here"),
        ({"deck": "legendary"}, "deck: original there, legendary here"),
    ],
)
def test_another_ladders_folder_is_refused(three: Any, tmp_path: Path, change: dict[str, Any], told: str) -> None:
    climb(out=tmp_path / "here", games=1_200)
    before = files(tmp_path / "here")
    with pytest.raises(UserError, match=f"another study(.|\n)*{told}"):
        climb(out=tmp_path / "here", games=1_200, **change)
    assert files(tmp_path / "here") == before


def test_a_spoilt_part_is_played_again_with_a_word(
    three: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    result = climb(out=tmp_path / "here", games=1_200)
    before = files(tmp_path / "here")
    next((tmp_path / "here" / "cells").rglob("seats/*.parquet")).write_text("")
    assert everything(climb(out=tmp_path / "here", games=1_200)) == everything(result)
    assert files(tmp_path / "here") == before
    (line,) = caplog.messages
    assert "1 damaged or missing part is played again" in line
