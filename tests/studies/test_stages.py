"""Tables that stop early: when they do, what they write down, and that their verdicts keep their promise."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from made_up import MadeUpStudy, cell_row, games_table, study_of
from scipy.stats import binomtest

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.studies import StudyResults, load_study, plan_study, run_study, stages
from tda_sim.studies.stages import is_settled, looks

Files = Callable[[Path], dict[str, bytes]]
STUDIED: dict[str, Any] = {
    "decks": ["original"],
    "variants": ["four-rounds"],
    "tables": ["regular", "master", "random"],
    "games": 160,
    "stages": {"first": 20},
    "smallest": {"plays": 50, "minutes": 50, "stakes": 50, "special_flights": 50, "comebacks": 50},  # easy to settle
}


def play(out: Path, **changes: Any) -> StudyResults:
    return run_study(replace(plan_study({**STUDIED, **changes}), chunk=10), out, workers=2, progress=False)


def games_at(results: StudyResults) -> dict[str, list[int]]:
    rows = results.cells.group_by("table", maintain_order=True).agg("games")
    return dict(rows.iter_rows())


# --- playing ----------------------------------------------------------------------------------------------


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The games after which tables are settled, by table; others never are."""
    after: dict[str, int] = {}

    def is_settled(results: StudyResults, games: int, *_: Any) -> bool:
        (table,) = results.cells["table"].unique()
        return games >= after.get(table, 10**9)

    monkeypatch.setattr("tda_sim.studies.playing.is_settled", is_settled)
    return after


def test_the_main_table_plays_all_games_and_others_until_they_are_settled(
    engine: Any, settled: dict[str, int], tmp_path: Path
) -> None:
    settled["random"] = 30
    results = play(tmp_path)
    assert games_at(results) == {"regular": [160, 160], "master": [160, 160], "random": [40, 40]}
    assert dict(results.cells.select("table", "looks").iter_rows()) == {"regular": 1, "master": 4, "random": 4}
    assert results.complete


def test_where_all_luck_is_shared_nothing_differs_and_every_table_stops_at_once(engine: Any, tmp_path: Path) -> None:
    assert games_at(play(tmp_path)) == {"regular": [160, 160], "master": [20, 20], "random": [20, 20]}


def test_tables_that_measure_skill_play_all_games(engine: Any, tmp_path: Path) -> None:
    results = play(tmp_path, tables=["master", ["master", "weighted", "regular", "random"]])
    assert set(map(tuple, games_at(results).values())) == {(160, 160)}


def test_a_slow_mixed_table_stops_early_beside_others(engine: Any, tmp_path: Path) -> None:
    slow, fast = ["lookahead", *["master"] * 3], ["weighted", *["master"] * 3]
    asked = {"games": 160, "slow_games": 80, "stages": {"first": 20, "slow_first": 20}}
    both = play(tmp_path / "both", tables=["master", slow, fast], **asked)
    assert games_at(both) == {"master": [160] * 2, ",".join(slow): [20] * 2, ",".join(fast): [160] * 2}
    alone = play(tmp_path / "alone", tables=["master", slow], **asked)
    assert games_at(alone) == {"master": [160] * 2, ",".join(slow): [80] * 2}


def test_without_a_main_table_no_table_stops_early(engine: Any, tmp_path: Path) -> None:
    slow, fast = ["lookahead", *["master"] * 3], ["weighted", *["master"] * 3]
    results = play(tmp_path, tables=[slow, fast], games=80)
    assert {*map(tuple, games_at(results).values())} == {(80, 80)}


@pytest.mark.sample(3, 2)
@pytest.mark.parametrize("games", [300, 370, 450])
def test_a_stopped_study_decides_the_same(
    stop_after: Callable[[int], None], settled: dict[str, int], files: Files, tmp_path: Path, games: int
) -> None:
    """Stopped at the main table, and at others."""
    settled |= {"master": 80, "random": 20}
    play(tmp_path / "whole")
    stop_after(games)
    with pytest.raises(InterruptedRunError):
        play(tmp_path / "stopped")
    assert not load_study(tmp_path / "stopped").complete
    play(tmp_path / "stopped")
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_a_finished_study_plays_nothing_again(engine: Any, settled: dict[str, int], tmp_path: Path) -> None:
    settled["random"] = 40
    play(tmp_path)
    played = engine.games_played
    assert games_at(play(tmp_path))["random"] == [40, 40]
    assert engine.games_played == played


def test_with_more_games_at_the_main_table_the_others_are_looked_at_again(
    engine: Any, settled: dict[str, int], tmp_path: Path
) -> None:
    settled["random"] = 40
    play(tmp_path)
    settled["random"] = 80
    assert games_at(play(tmp_path, games=320)) == {"regular": [320] * 2, "master": [320] * 2, "random": [80] * 2}


def test_stages_are_whole_chunks_and_double() -> None:
    cell = plan_study({**STUDIED, "games": 1_000, "stages": {"first": 110}}).cells[1]
    assert looks(cell, 50) == [150, 250, 450, 900, 1_000]
    assert looks(replace(cell, games=100), 50) == [100]


def test_stages_do_not_go_with_a_precision() -> None:
    study = {name: value for name, value in STUDIED.items() if name != "games"}
    with pytest.raises(UserError, match="stages and precision exclude each other"):
        plan_study({**study, "precision": {"metric": "plays", "within": 1}})


# --- when a table is settled ------------------------------------------------------------------------------

GAMES = 4_000
RULE = {"deck": "deck", "variant": "rule"}


def world(change: float, seed: int, games: int = GAMES) -> MadeUpStudy:
    """Two cells, as printed and under a rule that makes games longer by a share; only their length varies."""
    chance = np.random.default_rng(seed)
    plays = [chance.poisson(80 * factor, games) for factor in (1, 1 + change)]
    cells = [cell_row("deck", games, table="master"), cell_row("deck, rule", games, table="master", **RULE)]
    tables = {(cell["cell"], "games"): games_table(plays=each) for cell, each in zip(cells, plays, strict=True)}
    printed = pl.DataFrame({"cell": [cell["cell"] for cell in cells], "start_gold": [50, 50]})
    return study_of(cells, tables, printed=printed)


WANTED = {("deck", "rule", 4): ["plays"]}


@pytest.mark.parametrize(("change", "done"), [(0.2, True), (0.0, True), (0.05, False)])
def test_a_table_is_settled_by_any_verdict(change: float, done: bool) -> None:
    """The margin of cards played is 5 %."""
    assert is_settled(world(change, 1), GAMES, WANTED, 0.99) is done


def test_only_the_first_games_count() -> None:
    found = [is_settled(world(0.02, 3), games, WANTED, 0.999) for games in (40, GAMES)]
    assert found == [False, True]


def test_where_the_main_table_has_no_verdict_nothing_hangs_on_others() -> None:
    assert is_settled(world(0.05, 1), GAMES, {("deck", "rule", 4): []}, 0.99)


@pytest.mark.parametrize(("change", "verdicts"), [(0.2, {"plays"}), (0.05, set())])
def test_what_hangs_on_others_are_the_verdicts_of_the_main_table(change: float, verdicts: set[str]) -> None:
    wanted = stages.asked(world(change, 1))
    assert verdicts == {"plays"} & {*wanted["deck", "rule", 4]}


@pytest.mark.full
@pytest.mark.slow
def test_at_the_margin_few_tables_stop_with_a_wrong_verdict() -> None:
    """Rules that change games by exactly the margin: any verdict is wrong, at any of five looks.

    At most 5 % are wrong. With this many worlds, the test fails by chance in 1 of 100,000 cases, were it just 5 %.
    """
    worlds, tests = 150, [250, 500, 1_000, 2_000, 4_000]
    wrong = sum(
        any(is_settled(study, games, WANTED, 0.95 ** (1 / len(tests))) for games in tests)
        for study in (world(0.05, seed) for seed in range(worlds))
    )
    assert binomtest(wrong, worlds, 0.05, alternative="greater").pvalue > 1e-5
    assert wrong > 0
