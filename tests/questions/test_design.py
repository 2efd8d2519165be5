"""`tda design`: what it proposes meets goals on games that it has not seen, and mistakes in its file are told."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tda_sim
from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.questions.design_files import read_spec
from tda_sim.tuning.designs import run
from tda_sim.tuning.designs.trials import Trials

SPEC = """
deck: original
players: 2
table: random
change:
  rules.starting_gold.each: 20..80:5
want:
  plays: {wish}
designs: 1
"""


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "goals.yaml"
    path.write_text(text)
    return str(path)


def asked(tmp_path: Path, wish: str = "40 +- 8", out: str = "out", **more: Any) -> tda_sim.Answer:
    settings = {"games": 400, "budget": 6_000, "strategies": "random,balanced", **more}
    return tda_sim.design(written(tmp_path, SPEC.format(wish=wish)), out=tmp_path / out, **settings)


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> tda_sim.Answer:
    return asked(tmp_path_factory.mktemp("design"))


def test_a_design_meets_its_goal_on_fresh_games(answer: tda_sim.Answer) -> None:
    rows = answer.summary().filter(design="design-1", table="random")
    (row,) = rows.to_dicts()
    assert row["verdict"] == "holds"
    assert 32 <= row["low"] <= row["high"] <= 48
    assert row["believed"] == pytest.approx(row["estimate"], abs=8)


def test_so_it_says_and_writes_a_house_rule_that_plays(answer: tda_sim.Answer) -> None:
    words = answer.document.data["words"]
    assert any(each.startswith("Design 1: ") and "gold each (50 as printed)" in each for each in words)
    assert any("it meets its goal" in each for each in words)
    assert answer.path is not None
    rule = answer.path.parent / "design-1.yaml"
    game = tda_sim.simulate("original", rules=str(rule), players=2, games=50, strategies="random", out=None)
    assert game is not None


def test_other_players_are_shown(answer: tda_sim.Answer) -> None:
    assert {"random", "balanced"} == {*answer.summary()["table"]}


def test_changes_are_taken_back_only_where_the_search_was(tmp_path: Path) -> None:
    two = "change:\n  rules.opening_hand: 4..5"  # both differ from the printed game in any case
    spec = SPEC.format(wish="40 +- 8").replace("change:", two).replace("20..80:5", "20..40:5")
    answer = tda_sim.design(
        written(tmp_path, spec), games=100, budget=6_000, strategies="random,balanced", out=tmp_path / "out"
    )
    cells = answer.study.cells.with_columns(back=pl.col("variant").str.contains("-without-"))
    assert {*cells.filter("back")["table"]} == {"random"} and cells.filter("back").height == 2
    assert {*cells.filter(~pl.col("back"))["table"]} == {"random", "balanced"}


def test_goals_may_hold_at_several_tables(tmp_path: Path) -> None:
    text = SPEC.format(wish="100 +- 60").replace("table: random", "table: [random, balanced]")
    answer = tda_sim.design(written(tmp_path, text), games=200, budget=4_000, strategies="random", out=tmp_path / "out")
    rows = answer.summary().filter(design="design-1")
    assert rows["goal"].to_list() == ["plays", "plays with balanced"]
    assert rows["table"].to_list() == ["random", "balanced"]
    assert rows["estimate"][1] > rows["estimate"][0] + 20  # the same design, with players who do not lose all at once


def test_a_budget_may_be_minutes_and_is_the_same_games_when_it_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(3))  # by which a thousand games take a second
    monkeypatch.setattr(run, "perf_counter", lambda: next(clock))
    first = asked(tmp_path, budget="0.1 minutes", strategies="random")
    assert first.document.about.startswith("2 players; a search of 5,996 games")
    again = asked(tmp_path, budget="0.1 minutes", strategies="random")
    assert next(clock, None) is None  # nothing is measured again
    assert again.summary().equals(first.summary())
    (told,) = (tmp_path / "out").glob("budget-*.json")
    told.write_text("many")
    with pytest.raises(UserError, match="the file has no number of games"):
        asked(tmp_path, budget="0.1 minutes", strategies="random")


def test_a_map_shows_what_can_be_had_of_two_goals(tmp_path: Path) -> None:
    text = SPEC.format(wish="100 +- 60").replace("designs: 1", "  gambits: '>= 5'\ndesigns: 1\nmap: [plays, gambits]")
    answer = tda_sim.design(written(tmp_path, text), games=200, budget=4_000, strategies="random", out=tmp_path / "out")
    mapped = answer.document.data["map"]
    plays = [each["plays"]["estimate"] for each in mapped]
    assert len(plays) > 4 and max(plays) > 3 * min(plays)
    assert all(each["gambits"]["error"] > 0 for each in mapped)
    assert [section.title for section in answer.document.sections][-1] == "What can be had of both"
    assert answer.document.picture is not None and answer.document.picture().alt.startswith("Goals: a map of")


@pytest.mark.parametrize("budget", ["half a minute", "5 hours", "12", "-3 minutes"])
def test_other_budgets_are_refused(tmp_path: Path, budget: str) -> None:
    with pytest.raises(UserError, match="budget must be a whole number from 1,000 to 100,000,000, or minutes"):
        asked(tmp_path, budget=budget)


def test_a_design_opens_in_the_page_by_a_link(tmp_path: Path, answer: tda_sim.Answer) -> None:
    gold = int(answer.document.data["designs"][0]["changes"]["rules.starting_gold.each"].split()[0])
    link = f"lab.html#deck=original&players=2&strategies=random&rules.starting_gold.each={gold}"
    answer.to_html(tmp_path / "designs.html")
    assert f'<a href="{link.replace("&", "&amp;")}">' in (tmp_path / "designs.html").read_text()


@pytest.mark.full
def test_goals_that_nothing_meets_are_told_with_the_nearest(tmp_path: Path) -> None:
    text = SPEC.format(wish="50 +- 15").replace("designs: 1", "  gambits: '>= 30'\ndesigns: 1")
    answer = tda_sim.design(written(tmp_path, text), games=200, budget=6_000, strategies="random", out=tmp_path / "out")
    words = " ".join(answer.document.data["words"])
    assert "No design meets all goals" in words
    assert answer.document.data["in_the_way"] == ["plays", "gambits"]


def test_what_is_met_already_needs_no_change(tmp_path: Path) -> None:
    answer = asked(tmp_path, wish="as printed +- 40")
    assert answer.document.data["words"][0].startswith("No change is needed")


@pytest.mark.full
def test_the_same_file_and_seed_give_the_same_bits_on_any_number_of_threads(
    tmp_path: Path, answer: tda_sim.Answer
) -> None:
    assert asked(tmp_path, workers=1).summary().equals(answer.summary())


def test_a_stopped_search_goes_on_where_it_was(
    tmp_path: Path, answer: tda_sim.Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, points = Trials._play, []

    def stopping(self: Trials, point: Any, *more: Any) -> Any:
        points.append(point)
        if len(points) == 14:
            raise KeyboardInterrupt
        return play(self, point, *more)

    monkeypatch.setattr(Trials, "_play", stopping)
    with pytest.raises(InterruptedRunError, match="games of the search are played"):
        asked(tmp_path)
    assert asked(tmp_path).summary().equals(answer.summary())


def test_a_search_of_another_rule_is_another_search(tmp_path: Path) -> None:
    rule = tmp_path / "own.yaml"
    name = written(tmp_path, SPEC.format(wish="40 +- 8").replace("designs: 1", "house_rules: [./own.yaml]"))
    asked = []
    for rounds in (2, 4):
        rule.write_text(f"title: Mine\nrules: {{rounds: {rounds}}}\n")
        asked.append(read_spec(name).asked)
    assert asked[0] != asked[1]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("plays: 40 +- 8", "play: 40 +- 8", "there is no measure play", 8),
        ("plays: 40 +- 8", "plays: forty", "plays: forty is not a goal", 8),
        ("plays: 40 +- 8", "worth jester: 0 +- 1", "original has no card jester", 8),
        ("plays: 40 +- 8", "random over nobody: 60 +- 5", "there is no strategy called nobody", 8),
        ("plays: 40 +- 8", "random over random: 60 +- 5", "random cannot beat itself", 8),
        ("rules.starting_gold.each", "rules.starting_golf.each", "no parameter rules.starting_golf", 5),
        ("20..80:5", "80..20", "runs backwards", 5),
        ("table: random", "table: nobody", "there is no strategy called nobody", 4),
        ("deck: original", "deck: originel", "there is no deck called originel", 2),
        ("designs: 1", "designs: 9", "designs", 9),
        ("designs: 1", "wishes: 1", "wishes", 9),
        ("designs: 1", "map: [plays, stakes]", "stakes is none of the goals", 9),
        ("designs: 1", "map: [plays, plays]", "a map has two different goals", 9),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path: Path, old: str, new: str, message: str, line: int) -> None:
    text = SPEC.format(wish="40 +- 8")
    assert old in text
    with pytest.raises(UserError, match=message) as error:
        tda_sim.design(written(tmp_path, text.replace(old, new)))
    assert f"goals.yaml:{line}" in str(error.value)
