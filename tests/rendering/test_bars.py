"""Bars: one picture that is the answer, in a terminal, in Markdown, in a page and as CSV."""

import re
from dataclasses import replace

import pytest
from reading import printed, read

from tda_sim.rendering.bars import Scale, as_table, line
from tda_sim.rendering.csv_files import as_csv
from tda_sim.rendering.html import html
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Bar, Bars, Document, Section
from tda_sim.wording.numbers import Estimate

SHARES = Bars(
    "Win rates",
    [Bar("Weighted", 50.0, 40.0, 60.0, "the best", "more"), Bar("Balanced", 26.0, 22.0, 30.0), Bar("Random", 5.0)],
    "%",
    25.0,
    "fair share",
    note="Four players.",
)
CHANGES = Bars("Changes", [Bar("Length", 10.0, 8.0, 12.0, verdict="more"), Bar("Stakes", -5.0)], "%", with_sign=True)


def document(bars: Bars) -> Document:
    return Document("Title", sections=[Section("Section", [bars])])


def test_a_scale_holds_all_bars_intervals_the_baseline_and_zero() -> None:
    for bars in (SHARES, CHANGES, Bars("", [Bar("", 3.0)], baseline=-4.0), Bars("", [Bar("", 0.0)])):
        scale = Scale.of(bars)
        ends = [each for bar in bars.bars for each in (bar.value, bar.low, bar.high) if each is not None]
        assert all(0 <= scale.place(each) <= 1 for each in [*ends, bars.baseline or 0.0, 0.0])
    assert Scale.of(SHARES).place(0) == 0  # bars that all go one way begin at the edge


@pytest.mark.parametrize("width", [8, 30, 100])
def test_a_bar_in_text_is_as_long_as_its_share_of_the_scale(width: int) -> None:
    for value in (0.0, 0.1, 12.0, 50.0, 100.0):
        drawn = line(Bar("", value), Scale(0.0, 100.0), None, width)
        assert drawn == "━" * max(round(width * value / 100), value > 0)


def test_an_interval_and_the_lines_are_drawn_where_they_belong() -> None:
    assert line(Bar("", 50, 30, 70), Scale(0, 100), 90, 10) == "━━━╍╍──  │"
    assert line(Bar("", -2, -4, 0), Scale(-5, 5), None, 10) == " ──╍╍│"
    assert line(Bar("", 100), Scale(0, 100), 100, 4) == "━━━│"  # at the very edge


def test_a_terminal_shows_label_number_interval_bar_and_note_in_one_line() -> None:
    lines = printed(document(SHARES), 80)
    place = next(k for k, each in enumerate(lines) if "Weighted" in each)
    assert re.fullmatch(r"  Weighted +50\.0 ±10\.0 % ▲ +━+│━+╍+─+ +the best", lines[place])
    assert lines[place + 3 : place + 5] == ["  │ fair share: 25.0 %", "  Four players."]
    assert any(each.startswith("  Length  +10.0 ±2.0 %") for each in printed(document(CHANGES), 80))


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_bars_fit_any_width_and_any_encoding(width: int) -> None:
    for encoding in ("utf-8", "ascii"):
        lines = printed(document(SHARES), width, encoding)
        assert max(map(len, lines)) <= width
    assert any("#" in each and "=" in each and "|" in each for each in lines)


def test_markdown_has_bars_as_text() -> None:
    text = markdown(document(SHARES))
    assert "**Win rates**\n\n```text\nWeighted  50.0 ±10.0 % ▲  ━" in text
    assert "│ fair share: 25.0 %\nFour players.\n```" in text


def test_a_page_draws_bars_at_their_shares_of_the_width() -> None:
    page = html(document(SHARES))
    assert read(page).wrong == []
    scale = Scale.of(SHARES)
    widths = [float(each) for each in re.findall(r'y="20%" width="([\d.]+)%"', page)]
    assert widths == pytest.approx([100 * scale.place(bar.value) for bar in SHARES.bars], abs=0.01)
    assert page.count('class="base"') == 3 and 'class="zero"' not in page
    assert "<b>50.0</b> <small>±10.0</small>\N{NO-BREAK SPACE}%" in page and "fair share: 25.0" in page
    assert html(document(CHANGES)).count('class="zero"') == 2


def test_bars_are_written_as_csv_like_any_table() -> None:
    assert as_csv(as_table(SHARES)).splitlines()[1] == "Weighted,50.0,40.0,60.0,more,the best"


def test_an_estimate_without_a_value_is_no_bar() -> None:
    assert Bar.of("a", Estimate(1.0, 0.5, 1.5, 10, "less"), "b") == Bar("a", 1.0, 0.5, 1.5, "b", "less")
    with pytest.raises(ValueError, match="deck has no value"):
        Bar.of("deck", Estimate())


def test_a_value_off_the_middle_of_its_interval_has_both_ends() -> None:
    lopsided = replace(SHARES, bars=[*SHARES.bars, Bar("Master", 30.0, 29.0, 36.0)])
    assert [lopsided.interval(bar) for bar in lopsided.bars] == ["40.0 to 60.0", "22.0 to 30.0", "", "29.0 to 36.0"]
    assert "30.0 % (29.0 to 36.0)" in markdown(document(lopsided))
