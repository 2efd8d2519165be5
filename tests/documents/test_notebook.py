"""Tables in notebooks: what a reader sees."""

import polars as pl
import pytest

from tda_sim.documents.notebook import readable


def test_an_interval_stands_beside_its_estimate() -> None:
    table = pl.DataFrame(
        {"estimate": [1.2], "low": [1.1], "high": [1.3], "old": [3.0], "old_low": [2.0], "old_high": [4.0]}
    )
    assert readable(table, 1, estimate="new", old="old").rows == (("1.2 (1.1 to 1.3)", "3.0 (2.0 to 4.0)"),)


def test_a_number_without_an_interval_stands_alone_and_a_missing_one_is_a_dash() -> None:
    table = pl.DataFrame({"estimate": [1.0, None], "low": [None, None], "n": [12_000, 3], "high": [2.0, None]})
    assert readable(table, estimate="value", n="games").rows == (("1.00", "12,000"), ("-", "3"))


@pytest.mark.parametrize(
    ("value", "text"), [(True, "yes"), (-0.001, "0.00"), (float("nan"), "-"), (["a", "b"], "a, b"), ("gold", "gold")]
)
def test_values_look_as_one_would_write_them(value: object, text: str) -> None:
    assert readable(pl.DataFrame({"value": [value]}), value="value").rows == ((text,),)


def test_text_from_files_is_escaped() -> None:
    page = readable(pl.DataFrame({"deck": ["<b>mine</b>"]}), deck="deck & rule")._repr_html_()
    assert "<b>" not in page and "&lt;b&gt;mine" in page and "deck &amp; rule" in page


def test_numbers_stand_on_the_right() -> None:
    page = readable(pl.DataFrame({"deck": ["original"], "games": [3]}), deck="deck", games="games")._repr_html_()
    assert page.count("text-align:right") == 2 and page.count("text-align:left") == 2
