"""Any document as one HTML file: no request to anywhere, and a content security policy that allows none."""

import base64
import hashlib
import re
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from tda_sim.characters import visible
from tda_sim.documents.model import Document, filled
from tda_sim.documents.numbers import NOTHING
from tda_sim.documents.pictures import Picture, pictures, placed

ENCODING = "utf-8"


def html(document: Document) -> str:
    """Return a document as HTML. Every text in it is escaped, but for the SVG of its pictures."""
    style, script = asset("page.css"), asset("page.js")
    text = _template().render(
        page=document,
        parts=[_drawn(part) for part in document.parts or [document]],
        style=Markup(style),
        script=Markup(script),
        style_hash=digest(style),
        script_hash=digest(script),
    )
    return visible(re.sub(r"\n\s*\n+", "\n", text).lstrip())


@cache
def asset(name: str) -> str:
    """Return one of the files beside the template, as it stands in every page."""
    text = (resources.files("tda_sim.documents") / "templates" / name).read_text(ENCODING)
    return re.sub(r"\n\s*", "\n", text).strip()


def digest(text: str) -> str:
    """Return the hash by which the policy allows a style or a script."""
    return base64.b64encode(hashlib.sha256(text.encode(ENCODING)).digest()).decode("ascii")


def _drawn(document: Document) -> Document:
    """Return a document with its figures drawn, and without the sections that are empty."""
    drawn = filled(document.sections, lambda it: pictures(it.draw(), it.stem, it.title))
    return replace(document, sections=drawn, methods=filled(document.methods))


# --- the template -----------------------------------------------------------------------------------------


def _template() -> Template:
    found = Environment(
        loader=PackageLoader("tda_sim.documents"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(kind=_kind, svg=_svg)
    found.filters["kept"] = _kept
    return found.get_template("page.html")


def _kept(text: str) -> str:
    """Return a text in which no line begins with a percent sign, and minus signs and dashes are such."""
    if text == NOTHING:
        return "\N{EN DASH}"
    return re.sub(r"(?<![\w-])-(?=\d)", "\N{MINUS SIGN}", text).replace(" %", "\N{NO-BREAK SPACE}%")


def _kind(block: Any) -> str:
    return type(block).__name__


def _svg(picture: Picture, path: str) -> Markup:
    return Markup(placed(picture, path))
