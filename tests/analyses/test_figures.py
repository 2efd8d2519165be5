"""Figures: the right numbers in the right places, words that can be read, and the same bytes each time."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars as pl
import pytest
from looking import flaws
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from pictures_made_up import LONG, card_tables, deck_tables, rule_tables

from tda_sim.analyses import cards, decks, house_rules
from tda_sim.measures.tiers import FAR, TIERS
from tda_sim.rendering import style
from tda_sim.rendering.files import draw
from tda_sim.rendering.pictures import FITS_A_PHONE
from tda_sim.rendering.widths import NARROW, page_width

ALL = ["decks", "thrive", "strategies", "survival", "gold", "drama"]
WHITE, NIGHT = "#ffffff", "#16181d"


@pytest.fixture(scope="module", params=[2, pytest.param(8, marks=pytest.mark.full)], ids="{} decks".format)
def compared(request: pytest.FixtureRequest) -> tuple[dict[str, Any], dict[str, Figure]]:
    tables = deck_tables(request.param)
    return tables, decks.figures(tables)


def points(axes: Axes) -> list[float]:
    """Where the marks are, from left to right in the order in which they were drawn."""
    return [float(line.get_xdata()[0]) for line in axes.lines if line.get_marker() in ("o", ">", "<")]


def title(axes: Axes) -> str:
    return axes.get_title(loc="left").replace("-\n", "-").replace("\n", " ")


# --- nothing runs into anything, and all is told in words -------------------------------------------------


def readable(figures: dict[str, Figure]) -> None:
    for name, figure in figures.items():
        assert flaws(figure) == [], name
        assert isinstance(figure, style.Picture) and figure.title and figure.alt.endswith("."), name
        assert figure.get_figwidth() <= 11, name


def test_pictures_of_decks_are_readable(compared: tuple[dict[str, Any], dict[str, Figure]]) -> None:
    assert list(compared[1]) == ALL
    readable(compared[1])


@pytest.mark.sample(2)
@pytest.mark.parametrize("width", [style.WIDTH, NARROW])
@pytest.mark.filterwarnings("error")
def test_a_title_of_300_letters_leaves_room_for_the_picture(width: float) -> None:
    longest = {
        name: frame.with_columns(pl.col("deck").replace(LONG, "X" * 300)) for name, frame in deck_tables(2).items()
    }
    with page_width(width):
        for figure in decks.figures(longest).values():
            assert style.svg(figure)


@pytest.mark.sample(2)
@pytest.mark.parametrize("count", [70, 100])
def test_pictures_of_cards_are_readable(count: int) -> None:
    result = cards.figures(card_tables(count))
    assert list(result) == ["tiers", "values", "strength", "gold"]
    readable(result)
    assert result["values"].alt.startswith(f"Values of {count} cards with intervals")


@pytest.mark.parametrize("rules", [1, 3, pytest.param(12, marks=pytest.mark.full)])
def test_pictures_of_house_rules_are_readable(rules: int) -> None:
    result = house_rules.figures(rule_tables(rules))
    assert len(result) == (1 if rules == 1 else rules + 1)
    readable({name: result[name] for name in list(result)[:2]})


@pytest.mark.sample(3)
@pytest.mark.parametrize("made", ["decks", "cards", "rules"])
def test_figures_for_phones_are_readable(made: str) -> None:
    """Figures that do not fit a phone are not shown there."""
    with page_width(NARROW):
        figures = {
            "decks": lambda: decks.figures(deck_tables(4)) | decks.figures(deck_tables(2)),
            "cards": lambda: cards.figures(card_tables(70)),
            "rules": lambda: house_rules.figures(rule_tables(3)) | house_rules.figures(rule_tables(12)),
        }[made]()
    shown = {name: figure for name, figure in list(figures.items())[:6] if figure.get_figwidth() <= FITS_A_PHONE}
    assert len(shown) >= 3
    readable(shown)


# --- the right numbers ------------------------------------------------------------------------------------


def test_every_deck_is_at_its_place_in_every_panel(compared: tuple[dict[str, Any], dict[str, Figure]]) -> None:
    tables, figures = compared
    for axes in figures["decks"].axes:
        if axes.axison:
            rows = tables["estimates"].filter(kind="level", title=title(axes))
            assert points(axes) == rows["estimate"].to_list(), title(axes)
    panels = {title(axes): points(axes) for axes in figures["thrive"].axes if axes.axison}
    assert panels["random"] == tables["estimates"].filter(kind="level", subject="random")["estimate"].to_list()


def test_marks_point_to_what_differs() -> None:
    lines = decks.figures(deck_tables(8))["decks"].axes[0].lines
    marks = [line.get_marker() for line in lines if line.get_marker() in ("o", ">", "<")]
    assert marks == ["o", "<", "o", "o", ">", "<", "o", "o"]
    assert [line.get_markerfacecolor() == "none" for line in lines if line.get_marker() == "o"][2] is True


def test_the_heat_map_has_the_win_shares(compared: tuple[dict[str, Any], dict[str, Figure]]) -> None:
    tables, figures = compared
    written = sorted(text.get_text() for text in figures["strategies"].axes[0].texts)
    shares = tables["estimates"].filter(kind="level", measure="win_share")["estimate"]
    assert written == sorted(f"{share:.1f}" for share in shares)


def test_curves_are_those_of_the_tables(compared: tuple[dict[str, Any], dict[str, Figure]]) -> None:
    tables, figures = compared
    for name, table, where in (
        ("survival", "survival", {}),
        ("gold", "gold", {"q": 0.5}),
        ("drama", "curves", {"who": "winner"}),
    ):
        axes = next(axes for axes in figures[name].axes if title(axes) == LONG)
        expected = tables[table].filter(deck=LONG, **where)["estimate"].to_list()
        drawn = [list(line.get_ydata()) for line in axes.lines]
        assert any(line and line == expected[: len(line)] for line in drawn), name


def test_cards_stand_in_the_order_of_their_values_with_their_sets() -> None:
    tables = card_tables(70)
    axes = cards.figures(tables)["values"].axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == tables["list"]["title"].to_list()
    assert points(axes) == tables["estimates"].filter(group="values", measure="draw_wins")["estimate"].to_list()
    assert [text.get_text() for text in axes.texts] == [f"set {k}" for k in range(1, 7)]


def test_every_card_stands_in_its_tier_best_first() -> None:
    tables = card_tables(70)
    figure = cards.figures(tables)["tiers"]
    texts = [text.get_text() for text in figure.axes[0].texts]
    letters = [text for text in texts if text in TIERS]
    assert letters == [*TIERS]
    known = (
        tables["estimates"]
        .filter(group="values", measure="draw_wins")
        .sort("estimate", descending=True)
        .drop_nulls("low")
    )
    titles = dict(tables["list"].select("subject", "title").rows())
    named = [text for text in texts if text not in TIERS and text not in TIERS.values()]
    order = [titles[card].replace(" Dragon ", " ") for card in known["subject"]]
    assert sorted(named) == sorted(order)
    places = [texts.index(letter) for letter in TIERS]
    for start, end in pairwise([*places, len(texts)]):
        assert texts[start + 2 : end] == sorted(texts[start + 2 : end], key=order.index)
    best = texts[texts.index("S") + 2 : texts.index("A")]
    far = [titles[card].replace(" Dragon ", " ") for card in known.filter(pl.col("low") > FAR)["subject"]]
    assert best == far and f"Tier S, far above average: {titles['card-0']}, " in figure.alt


def test_each_colour_has_its_dragons() -> None:
    tables = card_tables(70)
    panels = {title(axes): axes for axes in cards.figures(tables)["strength"].axes if axes.get_visible()}
    assert list(panels)[-1] == "others" and len(panels) == 11
    red = tables["list"].filter(colours=["red"])
    assert sorted(points(panels["red dragons"])) == sorted(red["strength"])


def test_many_rules_are_a_table_and_each_has_its_own_picture() -> None:
    tables = rule_tables(5)
    result = house_rules.figures(tables)
    assert list(result) == ["differences", *tables["estimates"]["rule"].unique(maintain_order=True)]
    own = result["no-strength-flights-3"].axes[0]
    rows = tables["estimates"].filter(rule="no-strength-flights-3")
    assert points(own) == pytest.approx((rows["estimate"] / rows["margin"]).to_list())
    assert len(result["differences"].axes[0].texts) == 5 * 8


# --- files ------------------------------------------------------------------------------------------------


def test_the_same_data_are_the_same_bytes(tmp_path: Path) -> None:
    for ending in ("svg", "png"):
        for name in ("one", "two"):
            draw(decks.figures(deck_tables(2))["survival"], tmp_path / f"{name}.{ending}")
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


def test_a_picture_for_a_page_is_transparent_labelled_and_in_its_ink(tmp_path: Path) -> None:
    figure = decks.figures(deck_tables(2))["decks"]
    text = style.svg(figure)
    root = ElementTree.fromstring(text)
    assert (root.get("role"), root.get("aria-label")) == ("img", style.label(figure))
    assert style.INK not in text and "currentColor" in text and "DejaVu" not in text
    assert "<text" in text and "original: " in text  # words stay words; marks have tips
    assert not re.search(r'<path d="[^"]*" style="fill: #ffffff"', text)
    assert "<metadata>" not in text and "http://www.w3.org/1999/02" not in text
    assert len(re.findall(r' id="([^"]+)"', text)) == len(set(re.findall(r' id="([^"]+)"', text)))
    draw(figure, tmp_path / "file.svg")
    assert "prefers-color-scheme: dark" in (tmp_path / "file.svg").read_text(encoding="utf-8")


def test_a_page_may_have_a_title_of_its_own() -> None:
    figure = decks.figures(deck_tables(2))["survival"]
    assert "How long games last" in style.svg(figure)
    assert "How long games last" not in style.svg(figure, titled=False)
    assert "How long games last" in style.svg(figure)


def test_names_of_decks_cannot_break_out_of_a_picture() -> None:
    tables = {name: table.with_columns(deck=table["deck"] + '<b>"&') for name, table in deck_tables(2).items()}
    result = decks.figures(tables)
    for name in ("thrive", "survival", "drama"):
        root = ElementTree.fromstring(style.svg(result[name]))
        assert not root.findall(".//{http://www.w3.org/2000/svg}b")


def test_a_figure_of_one_s_own_can_be_put_on_a_page() -> None:
    text = style.svg(Figure())
    assert 'aria-label="figure"' in text


# --- colours ----------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("page", [WHITE, NIGHT])
def test_all_colours_are_seen_on_light_and_dark_pages(page: str) -> None:
    for name, colour in style.DRAGONS.items():
        assert contrast(colour, page) >= 3, name
    assert contrast(style.COLOURLESS, page) >= 3


def test_figures_in_heat_maps_are_read_on_all_their_colours() -> None:
    assert all(contrast(shade, style.ON_SHADES) >= 4.5 for shade in style.DIVERGING)
