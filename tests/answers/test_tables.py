"""`tda analyse`: tables of any analysis."""

import polars as pl

from tda_sim.answers.tables import _table
from tda_sim.documents.model import Table


def test_a_line_is_called_by_the_columns_that_tell_it_from_others_and_by_no_more() -> None:
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
