"""The figure of a list of abilities: the value of each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.measures.ability_sums import BUNDLE
from tda_sim.measures.ability_values import KINDS, SWAP, WORTH
from tda_sim.rendering.lists import POINTS, Mark, Row, Tables, here, listing, values_at, worlds_of
from tda_sim.rendering.style import WIDTH, Picture, band, context
from tda_sim.wording.numbers import tip_text, typeset

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PANELS = {WORTH: "worth: over having none", SWAP: "lead: over the others"}
ROW = 0.26  # inches
NOTE = (
    "95 % intervals, valid for all at once. Grey band: too small to matter. Blue, pointing right: more. Orange,"
    " pointing left: less. Grey dot: no difference that matters. Open dot: more games needed."
)


def value_figures(tables: Tables) -> "dict[str, Figure]":
    """Return a figure for each deck, variant and number of players, at its first table.

    Its name is ``values`` if there is only one, otherwise the deck's label.
    """
    return {label or "values": value_figure(tables, world) for label, world in worlds_of(tables).items()}


@context()
def value_figure(tables: Tables, world: Row) -> Picture:
    """Return the figure of one table: a panel for each value (only the first on a phone), a row for each ability."""
    dealt = here(tables["list"], world)
    titles = dict(dealt.select("subject", "title").iter_rows())
    things = "bundles" if BUNDLE in dealt["kind"] else "abilities"
    values = values_at(tables, world).drop_nulls("estimate").sort("estimate", descending=True)
    known = [name for name in PANELS if name in values["measure"]]
    order = values.filter(measure=known[0])["subject"].to_list() if known else []
    named = [world[name] for name in ("deck", "variant") if world[name] and tables["cells"][name].n_unique() > 1]
    title = f"What {', '.join([f'{things} are worth', *named])}, {world['players']} players ({world['table']})"
    alt = _alt(values.filter(measure=known[0]) if known else values, titles, things)

    def marks(name: str) -> Iterator[Mark]:
        for row in values.filter(measure=name).iter_rows(named=True):
            tip = f"{titles[row['subject']]}: {KINDS[name].title} {tip_text(row, 'points', 2)}"
            yield Mark(order.index(row["subject"]), row, {"verdict": row["verdict"], "tip": tip})

    panels = {PANELS[name]: (POINTS, marks(name)) for name in known}
    figure, axes = listing(title, alt, [titles[ability] for ability in order], panels, NOTE, ROW, WIDTH / 3)
    for axis in axes if known else ():
        band(axis, -values["margin"][0], values["margin"][0])
    return figure


def _alt(ordered: pl.DataFrame, titles: dict[str, str], things: str) -> str:
    if ordered.is_empty():
        return f"There are too few games to estimate what {things} are worth."
    ends = [
        f"{titles[row['subject']]} ({typeset(row['estimate'])} points)"
        for row in (ordered.row(0, named=True), ordered.row(-1, named=True))
    ]
    return f"What {ordered.height} {things} are worth, with intervals: from {ends[0]} down to {ends[1]}."
