"""`--csv`: every table of a document in a file of its own, which reads back as the numbers that it came from."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.characters import visible
from tda_sim.errors import UserError
from tda_sim.rendering.csv_files import write_rows, write_tables
from tda_sim.rendering.model import Cell, Column, Document, Section, number, table, text
from tda_sim.wording.numbers import Estimate, places

Tda = Callable[..., tuple[int, str, str]]
SHARES = {"one, of many": Estimate(1 / 3, 0.25, 0.5, 10, "more"), 'the "other"': Estimate(2.0, None, None, 10, "")}
TABLE = table(
    "",
    SHARES.items(),
    [
        text("who", lambda row: row[0]),
        Column("share", lambda row: number(row[1], places(1), unit="%")),
        Column("n", lambda row: 12_345),
        text("", lambda row: Cell("", bar=0.5)),
    ],
    group=lambda row: "Group",
)
DOCUMENT = Document("All", sections=[Section("Win share (95 % intervals)", [TABLE, TABLE]), Section("Empty", [])])


def read(path: Path) -> list[list[str]]:
    return list(csv.reader(path.open(encoding="utf-8")))


def test_a_table_reads_back_as_its_numbers_with_intervals_beside_them(tmp_path: Path) -> None:
    first, second = write_tables(DOCUMENT, tmp_path / "tables")
    assert (first.name, second.name) == ("win-share.csv", "win-share-2.csv")
    assert read(first) == [
        ["group", "who", "share, %", "share, % low", "share, % high", "share, % verdict", "n"],
        ["Group", "one, of many", repr(1 / 3), "0.25", "0.5", "more", "12345"],
        ["Group", 'the "other"', "2.0", "", "", "", "12345"],
    ]


def test_tables_of_rows_are_written_under_their_names(tmp_path: Path) -> None:
    rows = {"answers": [{"a": 1, "b": None, "c": [1, 2]}, {"a": 2.5, "b": "x", "c": []}], "none": []}
    paths = write_rows(rows, tmp_path)
    assert [path.name for path in paths] == ["answers.csv", "none.csv"]
    assert read(paths[0]) == [["a", "b", "c"], ["1", "", "[1, 2]"], ["2.5", "x", "[]"]]
    assert read(paths[1]) == []


FORMULAS = ["=1+1", "+A1", "-1+cmd|' /C calc'!A0", "-e5", "@SUM(A1)", "\t=1", " =1", "＝1"]
HARMLESS = ["-1.5", "-1.5e-07", "+12 %", "-1,234", "-", "nan", "-inf", "a=1", "−3", "2 - 1", ""]


def test_texts_are_no_formulas_to_spreadsheets(tmp_path: Path) -> None:
    rows = [{"=title": cell} for cell in (*FORMULAS, *HARMLESS)]
    (path,) = write_rows({"cells": rows}, tmp_path)
    head, *cells = read(path)
    assert head == ["'=title"]
    assert [cell for (cell,) in cells[: len(FORMULAS)]] == [f"'{visible(cell)}" for cell in FORMULAS]
    assert [cell for (cell,) in cells[len(FORMULAS) :]] == HARMLESS
    columns = [
        text("=who", lambda row: row),
        Column("share", lambda row: number(Estimate(-0.5, -1.0, 0.0, 9, ""), places(1))),
    ]
    document = Document("All", sections=[Section("", [table("", ["=1+1"], columns, group=lambda row: "@group")])])
    (path,) = write_tables(document, tmp_path)
    assert read(path) == [
        ["group", "'=who", "share", "share low", "share high"],
        ["'@group", "'=1+1", "-0.5", "-1.0", "0.0"],
    ]


def test_tables_of_several_parts_are_named_after_their_parts(tmp_path: Path) -> None:
    parts = [Document(title, sections=DOCUMENT.sections) for title in ("A & B compared", "Cards")]
    names = [path.name for path in write_tables(Document("Report", parts=parts), tmp_path)]
    each = ["win-share.csv", "win-share-2.csv"]
    assert names == [f"{part}-{name}" for part in ("a-b-compared", "cards") for name in each]
    assert [path.name for path in write_tables(Document("Report", parts=parts[:1]), tmp_path / "one")] == each


def test_a_file_is_no_folder_of_tables(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(UserError, match="this is a file, but --csv needs a folder for its tables"):
        write_tables(DOCUMENT, tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "mine"


def test_that_is_said_before_anything_is_played(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text("mine")
    code, _, words = tda("simulate", "original", "-n", "1e9", "--csv", "mine")
    assert (code, words) == (2, "mine: this is a file, but --csv needs a folder for its tables\n")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_command_writes_its_tables_and_prints_as_ever(tda: Tda, tmp_path: Path) -> None:
    plain = tda("decks", "original", "--json")[1]
    code, printed, words = tda("decks", "original", "--json", "--csv", str(tmp_path))
    assert (code, printed) == (0, plain)
    assert read(tmp_path / "dragons.csv")[1][:3] == ["Black Dragon", "evil", "1  2  3  5  7  9"]
    assert f"wrote {tmp_path / 'dragons.csv'}" in words


def test_data_have_the_names_and_units_of_measures(tmp_path: Path) -> None:
    rows = [{"measure": "plays", "unit": "cards", "estimate": 81.5, "low": None}, {"measure": "stakes", "unit": "gold"}]
    document = Document("Deck", data={"tables": {"estimates": rows, "notes": []}})
    (path,) = write_tables(document, tmp_path)
    assert path.name == "data-estimates.csv"
    assert read(path) == [
        ["measure", "unit", "estimate", "low"],
        ["plays", "cards", "81.5", ""],
        ["stakes", "gold", "", ""],
    ]
