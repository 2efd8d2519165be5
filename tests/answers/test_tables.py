"""`tda analyse`: tables of any analysis."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from reading import printed

from tda_sim.answers.tables import _table, analysed
from tda_sim.errors import UserError
from tda_sim.rendering.model import Table

STUDY: Any = SimpleNamespace(title="A study", path=Path("here"))


def frames() -> dict[str, pl.DataFrame]:
    """Two tables of 30 rows, with names and sentences."""
    rows = {
        "rule": [f"rule-number-{k}" for k in range(30)],
        "games": range(30),
        "sentence": ["some words " * 9] * 29 + [""],
    }
    return {"first": pl.DataFrame(rows), "second": pl.DataFrame(rows)}


@pytest.mark.parametrize("width", [80, 120])
def test_the_summary_is_short_and_says_where_the_rest_is(width: int) -> None:
    lines = printed(analysed(STUDY, "mine", frames(), []), width)
    text = " ".join(" ".join(lines).split())
    assert len(lines) < 45 and "2 tables, 60 rows in all." in text
    assert "--table NAME shows one of them in full" in text and "18 more rows: --table first" in text
    assert re.search(r"second\s+30\s+rule, games, sentence", text)
    assert "rule-number-11" in text and "rule-number-12" not in text


def test_a_table_is_shown_in_full_by_its_name() -> None:
    document = analysed(STUDY, "mine", frames(), [], "second")
    text = " ".join(printed(document, 80, full=True))
    assert text.count("rule-number-29") == 1 and "second" in text and "first" not in text
    assert document.data["tables"].keys() == {"first", "second"}
    with pytest.raises(UserError, match="mine has no table secnd"):
        analysed(STUDY, "mine", frames(), [], "secnd")


def test_long_texts_leave_room_for_names_and_numbers() -> None:
    """In a narrow terminal sentences are left out, and no name is broken; a wide terminal has both."""
    more = [(pl.col("games") + 0.5).alias(f"metric-{k}") for k in range(3)]
    document = analysed(STUDY, "mine", {"first": frames()["first"].with_columns(more)}, [], "first")
    narrow, wide = (printed(document, width, full=True) for width in (60, 200))
    assert all(any(f"rule-number-{k} " in line for line in narrow) for k in range(30))
    assert not any("words" in line for line in narrow) and any("some words" in line for line in wide)


def test_a_line_is_called_by_the_columns_that_identify_it_and_by_no_more() -> None:
    frame = pl.DataFrame(
        {
            "deck": ["original", "original", "legendary", "legendary"],
            "players": [3, 4, 3, 4],
            "same": ["", "length", "", "drama"],
            "value": [1.5, 2.5, 3.5, 4.5],
        }
    )
    (table,) = [block for block in _table(frame) if isinstance(block, Table)]
    assert [column.title for column in table.columns] == ["deck, players", "same", "value"]
    assert [line.head for line in table.lines] == ["original, 3", "original, 4", "legendary, 3", "legendary, 4"]
