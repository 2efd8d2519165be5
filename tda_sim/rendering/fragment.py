"""Answers and figures as HTML for a notebook's cell: they take the colours of the notebook's theme, light or dark.

A notebook that JupyterLab does not trust yet loses style sheets and drawings: the colours that mean something stand at
their places, and a figure has a picture in reserve.
"""

import base64
import hashlib
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from jinja2 import Template
from markupsafe import Markup

from tda_sim.characters import visible
from tda_sim.rendering.bars import Scale, as_table, key
from tda_sim.rendering.colours import DRAGONS, LIGHT, NAMES, SHADES, variables
from tda_sim.rendering.html import asset, templates
from tda_sim.rendering.model import Bars, Document, Table
from tda_sim.rendering.pictures import Picture, picture, placed

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def fragment(document: Document) -> str:
    """Return a document as HTML: its sentences, its figure and its tables. Every text in it is escaped."""
    drawn = "" if document.picture is None else figure_html(document.picture())
    tables = [
        (section.title, as_table(block) if isinstance(block, Bars) else block, block)
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Bars | Table)
    ]
    text = _template().render(page=document, tables=tables, picture=Markup(drawn), style=Markup(styles()))
    return visible(text)


@cache
def styles() -> str:
    """Return the style sheet of a cell: its colours are those of figures, which can be read on light and dark paper."""
    return f".tda{{{variables({'accent': DRAGONS['red']})}}}{asset('notebook.css')}"


def figure_html(figure: "Figure") -> str:
    """Return a figure as SVG that takes the ink of the page around it.

    A notebook that JupyterLab does not trust shows the picture on light paper, and of the drawing it keeps the words:
    these get no size.
    """
    image = picture(figure, "figure", "Figure")
    place = hashlib.sha256(image.svg.encode()).hexdigest()[:8]  # names in it must be unique in the whole notebook
    drawing = placed(image, f"tda-{place}")
    return f'<div class="tda-figure {image.size}" style="font-size:0px">{_flat(image)}{drawing}</div>'


def _flat(image: Picture) -> str:
    """Return the picture that shows where no drawing may; elsewhere the style sheet hides it."""
    data = base64.b64encode(image.svg.encode()).decode("ascii")
    style = f"width:100%;background-color:{LIGHT['raised']}"
    return f'<img alt="{escape(visible(image.alt))}" style="{style}" src="data:image/svg+xml;base64,{data}"/>'


@cache
def _template() -> Template:
    """Return the template of a cell."""
    environment = templates()
    environment.globals.update(scale=Scale.of, key=key, shades=SHADES, names=NAMES)
    return environment.get_template("notebook.html")
