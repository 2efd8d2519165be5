"""What `tda sweep` plans and plays, and every mistake that can be made with it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tda_sim.errors import UserError
from tda_sim.questions.sweep import Sweep
from tda_sim.studies.sweep_values import written_values

Tda = Callable[..., tuple[int, str, str]]
Write = Callable[..., Path]
GOLD = "rules.starting_gold.each"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("20..60:20", (20, 40, 60)),
        ("2..5", (2, 3, 4, 5)),
        ("20..60:30", (20, 50)),
        ("0.5..1.5:0.5", (0.5, 1, 1.5)),
        ("-2..0", (-2, -1, 0)),
        (" 5, 3 ,4 ", (3, 4, 5)),
        ("true,false", (True, False)),
        ("null,6", (None, 6)),
        ("running,hole", ("running", "hole")),
    ],
)
def test_values_are_a_range_or_a_list(text: str, values: tuple[Any, ...]) -> None:
    result = written_values("x", text)
    assert result == values and list(map(type, result)) == list(map(type, values))


def test_every_point_is_a_house_rule_and_the_printed_game_is_one_of_them() -> None:
    planned = Sweep(deck="original", parameters=(f"{GOLD}=40..60:10",), games=100, strategies="random")
    assert planned.points[1].points == {"": (50,), f"{GOLD}=40": (40,), f"{GOLD}=60": (60,)}
    assert planned.points[1].order() == [f"{GOLD}=40", "", f"{GOLD}=60"]
    assert [cell.setting.variant for cell in planned.plan().cells] == ["", f"{GOLD}=40", f"{GOLD}=60"]
    gold = [cell.setting.deck.rules.starting_gold.each for cell in planned.plan().cells]  # type: ignore[union-attr]
    assert gold == [50, 40, 60]
    assert len({cell.seed for cell in planned.plan().cells}) == 1


def test_two_parameters_make_every_pair() -> None:
    planned = Sweep(
        deck="original",
        parameters=(
            "rules.rounds=2,3",
            "rules.leader_triggers=true,false",
        ),
        strategies="random",
    )
    assert list(planned.points[1].points.values()) == [(3, True), (2, True), (2, False), (3, False)]
    assert (planned.points[1].reference, planned.points[1].has_printed) == ("", True)


def test_tables_are_those_of_usual_players_and_of_unlike_ones_unless_others_are_named() -> None:
    tables = [cell.table.name for cell in Sweep(deck="original", parameters=("rules.rounds=3,4",)).plan().cells[:6]]
    assert tables[:4] == ["regular", "master", "casual", "lookahead"]
    assert tables[4:] == [
        "master,master:play=0.4:ante=0.1,master:play=0.8:ante=0.2,master:play=1.2:ante=0.3",
        "weighted,balanced,spender,heretic",
    ]
    named = Sweep(deck="original", parameters=("rules.rounds=3,4",), strategies="random,thrifty").plan().cells
    assert [cell.table.name for cell in named[:2]] == ["random", "thrifty"]


@pytest.mark.parametrize(
    ("parameters", "targets", "said"),
    [
        ([], (), "0 parameters are too few (name one or two, such as rules.rounds=2..5"),
        (["a=1,2"] * 3, (), "3 parameters are too many (name one or two"),
        (["rules.rounds"], (), "rules.rounds has no values (write NAME=VALUES, such as rules.rounds=2..5)"),
        (["rules.rounds=3"], (), "rules.rounds: a single value, 3, makes no curve (write 20..60:5, or a list"),
        (["rules.rounds="], (), "rules.rounds: an empty place cannot be a value of a list (write 20..60:5"),
        (["rules.rounds=5..2"], (), "rules.rounds: 5..2 runs backwards (write 2..5)"),
        (["rules.rounds=2..5:0"], (), "rules.rounds: a step must be above 0, not 0"),
        (["rules.rounds=2..many"], (), "rules.rounds: 2..many is not a range (write 20..60:5, or a list"),
        (["rules.rounds=2,2"], (), "rules.rounds: 2 is listed twice (write each value once)"),
        (["rules.rounds=2,3", "rules.rounds=4,5"], (), "rules.rounds is listed twice (write all its values together"),
        ([f"{GOLD}=1..121"], (), "121 points are too many (at most 120: take larger steps"),
        ([f"{GOLD}=1..999999999"], (), f"{GOLD}: 1..999999999 has 999,999,999 values (take larger steps"),
        (["rules.rounds=2..5", f"{GOLD}=1..31"], (), "4 × 31 = 124 points are too many"),
        (["rules.rounds=0,2,3"], (), "rules.rounds=0: rounds must be at least 1, not 0 (leave out these values)"),
        (["rules.hand_limit=4..6"], (), "rules.hand_limit=4, rules.hand_limit=5: opening_hand must not be more than"),
        (["rules.rounds=2.5,3.5"], (), "rules.rounds=2.5: rounds must be a whole number, not 2.5 (try other values)"),
        (["cards.red-12.strength=8,9"], (), "cards.red-12.strength=8: dragons.red: strengths: list each once"),
        (["rules.rounds=2,4"], ["minutes"], "target: minutes is not a metric with a number (write minutes=45)"),
        (["rules.rounds=2,4"], ["minutes=inf"], "target: minutes=inf is not a metric with a number"),
        (["rules.rounds=2,4"], ["minuts=45"], "target: there is no metric minuts (did you mean minutes? known"),
        (["rules.debt=running,hole"], ["minutes=45"], "rules.debt has no numbers, so a curve cannot reach a target"),
    ],
)
def test_a_mistake_says_what_would_be_right(parameters: list[str], targets: list[str], said: str) -> None:
    with pytest.raises(UserError) as error:
        Sweep(deck="original", parameters=tuple(parameters), targets=tuple(targets)).plan()
    assert str(error.value).startswith(said)


def test_the_command_plays_goes_on_and_writes_everything(engine: Any, tda: Tda, write: Write, tmp_path: Path) -> None:
    write("")
    asked = ("sweep", "original", f"{GOLD}=40..60:10", "-s", "random,thrifty", "-n", "200", "-p", "2", "-o", "here")
    code, out, err = tda(*asked, "--target", "gambits=1e6", "--csv", "tables", "--markdown", "a.md", "--html", "a.html")
    assert code == 0, err
    assert out.startswith("Three-Dragon Ante: starting gold\n")
    assert "With Random, games stay below 1,000,000 gambits" in out and "50 (printed)" in out
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == ["estimates.csv", "points.csv"]
    assert (
        "Three-Dragon Ante: starting gold" in (tmp_path / "a.md").read_text()
        and "<svg" in (tmp_path / "a.html").read_text()
    )
    played = engine.games_played
    code, out, _ = tda(*asked, "--json", "--picture", "a.svg")
    data = json.loads(out)
    assert (code, engine.games_played) == (0, played)
    assert data["parameters"] == [{"name": GOLD, "title": "starting gold", "values": [40, 50, 60], "printed": 50}]
    assert [row["first"] for row in data["tables"]["points"]] == [40, 50, 60]
    assert "<svg" in (tmp_path / "a.svg").read_text()


def test_a_mistake_of_the_command_ends_with_code_2(tda: Tda, write: Write) -> None:
    write("")
    code, out, err = tda("sweep", "original", "rules.rounds=5..2", "-n", "10")
    assert (code, out) == (2, "") and err.startswith("rules.rounds: 5..2 runs backwards (write 2..5)")
