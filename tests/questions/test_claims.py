"""Files of sayings: what they may say, what is wrong with them and where, and what comes of them."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
import yaml

import tda_sim
from tda_sim.definitions import library
from tda_sim.errors import UserError
from tda_sim.measures.claims import VERDICTS
from tda_sim.questions.claim_files import read_sayings, studies_of

FILE = """\
title: Mine
deck: original
sayings:
  - saying: Four rounds are longer.
    source: My group.
    experiment: Both, on the same shuffles.
    claims:
      - name: cards played
        measure: plays
        of: {rules: four-rounds}
        says: more
        than: {}
        by: 5%
      - {name: flights, measure: special_flights, of: {rules: four-rounds}, says: more, than: 10}
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(FILE, encoding="utf-8")
    return path


def problems(path: Path, *changes: tuple[str, str]) -> list[tuple[int, str]]:
    """The lines and messages of a file with some text changed."""
    text = FILE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_sayings(str(path))
    assert all(str(each.file) == str(path) for each in caught.value.problems)
    return [(each.line or 0, each.message) for each in caught.value.problems]


def test_a_claim_is_read_with_its_worlds(mine: Path) -> None:
    read = read_sayings(str(mine))
    (saying,) = read.sayings
    longer, flights = saying.claims
    assert (longer.of.rule, longer.than.rule, longer.margin, longer.unit) == ("four-rounds", "", 5, "%")  # type: ignore[union-attr]
    assert flights.than == 10 and flights.margin == 0
    ((study, _),) = studies_of(read, {"games": 10})
    assert study == {"games": 10, "decks": ["original"], "players": 4, "variants": [["four-rounds"]]}


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("measure: plays", "measure: fun"), 9, "there is no measure fun"),
        (("of: {rules: four-rounds}", "of: {rules: five-rounds}"), 10, "there is no house rule called five-rounds"),
        (("deck: original", "deck: copy"), 2, "there is no deck called copy"),
        (("says: more", "says: most"), 11, "says cannot be most"),
        (("than: {}", "than: 40"), 13, "a share needs another world"),
        (("of: {rules: four-rounds}", "of: {rule: four-rounds}"), 10, "rule is unknown"),
        (("of: {rules: four-rounds}", "of: {players: 9}"), 10, "players must be at most 6"),
        (("says: more, than: 10", "says: same, than: 10"), 14, "needs a margin"),
        (("measure: plays", "measure: best_card"), 12, "best_card is compared with numbers only"),
        (("measure: plays", "measure: wins"), 10, "holding goes together with wins"),
        (("by: 5%", "by: 0"), 13, "by must be"),
        (("    source: My group.\n", ""), 4, "source is missing"),
    ],
)
def test_a_mistake_is_told_with_its_line(mine: Path, change: tuple[str, str], line: int, message: str) -> None:
    found = problems(mine, change)
    assert any(at == line and message in text for at, text in found), found


def test_a_rule_that_does_not_fit_is_told_with_its_place(mine: Path) -> None:
    mine.write_text(FILE.replace("four-rounds", "show-em"), encoding="utf-8")
    with pytest.raises(UserError, match="show-em") as caught:
        tda_sim.claims(mine, games=10, strategies="balanced")
    assert str(caught.value.problems[0].file) == str(mine) and caught.value.problems[0].line == 10


def test_rules_beside_the_file_are_found(mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ours.yaml").write_text("rules: {rounds: 4}\n", encoding="utf-8")
    mine.write_text(FILE.replace("four-rounds", "ours.yaml"), encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    answer = tda_sim.claims(mine, games=60, strategies="balanced", out=elsewhere / "out")
    assert set(answer.summary()["rule"].drop_nulls()) == {"ours"}


def test_a_saying_is_tried_and_told(mine: Path, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"games": 1_500, "strategies": "balanced,spender", "out": tmp_path / "out"}
    answer = tda_sim.claims(mine, **asked)
    rows = answer.summary()
    whole = rows.filter(pl.col("holds").is_not_null())
    assert whole["holds"].to_list() == ["cannot tell"] or whole["holds"][0] in VERDICTS
    flights = rows.filter(claim="flights")
    assert flights["table"].to_list() == ["balanced", "spender"] and set(flights["verdict"]) == {"holds"}
    text = str(answer.document.sections)
    for words in (
        "My group.",
        "Both, on the same shuffles.",
        "cards played: more by more than 5 %",
        "flights above 10",
    ):
        assert words in text
    assert answer.document.data["sayings"][0]["verdict"] == whole["holds"][0]
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*.parquet")}
    again = tda_sim.claims(mine, **asked)  # nothing is played again
    assert again.summary().equals(rows)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*.parquet")} == before


def test_claims_are_part_of_a_report(mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tda_sim.questions.report_files import read_report
    from tda_sim.questions.reports import report

    monkeypatch.chdir(tmp_path)
    asked = read_report({"parts": [{"kind": "claims", "claims": str(mine), "games": 60, "strategies": ["balanced"]}]})
    made = report(asked, "tda report", workers=1)
    assert made.parts[0].title == "Mine" and made.parts[0].methods


@pytest.mark.parametrize("name", library.available("claims"))
def test_what_ships_has_sources_and_margins(name: str) -> None:
    read = read_sayings(name)
    assert len({saying.saying for saying in read.sayings}) == len(read.sayings) > 0
    for saying in read.sayings:
        assert saying.source.endswith((".", "?")) and saying.experiment.endswith(".")
        assert len({claim.name for claim in saying.claims}) == len(saying.claims)
    text = yaml.safe_load(library.available("claims")[name].read_text(encoding="utf-8"))
    assert len(text["sayings"]) == len(read.sayings)


def test_the_myths_that_are_asked_for_are_there() -> None:
    sayings = " ".join(saying.saying for saying in read_sayings("myths").sayings)
    for words in ("Ten gold", "later editions", "Colour flights", "large hand", "two", "four to six", "bluffing"):
        assert words in sayings
    for words in ("Emperor's Gambit", "bad cards", "far behind", "poor", "Three of a colour", "ante twice", "gambits"):
        assert words in sayings
