"""What a metric is at all, and how far that hangs on who plays."""

import polars as pl

from tda_sim.measures.levels import with_levels


def rows(*tables: tuple[str, str, bool, float | None]) -> pl.DataFrame:
    place = {"deck": "deck", "players": 4, "metric": "plays"}
    result = [
        place | {"table": name, "kind": kind, "able": able, "estimate": value} for name, kind, able, value in tables
    ]
    return with_levels(pl.DataFrame(result), ["estimate"])


def test_the_range_is_that_of_able_strategies_at_tables_of_their_own() -> None:
    result = rows(
        ("weighted", "same", True, 10.0),
        ("spender", "same", True, 12.0),
        ("random", "same", False, 40.0),
        ("weighted,spender", "mixed", True, 1.0),
    )
    assert set(result["estimate_least"]) == {10.0} and set(result["estimate_most"]) == {12.0}


def test_a_single_able_table_has_no_range() -> None:
    result = rows(("weighted", "same", True, 10.0), ("random", "same", False, 40.0), ("spender", "same", True, None))
    assert result["estimate_least"].is_null().all() and result["estimate_most"].is_null().all()
