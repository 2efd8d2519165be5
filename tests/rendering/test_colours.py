"""The colour code: readable, and told apart by readers with any kind of colour blindness.

Colour blindness is simulated in linear RGB with the matrices of Machado, Oliveira and Fernandes (2009) at full
severity. Distances are Euclidean in CIELAB (CIE76), where 2.3 is just noticeable.
"""

import re
from itertools import product

import numpy as np
import pytest

from tda_sim.rendering import colours, style
from tda_sim.rendering.colours import DARK, DIVERGING, DRAGONS, LESS, LIGHT, MORE, NEUTRAL, PRINT
from tda_sim.rendering.fragment import fragment
from tda_sim.rendering.html import asset
from tda_sim.rendering.model import MARKS, Bar, Bars, Document, Section
from tda_sim.rendering.terminal import STYLES

SIGHT = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
APART, TEXT, FIGURE = 25, 4.5, 3  # least distance in CIELAB; least contrast of text and of figures (WCAG 2.2)


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(colour: str, sight: str) -> np.ndarray:
    seen = np.clip(SIGHT[sight] @ linear(colour), 0, 1)
    light = XYZ @ seen / XYZ.sum(axis=1)
    x, y, z = np.where(light > 216 / 24389, np.cbrt(light), (24389 / 27 * light + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, sight: str) -> float:
    return float(np.linalg.norm(lab(one, sight) - lab(other, sight)))


def contrast(one: str, other: str) -> float:
    dark, light = sorted(float(XYZ[1] @ linear(each)) for each in (one, other))
    return (light + 0.05) / (dark + 0.05)


def test_distances_and_contrasts_are_those_of_the_literature() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)
    assert distance("#000000", "#ffffff", "normal") == pytest.approx(100, abs=0.1)
    red, green = "#c04040", "#4f7f2f"
    assert distance(red, green, "normal") > 2 * distance(red, green, "deuteranopia")  # the classic trap


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(
    "pair",
    [(MORE, LESS), (LIGHT["more"], LIGHT["less"]), (DARK["more"], DARK["less"]), (DIVERGING[0], DIVERGING[2])],
)
def test_more_and_less_are_far_apart_for_everybody(pair: tuple[str, str], sight: str) -> None:
    assert distance(*pair, sight) > APART


@pytest.mark.parametrize("sight", SIGHT)
def test_verdicts_stand_out_from_grey(sight: str) -> None:
    assert min(distance(each, NEUTRAL, sight) for each in (MORE, LESS)) > APART
    assert min(distance(each, DIVERGING[1], sight) for each in (DIVERGING[0], DIVERGING[2])) > APART


@pytest.mark.parametrize("sight", ["normal", "protanopia", "deuteranopia"])
def test_silver_and_white_dragons_are_told_apart(sight: str) -> None:
    for one, other in (("white", "silver"), ("white", "blue"), ("silver", "black")):
        assert distance(DRAGONS[one], DRAGONS[other], sight) > 12, (one, other)
    assert distance(DRAGONS["white"], DRAGONS["silver"], sight) > APART


@pytest.mark.parametrize("palette", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_text_is_readable_on_all_its_backgrounds(palette: dict[str, str]) -> None:
    for text, paper in product(("ink", "soft", "accent", "more", "less"), ("page", "raised", "band")):
        assert contrast(palette[text], palette[paper]) >= TEXT, (text, paper)


def test_figures_are_readable_in_light_and_dark() -> None:
    for colour in {*DRAGONS.values(), colours.COLOURLESS, MORE, LESS, NEUTRAL}:
        assert min(contrast(colour, LIGHT["raised"]), contrast(colour, DARK["page"])) >= FIGURE, colour
    assert min(contrast(style.ON_SHADES, shade) for shade in DIVERGING) >= TEXT


def test_there_is_one_code_for_figures_pages_and_terminals() -> None:
    assert all(style.VERDICTS[verdict] == shade for verdict, shade in colours.SHADES.items())
    assert all(colours.SHADES[verdict] in STYLES[verdict] for verdict in ("more", "less"))
    assert set(STYLES) == set(colours.SHADES) == set(MARKS) - {""}
    assert len({mark.sign for mark in MARKS.values()}) == len(MARKS)  # each verdict has a sign of its own
    assert ".more{color:var(--more)" in asset("page.css") and ".less{color:var(--less)" in asset("page.css")


def test_notebooks_have_the_colours_of_figures_even_without_their_style_sheet() -> None:
    assert re.findall("#[0-9a-f]{3,8}", asset("notebook.css")) == []  # none is written there
    bars = Bars("", [Bar("one", 1.0, verdict="more"), Bar("two", -1.0, verdict="less"), Bar("three", 1.0)])
    shown = fragment(Document("", sections=[Section("", [bars])]))
    for verdict, colour in (("more", MORE), ("less", LESS)):
        assert f'<span class="tda-{verdict}" style="color:{colour}">' in shown
        assert re.search(f'<i class="tda-{verdict}" style="[^"]*;background-color:{colour}">', shown)
    assert re.search(f'<i class="tda-plain" style="[^"]*;background-color:{MORE}">', shown)
