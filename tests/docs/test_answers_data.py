"""The published numbers as data: all of them, the same in both forms, and every column and measure is explained."""

import re
from pathlib import Path

import answers_data
import polars as pl
import pytest
from published import pages

ROOT = Path(__file__).parents[2]
BOTH = ("estimates", "answers")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    answers_data.write(folder)
    return folder


def as_csv(folder: Path, name: str) -> pl.DataFrame:
    """A table's CSV file, read with the types of the dictionary."""
    schema = {column.name: column.dtype for column in answers_data.TABLES[name]}
    return pl.read_csv(folder / f"{name}.csv", schema=schema)


@pytest.mark.parametrize("name", BOTH)
def test_both_forms_of_a_table_read_back_equal(folder: Path, name: str) -> None:
    assert pl.read_parquet(folder / f"{name}.parquet").equals(as_csv(folder, name))


def test_every_published_number_is_a_row_and_every_page_an_answer(folder: Path) -> None:
    estimates, answers = as_csv(folder, "estimates"), as_csv(folder, "answers")
    counts = {page["page"]: len(page["rows"]) for page in pages()}
    assert dict(answers.select("page", "numbers").rows()) == counts
    assert dict(estimates["page"].value_counts().rows()) == {page: count for page, count in counts.items() if count}
    for column in ("estimate", "low", "high"):
        assert sorted(estimates[column].drop_nulls()) == sorted(
            row[column] for page in pages() for row in page["rows"] if row[column] is not None
        )


def test_a_number_is_found_by_what_it_is_about(folder: Path) -> None:
    estimates = as_csv(folder, "estimates")
    assert estimates.select(answers_data.KEY).is_unique().all()
    (page,) = [page for page in pages() if page["page"] == "decks"]
    row = next(row for row in page["rows"] if row["title"] == "Legendary Edition" and row["measure"] == "plays")
    about = {"page": "decks", "world": "Legendary Edition", "measure": "plays", "reference": row["reference"]}
    found = estimates.filter(**about)
    assert found.select("estimate", "low", "high", "unit").rows() == [
        (row["estimate"], row["low"], row["high"], "cards")
    ]


def test_every_column_and_every_measure_is_in_the_dictionary(folder: Path) -> None:
    dictionary = as_csv(folder, "dictionary")
    for name in answers_data.TABLES:
        frame = as_csv(folder, name)
        assert dictionary.filter(table=name).select("column", "type").rows() == [
            (column, str(dtype)) for column, dtype in frame.schema.items()
        ]
    assert dictionary["meaning"].str.len_chars().min() > 5  # type: ignore[operator]
    used = as_csv(folder, "estimates").select("group", "measure", "unit").unique()
    assert sorted(as_csv(folder, "measures").select("group", "measure", "unit").rows()) == sorted(used.rows())
    description = (folder / "README.md").read_text(encoding="utf-8")
    for column in dictionary["column"]:
        assert f"| `{column}` |" in description


def test_answers_have_their_titles_seeds_and_sentences(folder: Path) -> None:
    (answer,) = as_csv(folder, "answers").filter(page="house-rules").to_dicts()
    assert (answer["title"], answer["games"], answer["seed"]) == ("What house rules do", 30_000, 31_415_926)
    (page,) = [page for page in pages() if page["page"] == "house-rules"]
    assert answer["sentences"].splitlines() == page["words"]


def test_the_same_numbers_make_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    answers_data.write(tmp_path)
    written = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert written == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_make_help_names_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = next(line for line in text.splitlines() if line.startswith(".PHONY:")).split()[1:]
    told = re.findall(r"^\t@echo 'make ([\w-]+) ", text, re.M)
    assert {*targets} - {*told} == {"help", "setup", "format"} - {*told}
    assert {*told} <= {*targets}
