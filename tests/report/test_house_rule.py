"""What `tda house-rule` plays, prints and writes."""

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from house_made_up import CARDS, MIXED, draws_of, games_of, house_study, mixed_games
from typer.testing import CliRunner

from tda_sim.analyses import house_rules
from tda_sim.cli import app
from tda_sim.errors import UserError
from tda_sim.report.house_rule import house_rule_command, pairing, render_house_rule
from tda_sim.report.house_rule_files import markdown, write_markdown
from tda_sim.report.pictures import draw_picture
from tda_sim.studies import plan_study
from tda_sim.studies.house_rule import house_rule_study, rule_texts
from tda_sim.terminal import Terminal

RULES = {"long": "Games last one gambit longer.", "idle": "Nothing changes."}


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    nothing = dict.fromkeys(CARDS, 0.0)
    played: dict[Any, Any] = {}
    for k, rule in enumerate(("", *RULES)):
        longer = int(rule == "long")
        played[rule, "balanced"] = (games_of(k, 9, longer), draws_of(k, nothing | {"bee": 2.0 * longer}))
        played[rule, MIXED] = (mixed_games(k + 20, [0.4, 0.3, 0.2, 0.1]), draws_of(k, nothing))
    return house_rules.analyse(house_study(played, start_gold={"long": 60}))


@pytest.fixture(scope="module")
def data(tables: dict[str, Any]) -> dict[str, Any]:
    cells = house_study({("", "balanced"): (games_of(1, 9), draws_of(1, {"ant": 0.0}))}).cells
    results = SimpleNamespace(title="long, idle on deck", path=Path("results/here"), cells=cells)
    return house_rule_command(results, tables, RULES, seed=1)  # type: ignore[arg-type]


def printed(data: dict[str, Any], width: int) -> list[str]:
    target = Terminal(file=io.StringIO(), width=width)
    render_house_rule(data, target)
    return target.file.getvalue().splitlines()  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [80, 120])
def test_the_answer_fits_and_opens_with_verdicts(data: dict[str, Any], width: int) -> None:
    lines = printed(data, width)
    assert max(map(len, lines)) <= width
    assert lines[0] == "long, idle on deck"
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert headings[2] == "In short"
    assert headings[3].startswith("long  Games last") and headings[4] == "Verdicts"
    assert any(line.startswith("  Length      longer by ") for line in lines)


def test_several_rules_open_with_a_line_for_each(data: dict[str, Any]) -> None:
    lines = printed(data, 120)
    long = next(line for line in lines if line.startswith("  long  "))
    idle = next(line for line in lines if line.startswith("  idle  "))
    assert "longer by " in long and "changes: stakes, cards" in long
    assert "same length" in idle and "changes" not in idle


def test_gold_by_another_start_is_marked(data: dict[str, Any]) -> None:
    text = "\n".join(printed(data, 120))
    assert "10.00*" in text  # stakes of 12 with 60 gold at the start are like 10 with 50
    assert "* marks amounts in coins of the printed game" in " ".join(text.split())


def test_json_has_all_tables_and_no_other_numbers(data: dict[str, Any]) -> None:
    read = json.loads(json.dumps(data, allow_nan=False))
    assert {"overview", "answers", "metrics", "cards", "strategies", "orders"} <= read["tables"].keys()
    assert (read["study"], read["out"], read["level"]) == ("long, idle on deck", "results/here", 0.95)


def test_what_pairing_gains_is_said_in_words() -> None:
    row = {"gain": 4.0, "correlation": 0.75, "paired": True}
    assert "correlate by 0.75, which saves 75 % of the games" in pairing(row)
    assert "saves nothing" in pairing(row | {"gain": 0.97, "correlation": -0.03})
    assert pairing({"gain": None, "paired": False}) == "Not played on the same shuffles."


def test_markdown_has_a_table_for_each_rule(data: dict[str, Any], tmp_path: Path) -> None:
    lines = list(markdown(data))
    assert "| rule | what it changes |" in lines
    assert [line for line in lines if line.startswith("### ")] == ["### long", "### idle"]
    write_markdown(data, tmp_path / "new" / "rules.md")
    assert (tmp_path / "new" / "rules.md").read_text() == "\n".join(lines).rstrip("\n") + "\n"
    with pytest.raises(UserError, match="cannot write here"):
        write_markdown(data, tmp_path)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_one_study_has_one_picture(tables: dict[str, Any], tmp_path: Path, ending: str) -> None:
    for name in ("one", "two"):
        draw_picture(house_rules.figures(tables)["differences"], tmp_path / f"{name}.{ending}")
    assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


# --- the study --------------------------------------------------------------------------------------------


def test_each_rule_is_laid_over_the_deck_by_itself() -> None:
    plan = plan_study(
        house_rule_study("original", ["no-thirteen", "four-rounds"], strategies="balanced,random", games=10)
    )
    assert [cell.setting.variant for cell in plan.cells] == [""] * 3 + ["no-thirteen"] * 3 + ["four-rounds"] * 3
    assert {cell.table.name for cell in plan.cells} == {"balanced", "random", "balanced,random,balanced,random"}
    assert plan.question == {"metric": "gambits", "smallest": 0.5}


def test_rules_are_laid_over_the_deck_together() -> None:
    plan = plan_study(house_rule_study("original", ["no-thirteen", "four-rounds"], together=True, strategies="random"))
    assert [cell.setting.variant for cell in plan.cells] == ["", "no-thirteen+four-rounds"]
    texts = rule_texts(["no-thirteen", "four-rounds"], together=True)
    assert texts["no-thirteen+four-rounds"].startswith("The strongest Gold Dragon is out. A gambit has four rounds")


@pytest.mark.parametrize(
    ("rules", "options", "said"),
    [
        (["no-thirteen", "no-thirteen"], {}, "no-thirteen is there twice"),
        (["show-em"], {}, "show-em cannot be laid over original"),
        (["no-such-rule"], {}, "no-such-rule"),
        (["no-thirteen"], {"strategies": "random,"}, "a strategy without a name"),
        (["no-thirteen"], {"strategies": "nobody"}, "nobody"),
        (["no-thirteen"], {"players": 7}, "7"),
    ],
)
def test_mistakes_are_told(rules: list[str], options: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        plan_study(house_rule_study("original", rules, **options))


def test_a_rule_that_forbids_a_number_of_players_is_named(tmp_path: Path) -> None:
    rule = tmp_path / "duel.yaml"
    rule.write_text("title: Duel\ntext: For two.\nplayers: {max: 2}\n")
    with pytest.raises(UserError, match=r"original \+ duel is not for 4 players"):
        plan_study(house_rule_study("original", [str(rule)]))


def test_the_command_plays_and_answers(tmp_path: Path) -> None:
    options = ["--games", "60", "--players", "2", "--strategies", "random", "--out", str(tmp_path / "study"), "--json"]
    result = CliRunner().invoke(app, ["house-rule", "original", "four-rounds", *options])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["rules"] == {"four-rounds": "A gambit has four rounds, and more only if it is tied."}
    rounds = next(row for row in data["tables"]["metrics"] if row["metric"] == "rounds_per_gambit")
    assert rounds["verdict"] == "more" and 0.5 < rounds["estimate"] < 1.5
