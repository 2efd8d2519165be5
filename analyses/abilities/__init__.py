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
    SMALLEST,
    SWAP,
    TOGETHER,
    ability_rows,
    ability_values,
    between_values,
    blank_values,
    pair_rows,
    pair_values,
)
from tda_sim.measures.pairs import worlds
from tda_sim.measures.ranking import ESTIMATES, Named, Tables, Values, again, elsewhere, gathered, over_tables, placed
from tda_sim.measures.study import Study
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIRST = 1  # pick of a draft: would it stay the same?


def analyse(study: Study, level: float = LEVEL, smallest: float = SMALLEST) -> Tables:
    """Return the table of estimates, and facts with a row's deck, variant, players and table in front.

    ``cells``: what was played; ``list``: what was dealt. The groups of ``estimates``, in points of win rate:

    - ``values``: row per ability and value (`measures.ability_values.KINDS`) with its verdict against ``smallest``, the
      difference that matters; ``best`` and ``worst`` place, and ``tied``, the tied set;
    - ``pairs``: row for each pair that a seat can have: what they are worth together;
    - ``between``: row for each pair of bundles: the value of the first, minus that of the second;
    - ``blanks``: row per blank: what it is worth compared with the other blanks, which should be zero;
    - ``uses``: row per ability and use (`measures.ability_uses.USES`): how often it is used, and what it brings;
    - ``again``: the chances that the list keeps its order;
    - ``agreement``, ``robust``: rank correlations between tables, and each ability over the tables.

    Raises UserError where no cell has abilities.
    """
    here = [world.join(study.abilities, on="cell", how="semi", maintain_order="left") for world in worlds(study)]
    tables = gathered(here, lambda world: _world(study, world, level, smallest))
    if not tables:
        raise UserError.of("nobody is dealt an ability at random in this study", hint=HINT)
    return {name: tables[name] for name in ORDER if name in tables}


ORDER = ("cells", "list", ESTIMATES)


def figures(tables: Tables) -> "dict[str, Figure]":
    """Return a figure per deck, variant and number of players: what each ability is worth."""
    from .pictures import value_figures

    return value_figures(tables)


def _world(study: Study, world: pl.DataFrame, level: float, smallest: float) -> Iterator[Named]:
    """Yield the tables of a deck with their names."""
    every: dict[str, dict[str, Values]] = {}
    for row in world.iter_rows(named=True):
        sums = ability_sums(study, row["cell"])
        every[row["table"]] = ability_values(sums)
        found = _cell(study, row, sums, every[row["table"]], level, smallest)
        yield from placed(found, row, main=len(every) == 1)
    yield from elsewhere(over_tables(every, next(iter(every.values()), ()), level), world)


def _cell(
    study: Study, row: dict[str, Any], sums: AbilitySums, values: dict[str, Values], level: float, smallest: float
) -> Iterator[Named]:
    """Yield facts about one cell, and groups of its estimates, with their names."""
    cell, games = row["cell"], int(row["games"])
    yield "cells", pl.DataFrame({"cell": [cell], "kind": [row["kind"]], "games": [games]})
    listed = study.abilities.filter(pl.col("cell") == cell).drop("cell", "mask")
    yield "list", listed.rename({"ability": "subject"})
    for name, each in values.items():
        yield "values", ability_rows(each, name, games, smallest, level, is_ranked=True)
    if (together := pair_values(sums)) is not None:
        yield "pairs", pair_rows(*together, TOGETHER, games, smallest, level)
    if sums.dealt.places(BUNDLE):
        yield "between", pair_rows(*between_values(sums), BETWEEN, games, smallest, level)
    if (blanks := blank_values(sums)) is not None:
        yield "blanks", ability_rows(blanks, "blank", games, smallest, level).drop("verdict", "games_needed")
    if (uses := use_rows(study, cell, level)) is not None:
        yield "uses", uses
    yield "again", again(values[SWAP], FIRST)
