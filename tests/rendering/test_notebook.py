"""Tables in notebooks: what a reader sees."""

import re

import polars as pl
import pytest

from tda_sim.rendering.notebook import Readable, readable


def rows(shown: Readable) -> list[list[str]]:
    """What a reader sees below the headings."""
    return [re.split(r" {2,}", line.strip()) for line in repr(shown).splitlines()[1:]]


def test_an_interval_stands_beside_its_estimate() -> None:
    table = pl.DataFrame(
        {"estimate": [1.2], "low": [1.1], "high": [1.3], "old": [3.0], "old_low": [2.0], "old_high": [4.0]}
    )
    assert rows(readable(table, 1, estimate="new", old="old")) == [["1.2 (1.1 to 1.3)", "3.0 (2.0 to 4.0)"]]


def test_a_number_without_an_interval_stands_alone_and_a_missing_one_is_a_dash() -> None:
    table = pl.DataFrame({"estimate": [1.0, None], "low": [None, None], "n": [12_000, 3], "high": [2.0, None]})
    assert rows(readable(table, estimate="value", n="games")) == [["1.00", "12,000"], ["-", "3"]]


@pytest.mark.parametrize(
    ("value", "text"), [(True, "yes"), (-0.001, "0.00"), (float("nan"), "-"), (["a", "b"], "a, b"), ("gold", "gold")]
)
def test_values_look_as_one_would_write_them(value: object, text: str) -> None:
    assert rows(readable(pl.DataFrame({"value": [value]}), value="value")) == [[text]]


def test_text_from_files_is_escaped() -> None:
    page = readable(pl.DataFrame({"deck": ["<b>mine</b>"]}), deck="deck & rule")._repr_html_()
    assert "<b>" not in page and "&lt;b&gt;mine" in page and "deck &amp; rule" in page


def test_numbers_stand_on_the_right() -> None:
    page = readable(pl.DataFrame({"deck": ["original"], "games": [3]}), deck="deck", games="games")._repr_html_()
    assert page.count('class="tda-num">') == 2 and "<th>original</th>" in page
