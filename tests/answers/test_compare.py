"""What `tda compare` tells: the words follow from the numbers."""

import json
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
from tda_sim.answers.along import ladders, settled
from tda_sim.answers.compare import _winners
from tda_sim.answers.compare import compared as answer
from tda_sim.answers.compare_rows import Comparison, Place, Played
from tda_sim.answers.compare_words import checked, ends, exceptions, luck, sentences
from tda_sim.cli.app import app
from tda_sim.documents.markdown import markdown
from tda_sim.documents.model import Document, Table
from tda_sim.errors import UserError
from tda_sim.studies.comparing import compare_study


def told(lengths: dict[str, tuple[int, int]], chances: dict[str, float], check: str = "") -> Comparison:
    study = compared(lengths, chances, title="Decks compared")
    study.cells = study.cells.with_columns(able=pl.col("table") != check)
    known = {"title": study.title, "path": Path("results/here"), "cells": study.cells}
    known |= {"complete": True, "own": (), "game": "cards"}
    results: Any = SimpleNamespace(**known)
    tables = analyse(study)
    return Comparison(Played.of(results, list(lengths), seed=1), tables)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return told(DECKS, CHANCES)


@pytest.fixture(scope="module")
def document(comparison: Comparison) -> Document:
    return answer(comparison, dict)


def test_the_first_sentence_answers_the_first_question(comparison: Comparison) -> None:
    first = sentences(comparison)[0]
    assert re.match(
        r"Cards played a game: 9\d in first \(9\d to 9\d\); 2\d more in longer \[\+2\d, \+2\d\],"
        r" \+2\d where others play; 2",
        first,
    )
    assert re.search(r"no difference that matters in alike \[-\d, \+\d\]", first)


def test_a_number_that_still_moves_with_the_strongest_players_is_named(comparison: Comparison) -> None:
    """In "odd", the games that balanced plays last longer than those of spender, the next in strength."""
    lines = {line.split(":")[0]: line for line in settled(comparison)}
    assert [*lines] == ["First", "Longer", "Odd", "Alike"]
    assert "from spender to balanced, the two strongest" in lines["First"] and "still" not in lines["Alike"]
    assert re.search(r"; \d still move, above all .*cards played a game", lines["Odd"])


def test_measures_stand_in_the_order_of_strength(comparison: Comparison) -> None:
    odd = next(section for section in ladders(comparison) if section.title.endswith("odd"))
    table = odd.blocks[0]
    assert isinstance(table, Table) and [column.title for column in table.columns] == [
        "measure", "spender", "balanced", "last step",
    ]  # fmt: skip
    line = next(line for line in table.lines if line.head.startswith("cards played a game"))
    spender, balanced, step = line.cells
    assert float(spender.text) < float(balanced.text) and step.found is not None
    assert step.found.verdict == "more"


def test_what_a_place_in_the_turn_order_wins_has_its_range_over_able_players() -> None:
    """The marks of a table of one strategy go on with what the place wins where all play another one."""
    found = told(DECKS, CHANCES)
    turns = next(each for each in _winners(found) if isinstance(each, Table))
    places = [row for row in found.rows(Place, "fairness") if row.deck == "first" and row.what == "game"]
    leader = sorted(row.found.value or 0.0 for row in places if row.title == "leader")
    assert len(leader) == 2
    ends = " to ".join(dict.fromkeys(f"{value:.1f}" for value in leader))
    assert turns.groups["Of games"][0].cells[0].remark == f" ({ends})"
    assert "In brackets: the range where all play" in turns.note


def test_many_decks_are_told_about_together() -> None:
    decks = {"first": (8, 8), "a": (10, 10), "b": (11, 10), "c": (12, 10), "d": (8, 8), "e": (6, 6)}
    first = sentences(told(decks, {}))[0]
    assert "more in 3 of 5 others, by 24" in first and "in a to 49" in first and "in c;" in first
    assert "less in 1 of 5 others, by 24 in e" in first
    assert first.endswith("no difference that matters in d.")


def test_the_last_sentence_counts_what_is_sure(comparison: Comparison) -> None:
    rows, last = comparison.verdicts, sentences(comparison)[-1]
    clear = sum(row.found.verdict in ("more", "less") for row in rows)
    assert last.startswith(f"Of all {len(rows)} differences, {clear} matter (")
    assert "of them also where all play spender), " in last


def test_where_nothing_can_be_told_nothing_is_claimed() -> None:
    words = sentences(told({"first": (8, 8), "second": (8, 8)}, {}))
    assert words[1] == "Apart from that, no difference was found that is sure to matter."
    assert ", 0 matter, " in words[2] and "cannot be told yet (half of them with about" in words[2]


def test_an_open_question_is_called_open(comparison: Comparison) -> None:
    is_open = pl.col("primary") & (pl.col("deck") == "alike")
    rows = comparison.tables["differences"].with_columns(
        verdict=pl.when(is_open).then(pl.lit("unclear")).otherwise("verdict"),
        games_needed=pl.when(is_open).then(120_000).otherwise("games_needed"),
    )
    open_question = replace(comparison, tables={**comparison.tables, "differences": rows})
    assert "whether alike differs cannot be told yet [-1" in sentences(open_question)[0]
    assert "], about 120,000 games a table would tell" in sentences(open_question)[0]


def test_what_does_not_hold_elsewhere_is_named(comparison: Comparison) -> None:
    assert "cards played a game: odd (not spender)" in exceptions(comparison)
    assert list(checked(comparison)) == []


def test_what_a_check_finds_is_said_apart() -> None:
    found = told(DECKS, CHANCES, check="spender")
    assert exceptions(found) == [] and "also where" not in sentences(found)[-1]
    (sentence,) = checked(found)
    assert re.match(
        r"As a check .* where all play spender, \d+ of the \d+ differences that matter do not hold\.", sentence
    )


def test_luck_and_the_lead_of_the_strongest_are_said_where_strategies_meet(comparison: Comparison) -> None:
    """Of the third that two seats each can explain, 0.7 and 0.9 explain 16 and 64 %."""
    first, second = luck(comparison)
    assert re.match(r"Luck decides [34]\d\.\d to 8\d\.\d % of who wins where able strategies meet", first)
    assert re.match(r"Balanced wins (17|18|19|20)\.\d to (37|38|39|40)\.\d points more there per seat", second)
    assert list(luck(told({"first": (8, 8), "second": (8, 8)}, {}))) == []


def test_the_two_ends_of_a_measure_are_named_as_far_as_that_is_clear(comparison: Comparison) -> None:
    told = list(ends(comparison))
    assert re.match(
        r"Games are longest with odd \(1\d\d cards\), which cannot be told apart from longer, and shortest with",
        told[0],
    )
    assert "which cannot be told apart from" in told[0].split("shortest")[1]
    assert any("no difference that matters between these decks" in sentence for sentence in told)


def test_measures_stand_side_by_side_with_marks(document: Document) -> None:
    text = "\n".join(printed(document, 160))
    assert re.search(r"cards played a game +5 % +9\d +\(9\d to 9\d\) +1\d\d ▲ \(1\d\d to 1\d\d\)", text)
    assert re.search(r"▲\*", text) and "* does not hold where other able strategies play:" in text
    assert "In brackets: the range where all play balanced or spender." in text
    assert "swing of a seat's chance" not in text and "Where every seat plays spender" not in text
    assert "By how they play they could explain 33 % of who wins at most." in " ".join(text.split())


def test_a_document_has_all_measures_and_every_deck_at_every_table(comparison: Comparison, document: Document) -> None:
    text = markdown(document)
    assert "| measure | matters | first | longer | odd | alike |" in text
    titles = {row.title for row in comparison.differences}
    assert all(title in text for title in titles)
    assert re.search(r"\| gambits a game \| 0\.5 \| 7\.9", text) and r"▲\* (" in text
    assert "- cards played a game: odd (not spender)" in text
    assert text.index("### Who wins") < text.index("### Where every seat plays spender")


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_plays_prints_and_writes(tmp_path: Path) -> None:
    picture, document = tmp_path / "picture.svg", tmp_path / "tables.md"
    arguments = ["compare", "original", "legendary", "--games", "80", "--strategies", "balanced,random", "--json"]
    arguments += ["--out", str(tmp_path / "out"), "--picture", str(picture), "--markdown", str(document)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["decks"] == ["original", "legendary"] and data["complete"] and data["games"] == 80
    drama = [row for row in data["tables"]["measures"] if row["metric"] == "drama" and row["main"]]
    assert len(drama) == 2 and all(50 < row["estimate"] < 150 for row in drama)
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    assert "| **Drama** |" in document.read_text(encoding="utf-8")
    assert "Drama is told by chances to win" in document.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("decks", "strategies", "message"),
    [
        (["original"], "balanced", "there is nothing to compare"),
        (["original", "original"], "balanced", "original is there twice"),
        (["original", "legendary"], "balanced,,random", "a strategy without a name"),
    ],
)
def test_mistakes_are_named(decks: list[str], strategies: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        compare_study(decks, strategies=strategies)
