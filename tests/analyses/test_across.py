"""Whether differences between decks hold at the tables of other strategies."""

from typing import Any

import polars as pl
import pytest
from differences_made_up import difference

from tda_sim.analyses.decks.across import across_tables


def tables(main: dict[str, Any], **others: dict[str, Any]) -> dict[str, Any]:
    place = {"players": 4, "deck": "b", "metric": "gambits", "kind": "same", "able": True}
    rows = [place | {"table": "main", "main": True} | main]
    rows += [place | {"table": name, "main": False} | row for name, row in others.items()]
    return across_tables(pl.DataFrame(rows)).row(0, named=True)


def test_a_difference_holds_where_no_table_speaks_against_it() -> None:
    result = tables(
        difference(9.0, margin=3.0), weaker=difference(2.0, margin=3.0), as_clear=difference(8.0, margin=3.0)
    )
    assert result["holds"] and result["against"] == "" and result["sign_agreement"] == 1
    assert (result["least"], result["most"], result["n"]) == (2.0, 9.0, 3)
    assert result["low"] < result["estimate"] < result["high"] and result["prediction_high"] > result["high"]


@pytest.mark.parametrize("other", [difference(-5.0, margin=3.0), difference(0.1, 0.1, 3.0)])
def test_a_difference_does_not_hold_where_it_turns_round_or_vanishes(other: dict[str, Any]) -> None:
    result = tables(difference(9.0, margin=3.0), fine=difference(9.0, margin=3.0), elsewhere=other)
    assert result["holds"] is False and result["against"] == "elsewhere"


def test_no_difference_does_not_hold_where_there_is_one() -> None:
    assert tables(difference(0.0, 0.1, 3.0), elsewhere=difference(9.0, margin=3.0))["against"] == "elsewhere"
    assert tables(difference(0.0, 0.1, 3.0), elsewhere=difference(0.0, margin=3.0))["holds"]


def test_where_the_main_table_tells_nothing_nothing_can_hold() -> None:
    assert tables(difference(2.0, margin=3.0), elsewhere=difference(9.0, margin=3.0))["holds"] is None


def test_who_cannot_play_contradicts_nothing_and_is_named_apart() -> None:
    result = tables(
        difference(9.0, margin=3.0),
        fine=difference(8.0, margin=3.0),
        random=difference(-5.0, margin=3.0) | {"able": False},
    )
    assert result["holds"] and (result["against"], result["check"], result["n"]) == ("", "random", 2)
    assert (result["least"], result["most"]) == (8.0, 9.0)
