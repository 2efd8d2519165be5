"""A page as one HTML file: no request to anywhere, and a content security policy that allows none."""

import base64
import hashlib
import re
from functools import cache
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from tda_sim.characters import visible
from tda_sim.pages.model import Block, Page, Picture
from tda_sim.pages.pictures import placed
from tda_sim.store.files import write_document

ENCODING = "utf-8"


def html(page: Page) -> str:
    """Return a page as HTML. Every text in it is escaped, but for the SVG of its pictures, and every character seen."""
    style, script = asset("page.css"), asset("page.js")
    text = _template().render(
        page=page,
        style=Markup(style),
        script=Markup(script),
        style_hash=digest(style),
        script_hash=digest(script),
    )
    return visible(re.sub(r"\n\s*\n+", "\n", text).lstrip())


def write_page(page: Page, path: Path) -> None:
    """Write a page; raise UserError where that cannot be."""
    write_document(path, html(page))


@cache
def asset(name: str) -> str:
    """Return one of the files beside the template, as it stands in every page."""
    text = (resources.files("tda_sim.pages") / "templates" / name).read_text(ENCODING)
    return re.sub(r"\n\s*", "\n", text).strip()


def digest(text: str) -> str:
    """Return the hash by which the policy allows a style or a script."""
    return base64.b64encode(hashlib.sha256(text.encode(ENCODING)).digest()).decode("ascii")


def _template() -> Template:
    found = Environment(
        loader=PackageLoader("tda_sim.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(kind=_kind, svg=_svg)
    found.filters["kept"] = _kept
    return found.get_template("page.html")


def _kept(text: str) -> str:
    """Return a text in which no line begins with a percent sign, and minus signs are such."""
    return re.sub(r"(?<![\w-])-(?=\d)", "\N{MINUS SIGN}", text).replace(" %", "\N{NO-BREAK SPACE}%")


def _kind(block: Block) -> str:
    return type(block).__name__


def _svg(picture: Picture, path: str) -> Markup:
    return Markup(placed(picture, path))
