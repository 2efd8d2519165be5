"""Figures as lean SVG inside a page: no styles, no scripts, unique ids, and a description in words.

The page's security policy forbids inline styles, so styles become attributes. Numbers lose the digits that no screen
shows.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tda_sim.characters import visible
from tda_sim.rendering.model import Figures
from tda_sim.rendering.style import svg
from tda_sim.rendering.widths import NARROW, page_width

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SVG, LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
SIZES = {"narrow": 6.5, "middle": 9.5, "wide": float("inf")}  # greatest width in inches
FITS_A_PHONE = 4.5  # inches
NUMBERS = re.compile(r"-?\d+\.\d+")
GEOMETRY = ("viewBox", "d", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "transform", "points", "cx", "cy", "r")
UNTURNED = re.compile(r"rotate\(-?0 [^)]*\)")
CURVED = re.compile("[^MLZ0-9. -]")  # letters of a path, apart from lines
FONT = "system-ui, 'Segoe UI', Roboto, Arial, sans-serif"


@dataclass(frozen=True)
class Picture:
    """A figure as SVG.

    Attributes:
        title: its heading in the page.
        alt: its description, for readers who cannot see it.
        svg: the drawing for wide pages; ``narrow_svg``: for phones, empty where the figure has none.
        name: of the file it is saved as.
        size: narrow, middle or wide: how much of a page's width it needs to be readable.
    """

    title: str
    alt: str
    svg: str
    name: str
    size: str = "middle"
    narrow_svg: str = ""


def pictures(block: Figures) -> list[Picture]:
    """Return the figures of a block, drawn for wide pages and for phones."""
    with page_width(NARROW):
        narrow = block.draw()
    named = {name: name if name == block.stem else f"{block.stem}-{name}" for name in narrow}
    return [picture(figure, named[name], block.title, narrow[name]) for name, figure in block.draw().items()]


def picture(figure: "Figure", name: str, title: str, narrow: "Figure | None" = None) -> Picture:
    """Return a figure under its own title or, without one, under ``title``.

    ``narrow`` is its drawing for phones; one that does not fit a phone is left out.
    """
    title = getattr(figure, "title", "") or title
    alt = getattr(figure, "alt", "") or f"{title}. The tables have all its numbers."
    inches = figure.get_size_inches()[0]
    size = next(word for word, most in SIZES.items() if inches <= most)
    fits = narrow is not None and narrow.get_size_inches()[0] <= FITS_A_PHONE < inches
    return Picture(title, alt, lean(drawn(figure)), name, size, lean(drawn(narrow)) if narrow and fits else "")


def drawn(figure: "Figure") -> str:
    """Return a figure as SVG, always the same for the same figure, without the title: the page has that."""
    return str(svg(deepcopy(figure), titled=False))  # drawing changes the layout of what it draws


def lean(svg: str) -> str:
    """Return SVG without anything that a page does not need."""
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{SVG}}}metadata", f"{{{SVG}}}style"):
                parent.remove(child)
    root.attrib.update({"stroke-linejoin": "round", "stroke-linecap": "butt", "font-family": FONT})
    for name in ("role", "aria-label"):  # the page sets its own
        root.attrib.pop(name, None)
    for element in root.iter():
        _plain(element)
    _forget_names(root)
    for side in ("width", "height"):
        root.attrib.pop(side, None)
    ET.register_namespace("", SVG)
    return re.sub(r">\s+<", "><", ET.tostring(root, encoding="unicode", short_empty_elements=True))


def _plain(element: ET.Element) -> None:
    """Turn an element's styles into attributes, and round its coordinates."""
    for name, value in _styles(element.attrib.pop("style", "")):
        element.set(name, value)
    if (target := element.attrib.pop(f"{{{LINK}}}href", None)) is not None:
        element.set("href", target)
    for name in GEOMETRY:
        if name in element.attrib:
            element.set(name, NUMBERS.sub(_rounded, " ".join(element.attrib[name].split())))
    if UNTURNED.fullmatch(element.get("transform", "")):
        del element.attrib["transform"]
    if "d" in element.attrib:
        element.set("d", _path(element.attrib["d"]))


def _path(path: str) -> str:
    """Return a path with tenths of a pixel, and without the letters of lines that follow from the one before.

    >>> _path("M 30.53 64.43 L 144.27 64.43 L 9 9")
    'M 30.5 64.4 144.3 64.4 9 9'
    """
    tenths = NUMBERS.sub(lambda match: f"{float(match[0]):.1f}".removesuffix(".0"), path)
    return tenths if CURVED.search(tenths) else tenths.replace(" L ", " ")


def _styles(style: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, (part.strip() for part in style.split(";"))):
        name, value = (text.strip() for text in part.split(":", 1))
        if name == "font":
            yield from _font(value)
        elif not name.startswith("-") and name != "font-family":
            yield name, value


def _font(value: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a font other than its family: "italic 700 8px 'DejaVu Sans', sans-serif"."""
    size = re.search(r"([\d.]+)px", value)
    if size:
        yield "font-size", f"{float(size[1]):g}"
    weight = re.search(r"\b(bold|[1-9]00)\b", value.split("px")[0])
    if weight:
        yield "font-weight", weight[1]
    if "italic" in value.split("px")[0]:
        yield "font-style", "italic"


def _rounded(match: re.Match[str]) -> str:
    number = float(match[0])
    return f"{number:.2f}".rstrip("0").rstrip(".").replace("-0", "0" if number > -0.005 else "-0")


def _forget_names(root: ET.Element) -> None:
    """Drop the ids that nothing in the picture refers to."""
    text = ET.tostring(root, encoding="unicode")
    used = set(re.findall(r"(?:url\(#|href=\"#)([^\")]+)", text))
    for element in root.iter():
        if element.get("id") not in used:
            element.attrib.pop("id", None)


def placed(picture: Picture, path: str) -> str:
    """Return the SVG of a picture for a place in a page, with ids that no other picture has.

    A figure with two drawings is two elements, of the classes "roomy" and "phone".
    """
    if not picture.narrow_svg:
        return _placed(picture.svg, path, picture.alt)
    return _placed(picture.svg, path, picture.alt, "roomy") + _placed(
        picture.narrow_svg, f"{path}-phone", picture.alt, "phone"
    )


def _placed(svg: str, path: str, alt: str, kind: str = "") -> str:
    named = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{path}-", svg)
    head = f'<svg role="img" aria-label="{escape(visible(alt))}"' + (f' class="{kind}"' if kind else "")
    return named.replace("<svg", head, 1)
