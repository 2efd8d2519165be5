"""`tda compare`: its sentences and tables follow from the numbers."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from decks_made_up import CHANCES, DECKS, compared
from reading import printed
from typer.testing import CliRunner

from tda_sim.analyses.decks import analyse
from tda_sim.answers.compare import changes, glance, winners
from tda_sim.answers.compare import compared as answer
from tda_sim.answers.compare_words import at_equal_gold, exceptions, sentences, settled, sureness
from tda_sim.answers.contrast_words import skilled
from tda_sim.answers.contrasts import Played
from tda_sim.answers.decks_known import Comparison
from tda_sim.cli.app import app
from tda_sim.errors import UserError
from tda_sim.measures.metrics import EVERY, PRIMARY
from tda_sim.measures.table import LEVELS, STEPS
from tda_sim.questions.compare import Compare
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Document, Table

LENGTH = EVERY[PRIMARY].title


def comparison_of(
    lengths: dict[str, tuple[int, int]],
    chances: dict[str, float],
    check: str = "",
    equal_gold: dict[str, list[str]] | None = None,
) -> Comparison:
    study = compared(lengths, chances, title="Decks compared")
    study.cells = study.cells.with_columns(able=pl.col("table") != check)
    known = {"title": study.title, "path": Path("results/here"), "cells": study.cells}
    known |= {"complete": True, "own": (), "game": "cards", "smallest": {}, "clock": {}}
    results: Any = SimpleNamespace(**known)
    tables = analyse(study, equal_gold=equal_gold)
    decks = [deck for deck in lengths if deck not in (equal_gold or {})]
    return Comparison(Played.of(results, 1, decks), tables)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return comparison_of(DECKS, CHANCES)


@pytest.fixture(scope="module")
def document(comparison: Comparison) -> Document:
    return answer(comparison, dict)


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


def test_the_first_sentence_answers_the_first_question_with_the_baseline(comparison: Comparison) -> None:
    """In "odd", only the games of balanced are longer."""
    first = sentences(comparison)[0]
    sure, depends = "Games are longer in Longer", "whoever plays; in Odd that depends on who plays"
    parts = re.fullmatch(rf"{sure} \((.+) cards\) than in First \((.+) cards\), {depends}\.", first)
    assert parts, first
    one, baseline = numbers(first)
    assert one > 1.2 * baseline and 90 < baseline < 100


def test_the_answer_is_five_sentences_at_most_and_says_who_played(document: Document) -> None:
    assert len(document.headline) <= 5
    assert document.headline[-1].startswith("Computer players: Balanced at every seat, which wins ")


def test_a_number_that_still_moves_with_the_strongest_players_is_named(comparison: Comparison) -> None:
    """In "odd", the games that balanced plays last longer than those of spender, the next in strength."""
    (sentence,) = settled(comparison)
    assert sentence.startswith("From Spender to Balanced, the two strongest strategies here, ")
    still = sentence.split("What still moves most: ")[1]
    assert LENGTH in still
    steps = comparison.rows(STEPS)
    assert {step.deck for step in steps if step.is_clear} == {"odd"}
    assert f"of {len(steps)} measures over the 4 decks hold still" in sentence


def test_measures_stand_in_the_order_of_strength(document: Document) -> None:
    (sure,) = (section for section in document.sections if section.title == "How sure is that?")
    (odd,) = (section for section in sure.sections if section.title.endswith("Odd"))
    table = odd.blocks[0]
    assert isinstance(table, Table) and [column.title for column in table.columns] == [
        "measure", "Spender", "Balanced", "last step",
    ]  # fmt: skip
    line = next(line for line in table.lines if line.head.startswith(LENGTH))
    spender, balanced, step = line.cells
    assert float(spender.text) < float(balanced.text) and step.estimate is not None
    assert step.estimate.verdict == "more"


def test_win_rates_by_turn_order_have_their_range_over_able_players() -> None:
    """The range over tables of one strategy each comes first, the number of the main one second."""
    comparison = comparison_of(DECKS, CHANCES)
    turns = next(each for each in winners(comparison) if isinstance(each, Table))
    places = comparison.rows(LEVELS, deck="first", measure="turn_game", subject="leader")
    leader = sorted(row.estimate.value or 0.0 for row in places)
    assert len(leader) == 2
    ends = " to ".join(f"{value:.1f}" for value in leader)
    cell = turns.groups["Of games"][0].cells[0]
    assert cell.text == ends and cell.remark == f" ({places[0].estimate.value:.1f})"
    assert turns.note.endswith("Ranges: where all play Balanced or Spender; in brackets: Balanced.")


def test_of_many_decks_the_two_ends_are_named() -> None:
    decks = {"first": (8, 8), "a": (10, 10), "b": (11, 10), "c": (12, 10), "d": (8, 8), "e": (6, 6)}
    first = sentences(comparison_of(decks, {}))[0]
    ends = r"from A \(1[12]\d cards\) to C \(1[45]\d cards\),"
    assert re.match(rf"Games are longer in 3 of 5 other decks, {ends}", first)
    assert re.search(r"and shorter in E \(7\d cards\) than in First \(9\d cards\), whoever plays\.$", first)


def test_the_differences_are_counted_by_verdict(comparison: Comparison) -> None:
    rows, (count, others, held) = comparison.verdicts, sureness(comparison)
    assert others == "The same was also played at tables where all players use Spender."
    clear = sum(row.is_clear for row in rows)
    assert count.startswith(f"Of {len(rows)} differences from First, {clear} matter, ")
    assert re.fullmatch(r"Of \d+ checked at these tables, \d+ also hold for Spender\.", held)


def test_where_nothing_is_clear_no_difference_is_claimed() -> None:
    comparison = comparison_of({"first": (8, 8), "second": (8, 8)}, {})
    (only,) = sentences(comparison)
    assert only.startswith(("No difference that matters in ", "Cannot tell yet for ")) and " than in " not in only
    assert "0 matter, " in next(sureness(comparison))


def test_an_open_question_is_called_open_with_the_games_that_settle_it() -> None:
    comparison = comparison_of({"first": (8, 8), "second": (8, 8)}, {})
    rows = comparison.tables["estimates"].with_columns(
        verdict=pl.when("primary").then(pl.lit("unclear")).otherwise(pl.lit("same")),
        games_needed=pl.when("primary").then(120_000),
    )
    (only,) = sentences(replace(comparison, tables={**comparison.tables, "estimates": rows}))
    assert only.startswith("No difference that matters in ")
    assert only.endswith("cannot tell yet for length (about 120,000 games would settle it).")


def test_verdicts_that_fail_with_other_strategies_are_named(comparison: Comparison) -> None:
    assert f"{LENGTH}: Odd (Spender)" in exceptions(comparison)
    assert not any("skilled players" in sentence for sentence in sureness(comparison))


def test_tables_of_weak_players_are_a_check_and_no_contradiction() -> None:
    comparison = comparison_of(DECKS, CHANCES, check="spender")
    assert exceptions(comparison) == []
    *_, check = sureness(comparison)
    assert re.match(r"\d+ of them needs? skilled players: where all players use Spender, ", check)


def test_how_often_the_best_wins_is_told_where_strategies_meet(comparison: Comparison) -> None:
    """Balanced holds two seats and wins 0.7 of the games in one deck, 0.9 in another; games last 8 gambits there."""
    (told,) = skilled(comparison)
    assert re.fullmatch(
        r"Where Balanced and Spender meet, the best of four wins 3[3-6]\.\d to 4[3-6]\.\d of 100 games,"
        r" and 3[4-7]\.\d to 4[5-8]\.\d if games had ten gambits; luck alone gives 25\.",
        told,
    )
    assert list(skilled(comparison_of({"first": (8, 8), "second": (8, 8)}, {}))) == []


def test_a_first_screen_has_yardsticks_and_what_matters(document: Document, comparison: Comparison) -> None:
    """A fair share of the comebacks among four players, what luck gives, and the smallest differences."""
    players = comparison.played.players
    note = glance(comparison).note
    assert f"if that gold did not count, it would be {100 / players:.0f} %." in note
    assert "and how many in games of ten gambits; luck alone gives 25." in note
    assert note.count("The best is the one who wins most where Balanced and Spender meet.") == 1
    assert document.matters.startswith("A difference matters from 5 % of cards played, ")
    assert document.matters.endswith(", 2 wins in 100 of skill and 2 wins in 100 of skill per ten gambits.")
    assert "every seat" not in document.about


def test_every_deck_has_a_line_at_a_glance_and_the_longest_games_the_longest_bar(comparison: Comparison) -> None:
    table = glance(comparison)
    assert [line.head for line in table.lines] == ["First", "Longer", "Odd", "Alike"]
    bars = {line.head: len(line.cells[1].text) for line in table.lines}
    assert max(bars.values()) == bars["Odd"] == 10 and 7 <= bars["First"] <= 8
    marks = {line.head: line.cells[0].mark for line in table.lines}
    assert re.fullmatch(r"▲ \(1[12]\d\)", marks["Longer"]) and re.fullmatch(r"= \(9\d\)", marks["Alike"])
    assert re.fullmatch(r"▲\* \(1\d\d\)", marks["Odd"]), "where another player sees nothing, the mark says so"
    assert "* not whoever plays, or not known to be." in table.note


def test_a_difference_is_that_of_gold_and_the_rest() -> None:
    """With less gold, games of the first deck are shorter; with as much, those of the other one are longer."""
    decks, twin = {"first": (10, 10), "other": (9, 9), "first + 40 gold each": (7, 7)}, "first + 40 gold each"
    known = comparison_of(decks, {}, equal_gold={twin: ["other"]})
    assert known.others == ["other"] and {row.label for row in known.rows(LEVELS)} == {"first", "other"}
    (equal,), (whole,) = known.at_equal_gold, known.by_metric[PRIMARY]
    (rest,) = equal.by_metric[PRIMARY]
    gold = next(row for row in known.of_gold(twin) if row.measure == PRIMARY)
    assert (whole.verdict, gold.verdict, rest.verdict) == ("less", "less", "more")
    assert whole.estimate.size == pytest.approx(gold.estimate.size - rest.estimate.size)
    lower, longer = at_equal_gold(known)
    assert lower.startswith("With 40 gold each in First, whoever plays, games are 29 to 30 % shorter (from ")
    assert re.match(r"At equal gold, games are longer in Other \(10\d cards\) than in First \+ 40 gold each", longer)
    text = "\n".join(printed(answer(known, dict), 120))
    assert "of it gold" in text and text.index("\nAt equal gold\n") < text.index("What differs")


def test_two_decks_are_compared_by_bars_in_percent_of_the_baseline() -> None:
    comparison = comparison_of({"first": (8, 8), "longer": (10, 10)}, {"first": 0.7, "longer": 0.9})
    bars = {bar.label: bar for bar in changes(comparison).bars}
    length = bars["cards played"]
    assert length.value == pytest.approx(25, abs=2) and length.verdict == "more"
    assert length.low is not None and length.high is not None and length.low < length.value < length.high
    assert re.fullmatch(r"from 9\d to 1[12]\d", length.note)
    text = "\n".join(printed(answer(comparison, dict), 80))
    assert re.search(r"cards played +\+2\d ±\d % +▲", text)


def test_measures_stand_side_by_side_with_marks(document: Document) -> None:
    text = "\n".join(printed(document, 160))
    assert re.search(rf"{LENGTH} +5 % +9\d +1\d\d ▲ +1\d\d ▲\* +9\d =", text)
    assert "* not whoever plays, or not known to be." in text
    assert "swing of a seat's chance" not in text and "All players use Spender" not in text
    assert text.index("At a glance") < text.index("What differs") < text.index("How sure is that?")


def test_a_document_has_all_measures_and_every_deck_at_every_table(comparison: Comparison, document: Document) -> None:
    text = markdown(document)
    assert "| measure | matters from | First | Longer | Odd | Alike |" in text
    titles = {row.title for row in comparison.verdicts}
    assert all(title in text for title in titles)
    assert re.search(rf"\| {EVERY['gambits'].title} \| 0\.5 \| 7\.9", text) and r"▲\* (" in text
    assert f"- {LENGTH}: Odd (Spender)" in text
    assert "Ranges: where all play Balanced or Spender; in brackets: Balanced." in text
    assert "Win rate per seat where able strategies meet" in text
    assert text.index("### What differs") < text.index("<summary>All players use Spender")


def test_a_profile_has_a_panel_for_each_deck_and_bars_in_the_direction_of_the_difference(document: Document) -> None:
    assert document.picture is not None
    drawn: Any = document.picture()
    panels = {axes.get_title(loc="left"): axes for axes in drawn.axes if axes.axison}
    assert [*panels] == ["Longer", "Odd", "Alike"]
    lengths = {title: axes.patches[0].get_width() for title, axes in panels.items()}
    assert lengths["Longer"] == pytest.approx(math.log2(10 / 8), abs=0.02)
    assert abs(lengths["Alike"]) < 0.02
    names = [label.get_text() for label in panels["Longer"].get_yticklabels()]
    assert names[0].startswith("cards played (9") and len(names) == len(panels["Longer"].patches)
    assert "Longer: 1" in drawn.alt and "as multiples of First" in drawn.alt


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_plays_prints_and_writes(tmp_path: Path) -> None:
    picture, document = tmp_path / "picture.svg", tmp_path / "tables.md"
    arguments = ["compare", "original", "legendary", "--games", "80", "--strategies", "balanced,random", "--json"]
    arguments += ["--out", str(tmp_path / "out"), "--picture", str(picture), "--markdown", str(document)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["decks"] == ["original", "legendary"] and data["complete"] and data["games"] == 80
    rows = [row for row in data["tables"]["estimates"] if row["kind"] == "level" and row["main"]]
    drama = [row for row in rows if row["measure"] == "drama"]
    assert len(drama) == 2 and all(50 < row["estimate"] < 150 for row in drama)
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    assert "| **Drama** |" in document.read_text(encoding="utf-8")
    assert "Drama comes from chances to win" in document.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("decks", "strategies", "message"),
    [
        (["original"], "balanced", "a comparison needs two decks"),
        (["original", "original"], "balanced", "original is listed twice"),
        (["original", "legendary"], "balanced,,random", "a strategy without a name"),
    ],
)
def test_mistakes_are_named(decks: list[str], strategies: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        Compare(decks=tuple(decks), strategies=strategies).plan()
