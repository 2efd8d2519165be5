"""`tda house-rule`: its study, and its sentences and tables, which follow from the numbers."""

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

from tda_sim.agents import strength
from tda_sim.analyses import house_rules
from tda_sim.answers.contrast_words import sentence, words_for
from tda_sim.answers.contrasts import Entry, Played
from tda_sim.answers.house_rules import changed, changes
from tda_sim.answers.house_rules_words import answered, of_many, pairing, verdict
from tda_sim.answers.rules_known import Rule, Rules
from tda_sim.cli.app import app
from tda_sim.definitions.library import available
from tda_sim.errors import UserError
from tda_sim.measures.metrics import EVERY, PRIMARY
from tda_sim.measures.no_effect import Quiet, Why
from tda_sim.questions.house_rule import HouseRule
from tda_sim.rendering.files import draw
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Document
from tda_sim.store.files import write_document
from tda_sim.studies.house_rule import RuleWords, rule_words

RULES = {"long": RuleWords("Long", "Games last one gambit longer."), "idle": RuleWords("Idle", "Nothing changes.")}


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    nothing = dict.fromkeys(CARDS, 0.0)
    played: dict[Any, Any] = {}
    for k, rule in enumerate(("", *RULES)):
        longer = int(rule == "long")
        alike, mixed = games_of(k, 9, longer), mixed_games(k + 20, [0.4, 0.3, 0.2, 0.1])
        stakes = pl.col("stakes_won") * (10 if longer else 12) // 12
        played[rule, "balanced"] = (alike.with_columns(stakes), draws_of(k, nothing | {"bee": 2.0 * longer}))
        played[rule, MIXED] = (mixed.with_columns(stakes), draws_of(k, nothing))
    return house_rules.analyse(house_study(played, start_gold={"long": 60}))


@pytest.fixture(scope="module")
def known(tables: dict[str, Any]) -> Rules:
    cells = house_study({("", "balanced"): (games_of(1, 9), draws_of(1, {"ant": 0.0}))}).cells
    known = {"title": "long, idle on deck", "path": Path("results/here"), "cells": cells}
    results: Any = SimpleNamespace(**known, own=(), game="cards", complete=True, smallest={}, clock={})
    return Rules(Played.of(results, seed=1), tables, RULES)


@pytest.fixture(scope="module")
def document(known: Rules) -> Document:
    return changed(known, dict)


def only(known: Rules, rule: str) -> Rules:
    """The results on one of the rules."""
    here = pl.col("rule").is_in(["", rule])
    return replace(known, tables={name: frame.filter(here) for name, frame in known.tables.items()})


@pytest.mark.parametrize("width", [80, 120])
def test_a_few_rules_open_with_a_verdict_each(document: Document, width: int) -> None:
    lines = printed(document, width)
    assert lines[0] == "Long and Idle on Deck"
    first, second, players = document.headline
    assert re.match(r"Long: whoever plays, stakes are 1\d % lower \(from .+\); games are longer with Balanced", first)
    assert re.search(r"longer with Balanced \(from 9.+ to 1.+ cards\), as long as before with the others", first)
    assert second.startswith("Idle: whoever plays, games are as long as before (from 9")
    assert players.startswith("Computer players: Balanced at every seat")
    text = " ".join(" ".join(lines).split())
    assert text.index("Games last one gambit longer.") < text.index(" ".join(first.split())) < text.index("At a glance")


def test_several_rules_are_a_line_each_below_the_deck_as_printed(document: Document) -> None:
    lines = printed(document, 200)
    printed_deck, long, idle = (
        next(line for line in lines if line.startswith(f"  {name}  ")) for name in ("As printed", "Long", "Idle")
    )
    assert re.match(r"  As printed +9\d\.\d ", printed_deck)
    assert re.match(r"  Long +\+12\.\d ▲", long) and re.match(r"  Idle +[+-]?0\.\d =", idle)


class Titled(Rule):
    """A rule under another title."""

    def __init__(self, rule: Rule, title: str) -> None:
        super().__init__(rule.known, rule.name)
        self.__dict__["own"] = title

    @property
    def title(self) -> str:
        return str(self.__dict__["own"])


def quieted(known: Rules, why: str) -> Rules:
    """What is known where ``idle`` changes nothing at the table that verdicts are about."""
    row = {"deck": "deck", "rule": "idle", "players": 4, "table": "balanced"}
    row |= Quiet(Why(why), games=9, cards=("ant",)).row
    return replace(known, tables={**known.tables, "quiet": pl.DataFrame([row])})


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        ("already", "Idle changes nothing: Deck has this rule already."),
        (
            "never",
            "Idle changes nothing: it never came up in 9 games"
            " (fewer than one game in 3 would have it, with 95 % confidence).",
        ),
        ("unnoticed", "Idle cannot be tested with Balanced: its change to ant came up, but every game went as before."),
    ],
)
def test_a_rule_that_changes_nothing_comes_with_the_reason(known: Rules, why: str, reason: str) -> None:
    document = changed(quieted(known, why), dict)
    assert reason in document.headline and not any(line.startswith("Idle:") for line in document.headline)
    assert reason in " ".join(" ".join(printed(document, 120)).split())


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        ("already", "‘Idle’ changes nothing, since Deck has it already."),
        ("never", "‘Idle’ never came up."),
        ("unnoticed", "‘Idle’ cannot be tested with Balanced, which ignores it."),
    ],
)
def test_many_rules_are_summed_up(known: Rules, why: str, reason: str) -> None:
    long, idle = quieted(known, why).each()
    many = [Titled(long, f"Long {k}") for k in range(4)] + [idle]
    first, most, last = of_many(many)
    assert first == "Whether games get longer or shorter depends on who plays: 4 rules."
    assert most.startswith("Large changes: stakes under ‘Long 0’ (from 12.0") and last == reason


def test_rules_that_change_other_things_than_the_length_are_counted(known: Rules) -> None:
    long, idle = known.each()
    as_long = pl.when(measure=PRIMARY).then(pl.lit("same")).otherwise("verdict")
    rows = known.tables["estimates"].with_columns(verdict=as_long)
    other, _ = replace(known, tables={**known.tables, "estimates": rows}).each()
    *_, last = of_many([long, long, other, idle])
    assert last.startswith("1 rule changes other things; ")


def test_differences_under_a_rule_that_was_not_tested_are_not_marked_as_small(known: Rules) -> None:
    rows = known.tables["estimates"].with_columns(verdict=pl.when(pl.col("rule") != "idle").then("verdict"))
    document = changed(quieted(replace(known, tables={**known.tables, "estimates": rows}), "unnoticed"), dict)
    (section,) = (part for part in markdown(document).split("\n### ") if part.startswith("Idle\n"))
    rows = [line for line in section.splitlines() if line.startswith(f"| {EVERY[PRIMARY].title}")]
    assert rows and not any(sign in row for row in rows for sign in "=?▲▼")
    text = " ".join(" ".join(printed(document, 200)).split())
    assert re.search(r"Not tested, since every game went as before: \d+ measures\.", text)


def test_an_answer_says_how_often_the_best_wins_and_how_strong_its_players_are(document: Document) -> None:
    text = " ".join(" ".join(printed(document, 200)).split())
    best = r"Where Weighted, Balanced, Spender and Heretic meet, the best of four wins [\d.]+( to [\d.]+)? of 100 games"
    assert re.search(rf"{best}, and [\d.]+( to [\d.]+)? if games had ten gambits; luck alone gives 25\.", text)
    wins = strength.known()["original"].alone["balanced"].estimate
    decks = [result.alone["balanced"].estimate for result in strength.known().values()]
    assert min(decks) <= wins <= max(decks)
    ends = f"{100 * min(decks):.0f} to {100 * max(decks):.0f} %"
    assert document.headline[-1].startswith(
        f"Computer players: Balanced at every seat, which wins {ends} of games against three"
    )


def test_one_rule_opens_with_its_verdict_and_what_stays_the_same(known: Rules) -> None:
    document = changed(only(known, "long"), dict)
    assert document.title == "Long on Deck" and len(document.headline) <= 5
    assert document.headline[0].startswith("Long, whoever plays, stakes are 17 % lower (from 12.0")
    assert document.headline[1].startswith("It depends on who plays: games are longer with Balanced (from 9")
    assert "skill" in document.headline[2]
    text = "\n".join(printed(document, 100))
    assert text.splitlines()[1] == "Games last one gambit longer." and text.count("Games last one gambit longer.") == 1
    assert text.index("A difference matters from ") < text.index("What changes") < text.index("How sure is that?")


def test_a_verdict_has_both_numbers_and_the_direction(known: Rules) -> None:
    long, idle = known.each()
    length = long.length
    assert length is not None
    numbers = f"from {length.before.value:.1f} to {length.after.value:.1f} cards"
    assert f"games are longer with Balanced ({numbers}), as long as before with the others" in verdict(long)
    assert "of the starting gold before and" in verdict(long) and "than" not in verdict(idle)


def test_bars_show_how_many_percent_a_rule_changes(known: Rules) -> None:
    (rule,) = only(known, "long").each()
    bars = {bar.label.rstrip("*"): bar for bar in changes(rule).bars}
    length = rule.length
    assert length is not None and length.ratio is not None
    assert bars["cards played"].value == pytest.approx(100 * (length.ratio - 1))
    assert (bars["cards played"].verdict, bars["stakes, gold"].verdict) == ("more", "less")
    assert bars["stakes, gold"].value == pytest.approx(-100 / 6) and bars["stakes, gold"].note.startswith("from 12.0")


def test_gold_by_another_start_also_stands_as_a_share_of_it(document: Document) -> None:
    text = "\n".join(printed(document, 120))
    assert re.search(r"12\.0+ +\(24 %\) +10\.0+ +\(17 %\)", text)  # of 50 and of 60 gold
    assert "In brackets: amounts of gold in percent of what everybody starts with." in " ".join(text.split())


def test_json_has_all_tables_and_no_other_numbers(known: Rules) -> None:
    read = json.loads(json.dumps(known.data(), allow_nan=False))
    assert {"answers", "estimates", "orders"} <= read["tables"].keys()
    assert (read["study"], read["out"], read["level"]) == ("long, idle on deck", "results/here", 0.95)


def test_every_question_has_an_answer_in_words(known: Rules) -> None:
    long, idle = known.each()
    said = {row.question: answered(long, row.question, row.verdict) for row in long.answers}
    assert re.match(r"cards played per game: from 9\d\.\d to 1\d\d\.\d cards, \+1\d\.\d \(", said["length"])
    assert re.match(r"gain: bee \+\d\.\d \(", said["cards"])
    assert said["strategies"].startswith("cannot tell yet for ")
    told = [(row.verdict, answered(idle, row.question, row.verdict)) for row in idle.answers]
    assert {text for verdict, text in told if verdict == "same"} == {"no difference that matters"}
    unclear = [text for verdict, text in told if verdict == "unclear"]
    assert unclear and all(text.startswith("cannot tell yet for ") for text in unclear)


def test_an_order_of_strategies_that_turns_is_told(known: Rules) -> None:
    columns = ("rule", "one", "two", "ahead_printed", "ahead_changed", "reversed")
    turned = [("long", "ant", "bee", "ant", "bee", True), ("long", "ant", "cat", "ant", None, False)]
    orders = pl.DataFrame(turned, schema=columns, orient="row")
    long, _ = replace(known, tables={**known.tables, "orders": orders}).each()
    said = answered(long, "strategies", "changed")
    assert said.startswith(
        "Bee is now ahead of Ant; it is no longer clear whether Ant or Cat is ahead; cannot tell yet"
    )


def test_what_pairing_saves_is_put_into_words() -> None:
    paired = {"variance_ratio": 4.0, "correlation": 0.75, "paired": True}
    assert "correlate by 0.75, which saves 75 % of the games" in pairing(Entry(paired))
    assert "saves nothing" in pairing(Entry(paired | {"variance_ratio": 0.97, "correlation": -0.03}))
    assert pairing(Entry(paired | {"variance_ratio": None, "paired": False})) == "Played on different shuffles."


def test_whether_a_change_holds_elsewhere_is_said_table_by_table() -> None:
    told = {"balanced": "more", "thrifty": "more", "random": "unclear"}
    assert sentence(told, words_for("plays")) == "longer with balanced and thrifty, cannot tell yet with random"
    assert sentence(dict.fromkeys(told, "unclear"), words_for("gambits")) == "cannot tell yet, whatever the strategy"
    assert sentence({"balanced": "less"}, words_for("gambits")) == "one table only: fewer with balanced"


def test_every_rule_has_its_verdicts_measures_cards_and_strategies(document: Document, tmp_path: Path) -> None:
    text = markdown(document)
    assert "| rule | cards played |" in text
    for rule in ("Long", "Idle"):
        _, section = text.split(f"\n### {rule}\n")
        section = section.split("\n### ")[0]
        for table in (
            "<summary>Question by question</summary>",
            "**All players use Balanced; differences",
            "**Value of drawing a card",
            "**Win rate per seat where able strategies meet",
        ):
            assert table in section, table
        assert "<summary>Intervals and verdicts</summary>" in section
    with pytest.raises(UserError, match="cannot write here"):
        write_document(tmp_path, text)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_one_study_has_one_picture(tables: dict[str, Any], tmp_path: Path, ending: str) -> None:
    for name in ("one", "two"):
        draw(house_rules.figures(tables)["differences"], tmp_path / f"{name}.{ending}")
    assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


# --- the study --------------------------------------------------------------------------------------------


def test_each_rule_is_laid_over_the_deck_by_itself() -> None:
    rules = ("no-thirteen", "four-rounds")
    plan = HouseRule(deck="original", rules=rules, strategies="balanced,spender", games=10).plan()
    assert [cell.setting.variant for cell in plan.cells] == [""] * 3 + ["no-thirteen"] * 3 + ["four-rounds"] * 3
    assert {cell.table.name for cell in plan.cells} == {"balanced", "spender", "balanced,spender,balanced,spender"}
    assert plan.question == {"metric": "plays"}


def test_rules_are_laid_over_the_deck_together() -> None:
    rules = ("no-thirteen", "four-rounds")
    plan = HouseRule(deck="original", rules=rules, together=True, strategies="random").plan()
    assert [cell.setting.variant for cell in plan.cells] == ["", "no-thirteen+four-rounds"]
    (words,) = rule_words(["no-thirteen", "four-rounds"], together=True).values()
    assert words.title == "No Gold Dragon of thirteen + Four rounds"
    assert words.text.startswith("The deck has no Gold Dragon of strength 13. A gambit")


def test_a_rule_of_the_users_has_the_title_and_text_of_its_file(tmp_path: Path) -> None:
    rule = tmp_path / "ten-more.yaml"
    rule.write_text("title: Ten more coins\ntext: Everyone starts with 60 gold.\nrules:\n  starting_gold: {each: 60}\n")
    assert rule_words([str(rule)]) == {"ten-more": ("Ten more coins", "Everyone starts with 60 gold.")}


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        (["no-thirteen", "no-thirteen"], {}, "no-thirteen is listed twice"),
        (["show-em"], {}, "show-em does not fit original"),
        (["no-such-rule"], {}, "no-such-rule"),
        (["no-thirteen"], {"strategies": "random,"}, "a strategy without a name"),
        (["no-thirteen"], {"strategies": "nobody"}, "nobody"),
        (["no-thirteen"], {"players": 7}, "7"),
    ],
)
def test_mistakes_are_named(rules: list[str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        HouseRule(deck="original", rules=tuple(rules), **options).plan()


@pytest.mark.parametrize(
    ("deck", "rules", "told"),
    [
        (
            "original",
            ["four-round"],
            ["there is no rule set or house rule called four-round (did you mean four-rounds?"],
        ),
        (
            "dice-gambit",
            ["full-antes"],
            ["there is no house rule for dice games called full-antes (did you mean full-"],
        ),
        ("orignal", ["four-rounds"], ["there is no deck called orignal (did you mean original?"]),
        (
            "original",
            ["show-em"],
            ["show-em does not fit original (tda rules NAME", "decks/house-rules/show-em.yaml:5: "],
        ),
    ],
)
def test_what_there_is_not_is_told_alone(deck: str, rules: list[str], told: list[str]) -> None:
    with pytest.raises(UserError) as caught:
        HouseRule(deck=deck, rules=tuple(rules)).plan()
    lines = str(caught.value).splitlines()
    assert len(lines) == len(told) and all(map(str.startswith, lines, told))


def test_all_are_the_house_rules_that_fit_and_the_others_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    every = available("house-rule")
    question = HouseRule(deck="original", rules=("all",))
    assert {cell.setting.variant for cell in question.plan().cells} == {"", *every} - {"show-em"}
    assert question.named == HouseRule.of_part(deck="original", rules="all").named
    assert list(HouseRule(deck="dice-gambit", rules=("all",)).named) == list(available("dice-house-rule"))
    with pytest.raises(UserError, match=r"^there is no deck called orignal"):
        HouseRule(deck="orignal", rules=("all",)).plan()
    page = Document("", about="4 players")
    monkeypatch.setattr("tda_sim.answers.house_rules.house_rules", lambda *_: page)
    found = SimpleNamespace(study=None, more=None, tables=None)
    assert question.document(found).about == "4 players; show-em does not fit the deck"
    assert HouseRule(deck="original", rules=("four-rounds",)).document(found) is page


def test_a_rule_that_forbids_a_number_of_players_is_named(tmp_path: Path) -> None:
    rule = tmp_path / "duel.yaml"
    rule.write_text("title: Duel\ntext: For two.\nplayers: {max: 2}\n")
    with pytest.raises(UserError, match=r"original \+ duel is not for 4 players"):
        HouseRule(deck="original", rules=(str(rule),)).plan()


def test_the_command_plays_and_answers(tmp_path: Path) -> None:
    options = ["--games", "60", "--players", "2", "--strategies", "random", "--out", str(tmp_path / "study"), "--json"]
    result = CliRunner().invoke(app, ["house-rule", "original", "four-rounds", *options])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["rules"] == {"four-rounds": "A gambit has four rounds, or more if it is tied."}
    rows = [row for row in data["tables"]["estimates"] if row["kind"] == "difference"]
    rounds = next(row for row in rows if row["measure"] == "rounds_per_gambit")
    assert rounds["verdict"] == "more" and 0.5 < rounds["estimate"] < 1.5
