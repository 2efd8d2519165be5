"""Figures as lean SVG that may stand in a page: no styles, no scripts, no foreign names, and a text for who cannot see.

Styles in attributes would need a policy that allows them, so they become attributes of their own. Numbers lose the
digits that no screen shows.
"""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tda_sim.characters import visible
from tda_sim.documents.style import svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SVG, LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
SIZES = {"narrow": 6.5, "middle": 9.5, "wide": float("inf")}  # inches that a figure is wide at most
NUMBERS = re.compile(r"-?\d+\.\d+")
GEOMETRY = ("viewBox", "d", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "transform", "points", "cx", "cy", "r")
FONT = "system-ui, 'Segoe UI', Roboto, Arial, sans-serif"


@dataclass(frozen=True)
class Picture:
    """A figure as SVG; ``name`` is that of the file it is saved as."""

    title: str
    alt: str
    svg: str
    name: str
    size: str = "middle"  # narrow, middle or wide: how much of a phone's width it needs to be read


def pictures(figures: "Mapping[str, Figure]", stem: str, usual: str) -> list[Picture]:
    """Return figures by their names; each is saved as ``stem`` and its name."""
    return [picture(figure, name if name == stem else f"{stem}-{name}", usual) for name, figure in figures.items()]


def picture(figure: "Figure", name: str, usual: str) -> Picture:
    """Return a figure; its title is its heading in the page, or ``usual`` if it has none."""
    title = getattr(figure, "title", "") or usual
    alt = getattr(figure, "alt", "") or f"{title}. All its numbers stand in the tables."
    inches = figure.get_size_inches()[0]
    size = next(word for word, most in SIZES.items() if inches <= most)
    return Picture(title, alt, lean(drawn(figure)), name, size)


def drawn(figure: "Figure") -> str:
    """Return a figure as SVG, the same for the same figure, without the title that its page shows."""
    return str(svg(deepcopy(figure), titled=False))  # drawing moves what is in it


def lean(svg: str) -> str:
    """Return SVG without what a page needs no more."""
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{SVG}}}metadata", f"{{{SVG}}}style"):
                parent.remove(child)
    root.attrib.update({"stroke-linejoin": "round", "stroke-linecap": "butt", "font-family": FONT})
    for name in ("role", "aria-label"):  # these belong to the place in the page
        root.attrib.pop(name, None)
    for one in root.iter():
        _plain(one)
    _forget_names(root)
    for side in ("width", "height"):
        root.attrib.pop(side, None)
    ET.register_namespace("", SVG)
    return re.sub(r">\s+<", "><", ET.tostring(root, encoding="unicode", short_empty_elements=True))


def _plain(one: ET.Element) -> None:
    """Turn styles into attributes, and round what says where something is."""
    for name, value in _styles(one.attrib.pop("style", "")):
        one.set(name, value)
    if (target := one.attrib.pop(f"{{{LINK}}}href", None)) is not None:
        one.set("href", target)
    for name in GEOMETRY:
        if name in one.attrib:
            one.set(name, NUMBERS.sub(_rounded, " ".join(one.attrib[name].split())))


def _styles(style: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, (part.strip() for part in style.split(";"))):
        name, value = (text.strip() for text in part.split(":", 1))
        if name == "font":
            yield from _font(value)
        elif not name.startswith("-") and name != "font-family":
            yield name, value


def _font(value: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a font that are not its family: "italic 700 8px 'DejaVu Sans', sans-serif"."""
    size = re.search(r"([\d.]+)px", value)
    if size:
        yield "font-size", f"{float(size[1]):g}"
    weight = re.search(r"\b(bold|[1-9]00)\b", value.split("px")[0])
    if weight:
        yield "font-weight", weight[1]
    if "italic" in value.split("px")[0]:
        yield "font-style", "italic"


def _rounded(found: re.Match[str]) -> str:
    return f"{float(found[0]):.2f}".rstrip("0").rstrip(".").replace("-0", "0" if float(found[0]) > -0.005 else "-0")


def _forget_names(root: ET.Element) -> None:
    """Drop the names that nothing in the picture refers to."""
    text = ET.tostring(root, encoding="unicode")
    used = set(re.findall(r"(?:url\(#|href=\"#)([^\")]+)", text))
    for one in root.iter():
        if one.get("id") not in used:
            one.attrib.pop("id", None)


def placed(picture: Picture, path: str) -> str:
    """Return the SVG of a picture for a place in a page: its names are those of no other picture."""
    named = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{path}-", picture.svg)
    head = f'<svg role="img" aria-label="{escape(visible(picture.alt))}"'
    return named.replace("<svg", head, 1)
