"""Any document as a single HTML file that makes no requests: its content security policy allows none."""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from tda_sim.characters import visible
from tda_sim.rendering.bars import Scale
from tda_sim.rendering.colours import DARK, LIGHT, NAMES, PRINT, variables
from tda_sim.rendering.model import Bars, Cell, Column, Document, Section, Table, filled, is_judged
from tda_sim.rendering.phones import SENTENCE, labels, on_a_phone
from tda_sim.rendering.pictures import Picture, pictures, placed
from tda_sim.wording.numbers import LEGEND, MARKS, NOTHING

ENCODING = "utf-8"
LAB = re.compile(r"^lab\.html#\S+$", re.MULTILINE)
MOST_OPEN = 3  # sections beside each other: further ones are folded
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


@dataclass(frozen=True)
class Inset:
    """A page inside another one, which starts when the reader opens it: ``page`` at ``address``, without its #."""

    page: str
    address: str = ""


def html(document: Document, lab: Inset | None = None) -> str:
    """Return a document as HTML, with the laboratory if given. All text is escaped, except the SVG of its pictures."""
    parts = [_drawn(part, is_one_of_many=len(document.parts) > 1) for part in document.parts or [document]]
    sheet = asset("sheet.css") if not document.parts and document.sheet else ""
    style = styles() + sheet + labels(table for part in parts for table in _tables([*part.sections, *part.methods]))
    script = ";\n".join(asset(name) for name in ("page.js", *(() if lab is None else ("inset.js",))))
    text = _template().render(
        page=document,
        parts=parts,
        judged=is_judged(document),
        lab=lab,
        style=Markup(style),
        script=Markup(script),
        policy=Markup(_policy(style, script, lab)),
    )
    return visible(re.sub(r"\n\s*\n+", "\n", text).lstrip())


@cache
def asset(name: str) -> str:
    """Return a file beside the template, without the whitespace that browsers ignore."""
    text = (resources.files("tda_sim.rendering") / "templates" / name).read_text(ENCODING)
    return re.sub(r"\n\s*", "\n", text).strip()


@cache
def styles() -> str:
    """Return the style sheet of every page, with the palettes of light, dark and printed pages."""
    dark = f"@media(prefers-color-scheme:dark){{:root{{{variables(DARK)}}}}}"
    printed = f"@media print{{:root{{{variables(PRINT)}}}}}"
    return f":root{{color-scheme:light dark;{variables(LIGHT)}}}{dark}{printed}{asset('page.css')}"


def digest(text: str) -> str:
    """Return the hash with which the policy allows a style or a script."""
    return base64.b64encode(hashlib.sha256(text.encode(ENCODING)).digest()).decode("ascii")


def _policy(style: str, script: str, inset: Inset | None) -> str:
    """Return what the page may do: use its style and its script, and, with an inset, what that page may do.

    A browser holds an inset to the policies of both pages.
    """
    allowed = {
        "default-src": ["'none'"],
        "style-src": [f"'sha256-{digest(style)}'"],
        "script-src": [f"'sha256-{digest(script)}'"],
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    if inset is not None:
        policy = POLICY.search(inset.page)
        if policy is None:
            raise ValueError("a page without a content security policy cannot be an inset")
        for name, *sources in map(str.split, policy[1].split(";")):
            there = allowed.setdefault(name, [])
            there += [source for source in sources if source not in there]
        allowed["frame-src"] = ["blob:"]
    return "; ".join(" ".join([name, *sources]) for name, sources in allowed.items())


def _drawn(document: Document, is_one_of_many: bool) -> Document:
    """Return a document with its figures drawn, its empty sections left out, and long lists of sections folded.

    Of several documents in one page, each shows its answer and its picture, or else its first section; the rest opens
    by a click.
    """
    sections = filled(document.sections, pictures)
    has_picture = bool(sections) and _opens(sections[0])
    most = len(sections) if document.sheet else MOST_OPEN
    sections = _folded(sections, (0 if has_picture else 1) if is_one_of_many else most)
    return replace(document, sections=sections, methods=filled(document.methods))


def _folded(sections: Sequence[Section], most: int) -> list[Section]:
    """Return sections of which at most so many are open; of the sections inside them, `MOST_OPEN` each."""
    folded, opened = [], 0
    for section in sections:
        opened += bool(section.title) and not section.folded
        inner = _folded(section.sections, MOST_OPEN)
        folded.append(replace(section, sections=inner, folded=section.folded or bool(section.title and opened > most)))
    return folded


def _tables(sections: Iterable[Section]) -> Iterator[Table]:
    for section in sections:
        yield from (block for block in section.blocks if isinstance(block, Table))
        yield from _tables(section.sections)


# --- the template -----------------------------------------------------------------------------------------


def templates() -> Environment:
    """Return what reads the templates: texts are escaped and made visible, and an unknown name is an error."""
    return Environment(
        loader=PackageLoader("tda_sim.rendering"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _template() -> Template:
    environment = templates()
    environment.globals.update(kind=_kind, kinds=_kinds, svg=_svg, scale=_scale, opens=_opens, on_a_phone=on_a_phone)
    environment.globals.update(marks=MARKS, legend=LEGEND, names=NAMES)
    environment.filters["share"] = _share
    environment.filters["data"] = _data
    environment.filters["kept"] = _kept
    environment.filters["linked"] = _linked
    return environment.get_template("page.html")


def _data(text: str) -> Markup:
    """Return a text as JSON that ends no script element; Jinja's ``tojson`` escapes more, which makes it larger."""
    return Markup(json.dumps(text).replace("<", r"\u003c"))


def _kept(text: str) -> str:
    """Return a text with real minus signs and dashes, and no line break before a percent sign."""
    if text == NOTHING:
        return "\N{EN DASH}"
    return re.sub(r"(?<![\w-])-(?=\d)", "\N{MINUS SIGN}", text).replace(" %", "\N{NO-BREAK SPACE}%")


def _linked(text: str) -> Markup:
    """Return lines with links to where the laboratory's page lies beside this one."""
    return Markup(re.sub(LAB, r'<a href="\g<0>">\g<0></a>', str(escape(text))))


def _kind(block: Any) -> str:
    return type(block).__name__


def _kinds(cell: Cell, column: Column, is_beside: bool) -> str:
    """Return the classes of a cell: a number or a sentence, how it is shaded, and whether a phone folds it away."""
    is_number = cell.bar is None and (cell.estimate is not None or column.number)
    step = cell.shade_step
    named = {
        "num": is_number,
        f"up{step}": is_number and step > 0,
        f"down{-step}": is_number and step < 0,
        "words": not is_number and len(cell.text) > SENTENCE,
        "rest": not is_beside,
    }
    return " ".join(name for name, holds in named.items() if holds)


def _svg(picture: Picture, path: str) -> Markup:
    return Markup(placed(picture, path))


def _opens(section: Section) -> bool:
    """Return whether a section belongs to the answer above it: an untitled one, which holds its picture."""
    return not section.title and not section.folded


def _scale(bars: Bars) -> Scale:
    return Scale.of(bars)


def _share(part: float) -> str:
    """Return a share of a drawing's width as SVG writes it.

    >>> _share(0.125)
    '12.5%'
    """
    return f"{100 * part:.2f}".rstrip("0").rstrip(".") + "%"
