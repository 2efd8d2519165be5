"""What every ability is worth, which ones work together, and how far to trust the results.

Covers every cell whose seats were dealt abilities, or bundles of them, by chance: values with joint and individual
intervals, tied sets instead of ranks, pairs, and a check that blanks are worth nothing. Over the tables of a deck: do
the values hold at all of them?
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.ability_sums import BUNDLE, HINT, AbilitySums, ability_sums
from tda_sim.measures.ability_uses import use_rows
from tda_sim.measures.ability_values import (
    BETWEEN,
    KINDS,
    SMALLEST,
    SWAP,
    TOGETHER,
    WORTH,
    ability_rows,
    ability_values,
    between_values,
    blank_values,
    pair_rows,
    pair_values,
)
from tda_sim.measures.pairs import worlds
from tda_sim.measures.ranking import Cell, Named, Tables, Values, again, ranking
from tda_sim.measures.study import Study
from tda_sim.measures.tiers import tier
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIRST = 1  # pick of a draft: would it stay the same?
HEADS = {WORTH: "worth: over having none", SWAP: "lead: over the others"}
NOTE = (
    "95 % intervals, valid for all at once. Grey band: too small to matter. Blue, pointing right: more. Orange,"
    " pointing left: less. Grey dot: no difference that matters. Open dot: more games needed."
)


def analyse(study: Study, level: float = LEVEL, smallest: float = SMALLEST) -> Tables:
    """Return the table of estimates, and facts with a row's deck, variant, players and table in front.

    ``cells``: what was played; ``list``: what was dealt. The groups of ``estimates``, in points of win rate:

    - ``values``: row per ability and value (`measures.ability_values.KINDS`) with its verdict against ``smallest``, the
      difference that matters; ``best`` and ``worst`` place, and ``tied``, the tied set; ``tier``, by the lead over the
      average of the others;
    - ``pairs``: row for each pair that a seat can have: what they are worth together;
    - ``between``: row for each pair of bundles: the value of the first, minus that of the second;
    - ``blanks``: row per blank: what it is worth compared with the other blanks, which should be zero;
    - ``uses``: row per ability and use (`measures.ability_uses.USES`): how often it is used, and what it brings;
    - ``again``: the chances that the list keeps its order;
    - ``agreement``, ``robust``: rank correlations between tables, and each ability over the tables.

    Raises UserError where no cell has abilities.
    """

    def of_cell(row: Cell) -> tuple[dict[str, Values], Iterator[Named]]:
        sums = ability_sums(study, row["cell"])
        values = ability_values(sums)
        return values, _found(study, row, sums, values, level, smallest)

    here = [world.join(study.abilities, on="cell", how="semi", maintain_order="left") for world in worlds(study)]
    if not (tables := ranking(filter(len, here), of_cell, level=level)):
        raise UserError.of("nobody is dealt an ability at random in this study", hint=HINT)
    return tables


def _found(
    study: Study, row: Cell, sums: AbilitySums, values: dict[str, Values], level: float, smallest: float
) -> Iterator[Named]:
    """Yield facts about one cell, and groups of its estimates, with their names."""
    cell, games = row["cell"], int(row["games"])
    yield "cells", pl.DataFrame({"cell": [cell], "kind": [row["kind"]], "games": [games]})
    listed = study.abilities.filter(pl.col("cell") == cell).drop("cell", "mask")
    yield "list", listed.rename({"ability": "subject"})
    rows = {name: ability_rows(each, name, games, smallest, level, is_ranked=True) for name, each in values.items()}
    for each in rows.values():
        yield "values", each.with_columns(rows[SWAP].select(tier())["tier"])
    if (together := pair_values(sums)) is not None:
        yield "pairs", pair_rows(*together, TOGETHER, games, smallest, level)
    if sums.dealt.places(BUNDLE):
        yield "between", pair_rows(*between_values(sums), BETWEEN, games, smallest, level)
    if (blanks := blank_values(sums)) is not None:
        yield "blanks", ability_rows(blanks, "blank", games, smallest, level).drop("verdict", "games_needed")
    if (uses := use_rows(study, cell, level)) is not None:
        yield "uses", uses
    yield "again", again(values[SWAP], FIRST)


def figures(tables: Tables) -> "dict[str, Figure]":
    """Return a figure for each deck, variant and number of players: what each ability is worth."""
    from tda_sim.rendering import rankings  # matplotlib takes long to import

    titles = {name: each.title for name, each in KINDS.items()}
    things = "bundles" if BUNDLE in tables["list"]["kind"] else "abilities"

    def draw(world: dict[str, Any]) -> "dict[str, Figure]":
        it = rankings.listed(tables, world, titles, [*HEADS])
        named = [world[name] for name in ("deck", "variant") if world[name] and tables["cells"][name].n_unique() > 1]
        what = ", ".join([f"{things} are worth", *named])
        worth = f"What {len(it.rows)} {things} are worth, with intervals: {it.ends}." if it.rows else ""
        alt = worth or f"There are too few games to estimate what {things} are worth."
        title = f"What {what}, {world['players']} players ({world['table']})"
        return {"values": rankings.value_picture(it, title, alt, HEADS, NOTE)}

    return rankings.of_each_world(tables, draw)
