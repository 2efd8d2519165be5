"""Whole runs with the real engine."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import tda_sim

LINE_UP = "random,thrifty,robber,random"
KEYS = ["card", "strategy", "contact"]


def run(games: int, **settings: Any) -> tda_sim.Results:
    return tda_sim.simulate("original", games=games, strategies=LINE_UP, seed=11, progress=False, **settings)


@pytest.mark.both(full=True)
def test_chunks_and_workers_change_nothing(plain: bool) -> None:
    games = 30 if plain else 3000
    one, other = run(games, chunk=games, workers=1), run(games, chunk=games // 7, workers=3)
    assert_frame_equal(one.games.collect(), other.games.collect())
    assert_frame_equal(one.seats.collect(), other.seats.collect())
    sums = [results.cards.drop("chunk").group_by(KEYS).sum().sort(KEYS).collect() for results in (one, other)]
    assert_frame_equal(*sums)


@pytest.mark.both(full=True)
def test_the_tables_agree_with_each_other(plain: bool) -> None:
    results = run(20 if plain else 2000)
    games, seats, cards = results.games.collect(), results.seats.collect(), results.cards.collect()
    by_game = seats.group_by("game", maintain_order=True).agg(pl.col("win_share", "purchases").sum())
    assert by_game["win_share"].to_list() == pytest.approx([1.0] * games.height)
    assert by_game["purchases"].to_list() == games["purchases"].to_list()
    flights = games["colour_flights"] + games["strength_flights"]
    assert seats.group_by("game", maintain_order=True).agg(pl.sum("special_flights"))["special_flights"].equals(flights)
    met = dict(cards.group_by("contact").agg(pl.sum("times")).iter_rows())
    assert met["opening"] == games.height * 4 * 6
    assert met["played"] >= games["plays"].sum()
    opening = cards.filter(contact="opening")
    assert opening["win60_sum"].sum() == 6 * 60 * games.height  # six cards each, one win a game


@pytest.mark.both(full=True)
def test_the_same_seed_gives_the_same_files(tmp_path: Path, plain: bool) -> None:
    for name, workers in (("one", 1), ("other", 2)):
        run(12 if plain else 1500, out=tmp_path / name, workers=workers, chunk=5 if plain else 500)
    for path in (tmp_path / "one").rglob("*.*"):
        if path.name != "timing.json":
            assert path.read_bytes() == (tmp_path / "other" / path.relative_to(tmp_path / "one")).read_bytes()


def test_a_strategy_that_answers_nonsense_is_named(tmp_path: Path) -> None:
    file = tmp_path / "hasty.py"
    file.write_text(
        '"""Names an option that does not exist."""\n\n\ndef choose(cards, table, me, question):\n    return 99\n'
    )
    with pytest.raises(tda_sim.UserError, match=r"hasty\.py.*answered 99 in game 0"):
        tda_sim.simulate(games=100, strategies=["random", "random", "random", str(file)], progress=False)


def test_two_strategies_of_one_name_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "random.py"
    file.write_text('"""Takes the first option."""\n\n\ndef choose(cards, table, me, question):\n    return 0\n')
    with pytest.raises(tda_sim.UserError, match="two strategies are called random"):
        tda_sim.simulate(games=100, players=2, strategies=["random", str(file)], progress=False)


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_a_killed_process_leaves_a_run_that_goes_on(tmp_path: Path) -> None:
    """SIGKILL at no particular moment: the manifest names whole parts only, and the run ends with the same bits."""
    settings = (
        f"games=60_000, strategies={LINE_UP!r}, seed=11, chunk=500, progress=False, out={str(tmp_path / 'run')!r}"
    )
    program = f"import tda_sim; print('up', flush=True); tda_sim.simulate({settings})"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        while process.poll() is None and len(list(tmp_path.glob("run/cards/*.parquet"))) < 5:
            pass
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
    killed = tda_sim.load_results(tmp_path / "run")
    assert killed.games.collect().height == killed.manifest.games_done
    run(4000, out=tmp_path / "whole", chunk=500)
    if killed.manifest.games_done <= 4000:
        run(4000, out=tmp_path / "run")
        for path in (tmp_path / "whole").rglob("*.*"):
            if path.name != "timing.json":
                assert path.read_bytes() == (tmp_path / "run" / path.relative_to(tmp_path / "whole")).read_bytes()
