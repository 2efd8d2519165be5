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
    found = tables(
        difference(9.0, margin=3.0), weaker=difference(2.0, margin=3.0), as_clear=difference(8.0, margin=3.0)
    )
    assert found["holds"] and found["against"] == "" and found["sign_agreement"] == 1
    assert (found["least"], found["most"], found["n"]) == (2.0, 9.0, 3)
    assert found["low"] < found["estimate"] < found["high"] and found["prediction_high"] > found["high"]


@pytest.mark.parametrize("other", [difference(-5.0, margin=3.0), difference(0.1, 0.1, 3.0)])
def test_a_difference_does_not_hold_where_it_turns_round_or_vanishes(other: dict[str, Any]) -> None:
    found = tables(difference(9.0, margin=3.0), fine=difference(9.0, margin=3.0), elsewhere=other)
    assert found["holds"] is False and found["against"] == "elsewhere"


def test_no_difference_does_not_hold_where_there_is_one() -> None:
    assert tables(difference(0.0, 0.1, 3.0), elsewhere=difference(9.0, margin=3.0))["against"] == "elsewhere"
    assert tables(difference(0.0, 0.1, 3.0), elsewhere=difference(0.0, margin=3.0))["holds"]


def test_where_the_main_table_tells_nothing_nothing_can_hold() -> None:
    assert tables(difference(2.0, margin=3.0), elsewhere=difference(9.0, margin=3.0))["holds"] is None


def test_who_cannot_play_contradicts_nothing_and_is_named_apart() -> None:
    found = tables(
        difference(9.0, margin=3.0),
        fine=difference(8.0, margin=3.0),
        random=difference(-5.0, margin=3.0) | {"able": False},
    )
    assert found["holds"] and (found["against"], found["check"], found["n"]) == ("", "random", 2)
    assert (found["least"], found["most"]) == (8.0, 9.0)
