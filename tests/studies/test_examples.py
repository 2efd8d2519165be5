"""The shipped studies are sound, fit the schema, and can be played and analysed by the real engine."""

from dataclasses import replace
from pathlib import Path

import jsonschema
import polars as pl
import pytest
import yaml

from tda_sim.definitions import library
from tda_sim.studies import StudyResults, load_study, plan_study, run_study
from tda_sim.studies.analysing import find_analysis
from tda_sim.studies.costs import plan_costs
from tda_sim.studies.peeking import peek
from tda_sim.studies.schema import schema

FOLDER = Path(__file__).parents[2] / "docs" / "studies"
STUDIES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_shipped_study_fits_the_schema(path: Path) -> None:
    written = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert list(jsonschema.Draft202012Validator(schema("study")).iter_errors(written)) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_shipped_study_is_played(path: Path, tmp_path: Path) -> None:
    plan = plan_study(path, games=20)
    kinds = {(cell.table.kind, bool(cell.setting.twin), bool(cell.forced)): cell for cell in plan.cells}
    kept = [k for k, cell in enumerate(plan.cells) if cell in kinds.values()]  # one of each, for speed
    small = replace(plan, cells=tuple(plan.cells[k] for k in kept), works=tuple(plan.works[k] for k in kept))
    results = run_study(small, tmp_path, progress=False)
    assert results.complete
    for cell in results.cells["cell"]:
        assert results.read(cell, "games").collect().height == 20
    assert peek(results)["complete"]


def test_every_shipped_study_is_told_of() -> None:
    page = (FOLDER.parent / "studies.md").read_text(encoding="utf-8")
    assert [path.name for path in STUDIES if f"studies/{path.name}" not in page] == []


def test_a_card_without_power_is_dealt_to_the_same_seats(tmp_path: Path) -> None:
    study = {"decks": ["original"], "players": 3, "tables": ["random"], "games": 60, "twins": {"cards": ["druid"]}}
    results = run_study(plan_study(study), tmp_path, progress=False)
    dealt, used = (
        [_rows(results, cell, contact) for cell in results.cells["cell"]] for contact in ("opening", "triggered")
    )
    assert dealt[0].equals(dealt[1])
    assert used[0].filter(card="druid")["times"].sum() > 0 == used[1].filter(card="druid")["times"].sum()


def _rows(results: StudyResults, cell: str, contact: str) -> pl.DataFrame:
    rows = results.read(cell, "cards").filter(pl.col("contact") == contact)
    return rows.select("chunk", "card", "strategy", "times", "count").collect()


def test_forced_cards_are_dealt_in_every_game_and_gambits_recorded(tmp_path: Path) -> None:
    study = {"decks": ["original"], "players": 3, "tables": ["random"], "games": 60, "record": {"gambits": 40}}
    results = run_study(plan_study({**study, "forced": {"cards": ["druid"]}}), tmp_path, progress=False)
    plain, forced = results.cells["cell"]
    opening = results.read(forced, "cards").collect().filter(card="druid", contact="opening")
    assert opening["count"].sum() == 60
    assert results.read(plain, "gambits").collect()["game"].max() == 39
    assert results.read(forced, "gambits").collect().is_empty()


LITTLE_MORE = {"rules": {"starting_gold": {"each": 52}}}


def test_a_plan_of_cells_of_one_seed_finds_them_correlated() -> None:
    study = {"decks": ["original"], "players": 3, "tables": ["random"], "variants": [LITTLE_MORE]}
    result = plan_costs(plan_study(study), pilot=400, progress=False)
    (both,) = result["differences"]
    assert both["correlation"] > 0.3
    assert both["gain"] > 1.2


@pytest.mark.parametrize("name", sorted(library.available("analysis")))
def test_what_is_listed_as_an_analysis_can_be_found(name: str) -> None:
    from tda_sim.studies.analysing import analyses

    if name in {row["name"] for row in analyses()}:
        assert find_analysis(name).text


def test_results_are_a_snapshot(tmp_path: Path) -> None:
    study = {"decks": ["original"], "players": 3, "tables": ["random"], "games": 40}
    run_study(plan_study(study), tmp_path, progress=False)
    before = load_study(tmp_path)
    run_study(plan_study({**study, "games": 60}), tmp_path, progress=False)
    (cell,) = before.cells["cell"]
    assert before.read(cell, "games").collect().height == 40
    assert load_study(tmp_path).read(cell, "games").collect().height == 60
