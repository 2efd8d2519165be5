"""What `tda house-rule` plays and tells."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from house_made_up import CARDS, MIXED, draws_of, games_of, house_study, mixed_games
from reading import printed
from typer.testing import CliRunner

from tda_sim.analyses import house_rules
from tda_sim.answers.house_rules import changed
from tda_sim.answers.house_rules_rows import Played, Rules
from tda_sim.answers.house_rules_words import pairing
from tda_sim.cli.app import app
from tda_sim.documents.files import draw
from tda_sim.documents.markdown import markdown
from tda_sim.documents.model import Document
from tda_sim.documents.numbers import Estimate
from tda_sim.errors import UserError
from tda_sim.measures.difference import MetricChange
from tda_sim.seats import strength
from tda_sim.store.files import write_document
from tda_sim.studies import plan_study
from tda_sim.studies.house_rule import house_rule_study, rule_texts

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
def known(tables: dict[str, Any]) -> Rules:
    cells = house_study({("", "balanced"): (games_of(1, 9), draws_of(1, {"ant": 0.0}))}).cells
    results = SimpleNamespace(title="long, idle on deck", path=Path("results/here"), cells=cells, own=(), game="cards")
    return Rules(Played.of(results, RULES, seed=1), tables)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def document(known: Rules) -> Document:
    return changed(known, dict)


@pytest.mark.parametrize("width", [80, 120])
def test_the_answer_opens_with_what_becomes_of_the_length(document: Document, width: int) -> None:
    lines = printed(document, width)
    assert lines[0] == "long, idle on deck"
    told = " ".join(lines)
    assert "Games become longest under long (+12.2 cards); 1 of 2 rules surely makes them longer." in " ".join(
        told.split()
    )
    assert told.index("All rules at a glance") < told.index("  Games last one gambit longer.") < told.index("Verdicts")
    assert any(line.startswith("  Length      longer by ") for line in lines)


def test_several_rules_open_with_a_line_for_each(document: Document) -> None:
    lines = printed(document, 200)
    long = next(line for line in lines if line.startswith("  long  "))
    idle = next(line for line in lines if line.startswith("  idle  "))
    assert "longer by " in long and "changes: structure, stakes, cards" in long
    assert "same length" in idle and "changes:" not in idle


def quieted(known: Rules, why: str, sentence: str) -> Document:
    """The answer where ``idle`` changes nothing at the table that verdicts are about."""
    row = {"deck": "deck", "rule": "idle", "players": 4, "table": "balanced", "why": why, "sentence": sentence}
    return changed(replace(known, tables={**known.tables, "quiet": pl.DataFrame([row])}), dict)


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("already", "Idle changes nothing: deck has it already."),
        ("never", "Idle changes nothing: it never came up."),
        ("unnoticed", "Idle cannot be tested with balanced, which takes no notice of it."),
    ],
)
def test_rules_that_change_nothing_are_told_with_their_reason(known: Rules, why: str, told: str) -> None:
    document = quieted(known, why, "changes nothing: for a reason")
    assert told in document.headline and not any("found under" in sentence for sentence in document.headline)
    assert "Idle changes nothing: for a reason." in " ".join(" ".join(printed(document, 120)).split())


def test_differences_of_a_rule_that_was_not_put_to_the_test_are_not_marked_as_small(known: Rules) -> None:
    kept = pl.when(pl.col("rule") != "idle").then("verdict")
    tables = {name: known.tables[name].with_columns(verdict=kept) for name in ("metrics", "cards", "strategies")}
    document = quieted(replace(known, tables={**known.tables, **tables}), "unnoticed", "cannot be tested")
    (section,) = (part for part in markdown(document).split("\n### ") if part.startswith("idle\n"))
    rows = [line for line in section.splitlines() if line.startswith("| cards played a game")]
    assert len(rows) == 1 and not any(sign in section.split("How sure")[0] for sign in "=?▲▼")
    told = " ".join(" ".join(printed(document, 200)).split())
    assert " more: not one game differs, which says nothing about the rule." in told


def test_an_answer_says_how_much_is_luck_and_how_strong_its_players_are(document: Document) -> None:
    assert any(
        re.match(r"Luck decides 9\d\.\d % of who wins where able strategies meet", each) for each in document.headline
    )
    wins = strength.known()["original"].alone["balanced"].estimate
    assert document.headline[-1].startswith(f"The strategy balanced wins {100 * wins:.1f} % of the games in original")


def test_one_rule_opens_with_what_it_changes_and_what_not(known: Rules) -> None:
    tables = {
        name: frame.filter(rule="long") if "rule" in frame.columns else frame for name, frame in known.tables.items()
    }
    told = list(changed(replace(known, tables=tables), dict).headline)
    assert told[0].startswith("Under long games are longer, from 9") and "(a difference of +12" in told[0]
    assert told[1].startswith("The rule changes how a game is cut into gambits and rounds, how much gold is at stake")
    assert any(sentence.startswith("No difference that matters was found in ") for sentence in told)


def test_gold_by_another_start_is_marked(document: Document) -> None:
    text = "\n".join(printed(document, 120))
    assert re.search(r"10\.0+ \*", text)  # stakes of 12 with 60 gold at the start are like 10 with 50
    assert "* marks amounts in coins of the printed game" in " ".join(text.split())


def test_json_has_all_tables_and_no_other_numbers(known: Rules) -> None:
    read = json.loads(json.dumps(known.data(), allow_nan=False))
    assert {"overview", "answers", "metrics", "cards", "strategies", "orders"} <= read["tables"].keys()
    assert (read["study"], read["out"], read["level"]) == ("long, idle on deck", "results/here", 0.95)


def test_what_pairing_gains_is_said_in_words() -> None:
    place: Any = {"deck": "d", "rule": "r", "players": 4, "table": "t", "main": True}
    place |= {"metric": "plays", "title": "cards", "group": "Length"}
    paired = MetricChange(found=Estimate(), gain=4.0, correlation=0.75, paired=True, **place)
    assert "correlate by 0.75, which saves 75 % of the games" in pairing(paired)
    assert "saves nothing" in pairing(replace(paired, gain=0.97, correlation=-0.03))
    assert pairing(replace(paired, gain=None, paired=False)) == "Not played on the same shuffles."


def test_every_rule_has_its_verdicts_measures_cards_and_strategies(document: Document, tmp_path: Path) -> None:
    text = markdown(document)
    assert "| rule | length, cards | what it changes | what it says |" in text
    for rule in RULES:
        _, section = text.split(f"\n### {rule}\n")
        section = section.split("\n### ")[0]
        for table in (
            "**Verdicts**",
            "**What changes where every seat plays balanced",
            "**Cards: win share",
            "**Win share",
        ):
            assert table in section, table
        assert "#### How sure" in section
    with pytest.raises(UserError, match="cannot write here"):
        write_document(tmp_path, text)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_one_study_has_one_picture(tables: dict[str, Any], tmp_path: Path, ending: str) -> None:
    for name in ("one", "two"):
        draw(house_rules.figures(tables)["differences"], tmp_path / f"{name}.{ending}")
    assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


# --- the study --------------------------------------------------------------------------------------------


def test_each_rule_is_laid_over_the_deck_by_itself() -> None:
    plan = plan_study(
        house_rule_study("original", ["no-thirteen", "four-rounds"], strategies="balanced,spender", games=10)
    )
    assert [cell.setting.variant for cell in plan.cells] == [""] * 3 + ["no-thirteen"] * 3 + ["four-rounds"] * 3
    assert {cell.table.name for cell in plan.cells} == {"balanced", "spender", "balanced,spender,balanced,spender"}
    assert plan.question == {"metric": "plays"}


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
