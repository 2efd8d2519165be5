"""What `tda compare` tells: the words follow from the numbers."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from decks_made_up import CHANCES, DECKS, compared
from reading import printed
from typer.testing import CliRunner

from tda_sim.analyses.decks import analyse
from tda_sim.answers.compare import compare_data
from tda_sim.answers.compare import compared as answer
from tda_sim.answers.compare_rows import Comparison
from tda_sim.answers.compare_words import ends, exceptions, sentences
from tda_sim.cli.app import app
from tda_sim.documents.markdown import markdown
from tda_sim.documents.model import Document
from tda_sim.errors import UserError
from tda_sim.studies.comparing import compare_study

Data = dict[str, Any]


def told(lengths: dict[str, tuple[int, int]], chances: dict[str, float]) -> Data:
    study = compared(lengths, chances, title="Decks compared")
    results: Any = SimpleNamespace(title=study.title, path=Path("results/here"), cells=study.cells, complete=True)
    return compare_data(results, analyse(study), seed=1)


@pytest.fixture(scope="module")
def data() -> Data:
    return told(DECKS, CHANCES)


@pytest.fixture(scope="module")
def document(data: Data) -> Document:
    return answer(data, dict)


def test_the_first_sentence_answers_the_first_question(data: Data) -> None:
    first = data["words"][0]
    assert re.match(
        r"Cards played a game: 9\d in first; 2\d more in longer \[\+2\d, \+2\d\], \+2\d where others play; 2",
        first,
    )
    assert re.search(r"no difference that matters in alike \[-\d, \+\d\]", first)


def test_many_decks_are_told_about_together() -> None:
    decks = {"first": (8, 8), "a": (10, 10), "b": (11, 10), "c": (12, 10), "d": (8, 8), "e": (6, 6)}
    first = told(decks, {})["words"][0]
    assert "more in 3 of 5 others, by 24" in first and "in a to 49" in first and "in c;" in first
    assert "less in 1 of 5 others, by 24 in e" in first
    assert first.endswith("no difference that matters in d.")


def test_the_last_sentence_counts_what_is_sure(data: Data) -> None:
    rows = [row for row in data["tables"]["differences"] if row["main"]]
    clear = sum(row["verdict"] in ("more", "less") for row in rows)
    assert data["words"][-1].startswith(f"Of all {len(rows)} differences, {clear} matter (")
    assert "of them also where all play random), " in data["words"][-1]


def test_where_nothing_can_be_told_nothing_is_claimed() -> None:
    words = told({"first": (8, 8), "second": (8, 8)}, {})["words"]
    assert words[1] == "Apart from that, no difference was found that is sure to matter."
    assert ", 0 matter, " in words[2] and "cannot be told yet (half of them with about" in words[2]


def test_an_open_question_is_called_open(data: Data) -> None:
    rows = [dict(row) for row in data["tables"]["differences"]]
    for row in rows:
        if row["primary"] and row["deck"] == "alike":
            row |= {"verdict": "unclear", "games_needed": 120_000}
    open_question = data | {"tables": data["tables"] | {"differences": rows}}
    assert "whether alike differs cannot be told yet [-1" in sentences(Comparison(open_question))[0]
    assert "], about 120,000 games a table would tell" in sentences(Comparison(open_question))[0]


def test_what_does_not_hold_elsewhere_is_named(data: Data) -> None:
    assert "cards played a game: odd (not random)" in exceptions(Comparison(data))


def test_the_two_ends_of_a_measure_are_named_as_far_as_that_is_clear(data: Data) -> None:
    told = list(ends(Comparison(data)))
    assert re.match(
        r"Games are longest with odd \(1\d\d cards\), which cannot be told apart from longer, and shortest with",
        told[0],
    )
    assert "which cannot be told apart from" in told[0].split("shortest")[1]
    assert any("no difference that matters between these decks" in sentence for sentence in told)


def test_measures_stand_side_by_side_with_marks(document: Document) -> None:
    text = "\n".join(printed(document, 120))
    assert re.search(r"cards played a game +5 % +9\d ±\d +1\d\d ±\d ▲", text)
    assert re.search(r"▲\*", text) and "* does not hold where others play:" in text
    assert "swing of a seat's chance" not in text and "Where every seat plays random" not in text


def test_a_document_has_all_measures_and_every_deck_at_every_table(data: Data, document: Document) -> None:
    text = markdown(document)
    assert "| measure | matters | first | longer | odd | alike |" in text
    titles = {row["title"] for row in data["tables"]["differences"]}
    assert all(title in text for title in titles)
    assert re.search(r"\| gambits a game \| 0\.5 \| 7\.9", text) and r"▲\* |" in text
    assert "- cards played a game: odd (not random)" in text
    assert text.index("### Who wins") < text.index("### Where every seat plays random")


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
